"""Policies from checkpoint folders: which network decides, how, and what it may believe."""

import dataclasses
import warnings

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.agents.heuristic import HeuristicAgent
from haunted_env.agents.network import choose, pointers_of
from haunted_env.agents.random import RandomAgent
from haunted_env.play.batch import Batch
from haunted_env.spec.belief import Belief
from tests.agents.made_policies import kind_for, weights, write_policy
from tests.agents.positions import running, view_of
from tests.envs.conftest import DEFAULTS
from tests.toy_game import SPEC as TOY

HAUNTED = registry.spec("haunted_destinies")


def dense_features(arrays, observations):
    """What the trunk makes of observations, computed in the plain way."""
    hidden = observations * arrays["scale"]
    for name in ("trunk.0", "trunk.1"):
        hidden = np.maximum(hidden @ arrays[f"{name}.weight"].T + arrays[f"{name}.bias"], 0)
    return hidden


def dense_logits(spec, observation, role, observations):
    """What the network of a role says, likewise."""
    arrays = weights(spec, observation, spec.roles.index(role))
    features = dense_features(arrays, observations)
    logits = features @ arrays["action.weight"].T + arrays["action.bias"]
    for i, (action, n, first, size) in enumerate(pointers_of(spec, observation)):
        state = features @ arrays[f"pointers.{i}.state.weight"].T + arrays[f"pointers.{i}.state.bias"]
        for j in range(n):
            at = slice(first + j * size, first + (j + 1) * size)
            own = state + (observations * arrays["scale"])[:, at] @ arrays[f"pointers.{i}.row.weight"].T
            logits[:, action + j] += np.maximum(own, 0) @ arrays[f"pointers.{i}.out.weight"][0]
    return logits


def likeliest(spec, observation, role, batch):
    seen = batch.look(observation=observation)
    return np.where(seen.masks, dense_logits(spec, observation, role, seen.observations), -np.inf).argmax(1)


@pytest.mark.parametrize("observation", ["full", "compact"])
def test_the_network_of_the_role_decides_by_its_kind_of_observations(tmp_path, observation):
    agent = make_agent(f"{write_policy(tmp_path, TOY, observation=observation)}:temperature=0", TOY)
    assert agent.observes == observation
    batch = running(TOY, n=40)
    assert agent.act(view_of(batch)).tolist() == likeliest(TOY, observation, "player", batch).tolist()


def test_actions_are_drawn_as_likely_as_the_network_says():
    n = 20_000
    logits = np.tile(np.array([1.0, 0.0, 5.0, -1.0], np.float32), (n, 1))
    masks = np.tile(np.array([1, 1, 0, 1], np.int8), (n, 1))
    batch = Batch(TOY, n)
    for temperature in (1.0, 0.5):
        expected = np.exp(np.array([1.0, 0.0, -np.inf, -1.0]) / temperature)
        expected /= expected.sum()
        actions, log_probs = choose(logits, masks, batch.generators(1), temperature)
        assert np.bincount(actions, minlength=4) / n == pytest.approx(expected, abs=0.015)
        assert np.exp(log_probs) == pytest.approx(expected[actions], rel=1e-4)


def test_roles_without_a_policy_are_played_by_somebody_else(tmp_path):
    folder = write_policy(tmp_path, HAUNTED, roles=("ghost", "opener"), instead="ismcts:sims=2")
    agent = make_agent(str(folder), HAUNTED)
    assert sorted(agent.networks) == sorted(map(HAUNTED.roles.index, ("ghost", "opener")))
    assert agent.instead.sims == 2
    ghost = make_agent(f"{folder}:roles=ghost", HAUNTED)
    assert list(ghost.networks) == [HAUNTED.roles.index("ghost")]
    assert isinstance(ghost.instead, HeuristicAgent)
    assert isinstance(make_agent(f"{folder}:roles=ghost,instead=random", HAUNTED).instead, RandomAgent)
    with pytest.raises(ValueError, match="no policy for the role 'investigator', only for ghost, opener"):
        make_agent(f"{folder}:roles=ghost+investigator", HAUNTED)


def test_each_decision_goes_to_its_own_role(tmp_path):
    """Three roles at one table: the policy's decisions where it has a network, the heuristic's elsewhere."""
    agent = make_agent(f"{write_policy(tmp_path, HAUNTED)}:roles=investigator,temperature=0", HAUNTED)
    batch = Batch(HAUNTED, 60, {"setup": "random"}, autoreset=True)
    batch.deal(np.arange(60))
    generators = batch.generators(3)
    for _ in range(700):
        batch.step_random(generators)
    actions, alone = agent.act(view_of(batch)), agent.instead.act(view_of(batch))
    roles = view_of(batch).roles
    number = HAUNTED.roles.index("investigator")
    wanted = likeliest(HAUNTED, kind_for(HAUNTED), "investigator", batch)
    assert 0 < (roles == number).sum() < 60
    assert actions.tolist() == np.where(roles == number, wanted, alone).tolist()


@pytest.mark.parametrize(
    "instead", ["python:tests.agents.players:FirstLegal", "text:python:tests.agents.readers:first"]
)
def test_no_card_makes_code_run(tmp_path, instead):
    folder = write_policy(tmp_path, TOY, roles=("none",), instead=instead)
    with pytest.raises(ValueError, match="which runs code; if you trust that code") as refused:
        make_agent(str(folder), TOY)
    assert f"name the agent {folder}:instead={instead}" in str(refused.value)
    assert make_agent(f"{folder}:instead={instead}", TOY).instead is not None


def test_who_plays_instead_may_read_the_other_kind_of_observations(tmp_path):
    full = write_policy(tmp_path / "full", TOY, observation="full")
    compact = write_policy(tmp_path / "compact", TOY, observation="compact", roles=("none",))
    agent = make_agent(f"{compact}:instead={full}:temperature=0", TOY)
    batch = running(TOY, n=20)
    assert agent.act(view_of(batch)).tolist() == make_agent(f"{full}:temperature=0", TOY).act(view_of(batch)).tolist()


def test_settings_come_before_the_card(tmp_path):
    folder = write_policy(tmp_path, TOY, temperature=0.25)
    assert make_agent(str(folder), TOY).temperature == 0.25
    agent = make_agent(f"{folder}:temperature=0,seed=3", TOY)
    assert (agent.temperature, agent.seed) == (0, 3)
    with pytest.raises(ValueError, match="'sims=3' is no parameter; there are: seed=0, roles="):
        make_agent(f"{folder}:sims=3", TOY)


def test_a_probe_says_what_is_believed(tmp_path):
    belief = Belief("who?", lambda games, seats: np.full((len(games), 3), 1 / 3), lambda games, seats: seats)
    spec = dataclasses.replace(TOY, inference=dataclasses.replace(TOY.inference, belief=belief))
    agent = make_agent(str(write_policy(tmp_path / "all", spec, n_beliefs=4)), spec)
    batch = running(spec, n=10)
    said = agent.belief(view_of(batch))
    arrays = weights(spec, "compact", spec.roles.index("player"), n_beliefs=4)
    features = dense_features(arrays, batch.look(observation="compact").observations)
    scores = np.exp((features @ arrays["probe.weight"].T + arrays["probe.bias"])[:, :3])
    assert said == pytest.approx(scores / scores.sum(1, keepdims=True), rel=1e-3)
    silent = make_agent(str(write_policy(tmp_path / "silent", spec)), spec)
    partly = make_agent(str(write_policy(tmp_path / "partly", spec, n_beliefs=4, roles=("none",))), spec)
    assert silent.belief(view_of(batch)) is None
    assert partly.belief(view_of(batch)) is None
    assert make_agent(str(tmp_path / "all"), TOY).belief(view_of(running(TOY, n=2))) is None


def test_a_scenario_that_a_policy_has_never_seen_is_told_once(tmp_path):
    spec = registry.spec("destinies")
    batch = Batch(spec, 4, DEFAULTS["destinies"])
    batch.deal(np.arange(4))
    key = int(batch.games["table"]["data_key"][0])
    known = make_agent(str(write_policy(tmp_path / "known", spec, data_keys=(key,))), spec)
    other = make_agent(str(write_policy(tmp_path / "other", spec, data_keys=(key + 1,))), spec)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        known.act(view_of(batch))
        with pytest.raises(UserWarning, match="other: trained with other data"):
            other.act(view_of(batch))
    with pytest.warns(UserWarning, match="may not hold"):
        other.act(view_of(batch))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other.act(view_of(batch))
