"""The compact observation."""

from haunted_env.games.haunting_house.features.layout import FEATURES, POINTERS
from haunted_env.games.haunting_house.features.write import features

__all__ = ["FEATURES", "POINTERS", "features"]
