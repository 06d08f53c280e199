"""What the results of a contest depend on besides its seed: it can be resumed only with the same agents and rules."""

from typing import Any, TypedDict

import numpy as np

from haunted_env.agents import make_agent
from haunted_env.agents.trust import runs_code
from haunted_env.arena.isolated import Limits, agent_in
from haunted_env.arena.marks import PACKAGE, hash_of, of_agent
from haunted_env.arena.plan import Contest
from haunted_env.spec import GameSpec
from haunted_env.version import __version__

SOURCES = ("engine", "spec", "play", "agents")  # folders of this package; the game's own comes on top
IGNORED = ("numpy",)  # noted for the record; what is drawn from seeds does not depend on it
WORDS = {
    "haunted_env": "haunted_env",
    "game": "the version of the game",
    "content_hash": "the content file of the game",
    "code": "the code of the rules or of the agents that come along",
    "data": "the scenario",
}


class Versions(TypedDict):
    """What has to be there for a contest to be compared, and told of."""

    haunted_env: str
    game: Any
    content_hash: Any
    data: dict[str, Any]
    code: Any
    agents: dict[str, str]
    numpy: Any


def versions(contest: Contest, spec: GameSpec, limits: Limits) -> dict[str, Any]:
    """All of it, ready for JSON. `limits` are for agents that are somebody's code, which is not run here."""
    return {
        "haunted_env": __version__,
        **rules(contest, spec),
        "code": code_hash(spec),
        "agents": {name: mark_of(name, spec, limits) for name in contest.agents},
        "numpy": np.__version__,
    }


def rules(contest: Contest, spec: GameSpec) -> dict[str, Any]:
    """What decides how a game goes, given its seed and its actions."""
    return {
        "game": spec.version,
        "content_hash": spec.content_hash,
        "data": {str(n): data_key(spec, contest.options_for(spec, n)) for n in contest.players},
    }


def mark_of(name: str, spec: GameSpec, limits: Limits) -> str:
    """The mark of an agent by its name; a ValueError if there is no such agent."""
    if not runs_code(name):
        return of_agent(make_agent(name, spec))
    about = agent_in(0, name, spec, limits).about
    if about.fault:
        raise ValueError(about.fault)
    return about.mark


def difference(before: dict[str, Any], now: dict[str, Any]) -> str:
    """What has changed, in words; empty if nothing has."""
    for name in (key for key in now if key not in IGNORED):
        if before.get(name) == now[name]:
            continue
        if name == "agents":
            marks = before.get(name, {})
            changed = next(agent for agent in (*now[name], *marks) if marks.get(agent) != now[name].get(agent))
            return f"agent {changed!r} is another one under the same name"
        return f"{WORDS[name]} has changed since ({name} {before.get(name)}, now {now[name]})"
    return ""


def other_rules(before: dict[str, Any], contest: Contest, spec: GameSpec) -> str:
    """Why games that were played then would go otherwise now, in words; empty if they would not."""
    try:
        now = rules(contest, spec)
    except (OSError, ValueError) as error:  # a scenario that is gone, say
        return str(error)
    return difference({name: before.get(name) for name in now}, now)


def data_key(spec: GameSpec, options: dict[str, Any]) -> int | None:
    """Which scenario the game is played with, if it has any."""
    return None if spec.scenarios is None else int(spec.new_game(options)["table"]["data_key"][0])


def code_hash(spec: GameSpec) -> str:
    """The hash of all sources that decide how a game goes and how the agents of this package play it."""
    folders = (*(PACKAGE / name for name in SOURCES), spec.compiler.folder)
    return hash_of(path for folder in folders for path in sorted(folder.rglob("*.py")))
