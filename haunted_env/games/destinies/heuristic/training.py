"""Which marker to move."""

import numpy as np

from haunted_env.games.destinies.actions import MARKERS, Act
from haunted_env.games.destinies.data import N_SKILLS, TRACK_SPACES
from haunted_env.games.destinies.heuristic.aims import PASSES, TESTS
from haunted_env.games.destinies.odds import chance, read_track, rule

DICE = 1
NEARLY = 0.5  # what a success short of passing is worth
ANYWAY = 0.15  # of skills without tests ahead
USUAL_PASS = 3


@rule
def track_worth(scenario, aims, skill):
    """Of the track as `aims` has it: the odds of the tests ahead."""
    passes = aims[PASSES + skill] if aims[TESTS + skill] > 0 else USUAL_PASS
    found = 0.0
    share = 1.0
    for wanted in range(passes, 0, -1):
        found += share * chance(scenario, aims, skill, DICE, 0, wanted)
        share *= NEARLY
    return found * (ANYWAY + aims[TESTS + skill])


@rule
def moved(track, k, sign):
    """The track after its k-th marker has moved."""
    for space in range(TRACK_SPACES):
        if track >> space & 1:
            if k == 0:
                return track ^ (1 << space | 1 << (space - sign))
            k -= 1
    return track


@rule
def choose_step(table, scenario, seat, aims, mask):
    """STEP_GAIN, STEP_LOSS and STAY_GAIN: the step that helps most, or hurts least."""
    best = 0
    highest = -np.inf
    for skill in range(N_SKILLS):
        track = int(table.track[seat, skill])
        now = track_worth(scenario, aims, skill)
        for k in range(MARKERS):
            step = MARKERS * skill + k
            if mask[Act.STEP + step]:
                read_track(scenario, moved(track, k, table.step_sign), skill, aims)
                value = track_worth(scenario, aims, skill) - now
                if value > highest:
                    highest = value
                    best = step
        read_track(scenario, track, skill, aims)
    return Act.STEP + best
