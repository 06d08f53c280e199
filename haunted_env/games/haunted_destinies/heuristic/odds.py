"""How attacks are likely to end, worked out once for every pair of fighters (HD-ATT-2 to HD-ATT-16)."""

import numpy as np

from haunted_env.games.haunted_destinies.amounts import OPENER_WOUNDS
from haunted_env.games.haunted_destinies.rules.rolls import DIFFERENCES, N_THROWS
from haunted_env.games.haunted_destinies.state import MAX_TOKENS

MAX_EDGE = 2  # what cards and items add, at most

# Ends of an attack: the chances that the defender and the attacker fall, the wounds of those who do not.
FALLS, DOWN, DEALT, TAKEN = range(4)

# light - dark, and its chance.
DICE = [(difference, throws / N_THROWS) for difference, throws in DIFFERENCES.items()]

Ends = dict[tuple[int, int], tuple[float, float, float, float]]


def _attack(ends: Ends, attacker: int, defender: int, edge: int, hit: int, hurt: int) -> None:
    """Fill the ends of one pair from those with less health. Who is ahead goes on, who is behind stops."""
    falls = down = dealt = taken = 0.0
    for dice, chance in DICE:
        result = attacker - defender + edge + dice
        left = attacker - hurt if result < 0 else attacker
        other = defender - hit if result > 0 else defender
        if other <= 0:
            falls += chance
            continue
        if left <= 0:
            down += chance
            continue
        ahead = left - other + edge
        goes_on = result != 0 and ((dice > 0 and ahead >= 0) or (dice < 0 and ahead < -1))
        then = ends[left, other] if goes_on else (0.0, 0.0, 0.0, 0.0)
        stays = 1.0 - then[FALLS] - then[DOWN]
        falls += chance * then[FALLS]
        down += chance * then[DOWN]
        dealt += chance * (then[DEALT] + (defender - other) * stays)
        taken += chance * (then[TAKEN] + (attacker - left) * stays)
    ends[attacker, defender] = falls, down, dealt, taken


def _attacks(hit: int, hurt: int) -> np.ndarray:
    """By the edge of the attacker's cards, the attacker's health and the defender's: the ends of an attack."""
    table = np.zeros((2 * MAX_EDGE + 1, MAX_TOKENS + 1, MAX_TOKENS + 1, 4))
    for edge in range(-MAX_EDGE, MAX_EDGE + 1):
        ends: Ends = {}
        for attacker in range(1, MAX_TOKENS + 1):
            for defender in range(1, MAX_TOKENS + 1):
                _attack(ends, attacker, defender, edge, hit, hurt)
                table[edge + MAX_EDGE, attacker, defender] = ends[attacker, defender]
    return table


# Among equals, by the risen Opener, against the risen Opener (HD-OPEN-22).
EQUALS, BY_OPENER, ON_OPENER = range(3)
ATTACKS = np.stack([_attacks(1, 1), _attacks(OPENER_WOUNDS, 1), _attacks(1, OPENER_WOUNDS)])
