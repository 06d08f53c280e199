"""Agents by name: `random`, `heuristic`, `heuristic:style=hunter`, `ismcts:sims=200,rollout=random`,
`text:python:module:function`, `python:module:class`, a folder.

A checkpoint folder takes settings too: `runs/NAME/checkpoint:roles=ghost+opener,temperature=0`. Those that come with
the package have names, `haunted_destinies/trio`. `runs/NAME@12000000` is a training run as it was after that many
decisions. Search can be guided: `ismcts:policy=haunted_destinies/trio`.
"""

import dataclasses
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from haunted_env.agents import policy
from haunted_env.agents.card import CheckpointError
from haunted_env.agents.guided import GuidedAgent
from haunted_env.agents.heuristic import HeuristicAgent
from haunted_env.agents.interface import Agent
from haunted_env.agents.ismcts import IsmctsAgent
from haunted_env.agents.modules import found_in_module
from haunted_env.agents.random import RandomAgent
from haunted_env.agents.text import TextAgent
from haunted_env.spec import GameSpec

AGENTS: dict[str, type[Agent]] = {"random": RandomAgent, "heuristic": HeuristicAgent, "ismcts": IsmctsAgent}
NAMES = "random, heuristic, ismcts:sims=200, text:python:MODULE:FUNCTION, python:MODULE:CLASS, or a checkpoint folder"
LONGEST_NAME = 4096  # characters
MOST_NESTED = 8  # agents in the names and cards of others
PLAIN = (int, float, str, bool)  # types of parameters that a name can say


def make_agent(name: str, spec: GameSpec, within: tuple[str, ...] = ()) -> Agent:
    """The agent of a name, for a game; a ValueError says what is wrong with the name. `within`: the agents that have
    this one play roles of theirs, the outermost first."""
    if len(name) > LONGEST_NAME:
        raise ValueError(f"agent {name[:100]!r}...: {len(name)} characters are too many for a name")
    if name in within or len(within) == MOST_NESTED:
        fault = "names itself" if name in within else f"names another one more than {MOST_NESTED} times"
        chain = ", ".join((*within, name))
        raise CheckpointError(f"{within[0]}: who plays its other roles {fault} ({chain}); say instead=... yourself")
    kind, _, rest = name.partition(":")
    if kind == "text":
        place, *settings = rest.split(",")
        return TextAgent(spec=spec, ask=_function(name, place), **_parameters(TextAgent, kind, settings))
    if kind == "python":
        place, *settings = name.split(",")
        return _own(name, place, settings, spec)
    if kind in AGENTS:
        settings = rest.split(",") if rest else []
        guided = kind == "ismcts" and any(setting.startswith("policy=") for setting in settings)
        cls = GuidedAgent if guided else AGENTS[kind]
        return cls(spec=spec, **_parameters(cls, kind, settings))
    if name and ("/" in name or "\\" in name or os.path.isdir(name)):
        folder, settings = _folder_and_settings(name)
        given = _parameters(policy.Settings, folder, settings)
        return policy.load_checkpoint(Path(folder), spec, (*within, name), **given)
    raise ValueError(f"unknown agent {name!r}; there are: {NAMES}")


def with_setting(name: str, setting: str) -> str:
    """The name of the same agent with one more setting, e.g. seed=1."""
    kind, _, rest = name.partition(":")
    if kind in ("text", "python"):
        return f"{name},{setting}"
    has_settings = rest if kind in AGENTS else _folder_and_settings(name)[1]
    return f"{name}{',' if has_settings else ':'}{setting}"


def _function(name: str, place: str) -> Callable[[str], str]:
    found = found_in_module(name, place, "text:python:MODULE:FUNCTION")
    if not callable(found):
        raise ValueError(f"agent {name!r}: this is not a function")
    return found  # type: ignore[no-any-return]


def _own(name: str, place: str, settings: list[str], spec: GameSpec) -> Agent:
    """An agent of the user's own: a subclass of Agent."""
    cls = found_in_module(name, place, "python:MODULE:CLASS")
    if not (isinstance(cls, type) and issubclass(cls, Agent)):
        raise ValueError(f"agent {name!r}: this is no subclass of haunted_env.agents.Agent")
    parameters = _parameters(cls, place, settings)
    missing = [f.name for f in dataclasses.fields(cls) if f.init and _is_missing(f) and f.name not in parameters]
    if missing != ["spec"]:
        wanted = ", ".join(field for field in missing if field != "spec")
        raise ValueError(f"agent {name!r}: give the fields {wanted} of the class default values")
    return cls(spec=spec, **parameters)


def _is_missing(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _folder_and_settings(name: str) -> tuple[str, list[str]]:
    """A path may hold colons itself: only what looks like settings is taken for such. One of them may be an agent with
    a setting of its own, as in instead=ismcts:sims=50."""
    begins = [] if os.path.exists(name) else [found.start() for found in re.finditer(r":(?=\w+=)", name)]
    if not begins:
        return name, []
    begin = next((at for at in begins if os.path.exists(name[:at])), begins[0])
    return name[:begin], name[begin + 1 :].split(",")


def _parameters(cls: type[Any], kind: str, settings: list[str]) -> dict[str, Any]:
    """The parameters written as key=value, in the types of the agent's fields."""
    known = {f.name: f for f in dataclasses.fields(cls) if f.init and isinstance(f.default, PLAIN)}
    given: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in known or not equals:
            listed = ", ".join(f"{f.name}={f.default}" for f in known.values())
            raise ValueError(f"agent {kind!r}: {setting!r} is no parameter; there are: {listed}")
        if key in given:
            raise ValueError(f"agent {kind!r}: {key} is said twice")
        wanted: Any = type(known[key].default)
        try:
            given[key] = {"true": True, "false": False}[value.lower()] if wanted is bool else wanted(value)
        except (ValueError, KeyError):
            meant = {int: "a whole number", float: "a number", bool: "true or false"}[wanted]
            raise ValueError(f"agent {kind!r}: {setting}: expected {meant}") from None
    return given
