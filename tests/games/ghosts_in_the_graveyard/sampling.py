"""Games at every kind of decision, from random play, for tests of positions."""

import functools

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard import SPEC
from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.play.batch import Batch

PLACES = np.arange(48)
OPTIONS = (
    {"players": 2},
    {"players": 3, "overhang": True, "pre_marked": 4},
    {"players": 4, "deal_flashlights": True, "auto_forced": True},
    {"players": 4, "max_turns": 12},
    {"players": 2, "abilities": False, "pre_marked": 10},
)


@functools.cache
def games_by_decision(each: int = 4) -> dict[Decision, list[np.ndarray]]:
    """Some games at every kind of decision and for every kind of options; NONE stands for finished games."""
    found: dict[Decision, list[np.ndarray]] = {decision: [] for decision in Decision}
    for seed, options in enumerate(OPTIONS):
        batch = Batch(SPEC, len(PLACES), options, observation=None)
        batch.deal(PLACES)
        generators = batch.generators(seed)
        counts = dict.fromkeys(Decision, 0)
        while not batch.games["table"]["over"].all():
            for row in np.flatnonzero(batch.games["table"]["over"] == 0):
                decision = Decision(int(batch.games["table"]["decision"][row]))
                counts[decision] += 1
                if counts[decision] % 17 == 1 and counts[decision] < 17 * each:
                    found[decision].append(batch.raw[row].copy().view(SPEC.record))
            batch.step_random(generators)
        found[Decision.NONE] += [batch.raw[row].copy().view(SPEC.record) for row in range(2 * each)]
    return found
