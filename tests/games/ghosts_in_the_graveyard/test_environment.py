"""The environment contract (GG-ENV)."""

import numpy as np
import pytest

from haunted_env.envs.pettingzoo import make_env
from haunted_env.play.batch import Batch
from tests.games.ghosts_in_the_graveyard.table import SPEC, Table, g2, g3, haunt_only


def env_at(table):
    env = make_env(SPEC, players=int(table.table["n_seats"]))
    env.reset(options={"position": SPEC.positions.write(table.game)})
    return env


@pytest.mark.clause("GG-ENV-1")
def test_agents_are_seats_and_silenced_ones_receive_their_reward():
    env = env_at(haunt_only(g3(), 1, 2))
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert env.agent_selection == "player_1"
    index = g3().index
    for action in ("GUESS", "TOMB 10"):
        env.step(index(action))
    assert env.agent_selection == "player_2"
    assert env.agents == env.possible_agents
    for action in ("RAVEN", "TOMB 10", "RAVEN", "TOMB 10"):
        assert env.agent_selection != "player_1"
        env.step(index(action))
    for action in ("GUESS", "TOMB 10"):
        env.step(index(action))
    assert env.rewards == {"player_0": 1, "player_1": -0.5, "player_2": -0.5}
    assert env.infos["player_1"]["roles"] == {"player_0": "active", "player_1": "silenced", "player_2": "silenced"}


@pytest.mark.clause("GG-ENV-2", "GG-END-5", "GG-OPT-6")
def test_all_agents_terminate_or_are_truncated_in_the_same_step():
    won = env_at(g2())
    won.step(won.spec.actions.first["GUESS"])
    won.step(38)
    assert set(won.terminations.values()) == {True}
    assert set(won.truncations.values()) == {False}
    cut = env_at(g2(max_turns=1))
    cut.step(cut.spec.actions.first["RAVEN"])
    cut.step(44)
    assert set(cut.terminations.values()) == {False}
    assert set(cut.truncations.values()) == {True}
    assert set(cut.rewards.values()) == {0}
    assert cut.infos["player_0"]["reason"] == "max_turns"
    assert cut.infos["player_0"]["winners"] == []


@pytest.mark.clause("GG-ENV-3")
def test_equal_options_seed_and_actions_give_equal_games():
    runs = []
    for _ in range(2):
        batch = Batch(SPEC, 8, {"players": 3, "deal_flashlights": True})
        batch.deal(np.arange(8))
        generators, states = batch.generators(3), []
        for _ in range(60):
            states.append(
                (batch.raw.tobytes(), batch.observations.tobytes(), batch.masks.tobytes(), batch.rewards.tobytes())
            )
            batch.step_random(generators)
        runs.append(states)
    assert runs[0] == runs[1]


@pytest.mark.clause("GG-ENV-3")
def test_chance_is_fixed_at_reset():
    """The generator is not touched after the deal."""
    batch = Batch(SPEC, 8, {"players": 4, "deal_flashlights": True})
    batch.deal(np.arange(8))
    words = batch.games["secret"]["rng"].copy()
    generators = batch.generators(3)
    for _ in range(120):
        batch.step_random(generators)
    assert (batch.games["secret"]["rng"] == words).all()


@pytest.mark.clause("GG-ENV-4")
def test_a_game_starts_from_a_deck_order_or_from_the_middle():
    start = {"options": {"players": 2}, "deck": [4, 13, 28, 35, 49, "..."]}
    assert Table(start).hand(0) == {4, 13, 28, 35, 49}
    middle = g3().do("SEARCH", "TOMB 5", "LIGHT 2")
    again = Table(SPEC.positions.write(middle.game))
    assert again.game.tobytes() == middle.game.tobytes()
    assert again.do("PLACE 20").last_search == ({15, 16, 17, 18, 25}, False)
