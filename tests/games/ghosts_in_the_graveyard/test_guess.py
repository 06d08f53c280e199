"""Guess, Raven and Vanish (GG-GUESS, GG-RAV, GG-VAN)."""

import pytest

from tests.games.ghosts_in_the_graveyard.table import changed, g2, g3, haunt_only


def last_guess(table):
    row = table.table["guesses"][int(table.table["n_guesses"]) - 1]
    return {name: int(row[name]) for name in row.dtype.names}


@pytest.mark.clause("GG-GUESS-1", "GG-GUESS-2", "GG-GUESS-3")
@pytest.mark.example("EX-25")
def test_ex_25_any_unmarked_number_may_be_named():
    table = g2().do("GUESS")
    assert table.asked == (0, "GUESS_NUMBER")
    assert table.offered == set(range(1, 51)) - {11, 26}
    assert {4, 28} <= table.offered
    assert table.refuses("TOMB 11")
    own = g2().do("GUESS", "TOMB 28")  # a bluff is a miss
    assert own.decision == "PENALTY_REVEAL"
    assert own.haunt(0) == 28


@pytest.mark.clause("GG-GUESS-5", "GG-END-1", "GG-END-5")
@pytest.mark.example("EX-11")
def test_ex_11_finding_the_haunt_wins():
    table = g2().do("GUESS", "TOMB 39")
    assert table.is_over
    assert table.returns == [1, -1]
    assert table.reason == "haunt_found"


@pytest.mark.clause("GG-GUESS-11", "GG-HID-9", "GG-HID-7")
@pytest.mark.example("EX-28")
def test_ex_28_an_exposed_haunt_is_marked_and_decoys_stay_hidden():
    table = g2().do("GUESS", "TOMB 39")
    assert table.mark(39) == ("HAUNT_FOUND", 1)
    assert table.haunt(1) is None
    assert table.decoys(1) == {2, 30}
    assert not {2, 30} & table.marked
    other = changed(
        table, seats={1: {"decoys": [2, 31], "dealt": [2, 17, 31, 39, 45]}}, draw_pile=swapped(table, 31, 30)
    )
    assert table.sees(0) == other.sees(0)
    assert table.sees(1) != other.sees(1)


def swapped(table, old, new):
    """The draw pile with one card exchanged for another."""
    return [new if number == old else number for number in table.pile]


@pytest.mark.clause("GG-GUESS-6", "GG-GUESS-7", "GG-TURN-6", "GG-HID-9")
@pytest.mark.example("EX-10")
def test_ex_10_a_found_decoy_gives_a_free_turn():
    table = g2().do("GUESS", "TOMB 30")
    assert table.mark(30) == ("DECOY_FOUND", 1)
    assert table.secrets(1) == {39, 2}
    assert table.turn == 1
    assert table.asked == (0, "TURN_MENU")
    assert table.legal == {"SEARCH", "GUESS", "RAVEN", "VANISH"}


@pytest.mark.clause("GG-GUESS-7")
def test_a_further_decoy_gives_a_further_free_turn_with_vanish_or_search():
    table = g2().do("GUESS", "TOMB 30", "VANISH", "TOMB 13", "GUESS", "TOMB 2")
    assert table.asked == (0, "TURN_MENU")
    assert table.turn == 2
    table.do("SEARCH", "TOMB 48", "FLOOD", "DIR N")
    assert table.asked == (1, "TURN_MENU")


@pytest.mark.clause("GG-GUESS-4", "GG-GUESS-8", "GG-GUESS-9", "GG-HID-9")
@pytest.mark.example("EX-12")
def test_ex_12_a_miss_costs_a_decoy_of_choice():
    table = g2().do("GUESS", "TOMB 45")
    assert table.hand(1) == {17, 45}
    assert table.asked == (0, "PENALTY_REVEAL")
    assert table.legal == {"TOMB 13", "TOMB 49"}
    assert table.refuses("TOMB 28")
    table.do("TOMB 49")
    assert table.mark(49) == ("PENALTY", 0)
    assert table.secrets(0) == {28, 13}
    assert table.asked == (1, "TURN_MENU")
    assert last_guess(table) == {
        "after": 0,
        "seat": 0,
        "named": 44,
        "raven": 0,
        "result": 1,
        "penalty": 48,
        "silenced": 0,
    }


@pytest.mark.clause("GG-GUESS-10", "GG-GUESS-9")
def test_a_miss_with_only_the_haunt_reveals_nothing():
    two = haunt_only(g2(), 0).do("GUESS", "TOMB 45")
    assert two.is_over
    assert 28 not in two.marked
    three = haunt_only(g3(), 1).do("GUESS", "TOMB 10")
    assert three.table["silenced"][1]
    assert 24 not in three.marked


@pytest.mark.clause("GG-HID-10")
def test_a_guess_is_logged_before_the_penalty_is_chosen():
    table = g2().do("GUESS")
    assert int(table.table["n_guesses"]) == 0
    table.do("TOMB 45")
    assert int(table.table["n_guesses"]) == 1
    assert last_guess(table)["penalty"] == -1
    assert table.turn == 0


@pytest.mark.clause("GG-RAV-1", "GG-RAV-3")
@pytest.mark.example("EX-13")
def test_ex_13_a_miss_under_raven_costs_nothing_but_the_turn():
    table = g2().do("RAVEN")
    assert table.asked == (0, "GUESS_NUMBER")
    table.do("TOMB 45")
    assert table.secrets(0) == {28, 13, 49}
    assert table.icons(0) == (1, 0, 2)
    assert table.asked == (1, "TURN_MENU")
    assert last_guess(table)["raven"] == 1


@pytest.mark.clause("GG-RAV-2")
@pytest.mark.example("EX-14")
def test_ex_14_the_raven_is_spent_by_a_hit_too():
    table = g2().do("RAVEN", "TOMB 2")
    assert table.mark(2) == ("DECOY_FOUND", 1)
    assert table.asked == (0, "TURN_MENU")
    assert table.legal == {"SEARCH", "GUESS", "VANISH"}


@pytest.mark.clause("GG-RAV-1", "GG-GUESS-8")
def test_raven_covers_one_guess_only():
    table = g2().do("RAVEN", "TOMB 2", "GUESS", "TOMB 45")
    assert table.asked == (0, "PENALTY_REVEAL")


@pytest.mark.clause("GG-RAV-4")
def test_a_miss_under_raven_with_only_the_haunt_has_no_consequence():
    two = haunt_only(g2(), 0).do("RAVEN", "TOMB 45")
    assert not two.is_over
    assert two.asked == (1, "TURN_MENU")
    three = haunt_only(g3(), 1).do("RAVEN", "TOMB 10")
    assert not three.table["silenced"].any()
    assert three.hand(1) == {25, 38}
    assert three.asked == (2, "TURN_MENU")


@pytest.mark.clause("GG-VAN-1", "GG-VAN-3", "GG-VAN-4", "GG-DEC-3")
@pytest.mark.example("EX-15")
def test_ex_15_vanish_swaps_haunt_and_decoy():
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5", "VANISH", "TOMB 30")
    assert table.haunt(1) == 30
    assert table.decoys(1) == {2, 39}
    assert table.asked == (1, "TURN_MENU")
    assert table.legal == {"SEARCH", "GUESS", "RAVEN"}
    table.do("RAVEN", "TOMB 45", "GUESS", "TOMB 39")
    assert table.mark(39) == ("DECOY_FOUND", 1)
    assert table.asked == (0, "TURN_MENU")
    table.do("GUESS", "TOMB 30")
    assert table.returns == [1, -1]


@pytest.mark.clause("GG-VAN-3")
def test_which_decoy_became_the_haunt_is_known_to_the_owner_alone():
    one, other = g2().do("VANISH", "TOMB 13"), g2().do("VANISH", "TOMB 49")
    assert one.sees(1) == other.sees(1)
    assert one.sees(0) != other.sees(0)
    assert one.events() == other.events()


@pytest.mark.clause("GG-VAN-4")
def test_answers_do_not_depend_on_vanish():
    search = ["SEARCH", "TOMB 48", "FLOOD", "DIR N"]
    plain = g2().do(*search, *["SEARCH", "TOMB 23", "FLOOD", "DIR W"]).last_search
    swapped = g2().do("VANISH", "TOMB 13", *search, *["SEARCH", "TOMB 23", "FLOOD", "DIR W"]).last_search
    assert plain == swapped


@pytest.mark.clause("GG-VAN-2")
@pytest.mark.example("EX-16")
def test_ex_16_vanish_needs_a_decoy_and_the_icon():
    assert "VANISH" not in haunt_only(g2(), 0).legal
    assert haunt_only(g2(), 0).refuses("VANISH")
    assert "VANISH" not in changed(g2(), seats={0: {"vanish": 0}}).legal
    assert "VANISH" in g2().do("GUESS", "TOMB 45", "TOMB 49", "RAVEN", "TOMB 4").legal
