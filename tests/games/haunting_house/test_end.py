"""The end of the game (section 6)."""

import numpy as np
import pytest

from haunted_env.envs.pettingzoo import raw_env
from haunted_env.games.haunting_house import SPEC
from tests.games.haunting_house.table import Table, resolving

LAST_PROGRAM = ["move_1", "move_2", "switch_places", "secret_passage"]


def last_flip(**position):
    """The last flip of a Chosen Round in which nobody can do anything."""
    programs = [["secret_passage", "move_1", "move_2", "switch_places"]] * 2
    return {"round": "chosen", "flip": 4, "cards": programs, "pawns": ["entrance", "entrance"], **position}


@pytest.mark.clause("HH-WIN-1", "HH-WIN-5")
@pytest.mark.parametrize(("seat", "players"), [(0, 2), (1, 3), (2, 4)])
def test_the_first_pawn_on_the_exit_wins_at_once(seat, players):
    pawns = ["4,4"] * players
    pawns[seat] = "5,5"
    cards = [["hall_of_mirrors", "move_1", "move_2"]] * players
    cards[seat] = ["move_1", "move_2", "rotate_90"]
    position = {"options": {"players": players}, "pawns": pawns, "flip": 1, "cards": cards}
    table = Table(position).do("DIR E")
    assert table.is_over
    assert table.reason == "exit"
    assert SPEC.queries.result(table.game)["winners"] == [seat]
    assert table.when == (1, "RANDOM", 1)  # everything as at the winning move
    assert table.shown(seat) == ["move_1"]
    assert table.drawn(seat) == ["move_1", "move_2", "rotate_90"]
    assert not table.masks.any()
    assert not SPEC.queries.truncated(table.game)


@pytest.mark.clause("HH-WIN-2")
def test_the_entrance_is_no_way_to_win():
    """Standing on it, or beside it with a hall or a wall between, nothing leads out of the house there."""
    for card in ("move_1", "secret_passage"):
        for turn in range(4):
            board = SPEC.positions.write(Table(resolving("rotate_90")).game)["board"]
            board[0] = board[0].replace("T15.3", f"T15.{turn}")
            table = Table(resolving(card, pawns=("0,0",), board=board))
            while not table.is_over and table.round == "RANDOM":
                assert not table.legal & {"DIR W", "DIR N"}
                table.do(min(table.legal))
            assert not table.is_over


@pytest.mark.clause("HH-WIN-3", "HH-INV-10")
@pytest.mark.parametrize("players", range(2, 7))
def test_rewards_are_zero_sum(players):
    table = Table(resolving("move_1", pawns=("5,5",), options={"players": players}))
    assert table.returns == [0] * players
    table.do("DIR E")
    assert table.returns == pytest.approx([1] + [-1 / (players - 1)] * (players - 1))
    assert sum(table.returns) == pytest.approx(0, abs=1e-6)


@pytest.mark.clause("HH-WIN-4", "HH-WIN-5", "HH-OPT-3", "HH-WIN-3")
@pytest.mark.example("EX-30")
def test_the_game_is_truncated_after_max_turns():
    table = Table(last_flip(options={"max_turns": 1}))
    assert table.is_over
    assert table.reason == "max_turns"
    assert SPEC.queries.truncated(table.game)
    assert table.returns == [0, 0]
    assert SPEC.queries.result(table.game)["winners"] == []


@pytest.mark.clause("HH-WIN-5", "HH-HID-8")
def test_the_final_state_is_the_last_flip():
    table = Table(last_flip(options={"max_turns": 3}, turn=3, marker=1))
    assert table.is_over
    assert table.when == (3, "CHOSEN", 4)
    assert table.table["marker"] == 1
    assert table.shown(0) == ["secret_passage", "move_1", "move_2", "switch_places"]
    assert table.table["past_chosen"].max() == -1
    assert table.drawn(0) == []
    goes_on = Table(last_flip(options={"max_turns": 4}, turn=3, marker=1))
    assert not goes_on.is_over
    assert goes_on.table["turn"] == 4
    assert goes_on.table["marker"] == 0


@pytest.mark.clause("HH-WIN-4")
def test_a_win_in_the_last_turn_is_a_win():
    programs = [["rotate_90", "rotate_180", "move_2", "move_1"], LAST_PROGRAM]
    position = last_flip(options={"max_turns": 1}, cards=programs, pawns=["5,5", "0,0"])
    table = Table(position).do("DIR E")
    assert table.reason == "exit"
    assert not SPEC.queries.truncated(table.game)


@pytest.mark.clause("HH-OPT-3", "HH-WIN-4")
def test_without_max_turns_a_game_is_never_truncated():
    table = Table(last_flip(options={"max_turns": 0}, turn=12_345))
    assert not table.is_over
    assert table.table["turn"] == 12_346
    assert SPEC.check_options({})["max_turns"] == 100
    with pytest.raises(ValueError, match="max_turns"):
        Table(seed=1, max_turns=10_001)


@pytest.mark.clause("HH-ENV-1", "HH-WIN-4")
def test_all_agents_are_truncated_together():
    env = raw_env(SPEC, players=3, max_turns=1)
    rng = np.random.default_rng(2)
    env.reset(seed=2)
    agents = set()
    while not any(env.truncations.values()):
        agents.add(env.agent_selection)
        assert env.agent_selection == f"player_{env._games['table']['decider'][0]}"
        mask = env.last()[0]["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
    assert agents == {"player_0", "player_1", "player_2"}
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert set(env.rewards.values()) == {0}
    assert env.infos["player_0"]["reason"] == "max_turns"
