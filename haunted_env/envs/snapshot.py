"""Saving and copying an AEC environment so that the game goes on exactly."""

import base64
import binascii
import copy
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from haunted_env.envs.pettingzoo import GameEnv

# What PettingZoo keeps for every agent that is still there.
PER_AGENT = ("rewards", "_cumulative_rewards", "terminations", "truncations")
FIELDS = ("record", "check", "seed", "position", "actions", "agents", "agent_selection", "next_agent", *PER_AGENT)


def take(env: "GameEnv") -> dict[str, Any]:
    """The state as plain data, ready for JSON."""
    agents = env.agents[:]
    record = env._batch.raw[0].tobytes()
    return {
        "game": env.metadata["name"],
        "content_hash": env.spec.content_hash,
        "record": base64.b64encode(record).decode(),
        "check": zlib.crc32(record),
        "seed": env._seed,
        "position": copy.deepcopy(env._position),
        "actions": env._history[:],
        "agents": agents,
        "agent_selection": env.agent_selection,
        "next_agent": env._skip_agent_selection,
        **{name: dict(getattr(env, name)) for name in PER_AGENT},
    }


def put(env: "GameEnv", state: dict[str, Any]) -> None:
    """Continue from what `take` gave; a state that does not fit is refused before anything is changed."""
    game = _checked(env, state)
    env._load(game, "the state", resume=False)
    env._seed, env._position = state["seed"], copy.deepcopy(state["position"])
    env._history, env.agents = list(state["actions"]), list(state["agents"])
    env.agent_selection, env._skip_agent_selection = state["agent_selection"], state["next_agent"]
    for name in PER_AGENT:
        setattr(env, name, dict(state[name]))
    env.infos = {agent: {} for agent in env.agents}
    env._games, env._updated = env._batch.games, True
    if game["table"]["over"][0]:
        env._tell_result()
    else:
        env._shown = env.possible_agents[env._seat[0]]


def _checked(env: "GameEnv", state: dict[str, Any]) -> np.ndarray:
    """The game record of a state that fits the environment."""
    if not isinstance(state, dict):
        raise TypeError(f"state: expected a dict, got {type(state).__name__}")
    for name, mine in (("game", env.metadata["name"]), ("content_hash", env.spec.content_hash)):
        if state.get(name) != mine:
            raise ValueError(f"state: {name} is {state.get(name)!r}, this environment has {mine!r}")
    for name in FIELDS:
        if name not in state:
            raise ValueError(f"state: {name} is missing")
    try:
        record = base64.b64decode(state["record"], validate=True)
    except (binascii.Error, TypeError, ValueError):
        record = b""
    if len(record) != env.spec.record.itemsize or zlib.crc32(record) != state["check"]:
        raise ValueError("state: record is damaged")
    agents = state["agents"]
    if not isinstance(agents, list) or not set(agents) <= set(env.possible_agents):
        raise ValueError(f"state: agents is {agents!r}, this environment has {env.possible_agents}")
    for name in PER_AGENT:
        if not isinstance(state[name], dict) or sorted(state[name]) != sorted(agents):
            raise ValueError(f"state: {name} does not fit agents")
    if state["agent_selection"] not in env.possible_agents:
        raise ValueError(f"state: agent_selection is {state['agent_selection']!r}")
    return np.frombuffer(record, env.spec.record)


def clone(env: "GameEnv") -> "GameEnv":
    """A copy that shares nothing that changes; its spaces are made afresh when asked for."""
    twin = object.__new__(type(env))
    twin.__dict__.update(env.__dict__)
    twin._batch = env._batch.clone()
    twin._bind()
    twin._spaces = {}
    if has_game(env):
        twin._games = twin._batch.games
        twin.agents, twin._history = env.agents[:], env._history[:]
        twin.infos = {agent: info.copy() for agent, info in env.infos.items()}
        twin.rewards, twin._cumulative_rewards = env.rewards.copy(), env._cumulative_rewards.copy()
        twin.terminations, twin.truncations = env.terminations.copy(), env.truncations.copy()
    return twin


def has_game(env: "GameEnv") -> bool:
    return "agents" in env.__dict__


def parts(env: "GameEnv") -> tuple[Any, ...]:
    """What `restore` needs: compiled functions stay here, the name of the game goes."""
    settings = {"relative_seats": env._batch.relative_seats, "render_mode": env.render_mode}
    settings |= {"render_view": env.render_view, **env._batch.options}
    return env.metadata["name"], settings, take(env) if has_game(env) else None, env._spaces


def restore(name: str, settings: dict[str, Any], state: dict[str, Any] | None, spaces: dict[str, Any]) -> "GameEnv":
    from haunted_env.envs.pettingzoo import raw_env

    env = raw_env(name, **settings)
    env._spaces = spaces
    if state is not None:
        put(env, state)
    return env
