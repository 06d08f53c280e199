"""The search: what it finds, what it may not know, and its limits."""

import dataclasses
import importlib
import os
import subprocess
import sys
import time

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.engine.jit import COMPILED
from haunted_env.play.batch import Batch
from haunted_env.play.search import AVAILABLE, MOVER, PARENT, VISITS
from haunted_env.play.search import SEARCH as PROGRAM
from tests.agents.positions import running, view_of
from tests.toy_game import SPEC as TOY

SEARCHABLE = [name for name in registry.GAMES if registry.spec(name).inference]


def last_turn(own: int, seen: int | None, players: int = 2) -> View:
    """The toy game's last decision: the decider holds `own` and has seen `seen` at the next player's."""
    batch = Batch(TOY, 1, {"players": players, "rounds": 3}, relative_seats=False)
    batch.deal(1)
    game = batch.games.copy()
    decider = int(batch.seats[0])
    other = (decider + 1) % players
    game["table"]["turn"] = 3 * players - 1
    game["secret"]["card"][0, decider] = own
    game["ledger"]["known"][0, decider] = -1
    game["ledger"]["known"][0, decider, decider] = own
    if seen is not None:
        game["secret"]["card"][0, other] = game["ledger"]["known"][0, decider, other] = seen
    batch.load(game, resume=False)
    return View(batch, np.arange(1), batch.generators(9))


@pytest.mark.parametrize(
    ("own", "seen", "best"),
    [(0, 9, "DRAW"), (0, None, "DRAW"), (9, None, "PASS"), (5, 4, "PASS"), (7, 8, "DRAW")],
)
@pytest.mark.parametrize("rollout", ["random", "heuristic"])
def test_finds_the_best_action(own, seen, best, rollout):
    agent = make_agent(f"ismcts:sims=400,rollout={rollout}", TOY)
    block, _ = TOY.actions.find(int(agent.act(last_turn(own, seen))[0]))
    # Peeking in the last turn is passing.
    assert block.name == best or (best == "PASS" and block.name == "PEEK")


def findings(agent, view: View, i: int) -> list[list]:
    """All that a search found out in one game: what it tried, how often, and what came of it."""
    search = agent.search(view, i)
    return [search.actions.tolist(), search.visits.tolist(), search.outcomes.tolist()]


def test_uses_every_simulation_and_tries_legal_actions_only(spec):
    if spec.inference is None:
        pytest.skip(f"{spec.name} cannot be searched")
    agent = make_agent("ismcts:sims=50,depth=20", spec)
    view = view_of(running(spec))
    searched = 0
    for i in range(len(view)):
        search = agent.search(view, i)
        assert set(search.actions) <= set(view.legal(i))
        if view.masks[i].sum() > 1:
            assert search.visits.sum() == 50
            assert search.visits.min() > 0
            assert ((search.outcomes >= 0) & (search.outcomes <= 1)).all()
            searched += 1
    assert searched > 3


def test_widening_limits_what_is_tried():
    view = last_turn(5, None)
    for widen, tried in ((1, 2), (100, 3)):  # never fewer than two: there has to be a choice
        search = make_agent(f"ismcts:sims=60,widen={widen},widen_power=0", TOY).search(view, 0)
        assert (search.visits > 0).sum() == tried


def test_the_better_half_goes_on():
    search = make_agent("ismcts:sims=400,rollout=random", TOY).search(last_turn(0, 9), 0)
    assert search.actions[search.visits.argmax()] == search.best(0.0)
    assert search.visits.max() > 2 * search.visits.min()


def test_the_suggested_action_stays_unless_another_proves_better():
    view = last_turn(0, 9)
    worst = TOY.actions.span("PASS").start
    agent = make_agent("ismcts:sims=200", TOY)
    search = agent.search(view, 0, suggested=worst)
    assert search.actions[0] == worst
    assert 0 in search.kept
    assert search.best(trust=2.0) != worst
    assert search.best(trust=1e9) == worst


def test_first_actions_meet_the_same_worlds():
    """With drawing always winning and passing always losing, every simulation of one action has the same outcome."""
    search = make_agent("ismcts:sims=100", TOY).search(last_turn(9, 8), 0)
    for k in range(len(search.actions)):
        block, _ = TOY.actions.find(int(search.actions[k]))
        if block.name in ("PASS", "PEEK"):
            assert set(search.outcomes[k, : search.visits[k]]) == {1.0}


def test_a_time_budget_ends_the_search():
    agent = make_agent("ismcts:seconds=0.05,sims=1", TOY)
    view = last_turn(5, None)
    agent.search(view, 0)
    started = time.perf_counter()
    assert agent.search(view, 0).visits.sum() > 1
    assert time.perf_counter() - started < 20  # it would not end at all without the budget


def test_the_tree_adds_up():
    agent = make_agent("ismcts:sims=300", TOY)
    batch = running(TOY, n=1, steps=0)
    search = agent.search(view_of(batch), 0)
    n = len(search.actions)
    nodes = search.tree[1 : search.used[0]]
    assert set(nodes[:, MOVER]) >= {0, 1}
    assert (nodes[:n, MOVER] == batch.seats[0]).all()
    assert nodes[:n, VISITS].tolist() == search.visits.tolist()
    assert search.visits.sum() == 300
    # Every visit of a child is a visit of its parent, except the one that made the parent or ended there.
    for number in range(1, int(search.used[0])):
        below = nodes[nodes[:, PARENT] == number, VISITS].sum()
        assert below <= search.tree[number, VISITS]
    assert (nodes[n:, AVAILABLE] >= nodes[n:, VISITS]).all()


@pytest.mark.parametrize("name", SEARCHABLE)
def test_the_decision_does_not_depend_on_what_the_seat_may_not_know(name):
    """Exchange the true secret: the search finds exactly the same."""
    spec = registry.spec(name)
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    agent = make_agent("ismcts:sims=40,depth=15", spec)
    rng = np.random.default_rng(2)
    batch = running(spec, n=6, steps=150)
    twin = Batch(spec, 6, batch.options)
    changed = 0
    for row in range(6):
        other = scramble(batch.games[row : row + 1], int(batch.seats[row]), rng)
        changed += other.tobytes() != batch.games[row : row + 1].tobytes()
        twin.load(other, row, resume=False)
    assert changed == 6
    for row in range(6):
        true, false = view_of(batch), view_of(twin)
        assert findings(agent, true, row) == findings(agent, false, row)
    assert agent.act(view_of(batch)).tolist() == agent.act(view_of(twin)).tolist()


def test_a_search_that_cheats_would_be_noticed():
    """The test above could fail: other knowledge gives other findings."""
    agent = make_agent("ismcts:sims=40", TOY)
    assert findings(agent, last_turn(4, 9), 0) != findings(agent, last_turn(4, 0), 0)


SEARCH = """
import sys, numpy as np
from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.engine.jit import COMPILED
from tests import toy_game
from tests.agents.positions import running, view_of

assert COMPILED == (sys.argv[2] == "compiled")
spec = toy_game.SPEC if sys.argv[1] == "toy_game" else registry.spec(sys.argv[1])
agent = make_agent("ismcts:sims=12,depth=8", spec)
view = view_of(running(spec, n=3, steps=40))
for i in range(3):
    search = agent.search(view, i)
    print(search.actions.tolist(), search.visits.tolist(), search.outcomes.tolist(), view.generators[i].tolist())
"""


@pytest.mark.skipif(not COMPILED, reason="this run is uncompiled itself")
@pytest.mark.parametrize("name", ["toy_game", *SEARCHABLE])
def test_uncompiled_equals_compiled(name):
    lines = {}
    for mode, disable in (("compiled", "0"), ("plain", "1")):
        env = {**os.environ, "NUMBA_DISABLE_JIT": disable, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        done = subprocess.run([sys.executable, "-c", SEARCH, name, mode], env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        lines[mode] = done.stdout.splitlines()
    assert len(lines["plain"]) == 3
    assert lines["plain"] == lines["compiled"]


def test_a_game_that_does_not_imagine_worlds_cannot_be_searched():
    with pytest.raises(ValueError, match="cannot be searched"):
        make_agent("ismcts", dataclasses.replace(TOY, inference=None))


def test_a_game_with_other_parts_has_compiled_code_of_its_own():
    """The search without a hand-written player is not taken from the cache for the one with it."""
    specs = (TOY, dataclasses.replace(TOY, heuristic=None))
    assert len({spec.compiler.source_hash("search", spec._bound(PROGRAM)) for spec in specs}) == 2


def test_a_game_without_a_hand_written_player_is_searched_with_random_play():
    spec = dataclasses.replace(TOY, heuristic=None)
    assert make_agent("ismcts", spec).rollout == "random"
    with pytest.raises(ValueError, match="has no hand-written player"):
        make_agent("ismcts:rollout=heuristic", spec)
    with pytest.raises(ValueError, match="has no hand-written player"):
        make_agent("heuristic", spec)
