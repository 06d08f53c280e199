"""Reading and checking `content.toml` (HD-FX-15)."""

from haunted_env.games.haunted_destinies.content.checks import ContentError
from haunted_env.games.haunted_destinies.content.reader import GAME, build, load, parse

__all__ = ["GAME", "ContentError", "build", "load", "parse"]
