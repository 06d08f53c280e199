"""Imports point one way: training, web, arena -> agents, envs -> registry -> games -> spec, core (DESIGN.md)."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "haunted_env"

# Part of the package -> the other parts it may import. `face` is every single module at the top but spec and
# registry: __init__, cli, the *_v0 modules. No part lists games: the registry finds them by name, when asked.
# core and spec are one level: the batch drives any game through its GameSpec.
BASE = {"core", "spec"}
MAY_IMPORT = {
    "core": {"spec"},
    "spec": {"core"},
    "games": BASE,
    "registry": BASE,
    "envs": BASE | {"registry", "agents"},
    "agents": BASE | {"registry", "envs"},
    "arena": BASE | {"registry", "agents", "envs"},
    "web": BASE | {"registry", "agents", "envs", "arena"},
    "face": BASE | {"registry", "agents", "envs", "arena", "web"},
    "cli": BASE | {"registry", "agents", "envs", "arena", "web", "face"},
    "training": BASE | {"registry", "agents", "envs", "arena", "face"},
}

# What `pip install haunted-env` does without, or (Pillow) what only drawing needs.
OPTIONAL = {
    "PIL",
    "matplotlib",
    "open_spiel",
    "openskill",
    "pyspiel",
    "ray",
    "safetensors",
    "sb3_contrib",
    "scipy",
    "stable_baselines3",
    "tensorboard",
    "torch",
}
LIGHT_PARTS = ("core", "spec", "games", "registry", "face")


def part_of(module: str) -> str:
    """The part of the project a dotted module name belongs to; empty for other people's modules."""
    names = module.split(".")
    if names[0] == "training":
        return "training"
    if names[0] != "haunted_env":
        return ""
    top = names[1] if len(names) > 1 else "face"
    if top == "__main__":  # the command line under another name
        return "cli"
    if top in MAY_IMPORT or (PACKAGE / top).is_dir():
        return top
    return "face"


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
def test_imports_point_one_way(path):
    own = part_of(module_name(path))
    assert own in MAY_IMPORT, f"haunted_env/{own}/ is new: say in MAY_IMPORT what it may import"
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for line, module in imported(path)
        if part_of(module) not in {"", own} | MAY_IMPORT[own] and module != "haunted_env"  # its version
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", sorted((PACKAGE / "games").glob("*/**/*.py")), ids=module_name)
def test_games_do_not_import_each_other(path):
    own = path.relative_to(PACKAGE / "games").parts[0]
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for line, module in imported(path)
        if part_of(module) == "games" and module.split(".")[2:3] != [own]
    ]
    assert not wrong, "\n".join(wrong)


def test_core_names_no_game():
    """Docstrings may give examples."""
    games = [folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()]
    wrong = []
    for path in (PACKAGE / "spec.py", *sorted((PACKAGE / "core").rglob("*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            text = str(node.value) if isinstance(node, ast.Constant) and id(node) not in documentation else ""
            wrong += [f"{path.name}:{node.lineno} names {game}" for game in games if re.search(rf"\b{game}\b", text)]
    assert games
    assert not wrong, "\n".join(wrong)


def test_only_the_registry_finds_games_by_name():
    wrong = []
    for path in sources():
        if part_of(module_name(path)) in ("games", "registry"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and str(node.value).startswith("haunted_env.games"):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", [p for p in sources() if part_of(module_name(p)) in LIGHT_PARTS], ids=module_name)
def test_optional_packages_are_imported_where_they_are_used(path):
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for line, module in imported(path, body_only=True)
        if module.split(".")[0] in OPTIONAL
    ]
    assert not wrong, "\n".join(wrong)


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
