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

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from haunted_env.agents import make_agent
from haunted_env.core import halves
from training import saving
from training.table import Table

ROOT = Path(__file__).parents[2]


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_a_run_leaves_config_versions_logs_curves_and_a_checkpoint(train, toy, card):
    folder = train("--seed", "3")
    assert json.loads((folder / "config.json").read_text())["seed"] == 3
    assert {"git", "torch", "haunted_env"} <= set(json.loads((folder / "manifest.json").read_text())["versions"])
    log, evaluations = rows(folder / "log.csv"), rows(folder / "evaluations.csv")
    assert int(log[-1]["decisions"]) >= 600 and {row["against"] for row in evaluations} == {"random", "heuristic"}
    assert (folder / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert list((folder / "tensorboard").glob("events*"))
    said = card(folder / "checkpoint")
    assert said["training"]["seed"] == 3 and said["training"]["decisions"] == int(log[-1]["decisions"])
    assert set(said["files"]) == {"player.safetensors", "player.zip", "curves.png"}
    assert make_agent(str(folder / "checkpoint"), toy).networks


def same_weights(a, b, card):
    return (
        card(a / "checkpoint")["files"]["player.safetensors"] == card(b / "checkpoint")["files"]["player.safetensors"]
    )


def test_the_seed_decides_everything(train, card):
    first, again = train("--seed", "1", name="a"), train("--seed", "1", name="b")
    other = train("--seed", "2", name="c")
    assert same_weights(first, again, card) and not same_weights(first, other, card)


def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(train, card, monkeypatch, tmp_path):
    whole = train("--seed", "5", name="whole")
    keep, kept = saving.save, []

    def save_and_stop(trainer, folder, course):
        keep(trainer, folder, course)
        kept.append(trainer.decisions)
        if trainer.decisions > 200:
            raise KeyboardInterrupt

    monkeypatch.setattr(saving, "save", save_and_stop)
    with pytest.raises(BaseException):  # noqa: B017 - the interrupt comes again while it is saved
        train("--seed", "5", name="cut")
    monkeypatch.setattr(saving, "save", keep)
    assert 200 < kept[-1] < 600
    resumed = train("--resume", str(tmp_path / "cut"))
    assert same_weights(whole, resumed, card)
    assert [row["decisions"] for row in rows(whole / "log.csv")] == [
        row["decisions"] for row in rows(resumed / "log.csv")
    ]


@pytest.mark.parametrize("times", [1, 2])
def test_after_ctrl_c_in_the_middle_of_an_update_a_run_goes_on_exactly(train, card, tmp_path, capsys, times):
    """Pressed once, the update is finished and saved; twice, it stops at once, and an earlier state is the newest."""
    whole = train("--seed", "5", name="whole")
    carry_out, steps = Table.carry_out, []

    def interrupted(self, actions):
        steps.append(1)
        if len(steps) == 50:
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
        return carry_out(self, actions)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "carry_out", interrupted)
        with pytest.raises(SystemExit) as stop:
            train("--seed", "5", name="cut")
    said = " ".join(capsys.readouterr().out.split())
    assert stop.value.code == 130 and ("newest checkpoint" in said) == (times == 2)
    assert (len(steps) > 50) == (times == 1) and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    resumed = train("--resume", str(tmp_path / "cut"))
    assert same_weights(whole, resumed, card)


@pytest.mark.parametrize("words", [(), ("--advice", "2")])
def test_a_second_thread_changes_nothing_of_the_games(train, monkeypatch, words):
    """Without learning: sums over minibatches are divided, so that weights may differ in their last bits."""
    found = []
    for many in (2, 10**6):
        monkeypatch.setattr(halves, "MANY_ROWS", many)
        folder = train("--seed", "5", "--learning-rate", "0", *words, name=f"many{many}")
        found.append([(row["games"], row["win_share"], row["decisions"]) for row in rows(folder / "log.csv")])
    assert found[0] == found[1] and len(found[0]) > 1


def test_two_threads_do_the_same_again(train, card, monkeypatch):
    monkeypatch.setattr(halves, "MANY_ROWS", 2)
    first, again = (train("--seed", "5", "--advice", "2", name=name) for name in ("first", "again"))
    assert same_weights(first, again, card)


def test_a_damaged_state_falls_back_to_the_one_before(train, tmp_path):
    folder = train()
    states = sorted((folder / "state").iterdir())
    assert len(states) == 2
    (states[-1] / "learners.pt").write_bytes(b"damaged")
    train("--resume", str(folder))
    (sorted((folder / "state").iterdir())[-1] / "trainer.json").unlink()
    shutil.rmtree(sorted((folder / "state").iterdir())[0])
    with pytest.raises(SystemExit):
        train("--resume", str(folder))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--preset", "huge"], "unknown preset 'huge'"),
        (["--learn", "wizard"], "no role 'wizard'"),
        (["--frozen", "nobody"], "unknown agent 'nobody'"),
        (["--start", "nowhere/at/all"], "no checkpoint folder"),
        (["--resume", "nowhere"], "holds no run"),
        (["--game", "nope"], "unknown game 'nope'"),
        (["--players", "9"], "players=9"),
        (["--hidden", "8,0"], "hidden=(8, 0): expected a whole number of at least 1"),
        (["--name", "../elsewhere"], "expected the name of a folder in checkpoints/toy_game, not a path"),
        (["--players", "3,3"], "players=(3, 3): every number once"),
        (["--players", "3", "--options", '{"players": 4}'], "players=4 is said by the setting players already"),
    ],
)
def test_bad_input_is_one_clear_line_and_leaves_nothing_behind(train, capsys, words, reason, tmp_path):
    with pytest.raises(SystemExit) as stop:
        train(*words)
    assert stop.value.code == 2 and reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_run_is_neither_overwritten_nor_resumed_with_other_settings(train, capsys):
    folder = train()
    with pytest.raises(SystemExit):
        train()
    assert "already holds a run" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        train("--resume", str(folder), "--seed", "9")
    assert "where seed is 0" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        train("--resume", str(folder), "--preset", "test")
    assert "leave --preset out" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        train("--resume", str(folder), learn=("player",))  # another experiment's script
    assert "where learn is []" in capsys.readouterr().err
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "width": 24}))
    with pytest.raises(SystemExit):
        train("--resume", str(folder))
    assert "config.json was changed: the run has width=16, not 24" in capsys.readouterr().err


def test_a_run_is_kept_where_it_can_be_and_no_checkpoint_is_replaced_by_chance(train, capsys, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit):
        train("--out", str(tmp_path / "file" / "run"))
    assert f"no run can be kept in {tmp_path}/file/run" in capsys.readouterr().err
    monkeypatch.setattr("training.run.ROOT", tmp_path)
    train("--name", "mine", name="first")
    kept = (tmp_path / "checkpoints" / "toy_game" / "mine" / "card.json").read_text()
    with pytest.raises(SystemExit):
        train("--name", "mine", name="second")
    assert "mine is there already; choose another, or replace it with publish.py" in capsys.readouterr().err
    assert (tmp_path / "checkpoints" / "toy_game" / "mine" / "card.json").read_text() == kept
    assert not (tmp_path / "second").exists()


def test_a_run_that_was_killed_before_its_first_state_begins_again(train, capsys):
    folder = train()
    shutil.rmtree(folder / "state")
    shutil.rmtree(folder / "checkpoint")
    train("--resume", str(folder))
    assert (folder / "checkpoint" / "card.json").exists()


def test_going_on_past_a_damaged_state_and_with_other_versions(train, capsys):
    folder = train()
    states = sorted((folder / "state").iterdir())
    damaged = states[-1].rename(states[-1].with_name("999999999999"))
    (damaged / "trainer.json").write_text("{")
    (folder / "state" / ".000000000001.7").mkdir()  # what a killed run leaves behind
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["versions"]["torch"] = "0.1"
    (folder / "manifest.json").write_text(json.dumps(manifest))
    train("--resume", str(folder))
    assert "torch 0.1, now" in " ".join(capsys.readouterr().out.split())
    assert sorted(path.name for path in (folder / "state").iterdir()) == [path.name for path in states]


def test_a_damaged_snapshot_damages_the_states_that_need_it(train, capsys):
    folder = train("--snapshot-every", "100")
    snapshots = sorted((folder / "snapshots").iterdir())
    assert snapshots
    for path in snapshots:
        path.write_bytes(b"damaged")
    with pytest.raises(SystemExit):
        train("--resume", str(folder))
    assert "no whole checkpoint" in capsys.readouterr().err


def test_a_full_disk_keeps_the_earlier_states(train, monkeypatch, capsys):
    folder = train()
    before = sorted(path.name for path in (folder / "state").iterdir())
    trainer_state = folder / "state" / before[-1] / "trainer.json"

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    from training.config import preset
    from training.trainer import Trainer

    trainer = Trainer(preset("test", game="toy_game"), resumed=True)
    course = saving.load(trainer, folder)
    trainer.decisions += 1
    for place, name in ((saving.np, "savez_compressed"), (Path, "write_bytes"), (Path, "write_text")):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, full)
            with pytest.raises(OSError, match=r"could not be written .*No space left.*; earlier ones are kept"):
                saving.save(trainer, folder, course)
        assert sorted(path.name for path in (folder / "state").iterdir()) == before and trainer_state.exists()


def test_going_on_from_a_checkpoint_that_saw_less(train, toy, card):
    """Fewer players, fewer columns: the first networks are within the second ones, and play on."""
    small = train("--players", "2", name="small")
    large = train("--players", "2,4", "--start", str(small / "checkpoint"), name="large")
    seen = [sum(b - a for a, b in card(folder / "checkpoint")["inputs"]["ranges"]) for folder in (small, large)]
    assert seen[0] <= seen[1] and card(large / "checkpoint")["players"] == [2, 4]
    assert make_agent(str(large / "checkpoint"), toy).networks


KILLED = """
import sys
from tests import toy_game
from haunted_env import registry
registry.GAMES = (*registry.GAMES, "toy_game")
sys.modules["haunted_env.games.toy_game"] = toy_game
from training.run import main
main("test", sys.argv[1:])
"""


def test_killed_at_any_moment_it_resumes_and_ends_as_if_it_had_not_been(tmp_path, card):
    words = ["--preset", "test", "--game", "toy_game", "--total", "2500"]
    command = [sys.executable, "-c", KILLED]
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
    assert int(rows(tmp_path / "run" / "log.csv")[-1]["decisions"]) >= 2500
