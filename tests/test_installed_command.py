"""The command as it is installed: Python does not look for modules in the current folder by itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# What the script that pip writes does; -P keeps the current folder out of the path, as it is for that script.
COMMAND = (sys.executable, "-P", "-c", "import sys; from haunted_env.cli import app; sys.exit(app())")
PLAYERS = """
from dataclasses import dataclass

from haunted_env.agents import Agent


def ask(prompt):
    return "1"


@dataclass(kw_only=True)
class FirstLegal(Agent):
    def act(self, view):
        return view.masks.argmax(axis=1)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_agents_of_ones_own_are_found_in_the_current_folder(tmp_path, workers):
    (tmp_path / "my_players.py").write_text(PLAYERS)
    words = ["match", "text:python:my_players:ask", "python:my_players:FirstLegal", "--game", "ghosts_in_the_graveyard"]
    words += ["--deals", "2", "--workers", str(workers), "--out", "contest"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HAUNTED_ENV_QUIET": "1"}
    done = subprocess.run((*COMMAND, *words), cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    games = (tmp_path / "contest" / "games.csv").read_text().splitlines()
    assert len(games) > 2 and "forfeit" not in "".join(games[1:])


def test_the_current_folder_hides_nothing_that_is_installed(tmp_path):
    (tmp_path / "numba.py").write_text("raise ImportError('this is not numba')")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run((*COMMAND, "games"), cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
