"""The compact observation."""

from haunted_env.games.haunting_house.features.layout import FEATURES
from haunted_env.games.haunting_house.features.write import features

__all__ = ["FEATURES", "features"]
