"""The command `haunted-env`: play, watch, replay, measure and describe the games; contests, scenarios, training."""

from haunted_env.cli import about, compiling, contest, leakcheck, measure, play, scenario, show, train
from haunted_env.cli.app import app

__all__ = ["about", "app", "compiling", "contest", "leakcheck", "measure", "play", "scenario", "show", "train"]
