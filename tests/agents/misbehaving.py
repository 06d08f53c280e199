"""A zoo of agents that misbehave, by kind: `python:tests.agents.misbehaving:Misbehaving,kind=hangs`.

`KINDS` says what the arena makes of each: part of the reason for the forfeit, or HARMLESS if the game goes on as if
nothing had been done.
"""

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from dataclasses import dataclass

import numpy as np

from haunted_env.agents import Agent, View
from haunted_env.agents.random import random_actions

HARMLESS = ""
SECONDS, MEMORY = 3.0, 1.0  # limits that are enough for the zoo


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Own(BaseException):
    pass


class Words(str):
    def __getitem__(self, place):
        raise RuntimeError("no such place")


def raises(error):
    def act(view, actions):
        raise error

    return act


def hang(view, actions):
    while True:
        time.sleep(1)


def spin(view, actions):
    while True:
        pass


def deaf(view, actions):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    hang(view, actions)


def leave(code):
    return lambda view, actions: os._exit(code)


def kill(view, actions):
    os.kill(os.getpid(), signal.SIGKILL)


def crash(view, actions):
    ctypes.string_at(0)


def eat(view, actions):
    """More than the limit; without one it costs nothing, as nothing is written there."""
    np.empty(3 * 2**29, np.uint8)
    return actions


def close_everything(view, actions):
    os.closerange(3, 256)
    return actions


def shout(view, actions):
    """Into whatever is open, where the referee listens too; half a message at most."""
    for number in range(3, 256):
        with contextlib.suppress(OSError):
            os.write(number, b"\x00\x00")
    hang(view, actions)


def leave_a_child(view, actions):
    """Which holds everything open that its parent had."""
    if os.fork() == 0:
        time.sleep(60)
    os._exit(3)


def exit_in_a_thread(view, actions):
    threading.Thread(target=lambda: os._exit(4)).start()
    hang(view, actions)


def sets(**values):
    def act(view, actions):
        for name, value in values.items():
            setattr(view, name, value)
        return actions

    return act


def forgets(name):
    def act(view, actions):
        delattr(view, name)
        return actions

    return act


def all_legal(view, actions):
    view.masks[:] = 1
    return np.zeros(len(view), np.int64) - 1 + view.masks.shape[1]


def none_legal(view, actions):
    view.masks[:] = 0
    view._batch.masks[:] = 0
    return actions


def scribble(view, actions):
    """All over what it was handed."""
    view.games["table"] = np.zeros_like(view.games["table"])
    view.rows[:] = 0
    view.seats[:] = 99
    view._batch.raw[:] = 255
    return actions


def answers(value):
    return lambda view, actions: value


RECURSIVE: list = []
RECURSIVE.append(RECURSIVE)

# kind: (what it does in place of acting, what becomes of it)
KINDS = {
    "raises": (raises(RuntimeError("out of order")), "RuntimeError: out of order"),
    "unencodable": (raises(RuntimeError("\ud800 \x1b[2J")), "RuntimeError: \\ud800 \\x1b[2J"),
    "unspeakable": (raises(UnspeakableError()), "cannot be put into words"),
    "strange words": (raises(RuntimeError(Words("no"))), "RuntimeError: no"),
    "endless words": (raises(RuntimeError("x" * 10**6)), "RuntimeError: xxx"),
    "own BaseException": (raises(Own("mine")), "Own: mine"),
    "KeyboardInterrupt": (raises(KeyboardInterrupt()), "KeyboardInterrupt"),
    "GeneratorExit": (raises(GeneratorExit()), "GeneratorExit"),
    "sys.exit": (lambda view, actions: sys.exit("had enough"), "SystemExit: had enough"),
    "os._exit(0)": (leave(0), "ended the process it played in (exit code 0)"),
    "os._exit(1)": (leave(1), "ended the process it played in (exit code 1)"),
    "SIGKILL": (kill, "ended the process it played in (exit code -9)"),
    "crashes": (crash, "ended the process it played in (exit code -11)"),
    "hangs": (hang, "took longer than 3 s"),
    "spins": (spin, "took longer than 3 s"),
    "deaf": (deaf, "took longer than 3 s"),
    "memory": (eat, "MemoryError"),
    "closes everything": (close_everything, "ended the process it played in"),
    "shouts": (shout, "took longer than 3 s"),
    "leaves a child": (leave_a_child, "took longer than 3 s"),
    "exits in a thread": (exit_in_a_thread, "ended the process it played in (exit code 4)"),
    "masks all legal": (all_legal, "is not legal now"),
    "masks none legal": (none_legal, HARMLESS),
    "scribbles": (scribble, HARMLESS),
    "seats": (sets(seats="here", spec=7), HARMLESS),
    "rows": (sets(rows=None), "TypeError"),
    "no generators": (sets(generators=None), "view.generators"),
    "generators of floats": (sets(generators=np.zeros((1, 4))), "view.generators"),
    "too few generators": (sets(generators=np.zeros((1, 3), np.uint32)), "view.generators"),
    "generators forgotten": (forgets("generators"), "AttributeError"),
    "illegal below 0": (sets(illegal=np.array([-5])), "nonsense"),
    "illegal beyond count": (sets(illegal=np.array([2**40])), "nonsense"),
    "illegal in words": (sets(illegal="many"), "view.illegal"),
    "illegal of others": (sets(illegal=np.zeros(7, np.int64)), "view.illegal"),
    "no answer": (answers(None), "expected 1 whole numbers"),
    "floats": (answers(np.zeros(1)), "expected 1 whole numbers"),
    "too many": (answers(np.zeros(9, np.int64)), "expected 1 whole numbers"),
    "recursive": (answers(RECURSIVE), "Error"),
    "huge": (answers([10**30]), "expected 1 whole numbers"),
    "outside": (answers([10**6]), "action 1000000 is outside"),
    "below 0": (answers([-1]), "action -1 is outside"),
}


@dataclass(kw_only=True)
class Misbehaving(Agent):
    """Plays at random until its `after`-th decision in a process, and then misbehaves."""

    kind: str = "raises"
    after: int = 0
    _decisions: int = 0

    def act(self, view: View) -> np.ndarray:
        actions = random_actions(view)
        self._decisions += 1
        return KINDS[self.kind][0](view, actions) if self._decisions > self.after else actions


@dataclass(kw_only=True)
class Unbelievable(Agent):
    """Misbehaves when it is asked what it believes."""

    kind: str = "raises"

    def act(self, view: View) -> np.ndarray:
        return random_actions(view)

    def belief(self, view: View) -> np.ndarray:
        return KINDS[self.kind][0](view, random_actions(view))


@dataclass(kw_only=True)
class Listener(Agent):
    """Writes down what it is handed, to see whether it is too much; `log` is a file."""

    log: str = ""

    def act(self, view: View) -> np.ndarray:
        with open(self.log, "ab") as file:
            file.write(view._batch.raw[view.rows].tobytes())
        with open(self.log + ".processes", "a", encoding="utf-8") as file:
            file.writelines(f"{os.getpid()} {id(self)} {seat}\n" for seat in view.seats)
        return random_actions(view)
