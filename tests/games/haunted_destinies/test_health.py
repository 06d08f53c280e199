"""Health, wounds and tokens (HD-HP)."""

from typing import Any

import pytest

from tests.games.haunted_destinies.table import SPEC, Table

KIRK = "4,5"
EMPTY_SEARCH_DECK = {"decks": {"search": []}, "discards": {"search": ["it_silver_bell"]}}


def searching(card: str, health: str, **more: Any) -> Table:
    """Seat 0 searches the Old Kirk and draws this card."""
    seats = [{"pawn": KIRK, "health": health}, {"pile": ["ps_opener"]}, {}]
    position = {
        "decision": "MAIN",
        "board": {KIRK: "ti_old_kirk"},
        "seats": seats,
        "decks": {"search": [card]},
        "force": {"dice": [6, 1]},
    }
    t = Table(position | more).do("SEARCH")
    return t.do("OPT_DRAW_SEARCH") if t.decision == "SEARCH_OPTION" else t


def looking(health: str, pile: list[str], owner: str = "5/5", **more: Any) -> Table:
    """Seat 0 probes seat 1 and looks at slot 0 of a pile of two or more."""
    seats = [{"health": health}, {"health": owner, "pile": pile}, {"pile": ["ps_opener"]}]
    position = {"decision": "MAIN", "seats": seats, "force": {"dice": [6, 1]}}
    return Table(position | more).do("PROBE", "SEAT 1", "OPT_LOOK_OTHER", "SLOT 0")


def actors(t: Table, kind: str) -> list[int]:
    """Who the public events of a kind are about, in order."""
    return [event["actor"] for event in SPEC.positions.write(t.game)["events"] if event["kind"] == kind]


@pytest.mark.clause("HD-HP-1")
def test_a_wound_flips_a_token_and_healing_flips_it_back():
    t = looking("5/5", ["ha_grave_chill", "ps_moths"], owner="4/6")
    assert t.health(1) == "3/6"
    assert searching("se_hot_broth", "3/6").health(0) == "4/6"


@pytest.mark.clause("HD-HP-2")
@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        ("5/5", "se_hot_broth", "5/5"),
        ("5/5", "se_village_doctor", "5/5"),
        ("4/5", "se_village_doctor", "5/5"),
        ("3/5", "se_village_doctor", "5/5"),
        ("1/12", "se_village_doctor", "3/12"),
    ],
)
def test_healing_n_flips_at_most_the_wounds_there_are(before, card, after):
    t = searching(card, before)
    assert (t.health(0), t.discards(card)) == (after, 1)


@pytest.mark.clause("HD-HP-2")
@pytest.mark.parametrize(("before", "after"), [("4/5", "2/5"), ("2/5", None), ("1/5", None)])
def test_n_wounds_flip_at_most_the_health_there_is(before, after):
    """The Opener after the ritual wounds by two (HD-OPEN-22); with 1 or 2 health that is the end."""
    seats = [{"up": ["ps_opener"], "health": "9/9"}, {"health": before}, {}]
    t = Table({"decision": "MAIN", "ritual": True, "seats": seats, "force": {"dice": [6, 1]}})
    t.do("ATTACK", "SEAT 1", "OPT_WOUND")
    assert t.is_ghost(1) == (after is None)
    assert t.health(1) == (after or "0/0")
    flipped = 2 if after else int(before[0])
    assert f"Player 1 takes {flipped} wound{'s' if flipped > 1 else ''}." in t.events()


@pytest.mark.clause("HD-HP-3", "HD-COMP-9")
@pytest.mark.parametrize(
    ("before", "after"),
    [("5/5", "6/6"), ("2/5", "3/6"), ("11/11", "12/12"), ("7/11", "8/12"), ("12/12", "12/12"), ("7/12", "7/12")],
)
def test_an_added_token_lies_health_side_up_and_the_twelfth_is_the_last(before, after):
    t = searching("se_hearts_ease", before)
    assert (t.health(0), t.discards("se_hearts_ease")) == (after, 1)


@pytest.mark.clause("HD-HP-4")
@pytest.mark.parametrize(
    ("option", "before", "after"),
    [("heal", "3/5", "4/5"), ("token", "3/5", "4/6"), ("token", "5/5", "6/6"), ("token", "3/11", "4/12")],
)
def test_the_reward_for_a_card_returned_face_up_heals_or_adds_a_token(option, before, after):
    t = looking(before, ["ps_brawler", "ps_warden"], owner="1/5", options={"reward_health": option})
    assert t.do("FACE_UP").asked == (0, "REWARD")
    assert t.do("OPT_HEAL").health(0) == after


@pytest.mark.clause("HD-HP-4")
@pytest.mark.parametrize(("option", "health"), [("heal", "5/5"), ("token", "3/12")])
def test_the_reward_is_not_offered_if_there_is_nothing_to_gain(option, health):
    t = looking(health, ["ps_brawler", "ps_warden"], owner="1/5", options={"reward_health": option})
    t.do("FACE_UP")
    assert t.asked == (0, "PICK_DRAWER"), "the other reward is forced"


@pytest.mark.clause("HD-HP-5")
@pytest.mark.parametrize(("active", "order"), [(0, [0, 1, 2, 4]), (1, [1, 2, 4, 0]), (4, [4, 0, 1, 2])])
def test_an_effect_on_all_living_goes_clockwise_from_the_active_player(active, order):
    """The Lantern heals all living, one after the other; seat 3 is a ghost."""
    seats = [{"pawn": KIRK, "health": "3/5"} for _ in range(5)]
    seats[3] = {"ghost": True, "gloom": 2}
    seats[2]["pile"] = ["ps_opener"]
    board = {"board": {KIRK: "ti_old_kirk"}, "seats": seats, "force": {"dice": [2, 1]}}
    t = Table({"decision": "MAIN", "active": active, **board, **EMPTY_SEARCH_DECK})
    t.do("SEARCH")
    if t.decision == "SEARCH_OPTION":
        t.do("OPT_DRAW_SEARCH")
    assert t.table["lanterns"] == 1
    assert actors(t, "HEAL") == order
    assert [t.health(seat) for seat in order] == ["4/5"] * 4
    assert t.own_gloom(3) == 2


@pytest.mark.clause("HD-HP-5")
@pytest.mark.parametrize(("active", "order"), [(0, [2, 3, 4]), (1, [2, 3, 4]), (3, [3, 4, 2]), (4, [4, 2, 3])])
def test_an_effect_on_all_ghosts_goes_clockwise_from_the_active_player(active, order):
    """Doubles make somebody draw, and the empty Haunting deck shows the Skull."""
    seats = [{"pile": ["ps_opener"]}, {}] + [{"ghost": True, "gloom": 1} for _ in range(3)]
    t = Table(
        {
            "active": active,
            "seats": seats,
            "decks": {"haunting": []},
            "discards": {"haunting": ["ha_recoil"]},
            "force": {"dice": [2, 2]},
        }
    )
    t.do("ROLL2", "OPT_HAUNTING")
    if t.decision == "PICK_DRAWER":
        t.do("SEAT 1")
    assert t.table["skulls"] == 1
    assert actors(t, "GLOOM") == order
    assert [t.own_gloom(seat) for seat in order] == [2, 2, 2]


@pytest.mark.clause("HD-HP-5")
def test_each_player_of_an_effect_is_finished_before_the_next():
    """Twin Shadows: the owner's card is inserted before the looker draws."""
    t = looking("5/5", ["ha_twin_shadows", "ps_moths"], decks={"haunting": ["ha_recoil", "ha_grave_chill"]})
    assert (t.asked, t.table["haunting_left"]) == ((1, "INSERT_AT"), 1)
    t.do("INSERT 0")
    assert (t.pile(1), t.pile(0)) == (["ha_recoil", "ps_moths"], ["ha_grave_chill"])
