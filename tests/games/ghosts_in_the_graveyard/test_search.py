"""Search and Hands (GG-SEARCH, GG-HAND)."""

import pytest

from haunted_env.games.ghosts_in_the_graveyard.words.names import area
from tests.games.ghosts_in_the_graveyard.table import Table, changed, g2, g3, haunt_only, last_cards, numbers


@pytest.mark.clause("GG-SEARCH-1", "GG-SEARCH-2")
def test_a_search_draws_plays_and_asks_in_this_order():
    table = g2().do("SEARCH")
    assert table.hand(0) == {4, 35, 48}
    assert len(table.pile) == 37
    assert table.asked == (0, "PLAY_CARD")
    table.do("TOMB 4")  # an older card
    assert table.mark(4) == ("PLAYED", 0)
    assert table.hand(0) == {35, 48}
    assert table.asked == (0, "CHOOSE_LIGHT")
    assert table.do("FLOOD").asked == (0, "AIM_FLOOD")
    assert int(table.table["n_searches"]) == 0
    table.do("DIR S")
    assert int(table.table["n_searches"]) == 1
    assert table.asked == (1, "TURN_MENU")


@pytest.mark.clause("GG-PLACE-1", "GG-PLACE-2", "GG-PLACE-4", "GG-SEARCH-5")
@pytest.mark.example("EX-03")
def test_ex_03_the_lantern_from_48():
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0")
    assert table.index("PLACE 5") == 66
    table.do("PLACE 5")
    assert table.last_search == ({28, 29, 30, 38, 39}, True)
    assert table.hand(0) == {4, 35}
    assert table.asked == (1, "TURN_MENU")


@pytest.mark.clause("GG-FLOOD-1", "GG-FLOOD-2", "GG-SEARCH-5")
@pytest.mark.example("EX-04")
def test_ex_04_the_flood_light_west_of_23():
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5", "SEARCH", "TOMB 23", "FLOOD", "DIR W")
    assert table.last_search == ({1, 2, 11, 12, 21, 22, 31, 32, 41, 42}, False)
    assert table.secrets(0) == {13, 28, 49}


@pytest.mark.clause("GG-SEARCH-5", "GG-SEARCH-6", "GG-INV-7")
@pytest.mark.parametrize(
    ("secrets", "yes"),
    [((30, 1, 2), True), ((1, 2, 30), True), ((1, 30, 2), True), ((28, 29, 30), True), ((27, 40, 47), False)],
)
def test_the_answer_is_one_true_bit_for_haunt_and_decoys_alike(secrets, yes):
    haunt, *decoys = secrets
    seats = [{"haunt": 50, "decoys": [49, 46], "flashlight": "lantern"}, {"haunt": haunt, "decoys": decoys}]
    table = Table({"seats": seats, "draw_pile": [48, "..."]}).do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5")
    assert table.last_search == ({28, 29, 30, 38, 39}, yes)
    assert int(table.table["searches"][0]["yes"]) == yes


def areas(table, place):
    return numbers(area(table.table, int(table.table["light"]), int(table.table["played"]), place))


@pytest.mark.clause("GG-SEARCH-3")
def test_hands_never_answer():
    table = g2().do("SEARCH", "TOMB 35", "LIGHT 0")  # 45 is in seat 1's hand, its Secrets are 2, 30, 39
    place = next(p for p in table.offered if 45 in areas(table, p) and not {2, 30, 39} & areas(table, p))
    assert not table.do(f"PLACE {place}").last_search[1]


@pytest.mark.clause("GG-SEARCH-4", "GG-SEARCH-7", "GG-HID-2")
def test_question_and_answer_are_public_and_go_to_the_target():
    table = g3().do("SEARCH", "TOMB 5", "FLOOD", "DIR S")  # seat 1 asks seat 2, all of whose Secrets but 3 lie south
    assert table.last_search[1]
    assert table.events()[-1].startswith("Player 1 asks player 2 about 11-50 (south of 05): Yes")
    other = changed(
        g3(), seats={2: {"haunt": 3, "decoys": [4, 6], "dealt": [3, 4, 6, 15, 41]}}, draw_pile=without(4, 6)
    )
    other.do("SEARCH", "TOMB 5", "FLOOD", "DIR S")
    assert not other.last_search[1]
    for seat in (0, 1):
        assert table.sees(seat) != other.sees(seat)


def without(*numbers):
    """G3's draw pile with two numbers exchanged for seat 2's Decoys."""
    new = dict(zip(numbers, (27, 44)))
    return [new.get(number, number) for number in g3().pile]


@pytest.mark.clause("GG-SEARCH-8")
@pytest.mark.example("EX-21")
def test_ex_21_with_an_empty_draw_pile_nothing_is_drawn():
    table = last_cards(g2(), {0: [4, 35], 1: [17]}).do("SEARCH")
    assert table.asked == (0, "PLAY_CARD")
    assert table.legal == {"TOMB 4", "TOMB 35"}
    table.do("TOMB 4")
    assert table.hand(0) == {35}
    assert not table.pile


@pytest.mark.clause("GG-SEARCH-9")
@pytest.mark.example("EX-22")
def test_ex_22_without_cards_there_is_no_search():
    table = last_cards(g2(), {0: [], 1: [17]})
    assert table.legal == {"GUESS", "RAVEN", "VANISH"}
    assert table.refuses("SEARCH")
    assert "SEARCH" in last_cards(g2(), {0: [4], 1: [17]}).legal
    bare = changed(haunt_only(table, 0), seats={0: {"raven": 0}})
    assert bare.legal == {"GUESS"}


@pytest.mark.clause("GG-SEARCH-10")
def test_the_log_replaces_notes():
    """No action writes a note, and a question asked is there to be read in every later observation."""
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5")
    other = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 8")
    for each in (table, other):
        for _ in range(6):
            each.do("SEARCH", f"TOMB {min(each.hand(each.decider))}", "FLOOD")
            each.do(sorted(each.legal)[0])
    assert table.marked == other.marked
    assert table.sees(0)[0] != other.sees(0)[0]


@pytest.mark.clause("GG-SEARCH-11")
def test_a_question_about_marked_numbers_only_is_answered_no():
    seats = [{"haunt": 50, "decoys": [49, 48], "hand": [11, 20]}, {"haunt": 40, "decoys": [39, 38], "hand": [30, 31]}]
    marks = {"1": "start_draw 0", "2": "start_draw 1"} | {str(n): f"played {n % 2}" for n in range(3, 11)}
    table = Table({"seats": seats, "marks": marks}).do("SEARCH", "TOMB 20", "FLOOD", "DIR N")
    assert table.last_search == (set(range(1, 11)), False)


@pytest.mark.clause("GG-HAND-1", "GG-HAND-3", "GG-SETUP-8", "GG-SEARCH-3")
@pytest.mark.example("EX-17")
def test_ex_17_a_hand_borrows_a_flashlight():
    table = g3().do("SEARCH", "TOMB 5")
    assert table.legal == {"FLOOD", "LIGHT 1", "LIGHT 2", "LIGHT 5"}
    assert table.refuses("LIGHT 0")
    table.do("LIGHT 2")
    assert table.icons(1) == (1, 1, 1)
    table.do("PLACE 20")
    assert table.last_search == ({15, 16, 17, 18, 25}, False)
    assert 15 in table.hand(2)
    assert table.icons(1) == (1, 1, 1)


@pytest.mark.clause("GG-HAND-1", "GG-HAND-3")
def test_without_hands_only_own_and_flood_light():
    table = changed(g3(), seats={1: {"hands": 0}}).do("SEARCH", "TOMB 5")
    assert table.legal == {"FLOOD", "LIGHT 1"}
    own = g3().do("SEARCH", "TOMB 5", "LIGHT 1")
    assert own.icons(1) == (1, 1, 2)
    flood = g3().do("SEARCH", "TOMB 5", "FLOOD")
    assert flood.icons(1) == (1, 1, 2)


@pytest.mark.clause("GG-HAND-2")
def test_the_owner_keeps_the_flashlight_and_may_be_silenced():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10")  # seat 1, owner of the Headlamp, is silenced
    table.do("SEARCH", "TOMB 5", "LIGHT 1")
    assert table.asked == (2, "PLACE_FLASHLIGHT")
    assert int(table.table["flashlight"][1]) == 1
    two = g2().do("SEARCH", "TOMB 48", "LIGHT 4")
    two.do(f"PLACE {min(two.offered)}", "SEARCH", "TOMB 23")
    assert "LIGHT 4" in two.legal  # its owner is not asked, and has it still
