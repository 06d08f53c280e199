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

from haunted_env.envs import spaces
from haunted_env.envs.illegal import ILLEGAL_REWARD, TERMINATE, Referee
from haunted_env.envs.parts import Boundaries
from haunted_env.play.batch import ENDED, Batch, Look
from haunted_env.play.seeds import check_seed, following_seed, fresh_seed, game_seeds
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL

Observations = np.ndarray | dict[str, np.ndarray]


class Vector(VectorEnv[Observations, np.ndarray, np.ndarray]):
    """What vector environments of games have in common: spaces, seeds, the form of observations, pictures."""

    batch: Batch
    game_spec: GameSpec  # `spec` is Gymnasium's

    def _describe(self, batch: Batch, kind: str, masks: bool, flatten: bool, render_mode: str | None) -> None:
        """Spaces and the like. `flatten`: observations are the vector alone, their masks in `infos["action_mask"]`."""
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f"render_mode={render_mode!r}: choose 'ansi', 'rgb_array' or None")
        if flatten and masks:
            raise ValueError("masks=True adds to the dict that observations are: without flatten=True")
        self.batch = batch
        self.game_spec = batch.spec
        self.num_envs = batch.n
        self.options = batch.options
        self.autoreset_mode = AutoresetMode.SAME_STEP  # some libraries look for it here, some in the metadata
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": ["ansi", "rgb_array"]}
        self.render_mode = render_mode
        self.flatten = flatten
        flat = spaces.flat_space(batch.spec, kind)
        self.single_observation_space = flat if flatten else spaces.observation_space(batch.spec, kind, masks)
        self.single_action_space = spaces.action_space(batch.spec)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._seed: int | None = None

    def _seeds(self, seed: Any) -> np.ndarray:
        """The seeds of all games, from what `reset` was given."""
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

    def _form(self, look: Look) -> Observations:
        """What is handed out of a look."""
        if self.flatten:
            return look.observations
        found = {"observation": look.observations, "action_mask": look.masks, "card_mask": look.card_masks}
        return {**found, "location_mask": look.location_masks} if look.location_masks.size else found

    def _form_of_one(self, look: Look) -> Observations:
        """The same of a look at one game, without the axis of games."""
        return self._form(Look(*(array[0] for array in look)))

    def _told(self, result: dict[str, Any]) -> dict[str, Any]:
        """How a game ended, in the form of `final_info`."""
        winners = np.zeros(self.batch.n_seats, np.bool_)
        winners[list(result["winners"])] = True
        told = {"winners": winners, "reason": result["reason"], "roles": tuple(result["roles"])}
        parts = f"{self.game_spec.parts.name}s" if self.game_spec.parts else ""
        return {**told, parts: result[parts]} if parts in result else told

    def _passed(self, name: str, results: dict[int, dict[str, Any]]) -> dict[str, Any]:
        """What has become of parts of games (chapters) that have just ended, in the form of infos."""
        found: dict[str, Any] = {}
        for row, result in results.items():
            found = self._add_info(found, {name: result}, row)
        return found

    def render(self) -> tuple[Any, ...] | None:
        """One frame per game, as the deciding seat sees it."""
        if self.render_mode is None:
            return None
        words = self.game_spec.words
        show: Any = words.text if self.render_mode == "ansi" else words.draw
        return tuple(show(self.batch.game(row), seat) for row, seat in enumerate(self.batch.seats.tolist()))

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


class VectorGame(Vector):
    """
    threads: how many threads share the games; the games do not depend on it.
    copy: hand out copies; False hands out the arrays that the next step overwrites, which saves time.
    masks: observations have `location_mask` too, as those of the AEC environment always have; it takes counting.
    flatten: observations are the vector alone. `infos["action_mask"]` has the masks in any case.
    illegal: what becomes of illegal actions: "raise" refuses all with a ValueError, "random" plays a random legal one
        instead, "terminate" ends the game; `infos["illegal"]` says where.
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
        flatten: bool = False,
        illegal: str = "raise",
        **options: Any,
    ) -> None:
        batch = Batch(
            spec,
            num_envs,
            options,
            observation=observation,
            relative_seats=relative_seats,
            threads=threads,
            masks=masks,
        )
        self._describe(batch, observation, masks, flatten, render_mode)
        self.copy = copy
        self.referee = Referee(batch, illegal)
        self.boundaries = Boundaries(batch)
        self._rows = batch.rows

    def reset(  # type: ignore[override]
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start every game, or those in `options["reset_mask"]`.

        From one seed every game gets its own (`batch.seeds`); a sequence gives each game its seed. Without a seed
        the first reset is random and later ones follow from it. Other keys of `options` are ignored.
        """
        rows = self._rows_to_reset(options or {})
        seeds = self._seeds(seed)
        self.referee.seed(self._seed or 0)
        self.batch.deal(seeds if rows is None else seeds[rows], rows)
        self.boundaries.begin(self._rows if rows is None else rows)
        look = self._look()
        return self._form(look), self._infos(look)

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
        """One action per game, each of the seat that decides. With `illegal="raise"` an illegal one changes no game."""
        if self._seed is None:
            raise AttributeError("reset() has to be called before step()")
        batch = self.batch
        movers = batch.seats.copy()
        actions, offended = self.referee.judge(actions)
        banned = offended if self.referee.illegal == TERMINATE else np.zeros_like(offended)
        if banned.any():
            batch.step(actions[~banned], np.flatnonzero(~banned))
            all_rewards = np.where(banned[:, None], 0, batch.rewards)
            all_rewards[banned, movers[banned]] = ILLEGAL_REWARD
        else:
            batch.step(actions)
            all_rewards = batch.rewards.copy()
        rewards = all_rewards[self._rows, movers].astype(np.float64)
        terminations = (batch.status == ENDED) | banned
        truncations = np.zeros(self.num_envs, np.bool_)
        finals = self._passed(self.boundaries.name, self.boundaries.passed())
        over = np.flatnonzero(terminations)
        for row in over.tolist():
            truncations[row] = not banned[row] and self.game_spec.queries.truncated(batch.game(row))
            finals = self._add_info(finals, self._final(row, bool(banned[row])), row)
        if len(over):
            self.boundaries.begin(over)
            batch.deal([following_seed(seed) for seed in batch.seeds[over].tolist()], over)
        terminations &= ~truncations
        look = self._look()
        infos = {**self._infos(look), "mover": movers, "rewards": all_rewards, **finals}
        if self.referee.illegal != "raise":
            infos["illegal"] = offended
        return self._form(look), rewards, terminations, truncations, infos

    def _look(self) -> Look:
        """What the deciding seats see, in arrays of the batch or copies."""
        batch = self.batch
        found = Look(batch.observations, batch.masks, batch.card_masks, batch.location_masks)
        return Look(*(array.copy() for array in found)) if self.copy else found

    def _infos(self, look: Look) -> dict[str, Any]:
        seats = self.batch.seats.copy()
        role = self.game_spec.queries.role_of(self.batch.games, seats)
        return {"seat": seats, "role": role, "action_mask": look.masks}

    def _final(self, row: int, banned: bool) -> dict[str, Any]:
        """What the seat that moved last sees at the end, and how the game ended."""
        batch = self.batch
        shown = batch.observations, batch.masks, batch.card_masks, batch.location_masks
        last = self._form(Look(*(array[row].copy() for array in shown)))
        nobody: dict[str, Any] = {"winners": [], "reason": "illegal", "roles": ()}
        told = self._told(nobody if banned else self.game_spec.queries.result(batch.game(row)))
        return {"final_obs": last, "final_info": told}
