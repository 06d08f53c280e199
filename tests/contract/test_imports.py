"""Imports point down, layer by layer; games and optional packages are found when they are asked for."""

import ast
import functools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "haunted_env"

# The parts of the project, lowest first: a part imports lower ones only. `face` is haunted_env/__init__.py.
LAYERS = (
    {"engine", "version"},
    {"spec"},
    {"registry"},
    {"games"},
    {"play"},
    {"agents"},
    {"arena", "envs"},
    {"face", "leakcheck", "learning"},
    {"cli", "training", "web"},
)
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
NAME_NO_GAME = ("engine", "spec", "play", "agents", "envs", "arena", "leakcheck")

# What only extras install, and (Pillow) what only drawing needs.
OPTIONAL = {
    "PIL",
    "agilerl",
    "jinja2",
    "markupsafe",
    "matplotlib",
    "open_spiel",
    "openskill",
    "pufferlib",
    "pyspiel",
    "ray",
    "sb3_contrib",
    "scipy",
    "stable_baselines3",
    "tensorboard",
    "tensordict",
    "tianshou",
    "torch",
    "torchrl",
    "tyro",
}
# The modules that are of no use without an extra, and are imported when it is asked for.
ADAPTERS = ("openspiel", "openspiel_bot", "pufferlib", "rllib", "sb3", "tianshou", "torchrl")
NEED_EXTRAS = {"haunted_env.arena.figures", "haunted_env.arena.pages", "haunted_env.leakcheck.openspiel"} | {
    f"haunted_env.envs.{name}" for name in ADAPTERS
}
NEED_EXTRAS |= {
    f"haunted_env.learning.{name}"
    for name in (
        *("beginnings", "checkpoints", "config", "critic", "curves", "evaluation", "journal", "opponents", "policy"),
        *("ppo", "run", "saving", "sparse"),
    )
}  # streams need none: they are for learners of one's own


def part_of(module: str) -> str:
    """The part of the project a dotted module name belongs to; empty for other people's modules."""
    names = module.split(".")
    if names[0] == "training":
        return "training"
    if names[0] != "haunted_env":
        return ""
    return {"": "face", "__main__": "cli"}.get(top := ".".join(names[1:2]), top)


def module_name(path: Path) -> str:
    names = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def sources() -> list[Path]:
    return [p for folder in ("haunted_env", "training") for p in sorted((ROOT / folder).rglob("*.py"))]


def imported(path: Path, body_only: bool = False) -> Iterator[tuple[int, str]]:
    """(line, module) of every import of a file; with `body_only`, of those that run when it is imported."""
    package = module_name(path) if path.name == "__init__.py" else module_name(path).rpartition(".")[0]
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for node in tree.body if body_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")
                base = ".".join(parents[: len(parents) - node.level + 1] + ([base] if base else []))
            for alias in node.names:
                yield node.lineno, _module_or_owner(base, alias.name)


def _module_or_owner(base: str, name: str) -> str:
    """`from a.b import c` imports the module a.b.c if there is one, and otherwise something out of a.b."""
    if base.split(".")[0] not in ("haunted_env", "training"):
        return base
    place = ROOT.joinpath(*base.split("."), name)
    return f"{base}.{name}" if place.is_dir() or place.with_suffix(".py").exists() else base


@pytest.mark.parametrize("path", sources(), ids=module_name)
def test_imports_point_down(path):
    own = part_of(module_name(path))
    assert own in LEVEL, f"haunted_env/{own} is new: say in LAYERS where it belongs"
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for line, module in imported(path)
        if part_of(module) not in ("", own) and LEVEL[part_of(module)] >= LEVEL[own]
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", sources(), ids=module_name)
def test_games_are_imported_by_nobody_but_themselves(path):
    names = module_name(path).split(".")
    own = names[:3] if part_of(module_name(path)) == "games" else []
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for line, module in imported(path)
        if part_of(module) == "games" and module.split(".")[:3] != own
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "path", [path for path in sources() if part_of(module_name(path)) in NAME_NO_GAME], ids=module_name
)
def test_what_serves_all_games_names_none(path):
    """Nor any of their files; docstrings and comments may give examples."""
    folders = [folder for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()]
    assert folders
    elsewhere = {file.name for file in PACKAGE.rglob("*.py") if PACKAGE / "games" not in file.parents}
    files = {file.name for folder in folders for file in folder.rglob("*.*") if file.suffix in (".py", ".toml")}
    names = {folder.name for folder in folders} | files - elsewhere
    code = ast.unparse(WithoutDocstrings().visit(ast.parse(path.read_text(encoding="utf-8"))))
    assert not {name for name in names if re.search(rf"\b{re.escape(name)}\b", code)}


class WithoutDocstrings(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        return None if isinstance(node.value, ast.Constant) else node


def test_only_the_registry_finds_games_by_name():
    wrong = []
    for path in sources():
        if part_of(module_name(path)) in ("games", "registry"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and str(node.value).startswith("haunted_env.games"):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not wrong, "\n".join(wrong)


@functools.cache
def loaded_with(module: str) -> frozenset[str]:
    """All modules that an import of one of ours brings along, by what its files import outside functions."""
    found = {module}
    waiting = [module]
    while waiting:
        place = ROOT.joinpath(*waiting.pop().split("."))
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if path.exists():
            new = {owner for _, name in imported(path, body_only=True) for owner in with_parents(name)} - found
            found |= new
            waiting += new
    return frozenset(found)


def with_parents(module: str) -> Iterator[str]:
    """Importing a.b.c imports a and a.b first."""
    names = module.split(".")
    return (".".join(names[:n]) for n in range(1, len(names) + 1))


OURS = [name for name in map(module_name, sources()) if part_of(name) != "training"]


@pytest.mark.parametrize("module", [name for name in OURS if name not in NEED_EXTRAS])
def test_optional_packages_are_imported_where_they_are_used(module):
    assert not {name for name in loaded_with(module) if name.split(".")[0] in OPTIONAL}


@pytest.mark.parametrize("module", sorted(NEED_EXTRAS))
def test_modules_that_need_an_extra_do_need_it(module):
    assert {name for name in loaded_with(module) if name.split(".")[0] in OPTIONAL}


def test_importing_the_package_imports_no_game_and_no_torch():
    code = "import sys, haunted_env; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "haunted_env" in loaded
    assert not {m for m in loaded if m.startswith("haunted_env.games.")}
    assert not {"torch", "stable_baselines3", "ray", "pyspiel", "matplotlib"} & loaded


def test_the_extra_for_contests_holds_only_what_contests_import():
    """Nothing is installed for nothing; training names its own packages."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "haunted_env").rglob("*.py"))
    names = [re.split(r"[<>=]", requirement)[0] for requirement in extras["arena"]]
    assert names
    for name in names:
        assert re.search(rf"^\s*(?:import|from) {name}\b", sources, re.MULTILINE), f"{name} is never imported"
