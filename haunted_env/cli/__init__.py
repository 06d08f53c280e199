"""The command `haunted-env`: play, watch, replay, measure, describe every registered game; contests, scenarios."""

from haunted_env.cli import about, compiling, contest, measure, play, scenario, show
from haunted_env.cli.app import app

__all__ = ["about", "app", "compiling", "contest", "measure", "play", "scenario", "show"]
