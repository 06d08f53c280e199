"""A game for one player as a plain Gymnasium environment.

The observation is the flat int8 vector, ready for any policy; legal actions are in `info["action_mask"]` and in
`action_masks()`, where MaskablePPO of sb3-contrib looks for them.
"""

from typing import Any

import gymnasium
import numpy as np

from haunted_env import registry
from haunted_env.envs import spaces
from haunted_env.play.batch import ENDED, Batch
from haunted_env.play.seeds import check_seed, following_seed, fresh_seed
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL

ILLEGAL = ("random", "raise")

Observation = np.ndarray | dict[str, np.ndarray]


class SoloEnv(gymnasium.Env[Observation, np.integer]):
    """
    illegal: what becomes of an illegal action: "random" plays a random legal one instead (`info["illegal"]` says so),
        so that algorithms without masks can be used; "raise" raises a ValueError that names the action and the reason.
    render_mode: "ansi" (text) or "rgb_array" (picture).
    observation: "full", or "compact" for small networks (`spec.observation_table(kind)`).
    masks: observations are dicts: `observation`, `card_mask` and `location_mask`.
    options: the options of the game, see `spec.options`; `players` is 1.

    The last `info` has `result`. In games made of several (a campaign) the step that ends one has its result under the
    name of such a part: `info["chapter"]`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | GameSpec,
        *,
        illegal: str = "random",
        render_mode: str | None = None,
        observation: str = FULL,
        masks: bool = False,
        **options: Any,
    ) -> None:
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal={illegal!r}: choose one of {ILLEGAL}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r}: choose one of {self.metadata['render_modes']} or None")
        self.game_spec = registry.spec(game) if isinstance(game, str) else game  # `spec` is Gymnasium's
        if options.get("players", 1) != 1:
            several = f"for several, haunted_env.make({self.game_spec.name!r}, ...)"
            raise ValueError(f"players={options['players']!r}: this environment is for one player; {several}")
        self.batch = Batch(self.game_spec, 1, {**options, "players": 1}, observation=observation, masks=masks)
        self.options = self.batch.options
        self._parts = self.game_spec.parts.of(self.batch.games) if self.game_spec.parts else None
        self._part = 0
        self.illegal = illegal
        self.render_mode = render_mode
        space: Any = (spaces.known_space if masks else spaces.flat_space)(self.game_spec, observation)
        self.observation_space = space
        self.action_space = spaces.action_space(self.game_spec)
        self._seed: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game. Without a seed the first game is random and later ones follow from it.

        `options={"position": {...}}` starts from a position; other keys are ignored.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._seed = check_seed(seed)
        else:
            self._seed = fresh_seed() if self._seed is None else following_seed(self._seed)
        position = (options or {}).get("position")
        if position is None:
            self.batch.deal(self._seed)
        else:
            given = {"options": self.options, **({} if "rng" in position else {"seed": self._seed}), **position}
            self.batch.load(self.game_spec.positions.read(given))
        self._part = int(self._parts.number(self.batch.games)[0]) if self._parts else 0
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action."""
        if self._seed is None:
            raise RuntimeError("reset() has to be called before step()")
        if self.batch.status[0] == ENDED:
            raise RuntimeError("the game is over: call reset() before the next step()")
        chosen, masks = int(action), self.action_masks()
        replaced = self.illegal == "random" and not (0 <= chosen < len(masks) and masks[chosen])
        if replaced:
            chosen = int(self.np_random.choice(np.flatnonzero(masks)))
        self.batch.step([chosen])
        ended = bool(self.batch.status[0] == ENDED)
        truncated = ended and bool(self.game_spec.queries.truncated(self.batch.games))
        info = self._info()
        if replaced:
            info["illegal"] = True
        if ended:
            info["result"] = self.game_spec.queries.result(self.batch.games)
        if self._parts and self._part != self._parts.number(self.batch.games)[0]:
            info[self._parts.name] = self._parts.result(self.batch.games, self._part)
            self._part += 1
        return self._observation(), float(self.batch.rewards[0, 0]), ended and not truncated, truncated, info

    def action_masks(self) -> np.ndarray:
        """Legal actions, as booleans."""
        masks: np.ndarray = self.batch.masks[0].astype(np.bool_)
        return masks

    def _observation(self) -> Observation:
        batch = self.batch
        if not batch.locates:
            return batch.observations[0].copy()
        return {
            "observation": batch.observations[0].copy(),
            "card_mask": batch.card_masks[0].copy(),
            "location_mask": batch.location_masks[0].copy(),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks[0].copy()}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        words = self.game_spec.words
        show: Any = words.text if self.render_mode == "ansi" else words.draw
        return show(self.batch.games, 0)

    def close(self) -> None:
        self.batch.close()
