"""What a thoughtful player works out about a scenario before playing it: odds, distances, which deeds come first.

The hand-written player reads it; the rules do not.
"""

from collections import Counter
from itertools import product

import numpy as np

from haunted_env.games.destinies.data import MAX_EFFORT, N_TOTALS, SUCCESS
from haunted_env.games.destinies.scenario.reach import granted, is_open, safe_options
from haunted_env.games.destinies.scenario.schema import Scenario


def tails(main_faces: list[int], effort_faces: list[int]) -> np.ndarray:
    """[effort dice rolled, successes among them, total]: how likely these successes and at least this total are."""
    found = np.zeros((MAX_EFFORT + 1, MAX_EFFORT + 1, N_TOTALS))
    rolls = Counter((0, a + b) for a, b in product(main_faces, repeat=2))
    for n in range(MAX_EFFORT + 1):
        whole = sum(rolls.values())
        for (successes, total), ways in rolls.items():
            found[n, successes, : min(total, N_TOTALS - 2) + 1] += ways / whole
        further: Counter[tuple[int, int]] = Counter()
        for (successes, total), ways in rolls.items():
            for face in effort_faces:
                further[successes + (face == SUCCESS), total + face] += ways
        rolls = further
    return found


def before(scenario: Scenario) -> dict[str, set[str]]:
    """The player flags to have before a flag can be had by safe options (DS-DATA-7) at virtue 0."""
    known: dict[str, set[str]] = {}
    options = safe_options(scenario)
    while True:
        found: dict[str, set[str]] = {}
        obtained = {flag: {""} for flag in known}
        for option in options:
            if all(is_open(condition, option, 0, obtained) for condition in option.when):
                asked = {c.words[0] for c in option.when if c.kind in ("pflag", "anyone") and not c.negated}
                for flag in granted(option) - set(known):
                    found.setdefault(flag, asked.union(*(known[earlier] for earlier in asked)))
        if not found:
            return known
        known |= found


def granted_at(scenario: Scenario) -> dict[str, set[str]]:
    """The POIs at which safe options grant a player flag, conditions aside."""
    found: dict[str, set[str]] = {}
    for option in safe_options(scenario):
        for flag in granted(option):
            found.setdefault(flag, set()).add(option.host.partition(":")[2])
    return found


def steps(near: list[set[int]]) -> np.ndarray:
    """From tile to tile; `near` says for each where one can go from it."""
    n = len(near)
    far = np.full((n, n), n)
    for start in range(n):
        far[start, start] = 0
        reached = [start]
        for tile in reached:  # grows on the way
            for other in sorted(near[tile]):
                if far[start, other] == n:
                    far[start, other] = far[start, tile] + 1
                    reached.append(other)
    return far
