"""The compact observation (`features.py`), in the fixtures and against the exact belief."""

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard import SPEC
from haunted_env.games.ghosts_in_the_graveyard.belief import tombstone_beliefs
from haunted_env.games.ghosts_in_the_graveyard.features import FEATURES, LIGHT, SEAT, TOMBSTONE
from haunted_env.play.batch import Batch
from tests.compact import Seen, look
from tests.games.ghosts_in_the_graveyard.table import g2, g3


def tombstones(table, seat, entry):
    """An entry of all tombstones, by number, where it is not 0."""
    rows = Seen(SPEC, table.game, seat).rows("TOMBSTONES", TOMBSTONE)
    return {number: row[entry] for number, row in enumerate(rows, 1) if row[entry]}


def lights(table, seat, entry):
    return [row[entry] for row in Seen(SPEC, table.game, seat).rows("LIGHTS", LIGHT)]


def test_it_is_small():
    assert FEATURES.size <= 420


def test_own_cards_are_told_to_their_owner():
    table = g2()
    assert tombstones(table, 0, "HAND") == {4: 1, 35: 1}
    assert tombstones(table, 0, "SECRET") == {28: 2, 13: 1, 49: 1}
    assert tombstones(table, 1, "SECRET") == {39: 2, 2: 1, 30: 1}
    assert set(tombstones(table, 0, "MARKED")) == table.marked == {11, 26}


def test_before_the_first_answer_all_free_numbers_are_alike():
    """43 cards are neither marked nor one's own; from outside 48 are free."""
    table = g2()
    target, shown = tombstones(table, 0, "TARGET"), tombstones(table, 0, "SHOWN")
    assert set(target.values()) == {round(100 * 3 / 43)} and len(target) == 43
    assert set(shown.values()) == {round(100 * 3 / 48)} and len(shown) == 48
    assert not set(target) & {4, 35, 28, 13, 49, 11, 26}


def test_a_no_rules_out_its_area_and_a_yes_points_to_it():
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5")
    area, yes = table.last_search
    target = tombstones(table, 0, "TARGET")
    assert yes and min(target[n] for n in area if n in target) > max(target[n] for n in target if n not in area)
    table.do("SEARCH", "TOMB 17", "FLOOD", "DIR N")
    area, yes = table.last_search
    shown = tombstones(table, 0, "SHOWN")
    assert yes == bool(area & table.secrets(0)) and (yes or not set(shown) & area)


def test_questions_are_weighed_as_far_as_the_turn_has_come():
    table = g2().do("SEARCH")
    assert set(tombstones(table, 0, "QUESTION")) == table.hand(0) == {4, 35, 48}
    assert not tombstones(table, 1, "QUESTION")
    table.do("TOMB 35")
    assert lights(table, 0, "OWN") == [1, 0, 0, 0, 0, 0, 1]
    assert lights(table, 0, "BORROWED") == [0, 0, 0, 0, 1, 0, 0]
    assert [i for i, even in enumerate(lights(table, 0, "QUESTION")) if even] == [0, 4, 6]
    table.do("FLOOD")
    directions = Seen(SPEC, table.game, 0).block("DIRECTIONS")
    assert all(0 < chance <= 100 for chance in directions)
    assert directions[0] > directions[2]  # three rows to the north, one to the south
    assert lights(table, 0, "CHOSEN") == [0, 0, 0, 0, 0, 0, 1]
    assert not any(Seen(SPEC, table.game, 1).block("DIRECTIONS"))


def test_placements_that_are_legal_have_a_chance():
    table = g2().do("SEARCH", "TOMB 35", "LIGHT 0")
    chances = Seen(SPEC, table.game, 0).block("PLACES")
    assert {i for i, chance in enumerate(chances) if chance} == {int(name.split()[1]) for name in table.legal}


def test_seats_are_relative():
    table = g3()
    for seat in range(3):
        rows = Seen(SPEC, table.game, seat).rows("SEATS", SEAT)
        assert [row["PLAYS"] for row in rows] == [1, 1, 1, 0]
        assert [row["DECIDES"] for row in rows] == [*(int((seat + i) % 3 == table.decider) for i in range(3)), 0]
    rows = Seen(SPEC, table.game, 2, relative=False).rows("SEATS", SEAT)
    assert [row["DECIDES"] for row in rows] == [0, 1, 0, 0]


@pytest.mark.parametrize("seat", [0, 1])
def test_chances_are_those_of_the_belief(seat):
    """With two players the count is exact."""
    batch = Batch(SPEC, 64, {"players": 2}, observation=None, autoreset=True)
    generators = batch.generators(seat)
    batch.deal(np.arange(64))
    for _ in range(12):
        for _ in range(7):
            batch.step_random(generators)
        rows = look(SPEC, batch.games, seat)[:, FEATURES.span("TOMBSTONES")].reshape(64, -1, TOMBSTONE.size)
        chances = 100 * tombstone_beliefs(batch.games, seat)[1]
        assert np.abs(rows[:, :, TOMBSTONE.first["TARGET"]] - chances).max() <= 1
        assert ((rows[:, :, TOMBSTONE.first["TARGET"]] > 0) == (chances > 0)).all()
