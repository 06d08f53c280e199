"""Every agent, by name, in every game: legal, repeatable, and the same alone as in a crowd."""

import numpy as np
import pytest

import haunted_env
from haunted_env.agents import make_agent
from haunted_env.agents.names import with_setting
from haunted_env.agents.random import RandomAgent
from haunted_env.envs.pettingzoo import raw_env
from haunted_env.play.batch import ENDED, Batch
from tests import toy_game
from tests.agents.made_policies import write_policy
from tests.agents.positions import running, view_of

NEEDS = {
    "random": None,
    "heuristic": "heuristic",
    "ismcts:sims=6,depth=10": "inference",
    "ismcts:rollout=random,sims=6": "inference",
    "policy": None,  # an untrained one, in a folder
}
TOY = toy_game.SPEC


@pytest.fixture(params=list(NEEDS))
def agent(request, spec, tmp_path):
    part = NEEDS[request.param]
    if part is not None and getattr(spec, part) is None:
        pytest.skip(f"{spec.name} has no {part}")
    name = str(write_policy(tmp_path, spec)) if request.param == "policy" else request.param
    return make_agent(name, spec)


@pytest.mark.parametrize("relative", [True, False])
def test_plays_whole_games_legally(spec, agent, relative):
    batch = Batch(spec, 3, relative_seats=relative, autoreset=True)
    batch.deal(np.arange(3))
    ended = 0
    generators = batch.generators(1)
    for _ in range(40 if "sims" in vars(agent) else 400):
        view = view_of(batch)
        view.generators[:] = generators
        batch.step(agent.act(view))  # raises a ValueError for an illegal action
        generators = view.generators
        ended += (batch.status == ENDED).sum()
    assert ended or spec is not TOY


def test_alone_as_in_a_crowd(spec, agent):
    batch = running(spec)
    crowd = view_of(batch)
    together = agent.act(crowd)
    for row in range(batch.n):
        alone = view_of(batch, rows=np.array([row]))
        assert agent.act(alone)[0] == together[row]
        assert (alone.generators[0] == crowd.generators[row]).all()


def test_repeats_itself_from_the_same_seed(spec, agent):
    batch = running(spec, n=24)
    first, again, other = (agent.act(view_of(batch, seed)) for seed in (5, 5, 6))
    assert (first == again).all()
    if isinstance(agent, RandomAgent):
        assert (first != other).any()


def test_chooses_in_a_pettingzoo_environment(spec, agent):
    env = raw_env(spec)
    env.reset(seed=3)
    for _ in range(12):
        if env.terminations[env.agent_selection]:
            break
        env.step(agent.choose(env))
    with pytest.raises(ValueError, match="this agent plays"):
        agent.choose(haunted_env.make("haunted_destinies") if spec is TOY else raw_env(TOY))


def test_nothing_to_choose_after_the_end():
    env = raw_env(TOY, rounds=1)
    env.reset(seed=3)
    agent = make_agent("random", TOY)
    while env.agents and not env.terminations[env.agent_selection]:
        env.step(agent.choose(env))
    with pytest.raises(ValueError, match="the game is over"):
        agent.choose(env)


def test_random_is_uniform_over_legal_actions():
    batch = Batch(TOY, 3000, {"players": 4})
    batch.deal(np.zeros(3000, np.int64))
    chosen = make_agent("random", TOY).act(view_of(batch))
    legal = np.flatnonzero(batch.masks[0])
    counts = np.bincount(chosen, minlength=TOY.actions.size)
    assert counts.sum() == counts[legal].sum()
    assert (abs(counts[legal] / 3000 - 1 / len(legal)) < 0.05).all()


def test_the_heuristic_is_the_games_own():
    batch = running(TOY, n=64)
    view = view_of(batch)
    actions = make_agent("heuristic", TOY).act(view)
    own = batch.games["ledger"]["known"][np.arange(64), view.seats, view.seats]
    asked = batch.games["table"]["asked"] == 0
    wanted = np.where(2 * own < 10, TOY.actions.first["DRAW"], TOY.actions.first["PASS"])
    assert (actions[asked] == wanted[asked]).all()


# Names


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("minimax", "unknown agent 'minimax'; there are: random, heuristic, ismcts:sims=200"),
        ("", "unknown agent ''"),
        ("random:3", "agent 'random': '3' is no parameter; there are: seed=0"),
        ("ismcts:simulations=3", "'simulations=3' is no parameter; there are: .*sims=200"),
        ("ismcts:sims", "'sims' is no parameter"),
        ("ismcts:sims=many", "sims=many: expected a whole number"),
        ("ismcts:explore=much", "explore=much: expected a number"),
        ("ismcts:sims=0", "sims=0: expected at least 1"),
        ("ismcts:depth=-1", "depth=-1: expected at least 0"),
        ("ismcts:rollout=best", "rollout=best: choose one of random, heuristic"),
        ("heuristic:style=wild", "style=wild: toy_game has no styles"),
        ("text:ask", "expected text:python:MODULE:FUNCTION"),
        ("text:python:no_such_module:ask", "No module named 'no_such_module'"),
        ("text:python:json:ask", "'json' has no attribute 'ask'"),
        ("text:python:json:__name__", "is not a function"),
        ("python:FirstLegal", "expected python:MODULE:CLASS"),
        ("python:no_such_module:Player", "No module named 'no_such_module'"),
        ("python:tests.agents.players:Second", "has no attribute 'Second'"),
        ("python:tests.agents.readers:first", "no subclass of haunted_env.agents.Agent"),
        ("python:tests.agents.players:FirstLegal,last=maybe", "last=maybe: expected true or false"),
        ("python:tests.agents.players:FirstLegal,first=true", "no parameter; there are: seed=0, last=False, patience"),
        ("python:tests.agents.players:Demanding", "give the fields model of the class default values"),
        ("checkpoints/none", "no checkpoint folder checkpoints/none"),
    ],
)
def test_bad_names(name, reason):
    with pytest.raises(ValueError, match=reason):
        make_agent(name, TOY)


def test_parameters_are_read_in_their_types():
    agent = make_agent("ismcts:sims=7,explore=0.5,rollout=random,seed=3", TOY)
    assert (agent.sims, agent.explore, agent.rollout, agent.seed) == (7, 0.5, "random", 3)


def test_an_agent_of_ones_own():
    batch = running(TOY, n=8)
    view = view_of(batch)
    first = make_agent("python:tests.agents.players:FirstLegal", TOY)
    last = make_agent("python:tests.agents.players:FirstLegal,last=true,patience=3,name=x,seed=4", TOY)
    assert (last.last, last.patience, last.name, last.seed) == (True, 3.0, "x", 4)
    assert first.act(view).tolist() == [int(view.masks[i].nonzero()[0][0]) for i in range(8)]
    assert last.act(view).tolist() == [int(view.masks[i].nonzero()[0][-1]) for i in range(8)]


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("random", "random:seed=1"),
        ("ismcts:sims=6", "ismcts:sims=6,seed=1"),
        ("heuristic:style=hunter", "heuristic:style=hunter,seed=1"),
        ("runs/lr=1/checkpoint", "runs/lr=1/checkpoint:seed=1"),
        ("runs/lr=1/checkpoint:roles=ghost", "runs/lr=1/checkpoint:roles=ghost,seed=1"),
        ("python:module:class", "python:module:class,seed=1"),
    ],
)
def test_names_take_one_more_setting(name, more):
    assert with_setting(name, "seed=1") == more
