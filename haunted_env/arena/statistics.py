"""Win rates and their intervals. Games of one deal are correlated, so the bootstrap resamples whole deals.

SciPy is not needed here: `binomtest` takes whole numbers of wins, one cell at a time, while shares of forfeited games
are fractions and tables have many cells; what is left is one quantile, which the standard library has.
"""

import dataclasses
import functools
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from haunted_env.arena.plan import Contest
from haunted_env.arena.record import FORFEIT, GameRecord

RESAMPLES = 1000  # of the bootstrap
LOW_HIGH = (2.5, 97.5)
Z95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Sheet:
    """A row per seat of every game: which agent sat there, in which role, and whether it won.

    A forfeited game is a loss for the seats of that agent; the others share the wins (`credits`).
    """

    agents: tuple[str, ...]
    roles: tuple[str, ...]
    n_games: int
    n_deals: int
    game: np.ndarray
    deal: np.ndarray  # numbered over all player counts
    players: np.ndarray
    agent: np.ndarray
    role: np.ndarray  # at the end of the game; -1: unknown (forfeits)
    won: np.ndarray  # 1 or 0, or a share of a game that another agent forfeited

    @classmethod
    def of(cls, contest: Contest, records: Sequence[GameRecord]) -> "Sheet":
        roles = sorted({role for record in records for role in record.roles if role})
        deals = deal_numbers(records)
        shared = forfeit_wins(records)
        rows, won = [], []
        for number, record in enumerate(records):
            plan = record.plan
            won += credits(record, shared)
            for seat, agent in enumerate(plan.seating):
                role = roles.index(record.roles[seat]) if record.roles[seat] else -1
                rows.append((number, deals[plan.players, plan.deal], plan.players, agent, role))
        columns = np.array(rows, int).reshape(-1, 5).T
        return cls(contest.agents, tuple(roles), len(records), len(deals), *(*columns, np.array(won)))

    def rates(self, group: np.ndarray, n_groups: int) -> list[dict[str, Any]]:
        """Games, win rate and interval of each group of rows; rows with a negative group are left out."""
        if not n_groups:
            return []
        kept = group >= 0
        shape = (self.n_deals, n_groups)
        games, wins = np.zeros(shape), np.zeros(shape)
        np.add.at(games, (self.deal[kept], group[kept]), 1)
        np.add.at(wins, (self.deal[kept], group[kept]), self.won[kept])
        low, high = ratio_intervals(wins, games)
        return [rate(*row) for row in zip(wins.sum(0), games.sum(0), low, high)]

    def by_agent(self) -> list[dict[str, Any]]:
        return self.rates(self.agent, len(self.agents))

    def by_agent_and_role(self) -> list[list[dict[str, Any]]]:
        return self._by_agent_and(self.role, len(self.roles))

    def by_agent_and_players(self, counts: Sequence[int]) -> list[list[dict[str, Any]]]:
        return self._by_agent_and(np.searchsorted(counts, self.players), len(counts))

    def _by_agent_and(self, group: np.ndarray, n_groups: int) -> list[list[dict[str, Any]]]:
        both = np.where(group < 0, -1, self.agent * n_groups + group)
        return _in_rows(self.rates(both, len(self.agents) * n_groups), len(self.agents))

    def by_role(self) -> list[dict[str, Any]]:
        return self.rates(self.role, len(self.roles))

    def of_players(self, players: int) -> "Sheet":
        """Only the games with this number of players."""
        kept = self.players == players
        columns = ("game", "deal", "players", "agent", "role", "won")
        return dataclasses.replace(self, **{name: getattr(self, name)[kept] for name in columns})


def forfeit_wins(records: Sequence[GameRecord]) -> dict[int, float]:
    """By number of players, how many wins the other agents share in a forfeited game: the average number of winners of
    a finished game, so that forfeits neither create nor destroy wins."""
    wins = {}
    for players in sorted({record.plan.players for record in records}):
        ended = [len(r.winners) for r in records if r.plan.players == players and r.forfeit is None]
        wins[players] = sum(ended) / len(ended) if ended else 1.0
    return wins


def credits(record: GameRecord, wins: dict[int, float]) -> list[float]:
    """What a game is worth to each seat: 1 for a win, 0 for a loss. An agent that forfeits loses in all its seats, and
    the seats of the others share the wins (`forfeit_wins`): with two players, the other one wins."""
    plan = record.plan
    if record.forfeit is None:
        return [float(seat in record.winners) for seat in range(plan.players)]
    others = [agent != plan.seating[record.forfeit] for agent in plan.seating]
    return [min(1.0, wins[plan.players] / sum(others)) if other else 0.0 for other in others]


def deal_numbers(records: Sequence[GameRecord]) -> dict[tuple[int, int], int]:
    """A running number for each deal, by number of players and number of the deal."""
    return {key: i for i, key in enumerate(sorted({(r.plan.players, r.plan.deal) for r in records}))}


def rate(wins: float, games: float, low: float, high: float) -> dict[str, Any]:
    if not games:
        return {"games": 0, "win_rate": None, "interval": None}
    interval = [round(float(low), 4), round(float(high), 4)]
    return {"games": int(games), "win_rate": round(float(wins / games), 4), "interval": interval}


def _in_rows(values: list[Any], n_rows: int) -> list[list[Any]]:
    width = len(values) // n_rows
    return [values[row * width : (row + 1) * width] for row in range(n_rows)]


@functools.lru_cache(maxsize=4)
def resampled_deals(n_deals: int) -> np.ndarray:
    """How often each deal occurs in each resample of the bootstrap, (RESAMPLES, deals); always the same numbers."""
    rng = np.random.default_rng(0)
    return rng.multinomial(n_deals, np.full(n_deals, 1 / n_deals), RESAMPLES).astype(np.float32)


def ratio_intervals(parts: np.ndarray, wholes: np.ndarray, bounded: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """95 % bootstrap intervals of sum(parts) / sum(wholes) per column; the rows are deals.

    For shares (`bounded`: between 0 and 1) that are the same in every deal the bootstrap says nothing, as 0 of 5 is not
    certainly 0: there it is the Wilson interval for that many deals.
    """
    counts = resampled_deals(len(parts))
    empty = wholes.sum(0) == 0
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = np.where(empty, 0.0, (counts @ parts) / (counts @ wholes))
    ratios[~np.isfinite(ratios)] = np.nan  # a resample without any game of the column
    low, high = np.nanpercentile(ratios, LOW_HIGH, axis=0)
    if not bounded:
        return low, high
    n = (wholes > 0).sum(0)
    wilson_low, wilson_high = wilson(parts.sum(0) / np.where(empty, 1, wholes.sum(0)), np.maximum(n, 1))
    flat = (high - low < 1e-12) | (n < 2)
    return np.where(flat, wilson_low, low), np.where(flat, wilson_high, high)


def times_interval(mine: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> tuple[float, float]:
    """95 % bootstrap interval of one rate over another; both are (wins, games) by deal, of the same deals."""
    counts = resampled_deals(len(mine[0]))
    (wins, games), (other_wins, other_games) = ([counts @ part for part in pair] for pair in (mine, other))
    with np.errstate(invalid="ignore", divide="ignore"):
        times = (wins / games) / (other_wins / other_games)
    times[~np.isfinite(times)] = np.nan  # a resample in which one of them has no game, or the other no win
    if np.isnan(times).all():
        return float("nan"), float("nan")
    low, high = np.nanpercentile(times, LOW_HIGH)
    return float(low), float(high)


def wilson(share: np.ndarray | float, n: np.ndarray | int) -> tuple[np.ndarray, np.ndarray]:
    """The 95 % Wilson interval of a share of n trials."""
    centre = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * np.sqrt(share * (1 - share) / n + Z95**2 / (4 * n**2))
    return np.where(share <= 0, 0, centre - half), np.where(share >= 1, 1, centre + half)


def cross_play(contest: Contest, records: Sequence[GameRecord]) -> dict[str, Any]:
    """The row agent's win rate with the column agent at the table, over ordered pairs of seats, with intervals."""
    n = len(contest.agents)
    deals = deal_numbers(records)
    wins, pairs = np.zeros((len(deals), n * n)), np.zeros((len(deals), n * n))
    shared = forfeit_wins(records)
    for record in records:
        deal = deals[record.plan.players, record.plan.deal]
        won = credits(record, shared)
        for (agent, credit), (other, _) in itertools.permutations(zip(record.plan.seating, won), 2):
            pairs[deal, agent * n + other] += 1
            wins[deal, agent * n + other] += credit
    low, high = ratio_intervals(wins, pairs)
    rates = [rate(*row) for row in zip(wins.sum(0), pairs.sum(0), low, high)]
    return {
        "agents": list(contest.agents),
        "win_rate": _in_rows([one["win_rate"] for one in rates], n),
        "interval": _in_rows([one["interval"] for one in rates], n),
        "pairs": pairs.sum(0).astype(int).reshape(n, n).tolist(),
    }


def reasons(contest: Contest, records: Sequence[GameRecord]) -> dict[str, Any]:
    """How games ended, and how often each agent won in that way."""
    table: dict[str, Any] = {}
    for reason, games in Counter(sorted(record.reason for record in records)).items():
        wins = Counter(r.plan.seating[seat] for r in records if r.reason == reason for seat in r.winners)
        counts = [wins[agent] for agent in range(len(contest.agents))]
        table[reason] = {"games": games, "wins": counts, "share": round(games / len(records), 4)}
    return table


def lengths(records: Sequence[GameRecord]) -> dict[str, Any]:
    """Turns and decisions of games that were not forfeited."""
    played = [record for record in records if record.reason != FORFEIT]
    found: dict[str, Any] = {}
    for name, values in (
        ("turns", [record.turns for record in played]),
        ("decisions", [sum(record.decisions) for record in played]),
    ):
        if values:
            low, median, high = np.percentile(values, (5, 50, 95)).tolist()
            found[name] = {"mean": round(float(np.mean(values)), 2), "median": median, "p5": low, "p95": high}
    return found
