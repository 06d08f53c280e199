"""Games apart from all others, in a process of their own: an agent that takes its process along forfeits its game."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from haunted_env import registry
from haunted_env.arena.belief import no_notes
from haunted_env.arena.match import NONE, forfeited, play_games
from haunted_env.arena.plan import Contest, GamePlan
from haunted_env.arena.record import GameRecord

CONTEXT = multiprocessing.get_context("spawn")  # threads and compiled code do not survive a fork


def prepare() -> None:
    """For worker processes: leave Ctrl-C to the parent, and go when it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def play(contest: Contest, plans: list[GamePlan]) -> Iterator[list[GameRecord]]:
    """Play games of which some may kill their process: those are found by halving, and are forfeits."""
    records, seat, exit_code = _apart(contest, plans)
    if records is not None:
        yield records
    elif len(plans) > 1:
        half = len(plans) // 2
        yield from play(contest, plans[:half])
        yield from play(contest, plans[half:])
    elif seat == NONE:
        raise OSError(f"a worker process died (out of memory, or killed; exit code {exit_code})")
    else:
        yield [_forfeit(contest, plans[0], seat, exit_code)]


def _apart(contest: Contest, plans: list[GamePlan]) -> tuple[list[GameRecord] | None, int, int | None]:
    """Records of games played in a process of their own, None if it died; who was at work then; its exit code."""
    asked = CONTEXT.Value("i", NONE)
    mine, theirs = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_child, args=(contest, plans, theirs, asked))
    process.start()
    theirs.close()  # so that reading ends when the process does
    try:
        answer: list[GameRecord] | Exception | None = mine.recv()
    except EOFError:
        answer = None
    except BaseException:
        process.terminate()
        raise
    finally:
        process.join()
        mine.close()
    if isinstance(answer, Exception):
        raise answer
    return answer, int(asked.value), process.exitcode


def _child(contest: Contest, plans: list[GamePlan], answer: Connection, asked: Any) -> None:
    prepare()

    def asking(seat: int) -> None:
        asked.value = seat

    try:
        answer.send(play_games(contest, plans, asking))
    except Exception as error:
        answer.send(error)


def _forfeit(contest: Contest, plan: GamePlan, seat: int, exit_code: int | None) -> GameRecord:
    """Nothing is known of the game but who ended it."""
    nothing, silent = [0] * plan.players, [""] * plan.players
    return GameRecord(
        plan=plan,
        **forfeited(registry.spec(contest.game), plan.players, seat),
        turns=0,
        truncated=False,
        decisions=nothing,
        illegal=nothing,
        illegal_answers=nothing,
        timed=nothing,
        seconds=[0.0] * plan.players,
        actions=np.zeros(0, np.int16),
        beliefs=no_notes(),
        refused=nothing,
        refusals=silent,
        forfeit=seat,
        error=f"ended the process it played in (exit code {exit_code})",
    )
