"""What the README says is what the code does."""

import re

import pytest

from tests.readme import PAGES, README, with_tables

TEXT = README.read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_generated_tables_are_up_to_date(page):
    text = page.read_text(encoding="utf-8")
    assert with_tables(text) == text, "run `python -m tests.readme`"


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_snippets_run(number, capsys):
    code = SNIPPETS[number]
    if "policy(" in code:  # an endless loop around the reader's own policy: give it one and three steps
        code = "import numpy as np\npolicy = lambda obs, mask, seat, role: mask.argmax(axis=1)\n" + code
        code = code.replace("while True:", "for _ in range(3):")
    names: dict = {}
    if "haunted_destinies_v0.env(players=3)" in code:
        code = "from haunted_env import haunted_destinies_v0\n" + code
    exec(compile(code, f"README snippet {number}", "exec"), names)
    if number == 0:
        assert "winners" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["arena"])
def test_snippets_of_a_page_run_one_after_the_other(name, tmp_path, monkeypatch):
    """Those that begin with a file's name are that file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    page = README.parent / "docs" / f"{name}.md"
    snippets = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert snippets
    for snippet in snippets:
        if named := re.match(r"# (\w+\.py)\n", snippet):
            (tmp_path / named[1]).write_text(snippet, encoding="utf-8")
    exec(compile("\n".join(snippets), page.name, "exec"), {"__name__": name})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
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
