"""Agents by name: `random`, `heuristic`, `ismcts:sims=200,rollout=random`, `text:python:module:function`, a folder.

A checkpoint folder takes settings too: `checkpoints/GAME/NAME:roles=ghost+opener,temperature=0`.
"""

import dataclasses
from pathlib import Path
from typing import Any

from haunted_env.agents import policy
from haunted_env.agents.heuristic import HeuristicAgent
from haunted_env.agents.interface import Agent
from haunted_env.agents.ismcts import IsmctsAgent
from haunted_env.agents.random import RandomAgent
from haunted_env.agents.text import TextAgent, python_function
from haunted_env.spec import GameSpec

AGENTS: dict[str, type[Agent]] = {"random": RandomAgent, "heuristic": HeuristicAgent, "ismcts": IsmctsAgent}
NAMES = "random, heuristic, ismcts:sims=200, text:python:MODULE:FUNCTION, or a checkpoint folder"


def make_agent(name: str, spec: GameSpec) -> Agent:
    """The agent of a name, for a game; a ValueError says what is wrong with the name."""
    kind, _, rest = name.partition(":")
    if kind == "text":
        place, *settings = rest.split(",")
        return TextAgent(spec=spec, ask=python_function(place), **_parameters(TextAgent, kind, settings))
    if kind in AGENTS:
        settings = rest.split(",") if rest else []
        return AGENTS[kind](spec=spec, **_parameters(AGENTS[kind], kind, settings))
    if name and ("/" in name or "\\" in name or Path(name).is_dir()):
        folder, settings = _folder_and_settings(name)
        return policy.load_checkpoint(Path(folder), spec, **_parameters(policy.Settings, folder, settings))
    raise ValueError(f"unknown agent {name!r}; there are: {NAMES}")


def _folder_and_settings(name: str) -> tuple[str, list[str]]:
    """A path may hold colons itself: only what looks like settings is taken for such."""
    folder, colon, rest = name.rpartition(":")
    if colon and "=" in rest and not Path(name).exists():
        return folder, rest.split(",")
    return name, []


def _parameters(cls: type[Any], kind: str, settings: list[str]) -> dict[str, Any]:
    """The parameters written as key=value, in the types of the agent's fields."""
    known = {f.name: f for f in dataclasses.fields(cls) if f.init and f.name not in ("spec", "ask")}
    given: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in known or not equals:
            listed = ", ".join(f"{f.name}={f.default}" for f in known.values())
            raise ValueError(f"agent {kind!r}: {setting!r} is no parameter; there are: {listed}")
        wanted: Any = type(known[key].default)
        try:
            given[key] = wanted(value)
        except ValueError:
            meant = {int: "a whole number", float: "a number"}.get(wanted, wanted.__name__)
            raise ValueError(f"agent {kind!r}: {setting}: expected {meant}") from None
    return given
