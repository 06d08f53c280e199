"""The process of an agent that is somebody's code: it is handed what a seat may know, and answers."""

import contextlib
import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import Connection

import msgspec
import numpy as np

from haunted_env import registry
from haunted_env.agents import Agent, make_agent
from haunted_env.arena.faults import words
from haunted_env.arena.marks import of_agent
from haunted_env.arena.messages import BELIEVE, About, Answer, Question, encode
from haunted_env.play.batch import Batch
from haunted_env.play.table import left_in_view, one_per_game
from haunted_env.play.view import View
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT, FULL

GIGABYTE = 2**30


def prepare() -> None:
    """For all processes of the arena: leave Ctrl-C to the parent, and go when it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def serve(referee: Connection, game: str, name: str, memory: float) -> None:
    """Make the agent, then answer questions until the referee has no more."""
    prepare()
    if hasattr(os, "setsid"):
        os.setsid()  # so that it can be ended with all the processes it starts
    try:
        spec = registry.spec(game)
        warm_up(spec)
        limit_memory(memory)
        agent = make_agent(name, spec)
        about = encode(About(bool(agent.batched), agent.seed, of_agent(agent)))
    except BaseException as error:
        fault = str(error) if type(error) is ValueError else f"agent {name!r}: {words(error)}"
        referee.send_bytes(encode(About(fault=fault)))
        return
    referee.send_bytes(about)
    seat = Seat(agent)
    with contextlib.suppress(EOFError):
        while True:
            referee.send_bytes(seat.answer(referee.recv_bytes()))


def warm_up(spec: GameSpec) -> None:
    """What the engine has to load, or to compile, is not the agent's time."""
    batch = Batch(spec, 1, observation=None)
    batch.deal(0)
    for kind in (FULL, COMPACT) if spec.features else (FULL,):
        batch.look(observation=kind)


def limit_memory(gigabytes: float) -> None:
    """What may be allocated in all, where the system knows such limits."""
    if not gigabytes:
        return
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        size = int(gigabytes * GIGABYTE)
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


class Seat:
    """An agent and the games it is asked about, which hold nothing but what it may know."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.batch: Batch | None = None

    def answer(self, asked: bytes) -> bytes:
        """Whatever the agent does here is an answer."""
        try:
            question = msgspec.msgpack.decode(asked, type=Question)
            view = self.view(question)
            return encode(self.belief(view) if question.what == BELIEVE else self.action(view))
        except BaseException as error:
            return encode(Answer(fault=words(error)))

    def action(self, view: View) -> Answer:
        before = (view.generators.copy(), view.illegal.copy())
        actions = one_per_game(self.agent.act(view), view)
        generators = left_in_view("generators", view.generators, before[0])
        illegal = left_in_view("illegal", view.illegal, before[1])
        return Answer(actions.tolist(), generators.tobytes(), illegal.tolist())

    def belief(self, view: View) -> Answer:
        said = self.agent.belief(view)
        return Answer(beliefs=None if said is None else np.asarray(said).tolist())

    def view(self, question: Question) -> View:
        spec = self.agent.spec
        games = np.frombuffer(question.games, spec.record)
        if self.batch is None or self.batch.n < len(games) or self.batch.options != question.options:
            self.batch = Batch(spec, len(games), question.options, observation=None)
        rows = np.arange(len(games))
        self.batch.load(games, rows, resume=False)  # works out the masks from what the seat knows
        generators = np.frombuffer(question.generators, np.uint32).reshape(-1, 4).copy()
        return View(self.batch, rows, generators, self.agent.observes)
