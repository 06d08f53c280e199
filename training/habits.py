"""A start before playing: find habits that win more games than the hand-written player does.

Single decisions hardly matter, and luck hides what they do; but what is done in the same way throughout a game adds up.
So seats try habits (`core/habits.py`): each that it meets is drawn to be on or off for the rest of the game, and what
counts is how much more often those win who have it on. Habits are drawn as likely as they are thought to help
(Thompson sampling): what hurts is soon given up, what helps is soon kept, and the others play on around it.

First come habits of what happens late in games, then all; and of both first those that hold always, then, near what
these gave, those that hold under one circumstance.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.agents import Agent, View
from haunted_env.core.batch import game_seeds
from haunted_env.core.habits import compiled_habits
from haunted_env.spec import GameSpec

# What is thought of a habit before it is tried, in chances to win: most of them hurt.
HOPE, DOUBT = -0.06, 0.025
# Of one that holds under a circumstance: so many doubts worse than the habit that holds always, of which it is a part.
WORSE, BEST_PARENT = 2.2, 0.02
GIVEN_UP = 4.0  # a habit that is so many doubts below 0 is not tried any more
MEMORY = 0.985  # how much of what was found a round later still counts: around other habits a habit is another one
LEAST_SURE = 0.5  # doubts above 0 of a habit that is kept
LEAST_MET = 0.006  # share of games in which a habit that is to be tried is met
LEAST_ON, LEAST_OFF = 15, 30  # games that tell anything in a round
LEAST_VARIANCE = 0.02  # of winning or not
CHUNK = 500  # games that a thread plays
PROOF = 6000  # games that tell whether habits help, at least
SCOUTED = 4  # chunks for each number of players, to see which habits are ever met

EVERYBODY, EVERY_OTHER, ONE = 1, 2, 0  # who tries habits; the hand-written player has the other seats


@dataclass(frozen=True)
class Stage:
    """What is tried up to a share of all games. What comes late in games comes first: it depends on nothing else."""

    until: float
    early: bool  # also habits of occasions that come early
    parts: bool  # also habits that hold under a circumstance
    who: int


STAGES = (
    Stage(0.05, False, False, EVERYBODY),
    Stage(0.12, False, True, EVERYBODY),
    Stage(0.28, True, False, EVERY_OTHER),
    Stage(0.75, True, True, EVERY_OTHER),
    Stage(1.0, True, True, ONE),
)

OCCASION, DEED, CIRCUMSTANCE, VALUE = range(4)
STATE = ("table", "late", "open", "prior", "sums", "precision", "best", "helps")


@dataclass
class Round:
    """What came of some games."""

    games: np.ndarray  # (habits, 2): off, on
    wins: np.ndarray
    seats: int
    won: int


class Habits:
    """All habits of a game that are worth a try, and what is thought of them.

    `precision` and `sums` (precision times hope) are what was found, each round weighed by how much it tells.
    """

    def __init__(self, spec: GameSpec, options: Sequence[dict[str, Any]], seed: int, run: str = "") -> None:
        """`options`: of the tables, one for each number of players. `run`: the folder of another run whose habits are
        taken over as they were found."""
        if spec.habits is None:
            raise ValueError(f"habits: {spec.name} has none that could be tried; leave the setting at 0")
        self.spec, self.seed = spec, seed
        self.blanks = [spec.new_game(one) for one in options]
        self.data = [() if spec.data is None else (spec.data(one),) for one in options]
        self.rounds = 0
        self.helps = np.zeros(0, bool)
        compiled_habits(spec)
        if run:
            self.put_state(habits_of(run))
            self.helps = np.zeros(0, bool)
            return
        self.table = self._met(self._always())
        self.table = self._met(self._split(self.table))
        self.late = np.array([spec.habits.late(int(at)) for at in self.table[:, OCCASION]])
        self.prior = np.full(len(self.table), HOPE)
        self.precision = np.full(len(self.table), DOUBT**-2)
        self.sums = self.prior * self.precision
        self.open = np.zeros(len(self.table), bool)  # what has been tried
        self.best = np.zeros(len(self.table))  # hopes of the habits that are taught, 0 for the others
        self.best_rate = -1.0

    # Which habits there are

    def _always(self) -> np.ndarray:
        habits = self.spec.habits
        rows = [(at, int(deed), 0, 0) for at in range(habits.n_occasions) for deed in habits.deeds(at)]
        return np.array(rows, np.int64)

    def _split(self, table: np.ndarray) -> np.ndarray:
        """These, and each of them under every circumstance."""
        rows = [table]
        for circumstance, n in enumerate(self.spec.habits.circumstances):
            for value in range(n if circumstance else 0):
                part = table.copy()
                part[:, CIRCUMSTANCE], part[:, VALUE] = circumstance, value
                rows.append(part)
        rows = np.concatenate(rows)
        return rows[np.lexsort(rows.T[::-1])]

    def _met(self, table: np.ndarray) -> np.ndarray:
        """Those that are met often enough to find out about them."""
        never = np.full(len(table), -1.0)
        found = self._play(table, never, np.zeros(len(table)), SCOUTED * CHUNK * len(self.blanks), EVERYBODY)
        return table[found.games.sum(axis=1) >= LEAST_MET * found.seats]

    # Playing

    def _play(
        self, table: np.ndarray, hopes: np.ndarray, doubts: np.ndarray, games: int, who: int, only: int | None = None
    ) -> Round:
        """Games of all numbers of players, or of one table's, in which some seats (EVERYBODY, EVERY_OTHER, ONE) try
        habits."""
        tables = range(len(self.blanks)) if only is None else (only,)
        chunks = max(1, round(games / CHUNK / len(tables)))
        jobs = [(i, j) for i in tables for j in range(chunks)]
        habits, starts = compiled_form(self.spec, table)
        self.rounds += 1
        with ThreadPoolExecutor() as threads:
            rounds = list(threads.map(lambda job: self._chunk(*job, habits, starts, hopes, doubts, who), jobs))
        return Round(
            np.sum([one.games for one in rounds], axis=0),
            np.sum([one.wins for one in rounds], axis=0),
            sum(one.seats for one in rounds),
            sum(one.won for one in rounds),
        )

    def _chunk(
        self, blank: int, number: int, habits: np.ndarray, starts: np.ndarray,
        hopes: np.ndarray, doubts: np.ndarray, who: int,
    ) -> Round:  # fmt: skip
        spec, game = self.spec, self.blanks[blank].copy()
        n_seats, n = int(game["table"]["n_seats"][0]), len(habits)
        every = n_seats if who == ONE else who
        trying = ((np.arange(CHUNK)[:, None] + np.arange(n_seats)) % every == 0).astype(np.int8)
        games, wins, seats = np.zeros((n, 2), np.int64), np.zeros((n, 2), np.int64), np.zeros(2, np.int64)
        compiled_habits(spec)[0](
            game, game_seeds((self.seed, self.rounds, blank, number), CHUNK), np.ones((1, 4), np.uint32),
            np.zeros(spec.actions.size, np.int8), trying, np.zeros(len(spec.habits.circumstances), np.int64),
            habits, starts, hopes, doubts, np.zeros((n_seats, n), np.int8), np.zeros((n_seats, n)),
            np.zeros((n_seats, n), np.int64), games, wins, seats, *self.data[blank],
        )  # fmt: skip
        return Round(games, wins, int(seats[0]), int(seats[1]))

    # Learning

    @property
    def hopes(self) -> np.ndarray:
        return self.sums / self.precision

    @property
    def doubts(self) -> np.ndarray:
        return self.precision**-0.5

    def _open(self, stage: Stage) -> np.ndarray:
        """What is tried in a stage. Of a habit under a circumstance, the one that holds always tells what to expect."""
        part = self.table[:, CIRCUMSTANCE] > 0
        opened = (self.late | stage.early) & (~part | stage.parts)
        fresh = np.flatnonzero(opened & part & ~self.open)
        whole = {tuple(row[:CIRCUMSTANCE]): i for i, row in enumerate(self.table) if row[CIRCUMSTANCE] == 0}
        of = np.array([whole.get(tuple(row[:CIRCUMSTANCE]), -1) for row in self.table[fresh]], np.int64)
        known = np.where(of >= 0, self.hopes[of], HOPE)
        self.prior[fresh] = np.minimum(known, BEST_PARENT) - WORSE * DOUBT
        self.sums[fresh] = self.prior[fresh] * self.precision[fresh]
        self.open |= opened
        return self.open & (self.late | stage.early)

    def learn(self, games: int, done: float) -> Round:
        """Play some more games and learn from them; `done` is the share of all trials before."""
        stage = next((one for one in STAGES if done < one.until), STAGES[-1])
        chosen = np.flatnonzero(self._open(stage) & (self.hopes > -GIVEN_UP * self.doubts))
        hopes, doubts = self.hopes[chosen], self.doubts[chosen]
        found = self._play(self.table[chosen], hopes, doubts, games, stage.who)
        (off, on), (off_wins, on_wins) = found.games.T, found.wins.T
        tells = (on >= LEAST_ON) & (off >= LEAST_OFF)
        self.sums = MEMORY * self.sums + (1 - MEMORY) * self.prior * DOUBT**-2
        self.precision = MEMORY * self.precision + (1 - MEMORY) * DOUBT**-2
        off, on, off_wins, on_wins = off[tells], on[tells], off_wins[tells], on_wins[tells]
        share = (off_wins + on_wins) / (off + on)
        precision = 1 / (np.maximum(share * (1 - share), LEAST_VARIANCE) * (1 / off + 1 / on))
        self.sums[chosen[tells]] += (on_wins / on - off_wins / off) * precision
        self.precision[chosen[tells]] += precision
        if stage is STAGES[-1]:
            self._prove(max(games // 3, PROOF))
        return found

    def _prove(self, games: int) -> None:
        """Measure the habits that would be kept now; those that won most are taught in the end."""
        hopes = np.where(self.open & (self.hopes > LEAST_SURE * self.doubts), self.hopes, 0.0)
        kept = np.flatnonzero(hopes)
        found = self._play(self.table[kept], hopes[kept], np.zeros(len(kept)), games, ONE)
        if found.won / found.seats > self.best_rate:
            self.best, self.best_rate = hopes, found.won / found.seats

    # Playing by habit

    def teacher(self, table: int) -> "Habitual | None":
        """Who plays by the habits that were found; nobody at tables where they do not help."""
        if not len(self.helps):
            self.helps = np.array([self._helps(i) for i in range(len(self.blanks))])
        if not self.helps[table]:
            return None
        kept = np.flatnonzero(self.best)
        return Habitual(spec=self.spec, table=self.table[kept], hopes=self.best[kept])

    def _helps(self, table: int) -> bool:
        """Whether one seat wins more often with these habits than without, with this table's number of players."""
        kept = np.flatnonzero(self.best)
        none = kept[:0]
        rates = []
        for habits in (kept, none):
            found = self._play(self.table[habits], self.best[habits], np.zeros(len(habits)), PROOF, ONE, table)
            rates.append(found.won / found.seats)
        return rates[0] > rates[1]

    def state(self) -> dict[str, np.ndarray]:
        """All that changes, as arrays."""
        return {name: getattr(self, name) for name in STATE} | {"told": np.array([self.rounds, self.best_rate])}

    def put_state(self, arrays: dict[str, np.ndarray]) -> None:
        for name in STATE:
            setattr(self, name, arrays[name].copy())
        self.rounds, self.best_rate = int(arrays["told"][0]), float(arrays["told"][1])


def compiled_form(spec: GameSpec, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A table of habits as `core/habits.py` wants it: `habits` and `habit_starts`."""
    starts = np.searchsorted(table[:, OCCASION], np.arange(spec.habits.n_occasions + 1)).astype(np.int64)
    return np.ascontiguousarray(table[:, DEED:]), starts


def habits_of(run: str) -> dict[str, np.ndarray]:
    """What the newest state of a run knows of habits."""
    for state in sorted((Path(run) / "state").glob("[0-9]*/habits.npz"), reverse=True):
        with np.load(state, allow_pickle=False) as arrays:
            found = dict(arrays)
        if found["best"].any():
            return found
    raise ValueError(f"habits_from={run}: this run has found no habits (yet)")


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
