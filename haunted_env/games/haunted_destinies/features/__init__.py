"""The compact observation."""

from haunted_env.games.haunted_destinies.features.layout import FEATURES, POINTERS
from haunted_env.games.haunted_destinies.features.write import features

__all__ = ["FEATURES", "POINTERS", "features"]
