"""Whole runs, small: what they leave behind, and that they go on as if nothing had happened."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("sb3_contrib")

from haunted_env.agents import make_agent
from haunted_env.agents.card import CheckpointError
from haunted_env.learning import beginnings, saving
from haunted_env.learning.config import preset, read_config
from haunted_env.learning.ppo import SelfPlayPPO
from haunted_env.play.table import Table
from tests.fuzz.kills import ROOT, TRAIN

ALL_KINDS = ("--opponents", "self=1", "snapshots=1", "random=1")


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_a_run_leaves_config_versions_logs_curves_and_a_checkpoint(train, toy, card):
    folder = train("--seed", "3")
    assert json.loads((folder / "config.json").read_text())["seed"] == 3
    assert {"git", "torch", "haunted_env"} <= set(json.loads((folder / "manifest.json").read_text())["versions"])
    log, evaluations = rows(folder / "log.csv"), rows(folder / "evaluations.csv")
    assert int(log[-1]["decisions"]) >= 1200 and {row["against"] for row in evaluations} == {"random", "heuristic"}
    assert evaluations[0]["decisions"] == "0" and evaluations[-1]["decisions"] == log[-1]["decisions"]
    assert (folder / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert list((folder / "tensorboard").glob("events*"))
    said = card(folder / "checkpoint")
    assert said["training"]["config"]["seed"] == 3 and said["training"]["decisions"] == int(log[-1]["decisions"])
    assert set(said["files"]) == {"policy.safetensors", "curves.png"}
    assert make_agent(str(folder / "checkpoint"), toy).networks


def same_weights(a, b, card):
    mine, theirs = (card(folder / "checkpoint")["files"]["policy.safetensors"] for folder in (a, b))
    return mine == theirs


def test_the_seed_decides_everything(train, card):
    first, again = (train(*ALL_KINDS, "--seed", "1", name=name) for name in "ab")
    other = train(*ALL_KINDS, "--seed", "2", name="c")
    assert same_weights(first, again, card) and not same_weights(first, other, card)


def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(train, card, monkeypatch, tmp_path):
    words = (*ALL_KINDS, "--seed", "5", "--players", "2", "4", "--begun", "0.5")
    monkeypatch.setattr(beginnings, "LATEST", 3)
    whole = train(*words, name="whole")
    keep, kept = saving.save, []

    def save_and_stop(learner, folder, course):
        keep(learner, folder, course)
        kept.append(learner.num_timesteps)
        if learner.num_timesteps > 600:
            raise KeyboardInterrupt

    monkeypatch.setattr("haunted_env.learning.run.SAVE_SECONDS", 0)
    monkeypatch.setattr(saving, "save", save_and_stop)
    with pytest.raises(SystemExit):
        train(*words, name="cut")
    monkeypatch.setattr(saving, "save", keep)
    assert 600 < kept[-1] < 1200
    resumed = train("--resume", str(tmp_path / "cut"))
    assert same_weights(whole, resumed, card)
    decisions = [[row["decisions"] for row in rows(run / "log.csv")] for run in (whole, resumed)]
    assert decisions[0] == decisions[1]


@pytest.mark.parametrize("times", [1, 2])
def test_after_ctrl_c_in_the_middle_of_an_update_a_run_goes_on_exactly(train, card, tmp_path, capsys, times):
    """Pressed once, the update is finished and saved; twice, it stops at once, and an earlier state is the newest."""
    whole = train("--seed", "5", name="whole")
    carry_out, steps, handler = Table.carry_out, [], signal.getsignal(signal.SIGINT)

    def interrupted(self, *words):
        steps.append(1)
        if len(steps) == 100:
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
        return carry_out(self, *words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "carry_out", interrupted)
        with pytest.raises(SystemExit) as stop:
            train("--seed", "5", name="cut")
    said = " ".join(capsys.readouterr().out.split())
    assert stop.value.code == 130 and ("newest state" in said) == (times == 2)
    assert (len(steps) > 100) == (times == 1) and signal.getsignal(signal.SIGINT) is handler
    resumed = train("--resume", str(tmp_path / "cut"))
    assert same_weights(whole, resumed, card)


def test_a_damaged_state_falls_back_to_the_one_before(train):
    folder = train()
    states = sorted((folder / "state").iterdir())
    assert len(states) == 2
    (states[-1] / "learner.pt").write_bytes(b"damaged")
    train("--resume", str(folder))
    for state in (folder / "state").iterdir():
        (state / "state.json").unlink()
    with pytest.raises(SystemExit):
        train("--resume", str(folder))


def test_settings_of_a_checkpoint_are_a_preset(train, tmp_path, capsys):
    first = train("--entropy", "0.07", "--opponents", "self=0.5", "random=0.5") / "checkpoint"
    other = train("--preset", str(first), "--seed", "3", name="other")
    before, after = (read_config(folder / "config.json") for folder in (first.parent, other))
    assert after == msgspec.structs.replace(before, seed=3) and after.entropy == 0.07
    said = json.loads((first / "card.json").read_text())
    said["training"]["config"]["opponents"] = {"python:nowhere:Agent": 1.0}
    (first / "card.json").write_text(json.dumps(said))
    with pytest.raises(SystemExit):
        train("--preset", str(first), name="third")
    assert "--trust python:nowhere:Agent" in capsys.readouterr().err and not (tmp_path / "third").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--preset", "huge"], "unknown preset 'huge'"),
        (["--roles", "wizard"], "no role 'wizard'"),
        (["--instead", "nobody"], "unknown agent 'nobody'"),
        (["--opponents", "nobody=1"], "unknown agent 'nobody'"),
        (["--start", "nowhere/at/all"], "no checkpoint folder"),
        (["--resume", "nowhere"], "holds no run"),
        (["--game", "nope"], "unknown game 'nope'"),
        (["--players", "9"], "players=9"),
        (["--width", "0"], "width: Expected `int` >= 1"),
        (["--name", "../elsewhere"], "expected the name of a folder in checkpoints/toy_game, not a path"),
        (["--options", "players=4"], "players=4 is what the setting players is for"),
    ],
)
def test_bad_input_is_one_clear_line_and_leaves_nothing_behind(train, capsys, words, reason, tmp_path):
    with pytest.raises(SystemExit) as stop:
        train(*words)
    assert stop.value.code == 2 and reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_run_is_neither_overwritten_nor_resumed_with_other_settings(train, capsys):
    folder = train()

    def refused(*words, **experiment):
        with pytest.raises(SystemExit):
            train(*words, **experiment)
        return capsys.readouterr().err

    assert "already holds a run" in refused()
    assert "where seed is 0, not 9" in refused("--resume", str(folder), "--seed", "9")
    assert "leave --preset out" in refused("--resume", str(folder), "--preset", "test")
    assert "where roles is ()" in refused("--resume", str(folder), roles=("player",))  # another experiment's script
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "keep": 0.25}))
    assert "config.json was changed: the run has keep=0.5, not 0.25" in refused("--resume", str(folder))


def test_a_run_is_kept_where_it_can_be_and_no_checkpoint_is_overwritten(train, capsys, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit):
        train("--out", str(tmp_path / "file" / "run"))
    assert f"no run can be kept in {tmp_path}/file/run" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)
    train("--name", "mine", name="first")
    kept = (tmp_path / "checkpoints" / "toy_game" / "mine" / "card.json").read_text()
    with pytest.raises(SystemExit):
        train("--name", "mine", name="second")
    assert "mine is there already; choose another, or replace it with publish.py" in capsys.readouterr().err
    assert (tmp_path / "checkpoints" / "toy_game" / "mine" / "card.json").read_text() == kept
    assert not (tmp_path / "second").exists()


def test_a_run_that_was_killed_before_its_first_state_begins_again(train):
    folder = train()
    shutil.rmtree(folder / "state")
    shutil.rmtree(folder / "checkpoint")
    train("--resume", str(folder))
    assert (folder / "checkpoint" / "card.json").exists()


def test_going_on_past_a_damaged_state_and_with_other_versions(train, capsys):
    folder = train()
    states = sorted((folder / "state").iterdir())
    damaged = folder / "state" / "999999999999"
    damaged.mkdir()
    (damaged / "state.json").write_text("{")
    (folder / "state" / ".000000000001.7").mkdir()  # what a killed run leaves behind
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["versions"]["torch"] = "0.1"
    (folder / "manifest.json").write_text(json.dumps(manifest))
    train("--resume", str(folder))
    assert "torch 0.1, now" in " ".join(capsys.readouterr().out.split())
    saving.tidy(folder)
    assert sorted((folder / "state").iterdir()) == states


def test_snapshots_are_agents_by_name(train, toy):
    folder = train("--opponents", "self=1")
    numbers = sorted(int(path.name) for path in (folder / "snapshots").iterdir())
    assert len(numbers) > 1
    agent = make_agent(f"{folder}@{numbers[0]}:temperature=0", toy)
    assert (agent.card.training["decisions"], agent.temperature) == (numbers[0], 0)
    with pytest.raises(CheckpointError, match=f"@1: no such snapshot; there are: .*@{numbers[0]}"):
        make_agent(f"{folder}@1", toy)


def test_a_damaged_snapshot_is_noticed(train, capsys):
    folder = train("--opponents", "snapshots=1")
    snapshots = sorted((folder / "snapshots").iterdir())
    assert len(snapshots) > 1
    damaged = snapshots[-1] / "policy.safetensors"
    damaged.write_bytes(b"damaged")
    with pytest.raises(SystemExit):
        train("--resume", str(folder))
    assert f"{damaged} is not a safetensors file" in capsys.readouterr().err


def test_a_full_disk_keeps_the_earlier_states(train, monkeypatch):
    folder = train()
    before = sorted(path.name for path in (folder / "state").iterdir())
    learner = SelfPlayPPO(preset("test", game="toy_game"))
    course = saving.load(learner, folder)
    learner.num_timesteps += 1

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    for place, name in ((saving.np, "savez"), (Path, "write_bytes"), (Path, "write_text")):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, full)
            with pytest.raises(OSError, match=r"could not be written .*No space left.*; earlier ones are kept"):
                saving.save(learner, folder, course)
        assert sorted(path.name for path in (folder / "state").iterdir()) == before


def test_killed_at_any_moment_it_resumes_and_ends_as_if_it_had_not_been(tmp_path, card):
    words = ["--preset", "test", "--game", "toy_game", "--total", "3500"]
    command = [sys.executable, "-c", TRAIN]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.Popen([*command, *words, "--out", str(tmp_path / "run")], env=env, stdout=subprocess.DEVNULL)
    states = tmp_path / "run" / "state"
    while run.poll() is None and not (states.is_dir() and len(list(states.glob("[0-9]*"))) > 1):
        time.sleep(0.02)
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    assert not (tmp_path / "run" / "checkpoint").exists()
    for rest in (["--resume", str(tmp_path / "run")], [*words, "--out", str(tmp_path / "whole")]):
        done = subprocess.run([*command, *rest], env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert same_weights(tmp_path / "run", tmp_path / "whole", card)
    assert int(rows(tmp_path / "run" / "log.csv")[-1]["decisions"]) >= 3500
