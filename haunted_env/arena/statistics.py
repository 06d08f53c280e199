"""Win rates and their intervals. Games of one deal are alike, so intervals come from drawing whole deals again."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from haunted_env.arena.plan import Contest
from haunted_env.arena.record import FORFEIT, GameRecord

DRAWS = 1000  # of the bootstrap
Z95 = 1.959964
LOW_HIGH = (2.5, 97.5)


@dataclass(frozen=True)
class Sheet:
    """Every seat of every game as a row: who sat there, in which role, and whether it won.

    A game that an agent forfeited is a loss for its seats; the others share what there is to win (`credits`).
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
    won: np.ndarray  # 1 or 0, or a share of a game that another one forfeited

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
        n = len(self.roles)
        flat = self.rates(np.where(self.role < 0, -1, self.agent * n + self.role), len(self.agents) * n)
        return [flat[a * n : (a + 1) * n] for a in range(len(self.agents))]

    def by_agent_and_players(self, counts: Sequence[int]) -> list[list[dict[str, Any]]]:
        n = len(counts)
        flat = self.rates(self.agent * n + np.searchsorted(counts, self.players), len(self.agents) * n)
        return [flat[a * n : (a + 1) * n] for a in range(len(self.agents))]

    def by_role(self) -> list[dict[str, Any]]:
        return self.rates(self.role, len(self.roles))

    def of_players(self, players: int) -> "Sheet":
        """The games of a number of players alone."""
        kept = self.players == players
        columns = (self.game, self.deal, self.players, self.agent, self.role, self.won)
        return Sheet(self.agents, self.roles, self.n_games, self.n_deals, *(column[kept] for column in columns))


def forfeit_wins(records: Sequence[GameRecord]) -> dict[int, float]:
    """By number of players, how many wins the others share in a game that somebody forfeited: as many as finished games
    have winners on average, so that forfeits neither make nor destroy wins."""
    wins = {}
    for players in sorted({record.plan.players for record in records}):
        ended = [len(r.winners) for r in records if r.plan.players == players and r.forfeit is None]
        wins[players] = sum(ended) / len(ended) if ended else 1.0
    return wins


def credits(record: GameRecord, wins: dict[int, float]) -> list[float]:
    """What a game is worth to each seat: 1 if it has won, 0 if not. If an agent forfeited, it has lost in all its
    seats, and those of the others share the wins (`forfeit_wins`): with two players the other one has won."""
    plan = record.plan
    if record.forfeit is None:
        return [float(seat in record.winners) for seat in range(plan.players)]
    others = [agent != plan.seating[record.forfeit] for agent in plan.seating]
    return [min(1.0, wins[plan.players] / sum(others)) if other else 0.0 for other in others]


def deal_numbers(records: Sequence[GameRecord]) -> dict[tuple[int, int], int]:
    """The deals, by number of players and place in the plan, counted through."""
    return {key: i for i, key in enumerate(sorted({(r.plan.players, r.plan.deal) for r in records}))}


def rate(wins: float, games: float, low: float, high: float) -> dict[str, Any]:
    if not games:
        return {"games": 0, "win_rate": None, "interval": None}
    interval = [round(float(low), 4), round(float(high), 4)]
    return {"games": int(games), "win_rate": round(float(wins / games), 4), "interval": interval}


@functools.lru_cache(maxsize=4)
def deal_draws(n_deals: int) -> np.ndarray:
    """How often each deal is in each draw of the bootstrap, (DRAWS, deals); always the same numbers."""
    return np.random.default_rng(0).multinomial(n_deals, np.full(n_deals, 1 / n_deals), DRAWS).astype(np.float32)


def ratio_intervals(parts: np.ndarray, wholes: np.ndarray, bounded: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """95 % intervals of sum(parts) / sum(wholes) per column, rows being deals.

    Where every deal has the same share (`bounded`: between 0 and 1) a bootstrap cannot tell anything, as 0 of 5 is not
    certainly 0: there the Wilson interval for that many deals is given.
    """
    draws = deal_draws(len(parts))
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = (draws @ parts) / (draws @ wholes)
        mean = parts.sum(0) / wholes.sum(0)
    low, high = np.zeros((2, parts.shape[1]))
    for column in range(parts.shape[1]):
        drawn = ratios[np.isfinite(ratios[:, column]), column]
        if len(drawn):
            low[column], high[column] = np.percentile(drawn, LOW_HIGH)
    if not bounded:
        return low, high
    n = (wholes > 0).sum(0)
    wilson_low, wilson_high = wilson(np.nan_to_num(mean), np.maximum(n, 1))
    flat = (high - low < 1e-12) | (n < 2)
    return np.where(flat, wilson_low, low), np.where(flat, wilson_high, high)


def wilson(share: np.ndarray, n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The 95 % Wilson interval of a share in n tries."""
    centre = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * np.sqrt(share * (1 - share) / n + Z95**2 / (4 * n**2))
    return np.where(share <= 0, 0, centre - half), np.where(share >= 1, 1, centre + half)


def cross_play(contest: Contest, records: Sequence[GameRecord]) -> dict[str, Any]:
    """Row agent's win rate with a column agent at the table (over ordered pairs of seats), with intervals."""
    n = len(contest.agents)
    deals = deal_numbers(records)
    wins, pairs = np.zeros((len(deals), n * n)), np.zeros((len(deals), n * n))
    shared = forfeit_wins(records)
    for record in records:
        deal = deals[record.plan.players, record.plan.deal]
        won = credits(record, shared)
        for seat, agent in enumerate(record.plan.seating):
            for other_seat, other in enumerate(record.plan.seating):
                if seat != other_seat:
                    pairs[deal, agent * n + other] += 1
                    wins[deal, agent * n + other] += won[seat]
    low, high = ratio_intervals(wins, pairs)
    cells = [rate(*row) for row in zip(wins.sum(0), pairs.sum(0), low, high)]
    return {
        "agents": list(contest.agents),
        "win_rate": [[cell["win_rate"] for cell in cells[a * n : a * n + n]] for a in range(n)],
        "interval": [[cell["interval"] for cell in cells[a * n : a * n + n]] for a in range(n)],
        "pairs": pairs.sum(0).astype(int).reshape(n, n).tolist(),
    }


def reasons(contest: Contest, records: Sequence[GameRecord]) -> dict[str, Any]:
    """How games ended, and how often each agent won in that way."""
    names = sorted({record.reason for record in records})
    table: dict[str, Any] = {name: {"games": 0, "wins": [0] * len(contest.agents)} for name in names}
    for record in records:
        table[record.reason]["games"] += 1
        for seat in record.winners:
            table[record.reason]["wins"][record.plan.seating[seat]] += 1
    for row in table.values():
        row["share"] = round(row["games"] / len(records), 4)
    return table


def lengths(records: Sequence[GameRecord]) -> dict[str, Any]:
    """Turns and decisions of games that were played to their end."""
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
