"""Which games a contest consists of: balanced lineups, each deal played with the agents in every seat."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from haunted_env.play.seeds import check_seed
from haunted_env.spec import GameSpec

DEAL_STREAM, LINEUP_STREAM, AGENT_STREAM = 0, 1, 2  # unrelated uses of the contest's seed


@dataclass(frozen=True)
class Contest:
    """Everything that decides the results. `lineup` fixes who sits where (a match); otherwise lineups are balanced."""

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
        if self.deals < 1:
            raise ValueError(f"deals={self.deals}: expected at least 1")
        check_seed(self.seed)

    def options_for(self, spec: GameSpec, players: int) -> dict[str, Any]:
        """The game's options, checked and completed, for a number of players."""
        known = {option.name for option in spec.options}
        if "players" in known:
            return spec.check_options({**self.options, "players": players})
        return spec.check_options(self.options)


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
            seed = _word(contest, players, DEAL_STREAM, deal)
            seatings = _seatings(contest, players, lineups[players])
            for rotation, seating in enumerate(seatings):
                if seating not in seatings[:rotation]:  # the same agents in the same seats tell nothing new
                    yield GamePlan(players, deal, rotation, seating, seed)


def _seatings(contest: Contest, players: int, lineups: Iterator[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Who sits where in the games of a deal: everybody in every seat in turn; alone, one agent after the other."""
    if players == 1 and contest.lineup is None:
        return [(agent,) for agent in range(len(contest.agents))]
    lineup = contest.lineup or next(lineups)
    return [lineup[r:] + lineup[:r] for r in range(players if contest.rotate else 1)]


def _lineups(contest: Contest, players: int) -> Iterator[tuple[int, ...]]:
    """Who plays together, deal by deal: everybody equally often, and with everybody else equally often."""
    n = len(contest.agents)
    chance = np.random.default_rng(np.random.SeedSequence((contest.seed, players, LINEUP_STREAM)))
    played = np.zeros(n)
    met = np.zeros((n, n))
    while True:
        chosen: list[int] = []
        for _ in range(players):
            copies = np.bincount(np.array(chosen, int), minlength=n)
            order = np.lexsort((chance.random(n), met[:, chosen].sum(1), played, copies))
            chosen.append(int(order[0]))
            played[chosen[-1]] += 1
        for a in range(players):
            for b in range(players):
                met[chosen[a], chosen[b]] += a != b
        yield tuple(chosen[i] for i in chance.permutation(players))


def _word(contest: Contest, players: int, *place: int) -> int:
    state = np.random.SeedSequence((contest.seed, players, *place)).generate_state(1, np.uint64)
    return int(state[0] >> np.uint64(2))


def agent_generators(contest: Contest, plan: GamePlan, agent_seeds: list[int]) -> np.ndarray:
    """The chance of each seat's agent, (seats, 4): its own, whatever else is played beside it."""
    generators = np.zeros((plan.players, 4), np.uint32)
    for seat, agent in enumerate(plan.seating):
        place = (contest.seed, *plan.key, seat, agent_seeds[agent], AGENT_STREAM)
        generators[seat] = np.random.SeedSequence(place).generate_state(4, np.uint32)
    generators[:, 0] |= 1  # the all-zero state would stay zero for ever
    return generators
