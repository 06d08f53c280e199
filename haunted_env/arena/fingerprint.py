"""What the results of a contest depend on besides its seed: it can be resumed only with the same agents and rules."""

import hashlib
import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from haunted_env.agents import Agent, make_agent
from haunted_env.arena.plan import Contest
from haunted_env.spec import GameSpec
from haunted_env.version import __version__

PACKAGE = Path(__file__).parents[1]
SOURCES = ("engine", "spec", "play", "agents")  # folders of this package; the game's own comes on top
IGNORED = ("numpy",)  # noted for the record; what is drawn from seeds does not depend on it
WORDS = {
    "haunted_env": "haunted_env",
    "game": "the version of the game",
    "content_hash": "the content file of the game",
    "code": "the code of the rules or of the agents that come along",
    "data": "the scenario",
}


def versions(contest: Contest, spec: GameSpec) -> dict[str, Any]:
    """All of it, ready for JSON."""
    return {
        "haunted_env": __version__,
        "game": spec.version,
        "content_hash": spec.content_hash,
        "code": code_hash(spec),
        "data": {str(n): data_key(spec, contest.options_for(spec, n)) for n in contest.players},
        "agents": {name: of_agent(make_agent(name, spec)) for name in contest.agents},
        "numpy": np.__version__,
    }


def difference(before: dict[str, Any], now: dict[str, Any]) -> str:
    """What has changed, in words; empty if nothing has."""
    for name in (key for key in now if key not in IGNORED):
        if before.get(name) == now[name]:
            continue
        if name == "agents":
            changed = [agent for agent, mark in now[name].items() if before.get(name, {}).get(agent) != mark]
            return f"agent {changed[0]!r} is another one under the same name"
        return f"{WORDS[name]} has changed since ({name} {before.get(name)}, now {now[name]})"
    return ""


def data_key(spec: GameSpec, options: dict[str, Any]) -> int | None:
    """Which scenario the game is played with, if it has any."""
    return None if spec.scenarios is None else int(spec.new_game(options)["table"]["data_key"][0])


def code_hash(spec: GameSpec) -> str:
    """The hash of all sources that decide how a game goes and how the agents of this package play it."""
    folders = (*(PACKAGE / name for name in SOURCES), spec.compiler.folder)
    return _hash(path for folder in folders for path in sorted(folder.rglob("*.py")))


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
        return "" if path.is_relative_to(PACKAGE) else _hash([path])
    except (OSError, TypeError):
        return ""


def _hash(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:24]
