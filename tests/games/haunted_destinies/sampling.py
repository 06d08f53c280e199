"""Games at every kind of decision, from random play, for tests of positions.

Games are copied as bytes: NumPy's copy of a record leaves the gaps between its fields to chance.
"""

import functools

import numpy as np

from haunted_env import registry
from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.play.batch import Batch

SPEC = registry.spec("haunted_destinies")
PLACES = np.arange(128)
OPTIONS = (
    {"players": 3},
    {"players": 4, "setup": "random", "insert_mode": "random", "auto_forced": False},
    {"players": 5, "search_tiers": "each", "psyche_reward": "sheet", "evil_twins": "both", "rotation": "on"},
    {"players": 6, "setup": "random", "max_turns": 60, "placement": "free", "revival": "on", "health_moves": 2},
)


@functools.cache
def games_by_decision(each: int = 8) -> dict[Decision, list[np.ndarray]]:
    """Some games at every kind of decision; NONE stands for finished games."""
    found: dict[Decision, list[np.ndarray]] = {decision: [] for decision in Decision}
    for seed, options in enumerate(OPTIONS):
        batch = Batch(SPEC, len(PLACES), options, autoreset=True, observation=None)
        batch.deal(PLACES)
        generators = batch.generators(seed)
        wanted = {decision: (seed + 1) * each // len(OPTIONS) for decision in Decision}
        for _ in range(1500):
            batch.step_random(generators)
            deciders = batch.games["table"]["decider"]
            decisions = batch.games["ledger"]["decision"][PLACES, deciders]
            for decision in np.unique(decisions):
                kept = found[Decision(int(decision))]
                row = int(np.argmax(decisions == decision))
                if len(kept) < wanted[Decision(int(decision))]:
                    kept.append(batch.raw[row].copy().view(SPEC.record))
    found[Decision.NONE] = finished(each)
    return found


def finished(n: int) -> list[np.ndarray]:
    """Games that are over."""
    batch = Batch(SPEC, n, {"players": 4, "max_turns": 40, "setup": "random"}, observation=None)
    batch.deal(np.arange(n))
    generators = batch.generators(0)
    while not batch.games["table"]["over"].all():
        batch.step_random(generators)
    return [batch.raw[i].copy().view(SPEC.record) for i in range(n)]
