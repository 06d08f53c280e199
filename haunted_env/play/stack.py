"""What the games of a batch are played with, beside their records: one entry for every world (scenario) among them.

A record says by its `data_key` which world it is played in. Compiled functions are handed the whole stack and find
their entry by that key, so that every game may have a world of its own and nothing is compiled anew: the stack has
2 ** k entries, and a world stands at `key & (2 ** k - 1)`, or at the next free entry after it.
"""

from collections.abc import Callable, Iterable, Set

import numpy as np

from haunted_env.spec import GameSpec
from haunted_env.spec.game import NO_DATA, Data


class Stack:
    """`data` is what compiled functions take; `need` sees to it that it holds some worlds."""

    def __init__(
        self,
        world: Callable[[int], np.ndarray],
        keys: Iterable[int],
        following: Callable[[int], tuple[int, ...]] = lambda key: (key,),
    ) -> None:
        self._world = world  # key -> an array of one entry
        self._following = following  # key -> all that a game in this world may come to, itself included
        self.held: set[int] = set()
        self._build(keys)

    def _build(self, keys: Iterable[int], room: int = 0) -> None:
        """Another array, with these worlds alone. Those that are held are copied: making one takes longer."""
        wanted = dict.fromkeys(key for begun in keys for key in self._following(begun))
        worlds = {key: self._found(key) if key in self.held else self._world(key) for key in wanted}
        size = 1
        while size < len(worlds) or (len(worlds) > 1 and 3 * size < 4 * max(len(worlds), room)):
            size *= 2
        self.held = set()
        first = next(iter(worlds.values()))
        self.data = first if size == 1 else np.zeros(size, first.dtype)
        for key, world in worlds.items():
            self._put(key, world)

    def _found(self, key: int) -> np.ndarray:
        """A world that is held, as an array of one entry, where it stands."""
        last = len(self.data) - 1
        place = key & last
        while self._keys[place] != key:
            place = place + 1 & last
        return self.data[place : place + 1]

    def _put(self, key: int, world: np.ndarray) -> None:
        last = len(self.data) - 1
        place = key & last
        if last:  # a single world is not copied
            while self._keys[place]:
                place = place + 1 & last
            self._raw[place] = world.view(np.uint8)
        self.held.add(key)

    def need(self, keys: Iterable[int], in_use: Callable[[], Set[int]]) -> None:
        """Hold the worlds of these keys. When there is no more room, those that are not in use make way."""
        missing = {key for begun in set(keys) - self.held for key in self._following(begun)} - self.held
        if not missing:
            return
        if len(self.data) == 1 or 4 * (len(self.held) + len(missing)) > 3 * len(self.data):
            wanted = dict.fromkeys((*sorted(missing), *sorted(self.held & in_use() | set(keys))))
            self._build(wanted, room=3 * len(wanted) // 2)
            return
        for key in sorted(missing):
            self._put(key, self._world(key))

    @property
    def _keys(self) -> np.ndarray:
        return self.data["key"]

    @property
    def _raw(self) -> np.ndarray:
        """The worlds as bytes, a row for each: copied ten times faster so."""
        return self.data.view(np.uint8).reshape(len(self.data), -1)

    def copy(self) -> "Stack":
        twin = object.__new__(Stack)
        twin.__dict__.update({**self.__dict__, "held": set(self.held)})
        if len(self.data) > 1:
            twin.data = self.data.copy()
        return twin


def data_of(spec: GameSpec, games: np.ndarray) -> Data:
    """What compiled functions take last for these games."""
    if spec.scenarios is None:
        return NO_DATA
    keys = np.unique(games["table"]["data_key"]).tolist()
    return Stack(spec.scenarios.data, keys, spec.scenarios.following).data
