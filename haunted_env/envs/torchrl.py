"""TorchRL: many games as one EnvBase, one seat of each learning.

    env = SeatEnv("haunting_house", 64, opponents="heuristic", observation="compact", players=2)

It sits on the batch: `observation` (float32), `action_mask` and `action` have a row per game. The policy is asked only
when its seat decides; there is no off-turn step. TorchRL resets finished games itself (`_reset`): they have been dealt
again by then, and are shown.
"""

from typing import Any

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from haunted_env.envs.seats import SeatGames
from haunted_env.play.batch import Look
from haunted_env.play.seeds import check_seed, fresh_seed
from haunted_env.spec import GameSpec


class SeatEnv(EnvBase):
    """
    settings: opponents, seat, role, own, threads, observation, illegal and the options of the game, as SeatGames has
        them.
    """

    batch_locked = True

    def __init__(self, game: str | GameSpec, num_envs: int, *, device: Any = None, **settings: Any) -> None:
        super().__init__(device=device, batch_size=torch.Size([num_envs]))
        self.games = games = SeatGames(game, num_envs, **settings)
        n, n_actions = num_envs, games.game_spec.actions.size
        size = games.game_spec.observation_layout(games.kind).size
        self.observation_spec = Composite(
            observation=Unbounded((n, size), dtype=torch.float32, device=device),
            action_mask=Binary(n_actions, (n, n_actions), dtype=torch.bool, device=device),
            shape=(n,),
        )
        self.action_spec = Categorical(n_actions, (n,), dtype=torch.int64, device=device)
        self.reward_spec = Unbounded((n, 1), dtype=torch.float32, device=device)
        flag = Categorical(2, (n, 1), dtype=torch.bool, device=device)
        ends = {name: flag.clone() for name in ("done", "terminated", "truncated")}
        self.full_done_spec = Composite(ends, shape=(n,))
        self._seed: int | None = None
        self._dealt = False

    def _set_seed(self, seed: int | None) -> None:
        self._seed, self._dealt = (None if seed is None else check_seed(seed)), False

    def _reset(self, tensordict: TensorDictBase | None, **kwargs: Any) -> TensorDictBase:
        if not self._dealt:
            self._seed = fresh_seed() if self._seed is None else self._seed
            self.games.start(self._seed)
            self._dealt = True
        else:
            some = None if tensordict is None else tensordict.get("_reset", None)
            rows = self.games.batch.rows
            self.games.restart(rows if some is None else rows[some.reshape(-1).cpu().numpy()])
        return self._shown(self.games.look())

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        games = self.games
        games.play(tensordict["action"].reshape(-1).cpu().numpy())
        look = games.look()
        truncated = np.zeros(games.batch.n, np.bool_)
        for row, (last, told) in games.ends.items():  # the end of the old game is shown, the new one by `_reset`
            look.observations[row], look.masks[row] = last.observations[0], last.masks[0]
            truncated[row] = told["truncated"]
        found = self._shown(look)
        found["reward"] = self._column(games.rewards)
        found["done"] = self._column(games.dones)
        found["truncated"] = self._column(truncated)
        found["terminated"] = self._column(games.dones & ~truncated)
        return found

    def _shown(self, look: Look) -> TensorDictBase:
        found = {
            "observation": torch.as_tensor(look.observations, device=self.device).float(),
            "action_mask": torch.as_tensor(look.masks, device=self.device).bool(),
        }
        return TensorDict(found, self.batch_size, device=self.device)

    def _column(self, of_games: np.ndarray) -> torch.Tensor:
        return torch.tensor(of_games, device=self.device).unsqueeze(-1)

    def rand_action(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """A random legal action in every game."""
        masks = torch.as_tensor(self.games.action_masks(), device=self.device)
        found = TensorDict({}, self.batch_size, device=self.device) if tensordict is None else tensordict
        found["action"] = torch.multinomial(masks.float(), 1).squeeze(-1)
        return found
