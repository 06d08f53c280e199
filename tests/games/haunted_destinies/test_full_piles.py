"""Destiny piles of sixteen cards and more (HD-COMP-16)."""

from typing import Any

import pytest

from haunted_env.games.haunted_destinies import tables
from haunted_env.spec.position import PositionError
from tests.games.haunted_destinies.table import Table

KIRK = "4,5"
GREY = [
    row.id for row in tables.CONTENT.haunting for _ in range(row.count) if row.id not in ("ha_recoil", "ha_leaden_feet")
]
INSERTS = {size: {f"INSERT {i}" for i in range(size + 1)} for size in range(20)}


def cards(n: int) -> list[str]:
    """A pile of n Haunting cards."""
    return GREY[:n]


def game(me: dict[str, Any], other: dict[str, Any] | None = None, *dice: int, **more: Any) -> Table:
    """Seats 0 and 1 on the Old Kirk, seat 2 elsewhere with the Opener card."""
    seats = [{"pawn": KIRK, **me}, {"pawn": KIRK, **(other or {})}, {"pile": ["ps_opener"]}]
    position = {"decision": "MAIN", "board": {KIRK: "ti_old_kirk"}, "seats": seats, "force": {"dice": list(dice)}}
    return Table(position | more)


def doubles(pile: list[str], *deck: str) -> Table:
    """Seat 0 draws a Haunting card for doubles of the movement roll."""
    t = game({"pile": pile}, None, 3, 3, decision="ROLL", decks={"haunting": list(deck)})
    return t.do("ROLL2", "OPT_HAUNTING")


def search(pile: list[str], card: str, **more: Any) -> Table:
    """Seat 0 searches and draws this card."""
    return game({"pile": pile, "health": "3/5"}, None, 6, 1, decks={"search": [card]}, **more).do(
        "SEARCH", "OPT_DRAW_SEARCH"
    )


@pytest.mark.clause("HD-COMP-16", "HD-INV-5")
def test_a_haunting_card_still_enters_a_pile_of_fifteen():
    t = doubles(cards(15), "ha_recoil")
    assert (t.asked, t.legal) == ((0, "INSERT_AT"), INSERTS[15])
    t.do("INSERT 15")
    assert t.pile(0) == [*cards(15), "ha_recoil"]


@pytest.mark.clause("HD-COMP-16", "HD-INV-5")
@pytest.mark.parametrize("card", ["ha_recoil", "ha_leaden_feet"])
@pytest.mark.parametrize("size", [16, 17, 19])
def test_a_haunting_card_due_for_a_full_pile_is_shown_and_discarded_without_effect(card, size):
    t = doubles(cards(size), card)
    assert t.asked == (0, "MAIN")
    assert (t.pile(0), t.discards(card)) == (cards(size), 1)
    assert (t.persistent("ha_leaden_feet", 0), t.health(0)) == (0, "5/5")
    assert t.grey(0) == (size, size)
    assert any(tables.CARD_NAMES[tables.CODE[card]] in line for line in t.events()), "all see it"


@pytest.mark.clause("HD-COMP-16")
def test_of_several_cards_only_those_enter_for_which_there_is_room():
    ghost = {"ghost": True, "gloom": 9}
    t = game(ghost, {"pile": cards(15)}, 1, 6, decks={"haunting": ["ha_recoil", "ha_leaden_feet", "ha_recoil"]})
    t.do("HAUNT", "H_DRAW3", "INSERT 0")
    assert t.pile(1) == ["ha_recoil", *cards(15)]
    assert (t.discards("ha_leaden_feet"), t.discards("ha_recoil")) == (1, 1)
    assert t.asked == (0, "MAIN")


@pytest.mark.clause("HD-COMP-16")
def test_a_search_card_to_keep_enters_fifteen_and_is_discarded_past_sixteen():
    assert search(cards(15), "se_hidden_remedy").legal == INSERTS[15]
    t = search(cards(16), "se_hidden_remedy")
    assert (t.asked, t.pile(0), t.discards("se_hidden_remedy")) == ((0, "MAIN"), cards(16), 1)
    assert t.health(0) == "3/5", "without effect"


@pytest.mark.clause("HD-COMP-16")
@pytest.mark.parametrize(("size", "legal"), [(15, {"USE_DRAW", "KEEP_PROBE"}), (16, {"USE_DRAW"})])
def test_a_card_with_two_uses_cannot_be_kept_with_a_full_pile(size, legal):
    t = search(cards(size), "se_second_breath", options={"auto_forced": False})
    assert (t.asked, t.legal) == ((0, "DUAL_CARD"), legal)
    assert t.do("USE_DRAW").health(0) == "4/5"


@pytest.mark.clause("HD-COMP-16")
def test_items_and_cards_obeyed_at_once_do_not_need_room():
    assert search(cards(16), "it_silver_bell").items(0) == ["it_silver_bell"]
    assert search(cards(16), "se_village_doctor").health(0) == "5/5"


@pytest.mark.clause("HD-COMP-16")
def test_an_attacker_with_a_full_pile_takes_no_face_down_card():
    victim = {"pile": ["ps_moths"], "up": ["ps_brawler"], "items": ["it_silver_bell"]}
    assert game({"pile": cards(16)}, {"pile": ["ps_moths"]}, 6, 1).do("ATTACK").legal == {"OPT_WOUND", "PASS"}
    t = game({"pile": cards(16)}, victim, 6, 1).do("ATTACK", "OPT_TAKE")
    assert t.legal == {"PSYCHE ps_brawler", "ITEM it_silver_bell"}
    assert t.refuses("SLOT 0")
    t = game({"pile": cards(15)}, victim, 6, 1).do("ATTACK", "OPT_TAKE")
    assert t.legal == {"SLOT 0", "PSYCHE ps_brawler", "ITEM it_silver_bell"}


@pytest.mark.clause("HD-COMP-16")
@pytest.mark.parametrize(("size", "legal"), [(15, {"OPT_WOUND", "OPT_TAKE"}), (16, {"OPT_WOUND"})])
def test_a_defender_with_a_full_pile_takes_no_face_down_card(size, legal):
    t = game({"pile": ["ps_moths"]}, {"pile": cards(size)}, 1, 6, options={"auto_forced": False}).do("ATTACK", "SEAT 1")
    assert (t.asked, t.legal) == ((1, "ATTACK_PENALTY"), legal)


@pytest.mark.clause("HD-COMP-16")
@pytest.mark.parametrize(("size", "legal"), [(15, {"BRANCH_A", "BRANCH_B"}), (16, {"BRANCH_A"})])
def test_an_effect_takes_no_face_down_card_into_a_full_pile(size, legal):
    rest = [card for card in GREY if card != "ha_grasping_dead"]
    owner = {"pile": ["ha_grasping_dead", "ps_moths"]}
    t = game({"pile": rest[:size]}, owner, 6, 1, options={"auto_forced": False})
    t.do("PROBE", "SEAT 1", "OPT_LOOK_OTHER", "SLOT 0")
    assert (t.asked, t.legal) == ((0, "FX_BRANCH"), legal)


@pytest.mark.clause("HD-COMP-16")
@pytest.mark.parametrize("size", [16, 17])
@pytest.mark.parametrize("full", [0, 1])
def test_a_swap_is_allowed_with_a_full_pile(size, full):
    piles = [["ps_moths"], ["ps_moths"]]
    piles[full] = cards(size)
    t = game({"pile": piles[0]}, {"pile": piles[1]}, 6, 1, decks={"search": ["se_crossed_fates"]})
    t.do("SEARCH", "OPT_DRAW_SEARCH", "SEAT 1", "SLOT 0", f"INSERT {size - 1}")
    assert t.pile(full) == [*cards(size)[1:], "ps_moths"]
    assert t.pile(1 - full) == cards(1)


@pytest.mark.clause("HD-COMP-16")
@pytest.mark.parametrize("size", [16, 17])
def test_a_card_moved_within_a_full_pile_stays_in_it(size):
    t = game({"pile": cards(size), "up": ["ps_sleepwalker"]}).do("USE_POWER", "SLOT 0")
    assert t.legal == INSERTS[size - 1]
    t.do(f"INSERT {size - 1}")
    assert t.pile(0) == [*cards(size)[1:], cards(1)[0]]


@pytest.mark.clause("HD-COMP-16", "HD-INV-5")
@pytest.mark.parametrize("card", ["ps_opener", "ps_moths"])
@pytest.mark.parametrize("size", [15, 16, 17, 18, 19])
def test_only_a_card_passed_at_a_death_enters_a_full_pile(size, card):
    """The Opener card (HD-GHOST-8), or a decoy (HD-GHOST-9)."""
    seats = [{"health": "1/5", "pile": [card]}, {"pile": cards(size)}, {"ghost": True}, {}]
    if card != "ps_opener":
        seats[3] = {"pile": ["ps_opener"]}
    t = Table({"seats": seats, "force": {"dice": [3, 3]}}).do("ROLL2", "OPT_WOUND")
    assert (t.asked, t.legal) == ((1, "INSERT_AT"), INSERTS[size])
    t.do(f"INSERT {size}")
    assert t.pile(1) == [*cards(size), card]


@pytest.mark.clause("HD-COMP-16")
@pytest.mark.parametrize(("n_living", "most"), [(2, 20), (3, 19), (6, 16)])
def test_there_is_room_for_every_card_that_can_still_be_passed(n_living, most):
    def position(size):
        seats = [{"pile": ["ps_opener"]}, {"pile": cards(size)}, *[{}] * (n_living - 2)]
        return {"seats": [*seats, *[{"ghost": True}] * (3 - n_living)], "options": {"players": max(3, n_living)}}

    assert len(Table(position(most)).pile(1)) == most
    if most < 20:
        with pytest.raises(PositionError, match=r"seats\[1\].pile: at most"):
            Table(position(most + 1))


@pytest.mark.clause("HD-FX-18", "HD-GHOST-7")
def test_a_ghost_is_offered_a_card_that_nobody_has_room_for():
    """It stays where it is."""
    rest = [card for card in GREY if card != "ha_grasping_dead"]
    seats = [
        {"pawn": KIRK, "ghost": True, "gloom": 9},
        {"pawn": KIRK, "pile": ["ha_grasping_dead", "ps_moths"]},
        {"pile": ["ps_opener", *rest[:15]]},
    ]
    position = {"decision": "MAIN", "board": {KIRK: "ti_old_kirk"}, "seats": seats, "force": {"dice": [1, 6]}}
    t = Table({**position, "options": {"players": 3, "auto_forced": False}})
    t.do("HAUNT", "SEAT 1", "H_LOOK1", "SLOT 0")
    assert (t.asked, t.legal) == ((0, "FX_BRANCH"), {"BRANCH_A", "BRANCH_B"})
    t.do("BRANCH_B", "SLOT 0")
    assert (t.pile(1), len(t.pile(2))) == (["ps_moths"], 16)
