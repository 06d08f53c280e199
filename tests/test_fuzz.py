"""`make fuzz` in short: every part for a while, and that each sees what it is there to see."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

from tests.fuzz import __main__ as command
from tests.fuzz import agents, figures, inputs, kills, leaks, positions
from tests.fuzz.figures import Part
from tests.fuzz.watch import FaultError, Tally, watched
from tests.readme import README

FILES = {"scenarios": 30, "campaigns": 30, "saved games": 150, "contest folders": 20}  # those that take longer


@pytest.mark.parametrize("name", positions.KINDS)
def test_changed_positions_are_refused_or_playable(name):
    tally = Tally(1500)
    positions.run(name, 1, tally)
    assert 200 < tally.special < 1000  # the changes matter, and are not all refused for the same reason


@pytest.mark.parametrize("kind", inputs.KINDS)
def test_changed_files_are_refused_or_used(kind, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # and back again
    if kind == "training configs":
        pytest.importorskip("tyro")
    tally = Tally(FILES.get(kind, 200))
    inputs.run(kind, 3, tally)
    assert 0 < tally.special < tally.tried


@pytest.mark.parametrize("name", leaks.KINDS)
def test_exchanges_do_not_leak(name):
    tally = Tally(5000)
    leaks.run(name, 1, tally)
    assert tally.tried >= 5000 and tally.special


def test_misbehaving_agents():
    tally = Tally(agents.TOGETHER)
    agents.run("misbehaving", 1, tally)
    assert tally.tried == agents.TOGETHER


def test_a_contest_survives_a_kill():
    """A training run: `tests/learning/test_run.py`."""
    tally = Tally(1)
    kills.run("contests", 4, tally)
    assert tally.tried >= 1 and tally.special


# What they see


def test_a_leak_is_seen(monkeypatch):
    """An observation that tells the seed."""
    look = leaks.Batch.look

    def telling(self, views, rows=None, **kinds):
        seen = look(self, views, rows, **kinds)
        seen.observations[:, 0] = self.games["secret"]["rng"][:, 0] % 2
        return seen

    monkeypatch.setattr(leaks.Batch, "look", telling)
    with pytest.raises(FaultError, match="sees what it may not know"):
        leaks.run("ghosts_in_the_graveyard", 1, Tally(1000))


def test_files_beside_the_files_are_seen(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(inputs.files.Configs, "read", lambda self: (self.folder.parent / "other").touch())
    with pytest.raises(FaultError, match="something beside the files has changed"):
        inputs.run("training configs", 1, Tally(1))


def test_processes_that_stay_behind_are_seen(monkeypatch):
    monkeypatch.setattr(kills, "PATIENCE", 1)
    staying = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(30)'])"
    with pytest.raises(FaultError, match="worker processes are still there"):
        kills.kill([sys.executable, "-c", f"{staying}; time.sleep(30)"], 2)
    assert kills.kill([sys.executable, "-c", "import time; time.sleep(30)"], 0.5)
    assert not kills.kill([sys.executable, "-c", ""], 30)
    with pytest.raises(FaultError, match="exit code 3"):
        kills.finish([sys.executable, "-c", "raise SystemExit(3)"])


def misbehave(kind, seed, tally):
    """In place of a part."""
    tally.trying("the case")
    tally.add(2, 1)
    if kind == "hangs":
        time.sleep(60)
    elif kind == "dies":
        os._exit(9)
    elif kind == "errs":
        np.zeros(1)[1]
    elif kind == "loses":
        raise FaultError("a card is gone")
    while tally.wants_more():
        tally.add(1)


@pytest.mark.parametrize(
    ("kind", "column", "said"),
    [
        ("hangs", "hung", "hangs: hangs, seed 5, after 2: the case"),
        ("dies", "lost", "exit code 9"),
        ("errs", "wrong_errors", "IndexError"),
        ("loses", "lost", "FaultError: a card is gone"),
        ("is fine", "", ""),
    ],
)
def test_what_becomes_of_a_process_is_seen(kind, column, said):
    silence = 1 if kind == "hangs" else 60  # a machine with much to do is slow to start a process
    outcome = watched(misbehave, kind, 5, 10, 100, silence=silence)
    assert said in outcome.fault and bool(outcome.fault) == bool(said)
    assert (outcome.tried, outcome.special) == (2 if said else 10, 1)
    counts = {name: getattr(outcome, name) for name in ("lost", "hung", "wrong_errors")}
    assert counts == {name: int(name == column) for name in counts}


def test_the_command_adds_up_and_its_exit_code_tells(monkeypatch, tmp_path, capsys):
    kept = tmp_path / "figures.json"
    parts = {"made": Part(misbehave, ("is fine", "loses"), "things", "odd ones", 10, 1.0)}
    monkeypatch.setattr(figures, "PARTS", parts)
    monkeypatch.setattr(command, "PARTS", parts)
    assert command.main(["--keep", str(kept), "--kind", "is fine"]) == 0
    assert command.main(["--keep", str(kept), "--amount", "20", "--minutes", "1"]) == 1
    assert "FAULT: FaultError: a card is gone" in capsys.readouterr().out
    assert json.loads(kept.read_text())["made"]["is fine"]["tried"] == 30
    table = figures.table(figures.load(kept)).splitlines()
    assert table[2] == "| **things** | 32 | 3 odd ones | 1 | 0 | 0 |"
    assert table[3] == "| things: is fine | 30 | 2 odd ones | 0 | 0 | 0 |"
    with pytest.raises(SystemExit):
        command.main(["--kind", "no such thing"])


def test_the_time_is_shared_and_kept(monkeypatch, capsys):
    parts = {"made": Part(misbehave, ("is fine", "is also fine"), "things", "odd ones", 10**12, 1.0)}
    monkeypatch.setattr(figures, "PARTS", parts)
    monkeypatch.setattr(command, "PARTS", parts)
    start = time.time()
    assert command.main(["--minutes", "0.1"]) == 0
    assert time.time() - start < 60
    assert capsys.readouterr().out.count("no more time") == 2


def test_every_part_is_told_about():
    text = (README.parent / "docs" / "reliability.md").read_text(encoding="utf-8")
    said = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--help"], cwd=README.parent, capture_output=True, text=True, check=True
    ).stdout
    for part in figures.PARTS:
        assert f"`{part}`" in text and part in said
    assert f"{len(agents.MISBEHAVIOUR)} kinds of agents" in text
