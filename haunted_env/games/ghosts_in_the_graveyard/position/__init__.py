"""Positions: games written out and read back (docs/ghosts_in_the_graveyard.md)."""

from haunted_env.games.ghosts_in_the_graveyard.position.read import from_position
from haunted_env.games.ghosts_in_the_graveyard.position.write import to_position

__all__ = ["from_position", "to_position"]
