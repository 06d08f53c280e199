"""PettingZoo with the observation as a vector and the masks in `infos`: `env(flatten=True)`.

Wrappers of SuperSuit and algorithms that know Box observations alone take it.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box
from pettingzoo.utils.wrappers import BaseWrapper

from haunted_env.envs import spaces
from haunted_env.envs.pettingzoo import GameEnv


class FlatWrapper(BaseWrapper[str, np.ndarray, int]):
    """`infos[agent]["action_mask"]`: the legal actions of the agent that is selected, all zeros for the others."""

    def __init__(self, env: GameEnv) -> None:
        super().__init__(env)
        self._space = spaces.flat_space(env.spec, env.batch.observation or "")
        self._nothing = np.zeros(env.spec.actions.size, np.int8)

    def observation_space(self, agent: str) -> Box:  # type: ignore[override]
        self.env.observation_space(agent)  # refuses names that are none
        return self._space

    def observe(self, agent: str) -> np.ndarray:  # type: ignore[override]
        found: np.ndarray = self.env.observe(agent)["observation"]
        return found

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.env.reset(seed=seed, options=options)
        self._tell()

    def step(self, action: int) -> None:
        self.env.step(action)
        self._tell()

    def _tell(self) -> None:
        env: Any = self.env
        legal = env.batch.masks[0].copy() if env.agents and not any(env.terminations.values()) else self._nothing
        self.infos = {
            agent: {**info, "action_mask": legal if agent == env.agent_selection else self._nothing}
            for agent, info in env.infos.items()
        }
