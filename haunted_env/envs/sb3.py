"""stable-baselines3: many games as one native VecEnv.

    env = SeatVecEnv("haunted_destinies", 256, opponents="heuristic", observation="compact", players=4)
    model = MaskablePPO("MlpPolicy", env)

Each game has one seat that learns; other agents play the rest, all games of an agent at once. No subprocesses.
"""

import warnings
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from haunted_env.envs import spaces
from haunted_env.envs.seats import SeatGames
from haunted_env.play.batch import Look
from haunted_env.play.seeds import check_seed, following_seed, fresh_seed, game_seeds
from haunted_env.spec import GameSpec

Observations = np.ndarray | dict[str, np.ndarray]

MANY_THREADS = (
    "torch uses {} threads, with which small networks learn up to ten times slower than with one: "
    "call torch.set_num_threads(1) first"
)


class SeatVecEnv(SeatGames, VecEnv):
    """One seat of every game, from its decision to its next one; games are dealt again in the step they end in.

    masks: observations are dicts: `observation`, `card_mask` and `location_mask` (then "MultiInputPolicy").
    settings: opponents, seat, role, own, threads, observation, illegal and the options of the game, as SeatGames has
        them.

    The last `info` has `terminal_observation`, `winners`, `reason`, `roles`, the learner's `seat` and, in games that
    have one, its `score` (None without any).
    """

    _warned = False  # of torch's threads, once a process

    def __init__(self, game: str | GameSpec, num_envs: int, *, masks: bool = False, **settings: Any) -> None:
        SeatGames.__init__(self, game, num_envs, masks=masks, **settings)
        self.render_mode = None
        space = (spaces.known_space if masks else spaces.flat_space)(self.game_spec, self.kind)
        VecEnv.__init__(self, self.batch.n, space, spaces.action_space(self.game_spec))
        self._seed: int | None = None
        self._actions: np.ndarray | None = None
        if torch.get_num_threads() > 1 and not SeatVecEnv._warned:
            SeatVecEnv._warned = True
            warnings.warn(MANY_THREADS.format(torch.get_num_threads()), RuntimeWarning, stacklevel=2)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed that the next reset starts from; every game gets its own from it."""
        self._seed = fresh_seed() if seed is None else check_seed(seed)
        self._seeds: list[int | None] = [int(one) for one in game_seeds(self._seed, self.num_envs)]
        return self._seeds

    def reset(self) -> Observations:
        if self._seeds[0] is None:
            self.seed(None if self._seed is None else following_seed(self._seed))
        seeds = np.array(self._seeds, np.int64)
        self._reset_seeds()
        self.start(self._seed or 0, seeds)
        return self._seen(self.look())

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions).reshape(-1)

    def step_wait(self) -> tuple[Observations, np.ndarray, np.ndarray, list[dict[str, Any]]]:  # type: ignore[override]
        if self._actions is None:
            raise RuntimeError("step_wait() before step_async()")
        actions, self._actions = self._actions, None
        offended = self.play(actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, part in self.part_ends.items():
            infos[row][self.boundaries.name] = part
        for row, (last, told) in self.ends.items():
            result = {name: what for name, what in told.items() if name != "truncated"}
            infos[row] |= {
                "terminal_observation": self._seen(last, 0),
                "TimeLimit.truncated": told["truncated"],
                **result,
            }
        for row in np.flatnonzero(offended).tolist():
            infos[row]["illegal"] = True
        return self._seen(self.look()), self.rewards.copy(), self.dones.copy(), infos

    def _seen(self, look: Look, at: Any = slice(None)) -> Observations:
        """What the learner is handed of a look: all rows, or one."""
        if not self.masks:
            return look.observations[at]
        return {
            "observation": look.observations[at],
            "card_mask": look.card_masks[at],
            "location_mask": look.location_masks[at],
        }

    # What stable-baselines3 asks of every VecEnv

    def close(self) -> None:
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name}: the games of this environment share all their settings")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """`action_masks` gives a row per game, in a list, as stable-baselines3 wants it."""
        if method_name != "action_masks":
            raise AttributeError(f"the games of this environment have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
