"""Reading and checking `content.toml` (HD-FX-15)."""

from haunted_env.games.haunted_destinies.content.reader import GAME, build, load, parse
from haunted_env.games.haunted_destinies.content.rows import WORDING, Content
from haunted_env.spec.content import ContentError

__all__ = ["GAME", "WORDING", "Content", "ContentError", "build", "load", "parse"]
