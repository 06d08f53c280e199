"""Whole games in which some seats try habits (`core/habits.py`), and who plays by those that were found."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from haunted_env.agents import Agent, View
from haunted_env.core.batch import game_seeds
from haunted_env.core.habits import HAND_WRITTEN, RANDOM, TRYING, compiled_habits
from haunted_env.spec import GameSpec

# Who tries habits. The hand-written player has the other seats, but in mixed company one plays at random, and anybody
# may play the rest.
EVERYBODY, EVERY_OTHER, ONE, MIXED = range(4)
CHUNK = 500  # games that a thread plays

OCCASION, DEED, CIRCUMSTANCE, VALUE = range(4)  # columns of a table of habits, which is sorted by them


@dataclass
class Round:
    """What came of some games."""

    played: int
    games: np.ndarray  # (habits, 2): off, on
    wins: np.ndarray
    seats: int  # that tried habits
    won: int

    @property
    def rate(self) -> float:
        return self.won / self.seats


class Trials:
    """Games of one number of players."""

    def __init__(self, spec: GameSpec, options: dict[str, Any], seed: int) -> None:
        self.spec, self.seed, self.rounds = spec, seed, 0
        self.blank = spec.new_game(options)
        self.n_seats = int(self.blank["table"]["n_seats"][0])
        self.data = () if spec.data is None else (spec.data(options),)
        compiled_habits(spec)

    def play(
        self, table: np.ndarray, hopes: np.ndarray, games: int, who: int, doubts: np.ndarray | None = None
    ) -> Round:
        """Some seats try habits, each drawn as likely as it is thought to help: without doubts, those that promise
        something."""
        form = compiled_form(self.spec, table)
        doubts = np.zeros(len(table)) if doubts is None else doubts
        self.rounds += 1
        chunks = range(max(1, round(games / CHUNK)))
        with ThreadPoolExecutor() as threads:
            rounds = list(threads.map(lambda number: self._chunk(number, *form, hopes, doubts, who), chunks))
        return Round(
            sum(one.played for one in rounds),
            np.sum([one.games for one in rounds], axis=0),
            np.sum([one.wins for one in rounds], axis=0),
            sum(one.seats for one in rounds),
            sum(one.won for one in rounds),
        )

    def _chunk(
        self, number: int, habits: np.ndarray, starts: np.ndarray, hopes: np.ndarray, doubts: np.ndarray, who: int
    ) -> Round:
        spec, n_seats, n = self.spec, self.n_seats, len(habits)
        place = (self.seed, self.rounds, number)
        games, wins, played = np.zeros((n, 2), np.int64), np.zeros((n, 2), np.int64), np.zeros((3, 2), np.int64)
        compiled_habits(spec)[0](
            self.blank.copy(), game_seeds(place, CHUNK), np.ones((1, 4), np.uint32),
            np.zeros(spec.actions.size, np.int8), seating(n_seats, who, np.random.default_rng(place)),
            np.zeros(len(spec.habits.circumstances), np.int64), habits, starts, hopes, doubts,
            np.zeros((n_seats, n), np.int8), np.zeros((n_seats, n)), np.zeros((n_seats, n), np.int64),
            games, wins, played, *self.data,
        )  # fmt: skip
        return Round(CHUNK, games, wins, *played[TRYING].tolist())


def seating(n_seats: int, who: int, chance: np.random.Generator) -> np.ndarray:
    """Who plays the seats of a chunk of games."""
    turns = (np.arange(CHUNK)[:, None] + np.arange(n_seats)) % n_seats
    if who == MIXED:
        players = chance.choice([HAND_WRITTEN, TRYING, RANDOM], turns.shape)
        players[turns == 0] = TRYING
        players[turns == chance.integers(1, max(n_seats, 2), (CHUNK, 1))] = RANDOM
    else:
        every = {EVERYBODY: 1, EVERY_OTHER: 2, ONE: n_seats}[who]
        players = np.where(turns % every == 0, TRYING, HAND_WRITTEN)
    return players.astype(np.int8)


def compiled_form(spec: GameSpec, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A table of habits as `core/habits.py` wants it: `habits` and `habit_starts`."""
    starts = np.searchsorted(table[:, OCCASION], np.arange(spec.habits.n_occasions + 1)).astype(np.int64)
    return np.ascontiguousarray(table[:, DEED:]), starts


@dataclass(kw_only=True, eq=False)
class Habitual(Agent):
    """The hand-written player, except where a habit promises more."""

    table: np.ndarray
    hopes: np.ndarray

    def act(self, view: View) -> np.ndarray:
        return self.instead_of(view, view.suggested())

    def instead_of(self, view: View, advice: np.ndarray) -> np.ndarray:
        """What it does (in the seats' words) where the hand-written player would do this (absolute)."""
        spec, actions = self.spec, advice.copy()
        habits, starts = compiled_form(spec, self.table)
        mask, conditions = np.zeros(spec.actions.size, np.int8), np.zeros(len(spec.habits.circumstances), np.int64)
        compiled_habits(spec)[1](view.games, actions, mask, conditions, habits, starts, self.hopes, *view.data)
        return view.in_own_words(actions)
