"""Which games a contest consists of: balanced lineups, and every deal played with each agent in every seat."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from haunted_env.play.seeds import check_seed, game_seeds
from haunted_env.spec import GameSpec

DEAL_STREAM, LINEUP_STREAM, AGENT_STREAM = 0, 1, 2  # independent random streams from the contest's seed


MOST_DEALS = 100_000  # of a contest that somebody else has described, too
MOST_AGENTS = 1000
MOST_PLAYERS = 100


@dataclass(frozen=True)
class Contest:
    """Everything that determines the results. `lineup` says who sits where (a match); else lineups are balanced."""

    game: str
    agents: tuple[str, ...]
    players: tuple[int, ...]
    deals: int
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)  # of the game, without `players`
    lineup: tuple[int, ...] | None = None  # agents by seat
    rotate: bool = True
    beliefs: bool = True  # ask agents what they believe, and score it

    def __post_init__(self) -> None:
        if not self.agents:
            raise ValueError("name at least one agent")
        for name in self.agents:
            if self.agents.count(name) > 1:
                raise ValueError(f"agent {name!r} is named twice; give one of them another seed: {name}:seed=1")
            if not name.isprintable():
                raise ValueError(f"agent {name!r}: the name has characters that cannot be printed")
        if not 1 <= self.deals <= MOST_DEALS:
            raise ValueError(f"deals={self.deals}: expected at least 1, and at most {MOST_DEALS}")
        if len(self.agents) > MOST_AGENTS or len(set(self.players)) < len(self.players):
            raise ValueError(f"expected at most {MOST_AGENTS} agents, and every number of players once")
        if not all(1 <= players <= MOST_PLAYERS for players in self.players):
            raise ValueError(f"players={self.players}: expected numbers from 1 to {MOST_PLAYERS}")
        if self.lineup is not None and not all(0 <= agent < len(self.agents) for agent in self.lineup):
            raise ValueError(f"lineup={self.lineup}: expected numbers of the {len(self.agents)} agents")
        check_seed(self.seed)

    def options_for(self, spec: GameSpec, players: int) -> dict[str, Any]:
        """The game's options, checked and completed, for a number of players."""
        counted = {"players": players} if any(option.name == "players" for option in spec.options) else {}
        return spec.check_options({**self.options, **counted})


@dataclass(frozen=True)
class GamePlan:
    """One game: which deal, and which agent (by number) in which seat."""

    players: int
    deal: int
    rotation: int
    seating: tuple[int, ...]
    seed: int

    @property
    def key(self) -> tuple[int, int, int]:
        return self.players, self.deal, self.rotation


def games(contest: Contest) -> Iterator[GamePlan]:
    """All games, deal by deal; more deals only add games at the end."""
    lineups = {players: _lineups(contest, players) for players in contest.players}
    for deal in range(contest.deals):
        for players in contest.players:
            seed = int(game_seeds((contest.seed, players, DEAL_STREAM, deal), 1)[0])
            seatings = _seatings(contest, players, lineups[players])
            for rotation, seating in enumerate(seatings):
                if seating not in seatings[:rotation]:  # the same agents in the same seats add nothing
                    yield GamePlan(players, deal, rotation, seating, seed)


def _seatings(contest: Contest, players: int, lineups: Iterator[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Who sits where in the games of a deal: every agent in every seat; in solo games, one agent after the other."""
    if players == 1 and contest.lineup is None:
        return [(agent,) for agent in range(len(contest.agents))]
    lineup = contest.lineup or next(lineups)
    return [lineup[r:] + lineup[:r] for r in range(players if contest.rotate else 1)]


def _lineups(contest: Contest, players: int) -> Iterator[tuple[int, ...]]:
    """Who plays together, deal by deal: all agents equally often, and all pairs of agents equally often."""
    n = len(contest.agents)
    rng = np.random.default_rng((contest.seed, players, LINEUP_STREAM))
    played = np.zeros(n)
    met = np.zeros((n, n))
    while True:
        chosen: list[int] = []
        for _ in range(players):
            copies = np.bincount(np.array(chosen, int), minlength=n)
            order = np.lexsort((rng.random(n), met[:, chosen].sum(1), played, copies))
            chosen.append(int(order[0]))
            played[chosen[-1]] += 1
        for pair in itertools.permutations(chosen, 2):
            met[pair] += 1
        yield tuple(chosen[i] for i in rng.permutation(players))


def agent_generators(contest: Contest, plan: GamePlan, agent_seeds: list[int]) -> np.ndarray:
    """The generator of each seat's agent, (seats, 4): it depends on the game and the seat, not on other games."""
    generators = np.zeros((plan.players, 4), np.uint32)
    for seat, agent in enumerate(plan.seating):
        entropy = (contest.seed, *plan.key, seat, agent_seeds[agent], AGENT_STREAM)
        generators[seat] = np.random.SeedSequence(entropy).generate_state(4, np.uint32)
    generators[:, 0] |= 1  # xoshiro never leaves the all-zero state
    return generators
