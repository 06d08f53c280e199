"""N games side by side: their records, the arrays the compiled functions write, threads and seeds.

Everything that plays games sits on this: the AEC environment is a batch of one.
"""

import itertools
import operator
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from haunted_env.core import entries, rng
from haunted_env.core.entries import AUTORESET, DEAL, LOOK, OBSERVE, REFUSED, RELATIVE, RESUME, bind
from haunted_env.spec import GameSpec

SEED_LIMIT = 2**63
SHOWN_CHOICES = 12  # legal actions named in an error message


def _uncompiled(rule: Any) -> Callable:
    return getattr(rule, "py_func", rule)


# The seed a place of a batch goes on with after a game, as compiled code computes it.
following_seed = bind(_uncompiled(rng.following_seed), {"mix": _uncompiled(rng.mix)})


def fresh_seed() -> int:
    """A seed from the operating system's entropy."""
    return int(game_seeds(np.random.SeedSequence().entropy, 1)[0])


def game_seeds(seed: Any, n: int) -> np.ndarray:
    """The seeds of n games derived from one seed; game i's does not depend on n."""
    return (np.random.SeedSequence(seed).generate_state(n, np.uint64) >> np.uint64(2)).astype(np.int64)


def check_seed(seed: Any) -> int:
    try:
        number = operator.index(seed)
    except TypeError:
        raise TypeError(f"seed={seed!r}: expected a whole number or None") from None
    if not 0 <= number < SEED_LIMIT:
        raise ValueError(f"seed={seed!r}: expected a whole number from 0 to 2**63 - 1")
    return number


class Batch:
    """`n` games of one kind with the same options.

    After `deal` and `step` the arrays hold, row by row: `seats` (who decides next), `observations`, `masks` and
    `card_masks` (what that seat may know and do), `rewards` (every seat's) and `status` (RUNNING or ENDED, see
    `entries.py`). They are overwritten by the next call. With `autoreset` a finished game is dealt again at once.
    """

    def __init__(
        self,
        spec: GameSpec,
        n: int,
        options: dict[str, Any] | None = None,
        *,
        relative_seats: bool = True,
        threads: int = 1,
        autoreset: bool = False,
        observe: bool = True,
    ) -> None:
        for name, value in (("number of games", n), ("threads", threads)):
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
                raise ValueError(f"{name}={value!r}: expected a whole number of at least 1")
        self.spec = spec
        self.n = int(n)
        self.options = spec.check_options(options or {})
        self.relative_seats = bool(relative_seats)
        self.threads = min(int(threads), self.n)
        blank = spec.new_game(self.options)
        self.n_seats = int(blank["table"]["n_seats"][0])
        self.data = () if spec.data is None else (spec.data(self.options),)  # the last argument of compiled functions
        self._blank = blank.view(np.uint8).copy()
        self._mode = RELATIVE * self.relative_seats | AUTORESET * bool(autoreset) | OBSERVE * bool(observe)
        self._engine = spec.engine
        block = next((b for b in spec.actions.blocks if b.seats), None)
        seat_actions = (spec.actions.first[block.name], block.size) if block else (0, 0)
        self.seat_actions = range(seat_actions[0], sum(seat_actions))
        names = ("SEAT_ACTIONS", "N_SEAT_ACTIONS")
        self.absolute_action = bind(entries.absolute_action, dict(zip(names, seat_actions, strict=True)))
        self._pool: ThreadPoolExecutor | None = None
        edges = [self.n * i // self.threads for i in range(self.threads + 1)]
        self._slices = [slice(*ends) for ends in itertools.pairwise(edges)]
        self._mask_starts = np.arange(self.n) * spec.actions.size
        self._use(self._arrays_for(self.n))
        self.raw[:] = self._blank

    def _arrays_for(self, n: int) -> tuple[np.ndarray, ...]:
        """The array arguments of `advance`, in order."""
        spec = self.spec
        observations = np.zeros((n, spec.observation.size), np.int8)
        return (
            np.zeros(n, spec.record),
            np.full(n, LOOK, np.int64),
            np.full(n, -1, np.int64),
            np.zeros(n, np.int64),
            observations,
            np.zeros((n, spec.actions.size), np.int8),
            np.zeros((n, spec.card_slots[0] * spec.card_slots[1]), np.int8),
            # Without autoreset nothing is written to `finals`, and any array of the right shape will do.
            np.zeros_like(observations) if self._mode & AUTORESET else observations,
            np.zeros(n, np.int8),
            np.zeros((n, self.n_seats), np.float32),
            np.zeros(n, np.int8),
        )

    def _use(self, arrays: tuple[np.ndarray, ...]) -> None:
        self._arrays = arrays
        self.games, self.actions, _, self.seeds, self.observations, self.masks, cards, self.finals = arrays[:8]
        self.seats, self.rewards, self.status = arrays[8:]
        self.raw = self.games.view(np.uint8).reshape(self.n, -1)  # copying this copies games, twenty times faster
        self._unsigned_actions, self._flat_masks = self.actions.view(np.uint64), self.masks.reshape(-1)
        self.card_masks = cards.reshape(self.n, *self.spec.card_slots)
        self.calls = (
            [self._call(rows) for rows in self._slices] if self.threads > 1 else [(*arrays, self._mode, *self.data)]
        )
        self._look: tuple[np.ndarray, ...] | None = None

    def _call(self, rows: slice) -> tuple[Any, ...]:
        """The arguments of `advance` for some of the games."""
        return (*(array[rows] for array in self._arrays), self._mode, *self.data)

    def deal(self, seeds: np.ndarray | int) -> None:
        """Set up every game, each from its own seed."""
        self.seeds[:] = seeds
        self.raw[:] = self._blank
        self.actions[:] = DEAL
        self._advance()

    def deal_row(self, row: int, seed: int) -> None:
        """Set up one game and leave the others alone."""
        self.seeds[row] = seed
        self.raw[row] = self._blank
        self.actions[row] = DEAL
        self._engine.advance(*self._call(slice(row, row + 1)))

    def load(self, row: int, game: np.ndarray, resume: bool = True) -> None:
        """Put a game (an array of one record) in place of another.

        A game made from a position still has to run to its first decision; `resume=False` leaves it as it is.
        """
        if self.data and game["table"]["data_key"][0] != self._blank.view(self.spec.record)["table"]["data_key"][0]:
            raise ValueError("this game is played with other data than the batch: make the batch with its options")
        self.raw[row] = game.view(np.uint8)
        self.actions[row] = RESUME if resume else LOOK
        self._engine.advance(*self._call(slice(row, row + 1)))

    def step(self, actions: Any) -> None:
        """Carry out one action per game. If one is illegal, a ValueError names it and no game is changed."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, got an array of {given.dtype}")
        if given.shape != (self.n,):
            raise ValueError(f"actions: expected shape ({self.n},), got {given.shape}")
        self.actions[:] = given
        size = self.masks.shape[1]
        if self._unsigned_actions.max() >= size:  # negative numbers are huge ones here
            row = int((self._unsigned_actions >= size).argmax())
            raise ValueError(f"game {row}: action {given[row]} is outside 0..{size - 1}")
        allowed = self._flat_masks.take(self._mask_starts + self.actions)
        if not allowed.all():
            row = int(allowed.argmin())
            raise ValueError(f"game {row}: {self.refusal(row, int(given[row]))}")
        self._advance()
        if self.status.max() == REFUSED:
            rows = np.flatnonzero(self.status == REFUSED).tolist()
            raise RuntimeError(
                f"masks was changed from outside: games {rows} refused their actions, the others went on"
            )

    def step_random(self, generators: np.ndarray) -> None:
        """Choose a random legal action in every game (see `generators`) and carry it out."""
        self._in_slices(self._choose_and_advance, generators)

    def random_actions(self, generators: np.ndarray) -> np.ndarray:
        """A random legal action per game; LOOK where a game is over. Overwritten by the next call."""
        self._in_slices(self._choose, generators)
        return self.actions

    def generators(self, seed: int) -> np.ndarray:
        """One random generator per game for `random_actions`, independent of the games' own chance."""
        words = np.random.SeedSequence((check_seed(seed), 1)).generate_state(4 * self.n, np.uint32)
        words[::4] |= 1
        return words.reshape(self.n, 4)

    def observe(self, views: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(observations, masks, card_masks) of other seats than the deciding ones, in arrays of their own."""
        if self._look is None:
            self._look = self._arrays_for(self.n)
        look = self._look
        look[2][:] = views
        self._engine.advance(self.games, *look[1:], self._mode, *self.data)
        return look[4], look[5], look[6].reshape(self.card_masks.shape)

    def copied(self, rows: np.ndarray) -> np.ndarray:
        """The records of some games, as an array of its own."""
        return self.raw[rows].view(self.spec.record).reshape(-1)

    def clone(self) -> "Batch":
        """An independent copy, seeds and arrays included."""
        twin = object.__new__(Batch)
        twin.__dict__.update(self.__dict__)
        twin._pool = None
        games = self.raw.copy().view(self.spec.record).reshape(self.n)
        twin._use((games, *(array.copy() for array in self._arrays[1:])))
        return twin

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _advance(self) -> None:
        if self.threads == 1:
            self._engine.advance(*self.calls[0])
        else:
            self._in_slices(self._advance_slice, None)

    def _in_slices(self, work: Callable[[int, Any], None], generators: np.ndarray | None) -> None:
        """Run `work(slice number, ...)` for every slice, the first one on this thread."""
        if self.threads == 1:
            work(0, generators)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads - 1, "haunted_env")
        waiting: list[Future[None]] = [self._pool.submit(work, i, generators) for i in range(1, self.threads)]
        work(0, generators)
        for done in waiting:
            done.result()

    def _advance_slice(self, i: int, _generators: None) -> None:
        self._engine.advance(*self.calls[i])

    def _choose(self, i: int, generators: np.ndarray) -> None:
        rows = self._slices[i]
        self._engine.choose_random(self.masks[rows], generators[rows], self.actions[rows])

    def _choose_and_advance(self, i: int, generators: np.ndarray) -> None:
        self._choose(i, generators)
        self._engine.advance(*self.calls[i])

    def absolute(self, row: int, action: int) -> int:
        """The engine's number for an action in the words of the seat that decides in this game."""
        seat = int(self.games["table"]["decider"][row])
        return self.absolute_action(action, seat, self.n_seats) if self.relative_seats and seat >= 0 else action

    def describe(self, row: int, action: int) -> str:
        """A legal action in words."""
        return self.spec.describe_action(self.games[row : row + 1], self.absolute(row, action))

    def refusal(self, row: int, action: int) -> str:
        """Why an action is refused, in words."""
        block, offset = self.spec.actions.find(action)
        name = block.name if block.size == 1 else f"{block.name} {offset}"
        meaning = f", {block.meaning}" if block.meaning else ""
        game = self.games[row : row + 1]
        seat = int(game["table"]["decider"][0])
        if seat < 0:
            return f"action {action} ({name}{meaning}) is not legal: the game is over"
        choices = np.flatnonzero(self.masks[row]).tolist()
        legal = ", ".join(f"{choice} ({self.describe(row, choice)})" for choice in choices[:SHOWN_CHOICES])
        more = f" and {len(choices) - SHOWN_CHOICES} more" if len(choices) > SHOWN_CHOICES else ""
        asked = f"player_{seat} decides {self.spec.decision_name(game, seat)}"
        return f"action {action} ({name}{meaning}) is not legal now: {asked}; legal: {legal}{more}"
