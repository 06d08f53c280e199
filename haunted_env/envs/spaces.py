"""The Gymnasium spaces of a game, the same for every adapter. `kind`: of observations, "full" or "compact"."""

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space

from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL

ANY_INT8 = (-128, 127)


def flat_space(spec: GameSpec, kind: str = FULL) -> Box:
    """The observation alone, as a vector."""
    return Box(*ANY_INT8, (spec.observation_layout(kind).size,), np.int8)


def observation_space(spec: GameSpec, kind: str = FULL, masks: bool = True) -> Dict:
    """The observation with its masks; `masks`: `location_mask` too."""
    found: dict[str, Space] = {
        "observation": flat_space(spec, kind),
        "action_mask": Box(0, 1, (spec.actions.size,), np.int8),
        "card_mask": card_space(spec),
    }
    if masks:
        found["location_mask"] = location_space(spec)
    return Dict(found)


def known_space(spec: GameSpec, kind: str = FULL) -> Dict:
    """The observation with what it says of cards, for algorithms that get the legal actions another way."""
    return Dict(
        {
            "observation": flat_space(spec, kind),
            "card_mask": card_space(spec),
            "location_mask": location_space(spec),
        }
    )


def card_space(spec: GameSpec) -> Box:
    return Box(-1, 2, spec.card_slots, np.int8)


def location_space(spec: GameSpec) -> Box:
    return Box(0, 2, spec.locations.shape, np.int8)


def action_space(spec: GameSpec) -> Discrete:
    return Discrete(spec.actions.size)


def state_space(spec: GameSpec, n_seats: int, kind: str = FULL) -> Box:
    return Box(*ANY_INT8, (n_seats, spec.observation_layout(kind).size), np.int8)
