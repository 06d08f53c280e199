"""Turns and decisions (GG-TURN, GG-DEC) and the options about them (GG-OPT-6, GG-OPT-7)."""

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard.actions import N_ACTIONS, Act, Decision
from haunted_env.play.batch import Batch
from tests.games.ghosts_in_the_graveyard.table import SPEC, Table, changed, g2, g3, haunt_only, look

SEARCH_48 = ["SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5"]


@pytest.mark.clause("GG-DEC-1")
def test_the_action_space():
    assert N_ACTIONS == 89
    wanted = {"TOMB": 0, "LIGHT": 50, "FLOOD": 56, "DIR": 57, "PLACE": 61, "SEARCH": 85, "GUESS": 86, "RAVEN": 87}
    assert SPEC.actions.first == wanted | {"VANISH": 88}
    assert Act.PLACE + 5 == 66


@pytest.mark.clause("GG-TURN-1")
def test_turns_pass_clockwise():
    table = g3()
    for seat in (1, 2, 0, 1, 2, 0):
        assert table.asked == (seat, "TURN_MENU")
        table.do("SEARCH", f"TOMB {min(table.hand(seat))}", "FLOOD")
        table.do(sorted(table.legal)[0])
    assert table.asked == (1, "TURN_MENU")


@pytest.mark.clause("GG-TURN-1", "GG-SIL-1")
def test_silenced_seats_are_skipped():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10")
    assert table.asked == (2, "TURN_MENU")
    table.do("RAVEN", "TOMB 10")
    assert table.asked == (0, "TURN_MENU")
    assert table.do("RAVEN", "TOMB 10").asked == (2, "TURN_MENU")


@pytest.mark.clause("GG-TURN-2", "GG-SEARCH-4", "GG-GUESS-1")
def test_the_target_is_the_left_neighbour_even_when_silenced():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10")  # seat 1 is silenced
    table.do("RAVEN", "TOMB 7")  # seat 2 asks seat 0, whose Decoy it is
    assert table.mark(7) == ("DECOY_FOUND", 0)
    table.do("SEARCH", "TOMB 5", "FLOOD", "DIR E")
    assert table.last_search[1]  # 46 of seat 0; 24 of seat 1 lies in the west
    assert table.decider == 0
    table.do("RAVEN", "TOMB 24")  # seat 0 finds the Haunt of the silenced seat 1
    assert table.is_over
    assert table.returns == [1, -0.5, -0.5]


@pytest.mark.clause("GG-TURN-3")
def test_a_turn_is_one_guess_or_one_search():
    assert g2().do(*SEARCH_48).asked == (1, "TURN_MENU")
    assert g2().do("GUESS", "TOMB 45", "TOMB 13").asked == (1, "TURN_MENU")


@pytest.mark.clause("GG-TURN-4", "GG-DEC-3")
def test_vanish_comes_before_the_action_and_only_then():
    table = g2()
    assert "VANISH" in table.legal
    table.do("VANISH")
    assert table.asked == (0, "VANISH_SWAP")
    table.do("TOMB 13")
    assert table.asked == (0, "TURN_MENU")
    assert table.legal == {"SEARCH", "GUESS", "RAVEN"}
    assert "VANISH" not in g2().do("SEARCH").legal
    assert "VANISH" not in g2().do("GUESS").legal


@pytest.mark.clause("GG-TURN-5")
@pytest.mark.parametrize("action", ["SEARCH", "GUESS", "RAVEN", "VANISH"])
def test_what_is_declared_is_binding(action):
    table = g2().do(action)
    assert not table.legal & {"SEARCH", "GUESS", "RAVEN", "VANISH"}
    assert all(table.refuses(other) for other in ("SEARCH", "GUESS", "RAVEN", "VANISH"))


@pytest.mark.clause("GG-TURN-6")
def test_every_turn_counts_free_turns_and_the_last_one_too():
    table = g2()
    assert table.turn == 0
    assert table.do("VANISH", "TOMB 13").turn == 0
    assert table.do("GUESS", "TOMB 30").turn == 1
    assert table.do("GUESS", "TOMB 2").turn == 2
    assert table.do("GUESS", "TOMB 45").turn == 2
    assert table.do("TOMB 49").turn == 3
    assert table.do("GUESS", "TOMB 13").turn == 4
    assert table.is_over


@pytest.mark.clause("GG-DEC-2")
def test_decisions_are_those_of_the_rules():
    names = "CHOOSE_HAUNT CHOOSE_DECOY_1 CHOOSE_DECOY_2 PICK_FLASHLIGHT TURN_MENU VANISH_SWAP GUESS_NUMBER"
    names += " PENALTY_REVEAL PLAY_CARD CHOOSE_LIGHT AIM_FLOOD PLACE_FLASHLIGHT"
    assert [decision.name for decision in Decision][1:] == names.split()
    table = g2()
    assert table.legal == {"SEARCH", "GUESS", "RAVEN", "VANISH"}
    assert table.do("SEARCH").decision == "PLAY_CARD"
    assert table.legal == {"TOMB 4", "TOMB 35", "TOMB 48"}
    assert table.do("TOMB 48").decision == "CHOOSE_LIGHT"
    assert table.legal == {"FLOOD", "LIGHT 0", "LIGHT 4"}
    assert table.do("LIGHT 0").decision == "PLACE_FLASHLIGHT"
    assert table.do("PLACE 5").do("VANISH").decision == "VANISH_SWAP"
    assert table.legal == {"TOMB 2", "TOMB 30"}
    assert table.do("TOMB 2", "GUESS").decision == "GUESS_NUMBER"
    assert table.do("TOMB 50").decision == "PENALTY_REVEAL"
    assert table.legal == {"TOMB 30", "TOMB 39"}


@pytest.mark.clause("GG-DEC-2")
def test_no_decision_offers_more_than_the_rules_say():
    most = dict(zip(list(Decision)[1:], (5, 4, 3, 6, 4, 2, 48, 2, 3, 5, 4, 24)))
    found = dict.fromkeys(most, 0)
    for players in (2, 3, 4):
        batch = Batch(SPEC, 64, {"players": players}, autoreset=True)
        batch.deal(np.arange(64))
        generators = batch.generators(players)
        for _ in range(150):
            for decision, n in zip(batch.games["table"]["decision"], batch.masks.sum(axis=1)):
                found[Decision(int(decision))] = max(found[Decision(int(decision))], int(n))
            batch.step_random(generators)
    assert all(found[decision] <= most[decision] for decision in most)
    assert {d: n for d, n in found.items() if n != most[d]}.keys() <= {Decision.PLACE_FLASHLIGHT}


@pytest.mark.clause("GG-DEC-4", "GG-OPT-7")
def test_single_options_are_presented_unless_auto_forced():
    table = changed(g2().do("GUESS", "TOMB 45", "TOMB 49"), seat=0).do("GUESS", "TOMB 45")
    assert table.legal == {"TOMB 13"}
    assert table.asked == (0, "PENALTY_REVEAL")
    forced = changed(g2(auto_forced=True).do("GUESS", "TOMB 45", "TOMB 49"), seat=0).do("GUESS", "TOMB 45")
    assert forced.asked == (1, "TURN_MENU")
    assert forced.secrets(0) == {28}
    assert forced.mark(13) == ("PENALTY", 0)


@pytest.mark.clause("GG-OPT-7")
def test_auto_forced_goes_on_to_a_choice_or_the_end():
    for players in (2, 3, 4):
        batch = Batch(SPEC, 32, {"players": players, "auto_forced": True}, autoreset=True)
        batch.deal(np.arange(32))
        generators = batch.generators(1)
        for _ in range(120):
            assert (batch.masks.sum(axis=1) > 1).all()
            batch.step_random(generators)


@pytest.mark.clause("GG-DEC-5")
def test_the_acting_seat_can_act_and_nobody_else():
    for players in (2, 3, 4):
        batch = Batch(SPEC, 16, {"players": players})
        batch.deal(np.arange(16))
        generators = batch.generators(5)
        for _ in range(100):
            over = batch.games["table"]["over"] == 1
            assert (batch.masks.any(axis=1) != over).all()
            for seat in range(players):
                masks = batch.look(np.full(16, seat)).masks
                assert not masks[(batch.games["table"]["decider"] != seat)].any()
            batch.step_random(generators)


@pytest.mark.clause("GG-DEC-6")
def test_illegal_actions_change_nothing():
    for table in (g2(), g2().do("SEARCH"), g2().do("SEARCH", "TOMB 48"), g2().do("SEARCH", "TOMB 48", "FLOOD")):
        illegal = [SPEC.actions.find(int(i)) for i in np.flatnonzero(table.masks[0] == 0)]
        names = [block.name if block.size == 1 else f"{block.name} {table.word(block.name, i)}" for block, i in illegal]
        assert len(names) + len(table.legal) == 89
        assert all(table.refuses(name) for name in names)
    batch = Batch(SPEC, 1)
    batch.deal(0)
    before = batch.raw.copy()
    for action in (85, 89, -1):
        with pytest.raises(ValueError, match="action"):
            batch.step([action])
        assert (batch.raw == before).all()


def five_turns(last, **options):
    """Four Searches in G2, then seat 0 does something."""
    table = g2(**options)
    for _ in range(4):
        table.do("SEARCH", f"TOMB {min(table.hand(table.decider))}", "FLOOD")
        table.do(sorted(table.legal)[0])
    return table.do(*last)


@pytest.mark.clause("GG-OPT-6", "GG-ENV-2", "GG-END-5", "GG-INV-8")
@pytest.mark.example("EX-26")
def test_ex_26_the_game_is_cut_off_after_max_turns():
    table = five_turns(["RAVEN", "TOMB 45"], max_turns=5)
    assert table.is_over
    assert table.turn == 5
    assert SPEC.queries.truncated(table.game)
    assert table.returns == [0, 0]
    assert SPEC.queries.result(table.game) == {"winners": [], "reason": "max_turns", "roles": ["active", "active"]}
    won = five_turns(["GUESS", "TOMB 39"], max_turns=5)
    assert not SPEC.queries.truncated(won.game)
    assert won.returns == [1, -1]
    assert not five_turns(["RAVEN", "TOMB 45"]).is_over
    assert not five_turns(["RAVEN", "TOMB 45"], max_turns=6).is_over


@pytest.mark.clause("GG-OPT-6", "GG-GUESS-7")
def test_a_free_turn_counts_towards_the_limit():
    table = g2(max_turns=2).do("GUESS", "TOMB 30")
    assert not table.is_over
    assert table.do("GUESS", "TOMB 2").is_over
    assert SPEC.queries.truncated(table.game)


@pytest.mark.clause("GG-HID-10")
def test_after_the_end_nobody_acts():
    for table in (g2().do("GUESS", "TOMB 39"), g2(max_turns=1).do(*SEARCH_48)):
        record = table.table
        assert table.asked == (-1, "NONE")
        assert (record["turn_seat"], record["raven"], record["played"], record["light"]) == (-1, 0, -1, -1)
        for seat in (0, 1):
            assert not look(table.game, seat)[1].any()


def test_seeds_and_seats_are_independent_of_options_order():
    assert Table(seed=3).game.tobytes() == Table(seed=3, players=2).game.tobytes()
