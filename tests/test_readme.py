"""What the README says is what the code does."""

import re
from pathlib import Path

import pytest

from haunted_env.registry import full_name
from tests.readme import PAGES, README, with_tables

CONTRIBUTING = README.parent / "CONTRIBUTING.md"
# Pages whose snippets go on from one another; those of positions.md are tested as positions.
IN_A_ROW = ("arena.md", "ghosts_in_the_graveyard.md", "haunting_house.md")
ELSEWHERE = ("positions.md",)
POLICY = "policy = lambda obs, mask, seat, role: mask.argmax(axis=1)\n"


def snippets(page: Path) -> list[str]:
    """The Python of a page, made short: loops around the reader's own policy end, learners make two updates."""
    found = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    shorter = [
        code.replace("while True:", "for _ in range(3):").replace(
            "UPDATES, ROLLOUT, RATE = 30", "UPDATES, ROLLOUT, RATE = 2"
        )
        for code in found
    ]
    return [POLICY + code if "policy(obs" in code else code for code in shorter]


ALONE = [
    pytest.param(code, id=f"{page.name}-{number}")
    for page in (*PAGES, CONTRIBUTING)
    if page.name not in (*IN_A_ROW, *ELSEWHERE)
    for number, code in enumerate(snippets(page))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_generated_tables_are_up_to_date(page):
    text = page.read_text(encoding="utf-8")
    assert with_tables(text) == text, "run `python -m tests.readme`"


@pytest.mark.parametrize("code", ALONE)
def test_snippets_run(code):
    if "haunted_destinies_v" in code and "import" not in code:
        code = f"from haunted_env import {full_name('haunted_destinies')}\n" + code
    exec(compile(code, "snippet", "exec"), {})


def test_the_first_game_ends_with_its_result(capsys):
    exec(compile(snippets(README)[0], "snippet", "exec"), {})
    assert "winners" in capsys.readouterr().out


@pytest.mark.parametrize("name", IN_A_ROW)
def test_snippets_of_a_page_run_one_after_the_other(name, tmp_path, monkeypatch):
    """Those that begin with a file's name are that file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    found = snippets(README.parent / "docs" / name)
    assert found
    for snippet in found:
        if named := re.match(r"# (\w+\.py)\n", snippet):
            (tmp_path / named[1]).write_text(snippet, encoding="utf-8")
    exec(compile("\n".join(found), name, "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("layer", ["engine", "spec", "play", "agents", "envs", "arena", "leakcheck", "learning"])
def test_the_architecture_names_every_module_of_a_layer(layer):
    page = (README.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith(f"| `{layer}` |"))
    modules = {path.stem for path in (README.parent / "haunted_env" / layer).glob("*.py")} - {"__init__"}
    assert modules <= set(re.findall(r"`(\w+)`", row))


@pytest.mark.parametrize("page", [*PAGES, CONTRIBUTING, README.with_name("CHANGELOG.md")], ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]*(?:#[^)\s]*)?)\)", page.read_text(encoding="utf-8")):
        file, _, anchor = target.partition("#")
        if file.startswith(("http:", "https:")):
            continue
        place = page.parent / file if file else page
        assert place.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.*)$", place.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}, target
