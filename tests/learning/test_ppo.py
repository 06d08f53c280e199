"""The learner: a small game is learnt, the network plays the same without torch, opponents are as asked for."""

import dataclasses

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO

from haunted_env.agents.network import Network
from haunted_env.arena.against import against
from haunted_env.learning import beginnings
from haunted_env.learning.config import preset
from haunted_env.learning.opponents import LEARNER
from haunted_env.learning.policy import PointerNetwork, masked
from haunted_env.learning.ppo import SelfPlayPPO, maskable_ppo, minibatches
from haunted_env.learning.sparse import SparseProduct
from haunted_env.spec import Pointer


def make(**changes):
    return SelfPlayPPO(preset("test", game="toy_game", **changes))


def test_a_tiny_game_is_learnt(toy):
    """Two players, one round: draw with a low card, keep a high one. Checked card by card."""
    learner = make(
        players=(2,),
        options={"rounds": 1},
        total=60_000,
        rollout=2048,
        games=64,
        opponents={"self": 1.0},
        keep=1.0,
        learning_rate=5e-3,
        average=0.98,
    )
    before = against("toy_game", learner.agent(), "random", 2, 400, options={"rounds": 1})
    learner.learn()
    agent = learner.agent()
    after, written = (against("toy_game", who, "random", 2, 400, options={"rounds": 1}) for who in (agent, "heuristic"))
    assert after.wins.sum() > 1.05 * before.wins.sum() and after.wins.sum() > 0.97 * written.wins.sum()
    network = agent.networks[1]
    observations = np.zeros((10, toy.features.layout.size), np.int8)
    observations[np.arange(10), toy.features.layout.first["CARD"] + np.arange(10)] = 1
    masks = np.zeros((10, toy.actions.size), np.int8)
    masks[:, :2] = 1
    draws = np.diff(network.logits(observations, masks)[:, :2], axis=1)[:, 0] > 0
    assert draws[:4].all() and not draws[7:].any()


POINTERS = (Pointer(2, 4, 3, 5), Pointer(6, 1, 0, 3))


def network(pointers=POINTERS):
    torch.manual_seed(0)
    made = PointerNetwork(torch.rand(30), 9, 16, pointers)
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.copy_(torch.randn_like(parameter) / 3)
    return made


def test_with_and_without_torch_the_network_is_the_same():
    made, rng = network(), np.random.default_rng(0)
    observations = (rng.integers(-9, 10, (50, 30)) * (rng.random((50, 30)) < 0.3)).astype(np.int8)
    masks = (rng.random((50, 9)) < 0.5).astype(np.int8)
    masks[:, 0] = 1
    with torch.no_grad():
        logits, values = made(torch.from_numpy(observations))
    found, said = made.compiled().outputs(observations, masks)
    legal = masks != 0
    assert found[legal] == pytest.approx(logits.numpy()[legal], abs=1e-4) and np.isneginf(found[~legal]).all()
    assert said == pytest.approx(values.numpy(), abs=1e-4)


def test_products_that_skip_zeros_are_those_of_torch_with_their_gradients():
    rng = np.random.default_rng(3)
    observations = torch.from_numpy((rng.integers(-9, 9, (40, 31)) * (rng.random((40, 31)) < 0.2)).astype(np.int8))
    weight = torch.from_numpy(rng.standard_normal((31, 12)).astype(np.float32)).requires_grad_()
    pull = torch.from_numpy(rng.standard_normal((40, 12)).astype(np.float32))
    found = []
    for product in (SparseProduct.apply(observations, weight), observations.float() @ weight):
        (gradient,) = torch.autograd.grad((product * pull).sum(), weight)
        found.append((product.detach(), gradient))
    for skipping, dense in zip(*found):
        torch.testing.assert_close(skipping, dense)
    assert found[0][1].any()


def test_a_row_does_not_depend_on_its_neighbours():
    played, rng = network().compiled(), np.random.default_rng(1)
    observations, masks = rng.integers(-9, 10, (20, 30)).astype(np.int8), np.ones((20, 9), np.int8)
    together = played.outputs(observations, masks)
    alone = [played.outputs(observations[i : i + 1], masks[i : i + 1]) for i in range(20)]
    assert (together[0] == np.concatenate([one[0] for one in alone])).all()
    assert (together[1] == np.concatenate([one[1] for one in alone])).all()


def test_pointers_judge_all_rows_with_the_same_weights():
    """Two things that look alike get the same addition to their logits; another row changes only its own action's."""
    made = network(pointers=(Pointer(2, 4, 3, 5),))
    with torch.no_grad():
        made.action.weight.zero_()
        made.action.bias.zero_()
        made.trunk[0].weight.zero_()
        made.scale.fill_(1.0)
    observations = np.zeros((2, 30), np.int8)
    observations[:, 3:8] = observations[:, 13:18] = [1, 2, 3, 4, 5]
    observations[1, 8:13] = 7
    logits = made.compiled().logits(observations, np.ones((2, 9), np.int8))
    assert logits[0, 2] == logits[0, 4] != logits[0, 3]
    assert (logits[0] != logits[1]).tolist() == [False] * 3 + [True] + [False] * 5


def test_weights_that_do_not_fit_are_named():
    arrays = network().arrays()
    for name, array, reason in (
        ("value.1.bias", None, "value.1.bias is missing"),
        ("trunk.1.weight", np.zeros((16, 15)), "trunk.1: a layer of 15 inputs follows one of 16 outputs"),
        ("action.bias", np.zeros(3), r"action: weight \(9, 16\) and bias \(3,\) do not fit"),
        ("pointers.1.row.weight", np.zeros((48, 4)), "pointers.1: .* do not fit"),
    ):
        changed = {key: value for key, value in arrays.items() if key != name}
        if array is not None:
            changed[name] = array
        with pytest.raises(ValueError, match=reason):
            Network(changed, POINTERS)


def test_illegal_actions_have_no_part_in_probabilities_or_entropy():
    logits = torch.tensor([[1.0, 50.0, 2.0]])
    log_probs = masked(logits, torch.tensor([[1, 0, 1]], dtype=torch.int8))
    wanted = torch.log_softmax(torch.tensor([1.0, 2.0]), 0)
    assert log_probs[0, [0, 2]] == pytest.approx(wanted) and log_probs[0, 1] == 0


def test_its_zip_is_a_maskable_ppo_that_plays_the_same(toy, tmp_path):
    learner = make()
    learner.update()
    learner.save(tmp_path / "policy.zip")
    model = MaskablePPO.load(tmp_path / "policy.zip", device="cpu")
    batch = learner.tables[0].batch
    actions, _ = model.predict(batch.observations, deterministic=True, action_masks=batch.masks)
    logits = learner.playing.compiled().logits(batch.observations, batch.masks)
    assert (actions == logits.argmax(axis=1)).all()
    again = maskable_ppo(toy, learner.playing.arrays())
    assert (again.predict(batch.observations, deterministic=True, action_masks=batch.masks)[0] == actions).all()


def test_every_decision_of_every_seat_is_learnt_from_in_self_play(toy):
    learner = make(players=(3,), opponents={"self": 1.0})
    learner.update()
    assert learner.num_timesteps + learner.decisions.count >= learner.config.rollout
    assert (learner.tables[0].seating == LEARNER).all()


def test_seats_are_filled_as_the_settings_say(toy):
    learner = make(players=(4,), opponents={"random": 1.0, "self": 1.0}, learners=1)
    seatings = np.array([learner.opponents.seating(4) for _ in range(400)])
    learners = (seatings == LEARNER).sum(axis=1)
    assert set(learners.tolist()) == {1, 4} and 120 < (learners == 1).sum() < 280
    assert set(np.argmin(seatings[learners == 1], axis=1).tolist()) == {0, 1, 2, 3}  # in any seat
    several = make(players=(4,), opponents={"random": 1.0}, learners=0)
    counts = {int((several.opponents.seating(4) == LEARNER).sum()) for _ in range(100)}
    assert counts == {1, 2, 3}


def test_snapshots_play_once_there_are_any(toy):
    learner = make(opponents={"snapshots": 1.0}, snapshot_every=1, total=2000)
    assert (learner.opponents.seating(3) == LEARNER).all()
    learner.update()
    assert len(learner.opponents.snapshots) == 1 and learner.opponents.active
    assert (learner.opponents.seating(3) == LEARNER).sum() == 1
    learner.update()
    for _ in range(30):
        learner.opponents.add(learner.num_timesteps + _, learner.playing.arrays())
    assert len(learner.opponents.snapshots) == 12


def test_a_learner_among_others_has_the_seat_of_a_role_as_often_as_asked():
    learner = SelfPlayPPO(preset("test", players=(4,), games=32, opponents={"random": 1.0}, dealt={"opener": 1e9}))
    (table,) = learner.tables
    dealt = learner.game_spec.queries.dealt_roles(table.batch.games)
    holds = dealt == learner.game_spec.roles.index("opener")
    assert (holds.sum(axis=1) == 1).all() and ((table.seating == LEARNER) == holds).all()


def test_roles_that_are_not_dealt_are_refused(toy):
    with pytest.raises(ValueError, match="dealt: toy_game deals no roles"):
        make(dealt={"player": 2.0})
    with pytest.raises(ValueError, match="dealt: haunted_destinies has no role 'witch'; there are none, investigator"):
        SelfPlayPPO(preset("test", dealt={"witch": 2.0}))
    with pytest.raises(ValueError, match="dealt: opener=0: expected more than 0"):
        SelfPlayPPO(preset("test", dealt={"opener": 0.0}))


def test_games_that_others_begin_are_taken_over(toy, monkeypatch):
    monkeypatch.setattr(beginnings, "LATEST", 3)
    learner = make(players=(3,), begun=1.0, opponents={"self": 1.0}, games=16)
    (table,), (mine,) = learner.tables, learner.beginnings
    beginner = len(table.agents) - 1
    assert table.agents[beginner] is learner.opponents.instead
    assert (table.seating == beginner).all() and (mine.left >= 1).all() and (mine.left <= 3).all()
    while learner.decisions.count < 200:
        table.step(table.to_ask())
        others = mine.left > 0
        assert (table.seating[others] == beginner).all() and (table.seating[~others] == LEARNER).all()
        assert (learner.streams[0].newest[others] == -1).all()  # what they decided is not learnt from


def test_only_the_largest_advantages_move_the_weights(toy, monkeypatch):
    seen = []
    learner = make(keep=0.25)
    rollout = learner.collect()
    monkeypatch.setattr(
        "haunted_env.learning.ppo.minibatches", lambda numbers, size: seen.append(numbers) or minibatches(numbers, size)
    )
    learner.train_on(rollout)
    size = np.abs(rollout.advantages)
    assert len(seen[0]) == pytest.approx(0.25 * len(rollout), abs=0.1 * len(rollout))
    assert size[seen[0]].min() >= np.delete(size, seen[0]).max()


def test_minibatches_use_everything_once():
    parts = minibatches(np.arange(1000), 300)
    assert [len(part) for part in parts] == [334, 333, 333] and len(np.unique(np.concatenate(parts))) == 1000


def test_one_role_learns_and_others_are_played_instead(toy):
    with pytest.raises(ValueError, match="no role 'wizard'"):
        make(roles=("wizard",))
    learner = make(roles=("player",), instead="random")
    assert learner.roles == [toy.roles.index("player")] and list(learner.agent().networks) == learner.roles
    learner.update()
    assert learner.num_timesteps > 0


def test_a_callback_of_stable_baselines3_is_called(toy):
    from stable_baselines3.common.callbacks import BaseCallback

    class Count(BaseCallback):
        rollouts = 0

        def _on_step(self):
            return self.rollouts < 2

        def _on_rollout_end(self):
            self.rollouts += 1

    count = Count()
    learner = make().learn(10**6, callback=count)
    assert count.rollouts == 2 and learner.num_timesteps < 2000


def test_games_without_a_compact_observation_are_refused(toy, monkeypatch):
    plain = dataclasses.replace(toy, features=None)
    monkeypatch.setattr("haunted_env.learning.ppo.registry.spec", lambda name: plain)
    with pytest.raises(ValueError, match="it has no compact observation to learn from"):
        make()


def test_an_agent_stays_as_it_was_while_learning_goes_on(toy):
    learner = make()
    agent, batch = learner.agent(), learner.tables[0].batch
    seen, masks = batch.observations.copy(), np.ones_like(batch.masks)
    before = agent.networks[1].logits(seen, masks)
    learner.update()
    assert (agent.networks[1].logits(seen, masks) == before).all()


def test_a_rollout_has_room_for_a_decision_of_every_seat(toy):
    with pytest.raises(ValueError, match="rollout=64: expected at least a decision for each of 1536 seats"):
        make(games=512, rollout=64)


def test_zips_are_loaded_as_what_they_are(tmp_path):
    with pytest.raises(ValueError, match=r"load it with sb3_contrib\.MaskablePPO\.load"):
        SelfPlayPPO.load(tmp_path / "policy.zip")
