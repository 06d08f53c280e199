"""Reading and checking `content.toml` (HD-FX-15)."""

from haunted_env.spec.content import ContentError
from haunted_env.games.haunted_destinies.content.reader import GAME, build, load, parse
from haunted_env.games.haunted_destinies.content.rows import Content

__all__ = ["GAME", "Content", "ContentError", "build", "load", "parse"]
