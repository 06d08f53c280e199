"""The environment contract (DS-ENV), the single-player environment, positions and words."""

import json
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from haunted_env.envs.pettingzoo import make_env
from haunted_env.games.destinies.scenario import library
from haunted_env.play.batch import Batch
from haunted_env.spec.position import PositionError
from tests.envs.conftest import DEFAULTS
from tests.games.destinies.table import SPEC, Table, at, dice, in_finale, variant, visiting

QUICK = DEFAULTS["destinies"]


def at_position(position, players):
    env = make_env(SPEC, players=players)
    env.reset(seed=1, options={"position": position})
    return env


@pytest.mark.clause("DS-ENV-1", "DS-DEC-4")
def test_the_selected_agent_is_the_seat_that_decides():
    position = at(players=3, top={"day": 8, "fired": ["ev_peddler"]})
    del position["node"]
    env = at_position(position, 3)
    step = SPEC.actions.first["STEP"]
    for seat in range(3):
        assert env.agent_selection == f"player_{seat}"
        env.step(step)
    assert env.agent_selection == "player_0"


@pytest.mark.clause("DS-ENV-2")
def test_the_engine_runs_to_the_first_decision():
    env = make_env(SPEC, players=1)
    env.reset(seed=3)
    assert env.agents == ["player_0"]
    assert env.last()[0]["action_mask"].any()
    assert SPEC.words.decision_name(env._games, 0) == "MOVE"


@pytest.mark.clause("DS-ENV-3", "DS-END-5")
def test_a_defeated_agent_leaves_and_the_others_go_on():
    env = at_position(dice(in_finale("fin_call", resolve=1, players=3), 1, 1, 1), 3)
    table = Table(dice(in_finale("fin_call", resolve=1, players=3), 1, 1, 1))
    for name in ("OPTION fin_call_1b", "EFFORT 1", "DONE"):
        env.step(table.index(name))
        table.do(name)
    assert env.agent_selection == "player_0"
    assert env.terminations == {"player_0": True, "player_1": False, "player_2": False}
    assert env.last()[1:4] == (-1.0, True, False)
    env.step(None)
    assert env.agents == ["player_1", "player_2"]
    assert env.agent_selection == "player_1"
    assert env.last()[1] == 0
    saved = env.get_state()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    env.set_state(saved)
    assert env.agents == ["player_1", "player_2"]


@pytest.mark.clause("DS-ENV-3")
def test_a_finished_game_that_nobody_is_left_in_can_be_started_from():
    position = dice(in_finale("fin_call", resolve=1, players=1), 1, 1)
    env = at_position(position, 1)
    table = Table(position)
    for name in ("OPTION fin_call_1a", "EFFORT 0", "DONE"):
        env.step(table.index(name))
        table.do(name)
    assert env.terminations == {"player_0": True}
    env.reset(options={"position": env.position()})
    assert env.terminations == {"player_0": True}
    assert env.infos["player_0"]["reason"] == "everybody is defeated"
    env.step(None)
    assert env.agents == []


@pytest.mark.clause("DS-ENV-3")
def test_at_a_win_all_agents_end_together():
    others = {1: {"defeated": True, "finale": "fin_name"}}
    env = at_position(dice(in_finale("fin_call", stage=3, players=3, others=others), 6, 6, "S"), 3)
    table = Table(dice(in_finale("fin_call", stage=3, players=3, others=others), 6, 6, "S"))
    for name in ("OPTION fin_call_3a", "EFFORT 1", "DONE"):
        env.step(table.index(name))
        table.do(name)
    assert set(env.terminations.values()) == {True}
    assert env.rewards["player_0"] == 1 and env.rewards["player_2"] == -1


@pytest.mark.clause("DS-ENV-3", "DS-END-3")
def test_truncation_is_no_termination():
    env = make_env(SPEC, players=2, max_days=1)
    env.reset(seed=1)
    while env.agents and not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())


def test_step_rewards_reach_their_owner():
    position = dice(visiting("drowned_street", effort=1), 6, 6, "S")
    env = make_env(SPEC, players=2, step_reward=0.25)
    env.reset(seed=1, options={"position": {**position, "options": {"players": 2, "step_reward": 0.25}}})
    table = Table(position)
    for name in ("OPTION street_names", "EFFORT 1", "DONE"):
        env.step(table.index(name))
        table.do(name)
    assert env.rewards == {"player_0": 0.25, "player_1": 0}
    assert env.last()[1] == 0.25


@pytest.mark.clause("DS-ENV-4")
@pytest.mark.parametrize("options", [
    {"players": 3}, {"players": 2, "assign": "draft", "destiny_deal": "shuffled"}, {"players": 1, "mode": "challenger"},
    {"players": 3, **QUICK}, {"players": 1, "step_reward": 0.1, "auto_single": True},
    {"players": 2, "assign": "fixed", "characters": ["pim", "oda"]},
])  # fmt: skip
def test_every_state_of_a_game_is_written_and_read_back_exactly(options):
    batch = Batch(SPEC, 2, options, relative_seats=False)
    generators = batch.generators(1)
    batch.deal(np.arange(2))
    for _ in range(150):
        for row in range(2):
            game = batch.games[row : row + 1]
            position = json.loads(json.dumps(SPEC.positions.write(game)))
            assert SPEC.positions.read(position).tobytes() == game.tobytes()
        batch.step_random(generators)


@pytest.mark.parametrize(("change", "message"), [
    ({"game": "chess"}, "game: this is a position of another game"),
    ({"scenario": "abc"}, "scenario: the position was written with another version"),
    ({"expored": []}, 'expored: unknown key; did you mean "explored"'),
    ({"options": {"players": 9}}, "options: option players=9"),
    ({"day": 0}, "day: expected a whole number from 1"),
    ({"explored": ["black_tarn"]}, 'explored: "black_tarn" is cut off'),
    ({"explored": ["atlantis"]}, r'explored\[0\]: unknown tile "atlantis"'),
    ({"players": [{"coins": 31}, {}]}, r"players\[0\]\.coins: expected a whole number from 0 to 30"),
    ({"players": [{"character": "oda"}, {"character": "oda"}]}, r"players\[1\]: the character is somebody else's"),
    ({"players": [{"int": [2, 3]}, {}]}, r"players\[0\].*: a track has 3 or 4 markers"),
    ({"players": [{"int": [2, 3, 3]}, {}]}, r"players\[0\].*: 3 appears twice"),
    ({"players": [{"items": ["mastiff"] * 2}, {}]}, "2 copies of mastiff, there are 1"),
    ({"players": [{"limits": ["quay_crates"]}, {}]}, "has no limit"),
    ({"node": "TRADE"}, "node: a position begins at"),
    ({"node": "STAGE"}, "node: STAGE is for players in their finale"),
    ({"node": "OPTIONS"}, "visit: OPTIONS needs the point of interest"),
    ({"node": "OPTIONS", "visit": "foundry"}, "visit: only a known point of interest of the own tile"),
    ({"force": {"dice": ["X"]}}, r"force\.dice\[0\]"),
    ({"rng": [0, 0, 0, 0]}, "rng: four zeros"),
    ({"work": [{}]}, r"work\[0\]: missing key: task"),
    ({"n_log": 3}, "n_log: of 3 happenings"),
])  # fmt: skip
def test_a_bad_position_names_the_field(change, message):
    with pytest.raises(PositionError, match=message):
        SPEC.positions.read({"options": {"players": 2}, **change})


def test_every_game_speaks_of_its_own_scenario(tmp_path):
    one = Table(players=2, scenario=QUICK["scenario"])
    two = Table(players=2, scenario=variant(tmp_path, ('name = "Orren Quay"', 'name = "Other Quay"')))
    assert "The Field" in SPEC.words.text(one.game, 0)
    assert "Other Quay" in SPEC.words.text(two.game, 0)


def test_a_game_names_the_file_that_was_asked_for_last(tmp_path):
    """Of two files that hold the same scenario the first may be gone by now; a supplied one is known by its name."""
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    for path in (first, second):
        path.write_bytes(Path(variant(tmp_path, ('name = "Orren Quay"', 'name = "Old Quay"'))).read_bytes())
        game = Table(players=2, scenario=str(path)).game
        assert SPEC.positions.write(game)["options"]["scenario"] == str(path)
    first.unlink()
    assert SPEC.positions.read(SPEC.positions.write(game)).tobytes() == game.tobytes()
    first.write_bytes((library.FOLDER / "hallow_pass.toml").read_bytes())
    game = Table(players=2, scenario="hallow_pass").game
    Table(players=2, scenario=str(first))
    assert SPEC.positions.write(game)["options"]["scenario"] == "hallow_pass"


def test_a_game_of_another_scenario_is_refused_by_a_batch():
    batch = Batch(SPEC, 1, {"players": 2})
    with pytest.raises(ValueError, match="other data"):
        batch.load(Table(players=2, **QUICK).game)


@pytest.mark.parametrize("scenario", ["the_long_ebb", "hallow_pass"])
@pytest.mark.parametrize("mode", ["explorer", "challenger"])
def test_gymnasium_finds_no_fault_with_the_registered_environment(scenario, mode):
    env = gymnasium.make("haunted_env/Destinies-v0", scenario=scenario, mode=mode, render_mode="ansi")
    check_env(env.unwrapped)
    env.reset(seed=1)
    assert env.render().startswith(("The Long Ebb", "A Lamp at Hallow Pass"))


def test_the_single_player_environment():
    env = gymnasium.make("haunted_env/Destinies-v0", mode="challenger", **QUICK)
    check_env(env.unwrapped, skip_render_check=True)
    observation, info = env.reset(seed=3)
    assert info["action_mask"].any()
    total, ended = 0.0, False
    rng = np.random.default_rng(1)
    while not ended:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        total, ended = total + reward, terminated or truncated
    assert total in (1.0, -1.0)
    assert observation.shape == (SPEC.observation.size,)
    for illegal in ("random", "raise"):
        env.unwrapped.illegal = illegal
        with pytest.raises(RuntimeError, match=r"the game is over: call reset\(\)"):
            env.step(0)
    env.reset()
    env.step(int(np.flatnonzero(env.unwrapped.action_masks())[0]))


def test_the_single_player_environment_is_for_one_player():
    with pytest.raises(ValueError, match=r"players=2: this environment is for one player; .*haunted_env\.make"):
        gymnasium.make("haunted_env/Destinies-v0", players=2)
    assert gymnasium.make("haunted_env/Destinies-v0", players=1).unwrapped.options["players"] == 1


@pytest.mark.clause("DS-DEST-5", "DS-DEST-10")
def test_the_owner_is_told_of_the_own_destiny():
    position = visiting("quay_inn", flags=["deed_names"], revealed={"A": [3]})
    game = Table(position).game
    told = SPEC.words.explain_decision(game, 0)
    assert "Path A, Call the Drowned Home: 1 of 4 steps done. Seek The Drowned Church (Stand beside the bell)." in told
    assert "Path B, The Reckoning: 0 of 4 steps done.\n" in told
    assert "Drowned Church" not in SPEC.words.explain_decision(game, 1)
    whole = ["deed_names", "deed_vow", "deed_bell", "deed_salt"]
    told = SPEC.words.explain_decision(Table(at(flags=whole)).game, 0)
    assert "4 of 4 steps done. It is complete: go to The Drowned Church for your finale." in told
    assert "ask people" not in told
    assert "ask people about your destiny" in SPEC.words.explain_decision(Table(at()).game, 0)


def test_words_for_every_decision():
    """No decision, action or view is without words; lines fit a terminal."""
    for options in ({"players": 3}, {"players": 3, **QUICK}, {"players": 2, "assign": "draft"}):
        batch = Batch(SPEC, 1, options, relative_seats=False)
        generators = batch.generators(2)
        batch.deal(2)
        for _ in range(200):
            game = batch.games
            if game["table"]["over"][0]:
                break
            seat = int(game["table"]["decider"][0])
            for action in range(SPEC.actions.size):
                assert SPEC.words.describe_action(game, action)
            assert len(SPEC.words.explain_decision(game, seat)) > 10
            for viewer in (seat, (seat + 1) % options["players"], None):
                assert max(map(len, SPEC.words.text(game, viewer).splitlines())) <= 100
            batch.step_random(generators)
        assert len(SPEC.words.events(batch.games, 0)[1]) > 10
        assert SPEC.words.draw(batch.games, 0).shape == SPEC.words.draw(batch.games, None).shape
