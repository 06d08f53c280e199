"""What scars and rewards weigh (DS-CAMP-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haunted_env.games.destinies.scenario.grammar import Effect

PER_XP = 2  # skill steps that a point of experience buys (DS-XP-2)
PER_MARKER = 2  # those that a marker too many is worth (DS-SKILL-9)


def points_of(effect: Effect, values: Mapping[str, int]) -> int:
    """Points of an effect, negative for a scar. `values`: of items, by id."""
    n = effect.number
    if effect.verb == "xp":
        return PER_XP * n
    if effect.verb == "marker":
        return PER_MARKER
    if effect.verb == "coins":
        return (abs(n) + 1) // 2 * (1 if n > 0 else -1)
    if effect.verb == "item":
        return max(values[effect.words[0]], 1)
    return -n if effect.verb == "exhaust" else n
