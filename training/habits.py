"""A start before playing: find habits that win more games than the hand-written player does.

Single decisions hardly matter, and luck hides what they do; but what is done in the same way throughout a game adds up.
So seats try habits (`trials.py`): each that it meets is drawn to be on or off for the rest of the game, and what
counts is how much more often those win who have it on. Habits are drawn as likely as they are thought to help
(Thompson sampling): what hurts is soon given up, what helps is soon kept, and the others play on around it.

First come habits of what happens late in games, then all; and of both first those that hold always, then, near what
these gave, those that hold under one circumstance. All this is done among hand-written players, then, with what comes
up there only, in mixed company. Each number of players has its own habits. Trials may begin with habits that others
have found, with other numbers of players too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.agents.policy import read_card
from haunted_env.spec import GameSpec
from training.trials import (
    CHUNK,
    CIRCUMSTANCE,
    EVERY_OTHER,
    EVERYBODY,
    MIXED,
    OCCASION,
    ONE,
    VALUE,
    Habitual,
    Round,
    Trials,
)

USUAL = 0.5  # share of the games that are among hand-written players, if there are habits for other company

# What is thought of a habit before it is tried, in chances to win: most of them hurt.
HOPE, DOUBT = -0.06, 0.025
# Of one that holds under a circumstance: so many doubts worse than the habit that holds always, of which it is a part.
WORSE, BEST_PARENT = 2.2, 0.02
GIVEN_UP = 4.0  # a habit that is so many doubts below 0 is not tried, until most of what was found is forgotten
MEMORY = 0.97  # how much of what was found a round later still counts: around other habits a habit is another one
LEAST_SURE = 1.0  # doubts above 0 of a habit that is kept
BELIEVED = 1.1  # doubts above 0, at least, of a habit that others have found
LEAST_MET = 0.006  # share of games in which a habit that is to be tried is met
LEAST_ON, LEAST_OFF = 1, 30  # games that tell anything in a round
LEAST_VARIANCE = 0.02  # of winning or not
PROOF = 6000  # games that tell whose habits help most
PROVED = 1 / 3  # of the games of a round: so many more tell whether what would be kept helps
TAUGHT = "taught"  # what files with habits are called
SCOUTED = 4  # chunks, to see which habits are ever met


@dataclass(frozen=True)
class Stage:
    """What is tried up to a share of the games. What comes late in games comes first: it depends on nothing else.

    The more seats try something, the more a game tells; but what helps two at a table may hurt one alone, for whom the
    habits are meant.
    """

    until: float
    early: bool  # also habits of occasions that come early
    parts: bool  # also habits that hold under a circumstance
    who: int


STAGES = (
    Stage(0.05, False, False, EVERYBODY),
    Stage(0.12, False, True, EVERYBODY),
    Stage(0.28, True, False, EVERY_OTHER),
    Stage(0.45, True, True, EVERY_OTHER),
    Stage(1.0, True, True, ONE),
)

STATE = ("table", "late", "strange", "open", "prior", "prior_precision", "sums", "precision", "best")


class Habits:
    """All habits of a game that are worth a try with some number of players, and what is thought of them.

    `precision` and `sums` (precision times hope) are what was found, each round weighed by how much it tells.
    `inherited` are habits that others have found.
    """

    def __init__(self, spec: GameSpec, options: dict[str, Any], seed: int, inherited: Sequence[Habitual] = ()) -> None:
        if spec.habits is None:
            raise ValueError(f"habits: {spec.name} has none that could be tried; leave the setting at 0")
        self.spec = spec
        self.trials = Trials(spec, options, seed)
        self.table = self._met(self._split(self._met(self._always())))
        occasions = self.table[:, OCCASION].tolist()
        self.late = np.array([spec.habits.late(at) for at in occasions])
        self.strange = np.array([spec.habits.strange(at) for at in occasions])
        self.prior = np.full(len(self.table), HOPE)
        self.prior_precision = np.full(len(self.table), DOUBT**-2)
        self.open = np.zeros(len(self.table), bool)  # what has been tried
        for others in inherited:
            self._believe(others)
        self.precision = self.prior_precision.copy()
        self.sums = self.prior * self.precision
        self.best = np.zeros(len(self.table))  # hopes of the habits that are taught, 0 for the others
        self.best_rates = np.full(2, -1.0)  # among hand-written players, in mixed company

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
        found = [self.trials.play(table, never, SCOUTED * CHUNK, who) for who in (EVERYBODY, MIXED)]
        shares = np.array([one.games.sum(axis=1) / one.seats for one in found])
        strange = np.array([self.spec.habits.strange(at) for at in table[:, OCCASION].tolist()])
        return table[np.where(strange, *shares[::-1]) >= LEAST_MET]

    def _believe(self, others: Habitual) -> None:
        """Begin with what others found: so sure of it that it is kept unless games tell otherwise."""
        places = {tuple(row): i for i, row in enumerate(self.table.tolist())}
        for row, hope in zip(others.table.tolist(), others.hopes.tolist()):
            at = places.get(tuple(row))
            if at is not None and hope > 0:
                self.prior[at], self.open[at] = hope, True
                self.prior_precision[at] = min(DOUBT, hope / BELIEVED) ** -2

    # Learning

    @property
    def hopes(self) -> np.ndarray:
        return self.sums / self.precision

    @property
    def doubts(self) -> np.ndarray:
        return self.precision**-0.5

    def _open(self, stage: Stage, mixed: bool) -> np.ndarray:
        """What is tried in a stage. Of a habit under a circumstance, the one that holds always tells what to expect."""
        part = self.table[:, CIRCUMSTANCE] > 0
        company = (self.strange == mixed) & (self.late | stage.early)
        opened = company & (~part | stage.parts)
        fresh = np.flatnonzero(opened & part & ~self.open)
        whole = {tuple(row[:CIRCUMSTANCE]): i for i, row in enumerate(self.table) if row[CIRCUMSTANCE] == 0}
        of = np.array([whole.get(tuple(row[:CIRCUMSTANCE]), -1) for row in self.table[fresh]], np.int64)
        known = np.where(of >= 0, self.hopes[of], HOPE)
        self.prior[fresh] = np.minimum(known, BEST_PARENT) - WORSE * DOUBT
        self.sums[fresh] = self.prior[fresh] * self.precision[fresh]
        self.open |= opened
        return self.open & company

    def company(self, done: float) -> tuple[bool, float]:
        """Whether the company is mixed by now, and how much of the trials in it is done; `done` is the share of all."""
        if not self.strange.any():
            return False, done
        mixed = done >= USUAL
        return mixed, (done - USUAL) / (1 - USUAL) if mixed else done / USUAL

    def learn(self, games: int, done: float) -> Round:
        """Play some more games and learn from them; `done` is the share of all trials before."""
        mixed, done = self.company(done)
        stage = next((one for one in STAGES if done < one.until), STAGES[-1])
        opened = self._open(stage, mixed)
        settled = (self.strange != mixed) & (self.best > 0)  # what is kept for the other company
        hopes, doubts = np.where(settled, self.best, self.hopes), np.where(settled, 0.0, self.doubts)
        chosen = np.flatnonzero(settled | (opened & (hopes > -GIVEN_UP * doubts)))
        who = MIXED if mixed else stage.who
        found = self.trials.play(self.table[chosen], hopes[chosen], games, who, doubts[chosen])
        (off, on), (off_wins, on_wins) = found.games.T, found.wins.T
        tells = (on >= LEAST_ON) & (off >= LEAST_OFF)
        self.sums = MEMORY * self.sums + (1 - MEMORY) * self.prior * self.prior_precision
        self.precision = MEMORY * self.precision + (1 - MEMORY) * self.prior_precision
        off, on, off_wins, on_wins = off[tells], on[tells], off_wins[tells], on_wins[tells]
        share = (off_wins + on_wins) / (off + on)
        precision = 1 / (np.maximum(share * (1 - share), LEAST_VARIANCE) * (1 / off + 1 / on))
        self.sums[chosen[tells]] += (on_wins / on - off_wins / off) * precision
        self.precision[chosen[tells]] += precision
        if stage is STAGES[-1]:
            self._prove(round(PROVED * games), mixed)
        return found

    def _prove(self, games: int, mixed: bool) -> None:
        """Measure the habits that would be kept now; those that won most are taught in the end."""
        hopes = np.where(self.open & (self.hopes > LEAST_SURE * self.doubts), self.hopes, 0.0)
        hopes = np.where(self.strange == mixed, hopes, self.best)
        kept = np.flatnonzero(hopes)
        found = self.trials.play(self.table[kept], hopes[kept], games, MIXED if mixed else ONE)
        if found.rate > self.best_rates[int(mixed)]:
            self.best, self.best_rates[int(mixed)] = hopes, found.rate

    # Keeping them

    @property
    def found(self) -> Habitual:
        return kept_habits(self.spec, self.table, self.best)

    def state(self) -> dict[str, np.ndarray]:
        """All that changes, as arrays."""
        told = np.array([self.trials.rounds, *self.best_rates])
        return {name: getattr(self, name) for name in STATE} | {"told": told}

    def put_state(self, arrays: dict[str, np.ndarray]) -> None:
        missing = sorted({*STATE, "told"} - set(arrays))
        if missing:
            raise ValueError(f"the state of the trials has no {missing[0]!r}: other sources wrote it; start a new run")
        for name in STATE:
            setattr(self, name, arrays[name].copy())
        self.trials.rounds, self.best_rates = int(arrays["told"][0]), arrays["told"][1:].copy()


def kept_habits(spec: GameSpec, table: np.ndarray, hopes: np.ndarray) -> Habitual:
    kept = np.flatnonzero(hopes)
    return Habitual(spec=spec, table=table[kept], hopes=hopes[kept])


def write_habits(folder: Path, known: Sequence[Habitual]) -> None:
    """Habits as files of a checkpoint or of a run's state."""
    for i, one in enumerate(known):
        np.savez_compressed(folder / f"{TAUGHT}{i}.npz", table=one.table, hopes=one.hopes)


def read_habits(folder: Path, spec: GameSpec) -> list[Habitual]:
    found = []
    while (path := folder / f"{TAUGHT}{len(found)}.npz").exists():
        with np.load(path, allow_pickle=False) as arrays:
            found.append(kept_habits(spec, arrays["table"], arrays["hopes"]))
    return found


def habits_of(checkpoint: str, spec: GameSpec) -> list[Habitual]:
    """The habits that a checkpoint was taught, for each number of players of the run that found them."""
    try:
        read_card(Path(checkpoint), spec)
    except ValueError as error:
        raise ValueError(f"habits_from: {error}") from None
    found = read_habits(Path(checkpoint), spec)
    if not any(len(one.table) for one in found):
        raise ValueError(f"habits_from={checkpoint}: nobody taught this checkpoint any habits")
    return found


def best_teacher(trials: Trials, candidates: Sequence[Habitual]) -> int:
    """Which of those who play by habits wins most games, half of them in mixed company; -1: the hand-written player."""
    nobody = kept_habits(trials.spec, candidates[0].table, np.zeros(len(candidates[0].table)))
    rates = [
        sum(trials.play(one.table, one.hopes, PROOF, who).rate for who in (ONE, MIXED)) for one in (nobody, *candidates)
    ]
    return int(np.argmax(rates)) - 1
