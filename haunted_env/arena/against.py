"""How strong is an agent? One seat among opponents of one kind, or alone, on duplicate deals."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from haunted_env import registry
from haunted_env.agents import Agent
from haunted_env.agents.names import with_setting
from haunted_env.arena.match import play_games
from haunted_env.arena.plan import Contest, GamePlan, games
from haunted_env.arena.record import GameRecord
from haunted_env.arena.statistics import rate, ratio_intervals, times_interval
from haunted_env.play.batch import Batch

ALONE = "alone"  # in place of opponents: games for one player
AT_ONCE = 512  # games side by side
LEARNER = "learner"  # the name of an agent that has none
OWN_SEED = 1  # of the agent in the seat; that of the opponents is 0
Watch = Callable[[int], None]  # told how many more games are done
Tally = tuple[np.ndarray, np.ndarray]  # games and wins by deal


@dataclass
class SeatGames:
    """An agent in one seat, its opponents in the others; each deal is played once from every seat.

    Per deal: `games` and `wins`; `dealt` and `roles` have the same by the role that the seat was dealt and by the one
    it had at the end. `scored` and `scores` are the games in which the seat has a score (`GameSpec.score`), and their
    sum.
    """

    games: np.ndarray
    wins: np.ndarray
    scored: np.ndarray
    scores: np.ndarray
    roles: dict[str, Tally]
    dealt: dict[str, Tally]  # empty in games that deal no roles (`Queries.dealt_roles`)

    @classmethod
    def of(cls, deals: int) -> "SeatGames":
        games, wins, scored, scores = np.zeros((4, deals))
        return cls(games, wins, scored, scores, {}, {})

    @classmethod
    def joined(cls, parts: Sequence["SeatGames"]) -> "SeatGames":
        """All deals side by side, of several numbers of players, say; by roles nothing is kept."""
        arrays = [[part.games, part.wins, part.scored, part.scores] for part in parts]
        games, wins, scored, scores = (np.concatenate(column) for column in zip(*arrays))
        return cls(games, wins, scored, scores, {}, {})

    def add(self, record: GameRecord, dealt: tuple[str, ...] = ()) -> None:
        """`dealt`: the roles that the seats were dealt, in games that deal any."""
        seat, deal = record.plan.seating.index(0), record.plan.deal
        won = seat in record.winners
        tallies = [(self.games, self.wins), self._tally(self.roles, record.roles[seat] or "forfeit")]
        if dealt:
            tallies.append(self._tally(self.dealt, dealt[seat]))
        for played, wins in tallies:
            played[deal] += 1
            wins[deal] += won
        score = record.scores[seat] if record.scores else None
        if score is not None:
            self.scored[deal] += 1
            self.scores[deal] += score

    def _tally(self, tallies: dict[str, Tally], role: str) -> Tally:
        return tallies.setdefault(role, (np.zeros_like(self.games), np.zeros_like(self.wins)))

    def rate(self) -> dict[str, Any]:
        return share(self.wins, self.games)

    def score(self) -> dict[str, Any]:
        """The mean score with its interval, whole deals drawn again; None where no game has one."""
        if not self.scored.any():
            return {"mean": None, "interval": None}
        low, high = ratio_intervals(self.scores[:, None], self.scored[:, None], bounded=False)
        mean = self.scores.sum() / self.scored.sum()
        return {"mean": round(float(mean), 2), "interval": [round(float(low[0]), 2), round(float(high[0]), 2)]}

    def by_last_role(self, reference: "SeatGames | None" = None) -> dict[str, dict[str, Any]]:
        """What a player does decides in part which games these are: with those dealt a role nothing is chosen."""
        return _by_role(self.roles, reference.roles if reference else {})

    def by_dealt_role(self, reference: "SeatGames | None" = None) -> dict[str, dict[str, Any]]:
        """`reference`: of the same deals; how many times its rate in the same role is told too."""
        return _by_role(self.dealt, reference.dealt if reference else {})


def _by_role(tallies: dict[str, Tally], reference: dict[str, Tally]) -> dict[str, dict[str, Any]]:
    rows = {role: share(wins, played) for role, (played, wins) in sorted(tallies.items())}
    for role, (played, wins) in reference.items():
        if role in rows and wins.any():
            rows[role]["times"] = times(tallies[role], (played, wins))
    return rows


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
    found, dealt = SeatGames.of(deals), dealt_roles(contest, plans)
    for first in range(0, len(plans), AT_ONCE):
        some = plans[first : first + AT_ONCE]
        for record in play_games(contest, some, agents=here):
            found.add(record, dealt.get(record.plan.deal, ()))
        if watch:
            watch(len(some))
    return found


def ratio(mine: SeatGames, reference: SeatGames) -> dict[str, Any]:
    """How many times as often as the reference an agent wins, on the same deals."""
    return times((mine.games, mine.wins), (reference.games, reference.wins))


def times(mine: Tally, reference: Tally) -> dict[str, Any]:
    """The same of any (games, wins) by deal: of a role, say."""
    (played, wins), (its_played, its_wins) = mine, reference
    low, high = times_interval((wins, played), (its_wins, its_played))
    value = wins.sum() / max(1.0, played.sum()) * its_played.sum() / max(1.0, its_wins.sum())
    return {"ratio": round(float(value), 3), "interval": [round(low, 3), round(high, 3)]}


def dealt_roles(contest: Contest, plans: Sequence[GamePlan]) -> dict[int, tuple[str, ...]]:
    """By deal, the role that every seat was dealt, for games that deal any."""
    spec = registry.spec(contest.game)
    if spec.queries.dealt_roles is None:
        return {}
    seeds = {plan.deal: plan.seed for plan in plans}
    batch = Batch(spec, len(seeds), contest.options_for(spec, plans[0].players), observation=None)
    batch.deal(list(seeds.values()))
    numbers = spec.queries.dealt_roles(batch.games)
    return {deal: tuple(spec.roles[role] for role in row) for deal, row in zip(seeds, numbers)}


def n_games(players: Sequence[int], deals: int) -> int:
    return sum(players) * deals
