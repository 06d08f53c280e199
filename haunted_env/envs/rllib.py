"""RLlib (new API stack): a game as a MultiAgentEnv, for self-play and for a policy per seat.

    config = PPOConfig().environment(MultiAgentGame, env_config={"game": "haunting_house", "players": 2})

Observations are dicts of `observations` and `action_mask`, the keys of RLlib's ActionMaskingTorchRLModule. Only the
agent that decides gets one, and everybody at its end. Rewards go to every seat when the game pays them.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from haunted_env.envs import spaces
from haunted_env.envs.illegal import ILLEGAL_REWARD, TERMINATE, Referee
from haunted_env.envs.pettingzoo import raw_env
from haunted_env.spec.game import COMPACT

ByAgent = dict[str, Any]


class MultiAgentGame(MultiAgentEnv):
    """
    config: `game`; `observation` ("compact" unless given); `illegal` (envs/illegal.py; "raise" unless given: RLlib's
        check of environments tries an illegal action, so either `disable_env_checking=True` or "random"); and the
        options of the game.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        settings: dict[str, Any] = {"observation": COMPACT, "illegal": "raise", **config}
        illegal = settings.pop("illegal")
        self.game = raw_env(settings.pop("game"), **settings)  # a single game: RLlib's own vectorisation is a loop
        self.referee = Referee(self.game.batch, illegal)
        spec, kind = self.game.spec, settings["observation"]
        self.possible_agents = list(self.game.possible_agents)
        self.agents = list(self.possible_agents)
        flat = Box(-128.0, 127.0, spaces.flat_space(spec, kind).shape, np.float32)
        space = Dict({"observations": flat, "action_mask": Box(0.0, 1.0, (spec.actions.size,), np.float32)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.action_space(spec))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[ByAgent, ByAgent]:
        self.game.reset(seed=seed, options=options)
        if seed is not None:
            self.referee.seed(seed)
        self.agents = list(self.game.agents)
        return self._seen(self.game.agent_selection), {}

    def step(self, action_dict: ByAgent) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        game, mover = self.game, self.game.agent_selection
        if list(action_dict) != [mover]:
            raise ValueError(f"actions of {', '.join(action_dict) or 'nobody'}: {mover} decides, and nobody else")
        actions, offended = self.referee.judge(np.array([action_dict[mover]]))
        infos: ByAgent = {mover: {"illegal": True}} if offended[0] else {}
        if offended[0] and self.referee.illegal == TERMINATE:
            everybody = list(game.agents)
            rewards = {agent: ILLEGAL_REWARD * (agent == mover) for agent in everybody}
            return self._seen(*everybody), rewards, *self._ends(everybody, []), infos
        game.step(int(actions[0]))
        rewards = {agent: float(reward) for agent, reward in game.rewards.items()}
        terminated = [agent for agent, over in game.terminations.items() if over]
        truncated = [agent for agent, over in game.truncations.items() if over]
        seen = self._seen(*terminated, *truncated)
        while game.agents and game.agent_selection in (*terminated, *truncated):
            infos.setdefault(game.agent_selection, {}).update(game.infos[game.agent_selection])
            game.step(None)
        self.agents = list(game.agents)
        if game.agents:
            seen |= self._seen(game.agent_selection)
        return seen, rewards, *self._ends(terminated, truncated), infos

    def _ends(self, terminated: list[str], truncated: list[str]) -> tuple[ByAgent, ByAgent]:
        """Whose games are over. `__all__`: the game is, whichever way: RLlib asks for one of the two."""
        over = not set(self.game.agents) - set(terminated) - set(truncated)
        ended = {**dict.fromkeys(terminated, True), "__all__": over and not truncated}
        return ended, {**dict.fromkeys(truncated, True), "__all__": over and bool(truncated)}

    def _seen(self, *agents: str) -> ByAgent:
        found = {}
        for agent in agents:
            seen = self.game.observe(agent)
            found[agent] = {
                "observations": seen["observation"].astype(np.float32),
                "action_mask": seen["action_mask"].astype(np.float32),
            }
        return found
