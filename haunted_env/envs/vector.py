"""N games as one Gymnasium vector environment: in every game, the stream of decisions of whoever acts.

Consecutive rows of one game belong to different seats: `infos["seat"]` says who decides next, `infos["mover"]`
who has just acted. A game gives rewards only at its end, to every seat: `infos["rewards"]` has them all, the
Gymnasium reward is the mover's. Finished games are dealt again in the same step.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from haunted_env import registry
from haunted_env.envs import spaces
from haunted_env.play.batch import ENDED, Batch
from haunted_env.play.seeds import check_seed, following_seed, fresh_seed, game_seeds
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL

Observations = dict[str, np.ndarray]


def make_vec(game: str | GameSpec, num_envs: int, **settings: Any) -> "VectorGame":
    """`num_envs` games; `settings` are those of VectorGame."""
    return VectorGame(registry.spec(game) if isinstance(game, str) else game, num_envs, **settings)


class VectorGame(VectorEnv[Observations, np.ndarray, np.ndarray]):
    """
    threads: how many threads share the games; the games do not depend on it.
    copy: hand out copies; False hands out the arrays that the next step overwrites, which saves time.
    masks: observations have `location_mask` too, as those of the AEC environment always have; it takes counting.
    relative_seats, observation, options: as for the AEC environment.
    render_mode: "ansi" or "rgb_array"; `render` gives one frame per game, as the acting seat sees it.
    """

    def __init__(
        self,
        spec: GameSpec,
        num_envs: int,
        *,
        threads: int = 1,
        copy: bool = True,
        relative_seats: bool = True,
        render_mode: str | None = None,
        observation: str = FULL,
        masks: bool = False,
        **options: Any,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi", "rgb_array"]}
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f"render_mode={render_mode!r}: choose 'ansi', 'rgb_array' or None")
        self.game_spec = spec  # `spec` is Gymnasium's
        self.batch = Batch(
            spec,
            num_envs,
            options,
            observation=observation,
            relative_seats=relative_seats,
            threads=threads,
            masks=masks,
        )
        self.num_envs = self.batch.n
        self.options = self.batch.options
        self.render_mode = render_mode
        self.copy = copy
        self.single_observation_space = spaces.observation_space(spec, observation, masks)
        self.single_action_space = spaces.action_space(spec)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._parts = spec.parts.of(self.batch.game(0)) if spec.parts else None
        self._numbers = np.zeros(self.num_envs, np.int64)  # of parts that are over
        self._seed: int | None = None
        self._rows = np.arange(self.num_envs)

    def reset(  # type: ignore[override]
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start every game, or those in `options["reset_mask"]`.

        From one seed every game gets its own (`batch.seeds`); a sequence gives each game its seed. Without a seed
        the first reset is random and later ones follow from it. Other keys of `options` are ignored.
        """
        rows = self._rows_to_reset(options or {})
        seeds = self._seeds(seed)
        self.batch.deal(seeds if rows is None else seeds[rows], rows)
        self._numbers[self._rows if rows is None else rows] = 0
        return self._observations(), self._infos()

    def _seeds(self, seed: Any) -> np.ndarray:
        if seed is not None and not np.isscalar(seed):
            if len(seed) != self.num_envs:
                raise ValueError(f"seed: expected {self.num_envs} seeds, got {len(seed)}")
            seeds = np.array([check_seed(one) for one in seed], np.int64)
            self._seed = int(seeds[0])
            return seeds
        if seed is not None:
            self._seed = check_seed(seed)
        else:
            self._seed = fresh_seed() if self._seed is None else following_seed(self._seed)
        return game_seeds(self._seed, self.num_envs)

    def _rows_to_reset(self, options: dict[str, Any]) -> np.ndarray | None:
        if "position" in options:
            raise ValueError("options['position'] is for single games; use `batch.load(games, rows)`")
        mask = options.get("reset_mask")
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"options['reset_mask']: expected a bool array of shape ({self.num_envs},)")
        if self._seed is None:
            raise ValueError("options['reset_mask']: the first reset has to start every game")
        return np.flatnonzero(mask)

    def step(self, actions: np.ndarray) -> tuple[Observations, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action per game, each of the seat that decides. An illegal one raises and changes no game."""
        if self._seed is None:
            raise AttributeError("reset() has to be called before step()")
        batch = self.batch
        movers = batch.seats.copy()
        batch.step(actions)
        all_rewards = batch.rewards.copy()
        rewards = all_rewards[self._rows, movers].astype(np.float64)
        terminations = batch.status == ENDED
        truncations = np.zeros(self.num_envs, np.bool_)
        finals = self._finished_parts()
        over = np.flatnonzero(terminations)
        for row in over.tolist():
            truncations[row] = self.game_spec.queries.truncated(batch.game(row))
            final = {"final_obs": self._final_observation(row), "final_info": self._final_info(row)}
            finals = self._add_info(finals, final, row)
        if len(over):
            self._numbers[over] = 0
            batch.deal([following_seed(seed) for seed in batch.seeds[over].tolist()], over)
        terminations &= ~truncations
        infos = {**self._infos(), "mover": movers, "rewards": all_rewards, **finals}
        return self._observations(), rewards, terminations, truncations, infos

    def _finished_parts(self) -> dict[str, Any]:
        """What has become of parts of games (chapters) that have just ended."""
        found: dict[str, Any] = {}
        if self._parts is None:
            return found
        numbers = self._parts.number(self.batch.games)
        for row in np.flatnonzero(numbers != self._numbers).tolist():
            result = self._parts.result(self.batch.game(row), int(numbers[row]) - 1)
            found = self._add_info(found, {self._parts.name: result}, row)
        self._numbers = numbers
        return found

    def _observations(self) -> Observations:
        found = self._written()
        return {name: array.copy() for name, array in found.items()} if self.copy else found

    def _written(self) -> Observations:
        """The arrays of the batch."""
        batch = self.batch
        found = {"observation": batch.observations, "action_mask": batch.masks, "card_mask": batch.card_masks}
        if batch.locates:
            found["location_mask"] = batch.location_masks
        return found

    def _infos(self) -> dict[str, Any]:
        seats = self.batch.seats.copy()
        return {"seat": seats, "role": self.game_spec.queries.role_of(self.batch.games, seats)}

    def _final_observation(self, row: int) -> Observations:
        """What the seat that moved last sees at the end."""
        return {name: array[row].copy() for name, array in self._written().items()}

    def _final_info(self, row: int) -> dict[str, Any]:
        result = self.game_spec.queries.result(self.batch.game(row))
        winners = np.zeros(self.batch.n_seats, np.bool_)
        winners[list(result["winners"])] = True
        found = {"winners": winners, "reason": result["reason"], "roles": tuple(result["roles"])}
        if self._parts:
            found[f"{self._parts.name}s"] = result[f"{self._parts.name}s"]
        return found

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        words = self.game_spec.words
        show: Any = words.text if self.render_mode == "ansi" else words.draw
        return tuple(show(self.batch.game(row), seat) for row, seat in enumerate(self.batch.seats.tolist()))

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
