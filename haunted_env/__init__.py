"""Hidden-information board games for reinforcement learning.

    from haunted_env import haunted_destinies_v0
    env = haunted_destinies_v0.env(players=4)

or by name: `haunted_env.make("haunted_destinies_v0")`, `haunted_env.make_vec("haunted_destinies_v0", num_envs=64)`.
"""

import importlib
import sys
import types
from typing import TYPE_CHECKING, Any, overload

from haunted_env.registry import GAMES, full_name
from haunted_env.version import __version__

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from haunted_env.envs.seat_vector import SeatVector
    from haunted_env.envs.vector import VectorGame

__all__ = ["__version__", "list_games", "make", "make_vec", "register"]


def list_games() -> tuple[str, ...]:
    """The names of all games, with their versions, as `make` takes them; imports no game."""
    return tuple(map(full_name, GAMES))


def make(name: str, **settings: Any) -> "AECEnv":
    """The PettingZoo environment of a game."""
    from haunted_env.envs.pettingzoo import make_env

    return make_env(name, **settings)


@overload
def make_vec(name: str, num_envs: int, *, opponents: Any, **settings: Any) -> "SeatVector": ...
@overload
def make_vec(name: str, num_envs: int, **settings: Any) -> "VectorGame": ...
def make_vec(name: str, num_envs: int, **settings: Any) -> "VectorGame | SeatVector":
    """Many games as one Gymnasium vector environment: of whoever decides (`VectorGame`), or with `opponents="random"`
    (or another agent, or several) of one seat in every game, the others being played by these (`SeatVector`)."""
    from haunted_env import registry
    from haunted_env.envs.seat_vector import SeatVector
    from haunted_env.envs.vector import VectorGame

    make = SeatVector if "opponents" in settings else VectorGame
    return make(registry.spec(name), num_envs, **settings)


class GameModule(types.ModuleType):
    """`haunted_env.<game>_v<version>`, as PettingZoo has its games: `env`, `raw_env`; the docstring is the game's."""

    def __init__(self, base: str) -> None:
        super().__init__(f"{__name__}.{full_name(base)}")
        self.__package__ = __name__
        self._base = base

    def env(self, **settings: Any) -> "AECEnv":
        return make(full_name(self._base), **settings)

    def raw_env(self, **settings: Any) -> "AECEnv":
        from haunted_env.envs.pettingzoo import raw_env

        return raw_env(full_name(self._base), **settings)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return importlib.import_module(f"{__name__}.games.{self._base}").__doc__


def __getattr__(name: str) -> types.ModuleType:
    """The modules of the games, for people and type checkers; all others are found as usual."""
    module = sys.modules.get(f"{__name__}.{name}")
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return module


def register() -> None:
    """Make the games known as modules, to PettingZoo and to Gymnasium (`haunted/<name>`, games for one player as
    `haunted_env/<Name>-v<version>`); imports no game."""
    import gymnasium
    import pettingzoo

    for base, entry in GAMES.items():
        name = full_name(base)
        sys.modules.setdefault(f"{__name__}.{name}", GameModule(base))
        gymnasium_id = f"haunted/{base}-v{entry.version}"
        if gymnasium_id not in pettingzoo.aec_registry:  # its ids are normalised to this form
            pettingzoo.register("aec", f"haunted/{name}", entry_point=f"{__name__}.{name}:env")
        if gymnasium_id not in gymnasium.registry:
            gymnasium.register(gymnasium_id, vector_entry_point=f"{__name__}:make_vec", kwargs={"name": name})
        solo_id = f"{__name__}/{base.title().replace('_', '')}-v{entry.version}"
        if entry.solo and solo_id not in gymnasium.registry:
            gymnasium.register(solo_id, entry_point=f"{__name__}.envs.gymnasium:SoloEnv", kwargs={"game": name})


register()
