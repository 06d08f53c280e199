"""The Gymnasium spaces of a game, the same for every adapter."""

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from haunted_env.spec import GameSpec

ANY_INT8 = (-128, 127)


def observation_space(spec: GameSpec) -> Dict:
    return Dict(
        {
            "observation": Box(*ANY_INT8, (spec.observation.size,), np.int8),
            "action_mask": Box(0, 1, (spec.actions.size,), np.int8),
            "card_mask": Box(-1, 2, spec.card_slots, np.int8),
        }
    )


def action_space(spec: GameSpec) -> Discrete:
    return Discrete(spec.actions.size)


def state_space(spec: GameSpec, n_seats: int) -> Box:
    return Box(*ANY_INT8, (n_seats, spec.observation.size), np.int8)
