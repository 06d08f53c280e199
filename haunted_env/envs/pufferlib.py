"""PufferLib 3: many games as one native PufferEnv, one seat of each learning.

    env = SeatPufferEnv("haunting_house", 256, opponents="heuristic", observation="compact", players=2)
    vecenv = pufferlib.vector.make(SeatPufferEnv, num_envs=2, env_kwargs={"game": "haunting_house", "n": 256})

It sits on the batch. PufferLib knows no action masks: here they are the first entries of the observation (`split` takes
them apart, for a policy to set the logits of illegal actions to -1e8); a policy that ignores them has random legal
actions played in place of illegal ones.
"""

from typing import Any

import numpy as np
import pufferlib
from gymnasium.spaces import Box

from haunted_env.envs import spaces
from haunted_env.envs.illegal import RANDOM
from haunted_env.envs.seats import SeatGames
from haunted_env.play.seeds import check_seed, fresh_seed
from haunted_env.spec import GameSpec


class SeatPufferEnv(pufferlib.PufferEnv):
    """
    settings: opponents, seat, role, own, threads, observation and the options of the game, as SeatGames has them;
        illegal="random" unless given.

    Games are dealt again in the step they end in. `infos` has a dict for every game that has just ended.
    """

    def __init__(
        self,
        game: str | GameSpec,
        n: int,
        *,
        buf: dict[str, np.ndarray] | None = None,
        seed: int | None = None,
        **settings: Any,
    ) -> None:
        self.games = SeatGames(game, n, **{"illegal": RANDOM, **settings})
        spec = self.games.game_spec
        self.n_actions = spec.actions.size
        size = self.n_actions + spec.observation_layout(self.games.kind).size
        self.single_observation_space = Box(*spaces.ANY_INT8, (size,), np.int8)
        self.single_action_space = spaces.action_space(spec)
        self.num_agents = self.games.batch.n
        self._seed = seed
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, list[dict[str, Any]]]:
        self._seed = seed if seed is not None else self._seed if self._seed is not None else fresh_seed()
        self.games.start(check_seed(self._seed))
        self._show()
        return self.observations, []

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        games = self.games
        games.play(np.asarray(actions).reshape(-1))
        self.rewards[:] = games.rewards
        self.terminals[:], self.truncations[:] = games.dones, False
        infos = []
        for row, (_, told) in games.ends.items():
            self.terminals[row], self.truncations[row] = not told["truncated"], told["truncated"]
            infos.append({"won": float(told["seat"] in told["winners"]), "reward": float(games.rewards[row])})
        self._show()
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def _show(self) -> None:
        look = self.games.look()
        self.observations[:, : self.n_actions] = look.masks
        self.observations[:, self.n_actions :] = look.observations

    def split(self, observations: Any) -> tuple[Any, Any]:
        """The masks and what a network sees, of arrays or tensors of observations."""
        return observations[..., : self.n_actions], observations[..., self.n_actions :]

    def close(self) -> None:
        self.games.batch.close()
