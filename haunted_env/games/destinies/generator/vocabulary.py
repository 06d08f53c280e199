"""The words that worlds are put together from: `words/*.toml`, what all have in common and what belongs to a theme."""

import functools
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "words"
SHARED, THEME = "shared", "theme_"


@functools.cache
def shared() -> dict[str, Any]:
    """The tables of all shared files."""
    found: dict[str, Any] = {}
    for path in sorted(FOLDER.glob(f"{SHARED}*.toml")):
        for name, table in read(path).items():
            found.setdefault(name, []).extend(table) if isinstance(table, list) else found.setdefault(name, table)
    return found


@functools.cache
def themes() -> dict[str, dict[str, Any]]:
    """By name, the tables of each theme, with the shared rows of the tables that both have behind its own."""
    found = {}
    for path in sorted(FOLDER.glob(f"{THEME}*.toml")):
        theme = read(path)
        both = {name: [*table, *shared().get(name, [])] for name, table in theme.items() if isinstance(table, list)}
        found[path.stem.removeprefix(THEME)] = {**theme, **both, "own": theme}
    return found


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def inside(name: str) -> str:
    """A name in the middle of a sentence: the Market for The Market."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def lowered(sentence: str) -> str:
    """A sentence that goes on from another one."""
    return sentence[0].lower() + sentence[1:]
