"""Before playing: what actions lead to, found out by trying them, and learnt."""

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch

from training.config import preset
from training.lookahead import BOLDNESS, DOUBT, NONE, Examples, Lookout, learn_outlooks
from training.trainer import Trainer


@pytest.fixture
def trainer(toy):
    return Trainer(preset("test", game="toy_game", advice=5.0, lookahead=400, rollout=64, options={"rounds": 2}))


@pytest.fixture
def found(trainer):
    examples = {role: Examples() for role in trainer.learners}
    lookout = Lookout(trainer.tables[0], np.random.default_rng(0))
    for _ in range(120):
        lookout.step(examples)
    return next(iter(examples.values())).arrays()


def test_the_advised_action_comes_first_and_only_legal_ones_are_compared(trainer, found):
    inputs, candidates, _ = found
    advised = inputs[:, -trainer.inputs.n_advice :].argmax(axis=1)
    assert len(inputs) > 50 and (candidates[:, 0] == advised).all()
    actions = trainer.spec.actions
    main = advised < actions.span("SEAT").start  # pass, draw and peek are legal together, players only by themselves
    tried = np.where(candidates == NONE, candidates[:, :1], candidates)
    assert ((tried < actions.span("SEAT").start) == main[:, None]).all()
    assert all(len(set(row[row != NONE])) == (row != NONE).sum() > 1 for row in candidates)


def test_outlooks_are_chances_and_say_what_is_better(trainer, found):
    _, candidates, outlooks = found
    tried = candidates != NONE
    assert ((outlooks >= 0) & (outlooks <= 1))[tried].all()
    draw, keep = trainer.spec.actions.span("DRAW").start, trainer.spec.actions.span("PASS").start
    gain = {action: outlooks[:, 1:][candidates[:, 1:] == action] for action in (draw, keep)}
    advised = {action: outlooks[candidates[:, 0] == action, 0] for action in (draw, keep)}
    assert advised[keep].mean() > gain[draw].mean()  # who is advised to keep a good card would lose by another


def test_the_policy_learns_the_differences_but_for_small_ones(trainer):
    learner = next(iter(trainer.learners.values()))
    size, advice = trainer.inputs.size, trainer.inputs.n_advice
    inputs = np.zeros((64, size), np.int8)
    inputs[:, size - advice] = 1
    gains = np.array([0.3, -0.3, DOUBT / 2])
    outlooks = np.tile(0.5 + np.array([0.0, *gains]), (64, 1)).astype(np.float32)
    examples = Examples([inputs], [np.tile(np.arange(4), (64, 1))], [outlooks])
    for _ in range(400):
        learn_outlooks(learner, examples, 3e-3, np.random.default_rng(0))
    with torch.no_grad():
        logits = learner.policy.unadvised(torch.from_numpy(inputs[:1]))[0].numpy()
    assert (logits[1:4] - logits[0]) / BOLDNESS == pytest.approx([0.3 - DOUBT, DOUBT - 0.3, 0.0], abs=0.03)


def test_a_run_looks_ahead_before_it_plays(train, card):
    folder = train("--lookahead", "300", "--advice", "5")
    log = (folder / "log.csv").read_text().splitlines()
    assert "look ahead" in log[1] and "play" in log[-1]
    assert card(folder / "checkpoint")["training"]["prepared"] >= 300


def test_it_needs_advice():
    with pytest.raises(ValueError, match="lookahead=5: what it finds is compared with advice; set advice too"):
        preset("test", lookahead=5)


def test_while_values_settle_the_policy_stays(trainer):
    role, learner = next(iter(trainer.learners.items()))
    table = trainer.tables[0]
    inputs = torch.from_numpy(trainer.inputs(table.batch.observations))

    def said_after(settling):
        while table.streams[role].n_ready < 64:
            table.step()
        trainer._learn("play", lambda one, rollout: one.learn_from(rollout, 1.0, trainer.chance, settling))
        with torch.no_grad():
            return learner.policy.outputs(inputs)

    with torch.no_grad():
        logits, values = learner.policy.outputs(inputs)
    settled, moved = said_after(True), said_after(False)
    assert torch.equal(settled[0], logits) and not torch.equal(settled[1], values)
    assert not torch.equal(moved[0], logits)
