"""The compact observation (`features/`), at positions of The Long Ebb and against the records it is about."""

from itertools import product

import numpy as np
import pytest

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.features.layout import (
    FEATURES,
    ITEM,
    MOST_WANTED,
    OWN_ITEM,
    POI,
    SEAT,
    SLOT,
    STEP,
    TILE,
)
from haunted_env.play.batch import Batch
from tests.compact import Seen
from tests.games.destinies.table import EBB, SKILLS, Table, at, visiting

ITEMS = [item.id for item in EBB.items]
TILES = [tile.id for tile in EBB.tiles]
POIS = [poi.id for poi in EBB.pois]


def number(bits):
    return sum(bit << i for i, bit in enumerate(bits))


def test_it_is_small():
    assert FEATURES.size <= 860


def test_items_are_told_by_what_they_are_good_for():
    table = Table(visiting("quay_inn", items=["mastiff"], others={1: {"items": ["pitch_torch"]}}))
    (first, *rest) = Seen(SPEC, table.game, 0).rows("HAND", OWN_ITEM)
    mastiff = EBB.items[ITEMS.index("mastiff")]
    assert number(first["NUMBER"]) == ITEMS.index("mastiff") and first["VALUE"] == mastiff.value
    assert first["LASTS"] == (mastiff.always is not None)
    assert not any(row["VALUE"] for row in rest)
    theirs = Seen(SPEC, table.game, 1).rows("HAND", OWN_ITEM)[0]
    assert number(theirs["NUMBER"]) == ITEMS.index("pitch_torch") and theirs["TESTS"] == 1


def test_options_on_offer_have_rows():
    table = Table(visiting("quay_inn"))
    rows = Seen(SPEC, table.game, 0).rows("SLOTS", SLOT)
    for slot, row in enumerate(rows):
        option = int(table.table["slot"][slot])
        assert sum(row["KIND"]) == (option >= 0)
        if option >= 0:
            assert number(row["NUMBER"]) == option and row["COST"] == EBB.options[option].cost
            assert row["LEGAL"] == (slot in table.slots("OPTION"))
            assert (row["ODDS"] > 0) <= (EBB.options[option].kind == "test")
    assert any(row["LEGAL"] for row in rows)


def test_places_are_told_by_the_way_to_them():
    table = Table(at(revealed={"A": [3]}, tile="quay" if "quay" in TILES else TILES[0]))
    seen = Seen(SPEC, table.game, 0)
    aims = [POIS[i] for i, row in enumerate(seen.rows("POIS", POI)[: len(POIS)]) if row["AIMS"]]
    assert aims == ["drowned_church"]
    tiles = dict(zip(TILES, seen.rows("TILES", TILE)))
    goal = EBB.pois[POIS.index("drowned_church")].tile
    assert tiles[goal]["TO_PATH"] == [1, 0]
    assert all(row["TO_PATH"][0] > 1 for name, row in tiles.items() if name != goal)
    assert {name for name, row in tiles.items() if row["IN_REACH"]} == table.names("TILE")
    steps = seen.rows("STEPS", STEP)
    assert [row["KNOWN"] for row in steps[:4]] == [0, 0, 1, 0] and steps[2]["OPEN"]
    assert not any(row["AIMS"] for row in Seen(SPEC, table.game, 1).rows("POIS", POI))


def chances(table, skill, dice):
    """Of at least 1, 2 ... successes, by all rolls there are."""
    head, markers = EBB.header, table.track(skill)
    hits = []
    for roll in product(*[head.main_faces] * 2, *[head.effort_faces] * dice):
        total = sum(roll[:2]) + sum(int(face) for face in roll[2:] if face != "S")
        hits.append(sum(marker <= total for marker in markers) + sum(face == "S" for face in roll[2:]))
    return [np.mean([n >= wanted for n in hits]) for wanted in range(1, MOST_WANTED + 1)]


def test_the_odds_of_a_test_are_those_of_its_dice():
    option = next(o for o in EBB.options if o.kind == "test" and o.host.startswith("poi:") and not o.when)
    table = Table(visiting(option.host.partition(":")[2], coins=9))
    table.do(f"OPTION {option.id}")
    assert table.decision == "TEST_PRE"
    seen = Seen(SPEC, table.game, 0)
    assert seen.hot("TEST_SKILL") == [SKILLS.index(option.skill)] and seen.hot("TESTING") == [0]
    odds = np.array(seen.block("ODDS")).reshape(-1, MOST_WANTED)
    for dice, row in enumerate(odds):
        assert np.abs(row - 100 * np.array(chances(table, option.skill, dice))).max() <= 1
    assert not any(Seen(SPEC, table.game, 1).block("ODDS"))
    table.roll()
    seen = Seen(SPEC, table.game, 0)
    assert seen.hot("TESTING") == [1] and seen.one("TOTAL") == table.me("total", ...)


def test_what_is_sold_or_lies_about_is_within_reach():
    batch = Batch(SPEC, 64, {"players": 2}, observation=None, autoreset=True)
    generators = batch.generators(1)
    batch.deal(np.arange(64))
    traded = 0
    for _ in range(150):
        batch.step_random(generators)
        for row in np.flatnonzero(batch.games["table"]["trade"] >= 0)[:2]:
            game = batch.game(int(row)).copy()
            table = game["table"][0]
            stack = table["stack"][table["trade"]][: table["stack_n"][table["trade"]]]
            values = [thing["VALUE"] for thing in Seen(SPEC, game, int(table["decider"])).rows("STACK", ITEM)]
            assert values == [EBB.items[item].value for item in stack] + [0] * (16 - len(stack))
            traded += 1
    assert traded > 5


def test_seats_are_relative():
    table = Table(at(players=3, coins=7, others={1: {"coins": 3}, 2: {"coins": 5}}))
    for seat in range(3):
        rows = Seen(SPEC, table.game, seat).rows("SEATS", SEAT)
        assert [row["COINS"] for row in rows] == [(7, 3, 5)[(seat + i) % 3] for i in range(3)]
        assert [row["DECIDES"] for row in rows] == [int((seat + i) % 3 == 0) for i in range(3)]


@pytest.mark.parametrize("scenario", ["the_long_ebb", "hallow_pass"])
def test_any_scenario_will_do(scenario):
    batch = Batch(SPEC, 8, {"players": 2, "scenario": scenario}, observation="compact", autoreset=True)
    generators = batch.generators(1)
    batch.deal(np.arange(8))
    for _ in range(100):
        batch.step_random(generators)
    assert batch.observations.any(axis=1).all()
