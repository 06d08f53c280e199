"""What an agent is handed: some games of a batch, each as the seat that decides in it may see it."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from haunted_env.engine.entries import HEURISTIC, SUSPICION
from haunted_env.play.batch import Batch
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL


class View:
    """Games in which an agent has to act, one row per game.

    `seats` says who decides in each (absolute). Everything else is from that seat's point of view: with `relative`
    seats, seat 0 is oneself in observations and in actions that name a seat. `generators` are its own, one per game: an
    agent that draws from these alone plays the same game again from the same seed, whatever else is in the batch.
    `illegal` is for agents that notice mistakes of their own: they count them there.
    """

    def __init__(
        self,
        batch: Batch,
        rows: np.ndarray | None = None,
        generators: np.ndarray | None = None,
        observation: str | None = None,
    ) -> None:
        """`observation`: the kind of observations that the agent reads; those of the batch unless given."""
        self._batch = batch
        self._kind = observation or batch.observation or FULL
        self.spec: GameSpec = batch.spec
        self.relative = batch.relative_seats
        self.options = batch.options
        self.n_seats = batch.n_seats
        self.data = batch.data  # what compiled functions of this game take last
        self.rows = (batch.rows if rows is None else rows).copy()  # whoever is handed this may write to it
        self.seats = batch.games["table"]["decider"][self.rows].astype(np.int64)
        self.generators = batch.generators(0)[self.rows] if generators is None else generators
        self.illegal = np.zeros(len(self.rows), np.int64)

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, chosen: np.ndarray) -> "View":
        """Some of these games, chosen by a boolean array. What it draws from its generators is not drawn here."""
        return View(self._batch, self.rows[chosen], self.generators[chosen], self._kind)

    def split(self, key: np.ndarray) -> Iterator[tuple[int, np.ndarray, "View"]]:
        """Parts of the view with the same key: (key, which rows of this view, the part). What a part has drawn
        from its generators is drawn here too, once the next part is asked for."""
        for value in np.unique(key).tolist():
            chosen = key == value
            part = self.part(chosen)
            yield value, chosen, part
            self.generators[chosen] = part.generators
            self.illegal[chosen] += part.illegal

    @cached_property
    def masks(self) -> np.ndarray:
        """Legal actions, (games, actions) int8."""
        return self._batch.masks[self.rows]

    @cached_property
    def observations(self) -> np.ndarray:
        """What a network sees, of the kind the agent reads (`Agent.observes`)."""
        return self.observed(self._kind)

    def observed(self, kind: str) -> np.ndarray:
        """The observations of a kind, "full" or "compact"."""
        if self._batch.observation == kind:
            return self._batch.observations[self.rows]
        return self._batch.look(rows=self.rows, observation=kind).observations

    @cached_property
    def card_masks(self) -> np.ndarray:
        if self._batch.observation is not None:
            return self._batch.card_masks[self.rows]
        return self._batch.look(rows=self.rows, observation=self._kind).card_masks

    @cached_property
    def location_masks(self) -> np.ndarray:
        if self._batch.locates:
            return self._batch.location_masks[self.rows]
        return self._batch.look(rows=self.rows, observation=self._kind, masks=True).location_masks

    @cached_property
    def roles(self) -> np.ndarray:
        """The public role of every deciding seat, by number."""
        return self.spec.queries.role_of(self._batch.copied(self.rows), self.seats)

    @cached_property
    def games(self) -> np.ndarray:
        """The records, with nothing left in them but what the deciding seat may know."""
        return known_part(self.spec, self._batch.raw, self.rows, self.seats)

    def game(self, i: int) -> np.ndarray:
        """One of these records, as an array of one: what the words of a game take."""
        return self.games[i : i + 1]

    def legal(self, i: int) -> np.ndarray:
        """The legal actions of one game, in the engine's numbers (absolute)."""
        return np.sort(self._rotated(np.flatnonzero(self.masks[i]), self.seats[i]))

    def absolute(self, actions: np.ndarray) -> np.ndarray:
        """The engine's numbers for actions as the deciding seats number them."""
        return self._rotated(actions, self.seats)

    def from_absolute(self, actions: np.ndarray) -> np.ndarray:
        """The way back: the engine's actions as the deciding seats number them."""
        return self._rotated(actions, -self.seats)

    def _rotated(self, actions: np.ndarray, by: Any) -> np.ndarray:
        rotated: np.ndarray = self.spec.rotated(actions, by, self.n_seats) if self.relative else actions
        return rotated

    def suggested(self, style: int = 0) -> np.ndarray:
        """What the game's hand-written player would do, in the engine's numbers (absolute).

        style: one of its ways to play (`Heuristic.styles`), by number.
        """
        if self.spec.heuristic is None:
            raise ValueError(f"{self.spec.name} has no hand-written player")
        actions = np.zeros(len(self), np.int64)
        mask = np.zeros(self.spec.actions.size, np.int8)
        self.spec.compiled(HEURISTIC)[0](self.games, self.generators, actions, mask, style, self.data)
        return actions

    def belief(self, about: str | None = None) -> np.ndarray | None:
        """What follows from a seat's knowledge alone about what is to be found out (`spec.belief`), as it counts seats.

        `about`: something else than what matters most in the game (`Inference.subjects`).
        """
        if about is None and self.spec.belief is None:
            return None
        belief = self.spec.belief_about(self._batch.games[:1], about)
        chances = belief.chances(self.games, self.seats)
        return belief.rotated(chances, self.seats) if self.relative else chances

    def suspected(self) -> np.ndarray | None:
        """The same, shifted by what the game's hand-written player makes of what others did and said."""
        counted, belief, player = self.belief(), self.spec.belief, self.spec.heuristic
        if counted is None or belief is None or player is None or player.suspect is None:
            return counted
        beliefs = np.ascontiguousarray(self.absolute_belief(counted))
        self.spec.compiled(SUSPICION)[0](self.games, beliefs, self.data)
        return belief.rotated(beliefs, self.seats) if self.relative else beliefs

    def absolute_belief(self, beliefs: np.ndarray) -> np.ndarray:
        """Beliefs of the deciding seats, with seats as the engine counts them."""
        return self.spec.belief.rotated(beliefs, -self.seats) if self.relative and self.spec.belief else beliefs


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
