"""Gymnasium: many games as a vector environment of one agent, with other agents as its opponents.

    envs = haunted_env.make_vec("haunting_house", 64, opponents="heuristic", observation="compact", players=2)

What single-agent algorithms expect: a row is the same seat from one decision to the next, until its game ends. Finished
games are dealt again in the same step.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from haunted_env.envs.seats import SeatGames
from haunted_env.envs.vector import Observations, Vector
from haunted_env.play.batch import Look
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL


class SeatVector(Vector):
    """
    opponents, seat, role, own: who plays, as SeatGames has them.
    threads, masks, flatten, illegal, observation, render_mode, options: as for VectorGame.

    `infos` say which `seat` learns, its public `role` and its `action_mask`; `final_info` has `seat`, `winners`,
    `reason` and `roles`. In games made of several (a campaign) the step that ends a part tells of it, as `chapter`.
    """

    def __init__(
        self,
        spec: GameSpec,
        num_envs: int,
        *,
        observation: str = FULL,
        masks: bool = False,
        flatten: bool = False,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.games = SeatGames(spec, num_envs, observation=observation, masks=masks, **settings)
        self._describe(self.games.batch, observation, masks, flatten, render_mode)

    def reset(  # type: ignore[override]
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start every game; seeds as for VectorGame. `options` are ignored."""
        if "reset_mask" in (options or {}):
            raise ValueError("options['reset_mask']: games that end are dealt again by themselves")
        seeds = self._seeds(seed)
        self.games.start(self._seed or 0, seeds)
        look = self.games.look()
        return self._form(look), self._infos(look)

    def step(self, actions: np.ndarray) -> tuple[Observations, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action per game, of the seat that learns. With `illegal="raise"` an illegal one changes no game."""
        if self._seed is None:
            raise AttributeError("reset() has to be called before step()")
        games = self.games
        offended = games.play(actions)
        truncations = np.zeros(self.num_envs, np.bool_)
        finals = self._passed(games.boundaries.name, games.part_ends)
        for row, (last, told) in games.ends.items():
            truncations[row] = told["truncated"]
            final = {"final_obs": self._form_of_one(last), "final_info": {"seat": told["seat"], **self._told(told)}}
            finals = self._add_info(finals, final, row)
        look = games.look()
        infos = {**self._infos(look), **finals}
        if games.referee.illegal != "raise":
            infos["illegal"] = offended
        return self._form(look), games.rewards.astype(np.float64), games.dones & ~truncations, truncations, infos

    def _infos(self, look: Look) -> dict[str, Any]:
        seats = self.games.learner_seats.copy()
        role = self.game_spec.queries.role_of(self.batch.games, seats)
        return {"seat": seats, "role": role, "action_mask": look.masks}
