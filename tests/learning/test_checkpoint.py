"""A trained policy plays alike in training, as a zip of stable-baselines3, and without torch; folders stay whole."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO

from haunted_env.agents import View, make_agent
from haunted_env.agents.network import choose
from haunted_env.learning import checkpoints
from haunted_env.play.batch import Batch

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(train):
    return train("--players", "3") / "checkpoint"


def some_positions(spec, n=64):
    batch = Batch(spec, n, {"players": 3}, observation="compact", autoreset=True)
    batch.deal(np.arange(n))
    generators = batch.generators(1)
    for _ in range(5):
        batch.step_random(generators)
    return batch


def test_the_zip_answers_predict_as_the_folder_plays(folder, toy, tmp_path):
    batch = some_positions(toy)
    checkpoints.write_zip(folder, tmp_path / "policy.zip")
    model = MaskablePPO.load(tmp_path / "policy.zip", device="cpu")
    actions, _ = model.predict(batch.observations, action_masks=batch.masks, deterministic=True)
    assert (make_agent(f"{folder}:temperature=0", toy).act(View(batch)) == actions).all()
    with pytest.raises(ValueError, match="no policy for 'wizard', only for none, player"):
        checkpoints.write_zip(folder, tmp_path / "other.zip", "wizard")
    with pytest.raises(ValueError, match=r"is a pickle.*MaskablePPO.load"):
        make_agent(str(tmp_path / "policy.zip"), toy)


def test_who_plays_instead_may_have_a_setting_of_its_own(folder, toy):
    agent = make_agent(f"{folder}:instead=heuristic:seed=3,temperature=0.25", toy)
    assert (agent.instead.seed, agent.temperature, agent.seed) == (3, 0.25, 0)
    with pytest.raises(ValueError, match="temperature is said twice"):
        make_agent(f"{folder}:temperature=1,temperature=0", toy)


def test_actions_are_drawn_as_often_as_the_policy_says():
    logits = np.log(np.array([[0.5, 0.2, 0.3, 9.0]], np.float32)).repeat(40_000, axis=0)
    masks = np.array([[1, 1, 1, 0]], np.int8).repeat(40_000, axis=0)
    generators = np.random.default_rng(0).integers(1, 2**32, (40_000, 4), np.uint32)
    actions, log_probs = choose(logits, masks, generators)
    shares = np.bincount(actions, minlength=4) / len(actions)
    assert shares == pytest.approx([0.5, 0.2, 0.3, 0.0], abs=0.01)
    assert np.exp(log_probs) == pytest.approx(np.array([0.5, 0.2, 0.3])[actions], abs=1e-5)


def test_a_policy_is_the_same_alone_and_among_others(folder, toy):
    batch, agent = some_positions(toy), make_agent(str(folder), toy)
    together = agent.act(View(batch, generators=batch.generators(7)))
    alone = [agent.act(View(batch, np.array([i]), batch.generators(7)[i : i + 1]))[0] for i in range(batch.n)]
    assert together.tolist() == alone


def test_a_copy_keeps_its_figures_unless_it_plays_otherwise(folder, tmp_path, card):
    checkpoints.copy(folder, tmp_path / "same")
    checkpoints.copy(folder, tmp_path / "sharper", temperature=0.1)
    assert card(tmp_path / "same")["evaluation"] == card(folder)["evaluation"] != {}
    assert card(tmp_path / "sharper")["evaluation"] == {} and card(tmp_path / "sharper")["temperature"] == 0.1
    assert card(tmp_path / "same")["name"] == "same"


def test_what_goes_wrong_while_writing_leaves_the_old_folder(folder, card, monkeypatch):
    before = card(folder)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoints, "write_card", full)
    with pytest.raises(OSError, match=r"could not be written.*No space left"):
        checkpoints.rewrite(folder, {}, {"against": []})
    assert card(folder) == before and [path.name for path in folder.parent.glob(".checkpoint*")] == []


def test_a_run_may_start_from_a_checkpoint_of_its_size(folder, train, toy, capsys):
    started = train("--start", str(folder), "--learning-rate", "0", name="started")
    batch = some_positions(toy)
    mine, theirs = (
        make_agent(str(one), toy).networks[1].logits(batch.observations, batch.masks)
        for one in (started / "checkpoint", folder)
    )
    assert mine == pytest.approx(theirs, abs=1e-2)
    with pytest.raises(SystemExit):
        train("--start", str(folder), "--width", "24", name="wider")
    assert "set width to its own; its network has other sizes" in capsys.readouterr().err


def test_playing_needs_no_torch(folder, toy):
    """In another process, where torch and stable-baselines3 cannot be imported."""
    code = f"""
import sys
for name in ("torch", "stable_baselines3", "sb3_contrib", "tyro"):
    sys.modules[name] = None
from tests import toy_game
from haunted_env.agents.policy import load_checkpoint
from haunted_env.play.batch import Batch
from haunted_env.play.table import Table
from pathlib import Path
batch = Batch(toy_game.SPEC, 4, observation=None)
batch.deal([1, 2, 3, 4])
Table(batch, [load_checkpoint(Path({str(folder)!r}), toy_game.SPEC)], 0).play()
assert (batch.status == 1).all() or batch.games["table"]["over"].all()
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
