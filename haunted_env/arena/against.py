"""How strong is an agent? One seat among opponents of one kind, or alone, on duplicate deals."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from haunted_env.agents import Agent
from haunted_env.agents.names import with_setting
from haunted_env.arena.match import play_games
from haunted_env.arena.plan import Contest, games
from haunted_env.arena.record import GameRecord
from haunted_env.arena.statistics import rate, ratio_intervals

ALONE = "alone"  # in place of opponents: games for one player
AT_ONCE = 512  # games side by side
LEARNER = "learner"  # the name of an agent that has none
OWN_SEED = 1  # of the agent in the seat; that of the opponents is 0
Watch = Callable[[int], None]  # told how many more games are done


@dataclass
class SeatGames:
    """An agent in one seat, its opponents in the others; each deal is played once from every seat.

    Per deal: `games` and `wins`; `roles` has the same by the role the seat had at the end. `scored` and `scores` are
    the games in which the seat has a score (`GameSpec.score`), and their sum.
    """

    games: np.ndarray
    wins: np.ndarray
    scored: np.ndarray
    scores: np.ndarray
    roles: dict[str, tuple[np.ndarray, np.ndarray]]  # role -> (games, wins)

    @classmethod
    def of(cls, deals: int) -> "SeatGames":
        games, wins, scored, scores = np.zeros((4, deals))
        return cls(games, wins, scored, scores, {})

    @classmethod
    def joined(cls, parts: Sequence["SeatGames"]) -> "SeatGames":
        """All deals side by side, of several numbers of players, say; by roles nothing is kept."""
        arrays = [[part.games, part.wins, part.scored, part.scores] for part in parts]
        games, wins, scored, scores = (np.concatenate(column) for column in zip(*arrays))
        return cls(games, wins, scored, scores, {})

    def add(self, record: GameRecord) -> None:
        seat, deal = record.plan.seating.index(0), record.plan.deal
        won = seat in record.winners
        role = record.roles[seat] or "forfeit"
        of_role = self.roles.setdefault(role, (np.zeros_like(self.games), np.zeros_like(self.wins)))
        for played, wins in ((self.games, self.wins), of_role):
            played[deal] += 1
            wins[deal] += won
        score = record.scores[seat] if record.scores else None
        if score is not None:
            self.scored[deal] += 1
            self.scores[deal] += score

    def rate(self) -> dict[str, Any]:
        return share(self.wins, self.games)

    def score(self) -> dict[str, Any]:
        """The mean score with its interval, whole deals drawn again; None where no game has one."""
        if not self.scored.any():
            return {"mean": None, "interval": None}
        low, high = ratio_intervals(self.scores[:, None], self.scored[:, None], bounded=False)
        mean = self.scores.sum() / self.scored.sum()
        return {"mean": round(float(mean), 2), "interval": [round(float(low[0]), 2), round(float(high[0]), 2)]}

    def by_last_role(self) -> dict[str, dict[str, Any]]:
        return {role: share(wins, played) for role, (played, wins) in sorted(self.roles.items())}


def share(wins: np.ndarray, played: np.ndarray) -> dict[str, Any]:
    """Win rate with its interval, whole deals drawn again."""
    low, high = ratio_intervals(wins[:, None], played[:, None])
    return rate(wins.sum(), played.sum(), low[0], high[0])


def against(
    game: str,
    agent: str | Agent,
    opponents: str,
    players: int,
    deals: int,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    watch: Watch | None = None,
) -> SeatGames:
    """Play them: `agent` by its name, or as it is. With ALONE it plays by itself, in games for one player.

    The seat has another seed than its opponents, the same one whoever plays it: agents that play alike up to some
    decision then do so in the very same games, and what is left between them shows more clearly.
    """
    here: dict[str, Agent] = {}
    if isinstance(agent, Agent):
        name = LEARNER
        here[name] = dataclasses.replace(agent, seed=OWN_SEED)
    else:
        name = with_setting(agent, f"seed={OWN_SEED}")
    agents = (name,) if opponents == ALONE else (name, opponents)
    contest = Contest(game, agents, (players,), deals, seed, options or {}, (0, *[1] * (players - 1)), beliefs=False)
    plans = list(games(contest))
    found = SeatGames.of(deals)
    for first in range(0, len(plans), AT_ONCE):
        some = plans[first : first + AT_ONCE]
        for record in play_games(contest, some, agents=here):
            found.add(record)
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
