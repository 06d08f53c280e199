"""How well a learner does while it learns: one seat against the baselines, measured by the arena."""

from typing import Any

from haunted_env.agents import Agent
from haunted_env.arena.against import ALONE, SeatGames, against
from haunted_env.learning.ppo import SelfPlayPPO
from haunted_env.spec import GameSpec

SEED = 1_000_003  # of the deals: always the same ones, so that curves are smooth; nothing is trained on them
BASELINES = ("random", "heuristic")


def baselines(spec: GameSpec) -> list[str]:
    return [name for name in BASELINES if name != "heuristic" or spec.heuristic]


def evaluate(learner: SelfPlayPPO) -> list[dict[str, Any]]:
    """A row for each kind of opponents; games for one player are played alone."""
    return [
        {"decisions": learner.num_timesteps, "against": opponents, **measured(learner, learner.agent(), opponents)}
        for opponents in opponents_of(learner)
    ]


def references(learner: SelfPlayPPO) -> list[dict[str, Any]]:
    """What the baselines reach in the learner's place, on the same deals."""
    return [
        {"agent": name, "against": opponents, **measured(learner, name, opponents)}
        for opponents in opponents_of(learner)
        for name in baselines(learner.game_spec)
    ]


def opponents_of(learner: SelfPlayPPO) -> list[str]:
    seats = [table.batch.n_seats for table in learner.tables]
    return [ALONE] * (min(seats) == 1) + baselines(learner.game_spec) * (max(seats) > 1)


def measured(learner: SelfPlayPPO, agent: str | Agent, opponents: str) -> dict[str, Any]:
    spec, config = learner.game_spec, learner.config
    seats = [table.batch.n_seats for table in learner.tables]
    counts = [n for n in seats if (n == 1) == (opponents == ALONE)]
    deals = -(-config.evaluate_deals // len(counts))
    found = SeatGames.joined([against(spec.name, agent, opponents, n, deals, SEED, config.options) for n in counts])
    rate = found.rate()
    row = {"games": rate["games"], "rate": rate["win_rate"], "low": rate["interval"][0], "high": rate["interval"][1]}
    if spec.score and found.scored.any():
        score = found.score()
        row |= {spec.score.name: score["mean"]}
        row |= {f"{spec.score.name}_{end}": value for end, value in zip(("low", "high"), score["interval"])}
    return row
