"""Worlds without end: complete scenarios from a seed (DS-GEN)."""

from haunted_env.games.destinies.generator.assemble import document
from haunted_env.games.destinies.generator.plan import SIZES
from haunted_env.games.destinies.generator.written import written

__all__ = ["SIZES", "document", "written"]
