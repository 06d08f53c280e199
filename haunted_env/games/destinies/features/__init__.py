"""The compact observation."""

from haunted_env.games.destinies.features.layout import FEATURES
from haunted_env.games.destinies.features.write import features

__all__ = ["FEATURES", "features"]
