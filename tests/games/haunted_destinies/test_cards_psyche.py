"""Every Psyche card does what it says: turn powers and on-reveal effects (HD-OBEY-23, HD-OBEY-24).

Passive powers are played in test_standing.py.
"""

import pytest

from haunted_env.games.haunted_destinies.tables import CONTENT
from tests.games.haunted_destinies.cards import GHOST, KIRK, MILL, check, look, own_look, start

LOOKS = [row.id for row in CONTENT.psyche if row.effects == ({"op": "look_own", "who": "self"},)]
DECKS = {"haunting": ["ha_recoil", "ha_lost_hours"], "search": ["it_blackthorn"]}

# Dreams: card, its owner seat 1, rest of the position, decisions of the owner after YES, outcome.
# Seat 0 looked, and seat 2 drew a Haunting card as reward.
REVEALED = [
    ("ps_kitchen", {"health": "3/5"}, {}, [], {"health 1": "4/5", "health 0": "5/5"}),
    ("ps_moths", {}, {"gloom": {KIRK: 2, MILL: 2}}, [], {"gloom 4,5": 1, "gloom 4,6": 2}),
    ("ps_unsent_letter", {}, {}, [], {"items 1": ["it_blackthorn"], "items 0": []}),
    ("ps_wolf_at_table", {}, {}, ["SEAT 5", "INSERT 1"], {"pile 5": ["ps_opener", "ha_lost_hours"]}),
]
REVEALED += [(card, {"pile": ["ps_brawler", card]}, {}, [], {"asked": (1, "OWN_OUTCOME")}) for card in LOOKS]


def play_seat_0(up, **more):
    """Seat 0 at the Kirk with a card face up."""
    seat = {"pawn": KIRK, "up": [up], **more.pop("seat", {})}
    return start(seat, *more.pop("others", []), n=more.pop("n", 6), **more)


def test_every_turn_power_and_dream_is_played():
    by_timing = {timing: {row.id for row in CONTENT.psyche if row.timing == timing} for timing in ("turn", "on_reveal")}
    assert {case[0] for case in REVEALED} | {"ps_ash_prints"} == by_timing["on_reveal"]
    assert by_timing["turn"] == {"ps_physician", "ps_sleepwalker", "ps_hedge_witch", "ps_ragpicker"}


@pytest.mark.clause("HD-OBEY-24", "HD-FX-2", "HD-FX-7")
@pytest.mark.parametrize(
    ("card", "owner", "more", "decisions", "outcome"), REVEALED, ids=[case[0] for case in REVEALED]
)
def test_a_dream_turned_up_does_what_it_says_for_its_owner(card, owner, more, decisions, outcome):
    pile = {} if "pile" in owner else {"pile": ["ps_brawler", card]}
    table = look(card, {**owner, **pile}, {}, n=6, decks=DECKS, **more, looker={"pile": []}).do("FACE_UP", "SEAT 2")
    assert table.asked == (1, "REACT")
    check(table.do("YES", *decisions), outcome)
    assert table.up(1) == {card}


@pytest.mark.clause("HD-OBEY-24", "HD-FX-7", "HD-FX-18")
def test_footprints_in_ash_give_movement_on_the_owners_own_turn_only():
    table = own_look("ps_ash_prints", n=5, mp=1).do("FACE_UP")
    assert table.asked == (0, "REACT")
    assert int(table.do("YES").table["mp"]) == 4
    table = look("ps_ash_prints", n=5, mp=1).do("FACE_UP", "SEAT 2")
    assert (table.asked, int(table.table["mp"])) == ((0, "MAIN"), 1)


@pytest.mark.clause("HD-FX-3", "HD-FX-7")
def test_the_wolf_may_name_any_other_living_player():
    table = look("ps_wolf_at_table", {}, {}, GHOST, n=5).do("FACE_UP", "SEAT 2", "YES")
    assert (table.asked, table.legal) == ((1, "FX_SEAT"), {"SEAT 0", "SEAT 2", "SEAT 4"})


@pytest.mark.clause("HD-OBEY-23", "HD-FX-3", "HD-FX-7")
def test_the_physician_heals_another_living_player_here():
    others = [
        {"pawn": KIRK, "health": "2/5"},
        {"pawn": KIRK, "health": "5/5"},
        {**GHOST, "pawn": KIRK},
        {"health": "1/5"},
    ]
    table = play_seat_0("ps_physician", others=others, seat={"health": "1/5"}).do("USE_POWER")
    assert (table.asked, table.legal) == ((0, "FX_SEAT"), {"SEAT 1", "SEAT 2"})
    table.do("SEAT 1")
    assert [table.health(seat) for seat in (0, 1, 2, 4)] == ["1/5", "3/5", "5/5", "1/5"]
    assert "USE_POWER" not in table.legal


@pytest.mark.clause("HD-FX-18")
def test_an_unwounded_player_may_be_healed_for_nothing():
    table = play_seat_0("ps_physician", others=[{"pawn": KIRK, "health": "5/5"}]).do("USE_POWER")
    assert (table.asked, table.health(1)) == ((0, "MAIN"), "5/5")
    assert "USE_POWER" not in table.legal


@pytest.mark.clause("HD-OBEY-23", "HD-FX-7")
def test_the_sleepwalker_moves_a_card_within_the_own_pile():
    pile = ["ps_moths", "ha_recoil", "ps_kitchen"]
    ledger = {"0": {"facts": {"0": {"1": "S:ha_recoil"}}}, "1": {"facts": {"0": {"2": "S:ps_kitchen"}}}}
    table = play_seat_0("ps_sleepwalker", seat={"pile": pile}, ledger=ledger).do("USE_POWER")
    assert (table.asked, table.legal) == ((0, "PICK_SLOT"), {"SLOT 0", "SLOT 1", "SLOT 2"})
    table.do("SLOT 1")
    assert (table.asked, table.legal) == ((0, "INSERT_AT"), {"INSERT 0", "INSERT 1", "INSERT 2"})
    table.do("INSERT 2")
    assert table.pile(0) == ["ps_moths", "ps_kitchen", "ha_recoil"]
    assert table.facts(0, 0) == ["U", "U", "S:ha_recoil"]
    assert (table.facts(1, 0), table.location(1, "ps_kitchen")) == (["U", "U", "U"], "PILE 0")
    assert table.grey(0) == (1, 1)


@pytest.mark.clause("HD-OBEY-23", "HD-FX-7")
def test_the_hedge_witch_removes_gloom_from_the_own_tile():
    table = play_seat_0("ps_hedge_witch", gloom={KIRK: 2, MILL: 1}).do("USE_POWER")
    assert (table.gloom(KIRK), table.gloom(MILL)) == (1, 1)
    assert "USE_POWER" not in table.legal


@pytest.mark.clause("HD-OBEY-23", "HD-FX-1", "HD-FX-7")
def test_the_ragpicker_discards_an_item_first_and_then_draws():
    """Search deck and discard are empty: the item thrown away is what the Lantern brings back."""
    table = play_seat_0("ps_ragpicker", seat={"items": ["it_silver_bell"]}, decks={"search": []}).do("USE_POWER")
    assert (table.items(0), table.discards("it_silver_bell"), int(table.table["lanterns"])) == (
        ["it_silver_bell"],
        0,
        1,
    )


@pytest.mark.clause("HD-FX-6", "HD-FX-11")
def test_the_ragpicker_names_the_item_by_design():
    items = ["it_silver_bell", "it_silver_bell", "it_blackthorn"]
    table = play_seat_0("ps_ragpicker", seat={"items": items}, decks={"search": ["it_nailed_boots"]}).do("USE_POWER")
    assert (table.asked, table.legal) == ((0, "FX_ITEM"), {"ITEM it_silver_bell", "ITEM it_blackthorn"})
    table.do("ITEM it_silver_bell")
    assert table.items(0) == ["it_blackthorn", "it_nailed_boots", "it_silver_bell"]
    assert table.discards("it_silver_bell") == 1


@pytest.mark.clause("HD-OBEY-24", "HD-FX-18")
@pytest.mark.parametrize("card", LOOKS)
def test_a_dream_of_looking_is_not_offered_without_a_card_to_look_at(card):
    seats = [{"pawn": KIRK}, {"pawn": KIRK, "pile": [card]}]
    table = start(*seats, n=6).do("PROBE", "OPT_LOOK_OTHER", "FACE_UP", "SEAT 2")
    assert (table.asked, table.up(1)) == ((0, "MAIN"), {card})


@pytest.mark.clause("HD-OBEY-24")
def test_the_opener_card_may_be_turned_up_and_does_nothing_before_a_ritual():
    table = look("ps_opener", {"health": "3/5"}).do("FACE_UP", "SEAT 2")
    assert (table.asked, table.up(1), table.health(1)) == ((0, "MAIN"), {"ps_opener"}, "3/5")
