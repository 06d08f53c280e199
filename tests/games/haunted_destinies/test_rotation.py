"""Tiles that are turned when they are placed (HD-SETUP-23), with the example EX-73."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.amounts import N_TURNS
from haunted_env.games.haunted_destinies.tables import CEMETERY, N_TILES, TILE_EDGES, TILE_SEARCHABLE
from haunted_env.games.haunted_destinies.words.explain import explain_decision
from haunted_env.play.batch import Batch
from haunted_env.spec.position import PositionError
from tests.games.haunted_destinies.drafting import EDGES, cells, choose, dealt, hands, neighbours, with_hands
from tests.games.haunted_destinies.scenes import HOLDER, view
from tests.games.haunted_destinies.table import SPEC, Table, cell_name

NORTH, EAST, SOUTH, WEST = "3,4", "4,5", "5,4", "4,3"  # of the Cemetery
ON = {"rotation": "on"}


def sheep_track(*then: str, **options) -> Table:
    """Seat 1 has chosen the Sheep Track (open to north and south alone) as the first tile beside the Cemetery."""
    table = with_hands(dealt(3, 0, **{**ON, **options}), {1: ["ti_sheep_track"]})
    return choose(table, "ti_sheep_track").do(*then)


def turned(tile: str, turn: int) -> list[int]:
    north, east, south, west = EDGES[tile]
    return [[north, east, south, west], [west, north, east, south], [south, west, north, east],
            [east, south, west, north]][turn]  # fmt: skip


@pytest.mark.example("EX-73")
@pytest.mark.clause("HD-SETUP-23")
def test_ex_73_the_sheep_track_turned_by_a_quarter():
    table = sheep_track()
    assert table.asked == (1, "SETUP_TURN")
    assert table.legal == {f"AMOUNT {turn}" for turn in range(4)}
    assert [cells(sheep_track(f"AMOUNT {turn}")) for turn in range(4)] == [{NORTH, SOUTH}, {EAST, WEST}] * 2
    assert sheep_track("AMOUNT 1", f"CELL {EAST}").edges(EAST) == [0, 1, 0, 1]
    assert sheep_track("AMOUNT 0", f"CELL {NORTH}").edges(NORTH) == EDGES["ti_sheep_track"]


@pytest.mark.clause("HD-SETUP-23", "HD-COMP-13")
def test_without_the_option_nothing_is_turned():
    table = sheep_track(rotation="off")
    assert table.asked == (1, "SETUP_CELL")
    assert cells(table) == {NORTH, SOUTH}


@pytest.mark.clause("HD-SETUP-23")
def test_a_quarter_turn_brings_the_west_edge_to_the_north():
    assert len(TILE_EDGES) - 1 == N_TURNS * N_TILES
    for tile, name in enumerate(EDGES):
        for turn in range(N_TURNS):
            assert TILE_EDGES[tile + N_TILES * turn].tolist() == turned(name, turn)
            assert TILE_SEARCHABLE[tile + N_TILES * turn] == TILE_SEARCHABLE[tile]


@pytest.mark.clause("HD-SETUP-23", "HD-MOVE-3", "HD-MOVE-4")
def test_steps_cost_what_the_tile_shows_on_the_board():
    board = {EAST: "ti_loch_shore@90", "4,6": "ti_rocky_fields", "3,5": "ti_bothy", "5,5": "ti_old_kirk"}
    seats = [{**HOLDER, "pawn": EAST}, {}, {}]  # Loch Shore: N 1, E 2, S 5, W X
    table = Table({"options": ON, "decision": "MAIN", "mp": 4, "board": board, "seats": seats})
    assert table.edges(EAST) == [0, 1, 2, 5]
    assert {name for name in table.legal if name.startswith("MOVE")} == {"MOVE_E", "MOVE_S"}
    assert table.do("MOVE_S").table["mp"] == 2


def fits(table: Table, tile: str, turn: int, at: str) -> bool:
    """HD-SETUP-12, HD-SETUP-20, worked out anew."""
    edges, near = turned(tile, turn), [(d, cell) for d, cell in neighbours(at) if table.tile(cell)]
    leaves = any(edges[d] for d, _ in near)
    enters = any(table.edges(cell)[(d + 2) % 4] for d, cell in near)
    return table.tile(at) is None and leaves and enters


@pytest.mark.clause("HD-SETUP-23", "HD-SETUP-20", "HD-SETUP-21")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_offered_is_what_has_a_cell(seed):
    """Whole drafts: tiles, turns and cells offered against the rule worked out anew (no draft comes to HD-SETUP-21)."""
    table, rng = Table(seed=seed, players=3, auto_forced=False, **ON), np.random.default_rng(seed)
    places = [cell_name(i) for i in range(81)]
    tile, turn = "", 0
    while table.decision in ("SETUP_TILE", "SETUP_TURN", "SETUP_CELL"):
        decision, hand = table.decision, hands(table)[table.decider]
        found = {(t, k): {at for at in places if fits(table, t, k, at)} for t in hand if t != "-" for k in range(4)}
        assert any(found.values())
        if decision == "SETUP_TILE":
            assert table.legal == {f"TILE {hand.index(t)}" for t, k in found if found[t, k]}
        elif decision == "SETUP_TURN":
            assert table.legal == {f"AMOUNT {k}" for k in range(4) if found[tile, k]}
        else:
            assert cells(table) == found[tile, turn]
        action = str(rng.choice(sorted(table.legal)))
        number = int(action.split()[1]) if decision != "SETUP_CELL" else 0
        tile, turn = (hand[number], 0) if decision == "SETUP_TILE" else (tile, number or turn)
        table.do(action)
        if decision == "SETUP_CELL":
            assert table.edges(action.removeprefix("CELL ")) == turned(tile, turn)
            turn = 0
    assert table.decision == "SETUP_GLOOM"


@pytest.mark.clause("HD-SETUP-21", "HD-SETUP-23")
def test_free_placement_lets_every_turn_touch_anywhere():
    assert sheep_track(placement="free").legal == {f"AMOUNT {turn}" for turn in range(4)}
    assert cells(sheep_track("AMOUNT 1", placement="free")) == {NORTH, EAST, SOUTH, WEST}


@pytest.mark.clause("HD-SETUP-19", "HD-SETUP-23")
def test_chance_turns_tiles_too_but_never_the_cemetery():
    batch = Batch(SPEC, 60, {"players": 4, "setup": "random", **ON}, observation=None)
    batch.deal(np.arange(60))
    tiles = batch.games["table"]["tile"]
    shares = np.bincount(tiles[(tiles >= 0) & (tiles != CEMETERY)] // N_TILES, minlength=4) / (60 * 24)
    assert ((shares > 0.2) & (shares < 0.3)).all()
    assert (tiles[tiles % N_TILES == CEMETERY] <= CEMETERY).all()


@pytest.mark.clause("HD-SETUP-23", "HD-INFO-19")
def test_only_the_placer_sees_how_it_is_about_to_lie():
    one, other = sheep_track("AMOUNT 1"), sheep_track("AMOUNT 3")
    assert view(one, 1) != view(other, 1)
    assert [view(one, seat) == view(other, seat) for seat in (0, 2)] == [True, True]


@pytest.mark.clause("HD-SETUP-23")
def test_positions_say_how_tiles_lie():
    table = sheep_track("AMOUNT 1")
    position = SPEC.positions.write(table.game)
    assert position["asked"]["chosen_turn"] == 1
    assert SPEC.positions.read(position).tobytes() == table.game.tobytes()
    position = SPEC.positions.write(table.do(f"CELL {EAST}").game)
    assert position["board"][EAST] == "ti_sheep_track@90"
    assert SPEC.positions.read(position).tobytes() == table.game.tobytes()


@pytest.mark.clause("HD-SETUP-23")
@pytest.mark.parametrize(
    ("board", "options", "path"),
    [
        ({EAST: "ti_old_kirk@90"}, {}, f'board["{EAST}"]'),
        ({"4,4": "ti_cemetery@90"}, ON, 'board["4,4"]'),
        ({EAST: "ti_old_kirk@90", WEST: "ti_old_kirk"}, ON, f'board["{WEST}"]'),
        ({EAST: "ti_old_kirk@45"}, ON, f'board["{EAST}"]'),
    ],
)
def test_positions_with_tiles_that_cannot_lie_so_are_refused(board, options, path):
    with pytest.raises(PositionError) as caught:
        SPEC.positions.read({"options": options, "board": board, "seats": [HOLDER, {}, {}]})
    assert caught.value.path == path


@pytest.mark.clause("HD-SETUP-23")
@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda p: p["asked"].pop("chosen_turn"), "asked.chosen_turn"),
        (lambda p: p["options"].pop("rotation"), "asked.chosen_turn"),
        (lambda p: p["asked"].update(chosen_turn=4), "asked.chosen_turn"),
    ],
)
def test_a_choice_under_way_is_checked(change, path):
    position = SPEC.positions.write(sheep_track("AMOUNT 1").game)
    change(position)
    with pytest.raises(PositionError) as caught:
        SPEC.positions.read(position)
    assert caught.value.path == path


def test_turning_is_said_in_words():
    table = sheep_track()
    assert (
        explain_decision(table.game, table.decider)
        == "How do you lay Sheep Track? It may be turned before it is placed."
    )
    assert table.batch.describe(0, table.index("AMOUNT 1")) == "lay Sheep Track turned right (N X, E 1, S X, W 1)"
    table.do("AMOUNT 1")
    assert table.batch.describe(0, table.index(f"CELL {EAST}")) == (
        "place Sheep Track, turned right, at (4,5), east of Dilapidated Cemetery"
    )


def test_the_compact_observation_counts_links_by_turn():
    """Beside the Cemetery alone: the open ends of the Sheep Track link north and south, or east and west."""
    table = sheep_track()
    layout = SPEC.features.layout
    turns = table.batch.look([1], observation="compact").observations[0, layout.span("TURNS")]
    assert turns.tolist() == [2, 2, 2, 2]
