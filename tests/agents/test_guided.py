"""Search guided by a policy: what it finds, what it may not know, what it refuses."""

import importlib

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.play.batch import Batch
from tests.agents.made_policies import write_policy
from tests.agents.positions import running, view_of
from tests.agents.test_ismcts import last_turn
from tests.toy_game import SPEC as TOY

SEARCHABLE = [name for name in registry.GAMES if registry.spec(name).inference]


@pytest.fixture
def policy(tmp_path):
    return lambda spec, **said: write_policy(tmp_path / "policy", spec, **said)


@pytest.mark.parametrize(("own", "seen", "best"), [(0, 9, "DRAW"), (9, 8, "PASS"), (7, 8, "DRAW")])
def test_finds_the_best_action_though_the_policy_knows_nothing(policy, own, seen, best):
    agent = make_agent(f"ismcts:policy={policy(TOY)},sims=300,trust=0.5", TOY)
    block, _ = TOY.actions.find(int(agent.act(last_turn(own, seen))[0]))
    assert block.name == best or (best == "PASS" and block.name == "PEEK")


def test_trusts_the_policy_unless_another_action_proves_better(policy):
    view = last_turn(0, 9)  # only drawing can win
    found = make_agent(f"ismcts:policy={policy(TOY)},sims=200", TOY).search(view, 0)
    assert found.best(trust=1e9) == found.actions[0]
    assert found.visits.sum() == 200 and 0 in found.kept


@pytest.mark.parametrize("name", SEARCHABLE)
def test_uses_legal_actions_and_outcomes_are_shares(name, policy):
    spec = registry.spec(name)
    agent = make_agent(f"ismcts:policy={policy(spec)},sims=24,depth=2", spec)
    view = view_of(running(spec, n=4))
    for i in range(len(view)):
        found = agent.search(view, i)
        assert view.masks[i, found.actions].all()
        assert ((found.outcomes >= 0) & (found.outcomes <= 1)).all()
        assert found.visits.sum() == (24 if len(found.actions) > 1 else 0)


@pytest.mark.parametrize("name", SEARCHABLE)
def test_the_decision_does_not_depend_on_what_the_seat_may_not_know(name, policy):
    """Exchange the true secret: the search finds exactly the same."""
    spec = registry.spec(name)
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    agent = make_agent(f"ismcts:policy={policy(spec)},sims=24,depth=2", spec)
    batch = running(spec, n=3, steps=150)
    rng = np.random.default_rng(5)
    twin = Batch(spec, 3, batch.options)
    for row in range(3):
        other = scramble(batch.game(row), int(batch.seats[row]), rng)
        assert other.tobytes() != batch.game(row).tobytes()
        twin.load(other, row, resume=False)
    for row in range(3):
        true, false = (agent.search(view_of(one), row) for one in (batch, twin))
        assert true.actions.tolist() == false.actions.tolist()
        assert true.outcomes.tolist() == false.outcomes.tolist()


def test_what_it_cannot_search_with_is_refused(policy, tmp_path):
    folder = policy(registry.spec("haunted_destinies"), roles=("ghost",))
    with pytest.raises(ValueError, match="does not play all roles"):
        make_agent(f"ismcts:policy={folder}", registry.spec("haunted_destinies"))
    with pytest.raises(ValueError, match="depth=-1: expected at least 0"):
        make_agent(f"ismcts:policy={folder},depth=-1", registry.spec("haunted_destinies"))
    with pytest.raises(ValueError, match=r"is no parameter; there are: .*policy"):
        make_agent(f"ismcts:policy={folder},rollout=random", registry.spec("haunted_destinies"))
    with pytest.raises(ValueError, match="nowhere"):
        make_agent(f"ismcts:policy={tmp_path}/nowhere", registry.spec("haunted_destinies"))
