"""Saving and copying an AEC environment so that the game goes on exactly."""

import base64
import binascii
import copy
import zlib
from typing import Any, Self

import numpy as np

from haunted_env.play.batch import Batch
from haunted_env.play.replay import Replay, result_of, state_hash
from haunted_env.spec import GameSpec, Parts

# What PettingZoo keeps for every agent that is still there.
PER_AGENT = ("rewards", "_cumulative_rewards", "terminations", "truncations")
FIELDS = ("record", "check", "seed", "position", "actions", "agents", "agent_selection", "next_agent", *PER_AGENT)


class Saving:
    """The part of `GameEnv` that saves and copies it."""

    spec: GameSpec
    batch: Batch
    metadata: dict[str, Any]
    possible_agents: list[str]
    agents: list[str]
    infos: dict[str, dict[str, Any]]
    _parts: Parts | None
    _part: int
    agent_selection: str
    render_mode: str | None
    render_view: str
    _skip_agent_selection: str | None
    _seed: int | None
    _position: dict[str, Any] | None
    _history: list[int]
    _games: np.ndarray
    agent_spaces: dict[str, Any]

    @property
    def has_game(self) -> bool:
        return "agents" in self.__dict__

    def get_state(self) -> dict[str, Any]:
        """Everything needed to continue exactly, ready for JSON. It contains what is hidden in the game."""
        record = self.batch.raw[0].tobytes()
        return {
            "game": self.metadata["name"],
            "content_hash": self.spec.content_hash,
            "record": base64.b64encode(record).decode(),
            "check": zlib.crc32(record),
            "seed": self._seed,
            "position": copy.deepcopy(self._position),
            "actions": self._history[:],
            "agents": self.agents[:],
            "agent_selection": self.agent_selection,
            "next_agent": self._skip_agent_selection,
            **({"infos": copy.deepcopy(self.infos)} if self._parts else {}),
            **{name: dict(getattr(self, name)) for name in PER_AGENT},
        }

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue from what `get_state` gave, here or in another process. A state that does not fit is refused before
        anything is changed."""
        game = self._checked(state)
        self.load(game, "the state", resume=False)
        self._seed, self._position = state["seed"], copy.deepcopy(state["position"])
        self._history, self.agents = list(state["actions"]), list(state["agents"])
        self.agent_selection, self._skip_agent_selection = state["agent_selection"], state["next_agent"]
        for name in PER_AGENT:
            setattr(self, name, dict(state[name]))
        self.infos = {agent: {} for agent in self.agents} | copy.deepcopy(state.get("infos", {}))
        self._games, self._updated = self.batch.games, True
        self._part = int(self._parts.number(self._games)[0]) if self._parts else 0
        if game["table"]["over"][0]:
            self._tell_result()
        else:
            self._shown = self.possible_agents[self.batch.seats[0]]

    def _tell_result(self) -> None:
        raise NotImplementedError

    def _bind(self) -> None:
        raise NotImplementedError

    def load(self, game: np.ndarray, what: str, resume: bool) -> None:
        """Put another game (an array of one record) in place of this one; `what` it is, for the error message."""
        n_seats = int(game["table"]["n_seats"][0])
        if n_seats != self.batch.n_seats:
            wanted = f"make the environment with players={n_seats}"
            raise ValueError(f"{what} has {n_seats} players, this environment {self.batch.n_seats}: {wanted}")
        self.batch.load(game, resume=resume)

    def _checked(self, state: dict[str, Any]) -> np.ndarray:
        """The game record of a state that fits the environment."""
        if not isinstance(state, dict):
            raise TypeError(f"state: expected a dict, got {type(state).__name__}")
        for name, mine in (("game", self.metadata["name"]), ("content_hash", self.spec.content_hash)):
            if state.get(name) != mine and not (name == "content_hash" and self.spec.has_content(state.get(name))):
                raise ValueError(f"state: {name} is {state.get(name)!r}, this environment has {mine!r}")
        for name in FIELDS:
            if name not in state:
                raise ValueError(f"state: {name} is missing")
        try:
            record = base64.b64decode(state["record"], validate=True)
        except (binascii.Error, TypeError, ValueError):
            record = b""
        if len(record) != self.spec.record.itemsize or zlib.crc32(record) != state["check"]:
            raise ValueError("state: record is damaged")
        agents = state["agents"]
        if not isinstance(agents, list) or not set(agents) <= set(self.possible_agents):
            raise ValueError(f"state: agents is {agents!r}, this environment has {self.possible_agents}")
        for name in PER_AGENT:
            if not isinstance(state[name], dict) or sorted(state[name]) != sorted(agents):
                raise ValueError(f"state: {name} does not fit agents")
        if not isinstance(state.get("infos", {}), dict) or not set(state.get("infos", agents)) <= set(agents):
            raise ValueError("state: infos does not fit agents")
        if state["agent_selection"] not in self.possible_agents:
            raise ValueError(f"state: agent_selection is {state['agent_selection']!r}")
        return np.frombuffer(record, self.spec.record)

    def clone(self) -> Self:
        """An independent copy of the game as it stands (with spaces, and their generators, of its own)."""
        batch = self.batch.clone()
        changed: dict[str, Any] = {"batch": batch, "agent_spaces": {}}
        if self.has_game:
            changed |= {"_games": batch.games, "agents": self.agents[:], "_history": self._history[:]}
            changed |= {"infos": {agent: info.copy() for agent, info in self.infos.items()}}
            changed |= {name: getattr(self, name).copy() for name in PER_AGENT}
        twin = object.__new__(type(self))
        twin.__dict__.update({**self.__dict__, **changed})
        twin._bind()
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = self.clone()
        twin.agent_spaces = copy.deepcopy(self.agent_spaces, memo)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Compiled functions stay here, the name of the game goes."""
        batch = self.batch
        settings = {"relative_seats": batch.relative_seats, "observation": batch.observation}
        settings |= {"render_mode": self.render_mode, "render_view": self.render_view, **batch.options}
        state = self.get_state() if self.has_game else None
        return restore, (self.metadata["name"], settings, state, self.agent_spaces)

    def position(self) -> dict[str, Any]:
        """The game as a position: what `reset(options={"position": ...})` takes."""
        return self.spec.positions.write(self._games)

    def replay(self) -> Replay:
        """The game so far as a Replay (`play/replay.py`)."""
        return Replay(
            game=self.spec.name,
            version=self.spec.version,
            content_hash=self.spec.content_hash,
            options=self.options,  # type: ignore[attr-defined]
            seed=self._seed,
            position=self._position,
            actions=self._history[:],
            state_hash=state_hash(self._games),
            result=result_of(self.spec, self._games),
        )


def restore(name: str, settings: dict[str, Any], state: dict[str, Any] | None, spaces: dict[str, Any]) -> Any:
    """The environment that was pickled."""
    from haunted_env.envs.pettingzoo import raw_env

    env = raw_env(name, **settings)
    env.agent_spaces = spaces
    if state is not None:
        env.set_state(state)
    return env
