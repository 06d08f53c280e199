"""What `leakcheck` asks of a game, and PettingZoo's AEC environments as one."""

import copy
from collections.abc import Sequence
from typing import Any, Protocol, Self

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo.utils import BaseWrapper


class Game(Protocol):
    """A game that can be played at random, copied and looked at. `raw` is what exchanges are handed."""

    raw: Any

    def reset(self, seed: int) -> None:
        """Start the game of this seed."""

    def copy(self) -> Self:
        """An independent copy as the game stands, in which everything would go on as here."""

    @property
    def seats(self) -> Sequence[Any]:
        """Those that are still in the game."""

    @property
    def acting(self) -> Any:
        """The seat that has to decide; None when the game is over."""

    def legal(self) -> list[Any]:
        """The actions that it may choose."""

    def play(self, action: Any) -> None:
        """Carry out one of them."""

    def seen(self, seat: Any) -> dict[str, Any]:
        """Everything that the seat gets, by name."""


class AecGame:
    """A PettingZoo AEC environment. `render`: compare `env.render()` too, for the agent that acts; for environments
    that draw what the acting agent may see, not the whole table."""

    exchange: Any = None

    def __init__(self, env: Any, render: bool = False) -> None:
        self.raw = env
        if render and getattr(env, "render_mode", None) not in ("ansi", "rgb_array"):
            raise ValueError("render: make the environment with render_mode='ansi' or 'rgb_array'")
        self.render = render

    def reset(self, seed: int) -> None:
        self.raw.reset(seed=seed)
        self._see_off()

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.raw = copied(self.raw, {})
        return twin

    @property
    def seats(self) -> list[str]:
        env = self.raw
        return [agent for agent in env.agents if not (env.terminations[agent] or env.truncations[agent])]

    @property
    def acting(self) -> str | None:
        return self.raw.agent_selection if self.raw.agents else None

    def legal(self) -> list[Any]:
        observation, _, _, _, info = self.raw.last()
        for holder in (observation, info):
            if isinstance(holder, dict) and "action_mask" in holder:
                return [int(action) for action in np.flatnonzero(holder["action_mask"])]
        space = self.raw.action_space(self.acting)
        if not hasattr(space, "n"):
            raise ValueError(f"cannot draw actions of {space}: leakcheck plays games with numbered (Discrete) actions")
        return [int(space.start) + action for action in range(int(space.n))]

    def play(self, action: Any) -> None:
        self.raw.step(action)
        self._see_off()

    def _see_off(self) -> None:
        """Agents whose game is over leave."""
        env = self.raw
        while env.agents and (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            env.step(None)

    def seen(self, seat: str) -> dict[str, Any]:
        env = self.raw
        seen = {"acting": env.agent_selection, "observation": env.observe(seat)}
        for name in ("rewards", "terminations", "truncations", "infos"):
            seen[name.removesuffix("s")] = getattr(env, name).get(seat)
        if seat == env.agent_selection:
            seen["last"] = dict(zip(("observation", "reward", "terminated", "truncated", "info"), env.last()))
            if self.render:
                seen["render"] = env.render()
        return seen


def copied(env: Any, memo: dict[int, Any]) -> Any:
    """A copy of an environment, game and all. `copy.deepcopy` alone makes an environment with Gymnasium's EzPickle
    anew, without a game; so these, and the wrappers around them, are copied by their attributes."""
    if not isinstance(env, EzPickle | BaseWrapper) or hasattr(type(env), "__deepcopy__"):
        return copy.deepcopy(env, memo)
    twin = object.__new__(type(env))
    memo[id(env)] = twin
    for value in vars(env).values():
        if isinstance(value, EzPickle | BaseWrapper) and id(value) not in memo:
            copied(value, memo)
    twin.__dict__.update(copy.deepcopy(vars(env), memo))
    return twin
