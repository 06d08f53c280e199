"""The three forms of a trained policy play alike: in training, as stable-baselines3's zip, and without torch."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.agents.network import choose
from haunted_env.play.batch import Batch
from haunted_env.envs.sb3_policy import load_zip, masked_log_probs

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(train):
    return train("--players", "3") / "checkpoint"


def some_positions(spec, n=64):
    batch = Batch(spec, n, {"players": 3}, autoreset=True)
    batch.deal(np.arange(n))
    generators = batch.generators(1)
    for _ in range(5):
        batch.step_random(generators)
    return batch


def test_numpy_and_torch_give_the_same_probabilities(folder, toy):
    batch = some_positions(toy)
    network = make_agent(str(folder), toy).networks[1]
    model = load_zip(folder / "player.zip", toy, trust_pickle=True)
    with torch.no_grad():
        logits, _ = model.policy.outputs(torch.from_numpy(batch.observations))
    mine = network.logits(batch.observations)
    assert mine == pytest.approx(logits.numpy(), abs=1e-4) and np.abs(mine).max() > 1e-3
    wanted = masked_log_probs(logits, torch.from_numpy(batch.masks)).numpy()
    actions, log_probs = choose(mine, batch.masks, batch.generators(2))
    assert log_probs == pytest.approx(wanted[np.arange(batch.n), actions], abs=1e-4)


@pytest.mark.filterwarnings("ignore:.*advice of the hand-written player")
def test_the_shipped_trio_decides_alike_with_and_without_torch():
    """In positions that games of the hand-written player come to, by role."""
    spec = registry.spec("haunted_destinies")
    folder = ROOT / "checkpoints" / "haunted_destinies" / "four"
    agent = make_agent(str(folder), spec)
    policies = {role: load_zip(folder / f"{spec.roles[role]}.zip", spec, trust_pickle=True) for role in agent.networks}
    batch = Batch(spec, 96, {"players": 4}, autoreset=True)
    batch.deal(np.arange(batch.n))
    generators, compared = batch.generators(1), dict.fromkeys(policies, 0)
    for step in range(1500):
        view = View(batch, generators=generators)
        advice = view.advice()
        if step % 30 == 0:
            roles = spec.role_of(batch.games, view.seats)
            for role, model in policies.items():
                of_role = roles == role
                network, seen, legal = agent.networks[role], batch.observations[of_role], batch.masks[of_role] != 0
                mine = network.logits(seen, advice[of_role])
                with torch.no_grad():
                    theirs = model.policy.outputs(torch.from_numpy(network.inputs(seen, advice[of_role])))[0].numpy()
                assert mine == pytest.approx(theirs, abs=1e-3)
                best = [np.where(legal, logits, -np.inf).argmax(axis=1) for logits in (mine, theirs)]
                assert np.array_equal(*best)
                compared[role] += int(of_role.sum())
        batch.step(advice)
        generators = view.generators
    assert min(compared.values()) > 10


def test_who_plays_instead_may_have_a_setting_of_its_own(folder, toy):
    agent = make_agent(f"{folder}:instead=heuristic:seed=3,temperature=0.5", toy)
    assert (agent.instead.seed, agent.temperature, agent.seed) == (3, 0.5, 0)
    with pytest.raises(ValueError, match="temperature is said twice"):
        make_agent(f"{folder}:temperature=1,temperature=0", toy)
    odd = folder.parent / "a:rate=0.1"
    shutil.copytree(folder, odd)
    assert make_agent(str(odd), toy).temperature == 1 and make_agent(f"{odd}:temperature=0", toy).temperature == 0


def test_the_zip_answers_predict(folder, toy):
    batch = some_positions(toy)
    model = load_zip(folder / "player.zip", toy, trust_pickle=True)
    actions, _ = model.predict(batch.observations, action_masks=batch.masks, deterministic=True)
    sharp = make_agent(f"{folder}:temperature=0", toy)
    assert (sharp.act(View(batch)) == actions).mean() > 0.95  # equal logits may be ordered otherwise


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


def test_foreign_zips_need_trust_and_must_fit(folder, toy, tmp_path):
    path = folder / "player.zip"
    with pytest.raises(ValueError, match="may run any code; if you trust it: trust_pickle=True"):
        load_zip(path, toy)
    with pytest.raises(ValueError, match=f"is a pickle.*{load_zip.__module__}.load_zip"):
        make_agent(str(path), toy)
    from haunted_env import registry

    with pytest.raises(ValueError, match="haunting_house has"):
        load_zip(path, registry.spec("haunting_house"), trust_pickle=True)
    (tmp_path / "no.zip").write_bytes(b"no zip")
    with pytest.raises(ValueError, match="not a model saved by stable-baselines3"):
        load_zip(tmp_path / "no.zip", toy, trust_pickle=True)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"content_hash": "other"}, "another version of toy_game: its content hash"),
        ({"observation_hash": "other"}, "its observation hash"),
        ({"game": "haunting_house"}, "a checkpoint for haunting_house"),
        ({"inputs": {"ranges": [[0, 9999]], "insight": None}}, "expected pairs within"),
        ({"inputs": {"ranges": [[0, 3]], "insight": None}}, "a network from"),
        ({"inputs": {"ranges": [[0, 3]], "insight": 7}}, "version 7 of the insight"),
        ({"inputs": None}, "inputs and roles is damaged"),
        ({"roles": {"player": {}}}, "inputs and roles is damaged"),
        ({"temperature": "hot"}, "'hot'"),
        ({"instead": "python:this:Agent"}, "python:this:Agent, which runs code; say instead"),
        ({"instead": "elsewhere:instead=text:this"}, "text:this, which runs code"),
    ],
)
def test_a_mismatch_is_refused(folder, toy, card, change, reason):
    (folder / "card.json").write_text(json.dumps({**card(folder), **change}))
    with pytest.raises(ValueError, match=reason):
        make_agent(str(folder), toy)


def test_a_damaged_file_is_refused(folder, toy):
    weights = folder / "player.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\0\0")
    with pytest.raises(ValueError, match="damaged or was changed"):
        make_agent(str(folder), toy)


def test_a_file_that_the_card_does_not_vouch_for_is_not_played(folder, toy, card):
    said = card(folder)
    del said["files"]["player.safetensors"]
    (folder / "card.json").write_text(json.dumps(said))
    with pytest.raises(ValueError, match=r"player\.safetensors' is not among the files"):
        make_agent(str(folder), toy)


def test_a_published_card_names_the_versions_of_the_run(folder, card, tmp_path):
    manifest = folder.parent / "manifest.json"
    said = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**said, "versions": {**said["versions"], "torch": "0.1"}}))
    from training import publish

    shutil.rmtree(folder)  # as in a run that is not finished
    publish.main([str(folder.parent), str(tmp_path / "published")])
    assert card(tmp_path / "published")["training"]["versions"]["torch"] == "0.1"


def test_a_checkpoint_that_cannot_be_replaced_stays(folder, toy, monkeypatch):
    from training import export

    real = os.replace

    def fails(source, target):
        if Path(target) == folder and ".old" not in str(source):
            raise OSError("no space left")
        real(source, target)

    monkeypatch.setattr(os, "replace", fails)
    before = sorted(path.name for path in folder.parent.iterdir())
    with pytest.raises(OSError, match="could not be written: no space left"), export.replaced(folder) as temporary:
        (temporary / "new").write_text("new")
    assert make_agent(str(folder), toy).networks
    assert sorted(path.name for path in folder.parent.iterdir()) == before


def test_roles_may_be_chosen(folder, toy):
    assert make_agent(f"{folder}:roles=player,seed=4", toy).seed == 4
    with pytest.raises(ValueError, match="no policy for the role 'ghost', only for player"):
        make_agent(f"{folder}:roles=ghost", toy)


def test_playing_needs_no_torch(folder):
    """Torch, stable-baselines3 and safetensors may not even be imported."""
    code = f"""
import sys
from tests import toy_game
from haunted_env.agents import View, make_agent
from haunted_env.play.batch import Batch
batch = Batch(toy_game.SPEC, 4, {{"players": 3}})
batch.deal(1)
make_agent({str(folder)!r}, toy_game.SPEC).act(View(batch))
assert not {{"torch", "stable_baselines3", "safetensors", "matplotlib"}} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_an_advised_policy_starts_as_its_adviser_and_plays_alike_in_both_forms(train, toy):
    """Before it has learnt anything to speak of, the adviser's action is the likeliest almost everywhere."""
    folder = train("--players", "3", "--advice", "8", "--learning-rate", "1e-9", name="advised") / "checkpoint"
    batch = some_positions(toy)
    sharp, adviser = make_agent(f"{folder}:temperature=0", toy), make_agent("heuristic", toy)
    advice = adviser.act(View(batch, generators=batch.generators(1)))
    assert (sharp.act(View(batch, generators=batch.generators(1))) == advice).mean() > 0.9
    network = sharp.networks[1]
    with pytest.warns(UserWarning, match="advice of the hand-written player, which `predict` does not give it"):
        policy = load_zip(folder / "player.zip", toy, trust_pickle=True).policy
    seen = network.inputs(batch.observations, advice)
    with torch.no_grad():
        logits, _ = policy.outputs(torch.from_numpy(seen))
    assert network.logits(batch.observations, advice) == pytest.approx(logits.numpy(), abs=1e-4)
    assert network.logits(batch.observations) != pytest.approx(logits.numpy(), abs=1e-4)


def test_a_run_may_go_on_with_advice_from_a_checkpoint_that_had_none(train, card):
    plain = train("--players", "2", name="plain")
    advised = train("--players", "2", "--advice", "3", "--start", str(plain / "checkpoint"), name="advised")
    assert [card(run / "checkpoint")["inputs"]["advice"] for run in (plain, advised)] == [0.0, 3.0]
