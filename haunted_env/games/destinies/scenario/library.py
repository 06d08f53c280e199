"""Scenarios by name or path, and which one a running game is played in."""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.games.destinies.scenario.arrays import compile
from haunted_env.games.destinies.scenario.faults import ScenarioError
from haunted_env.games.destinies.scenario.load import load
from haunted_env.games.destinies.scenario.schema import Scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
DEFAULT = "the_long_ebb"
_used: dict[int, Scenario] = {}  # by key: what this process has loaded
_names: dict[int, str] = {}  # by key: how it was asked for


def shipped() -> tuple[str, ...]:
    """The names of the scenarios that come with the game."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def find(name: str) -> Scenario:
    """The scenario of this name, or in the file of this path."""
    path = FOLDER / f"{name}.toml"
    if name in shipped():
        scenario = load(path)
    elif Path(name).suffix == ".toml":
        scenario = load(name)
    else:
        known = ", ".join(shipped())
        raise ScenarioError(f"scenario {name!r}: not the name of a scenario ({known}) nor the path of a .toml file")
    _used[scenario.key] = scenario
    if _names.get(scenario.key) not in shipped():  # the latest path: an earlier one may hold something else by now
        _names[scenario.key] = name
    return scenario


@functools.cache
def _arrays(key: int) -> np.ndarray:
    return compile(_used[key])


def arrays(name: str) -> np.ndarray:
    """The scenario of a name or path as compiled rules read it."""
    return _arrays(find(name).key)


def of(game: Any) -> Scenario:
    """The scenario that a game (an array of one, or its record) is played in."""
    return known(int((game[0] if game.shape else game)["table"]["data_key"]))


def known(key: int) -> Scenario:
    """The scenario of a key: one that is shipped, or one that this process has used."""
    if key not in _used:
        for name in shipped():
            find(name)
    if key not in _used:
        raise ScenarioError("the scenario of this game is not loaded: make an environment with it first")
    return _used[key]


def name_of(scenario: Scenario) -> str:
    """The name or path that `find` takes."""
    return _names[scenario.key]


def arrays_of(scenario: Scenario) -> np.ndarray:
    return _arrays(scenario.key)
