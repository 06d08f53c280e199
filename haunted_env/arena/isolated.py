"""Agents that are somebody's code, each seat in a process of its own. Such an agent knows what it is asked, and can
harm nothing but its own answer: not the game, not the record, not the other seats, even if they are its own."""

import contextlib
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Literal, TypeVar

import msgspec
import numpy as np

from haunted_env.arena import worker
from haunted_env.arena.faults import AgentError, AgentGoneError
from haunted_env.arena.messages import ACT, BELIEVE, LARGEST, About, Answer, question
from haunted_env.play.view import View
from haunted_env.spec import GameSpec

CONTEXT = multiprocessing.get_context("spawn")  # threads and compiled code do not survive a fork
START_SECONDS = 300.0  # to import all that an agent needs
Message = TypeVar("Message")


@dataclass(frozen=True)
class Limits:
    """What an agent may use; 0 is no limit."""

    seconds: float = 60.0  # per decision
    memory: float = 4.0  # gigabytes per process

    def __post_init__(self) -> None:
        for name in ("seconds", "memory"):
            if not 0 <= getattr(self, name) <= threading.TIMEOUT_MAX:
                raise ValueError(f"{name}={getattr(self, name):g}: expected 0 (no limit) or more")


DEFAULT_LIMITS = Limits()


class IsolatedAgent:
    """The referee's side: an agent as any other, whose process is started, and again if it has died."""

    observes = None  # observations are made over there

    def __init__(self, name: str, spec: GameSpec, limits: Limits) -> None:
        self.name, self.spec, self.limits = name, spec, limits
        self._talk: Conversation | None = None
        self._slow = False
        self.about = self._started()
        self.batched, self.seed = self.about.batched, self.about.seed

    def act(self, view: View) -> np.ndarray:
        answer = self._ask(ACT, view)
        view.generators[:] = np.frombuffer(answer.generators, np.uint32).reshape(view.generators.shape)
        view.illegal[:] = answer.illegal
        return np.array(answer.actions, np.int64)

    def belief(self, view: View) -> np.ndarray | None:
        beliefs = self._ask(BELIEVE, view).beliefs
        return None if beliefs is None else np.array(beliefs)

    def close(self) -> int | None:
        """End the process; the exit code tells whether it had ended by itself."""
        talk, self._talk = self._talk, None
        return talk.end() if talk else None

    def _ask(self, what: Literal["act", "believe"], view: View) -> Answer:
        if self._slow and len(view) > 1:  # the referee asks game by game, then
            raise AgentError("too slow for many games at once")
        if self._talk is None:
            fault = self._started().fault
            if fault:
                raise AgentGoneError(f"could not be started: {fault}")
        answer = self._receive(Answer, question(what, view), self.limits.seconds)
        if answer.fault:
            raise AgentError(answer.fault)
        return answer

    def _started(self) -> About:
        self._talk = Conversation(self.spec.name, self.name, self.limits.memory)
        try:
            about = self._receive(About, b"", self.limits.seconds and max(START_SECONDS, self.limits.seconds))
        except AgentError as error:
            about = About(fault=f"agent {self.name!r}: {error}")
        if about.fault:
            self.close()
        return about

    def _receive(self, kind: type[Message], asked: bytes, seconds: float) -> Message:
        """The answer. If there is none, the process may be at work on anything, and is not asked again."""
        assert self._talk is not None
        try:
            return msgspec.msgpack.decode(self._talk.answer(asked, seconds), type=kind)
        except BaseException as error:
            exit_code = self.close()
            if isinstance(error, queue.Empty):
                self._slow = True
                raise AgentGoneError(f"took longer than {seconds:g} s") from None
            if isinstance(error, EOFError):
                raise AgentGoneError(f"ended the process it played in (exit code {exit_code})") from None
            if isinstance(error, msgspec.DecodeError):
                raise AgentError(f"its process answered with nonsense: {error}") from None
            raise


class Conversation:
    """A process and the thread that talks to it. Sending and receiving may block for ever if the other side means to:
    then it is the thread that waits, not the referee."""

    def __init__(self, game: str, name: str, memory: float) -> None:
        mine, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=worker.serve, args=(theirs, game, name, memory), daemon=True)
        self._process.start()
        theirs.close()  # so that reading ends when the process does
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._talk, args=(mine,), name=f"referee of {name}", daemon=True).start()

    def answer(self, asked: bytes, seconds: float) -> bytes:
        """What the process says, to nothing at first; EOFError if it has ended, queue.Empty if it takes too long."""
        self._questions.put(asked)
        said = self._answers.get(timeout=seconds or None)
        if said is None:
            raise EOFError
        return said

    def end(self) -> int | None:
        """End the process and all that it has started; its exit code."""
        self._questions.put(None)
        try:
            assert self._process.pid
            os.killpg(self._process.pid, signal.SIGKILL)
        except (AttributeError, OSError):  # not on this system, or it has not come so far
            self._process.kill()
        self._process.join()
        return self._process.exitcode

    def _talk(self, process: Connection) -> None:
        with contextlib.closing(process), contextlib.suppress(EOFError, OSError):
            while (asked := self._questions.get()) is not None:
                if asked:
                    process.send_bytes(asked)
                self._answers.put(process.recv_bytes(LARGEST))
        self._answers.put(None)


_agents: dict[tuple[str, str, int, Limits], IsolatedAgent] = {}


def agent_in(seat: int, name: str, spec: GameSpec, limits: Limits) -> IsolatedAgent:
    """The agent of a seat, whose process stays for the next games."""
    key = (spec.name, name, seat, limits)
    if key not in _agents:
        _agents[key] = IsolatedAgent(name, spec, limits)
    return _agents[key]


@contextlib.contextmanager
def closing() -> Iterator[None]:
    """End the processes in the end."""
    try:
        yield
    finally:
        while _agents:
            _agents.popitem()[1].close()
