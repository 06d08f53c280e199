"""One seat against a field, on duplicate deals: what the arena is asked when policies are evaluated."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from haunted_env.arena.match import play_games
from haunted_env.arena.plan import Contest, games
from haunted_env.arena.statistics import rate, ratio_intervals

AT_ONCE = 512  # games side by side
Watch = Callable[[int], None]  # told how many more games are done


@dataclass
class SeatGames:
    """An agent in one seat, the field in the others; each deal is played once from every seat.

    Per deal: `games` and `wins`; `roles` has the same by the role the seat had at the end.
    """

    games: np.ndarray
    wins: np.ndarray
    roles: dict[str, tuple[np.ndarray, np.ndarray]]  # role -> (games, wins)

    def rate(self) -> dict[str, Any]:
        return share(self.wins, self.games)

    def by_role(self) -> dict[str, dict[str, Any]]:
        return {role: share(wins, played) for role, (played, wins) in sorted(self.roles.items())}


def share(wins: np.ndarray, played: np.ndarray) -> dict[str, Any]:
    """Win rate with its interval, whole deals drawn again."""
    low, high = ratio_intervals(wins[:, None], played[:, None])
    return rate(wins.sum(), played.sum(), low[0], high[0])


def against(
    game: str,
    agent: str,
    field: str,
    players: int,
    deals: int,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    watch: Watch | None = None,
) -> SeatGames:
    """Play them. The same agent as the field takes another seed: it is a player of its own then."""
    name = f"{agent}{',' if '=' in agent else ':'}seed=1" if agent == field else agent
    contest = Contest(game, (name, field), (players,), deals, seed, options or {}, (0, *[1] * (players - 1)))
    plans = list(games(contest))
    found = SeatGames(np.zeros(deals), np.zeros(deals), {})
    for first in range(0, len(plans), AT_ONCE):
        some = plans[first : first + AT_ONCE]
        for record in play_games(contest, some):
            seat, deal = record.plan.seating.index(0), record.plan.deal
            won = seat in record.winners
            role = record.roles[seat] or "forfeit"
            of_role = found.roles.setdefault(role, (np.zeros(deals), np.zeros(deals)))
            for played, wins in ((found.games, found.wins), of_role):
                played[deal] += 1
                wins[deal] += won
        if watch:
            watch(len(some))
    return found


def ratio(mine: SeatGames, reference: SeatGames) -> dict[str, Any]:
    """How many times as often as the reference an agent wins, on the same deals."""
    low, high = ratio_intervals(mine.wins[:, None], reference.wins[:, None], bounded=False)
    value = float(mine.wins.sum() / max(1.0, reference.wins.sum()))
    return {"ratio": round(value, 3), "interval": [round(float(low[0]), 3), round(float(high[0]), 3)]}


def n_games(players: Sequence[int], deals: int) -> int:
    return sum(players) * deals
