"""Drafting the moor: whose tile goes where, pawns, gloom, and the first turn (HD-SETUP-9 to HD-SETUP-18)."""

import functools
from collections import Counter

import pytest

from tests.games.haunted_destinies.drafting import (
    CENTRE,
    SEARCHABLE,
    Draft,
    board,
    cells,
    choose,
    dealt,
    hands,
    lay,
    neighbours,
    play,
)
from tests.games.haunted_destinies.table import Table

each_size = pytest.mark.parametrize("players", [3, 4, 5, 6])


@functools.cache
def drafted(players: int, placement: str = "connected") -> Draft:
    """A whole draft with random choices; the holder is seat 2."""
    return play(dealt(players, 2, auto_forced=False, placement=placement), players)


@pytest.mark.clause("HD-SETUP-9", "HD-SETUP-10")
@each_size
def test_the_cemetery_lies_in_the_middle_of_nine_by_nine_cells_before_anybody_chooses(players):
    t = dealt(players, 1)
    assert board(t) == {CENTRE: "ti_cemetery"}
    assert t.asked == (2, "SETUP_TILE"), "the holder's first placement is made, the next player begins"


@pytest.mark.clause("HD-SETUP-9")
def test_no_tile_leaves_the_grid_or_wraps_around_it():
    t = dealt(3, 0, placement="free")
    for col in range(5, 9):
        lay(t, min(set(hands(t)[t.decider]) - {"-"}), f"4,{col}")
    choose(t, min(set(hands(t)[t.decider]) - {"-"}))
    assert cells(t) == {"4,3"} | {f"{row},{col}" for row in (3, 5) for col in range(4, 9)}


@pytest.mark.clause("HD-SETUP-11", "HD-INV-6")
@each_size
def test_tiles_are_placed_one_at_a_time_clockwise_until_all_lie_on_the_board(players):
    draft = drafted(players)
    order = [placement.seat for placement in draft.tiles]
    assert order == [(2 + i) % players for i in range(1, 6 * players + 1)]
    assert order[-1] == draft.holder, "who makes the first and the last placement"
    assert len(board(draft.table)) == 6 * players + 1
    assert {p.at: p.tile for p in draft.tiles} | {CENTRE: "ti_cemetery"} == board(draft.table)
    assert hands(draft.table) == [[]] * players


@pytest.mark.clause("HD-SETUP-12")
@each_size
def test_a_tile_goes_to_any_empty_cell_beside_a_placed_tile_and_nowhere_else(players):
    t = dealt(players, 0, placement="free", auto_forced=False)
    while t.decision.startswith("SETUP_TILE"):
        t.do(min(t.legal))
        placed = board(t)
        beside = {at for tile in placed for _, at in neighbours(tile)} - set(placed)
        assert cells(t) == beside
        t.do(f"CELL {max(beside)}")
    assert len(board(t)) == 6 * players + 1


@pytest.mark.clause("HD-SETUP-12")
def test_occupied_and_distant_cells_are_refused():
    t = dealt(3, 0, placement="free").do("TILE 0")
    for at in (CENTRE, "3,3", "4,6", "0,0", "8,8"):
        assert t.refuses(f"CELL {at}")


@pytest.mark.clause("HD-SETUP-13")
def test_a_placement_is_a_choice_of_tile_and_then_of_cell():
    t = dealt(4, 3)
    assert (t.asked, t.legal) == ((0, "SETUP_TILE"), {f"TILE {i}" for i in range(6)})
    t.do("TILE 2")
    assert t.asked == (0, "SETUP_CELL")
    assert board(t) == {CENTRE: "ti_cemetery"}
    tile, at = hands(t)[0][2], min(cells(t))
    t.do(f"CELL {at}")
    assert t.tile(at) == tile
    assert hands(t)[0][2] == "-"
    assert t.asked == (1, "SETUP_TILE")


@pytest.mark.clause("HD-SETUP-14", "HD-SETUP-15", "HD-INV-6")
@each_size
def test_pawns_go_on_the_fourth_tile_and_the_cemetery_is_the_holders_first(players):
    draft = drafted(players)
    for seat in range(players):
        own = [placement for placement in draft.tiles if placement.seat == seat]
        number = 2 if seat == draft.holder else 3
        assert [p.moved_pawn for p in own] == [i == number for i in range(6)], "once, and at that moment"
        assert draft.table.pawn(seat) == own[number].at
    assert len({draft.table.pawn(seat) for seat in range(players)}) == players


@pytest.mark.clause("HD-SETUP-16", "HD-INV-6")
@each_size
def test_each_player_places_four_gloom_on_searchable_tiles_at_most_two_a_turn(players):
    draft = drafted(players)
    tokens = [token for turn in draft.gloom for token in turn]
    assert Counter(token.seat for token in tokens) == dict.fromkeys(range(players), 4)
    assert {len(turn) for turn in draft.gloom} <= {1, 2}
    for at, tile in board(draft.table).items():
        assert draft.table.gloom(at) == sum(token.at == at for token in tokens)
        assert tile in SEARCHABLE or draft.table.gloom(at) == 0


def gloom_phase(players: int = 3, holder: int = 1) -> Table:
    """All tiles lie on the board; the holder is about to place the first token."""
    t = dealt(players, holder, auto_forced=False)
    while t.decision in ("SETUP_TILE", "SETUP_CELL"):
        t.do(max(t.legal))
    return t


@pytest.mark.clause("HD-SETUP-16", "HD-COMP-12")
def test_gloom_goes_on_any_searchable_tile_and_never_on_the_cemetery():
    t = gloom_phase()
    searchable = {at for at, tile in board(t).items() if tile in SEARCHABLE}
    assert len(searchable) == 6
    assert cells(t) == searchable
    assert t.refuses(f"CELL {CENTRE}")


@pytest.mark.clause("HD-SETUP-16", "HD-SETUP-17")
def test_the_two_tokens_of_a_turn_may_share_a_tile_or_be_split_or_the_second_be_kept():
    t = gloom_phase()
    here, there = sorted(cells(t))[:2]
    t.do(f"CELL {here}", f"CELL {here}")
    assert (t.gloom(here), t.asked) == (2, (2, "SETUP_GLOOM"))
    t.do(f"CELL {here}", f"CELL {there}")
    assert (t.gloom(here), t.gloom(there), t.decider) == (3, 1, 0)
    t.do(f"CELL {there}", "PASS")
    assert (t.gloom(there), t.decider) == (2, 1)


@pytest.mark.clause("HD-SETUP-17")
def test_the_first_token_of_a_gloom_turn_is_compulsory():
    t = gloom_phase()
    assert t.asked == (1, "SETUP_GLOOM")
    assert t.refuses("PASS")
    t.do(f"CELL {min(cells(t))}")
    assert (t.decider, "PASS" in t.legal) == (1, True)


@pytest.mark.clause("HD-SETUP-17")
def test_gloom_turns_go_clockwise_from_the_holder_and_skip_players_with_none_left():
    """Seat 1 (the holder) places 2 and 2, seat 2 always one, seat 0 one, two and the last, which ends that turn."""
    t = gloom_phase()
    at = min(cells(t))
    passes = {2: [1, 1, 1], 0: [1, 2, 1], 1: [2, 2]}
    order = []
    while t.decision == "SETUP_GLOOM":
        seat = t.decider
        order.append(seat)
        t.do(f"CELL {at}")
        if t.asked == (seat, "SETUP_GLOOM") and "PASS" in t.legal:
            t.do(f"CELL {at}" if passes[seat].pop(0) == 2 else "PASS")
    assert order == [1, 2, 0, 1, 2, 0, 2, 0, 2]
    assert t.gloom(at) == 12


@pytest.mark.clause("HD-SETUP-18")
@each_size
def test_the_holder_takes_the_first_turn(players):
    draft = drafted(players)
    assert draft.table.asked == (2, "ROLL")
    assert draft.table.table["turn"] == 0


@pytest.mark.example("EX-03")
@pytest.mark.clause("HD-SETUP-9", "HD-SETUP-10", "HD-SETUP-11", "HD-SETUP-14", "HD-SETUP-15")
def test_ex_03_four_players_and_seat_2_holds_the_cemetery():
    draft = drafted(4)
    order = [2] + [placement.seat for placement in draft.tiles]
    assert order[:6] == [2, 3, 0, 1, 2, 3]
    assert draft.table.tile("4,4") == "ti_cemetery"
    assert draft.table.pawn(2) == draft.tiles[11].at, "placement 13, the Cemetery being the first"
    assert (len(order), order[12], order[24]) == (25, 2, 2)
