"""Positions: a game as a plain dict in the words of the rules and the scenario (docs/destinies.md)."""

from haunted_env.games.destinies.position.read import from_position
from haunted_env.games.destinies.position.write import to_position
from haunted_env.spec.position import PositionError

__all__ = ["PositionError", "from_position", "to_position"]
