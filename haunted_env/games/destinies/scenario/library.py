"""Scenarios by name or path, and which one a running game is played in."""

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.games.destinies.scenario.arrays import compile
from haunted_env.games.destinies.scenario.faults import ScenarioError
from haunted_env.games.destinies.scenario.load import load
from haunted_env.games.destinies.scenario.schema import Scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
DEFAULT = "the_long_ebb"
JOIN = "+"
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
    if _names.get(scenario.key) in shipped():  # of paths the latest: an earlier one may hold something else by now
        name = _names[scenario.key]
    remember(scenario, name)
    return scenario


def remember(scenario: Scenario, name: str) -> None:
    """Know a scenario by its key from now on, and what it is called."""
    _used[scenario.key] = scenario
    _names[scenario.key] = name


@dataclass(frozen=True)
class Worlds:
    """The scenarios that the games of a batch are played in: one for all, or one after the other by the seed."""

    keys: tuple[int, ...]

    @property
    def varies(self) -> bool:
        return len(self.keys) > 1

    @property
    def key(self) -> int:
        """What stands in a record until it is dealt: the key of the only scenario, or one that tells their order."""
        if not self.varies:
            return self.keys[0]
        return int(hashlib.sha256(repr(self.keys).encode()).hexdigest()[:15], 16)

    def of(self, seeds: np.ndarray) -> np.ndarray:
        return np.array(self.keys, np.int64)[seeds % len(self.keys)]

    def has(self, key: int) -> bool:
        return key in self.keys


def listed(value: str) -> list[str]:
    """The names in the option `scenario`: several are joined by +."""
    return value.split(JOIN) if JOIN in value and not Path(value).exists() else [value]


def worlds(value: str) -> Worlds:
    """The scenarios of the option `scenario`."""
    found = Worlds(tuple(find(name).key for name in listed(value)))
    _names.setdefault(found.key, value)
    return found


@functools.cache
def arrays_by_key(key: int) -> np.ndarray:
    """A scenario as compiled rules read it: an array of one entry."""
    return compile(known(key))


def of(game: Any) -> Scenario:
    """The scenario that a game (an array of one, or its record) is played in."""
    return known(int((game[0] if game.shape else game)["table"]["data_key"]))


def is_known(key: int) -> bool:
    return key in _used


def known(key: int) -> Scenario:
    """The scenario of a key: one that is shipped, or one that this process has used."""
    if key not in _used:
        from haunted_env.games.destinies.campaign import library as campaigns  # which is made of scenarios

        for name in shipped():
            find(name)
        for name in campaigns.shipped():
            campaigns.find(name)
    if key not in _used:
        raise ScenarioError("the scenario of this game is not loaded: make an environment with it first")
    return _used[key]


def name_of(scenario: Scenario) -> str:
    """The name or path that `find` takes."""
    return _names[scenario.key]


def name_by_key(key: int) -> str:
    """What the option `scenario` says for a game with this key."""
    return _names[key] if key in _names else name_of(known(key))


def arrays_of(scenario: Scenario) -> np.ndarray:
    return arrays_by_key(scenario.key)
