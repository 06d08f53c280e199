"""The map, the cards, the flashlights and how they lie (GG-MAP, GG-CARD, GG-LIGHT, GG-FLOOD, GG-PLACE)."""

import re
from pathlib import Path

import numpy as np
import pytest

from haunted_env.games import ghosts_in_the_graveyard
from haunted_env.games.ghosts_in_the_graveyard.tables import FLASHLIGHTS, FLOOD_AREA, LIGHT_NAMES, PLACE_AREA
from tests.games.ghosts_in_the_graveyard.table import Table, deck, g2, g3, numbers

RULES = Path(ghosts_in_the_graveyard.__file__).with_name("rules.md").read_text(encoding="utf-8")
CELLS = [(row, col) for row in range(5) for col in range(10)]


def at(number):
    """GG-MAP-1, the other way round than the engine's."""
    return CELLS[number - 1]


def squares_in(text):
    return [(int(r), int(c)) for r, c in re.findall(r"\((\d),(\d)\)", text)]


def covers(light, number, place, overhang=False):
    """GG-PLACE-1..3 from the definition: the covered numbers, or None if a square hangs off the map."""
    rotation, k = divmod(place, 6)
    squares = list(FLASHLIGHTS[light].squares)
    for _ in range(rotation):
        squares = [(c, -r) for r, c in squares]
    row, col = at(number)
    shift = row - squares[k][0], col - squares[k][1]
    placed = [(r + shift[0], c + shift[1]) for r, c in squares]
    on_map = {CELLS.index(square) + 1 for square in placed if square in CELLS}
    return on_map if overhang or len(on_map) == 6 else None


def legal_areas(light, number, overhang=False):
    """GG-PLACE-4, GG-PLACE-5 and GG-OPT-2 from their definitions: placement -> asked numbers."""
    found, seen = {}, []
    for place in range(24):
        covered = covers(light, number, place, overhang)
        if covered is not None and covered != {number} and covered not in seen:
            seen.append(covered)
            found[place] = covered - {number}
    return found


def playing(number, light=0, **options):
    """Seat 0 has just played a number; its flashlight is given."""
    free = [n for n in range(1, 51) if n != number]
    seats = [{"haunt": free.pop(), "decoys": [free.pop(), free.pop()]} for _ in range(2)]
    seats[0]["flashlight"] = FLASHLIGHTS[light].id
    marks = {str(number): "played 0", str(free.pop()): "start_draw 0", str(free.pop()): "start_draw 1"}
    return Table({"options": options, "seats": seats, "marks": marks, "decision": "CHOOSE_LIGHT", "played": number})


@pytest.mark.clause("GG-MAP-1")
@pytest.mark.example("EX-01")
def test_ex_01_numbers_run_in_reading_order():
    assert [at(n) for n in (10, 23, 41, 48)] == [(0, 9), (2, 2), (4, 0), (4, 7)]
    assert all(n == 10 * at(n)[0] + at(n)[1] + 1 for n in range(1, 51))


@pytest.mark.clause("GG-MAP-2", "GG-FLOOD-1", "GG-FLOOD-2")
def test_the_flood_light_asks_about_whole_rows_or_columns_on_one_side():
    for number in range(1, 51):
        row, col = at(number)
        wanted = [
            {n for n in range(1, 51) if at(n)[0] < row},
            {n for n in range(1, 51) if at(n)[1] > col},
            {n for n in range(1, 51) if at(n)[0] > row},
            {n for n in range(1, 51) if at(n)[1] < col},
        ]
        assert [numbers(area) for area in FLOOD_AREA[number - 1]] == wanted
    assert numbers(FLOOD_AREA[22, 3]) == {1, 2, 11, 12, 21, 22, 31, 32, 41, 42}


@pytest.mark.clause("GG-FLOOD-3")
@pytest.mark.example("EX-05")
def test_ex_05_a_direction_without_tombstones_is_not_legal():
    table = playing(41).do("FLOOD")
    assert table.asked == (0, "AIM_FLOOD")
    assert table.legal == {"DIR N", "DIR E"}
    assert [len(numbers(FLOOD_AREA[40, d])) for d in (0, 1)] == [40, 45]
    assert table.refuses("DIR S")
    legal = [int((FLOOD_AREA[n - 1] != 0).sum()) for n in range(1, 51)]
    border = [(row in (0, 4)) + (col in (0, 9)) for row, col in CELLS]
    assert legal == [4 - sides for sides in border]


@pytest.mark.clause("GG-LIGHT-2")
def test_flashlights_are_those_of_the_rules():
    rows = re.findall(r"^\| (\d) \| (.+?) \| (.+?) \| (.+?) \| (\d) \| (.+?) \| (\d+) / (\d+) / (\d+) \|$", RULES, re.M)
    assert len(rows) == 6
    for number, name, picture, squares, orientations, mirrored, *counts in rows:
        light = FLASHLIGHTS[int(number)]
        lines = re.findall(r"`([#.]+)`", picture)
        drawn = [(r, c) for r, line in enumerate(lines) for c, sign in enumerate(line) if sign == "#"]
        assert light.name == name
        assert list(light.squares) == drawn == squares_in(squares)
        assert len(drawn) == 6
        turned = {frozenset(light.rotated(t)) for t in range(4)}
        assert len(turned) == int(orientations)
        width = max(c for _, c in light.squares)
        mirror = frozenset((r, width - c) for r, c in light.squares)
        assert (mirror not in turned) == ("yes" in mirrored)
        placements = [len(legal_areas(int(number), n)) for n in range(1, 51)]
        assert [min(placements), max(placements), sum(placements)] == [int(count) for count in counts]


@pytest.mark.clause("GG-LIGHT-4")
def test_rotations_are_those_of_the_rules():
    for light in FLASHLIGHTS:
        row = re.search(rf"^\| {light.name} \| (\(.*?) \| (\(.*?) \| (\(.*?) \|$", RULES, re.M)
        for rotation in (1, 2, 3):
            assert list(light.rotated(rotation)) == squares_in(row[rotation])


@pytest.mark.clause("GG-LIGHT-3")
@pytest.mark.example("EX-08")
def test_ex_08_the_flicker_is_turned_but_never_flipped():
    assert legal_areas(4, 1) == {0: {2, 12, 13, 23, 24}}
    assert playing(1, light=4).do("LIGHT 4").legal == {"PLACE 0"}
    assert playing(10, light=4).do("LIGHT 4").legal == {"PLACE 6"}
    assert numbers(PLACE_AREA[0, 4, 9, 6]) == {19, 20, 28, 29, 38}
    for place in range(24):
        assert numbers(PLACE_AREA[0, 4, 9, place]) | {10} != {9, 10, 18, 19, 27, 28}


@pytest.mark.clause("GG-LIGHT-1", "GG-SETUP-8")
def test_there_are_six_different_flashlights_and_one_owner_at_most():
    assert len({frozenset(light.rotated(t)) for light in FLASHLIGHTS for t in range(4)}) == 4 + 2 + 4 + 2 + 2 + 4
    assert LIGHT_NAMES[-1] == "Flood Light"
    table = Table(deck([], 4))
    while table.decision.startswith("CHOOSE"):
        table.do(f"TOMB {min(table.offered)}")
    for seat, left in enumerate((6, 5, 4, 3)):
        assert len(table.offered) == left
        table.do(f"LIGHT {min(table.offered) if seat % 2 else max(table.offered)}")
    assert len(set(table.table["flashlight"].tolist())) == 4


@pytest.mark.clause("GG-PLACE-1", "GG-PLACE-2", "GG-PLACE-3", "GG-PLACE-4", "GG-PLACE-5", "GG-PLACE-6", "GG-OPT-2")
@pytest.mark.parametrize("overhang", [False, True])
def test_placements_are_those_of_the_definitions(overhang):
    for light in range(6):
        for number in range(1, 51):
            areas = PLACE_AREA[int(overhang), light, number - 1]
            found = {place: numbers(area) for place, area in enumerate(areas) if area}
            assert found == legal_areas(light, number, overhang)
            assert found
            if not overhang:
                assert {len(area) for area in found.values()} == {5}
            assert all(covers(light, number, place, overhang) == area | {number} for place, area in found.items())


@pytest.mark.clause("GG-PLACE-3")
@pytest.mark.example("EX-06")
def test_ex_06_the_lantern_from_01_may_not_hang_off():
    table = playing(1).do("LIGHT 0")
    assert table.asked == (0, "PLACE_FLASHLIGHT")
    assert table.offered == {0, 11, 20}
    wanted = {0: {1, 2, 3, 11, 12, 21}, 11: {1, 2, 3, 12, 13, 23}, 20: {1, 11, 12, 21, 22, 23}}
    for place, covered in wanted.items():
        assert numbers(PLACE_AREA[0, 0, 0, place]) | {1} == covered
    assert table.refuses("PLACE 1")


@pytest.mark.clause("GG-PLACE-5")
@pytest.mark.example("EX-07")
def test_ex_07_one_action_per_distinct_question():
    assert playing(25, light=1).do("LIGHT 1").offered == set(range(12))
    assert {frozenset(covers(1, 25, p)) for p in range(12, 24)} == {frozenset(covers(1, 25, p)) for p in range(12)}


@pytest.mark.clause("GG-OPT-2")
@pytest.mark.example("EX-09")
def test_ex_09_overhang():
    table = playing(1, overhang=True).do("LIGHT 0")
    assert len(table.offered) == 13
    assert covers(0, 1, 13, overhang=True) == {1, 2}
    alone = [place for place in range(24) if covers(0, 1, place, overhang=True) == {1}]
    assert alone
    assert all(table.refuses(f"PLACE {place}") for place in alone)
    assert table.do("PLACE 13").last_search[0] == {2}


@pytest.mark.clause("GG-CARD-1", "GG-CARD-2", "GG-INV-1", "GG-INV-2")
def test_every_card_is_in_one_place_and_marked_if_discarded():
    table = g3()
    for action in ("SEARCH", "TOMB 5", "FLOOD", "DIR S", "GUESS", "TOMB 33", "GUESS", "TOMB 1", "TOMB 44"):
        places = [set(table.pile), table.marked]
        places += [held(seat) for seat in range(3) for held in (table.hand, table.secrets)]
        assert sorted(number for place in places for number in place) == list(range(1, 51))
        if action in table.legal:
            table.do(action)


@pytest.mark.clause("GG-ICON-1")
def test_icons_at_the_start():
    for table, n in ((g2(), 2), (g3(), 3)):
        assert [table.icons(seat) for seat in range(n)] == [(1, 1, 2)] * n


@pytest.mark.clause("GG-ICON-2", "GG-HID-10")
def test_an_icon_is_spent_with_the_action_that_declares_it():
    before = [g2(), g2(), g2().do("SEARCH", "TOMB 48")]
    for table, action, left in zip(before, ("VANISH", "RAVEN", "LIGHT 4"), [(0, 1, 2), (1, 0, 2), (1, 1, 1)]):
        seen = table.sees(1)
        table.do(action)
        assert table.decider == 0
        assert table.icons(0) == left
        assert table.sees(1) != seen
    assert before[0].events()[-1].startswith("Player 0 uses Vanish")
    assert before[1].events()[-1] == "Player 0 guesses under Raven."
    assert before[2].events()[-1] == "Player 0 spends a Hand to use the Flicker of player 1."


def test_sets_of_numbers_fit_the_map():
    assert np.bitwise_or.reduce(PLACE_AREA.ravel()) == 2**50 - 1
    assert (PLACE_AREA >= 0).all()
    assert (FLOOD_AREA >= 0).all()
