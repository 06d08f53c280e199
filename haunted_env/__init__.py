"""Hidden-information board games for reinforcement learning.

    from haunted_env import haunted_destinies_v0
    env = haunted_destinies_v0.env(players=4)

or by name: `haunted_env.make("haunted_destinies_v0")`, `haunted_env.make_vec("haunted_destinies_v0", num_envs=64)`.
"""

import pkgutil
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from haunted_env.envs.vector import VectorGame

__version__ = "0.1.0"
SOLO = {"haunted_env/Destinies-v0": "destinies_v0"}  # games for one player as plain Gymnasium environments
__all__ = ["__version__", "list_games", "make", "make_vec", "register"]


def list_games() -> tuple[str, ...]:
    """The names of all games, with their versions, as `make` takes them; imports no game."""
    return tuple(module.name for module in pkgutil.iter_modules(__path__) if re.fullmatch(r"\w+_v\d+", module.name))


def make(name: str, **settings: Any) -> "AECEnv":
    """The PettingZoo environment of a game."""
    from haunted_env.envs.pettingzoo import make_env

    return make_env(name, **settings)


def make_vec(name: str, num_envs: int, **settings: Any) -> "VectorGame":
    """Many games as one Gymnasium vector environment."""
    from haunted_env.envs import vector

    return vector.make_vec(name, num_envs, **settings)


def register() -> None:
    """Make the games known to PettingZoo and Gymnasium as `haunted/<name>`, solo games by SOLO; imports no game."""
    import gymnasium
    import pettingzoo

    for name in list_games():
        base, version = name.rsplit("_v", 1)
        gymnasium_id = f"haunted/{base}-v{version}"
        if gymnasium_id not in pettingzoo.aec_registry:  # its ids are normalised to this form
            pettingzoo.register("aec", f"haunted/{name}", entry_point=f"haunted_env.{name}:env")
        if gymnasium_id not in gymnasium.registry:
            gymnasium.register(gymnasium_id, vector_entry_point="haunted_env:make_vec", kwargs={"name": name})
    for solo_id, name in SOLO.items():
        if solo_id not in gymnasium.registry:
            gymnasium.register(solo_id, entry_point="haunted_env.envs.gymnasium:SoloEnv", kwargs={"game": name})


register()
