"""The only list of games. Adding a game is adding its line here."""

import importlib

from haunted_env.spec import GameSpec

GAMES = ("haunted_destinies", "haunting_house", "ghosts_in_the_graveyard", "destinies")


def spec(name: str) -> GameSpec:
    """The description of a game, by name with or without its version (`haunted_destinies_v0`)."""
    base = name.rsplit("_v", 1)[0].rsplit("-v", 1)[0].rsplit("/", 1)[-1]
    if base not in GAMES:
        raise ValueError(f"unknown game {name!r}; there are: {', '.join(GAMES)}")
    found: GameSpec = importlib.import_module(f"haunted_env.games.{base}").SPEC
    if name not in (base, f"{base}_v{found.version}", f"{base}-v{found.version}") and "/" not in name:
        raise ValueError(f"unknown version in {name!r}; this is {base}_v{found.version}")
    return found
