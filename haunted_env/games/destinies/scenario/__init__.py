"""Scenarios: the TOML file (`load`), its rows (`schema`), their grammar, checks, and the record of the rules."""

from haunted_env.games.destinies.scenario.arrays import compile
from haunted_env.games.destinies.scenario.faults import ScenarioError
from haunted_env.games.destinies.scenario.load import load
from haunted_env.games.destinies.scenario.schema import Scenario

__all__ = ["Scenario", "ScenarioError", "compile", "load"]
