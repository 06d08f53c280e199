"""Campaigns in everything that plays games: environments, batches, saves, positions, search, tournaments."""

import copy
import json
import pickle

import gymnasium
import numpy as np
import pytest

import haunted_env
from haunted_env.agents import make_agent
from haunted_env.arena.against import against
from haunted_env.cli.session import Session
from haunted_env.envs.pettingzoo import make_env
from haunted_env.envs.sb3 import SeatVecEnv
from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.campaign import library
from haunted_env.games.destinies.features import FEATURES
from haunted_env.play import replay as replays
from haunted_env.play.batch import Batch
from haunted_env.play.replay import Replay, ReplayError, state_hash
from haunted_env.play.view import View
from haunted_env.play.worlds import draw_worlds
from haunted_env.spec.position import PositionError, options_of
from tests.games.destinies.hearths import FILE, HEARTHS, OPTIONS, build
from tests.games.destinies.hidden import scramble
from tests.games.destinies.invariants import violations
from tests.games.destinies.table import Table as Played
from tests.games.destinies.test_campaign_rules import ASH, BIRCH, position, won

TWO = {**OPTIONS, "players": 2, "max_days": 12}


def random_play(env, seed=0, until=None):
    """Random play to the end, or until something holds; (agent, reward, info) of every `last`."""
    rng, seen = np.random.default_rng(seed), []
    while env.agents and not (until and until(env)):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((env.agent_selection, reward, info))
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


@pytest.mark.clause("DS-CAMP-9", "DS-CAMP-8")
def test_boundaries_and_rewards_reach_every_agent():
    env = make_env(SPEC, **TWO)
    env.reset(seed=3)
    seen = random_play(env)
    for seat, agent in enumerate(env.possible_agents):
        infos = [info for who, _, info in seen if who == agent]
        told = [info["chapter"] for info in infos if "chapter" in info]
        assert [one["number"] for one in told] == [1, 2]  # each once
        final = infos[-1]
        assert [one["number"] for one in final["chapters"]] == [1, 2, 3]
        assert told == final["chapters"][:2]
        assert final["reason"] == "all chapters are played"
        paid = sum(reward for who, reward, _ in seen if who == agent)
        assert paid == sum(one["rewards"][seat] for one in final["chapters"])
        assert all(winner in env.possible_agents for one in final["chapters"] for winner in one["winners"])


def chapter(env) -> int:
    return int(env.unwrapped._games["table"]["chapter"][0])


@pytest.mark.parametrize("way", ["clone", "deepcopy", "pickle", "get_state", "position"])
def test_a_campaign_goes_on_from_a_copy(way):
    """In the middle, right after a boundary that one agent has not been told of yet."""
    env = make_env(SPEC, **TWO)
    env.reset(seed=5)
    random_play(env, until=lambda env: chapter(env) == 1 and bool(env.infos["player_1"]))
    if way == "position":
        twin = make_env(SPEC, **TWO)
        twin.reset(options={"position": json.loads(json.dumps(env.position()))})
    elif way == "get_state":
        twin = make_env(SPEC, **TWO)
        twin.set_state(json.loads(json.dumps(env.get_state())))
    else:
        twin = {"clone": lambda: env.clone(), "deepcopy": lambda: copy.deepcopy(env)}.get(
            way, lambda: pickle.loads(pickle.dumps(env))
        )()
    if way != "position":
        assert twin.infos == env.infos
    assert state_hash(twin._games) == state_hash(env._games)
    mine, theirs = random_play(env, 1), random_play(twin, 1)
    assert [row[:2] for row in mine][2:] == [row[:2] for row in theirs][2:]
    assert state_hash(twin._games) == state_hash(env._games)


def test_a_state_of_another_version_is_refused(tmp_path):
    path = build(tmp_path)
    env = make_env(SPEC, players=2, campaign=path)
    env.reset(seed=1)
    state, where, replay = env.get_state(), env.position(), replays.seal(SPEC, env.replay())
    text = (tmp_path / "third.toml").read_text(encoding="utf-8")
    (tmp_path / "third.toml").write_text(text + "\n# other\n", encoding="utf-8")
    newer = make_env(SPEC, players=2, campaign=path)
    newer.reset(seed=1)
    before = newer.get_state()
    with pytest.raises(ValueError, match="played with other data"):
        newer.set_state(state)
    assert newer.get_state() == before
    with pytest.raises(PositionError, match=r"options: campaign .*hearths.toml: this is version"):
        newer.reset(options={"position": where})
    with pytest.raises(ReplayError, match=r"line 1: campaign .*hearths.toml: this is version .* is asked for"):
        replays.verify(SPEC, replay)


def test_a_replay_verifies_and_a_saved_campaign_goes_on(tmp_path):
    options = SPEC.check_options(TWO)
    session = Session(SPEC, options, 7)
    session.play([make_agent("random", SPEC)], [0, 0])
    whole = replays.seal(SPEC, session.replay())
    whole.save(tmp_path / "whole.jsonl")
    loaded = Replay.load(tmp_path / "whole.jsonl")
    replays.verify(SPEC, loaded)
    assert loaded.options["campaign"] == f"{FILE}@{HEARTHS.version}"
    assert len(loaded.result["chapters"]) == 3
    begun = Session(SPEC, options, 7)
    begun.follow(whole.actions[: len(whole.actions) // 2])
    again = Session.of(SPEC, replays.seal(SPEC, begun.replay()))
    again.follow(whole.actions)
    assert state_hash(again.game) == whole.state_hash
    lines = replays.export_for_seat(SPEC, loaded, 1)
    assert sum("Chapter 2: The Second Hearth" in line for line in lines) == 1


def test_a_vector_of_campaigns_tells_boundaries():
    envs = haunted_env.make_vec("destinies_v0", num_envs=16, threads=2, **TWO)
    observations, _ = envs.reset(seed=1)
    rng, numbers, finals = np.random.default_rng(0), [], 0
    for _ in range(500):
        masks = observations["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        observations, _, terminations, truncations, infos = envs.step(actions)
        if "chapter" in infos:
            rows = np.flatnonzero(infos["_chapter"])
            numbers += infos["chapter"]["number"][rows].tolist()
            for row in rows.tolist():
                assert infos["rewards"][row].any() or not infos["chapter"]["winners"][row]
        for row in np.flatnonzero(terminations | truncations).tolist():
            finals += 1
            assert len(infos["final_info"]["chapters"][row]) == 3
    assert finals > 10
    assert numbers.count(3) == finals
    assert abs(numbers.count(1) - finals) <= 16
    assert observations["observation"].shape[1] == SPEC.observation.size


def test_boundaries_reach_a_seat_that_learns():
    envs = haunted_env.make_vec("destinies_v0", num_envs=8, opponents="random", flatten=True, **TWO)
    _, infos = envs.reset(seed=1)
    rng, numbers, totals = np.random.default_rng(0), [], np.zeros(8)
    worth: list[list[float]] = [[] for _ in range(8)]
    for _ in range(300):
        seats = infos["seat"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        _, rewards, terminations, truncations, infos = envs.step(actions)
        totals += rewards
        if "chapter" in infos:
            for row in np.flatnonzero(infos["_chapter"]).tolist():
                numbers.append(int(infos["chapter"]["number"][row]))
                worth[row].append(infos["chapter"]["rewards"][row][seats[row]])
        for row in np.flatnonzero(terminations | truncations).tolist():
            chapters = infos["final_info"]["chapters"][row]
            assert [one["rewards"][seats[row]] for one in chapters] == worth[row]
            assert totals[row] == sum(worth[row])
            worth[row], totals[row] = [], 0
    assert min(numbers.count(n) for n in (1, 2, 3)) > 5


@pytest.mark.parametrize("mode", ["explorer", "challenger"])
def test_alone_as_a_gymnasium_environment(mode):
    env = gymnasium.make("haunted_env/Destinies-v0", mode=mode, campaign=FILE, max_days=9)
    _, info = env.reset(seed=2)
    rng, total, told = np.random.default_rng(1), 0.0, []
    over = False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
        total, over = total + reward, terminated or truncated
        told += [info["chapter"]["number"]] if "chapter" in info else []
    assert told == [1, 2, 3]
    assert total == sum(one["rewards"][0] for one in info["result"]["chapters"])


def test_a_learner_of_stable_baselines_is_paid_for_all_chapters():
    env = SeatVecEnv("destinies", 8, opponents="random", observation="compact", **TWO)
    env.reset()
    rng, ends, total = np.random.default_rng(0), 0, np.zeros(8)
    for _ in range(300):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in env.action_masks()])
        _, rewards, dones, infos = env.step(actions)
        total += rewards
        for row in np.flatnonzero(dones).tolist():
            ends += 1
            seat = infos[row]["seat"]
            assert total[row] == sum(one["rewards"][seat] for one in infos[row]["chapters"])
            total[row] = 0
    assert ends > 5
    env.close()


@pytest.mark.parametrize("agent", ["heuristic", "ismcts:sims=8"])
def test_agents_play_it_to_the_end(agent):
    session = Session(SPEC, SPEC.check_options({**OPTIONS, "players": 1, "max_days": 15}), 4)
    session.play([make_agent(agent, SPEC)], [0])
    assert [one["winners"] for one in SPEC.queries.result(session.game)["chapters"]] == [[0], [0], [0]]


def test_a_search_looks_to_the_end_of_the_chapter():
    """Imagined games end there, and what chapters before have brought does not count."""
    start = position(ASH, BIRCH, chapter=2, node="MOVE", past=[{"winner": 1, "worth": [-1, 1]}])
    start["players"][0] = ASH
    batch = Batch(SPEC, 1, {**OPTIONS, "players": 2})
    batch.load(SPEC.positions.read(start))
    agent = make_agent("ismcts:sims=64", SPEC)
    found = agent.search(View(batch, batch.rows, batch.generators(1), None), 0)
    outcomes = found.outcomes[np.arange(len(found.actions))[:, None], np.arange(8)]
    assert set(np.round(outcomes.ravel(), 3)) <= {0.0, 0.5, 1.0}
    assert 1.0 in outcomes


def test_a_tournament_counts_campaigns():
    found = against("destinies", "heuristic", "random", 2, 3, options={**OPTIONS, "max_days": 10})
    assert found.games.sum() == 6
    assert found.wins.sum() >= 4


@pytest.mark.clause("DS-OBS-11", "DS-OBS-19", "DS-CAMP-6")
def test_nothing_hidden_is_seen_in_later_chapters():
    rng = np.random.default_rng(0)
    batch = Batch(SPEC, 6, {**OPTIONS, "players": 3, "max_days": 9}, observation=None)
    batch.deal(np.arange(6))
    generators, compared = batch.generators(2), 0
    for number in range(160):
        rows = batch.rows[batch.seats >= 0]
        if not len(rows):
            break
        batch.step(batch.random_actions(generators)[rows], rows)
        for row in rows.tolist() if number % 8 == 0 else ():
            game, seat = batch.game(row).copy(), int(rng.integers(3))
            if not game["table"]["chapter"][0] or game["table"]["over"][0]:
                continue
            other = Batch(SPEC, 1, batch.options)
            for kind in ("full", "compact"):
                other.load(game, resume=False)
                mine = other.look([seat], observation=kind, masks=True)
                other.load(scramble(game, seat, rng), resume=False)
                theirs = other.look([seat], observation=kind, masks=True)
                assert all((a == b).all() for a, b in zip(mine, theirs))
            assert SPEC.words.text(game, seat) == SPEC.words.text(scramble(game, seat, rng), seat)
            compared += 1
    assert compared > 30


@pytest.mark.clause("DS-INV-4", "DS-INV-6", "DS-INV-10", "DS-INV-12")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_invariants_hold_over_boundaries(players):
    batch = Batch(SPEC, 64, {**OPTIONS, "players": players, "max_days": 9}, observation=None, autoreset=True)
    batch.deal(np.arange(64))
    generators = batch.generators(players)
    for _ in range(300):
        before = batch.games.copy()
        batch.step_random(generators)
        found = violations(batch.games, before, batch.data)
        assert not found.any(), f"DS-INV-{found.max()} in the game of seed {batch.seeds[found.argmax()]}"
    assert set(batch.games["table"]["chapter"].tolist()) == {0, 1, 2}


@pytest.mark.clause("DS-OBS-11")
def test_imagined_worlds_agree_and_go_on():
    batch = Batch(SPEC, 16, {**OPTIONS, "players": 2}, observation=None)
    batch.load(np.concatenate([won(ASH, BIRCH, seed=seed).game for seed in range(16)]), resume=False)
    worlds = draw_worlds(SPEC, batch.games, batch.seats, 5)
    assert (worlds["table"] == batch.games["table"]).all()
    twin = Batch(SPEC, 16, {**OPTIONS, "players": 2}, observation=None)
    twin.load(worlds, resume=False)
    generators = twin.generators(0)
    for _ in range(200):
        rows = twin.rows[twin.seats >= 0]
        twin.step(twin.random_actions(generators)[rows], rows)
    assert (twin.games["table"]["chapter"] == 2).all()


@pytest.mark.clause("DS-CAMP-6")
def test_a_carried_virtue_is_reckoned_with():
    """Who stole in the first chapter is imagined with less virtue in the second one than who did not."""
    means = []
    for flags in ([], ["thief"]):
        start = position(ASH, {**BIRCH, "flags": flags})
        table = Played(start).do("OPTION fin_fire_2a", "EFFORT 0", "DONE")
        drawn = [draw_worlds(SPEC, table.game, 0, seed)["secret"]["virtue"][0, 1] for seed in range(200)]
        means.append(np.mean(drawn))
    assert means[1] < means[0] - 0.3


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"chapter": 4}, "chapter: expected a whole number from 1 to 3, not 4"),
        ({"facts": ["moon"]}, 'facts[0]: unknown fact "moon"'),
        ({"past": [{"winner": 2}]}, "past[0].winner: expected a whole number from 0 to 1, not 2"),
        ({"past": [{}, {}]}, "past: at most 1 entries, found 2"),
        ({"past": [{"hero": 1}]}, "past[0].hero: unknown key"),
        ({"past": [{"characters": ["clover", "ash"]}]}, 'past[0].characters[0]: unknown character "clover"'),
        ({"players": [{**ASH, "legacies": ["limp"]}, BIRCH]}, 'players[0].legacies[0]: unknown legacy "limp"'),
        ({"notes": [{"code": "CHAPTER", "a": 2}]}, "notes[0]: CHAPTER names something that is not there"),
        ({"options": {"players": 2, "scenario": "hallow_pass"}}, "chapter: only a campaign has chapters: name it"),
    ],
)
def test_positions_that_cannot_be(changes, told):
    start = {**position(ASH, BIRCH, chapter=2, node="MOVE"), "players": [ASH, BIRCH], **changes}
    with pytest.raises(PositionError) as caught:
        SPEC.positions.read(start)
    assert told in str(caught.value)


@pytest.mark.clause("DS-CAMP-4")
def test_a_position_begins_with_what_was_left():
    start = position({**ASH, "facts": ["thief"]}, BIRCH, chapter=2, facts=["song_sung"], node="MOVE")
    start["players"][0] = {**ASH, "facts": ["thief"]}
    game = SPEC.positions.read(start)
    table, scenario = game["table"][0], HEARTHS.scenarios[1]
    assert int(table["flags"]) == 1 << scenario.flags.index("song_sung")
    assert int(table["pflags"][0][0]) == 1 << scenario.pflags.index("thief")
    assert options_of(SPEC, game)["campaign"] == f"{FILE}@{HEARTHS.version}"
    bare = SPEC.positions.read({**start, "flags": []})
    assert int(bare["table"][0]["flags"]) == 0
    assert SPEC.positions.write(bare)["flags"] == []


def test_the_compact_observation_tells_the_chapter():
    batch = Batch(SPEC, 1, {**OPTIONS, "players": 2}, observation="compact")
    batch.load(won(ASH, BIRCH).game, resume=False)
    assert batch.observations[0, FEATURES.span("CHAPTER")].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]


def test_campaigns_of_several_lengths_stand_in_one_stack():
    """Every chapter is found by its key, whichever a batch begins with."""
    keys = [scenario.key for scenario in HEARTHS.scenarios]
    assert library.following(keys[2]) == tuple(keys)
    for game in (won(ASH, BIRCH).game, won(ASH, BIRCH, chapter=2).game):
        batch = Batch(SPEC, 1, {**OPTIONS, "players": 2})
        batch.load(game, resume=False)
        assert set(keys) <= set(batch.data["key"].tolist())
