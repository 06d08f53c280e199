"""Scenarios by name or path, and which one a running game is played in."""

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from haunted_env.games.destinies.generator import worlds as generated
from haunted_env.games.destinies.scenario.arrays import compile
from haunted_env.games.destinies.scenario.faults import ScenarioError
from haunted_env.games.destinies.scenario.load import load
from haunted_env.games.destinies.scenario.schema import Scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
DEFAULT = "the_long_ebb"
JOIN = "+"
POOLS = tuple(f"{generated.PREFIX}{generated.SEPARATOR}{name}" for name in generated.POOLS)
_used: dict[int, Scenario] = {}  # by key: what this process has loaded
_names: dict[int, str] = {}  # by key: how it was asked for


def shipped() -> tuple[str, ...]:
    """The names of the scenarios that come with the game."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def find(name: str) -> Scenario:
    """The scenario of this name, or in the file of this path."""
    if generated.is_generated(name):
        world = generated.named(name)
        if isinstance(world, generated.Pool):
            raise ScenarioError(f"scenario {name!r}: a pool of {world.n} worlds; name one by its seed, generated:7")
        return generated.scenario_of(world)
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


class Source(Protocol):
    """Where games get their world from: one scenario, or a pool of generated ones."""

    def of(self, seeds: np.ndarray) -> np.ndarray:
        """The key of the world of each game, from its seed."""

    def has(self, key: int) -> bool:
        """Whether it is one of them."""

    @property
    def characters(self) -> int:
        """How many there are, at least."""


@dataclass(frozen=True)
class Single:
    """One scenario."""

    key: int

    def of(self, seeds: np.ndarray) -> np.ndarray:
        return np.full(len(seeds), self.key)

    def has(self, key: int) -> bool:
        return key == self.key

    @property
    def characters(self) -> int:
        return len(known(self.key).characters)


@dataclass(frozen=True)
class Worlds:
    """The scenarios that the games of a batch are played in: one for all, or one for each by its seed."""

    sources: tuple[Source, ...]

    @property
    def keys(self) -> tuple[int, ...]:
        """The scenarios, if they are few enough to be named; none if games draw theirs from a pool."""
        singles = [source.key for source in self.sources if isinstance(source, Single)]
        return tuple(singles) if len(singles) == len(self.sources) else ()

    @property
    def varies(self) -> bool:
        return len(self.keys) != 1

    @property
    def key(self) -> int:
        """What stands in a record until it is dealt: the key of the only scenario, or one that tells their order."""
        if not self.varies:
            return self.keys[0]
        about = repr(self.keys or (self.sources, generated.VERSION))
        return int(hashlib.sha256(about.encode()).hexdigest()[:15], 16)

    @property
    def characters(self) -> int:
        """How many there are in the scenario that has the fewest."""
        return min(source.characters for source in self.sources)

    def of(self, seeds: np.ndarray) -> np.ndarray:
        found = np.zeros(len(seeds), np.int64)
        for number, source in enumerate(self.sources):
            rows = seeds % len(self.sources) == number
            found[rows] = source.of(seeds[rows])
        return found

    def has(self, key: int) -> bool:
        return any(source.has(key) for source in self.sources)


def source(name: str) -> Source:
    """The scenario of a name or path, or the pool of generated worlds."""
    world = generated.named(name) if generated.is_generated(name) else None
    return world if isinstance(world, generated.Pool) else Single(find(name).key)


def listed(value: str) -> list[str]:
    """The names in the option `scenario`: several are joined by +."""
    return value.split(JOIN) if JOIN in value and not Path(value).exists() else [value]


def worlds(value: str) -> Worlds:
    """The scenarios of the option `scenario`."""
    found = Worlds(tuple(source(name) for name in listed(value)))
    _names.setdefault(found.key, value)
    return found


def arrays_by_key(key: int) -> np.ndarray:
    """A scenario as compiled rules read it: an array of one entry."""
    world = generated.world_of(key)
    return generated.arrays_of(world) if world else arrays_of_file(key)


@functools.cache
def arrays_of_file(key: int) -> np.ndarray:
    return compile(known(key))


def of(game: Any) -> Scenario:
    """The scenario that a game (an array of one, or its record) is played in."""
    return known(int((game[0] if game.shape else game)["table"]["data_key"]))


def is_known(key: int) -> bool:
    return key in _used


def known(key: int) -> Scenario:
    """The scenario of a key: one that is shipped or was generated, or one that this process has used."""
    world = generated.world_of(key)
    if world:
        return generated.scenario_of(world)
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
    return name_by_key(scenario.key)


def name_by_key(key: int) -> str:
    """What the option `scenario` says for a game with this key."""
    world = generated.world_of(key)
    if world:
        return world.name
    return _names[key] if key in _names else _names[known(key).key]


def arrays_of(scenario: Scenario) -> np.ndarray:
    return arrays_by_key(scenario.key)
