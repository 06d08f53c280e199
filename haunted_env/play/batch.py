"""N games side by side: their records, the arrays the compiled functions write, threads and seeds.

The only thing that steps games. Everything that plays games sits on this: the AEC environment is a batch of one.
"""

import copyreg
import functools
import itertools
import os
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from haunted_env import registry
from haunted_env.engine.apart import address_of
from haunted_env.engine.entries import (
    AUTORESET,
    DEAL,
    ENDED,
    ENGINE,
    FEATURES,
    LOCATE,
    LOOK,
    OBSERVE,
    REFUSED,
    RELATIVE,
    RESUME,
    RUNNING,
)
from haunted_env.play import seeds as seeding
from haunted_env.play.stack import Stack
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT, FULL, NO_DATA, Data

__all__ = ["ENDED", "REFUSED", "RUNNING", "Batch", "Look"]

PARTS = 2  # of the games, for each thread
ZERO = np.zeros(1, np.int64)
SHOWN_CHOICES = 12  # legal actions named in an error message


class Look(NamedTuple):
    """What some seats may know and do, a row per game: see `Batch.look`."""

    observations: np.ndarray
    masks: np.ndarray
    card_masks: np.ndarray
    location_masks: np.ndarray  # without things unless asked for


class Batch:
    """`n` games of one kind with the same options.

    After `deal`, `step` and `load` the arrays hold, row by row: `seats` (who decides next, -1 if nobody does),
    `observations`, `masks` and `card_masks` (what that seat may know and do), `rewards` (every seat's) and `status`
    (RUNNING or ENDED). They are overwritten by the next call.

    observation: what is written into `observations`: "full", "compact" or None (nothing; `card_masks` neither).
    masks: also write `location_masks`, where things may be for all the seat knows: that takes counting. They are empty
        otherwise.
    relative_seats: seat 0 is oneself, 1 the left neighbour, in observations and in actions that name a seat.
    threads: how many threads share the games; the games do not depend on it.
    autoreset: a finished game is dealt again at once, from the seed that follows its own.
    """

    def __init__(
        self,
        spec: GameSpec,
        n: int,
        options: dict[str, Any] | None = None,
        *,
        observation: str | None = FULL,
        relative_seats: bool = True,
        threads: int = 1,
        autoreset: bool = False,
        masks: bool = False,
    ) -> None:
        for name, value in (("number of games", n), ("threads", threads)):
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
                raise ValueError(f"{name}={value!r}: expected a whole number of at least 1")
        self.spec = spec
        self.n = int(n)
        self.options = spec.check_options(options or {})
        self.observation = observation
        self.layout = spec.observation_layout(observation) if observation is not None else None
        self.relative_seats = bool(relative_seats)
        self.locates = bool(masks)
        self.threads = min(int(threads), self.n)
        blank = spec.new_game(self.options)
        self.n_seats = int(blank["table"]["n_seats"][0])
        self.autoreset = bool(autoreset)
        self.worlds = spec.scenarios.worlds(self.options) if spec.scenarios else None
        self._varies = self.worlds is not None and self.worlds.varies  # then `_renew` deals finished games again
        self.stack = None
        if spec.scenarios is not None and self.worlds is not None:
            first = self.worlds.of(ZERO).tolist()
            self.stack = Stack(spec.scenarios.data, first, spec.scenarios.following)
        self._blank = blank.view(np.uint8).copy()
        resets = AUTORESET * (self.autoreset and not self._varies)
        self._mode = RELATIVE * self.relative_seats | resets | OBSERVE * (observation == FULL)
        self._mode |= LOCATE * self.locates
        self._advance, self._choose_random = spec.compiled(ENGINE)
        self._writer = _writer(spec, observation)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_of = 0  # the process that has it
        self.rows = np.arange(self.n)
        self._slices = self._parts(self.n)
        self._use(np.zeros(self.n, spec.record), self._written(self.n, observation, self.locates))
        self.raw[:] = self._blank

    def _written(self, n: int, observation: str | None, masks: bool) -> tuple[np.ndarray, ...]:
        """The arrays that `advance` reads and writes beside the games, in order."""
        spec = self.spec
        width = spec.observation_layout(observation).size if observation is not None else 0
        return (
            np.full(n, -1, np.int64),
            np.zeros(n, np.int64),
            np.full(n, -1, np.int8),
            np.zeros((n, width), np.int8),
            np.zeros((n, spec.actions.size), np.int8),
            np.zeros((n, spec.card_slots[0] * spec.card_slots[1]), np.int8),
            np.zeros((n, spec.locations.size * masks), np.int8),
            np.zeros((n, self.n_seats), np.float32),
            np.zeros(n, np.int8),
        )

    def _use(self, games: np.ndarray, arrays: tuple[np.ndarray, ...]) -> None:
        self.games, self.arrays = games, arrays
        self.actions, self.seeds, self.seats, self.observations, self.masks, cards, locations, *ends = arrays
        self.rewards, self.status = ends
        self.raw = games.view(np.uint8).reshape(self.n, -1)  # copying this copies games, twenty times faster
        self.card_masks = cards.reshape(self.n, *self.spec.card_slots)
        self.location_masks = self._shaped(locations)
        self._hand_over()
        # For `act`: memory of single numbers is reached faster than arrays.
        self._action, self._status = self.actions.data, self.status.data

    @property
    def data(self) -> Data:
        """The last argument of compiled functions."""
        return NO_DATA if self.stack is None else self.stack.data

    def _hand_over(self) -> None:
        """What `act` calls the engine with."""
        self._call = (self.rows, self.games, *self.arrays, self._mode, self._writer, self.data)

    def _shaped(self, locations: np.ndarray) -> np.ndarray:
        n_places = len(self.spec.locations.places)
        return locations.reshape(len(locations), locations.shape[1] // n_places, n_places)

    # Playing

    def deal(self, seeds: Any, rows: np.ndarray | None = None) -> None:
        """Set up games, each from its own seed: all, or those in some rows."""
        rows = self._rows(rows)
        given = np.asarray(seeds)
        if given.dtype.kind not in "iu" or given.shape not in ((), rows.shape):
            raise ValueError(f"seeds: expected {len(rows)} whole numbers, got {given.dtype} of shape {given.shape}")
        self.seeds[rows] = given
        self._deal(rows)

    def _deal(self, rows: np.ndarray) -> None:
        self.raw[rows] = self._blank
        if self.worlds is not None and self._varies:
            keys = self.worlds.of(self.seeds[rows])
            self.games["table"]["data_key"][rows] = keys
            self._need(keys)
        self._run_all(rows, self._mode | DEAL)

    def load(self, games: np.ndarray, rows: Any = None, *, resume: bool = True) -> None:
        """Put games (an array of records) in place of others.

        Games made from positions still have to run to their first decision; `resume=False` leaves them as they are.
        """
        rows = self._rows(rows)
        games = np.ascontiguousarray(games)
        if games.dtype != self.spec.record or games.shape != rows.shape:
            raise ValueError(f"games: expected {len(rows)} records of {self.spec.name}, got shape {games.shape}")
        if (games["table"]["n_seats"] != self.n_seats).any():
            seats = sorted(set(games["table"]["n_seats"].tolist()))
            raise ValueError(f"games: expected {self.n_seats} players as in the batch, got {seats}")
        self._check_data(games)
        self.raw[rows] = games.view(np.uint8).reshape(len(games), -1)
        self.seats[rows] = games["table"]["decider"]
        self._run_all(rows, self._mode & ~AUTORESET | (RESUME if resume else LOOK))

    def _check_data(self, games: np.ndarray) -> None:
        """Refuse games in worlds that do not belong to the options of the batch; hold the others' ready."""
        if self.worlds is None:
            return
        keys = np.unique(games["table"]["data_key"])
        if not all(self.worlds.has(key) for key in keys.tolist()):
            raise ValueError("this game is played with other data than the batch: make the batch with its options")
        if self._varies:
            self._need(keys)

    def _need(self, keys: np.ndarray) -> None:
        """Hold the worlds of these keys beside those of the games under way."""
        assert self.stack is not None
        before = self.stack.data
        self.stack.need(keys.tolist(), lambda: set(self.games["table"]["data_key"].tolist()))
        if self.stack.data is not before:
            self._hand_over()

    def _renew(self, rows: np.ndarray) -> None:
        """Deal finished games again, in the worlds of their new seeds; rewards and status speak of the old ones."""
        ended = rows[self.status[rows] == ENDED]
        if not len(ended):
            return
        rewards = self.rewards[ended]
        self.seeds[ended] = [seeding.following_seed(seed) for seed in self.seeds[ended].tolist()]
        self._deal(ended)
        self.rewards[ended], self.status[ended] = rewards, ENDED

    def step(self, actions: Any, rows: np.ndarray | None = None) -> None:
        """Carry out one action in every game, or in those of some rows. If one is illegal, a ValueError names it and
        no game is changed."""
        rows = self._rows(rows)
        given = self._whole_numbers(actions, rows)
        size = self.masks.shape[1]
        inside = (given >= 0) & (given < size)
        if not inside.all():
            first = int(inside.argmin())
            raise ValueError(f"game {rows[first]}: action {given[first]} is outside 0..{size - 1}")
        allowed = self.masks[rows, given]
        if not allowed.all():
            first = int(allowed.argmin())
            raise ValueError(f"game {rows[first]}: {self.refusal(int(rows[first]), int(given[first]))}")
        self.actions[rows] = given
        self._run(rows, self._mode)
        if (self.status[rows] == REFUSED).any():
            refused = rows[self.status[rows] == REFUSED].tolist()
            raise RuntimeError(
                f"masks was changed from outside: games {refused} refused their actions, the others went on"
            )

    def is_legal(self, actions: Any, rows: np.ndarray | None = None) -> np.ndarray:
        """Which of these actions `step` would carry out, a boolean per game."""
        rows = self._rows(rows)
        given = self._whole_numbers(actions, rows)
        inside = (given >= 0) & (given < self.masks.shape[1])
        legal: np.ndarray = inside & (self.masks[rows, np.where(inside, given, 0).astype(np.int64)] != 0)
        return legal

    def _whole_numbers(self, actions: Any, rows: np.ndarray) -> np.ndarray:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, got an array of {given.dtype}")
        if given.shape != rows.shape:
            raise ValueError(f"actions: expected shape {rows.shape}, got {given.shape}")
        return given

    def act(self, action: int) -> int:
        """Carry out one action in the only game of a batch of one, and return its status: the shortest way. An illegal
        action is REFUSED and changes nothing."""
        self._action[0] = action
        self._advance(*self._call)
        if self._varies and self.autoreset:
            self._renew(self.rows)
        return self._status[0]

    def step_random(self, generators: np.ndarray) -> None:
        """Choose a random legal action in every game (see `generators`) and carry it out."""

        def work(part: slice) -> None:
            self._choose_random(self.masks[part], generators[part], self.actions[part])
            self._run_part(self.rows[part], self._mode)

        self._in_slices(work, self._slices)
        if self._varies and self.autoreset:
            self._renew(self.rows)

    def random_actions(self, generators: np.ndarray) -> np.ndarray:
        """A random legal action per game; -1 where a game is over. Overwritten by the next call."""
        self._choose_random(self.masks, generators, self.actions)
        return self.actions

    def generators(self, seed: int) -> np.ndarray:
        """One random generator per game for players, independent of the games' own."""
        return seeding.generators(seed, self.n)

    def close(self) -> None:
        if self._pool is not None and self._pool_of == os.getpid():
            self._pool.shutdown()
        self._pool = None

    # Looking

    def look(
        self, views: Any = None, rows: Any = None, observation: str | None = None, masks: bool | None = None
    ) -> Look:
        """What seats may know and do, in arrays of their own, a row per game asked for.

        views: the seats that look (absolute); the deciding ones unless given. Masks are empty for others than these.
        observation: "full" or "compact"; as in the batch unless given.
        masks: with `location_masks`; as in the batch unless given.
        """
        rows = self._rows(rows)
        masks = self.locates if masks is None else bool(masks)
        kind = observation or self.observation or FULL
        n = len(rows)
        games = self.copied(rows)
        arrays = self._written(n, kind, masks)
        arrays[2][:] = games["table"]["decider"] if views is None else views
        mode = self._mode & RELATIVE | LOOK | OBSERVE * (kind == FULL) | LOCATE * masks
        part = np.arange(n)
        self._advance(part, games, *arrays, mode, _writer(self.spec, kind), self.data)
        return Look(arrays[3], arrays[4], arrays[5].reshape(n, *self.spec.card_slots), self._shaped(arrays[6]))

    def game(self, row: int) -> np.ndarray:
        """One game, as an array of one record: what the words and queries of a game take. It changes with the batch."""
        return self.games[row : row + 1]

    def copied(self, rows: np.ndarray) -> np.ndarray:
        """The records of some games, as an array of its own."""
        return self.raw[rows].view(self.spec.record).reshape(-1)

    def clone(self) -> "Batch":
        """An independent copy, seeds and arrays included."""
        twin = object.__new__(Batch)
        twin.__dict__.update({**self.__dict__, "_pool": None, "stack": self.stack and self.stack.copy()})
        twin.take(self)
        return twin

    def take(self, other: "Batch") -> None:
        """Become a copy of another batch of the same kind."""
        games = other.raw.copy().view(self.spec.record).reshape(self.n)
        self.stack = other.stack and other.stack.copy()
        self._use(games, tuple(array.copy() for array in other.arrays))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Batch":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """The game goes by its name: what is compiled stays here."""
        settings: dict[str, Any] = {
            "observation": self.observation,
            "relative_seats": self.relative_seats,
            "threads": self.threads,
            "autoreset": self.autoreset,
            "masks": self.locates,
        }
        return functools.partial(Batch, **settings), (self.spec, self.n, self.options), (self.raw, self.arrays)

    def __setstate__(self, state: tuple[np.ndarray, tuple[np.ndarray, ...]]) -> None:
        games = state[0].view(self.spec.record).reshape(self.n)
        self._check_data(games)
        self._use(games, state[1])

    # In words

    def absolute(self, row: int, action: int) -> int:
        """The engine's number for an action as the seat that decides in this game numbers it."""
        seat = int(self.games["table"]["decider"][row])
        return int(self.spec.rotated(action, seat, self.n_seats)) if self.relative_seats and seat >= 0 else action

    def describe(self, row: int, action: int) -> str:
        """A legal action in words."""
        return self.spec.words.describe_action(self.game(row), self.absolute(row, action))

    def refusal(self, row: int, action: int) -> str:
        """Why an action is refused, in words."""
        block, offset = self.spec.actions.find(action)
        name = block.name if block.size == 1 else f"{block.name} {offset}"
        meaning = f", {block.meaning}" if block.meaning else ""
        game = self.game(row)
        seat = int(game["table"]["decider"][0])
        if seat < 0:
            return f"action {action} ({name}{meaning}) is not legal: the game is over"
        choices = np.flatnonzero(self.masks[row]).tolist()
        legal = ", ".join(f"{choice} ({self.describe(row, choice)})" for choice in choices[:SHOWN_CHOICES])
        more = f" and {len(choices) - SHOWN_CHOICES} more" if len(choices) > SHOWN_CHOICES else ""
        asked = f"player_{seat} decides {self.spec.words.decision_name(game, seat)}"
        return f"action {action} ({name}{meaning}) is not legal now: {asked}; legal: {legal}{more}"

    # Threads

    def _rows(self, rows: Any) -> np.ndarray:
        """Row numbers as the engine takes them; a boolean array chooses rows, as in NumPy."""
        if rows is None:
            return self.rows
        given = np.atleast_1d(rows)
        if given.dtype == bool and given.shape == (self.n,):
            given = np.flatnonzero(given)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise ValueError(f"rows: expected whole numbers, or a boolean for each of {self.n} games")
        if len(given) and not (given.min() >= 0 and given.max() < self.n):
            raise ValueError(f"rows: expected numbers from 0 to {self.n - 1}, got {given.min()} to {given.max()}")
        if not (given[1:] > given[:-1]).all() and len(np.unique(given)) < len(given):
            raise ValueError("rows: a game is named twice")
        return np.ascontiguousarray(given, np.int64)

    def _run(self, rows: np.ndarray, mode: int) -> None:
        """Let the engine work on some games, and deal anew those that have ended."""
        self._run_all(rows, mode)
        if self._varies and self.autoreset:
            self._renew(rows)

    def _run_all(self, rows: np.ndarray, mode: int) -> None:
        """Let the engine work on some games, in as many threads as the batch has."""
        if self.threads == 1 or len(rows) < 2 * self.threads:
            self._run_part(rows, mode)
        else:
            slices = self._slices if rows is self.rows else self._parts(len(rows))
            self._in_slices(lambda part: self._run_part(rows[part], mode), slices)

    def _parts(self, n: int) -> list[slice]:
        """What threads share: several parts each, so that one that is late finds others at work on the rest."""
        n_parts = min(n, PARTS * self.threads) if self.threads > 1 else 1
        return [slice(*ends) for ends in itertools.pairwise(n * i // n_parts for i in range(n_parts + 1))]

    def _run_part(self, rows: np.ndarray, mode: int) -> None:
        self._advance(rows, self.games, *self.arrays, mode, self._writer, self.data)

    def _in_slices(self, work: Callable[[slice], None], slices: list[slice]) -> None:
        """Run `work` for every slice, on this thread and those of the pool: whoever is free takes the next one."""
        left = iter(slices)

        def take() -> None:
            for part in left:
                work(part)

        if self.threads == 1:
            take()
            return
        if self._pool is None or self._pool_of != os.getpid():  # threads do not come along into a forked child
            self._pool, self._pool_of = ThreadPoolExecutor(self.threads - 1, "haunted_env"), os.getpid()
        helpers = [self._pool.submit(take) for _ in range(self.threads - 1)]
        try:
            take()
        finally:
            for helper in helpers:
                if not helper.cancel():  # it has woken up in time
                    helper.result()


def _writer(spec: GameSpec, observation: str | None) -> Any:
    """Where what writes compact observations lies; 0 for other observations, which `advance` writes itself or not."""
    return address_of(spec.compiled(FEATURES)[0]) if observation == COMPACT else 0


def _by_name(spec: GameSpec) -> tuple[Any, ...]:
    if spec.name not in registry.GAMES:
        raise pickle.PicklingError(f"{spec.name} goes by its name, but is not in registry.GAMES")
    return _named, (registry.full_name(spec.name), spec.content_hash)


def _named(name: str, content_hash: str) -> GameSpec:
    spec = registry.spec(name)
    if not spec.has_content(content_hash):
        raise ValueError(f"{name} was pickled with other cards (another content file)")
    return spec


copyreg.pickle(GameSpec, _by_name)  # for whatever holds a game: environments, agents, batches
