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
    added: int = 0  # how many of the agents, the last ones, joined later: each brings games of its own

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
        if not 0 <= self.added < len(self.agents) or (self.added and self.lineup is not None):
            raise ValueError(f"added={self.added}: expected fewer than the {len(self.agents)} agents, and no lineup")
        check_seed(self.seed)

    @property
    def founders(self) -> int:
        """How many agents the contest began with."""
        return len(self.agents) - self.added

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
    """All games, deal by deal; more deals and more agents only add games."""
    lineups = {players: _all_lineups(contest, players) for players in contest.players}
    for deal in range(contest.deals):
        for players in contest.players:
            seed = int(game_seeds((contest.seed, players, DEAL_STREAM, deal), 1)[0])
            for rotation, seating in _seatings(contest, players, lineups[players]):
                yield GamePlan(players, deal, rotation, seating, seed)


def _seatings(
    contest: Contest, players: int, lineups: list[Iterator[tuple[int, ...]]]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Who sits where in the games of a deal, numbered: every agent in every seat; in solo games, one agent after the
    other."""
    if players == 1 and contest.lineup is None:
        yield from ((agent, (agent,)) for agent in range(len(contest.agents)))
        return
    for wave, lineup in enumerate(map(next, lineups)):
        seatings = [lineup[r:] + lineup[:r] for r in range(players if contest.rotate else 1)]
        for r, seating in enumerate(seatings):
            if seating not in seatings[:r]:  # the same agents in the same seats add nothing
                yield wave * players + r, seating


def _all_lineups(contest: Contest, players: int) -> list[Iterator[tuple[int, ...]]]:
    """Those of the agents that began, then those of every agent that joined, with whoever was there before."""
    if contest.lineup is not None:
        return [itertools.repeat(contest.lineup)]
    newcomers = range(contest.founders, len(contest.agents))
    return [_lineups(contest, players), *(_lineups(contest, players, newcomer) for newcomer in newcomers)]


def _lineups(contest: Contest, players: int, newcomer: int | None = None) -> Iterator[tuple[int, ...]]:
    """Who plays together, deal by deal: all agents equally often, and all pairs of agents equally often; a newcomer
    in every lineup."""
    n = contest.founders if newcomer is None else newcomer + 1
    stream = (contest.seed, players, LINEUP_STREAM, *(() if newcomer is None else (newcomer,)))
    rng = np.random.default_rng(stream)
    played = np.zeros(n)
    met = np.zeros((n, n))
    while True:
        chosen: list[int] = [] if newcomer is None else [newcomer]
        while len(chosen) < players:
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
