"""Positions: a game as a plain dict in the rules' own words, read and written exactly (docs/positions.md)."""

from haunted_env.games.haunted_destinies.position.read import from_position
from haunted_env.games.haunted_destinies.position.write import to_position
from haunted_env.spec.position import PositionError

__all__ = ["PositionError", "from_position", "to_position"]
