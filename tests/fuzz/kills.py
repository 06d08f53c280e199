"""Contests and training runs killed at any moment, again and again, and resumed: they end as if nothing had happened.

Each is played once without interruption, and what it leaves behind is compared. A kill is a SIGKILL that hit a running
process. The worker processes of a killed contest end by themselves.
"""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any

import numpy as np

from haunted_env.arena.store import FILE
from tests.fuzz.watch import FaultError, Tally

ROOT = Path(__file__).parents[2]
PATIENCE = 20  # seconds in which the processes of a killed one have to be gone
AGENTS = ("random", "heuristic", "text:python:tests.agents.readers:slow")
CONTEST = ("--game", "ghosts_in_the_graveyard", "--players", "2", "--deals", "6", "--workers", "2", "--no-beliefs")

# The toy game, which nobody else knows, and a state after every update instead of every two minutes.
TRAIN = """
import sys
from tests import toy_game
from haunted_env import registry
registry.GAMES["toy_game"] = registry.Entry(version=0)
sys.modules["haunted_env.games.toy_game"] = toy_game
from haunted_env.learning import run
run.SAVE_SECONDS = 0
run.main("test", sys.argv[1:])
"""
TRAINING = ("--preset", "test", "--game", "toy_game", "--total", "3500", "--opponents", "self=1", "snapshots=1")


class Contest:
    """`haunted-env tournament` with workers, and an agent in processes of its own."""

    def command(self, folder: Path) -> list[str]:
        words = [sys.executable, "-m", "haunted_env", "tournament", *AGENTS, "--out", str(folder)]
        return [*words, *CONTEST, *(["--resume"] if (folder / FILE).exists() else [])]

    def left(self, folder: Path) -> Any:
        """The results, without what depends on the machine."""
        results = json.loads((folder / "results.json").read_text())
        results.pop("timing")
        return results, (folder / "games.csv").read_text()


class Training:
    """A training run that saves its state after every update."""

    def command(self, folder: Path) -> list[str]:
        new = [*TRAINING, "--out", str(folder)]
        begun = (folder / "config.json").exists()
        return [sys.executable, "-c", TRAIN, *(["--resume", str(folder)] if begun else new)]

    def left(self, folder: Path) -> Any:
        """The weights, and how far it was after every update."""
        with open(folder / "log.csv", newline="") as file:
            decisions = [row["decisions"] for row in csv.DictReader(file)]
        return json.loads((folder / "checkpoint" / "card.json").read_text())["files"]["policy.safetensors"], decisions


SUBJECTS: dict[str, Contest | Training] = {"contests": Contest(), "training runs": Training()}
KINDS = tuple(SUBJECTS)


def started(command: Sequence[str], said: IO[str]) -> subprocess.Popen:
    """In a process group of its own, so that whoever is left can be counted. What it says goes to a file: a pipe would
    be held open by them."""
    path = os.pathsep.join([str(ROOT), *(place for place in sys.path if place)])
    env = {**os.environ, "PYTHONPATH": path, "HAUNTED_ENV_QUIET": "1"}
    return subprocess.Popen(
        command, env=env, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=said, text=True, start_new_session=True
    )


def finish(command: Sequence[str]) -> None:
    kill(command, None)


def kill(command: Sequence[str], after: float | None) -> bool:
    """Whether it was still running after so many seconds, and so was killed."""
    with TemporaryFile("w+") as said:
        process = started(command, said)
        try:
            process.wait(timeout=after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            _wait_for_the_others(process.pid)
            return True
        if process.returncode:
            said.seek(0)
            why = said.read()[-2000:]
            raise FaultError(f"{' '.join(command)} ends with exit code {process.returncode}: {why}")
        return False


def _wait_for_the_others(group: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    raise FaultError(f"{PATIENCE} s after the kill its worker processes are still there")


def run(kind: str, seed: int, tally: Tally) -> None:
    """Kills are counted, and the runs that ended as they should."""
    rng, subject = np.random.default_rng(seed), SUBJECTS[kind]
    with TemporaryDirectory() as place:
        whole = Path(place, "whole")
        finish(subject.command(whole))  # compiles what is not compiled yet
        expected, start = subject.left(whole), time.monotonic()
        finish(subject.command(Path(place, "again")))
        lasting = time.monotonic() - start
        for number in range(10**6):
            if not tally.wants_more():
                return
            folder = Path(place, str(number))
            for after in rng.uniform(0, 1.1 * lasting, rng.integers(1, 5)):
                tally.trying(f"killed after {after:.3f} s")
                if not kill(subject.command(folder), after):
                    break
                tally.add()
            finish(subject.command(folder))
            if subject.left(folder) != expected:
                raise FaultError("it does not end as it would have without the kills")
            tally.add(0, 1)
