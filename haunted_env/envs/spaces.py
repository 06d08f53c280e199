"""The Gymnasium spaces of a game, the same for every adapter. `kind`: of observations, "full" or "compact"."""

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL

ANY_INT8 = (-128, 127)


def flat_space(spec: GameSpec, kind: str = FULL) -> Box:
    """The observation alone, as a vector."""
    return Box(*ANY_INT8, (spec.observation_layout(kind).size,), np.int8)


def observation_space(spec: GameSpec, kind: str = FULL) -> Dict:
    """The observation with its masks."""
    return Dict(
        {
            "observation": flat_space(spec, kind),
            "action_mask": Box(0, 1, (spec.actions.size,), np.int8),
            "card_mask": Box(-1, 2, spec.card_slots, np.int8),
        }
    )


def action_space(spec: GameSpec) -> Discrete:
    return Discrete(spec.actions.size)


def state_space(spec: GameSpec, n_seats: int, kind: str = FULL) -> Box:
    return Box(*ANY_INT8, (n_seats, spec.observation_layout(kind).size), np.int8)
