"""How strong is an agent against a fixed field, or alone: the same deals from every seat."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from haunted_env.agents import Agent, View
from haunted_env.arena.statistics import Z95, wilson
from haunted_env.core.batch import Batch, game_seeds
from haunted_env.core.entries import ENDED, LOOK
from haunted_env.spec import GameSpec

ALONE = "alone"  # instead of the name of a field, in games for one player


@dataclass
class Measured:
    """Wins of a seat, in all games and in those in which it decided in a role, and its scores (`GameSpec.score`).

    The role is the public one, which decides whose policy is asked; a seat may decide in several in one game.
    """

    games: int
    wins: int
    fair: float | None  # the share that equal players would win; None for one player alone
    roles: dict[str, tuple[int, int]]  # role -> (wins, games)
    scores: list[float] = field(default_factory=list)  # of the games in which the seat has one

    @classmethod
    def joined(cls, parts: list["Measured"]) -> "Measured":
        """All games together; what is fair is the mean over them."""
        games = sum(part.games for part in parts)
        roles = {role: (0, 0) for part in parts for role in part.roles}
        for part in parts:
            for role, (wins, played) in part.roles.items():
                roles[role] = (roles[role][0] + wins, roles[role][1] + played)
        shares = [part.fair * part.games for part in parts if part.fair is not None]
        fair = sum(shares) / games if len(shares) == len(parts) else None
        scores = [score for part in parts for score in part.scores]
        return cls(games, sum(part.wins for part in parts), fair, roles, scores)

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return interval(self.wins, self.games)

    def score(self, name: str) -> dict[str, float]:
        """The mean score and its 95 % interval, as columns; none without scores."""
        if not self.scores:
            return {}
        mean, half = float(np.mean(self.scores)), 0.0
        if len(self.scores) > 1:
            half = Z95 * float(np.std(self.scores, ddof=1)) / len(self.scores) ** 0.5
        return {name: round(mean, 3), f"{name}_low": round(mean - half, 3), f"{name}_high": round(mean + half, 3)}


def interval(wins: int, games: int) -> tuple[float, float]:
    """95 % interval of a share; all of it where there are no games."""
    if games == 0:
        return 0.0, 1.0
    low, high = wilson(np.array(wins / games), np.array(games))
    return float(low), float(high)


def measure(spec: GameSpec, options: dict[str, Any], agent: Agent, field: Agent, deals: int, seed: int) -> Measured:
    """An agent in one seat, the field in all others; each deal is played once from every seat."""
    n_seats = int(spec.new_game(spec.check_options(options))["table"]["n_seats"][0])
    batch = Batch(spec, deals * n_seats, options)
    batch.deal(np.repeat(game_seeds(seed, deals), n_seats))
    own_seats = np.tile(np.arange(n_seats), deals)
    generators = batch.generators(seed)
    running = batch.status != ENDED
    decided = np.zeros((batch.n, len(spec.roles)), bool)
    found = Measured(batch.n, 0, 1 / n_seats if n_seats > 1 else None, {})
    while running.any():
        rows = np.flatnonzero(running)
        actions = np.full(batch.n, LOOK, np.int64)
        own = batch.seats[rows] == own_seats[rows]
        mine = rows[own]
        decided[mine, spec.role_of(batch.copied(mine), own_seats[mine])] = True
        for player, part in ((agent, mine), (field, rows[~own])):
            if len(part):
                chance = generators[part]
                actions[part] = player.act(View(batch, part, chance))
                generators[part] = chance
        batch.actions[:] = actions
        spec.engine.advance(*batch.calls[0])
        for row in np.flatnonzero(running & (batch.status == ENDED)).tolist():
            running[row] = False
            roles = [spec.roles[role] for role in np.flatnonzero(decided[row])]
            _note(found, spec, batch.games[row : row + 1], int(own_seats[row]), roles)
    return found


def _note(found: Measured, spec: GameSpec, game: np.ndarray, seat: int, roles: list[str]) -> None:
    """What became of a seat in a finished game, where it decided in these roles."""
    won = int(seat in spec.result(game)["winners"])
    found.wins += won
    for role in roles:
        wins, played = found.roles.get(role, (0, 0))
        found.roles[role] = (wins + won, played + 1)
    score = spec.score.of(game, seat) if spec.score else None
    if score is not None:
        found.scores.append(score)
