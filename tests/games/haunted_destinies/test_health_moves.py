"""Health as movement (HD-MOVE-13 to HD-MOVE-15), with the example EX-74."""

import pytest

from haunted_env.games.haunted_destinies.words.describe import events
from tests.games.haunted_destinies.scenes import HOLDER, KIRK, pair
from tests.games.haunted_destinies.table import SPEC, Table


def walker(seat: dict, moves: int = 2, mp: int = 1, **more) -> Table:
    return pair(seat, HOLDER, {}, options={"health_moves": moves}, mp=mp, **more)


@pytest.mark.example("EX-74")
@pytest.mark.clause("HD-MOVE-13", "HD-MOVE-14")
def test_ex_74_two_health_for_four_points():
    table = walker({"health": "3/5", "items": ["it_waxed_coat"]}).do("SPEND_HEALTH", "SPEND_HEALTH")
    assert (table.health(0), int(table.table["mp"])) == ("1/5", 5)
    assert table.items(0) == ["it_waxed_coat"]
    assert table.refuses("SPEND_HEALTH")


@pytest.mark.clause("HD-MOVE-13")
@pytest.mark.parametrize(
    ("seat", "moves", "legal"),
    [
        ({"health": "2/5"}, 1, True),
        ({"health": "1/5"}, 1, False),
        ({"ghost": True, "gloom": 5}, 1, False),
        ({"health": "5/5"}, 0, False),
    ],
)
def test_only_the_living_pay_and_never_their_last_health(seat, moves, legal):
    assert ("SPEND_HEALTH" in walker(seat, moves).legal) == legal


@pytest.mark.clause("HD-MOVE-13")
def test_it_comes_after_the_roll_and_between_steps_and_actions():
    before = Table({"options": {"health_moves": 3}, "seats": [HOLDER, {}, {}]})
    assert before.decision == "ROLL" and "SPEND_HEALTH" not in before.legal
    table = walker({"pile": ["ps_medium"]}, 3, mp=0, used={"action": True})
    step = [f"MOVE_{way}" for way in "NESW"]
    assert not table.legal & set(step)
    table.do("SPEND_HEALTH", "MOVE_E")
    assert table.pawn(0) == KIRK
    assert "SPEND_HEALTH" in table.legal


@pytest.mark.clause("HD-MOVE-13", "HD-MOVE-6")
def test_what_is_bought_is_lost_with_the_turn():
    table = walker({}).do("SPEND_HEALTH", "END_TURN")
    assert table.decider == 1 and table.table["mp"] == 0
    assert table.health(0) == "4/5"


@pytest.mark.clause("HD-MOVE-14")
def test_health_paid_is_a_wound_that_heals():
    table = pair({}, {**HOLDER, "up": ["ps_physician"]}, {}, options={"health_moves": 1})
    assert table.do("SPEND_HEALTH", "END_TURN").health(0) == "4/5"
    position = {**SPEC.positions.write(table.game), "force": {"dice": [1]}}
    assert Table(position).do("ROLL1", "USE_POWER").health(0) == "5/5"


@pytest.mark.clause("HD-MOVE-15")
def test_not_after_giving_up_moving():
    opener = {"up": ["ps_opener"]}
    for removed in (False, True):
        table = pair(opener, {}, {}, ritual=True, options={"health_moves": 1}, used={"tile_removed": removed})
        assert ("SPEND_HEALTH" in table.legal) != removed


def test_it_is_said_in_words():
    table = walker({"health": "3/5"})
    assert table.batch.describe(0, table.index("SPEND_HEALTH")) == "pay 1 health for 2 movement points (health 3/5)"
    table.do("SPEND_HEALTH")
    assert events(table.game, 0)[1][-2:] == ["Player 0 pays a health for 2 movement points.", "Player 0 takes 1 wound."]
