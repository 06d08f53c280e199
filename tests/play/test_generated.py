"""Games in generated worlds: a fresh one for every game, and everything else as in any scenario."""

import dataclasses
import importlib
import pickle

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.envs.pettingzoo import raw_env
from haunted_env.games.destinies.generator import SIZES
from haunted_env.games.destinies.generator import worlds as generated
from haunted_env.play import replay
from haunted_env.play.batch import Batch
from haunted_env.play.view import View
from haunted_env.play.worlds import draw_worlds
from tests.contract.test_hidden import random_games
from tests.fuzz.leaks import everything_seen
from tests.hand_written import OURS, played
from tests.play.alike import assert_as_alone, assert_copies_go_on

SPEC = registry.spec("destinies")
TRAIN = {"players": 3, "scenario": "generated:train:small"}
N = 8


def dealt(options=TRAIN, n=N, **settings):
    batch = Batch(SPEC, n, options, **settings)
    batch.deal(np.arange(n))
    return batch


def names_of(batch):
    return [generated.world_of(key).name for key in batch.games["table"]["data_key"].tolist()]


@pytest.mark.clause("DS-GEN-6")
def test_each_game_is_that_of_its_world_alone():
    batch = dealt(relative_seats=False)
    names = names_of(batch)
    assert len(set(names)) == N
    singles = [Batch(SPEC, 1, {**TRAIN, "scenario": name}, relative_seats=False) for name in names]
    for seed, single in enumerate(singles):
        single.deal([seed])
    assert_as_alone(batch, singles, 250)


@pytest.mark.clause("DS-GEN-6")
@pytest.mark.parametrize("observation", ["full", "compact"])
def test_every_episode_has_a_fresh_world_whatever_the_threads(observation):
    soon = {**TRAIN, "max_days": 2}
    batches = [dealt(soon, threads=threads, autoreset=True, observation=observation) for threads in (1, 2)]
    first = batches[0]
    generators = [batch.generators(4) for batch in batches]
    seen = set(names_of(first))
    for _ in range(150):
        for batch, mine in zip(batches, generators):
            batch.step_random(mine)
        assert batches[1].raw.tobytes() == first.raw.tobytes()
        assert (first.observations == batches[1].observations).all()
        worlds = generated.named(TRAIN["scenario"]).of(first.seeds)
        assert (first.games["table"]["data_key"] == worlds).all()
        seen |= set(names_of(first))
    assert len(seen) > 5 * N


def test_copies_and_pickles_go_on_alike():
    batch = dealt({**TRAIN, "max_days": 3}, autoreset=True, relative_seats=False)
    generators = batch.generators(2)
    for _ in range(60):
        batch.step_random(generators)
    assert_copies_go_on(batch, generators, 60)


@pytest.mark.clause("DS-GEN-5")
def test_replays_positions_and_saved_games_name_their_world():
    for seed in range(3):
        env = raw_env(SPEC, **TRAIN)
        env.reset(seed=seed)
        for _ in range(30):
            env.step(int(np.flatnonzero(env.batch.masks[0])[-1]))
        name = names_of(env.batch)[0]
        made = env.replay()
        assert made.options["scenario"] == name
        text = "\n".join(made.lines())
        position, state, raw = env.position(), env.get_state(), env.batch.raw.tobytes()
        assert position["options"]["scenario"] == name
        generated.packed.cache_clear()
        generated.scenario_of.cache_clear()
        made = replay.Replay.parse(text)
        replay.verify(SPEC, made)
        pooled = dataclasses.replace(made, options={**made.options, "scenario": TRAIN["scenario"]})
        replay.verify(SPEC, pooled)
        other = raw_env(SPEC, **TRAIN)
        other.reset(options={"position": position})
        assert other.batch.raw.tobytes() == raw
        assert pickle.loads(pickle.dumps(env)).batch.raw.tobytes() == raw
        third = raw_env(SPEC, **TRAIN)
        third.set_state(state)
        assert third.batch.raw.tobytes() == raw


@pytest.mark.clause("DS-GEN-6")
def test_games_of_another_pool_are_refused():
    train, test = dealt(n=2), dealt({**TRAIN, "scenario": "generated:test:small"}, n=2)
    with pytest.raises(ValueError, match="other data than the batch"):
        train.load(test.games)


def test_agents_and_drawn_worlds_find_the_world_of_every_game():
    batch = dealt(relative_seats=False)
    for name in ("heuristic", "ismcts:sims=8"):
        actions = make_agent(name, SPEC).act(View(batch))
        assert batch.masks[np.arange(N), actions].all()
    worlds = draw_worlds(SPEC, batch.games, batch.seats, 1)
    assert (worlds["table"] == batch.games["table"]).all()
    assert View(batch).belief(about="player_1").shape[0] == N


@pytest.mark.clause("DS-GEN-3")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [1, 3])
def test_the_hand_written_player_finishes_generated_worlds(size, players):
    table = played(SPEC, {"players": players, "scenario": f"generated:test:{size}"}, [OURS] * players, 60, 3)["table"]
    assert np.mean(table["winner"] >= 0) > 0.93


def test_what_a_seat_may_not_know_changes_nothing_it_sees():
    scramble = importlib.import_module("tests.games.destinies.hidden").scramble
    rng = np.random.default_rng(5)
    compared = 0
    for number, game in enumerate(random_games(SPEC, seed=3, n=4, scenario="generated:train:small:6")):
        if number % 2 == 0:
            for seat in range(int(game["table"]["n_seats"][0])):
                other = scramble(game, seat, rng)
                assert other.tobytes() != game.tobytes()
                for relative in (True, False):
                    assert everything_seen(SPEC, other, seat, relative) == everything_seen(SPEC, game, seat, relative)
                compared += 1
    assert compared > 50
