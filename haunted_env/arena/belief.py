"""Beliefs against the truth: what agents thought of what is to be found out (`spec.belief`), turn by turn.

Noted at every agent's first decision in a turn, if it says what it believes. A row per note: turn, who believes
(seat), the outcome that was so, then a probability per outcome, with absolute seats.
"""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from haunted_env.agents import Agent, View
from haunted_env.arena.faults import AgentGoneError, words
from haunted_env.arena.record import GameRecord
from haunted_env.arena.statistics import deal_numbers, ratio_intervals
from haunted_env.play.table import Observer, Table
from haunted_env.spec import GameSpec

COLUMNS = 3
TURN, OBSERVER, TRUTH = range(COLUMNS)
N_BINS = 10
N_TURN_BINS = 12
LEAST = 1e-6  # probabilities below count as this in the log-loss
TOLERANCE = 1e-3  # by which probabilities may miss 0, 1 and their sum, for those who count in half precision


class BeliefNotes(Observer):
    """The beliefs of the games of a table."""

    def __init__(self, spec: GameSpec, games: np.ndarray, players: int) -> None:
        self.spec = spec
        self.games = games
        self.n_outcomes = spec.belief.size(players) if spec.belief else 0
        self.last_turn = np.full((len(games), players), -1)
        self.rows: list[list[np.ndarray]] = [[] for _ in range(len(games))]
        self.refused = np.zeros((len(games), players), int)
        self.refusals = [[""] * players for _ in range(len(games))]

    def asking(self, table: Table, number: int, view: View) -> None:
        """Ask the agent what it believes, in games where it has not said so this turn."""
        if self.spec.belief is None:
            return
        turns = np.array([self.spec.queries.turn(self.games[row : row + 1]) for row in view.rows])
        new = self.last_turn[view.rows, view.seats] != turns
        if new.any():
            self._ask(cast(Agent, table.agents[number]), view.part(new), turns[new])

    def _ask(self, agent: Agent, view: View, turns: np.ndarray) -> None:
        """A belief that cannot be one is not noted, but counted: it costs nobody the game, nor others their report."""
        try:
            said = agent.belief(view.part(np.ones(len(view), bool)))  # its own, to do with as it likes
            if said is None:
                return
            beliefs = _table(said, (len(view), self.n_outcomes))
        except (KeyboardInterrupt, AgentGoneError):  # nobody is left to be asked for an action
            raise
        except BaseException as error:
            if len(view) > 1:
                for one in np.eye(len(view), dtype=bool):
                    self._ask(agent, view.part(one), turns[one])
                return
            self._refuse(int(view.rows[0]), int(view.seats[0]), words(error))
        else:
            self._note(view, turns, beliefs)
        self.last_turn[view.rows, view.seats] = turns

    def _note(self, view: View, turns: np.ndarray, beliefs: np.ndarray) -> None:
        assert self.spec.belief is not None
        truth = self.spec.belief.truth(self.games[view.rows], view.seats)
        absolute = view.absolute_belief(beliefs)
        for i in np.flatnonzero(truth >= 0):
            fault = _fault(beliefs[i])
            if fault:
                self._refuse(int(view.rows[i]), int(view.seats[i]), fault)
                continue
            about = (turns[i], view.seats[i], truth[i])
            self.rows[view.rows[i]].append(np.concatenate((about, absolute[i])).astype(np.float32))

    def _refuse(self, row: int, seat: int, reason: str) -> None:
        self.refused[row, seat] += 1
        self.refusals[row][seat] = self.refusals[row][seat] or reason

    def of(self, row: int) -> np.ndarray:
        return np.array(self.rows[row], np.float32).reshape(-1, COLUMNS + self.n_outcomes)


def no_notes() -> np.ndarray:
    return np.zeros((0, COLUMNS), np.float32)


def _table(said: Any, shape: tuple[int, int]) -> np.ndarray:
    """Beliefs as numbers, a row per game."""
    beliefs = np.asarray(said)
    if beliefs.shape != shape or beliefs.dtype.kind not in "fiu":
        raise ValueError(f"expected numbers of shape {shape}, got {beliefs.dtype} of shape {beliefs.shape}")
    return beliefs.astype(float)


def _fault(belief: np.ndarray) -> str:
    """Why these are no probabilities of outcomes of which one is so; nothing if they are."""
    if not np.isfinite(belief).all():
        return "a probability is not a finite number"
    if belief.min() < -TOLERANCE or belief.max() > 1 + TOLERANCE:
        return f"a probability is {belief[np.abs(belief - 0.5).argmax()]:g}: expected 0 to 1"
    if abs(belief.sum() - 1) > TOLERANCE:
        return f"the probabilities add up to {belief.sum():g}, not to 1"
    return ""


def summary(agents: Sequence[str], records: Sequence[GameRecord]) -> list[dict[str, Any]]:
    """Per agent that said what it believes: log-loss, Brier score, calibration, and the first two by turn."""
    deals = deal_numbers(records)
    found = []
    for number, name in enumerate(agents):
        notes = [_notes(record, number, deals[record.plan.players, record.plan.deal]) for record in records]
        notes = [note for note in notes if len(note[0])]
        if notes:
            columns = [np.concatenate(column) for column in zip(*notes)]
            found.append({"agent": name, "notes": len(columns[0])} | _scores(columns, len(deals)))
    return found


def refusals(agents: Sequence[str], records: Sequence[GameRecord]) -> list[dict[str, Any]]:
    """Per agent whose beliefs were not all probabilities: how many were left out, and what was wrong with the first."""
    found: dict[int, dict[str, Any]] = {}
    for record in records:
        for seat in np.flatnonzero(record.refused).tolist():
            number = record.plan.seating[seat]
            row = found.setdefault(number, {"agent": agents[number], "notes": 0, "reason": record.refusals[seat]})
            row["notes"] += record.refused[seat]
    return [found[number] for number in sorted(found)]


def _scores(columns: list[np.ndarray], n_deals: int) -> dict[str, Any]:
    deal, turn, loss, brier, pair_deal, probability, is_it = columns
    return {
        **mean("log_loss", loss, deal, n_deals),
        **mean("brier", brier, deal, n_deals),
        "calibration": _calibration(pair_deal, probability, is_it, n_deals),
        "by_turn": _by_turn(turn, loss, brier, deal, n_deals),
    }


def _notes(record: GameRecord, agent: int, deal: int) -> tuple[np.ndarray, ...]:
    """Of one game and agent: deal, turn, log-loss, Brier score per note; deal, probability, truth for each outcome."""
    rows = record.beliefs[np.isin(record.beliefs[:, OBSERVER], np.flatnonzero(np.array(record.plan.seating) == agent))]
    truth = rows[:, TRUTH].astype(int)
    probability = rows[:, COLUMNS:].astype(float)
    is_it = np.arange(probability.shape[1]) == truth[:, None]
    loss = -np.log(np.maximum(probability[np.arange(len(rows)), truth], LEAST))
    brier = ((probability - is_it) ** 2).sum(1)
    of_deal = np.full(len(rows), deal)
    pairs = (np.repeat(of_deal, probability.shape[1]), probability.ravel(), is_it.ravel())
    return of_deal, rows[:, TURN], loss, brier, *pairs


def _by_deal(values: np.ndarray, group: np.ndarray, deal: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    sums = np.zeros(shape)
    np.add.at(sums, (deal, group), values)
    return sums


def mean(name: str, values: np.ndarray, deal: np.ndarray, n_deals: int) -> dict[str, Any]:
    """The mean of some values, each of a deal, with its 95 % interval."""
    nothing = np.zeros(len(values), int)
    sums, counts = (_by_deal(v, nothing, deal, (n_deals, 1)) for v in (values, np.ones(len(values))))
    low, high = ratio_intervals(sums, counts, bounded=False)
    interval = [round(float(low[0]), 4), round(float(high[0]), 4)]
    return {name: round(float(values.mean()), 4), f"{name}_interval": interval}


def _calibration(deal: np.ndarray, probability: np.ndarray, is_it: np.ndarray, n_deals: int) -> list[dict[str, Any]]:
    """How often it was so, among the times it was given about that probability."""
    group = np.minimum((probability * N_BINS).astype(int), N_BINS - 1)
    shape = (n_deals, N_BINS)
    counts, hits, said = (_by_deal(v, group, deal, shape) for v in (np.ones(len(group)), is_it, probability))
    low, high = ratio_intervals(hits, counts)
    bins = []
    for b in np.flatnonzero(counts.sum(0)):
        n = counts[:, b].sum()
        mean, was = said[:, b].sum() / n, hits[:, b].sum() / n
        interval = [round(float(low[b]), 4), round(float(high[b]), 4)]
        bins.append({"said": round(float(mean), 4), "was": round(float(was), 4), "interval": interval, "notes": int(n)})
    return bins


def _by_turn(
    turn: np.ndarray, loss: np.ndarray, brier: np.ndarray, deal: np.ndarray, n_deals: int
) -> list[dict[str, Any]]:
    width = max(1, int(np.ceil((turn.max() + 1) / N_TURN_BINS)))
    group = (turn // width).astype(int)
    rows = []
    for b in np.unique(group):
        kept = group == b
        first = int(b) * width
        row: dict[str, Any] = {"turns": [first, first + width - 1], "notes": int(kept.sum())}
        row |= mean("log_loss", loss[kept], deal[kept], n_deals) | mean("brier", brier[kept], deal[kept], n_deals)
        rows.append(row)
    return rows
