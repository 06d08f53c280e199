"""Where a tile connects to the moor (HD-SETUP-20, HD-SETUP-21), with the example EX-43."""

import pytest

from tests.games.haunted_destinies.drafting import (
    CENTRE,
    EDGES,
    OTHERS,
    SEARCHABLE,
    board,
    cells,
    choose,
    dealt,
    hands,
    lay,
    neighbours,
    with_hands,
)
from tests.games.haunted_destinies.table import Table

NORTH, EAST, SOUTH, WEST = "3,4", "4,5", "5,4", "4,3"  # of the Cemetery
OPEN = [tile for tile in SEARCHABLE + OTHERS if 0 not in EDGES[tile]]
UP_DOWN = ["ti_sheep_track", "ti_narrow_pass"]  # the tiles closed to both east and west


def draft(*order: str, placement: str = "connected", auto_forced: bool = True) -> Table:
    """Three players, seat 0 holds the Cemetery; these tiles can be placed in this order (seat 1 begins)."""
    wanted: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for number, tile in enumerate(order, 1):
        wanted[number % 3].append(tile)
    return with_hands(dealt(3, 0, placement=placement, auto_forced=auto_forced), wanted)


def laid(*tiles: tuple[str, str], then: str, placement: str = "connected") -> set[str]:
    """Lay tiles at cells one after the other; the cells at which the next one may then go."""
    t = draft(*(tile for tile, _ in tiles), then, placement=placement)
    for tile, at in tiles:
        lay(t, tile, at)
    return cells(choose(t, then))


@pytest.mark.example("EX-43")
@pytest.mark.clause("HD-SETUP-20")
def test_ex_43_the_sheep_track_and_the_hermits_cave_beside_the_cemetery():
    assert laid(then="ti_sheep_track") == {NORTH, SOUTH}
    assert laid(then="ti_hermit_cave") == {NORTH, EAST, SOUTH}


@pytest.mark.clause("HD-SETUP-20")
def test_with_free_placement_touching_is_enough():
    assert laid(then="ti_sheep_track", placement="free") == {NORTH, EAST, SOUTH, WEST}
    assert laid(then="ti_hermit_cave", placement="free") == {NORTH, EAST, SOUTH, WEST}


@pytest.mark.clause("HD-SETUP-20")
def test_a_tile_may_not_lie_where_only_an_x_edge_faces_it():
    """The Ferryman's Hut (E X) lies east of the Cemetery: nothing can go east of it, but north and south."""
    reach = laid(("ti_ferry_hut", EAST), then="ti_birch_copse")
    assert "4,6" not in reach
    assert reach == {NORTH, SOUTH, WEST, "3,5", "5,5"}
    assert "4,6" in laid(("ti_ferry_hut", EAST), then="ti_birch_copse", placement="free")


@pytest.mark.clause("HD-SETUP-20")
def test_a_second_neighbour_with_an_open_edge_makes_the_cell_legal():
    way = [("ti_ferry_hut", EAST), ("ti_birch_copse", "3,5")]
    assert "4,6" not in laid(*way, then="ti_gorse")
    assert "4,6" in laid(*way, ("ti_high_cairn", "3,6"), then="ti_gorse")


@pytest.mark.clause("HD-SETUP-20")
def test_one_neighbour_may_give_the_way_in_and_another_the_way_out():
    """At 3,5 the Old Kirk to the west opens towards the Loch Shore (W X), which opens towards the Dyke (N X)."""
    both = [("ti_old_kirk", NORTH), ("ti_broken_dyke", EAST)]
    assert "3,5" in laid(*both, then="ti_loch_shore")
    assert "3,5" not in laid(both[0], then="ti_loch_shore"), "no way out"
    assert "3,5" not in laid(both[1], then="ti_loch_shore"), "no way in"


@pytest.mark.clause("HD-SETUP-20")
@pytest.mark.parametrize("players", [3, 6])
def test_every_offer_of_a_whole_draft_connects_both_ways(players):
    """At each step the cells offered are exactly those with a way in and a way out (unless HD-SETUP-21 waives it)."""
    t = dealt(players, 0, auto_forced=False)
    while t.decision == "SETUP_TILE":
        tiles = [tile for tile in hands(t)[t.decider] if tile != "-"]
        placed = board(t)
        fitting = {tile: connected_cells(placed, tile) for tile in tiles}
        action = max(t.legal)
        tile = hands(t)[t.decider][int(action.removeprefix("TILE "))]
        t.do(action)
        assert cells(t) == fitting[tile], "the hand always had a tile that connects"
        t.do(f"CELL {min(cells(t))}")


def connected_cells(placed: dict[str, str], tile: str) -> set[str]:
    empty = {at for other in placed for _, at in neighbours(other)} - set(placed)
    reach = set()
    for at in empty:
        beside = [(side, placed[near]) for side, near in neighbours(at) if near in placed]
        way_out = any(EDGES[tile][side] for side, _ in beside)
        way_in = any(EDGES[near][(side + 2) % 4] for side, near in beside)
        if way_in and way_out:
            reach.add(at)
    return reach


@pytest.mark.clause("HD-SETUP-20")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_on_a_connected_moor_every_tile_can_reach_every_other(players):
    for seed in range(3):
        placed = board(Table(seed=seed, players=players, setup="random"))
        for start in placed:
            reached, queue = {start}, [start]
            while queue:
                here = queue.pop()
                for side, near in neighbours(here):
                    if near in placed and near not in reached and EDGES[placed[here]][side]:
                        reached.add(near)
                        queue.append(near)
            assert reached == set(placed)


def column(n: int) -> list[tuple[str, str]]:
    """The first n cells of the columns 4 and 5, beginning beside the Cemetery, with tiles open on all sides."""
    down = [f"{row},4" for row in (3, 5, 2, 6, 1, 7, 0, 8)] + [f"{row},5" for row in range(9)]
    return list(zip(OPEN, down[:n]))


@pytest.mark.clause("HD-SETUP-21")
def test_a_tile_without_a_connected_cell_may_not_be_chosen_while_another_has_one():
    """With column 4 full there are cells to its east and west only, where tiles open up and down do not connect."""
    way = column(8)
    t = draft(*(tile for tile, _ in way), *UP_DOWN[:1])
    for tile, at in way:
        lay(t, tile, at)
    hand = hands(t)[0]
    assert (t.asked, UP_DOWN[0] in hand) == ((0, "SETUP_TILE"), True)
    usable = {f"TILE {i}" for i, tile in enumerate(hand) if tile not in ("-", *UP_DOWN)}
    assert t.legal == usable
    assert t.refuses(f"TILE {hand.index(UP_DOWN[0])}")


@pytest.mark.clause("HD-SETUP-21")
def test_the_rule_is_waived_for_a_placement_if_no_tile_of_the_hand_connects():
    """With columns 4 and 5 full the holder's last tile, the Sheep Track, may go to any cell beside them."""
    way = column(17)
    t = draft(*(tile for tile, _ in way), UP_DOWN[0], auto_forced=False)
    for tile, at in way:
        lay(t, tile, at)
    assert len(board(t)) == 18
    assert (t.asked, hands(t)[0].count("-")) == ((0, "SETUP_TILE"), 5)
    assert len(t.legal) == 1
    t.do(*t.legal)
    assert cells(t) == {f"{row},{col}" for row in range(9) for col in (3, 6)}
    t.do("CELL 8,3")
    assert (t.tile("8,3"), t.asked) == (UP_DOWN[0], (0, "SETUP_GLOOM"))
    assert t.tile(CENTRE) == "ti_cemetery"
