"""Positions: a game as a plain dict in the rules' own words, read and written exactly (docs/haunting_house.md)."""

from haunted_env.games.haunting_house.position.read import from_position
from haunted_env.games.haunting_house.position.write import to_position
from haunted_env.spec.position import PositionError

__all__ = ["PositionError", "from_position", "to_position"]
