"""The only list of games. Adding a game is adding its line here: modules, ids and tools follow from it.

A game's version stands here alone, for it has to be known without importing the game.
"""

import importlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from haunted_env.spec import GameSpec


class Entry(NamedTuple):
    """What is known of a game without importing it."""

    version: int  # raised whenever the same seed and actions give another game
    solo: bool = False  # it can be played alone, and is then a plain Gymnasium environment


GAMES = {
    "haunted_destinies": Entry(version=0),
    "haunting_house": Entry(version=0),
    "ghosts_in_the_graveyard": Entry(version=0),
    "destinies": Entry(version=0, solo=True),
}


def full_name(base: str) -> str:
    """A game's name with its version, as `make` takes it."""
    return f"{base}_v{GAMES[base].version}"


def spec(name: str) -> "GameSpec":
    """The description of a game, by name with or without its version (`haunted_destinies_v0`)."""
    name = name.removeprefix("haunted/")  # as PettingZoo's own registry has it
    base = name.rsplit("_v", 1)[0].rsplit("-v", 1)[0]
    if base not in GAMES:
        raise ValueError(f"unknown game {name!r}; there are: {', '.join(GAMES)}")
    found: GameSpec = importlib.import_module(f"haunted_env.games.{base}").SPEC
    if name not in (base, full_name(base), f"{base}-v{found.version}"):
        raise ValueError(f"unknown version in {name!r}; this is {base}_v{found.version}")
    return found
