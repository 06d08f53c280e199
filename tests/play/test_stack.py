"""Batches in which every game has a world of its own (`play/stack.py`, the option `scenario` of Destinies)."""

import dataclasses
import pickle

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.envs.pettingzoo import raw_env
from haunted_env.games.destinies.scenario import library
from haunted_env.play import replay
from haunted_env.play.batch import Batch
from haunted_env.play.stack import Stack, data_of
from haunted_env.play.view import View
from haunted_env.play.worlds import draw_worlds
from tests.games.destinies.two_roofs import FILE
from tests.play.alike import assert_as_alone, assert_copies_go_on

SPEC = registry.spec("destinies")
NAMES = ("hallow_pass", "the_long_ebb", str(FILE))
SEVERAL = {"players": 2, "scenario": "+".join(NAMES)}
N = 12


def key_of(name):
    return int(SPEC.new_game(SPEC.check_options({"scenario": name, "players": 2}))["table"]["data_key"][0])


KEYS = [key_of(name) for name in NAMES]


def dealt(n=N, options=SEVERAL, **settings):
    batch = Batch(SPEC, n, options, **settings)
    batch.deal(np.arange(n))
    return batch


@pytest.mark.clause("DS-CONF-4")
def test_each_game_is_that_of_its_scenario_alone():
    batch = dealt(relative_seats=False)
    assert batch.games["table"]["data_key"].tolist() == [KEYS[seed % 3] for seed in range(N)]
    singles = [Batch(SPEC, 1, {"players": 2, "scenario": NAMES[seed % 3]}, relative_seats=False) for seed in range(N)]
    for seed, single in enumerate(singles):
        single.deal([seed])
    assert_as_alone(batch, singles, 150)


@pytest.mark.clause("DS-CONF-4")
@pytest.mark.parametrize("observation", ["full", "compact", None])
def test_finished_games_are_dealt_again_in_the_world_of_their_seed(observation):
    """Threads change nothing; rewards and status are those of the old game, everything else is of the new one."""
    soon = {**SEVERAL, "max_days": 2}
    batches = [dealt(options=soon, threads=threads, autoreset=True, observation=observation) for threads in (1, 2)]
    first = batches[0]
    generators = [batch.generators(4) for batch in batches]
    ends = 0
    for _ in range(120):
        for batch, mine in zip(batches, generators):
            batch.step_random(mine)
        assert batches[1].raw.tobytes() == first.raw.tobytes()
        for ours, theirs in zip(first.arrays, batches[1].arrays):
            assert (ours == theirs).all()
        ended = first.status == 1
        ends += int(ended.sum())
        assert (first.games["table"]["day"][ended] == 1).all()
        assert first.games["table"]["data_key"].tolist() == [KEYS[seed % 3] for seed in first.seeds.tolist()]
        assert first.masks.any(axis=1).all()
    assert ends > N


def test_looking_at_the_same_rewards_as_alone():
    """`step` and `act` see the end of a game in the same way."""
    batch = dealt(1, {**SEVERAL, "max_days": 1}, autoreset=True, relative_seats=False)
    while True:
        legal = int(np.flatnonzero(batch.masks[0])[0])
        if batch.act(legal) == 1:
            break
    assert batch.status[0] == 1
    assert batch.games["table"]["day"][0] == 1
    assert batch.games["table"]["n_log"][0] == 0
    assert batch.masks[0].any()


def test_copies_and_pickles_go_on_alike():
    batch = dealt(autoreset=True, relative_seats=False)
    generators = batch.generators(2)
    for _ in range(40):
        batch.step_random(generators)
    assert_copies_go_on(batch, generators, 40)


def test_replays_positions_and_saved_states():
    for seed in range(3):
        env = raw_env(SPEC, **SEVERAL)
        env.reset(seed=seed)
        for _ in range(30):
            env.step(int(np.flatnonzero(env.batch.masks[0])[-1]))
        made = env.replay()
        replay.verify(SPEC, made)
        assert made.options["scenario"] == NAMES[seed]  # its own world: the same game from the same seed
        several = dataclasses.replace(made, options={**made.options, "scenario": SEVERAL["scenario"]})
        replay.verify(SPEC, several)
        position = env.position()
        assert position["options"].get("scenario", library.DEFAULT) == NAMES[seed]
        other = raw_env(SPEC, **SEVERAL)
        other.reset(options={"position": position})
        assert other.batch.raw.tobytes() == env.batch.raw.tobytes()
        later = pickle.loads(pickle.dumps(env))
        assert later.batch.raw.tobytes() == env.batch.raw.tobytes()
        third = raw_env(SPEC, **SEVERAL)
        third.set_state(env.get_state())
        assert third.batch.raw.tobytes() == env.batch.raw.tobytes()


def test_games_of_other_worlds_are_refused():
    batch = Batch(SPEC, 2, {"players": 2, "scenario": "the_long_ebb+hallow_pass"})
    batch.deal([0, 1])
    before = batch.raw.copy()
    stranger = Batch(SPEC, 1, {"players": 2, "scenario": str(FILE)})
    stranger.deal([0])
    with pytest.raises(ValueError, match="other data than the batch"):
        batch.load(stranger.games, [0])
    assert (batch.raw == before).all()
    with pytest.raises(ValueError, match="other data than the batch"):
        stranger.load(batch.games[:1], [0])


@pytest.mark.clause("DS-CONF-4")
def test_options_that_do_not_go_together():
    for options, words in (
        ({"scenario": "hallow_pass+hallow_pass"}, "named twice"),
        ({"scenario": "hallow_pass+nowhere"}, "not the name of a scenario"),
        ({"scenario": f"hallow_pass+{FILE}", "players": 3}, "the scenario has 2 characters"),
        (
            {"scenario": "hallow_pass+the_long_ebb", "assign": "fixed", "characters": ["oda", "pim"]},
            "needs one scenario",
        ),
    ):
        with pytest.raises(ValueError, match=words):
            Batch(SPEC, 1, {"players": 2, **options})


def test_agents_and_drawn_worlds_find_the_world_of_every_game():
    batch = dealt(relative_seats=False)
    for name in ("heuristic", "ismcts:sims=8"):
        view = View(batch)
        actions = make_agent(name, SPEC).act(view)
        assert batch.masks[np.arange(N), actions].all()
    worlds = draw_worlds(SPEC, batch.games, batch.seats, 1)
    assert (worlds["table"] == batch.games["table"]).all()
    other = Batch(SPEC, N, SEVERAL, relative_seats=False)
    other.load(worlds, resume=False)
    assert (other.masks == batch.masks).all()
    assert View(batch).belief(about="player_1").shape[0] == N


def counted(calls):
    dtype = np.dtype([("key", "i8"), ("what", "i8")])

    def world(key):
        calls.append(key)
        return np.array([(key, key * 2)], dtype)

    return world


def found(data, key):
    """As compiled functions look (`state.world_of`)."""
    last = len(data) - 1
    place = key & last
    for _ in range(last):
        if data["key"][place] == key:
            break
        place = place + 1 & last
    return data[place]


def test_a_stack_holds_what_is_needed_and_lets_go_of_the_rest():
    calls: list[int] = []
    stack = Stack(counted(calls), [7])
    assert len(stack.data) == 1
    rng = np.random.default_rng(0)
    in_use: list[int] = [7]
    for _ in range(200):
        keys = rng.integers(1, 2**60, 5).tolist()
        in_use = (in_use + keys)[-20:]
        stack.need(keys, set(in_use).copy)
        for key in in_use:
            assert found(stack.data, key)["what"] == key * 2
        assert len(stack.data) <= 128
    before = len(calls)
    stack.need(in_use, lambda: set(in_use))
    assert len(calls) == before
    twin = stack.copy()
    twin.need([3], lambda: set(in_use))
    assert 3 not in stack.held
    assert 3 not in stack.data["key"].tolist()


def test_one_world_is_not_copied():
    batch = Batch(SPEC, 4, {"players": 2, "scenario": "hallow_pass"})
    assert np.shares_memory(batch.data, SPEC.scenarios.data(KEYS[0]))
    batch.deal(np.arange(4))
    assert len(data_of(SPEC, batch.games)) == 1
