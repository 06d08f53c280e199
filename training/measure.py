"""How strong is an agent against a fixed field: the same deals from every seat."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from haunted_env.agents import Agent, View
from haunted_env.arena.statistics import wilson
from haunted_env.core.batch import Batch, game_seeds
from haunted_env.core.entries import ENDED, LOOK
from haunted_env.spec import GameSpec


@dataclass
class Measured:
    """Wins of a seat, in all games and by the role the seat had at the end."""

    games: int
    wins: int
    fair: float  # the share that equal players would win
    roles: dict[str, tuple[int, int]]  # role -> (wins, games)

    @classmethod
    def joined(cls, parts: list["Measured"]) -> "Measured":
        """All games together; what is fair is the mean over them."""
        games = sum(part.games for part in parts)
        roles = {role: (0, 0) for part in parts for role in part.roles}
        for part in parts:
            for role, (wins, played) in part.roles.items():
                roles[role] = (roles[role][0] + wins, roles[role][1] + played)
        fair = sum(part.fair * part.games for part in parts) / games
        return cls(games, sum(part.wins for part in parts), fair, roles)

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return interval(self.wins, self.games)


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
    wins = np.zeros(batch.n, bool)
    roles: dict[str, tuple[int, int]] = {}
    while running.any():
        rows = np.flatnonzero(running)
        actions = np.full(batch.n, LOOK, np.int64)
        own = batch.seats[rows] == own_seats[rows]
        for player, part in ((agent, rows[own]), (field, rows[~own])):
            if len(part):
                chance = generators[part]
                actions[part] = player.act(View(batch, part, chance))
                generators[part] = chance
        batch.actions[:] = actions
        spec.engine.advance(*batch.calls[0])
        for row in np.flatnonzero(running & (batch.status == ENDED)).tolist():
            running[row] = False
            result = spec.result(batch.games[row : row + 1])
            wins[row] = own_seats[row] in result["winners"]
            role = result["roles"][own_seats[row]]
            won, played = roles.get(role, (0, 0))
            roles[role] = (won + int(wins[row]), played + 1)
    return Measured(batch.n, int(wins.sum()), 1 / n_seats, roles)
