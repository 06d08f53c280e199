"""The command `haunted-env`: play, watch, replay, measure and describe every registered game."""

from haunted_env.cli import about, measure, play, show
from haunted_env.cli.app import app

__all__ = ["about", "app", "measure", "play", "show"]
