"""Tianshou 2: many games as one vector environment, one seat of each learning.

    envs = SeatVectorEnv("haunting_house", 64, opponents="heuristic", observation="compact", players=2)
    collector = Collector(algorithm, envs, VectorReplayBuffer(100_000, len(envs)))

It sits on the batch, without a worker per game. Observations are `Batch(obs=..., mask=...)`, where Tianshou's policies
look for masks. Tianshou resets finished games itself: they have been dealt again by then, and are shown.
"""

from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Discrete
from tianshou.data import Batch
from tianshou.env import BaseVectorEnv

from haunted_env.envs import spaces
from haunted_env.envs.seats import SeatGames
from haunted_env.play.batch import Look
from haunted_env.play.seeds import check_seed, fresh_seed
from haunted_env.spec import GameSpec


class SeatVectorEnv(BaseVectorEnv):
    """
    settings: opponents, seat, role, own, threads, observation, illegal and the options of the game, as SeatGames has
        them. `collect(random=True)` chooses illegal actions: illegal="random" plays legal ones instead.
    """

    def __init__(self, game: str | GameSpec, num_envs: int, **settings: Any) -> None:
        # Not the base class's: it makes a worker per game. These are the attributes that it and collectors read.
        self.games = SeatGames(game, num_envs, **settings)
        self.env_num = self.wait_num = num_envs
        self.is_async, self.is_closed = False, False
        self.workers: list[Any] = []
        self.space = spaces.flat_space(self.games.game_spec, self.games.kind)
        self.actions: Discrete = spaces.action_space(self.games.game_spec)
        self._seed: int | None = None
        self._dealt = False

    def get_env_attr(self, key: str, id: Any = None) -> list[Any]:
        """Spaces and the like, the same for every game."""
        own: dict[str, Any] = {
            "action_space": self.actions,
            "observation_space": self.space,
            "spec": None,
            "metadata": {},
        }
        return [own[key] if key in own else getattr(self.games, key)] * len(self._wrap_id(id))

    def seed(self, seed: int | list[int] | None = None) -> list[list[int] | None]:
        """The next reset starts from it."""
        first = seed[0] if isinstance(seed, list) else seed
        self._seed, self._dealt = (None if first is None else check_seed(first)), False
        return [None if first is None else [first]] * self.env_num

    def reset(self, env_id: Any = None, seed: int | None = None, **kwargs: Any) -> tuple[Any, np.ndarray]:
        rows = np.asarray(self._wrap_id(env_id))
        if seed is not None:
            self.seed(seed)
        if not self._dealt:
            self._seed = fresh_seed() if self._seed is None else self._seed
            self.games.start(self._seed)
            self._dealt = True
        else:
            self.games.restart(rows)
        return self._seen(self.games.look(), rows), np.array([{} for _ in rows])

    def step(self, action: np.ndarray | torch.Tensor | None, id: Any = None) -> Any:
        games, rows = self.games, np.asarray(self._wrap_id(id))
        offended = games.play(np.asarray(action), rows)
        look = games.look()
        truncated = np.zeros(games.batch.n, np.bool_)
        told = [{"env_id": row, **({"illegal": True} if bad else {})} for row, bad in zip(rows.tolist(), offended)]
        for row, (last, end) in games.ends.items():  # the end of the old game is shown, the new one by `reset`
            look.observations[row], look.masks[row] = last.observations[0], last.masks[0]
            truncated[row] = end["truncated"]
        rewards = games.rewards[rows].astype(np.float64)
        return self._seen(look, rows), rewards, (games.dones & ~truncated)[rows], truncated[rows], np.array(told)

    def _seen(self, look: Look, rows: np.ndarray) -> Batch:
        return Batch(obs=look.observations[rows].astype(np.float32), mask=look.masks[rows])

    def render(self, **kwargs: Any) -> list[Any]:
        batch = self.games.batch
        return [batch.spec.words.text(batch.game(row), seat) for row, seat in enumerate(batch.seats.tolist())]

    def close(self) -> None:
        self.games.batch.close()
        self.is_closed = True
