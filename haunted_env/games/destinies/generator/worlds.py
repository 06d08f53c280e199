"""Generated worlds by name and by key: single ones, and pools to train on and to test with (DS-GEN-5 to DS-GEN-8).

generated:7          generated:7:small        one world
generated:train      generated:test:large     a world of a pool for every game, by its seed
generated:train:small:500                     the first 500 worlds of a pool
"""

import functools
import hashlib
import zlib
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from haunted_env.games.destinies.data import SCENARIO
from haunted_env.games.destinies.generator.assemble import document
from haunted_env.games.destinies.generator.plan import SIZES
from haunted_env.games.destinies.generator.written import written
from haunted_env.games.destinies.scenario.arrays import compile
from haunted_env.games.destinies.scenario.faults import ScenarioError
from haunted_env.games.destinies.scenario.load import build
from haunted_env.games.destinies.scenario.schema import Scenario

VERSION = 1  # goes up when a seed gives another world than before
PREFIX = "generated"
SEPARATOR = ":"
SIZE = "medium"  # unless it is named
SEEDS = 2**32
POOLS = {"train": (1_000_000, 10_000), "test": (2_000_000, 1_000)}  # the first seed, how many
SPELT = "generated:SEED, generated:train or generated:test, each with :small, :medium or :large behind it if wanted"

# Keys: this bit tells them from those of files, which are hashes of 60 bits; then version, size and seed.
MADE, VERSION_SHIFT, SIZE_SHIFT = 1 << 60, 40, 32
NAMES = tuple(SIZES)


class World(NamedTuple):
    """One generated world."""

    seed: int
    size: str

    @property
    def key(self) -> int:
        """What stands in a record: it says everything that is needed to make the world again."""
        return MADE | VERSION << VERSION_SHIFT | NAMES.index(self.size) << SIZE_SHIFT | self.seed

    @property
    def name(self) -> str:
        return SEPARATOR.join((PREFIX, str(self.seed), self.size))


@dataclass(frozen=True)
class Pool:
    """Worlds of which every game has one, by its seed."""

    name: str
    size: str
    n: int

    def of(self, seeds: np.ndarray) -> np.ndarray:
        """DS-GEN-6."""
        return World(POOLS[self.name][0], self.size).key + (mixed(seeds) % np.uint64(self.n)).astype(np.int64)

    def has(self, key: int) -> bool:
        first = World(POOLS[self.name][0], self.size).key
        return first <= key < first + self.n

    @property
    def characters(self) -> int:
        return SIZES[self.size].characters


def mixed(seeds: np.ndarray) -> np.ndarray:
    """Numbers that look random and depend on the seeds alone: neighbouring games get worlds that are no neighbours."""
    x = seeds.astype(np.uint64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x = (x ^ x >> np.uint64(shift)) * np.uint64(factor)
    return x ^ x >> np.uint64(31)


def is_generated(name: str) -> bool:
    return name.partition(SEPARATOR)[0] == PREFIX


def named(name: str) -> World | Pool:
    """The world or the pool of a name; a ScenarioError says how one is spelt (DS-GEN-8)."""
    which, *about = name.split(SEPARATOR)[1:] or [""]
    size = about.pop(0) if about else SIZE
    problem = fault_of(which, size, about)
    if problem:
        raise ScenarioError(f"scenario {name!r}: {problem}; say {SPELT}")
    if which in POOLS:
        return Pool(which, size, int(about[0]) if about else POOLS[which][1])
    return World(int(which), size)


def fault_of(which: str, size: str, about: list[str]) -> str:
    """What is wrong with the parts of a name, in words; empty if nothing is."""
    if not which:
        return "which world is meant?"
    if size not in SIZES:
        return f"there is no size {size!r}, only {', '.join(NAMES)}"
    if which in POOLS:
        most = POOLS[which][1]
        if len(about) > 1 or (about and not (is_number(about[0]) and 1 <= int(about[0]) <= most)):
            return f"behind the size expected how many worlds, from 1 to {most}, not {SEPARATOR.join(about)!r}"
    elif not which.isascii() or not which.isdigit():
        return f"{which!r} is neither the seed of a world nor a pool"
    elif not is_number(which) or int(which) >= SEEDS:
        return f"seeds of worlds go from 0 to {SEEDS - 1}"
    elif about:
        return f"{SEPARATOR.join(about)!r} at the end is too much"
    return ""


def world(seed: int, size: str = SIZE) -> World:
    """A world of a seed and a size that people give."""
    found = named(SEPARATOR.join((PREFIX, str(seed), size)))
    assert isinstance(found, World)
    return found


def is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= len(str(SEEDS))


def world_of(key: int) -> World | None:
    """The world that a record names; None if it is of another kind. A ScenarioError if it is of another version."""
    if not key & MADE or key < 0:
        return None
    version = key >> VERSION_SHIFT & 0xFFFF
    if version != VERSION:
        said = f"made by version {version} of the generator, this is version {VERSION}"
        raise ScenarioError(f"the world of this game was {said}: play it with the release it comes from")
    return World(key & SEEDS - 1, NAMES[key >> SIZE_SHIFT & 0xFF])


def text_of(world: World) -> str:
    """The world as the text of a scenario file."""
    comment = f"Generated by haunted-env: seed {world.seed}, size {world.size}, version {VERSION} of the generator."
    return written(document(*world), comment)


def build_world(world: World, checked: bool = True) -> Scenario:
    about = f"{world.name}, version {VERSION}"
    return build(document(*world), hashlib.sha256(about.encode()).hexdigest(), world.key, checked)


def check(world: World) -> None:
    """Raise a ScenarioError with every fault of a world."""
    build_world(world)


@functools.lru_cache(maxsize=64)
def scenario_of(world: World) -> Scenario:
    """The world as plain data, checked."""
    return build_world(world)


def arrays_of(world: World) -> np.ndarray:
    """The world as compiled rules read it: an array of one entry."""
    return np.frombuffer(zlib.decompress(packed(world)), SCENARIO).copy()  # compiled code takes no read-only arrays


@functools.cache
def packed(world: World) -> bytes:
    """The same in a tenth of the space: a process keeps every world that any of its games has needed."""
    return zlib.compress(compile(build_world(world, checked=False)).tobytes(), 1)
