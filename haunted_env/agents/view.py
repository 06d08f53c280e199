"""What an agent is handed: some games of a batch, each as the seat that decides in it may see it."""

from functools import cached_property
from typing import Any

import numpy as np

from haunted_env.core.batch import Batch
from haunted_env.spec import GameSpec


class View:
    """Games in which an agent has to act, one row per game.

    `seats` says who decides in each (absolute). Everything else is in that seat's words: with `relative` seats, seat 0
    is oneself in observations and in actions that name a seat. `generators` are the agent's own chance, one per game:
    whoever uses only these plays the same game again from the same seed, whatever else is in the batch.
    `illegal` is for agents that notice mistakes of their own: they count them there.
    """

    def __init__(self, batch: Batch, rows: np.ndarray | None = None, generators: np.ndarray | None = None) -> None:
        self._batch = batch
        self.spec: GameSpec = batch.spec
        self.relative = batch.relative_seats
        self.n_seats = batch.n_seats
        self.data = batch.data  # what compiled functions of this game take last, if anything
        self.rows = np.arange(batch.n) if rows is None else rows
        self.seats = batch.games["table"]["decider"][self.rows].astype(np.int64)
        self.generators = batch.generators(0)[self.rows] if generators is None else generators
        self.illegal = np.zeros(len(self.rows), np.int64)

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, chosen: np.ndarray) -> "View":
        """Some of these games, chosen by a boolean array."""
        return View(self._batch, self.rows[chosen], self.generators[chosen])

    @cached_property
    def masks(self) -> np.ndarray:
        """Legal actions, (games, actions) int8."""
        return self._batch.masks[self.rows]

    @cached_property
    def observations(self) -> np.ndarray:
        """What a network sees; only for agents with `observes`."""
        return self._batch.observations[self.rows]

    @cached_property
    def card_masks(self) -> np.ndarray:
        return self._batch.card_masks[self.rows]

    @cached_property
    def games(self) -> np.ndarray:
        """The records, with nothing left in them but what the deciding seat may know."""
        return known_part(self.spec, self._batch.raw, self.rows, self.seats)

    def game(self, i: int) -> np.ndarray:
        """One of these records, as an array of one: what `spec.text` and `spec.describe_action` take."""
        return self.games[i : i + 1]

    def legal(self, i: int) -> np.ndarray:
        """The legal actions of one game, in the engine's numbers (absolute)."""
        return np.sort(self._turned(np.flatnonzero(self.masks[i]), self.seats[i]))

    def absolute(self, actions: np.ndarray) -> np.ndarray:
        """The engine's numbers for actions in the seats' words."""
        return self._turned(actions, self.seats)

    def in_own_words(self, actions: np.ndarray) -> np.ndarray:
        """The way back: actions of the engine as the deciding seats call them."""
        return self._turned(actions, -self.seats)

    def suggested(self) -> np.ndarray:
        """What the game's hand-written player would do, in the engine's numbers (absolute)."""
        actions = np.zeros(len(self), np.int64)
        mask = np.zeros(self.spec.actions.size, np.int8)
        self.spec.choose_heuristic(self.games, self.generators, actions, mask, 0, *self.data)
        return actions

    def advice(self) -> np.ndarray:
        """The same in the deciding seats' words."""
        return self.in_own_words(self.suggested())

    def belief(self, about: str | None = None) -> np.ndarray | None:
        """What follows from a seat's knowledge alone about what is to be found out (`spec.belief`), in its words.

        `about`: something else than what matters most in the game (`spec.subjects`).
        """
        if about is None and self.spec.belief is None:
            return None
        belief = self.spec.belief_about(self._batch.games[:1], about)
        chances = belief.chances(self.games, self.seats)
        return belief.turned(chances, self.seats) if self.relative else chances

    def absolute_belief(self, beliefs: np.ndarray) -> np.ndarray:
        """The way back: beliefs in the seats' words, with seats as the engine counts them."""
        return self.spec.belief.turned(beliefs, -self.seats) if self.relative and self.spec.belief else beliefs

    def _turned(self, actions: np.ndarray, by: np.ndarray | int) -> np.ndarray:
        block = self._batch.seat_actions
        if not self.relative or not len(block):
            return actions
        seat = actions - block.start
        named = (seat >= 0) & (seat < min(len(block), self.n_seats))
        return np.where(named, block.start + (seat + by) % self.n_seats, actions)


def known_part(spec: GameSpec, raw: np.ndarray, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Copies of games that hold the table, the seat's ledger and the unfinished work of its own decision; the rest
    is zero. `raw`: the bytes of the games."""
    known = np.zeros((len(rows), spec.record.itemsize), np.uint8)
    fields: Any = spec.record.fields
    for part in ("table", "work"):
        if part in fields:
            dtype, first, *_ = fields[part]
            known[:, first : first + dtype.itemsize] = raw[rows, first : first + dtype.itemsize]
    _ledgers(spec, known)[np.arange(len(rows)), seats] = _ledgers(spec, raw)[rows, seats]
    return known.view(spec.record).reshape(len(rows))


def _ledgers(spec: GameSpec, raw: np.ndarray) -> np.ndarray:
    """The ledgers of all games as (games, seats) opaque bytes, which copy much faster than records."""
    fields: Any = spec.record.fields
    dtype, first, *_ = fields["ledger"]
    size = dtype.base.itemsize
    return np.ndarray((len(raw), *dtype.shape), f"V{size}", raw, first, (raw.strides[0], size))
