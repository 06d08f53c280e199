"""The command `haunted-env`: play, watch, replay, measure and describe every registered game; tournaments."""

from haunted_env.cli import about, contest, measure, play, show
from haunted_env.cli.app import app

__all__ = ["about", "app", "contest", "measure", "play", "show"]
