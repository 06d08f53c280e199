"""A mark of an agent that changes when the agent does, though its name stays the same."""

import hashlib
import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from haunted_env.agents import Agent

PACKAGE = Path(__file__).parents[1]


def of_agent(agent: Agent) -> str:
    """A hash that changes with the agent: of its checkpoint, and of its source files outside this package."""
    parts = [_own_source(type(agent))]
    for value in vars(agent).values():
        if isinstance(value, Agent):
            parts.append(of_agent(value))
        elif inspect.isfunction(value) or inspect.ismethod(value) or inspect.isclass(value):
            parts.append(_own_source(value))
    card = getattr(agent, "card", None)
    if card:  # lists the SHA-256 of every file of the checkpoint
        parts.append(hashlib.sha256(msgspec.json.encode(card, order="sorted")).hexdigest())
    return "-".join(part[:16] for part in parts if part)


def _own_source(thing: Any) -> str:
    """The hash of the file in which a class or function is written, unless it comes with this package."""
    try:
        path = Path(inspect.getfile(thing))
        return "" if path.is_relative_to(PACKAGE) else hash_of([path])
    except (OSError, TypeError):
        return ""


def hash_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:24]
