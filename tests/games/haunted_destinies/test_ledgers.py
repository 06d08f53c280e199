"""What each seat knows for certain, and how it is lost (section 17)."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.state import AT_SLOT, SEEN
from haunted_env.games.haunted_destinies.tables import CARD_IDS, CODE, PSYCHE_SET
from tests.games.haunted_destinies.table import Table

SIX = ["ps_opener", "ps_warden", "ps_medium", "ps_brawler", "ps_moths", "ps_kitchen"]


def look_position(*seats, looks="OPT_LOOK_OTHER", **more):
    """Seat 0 stands on a searchable tile with a good roll to come."""
    first = {"pawn": "4,5", "health": "5/5", **seats[0]}
    return {
        "decision": "MAIN",
        "board": {"4,5": "ti_old_kirk"},
        "seats": [first, *seats[1:]],
        "force": {"dice": [5, 1], **more.pop("force", {})},
        **more,
    }


def after_look(position, pile=1, slot=0):
    table = Table(position).do("SEARCH", "OPT_LOOK_OTHER")
    if table.decision == "LOOK_SEAT":
        table.do(f"SEAT {pile}")
    return table.do(f"SLOT {slot}") if table.decision == "PICK_SLOT" else table


@pytest.mark.clause("HD-INFO-5", "HD-INFO-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_at_the_start_everybody_knows_only_that_piles_are_psyche(players):
    table = Table(seed=3, players=players, setup="random")
    for observer in range(players):
        for pile in range(players):
            assert set(table.facts(observer, pile)) == {"P"}
        left_out = {3: 3, 4: 4, 5: 5, 6: 5}[players]
        for code in range(30):
            expected = "GONE" if PSYCHE_SET[code] >= left_out else "UNKNOWN"
            assert table.location(observer, CARD_IDS[code]) == expected


@pytest.mark.clause("HD-INFO-2", "HD-INFO-7", "HD-INFO-4", "HD-INV-14")
def test_a_look_gives_the_looker_the_face_and_its_slot():
    table = after_look(look_position({}, {"pile": SIX}, {"pile": ["ps_red_door"]}), pile=1, slot=2)
    assert table.facts(0, 1) == ["U", "U", "S:ps_medium", "U", "U", "U"]
    assert table.location(0, "ps_medium") == "SLOT 1"
    assert table.location(1, "ps_medium") == table.location(2, "ps_medium") == "UNKNOWN"
    assert int(table.game["ledger"][0, 0]["location"][CODE["ps_medium"]]) == AT_SLOT + 1
    assert int(table.game["ledger"][0, 0]["fact"][1, 2]) == SEEN + CODE["ps_medium"]


@pytest.mark.clause("HD-INFO-7")
def test_the_looker_keeps_what_was_seen_even_when_the_card_leaves():
    table = after_look(look_position({"health": "4/5"}, {"pile": SIX}, {"pile": ["ps_red_door"]}), pile=1, slot=2)
    table.do("FACE_UP")
    assert all(table.location(o, "ps_medium") == "UP 1" for o in range(3))


@pytest.mark.clause("HD-INFO-8", "HD-OBEY-8", "HD-OBEY-9", "HD-INFO-10")
def test_a_psyche_card_returned_face_down_shows_its_border_to_the_witness_only():
    position = look_position({}, {"pile": SIX}, {"pile": ["ps_red_door"]}, {})
    table = after_look(position, pile=1, slot=2).do("FACE_DOWN")
    assert table.asked == (0, "WITNESS")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}
    table.do("SEAT 2")
    assert table.facts(0, 1)[2] == "S:ps_medium"
    assert table.facts(2, 1)[2] == "PA"
    assert table.facts(1, 1)[2] == table.facts(3, 1)[2] == "P"
    assert any("player 2" in event.lower() for event in table.events()[-3:])


@pytest.mark.example("EX-26")
@pytest.mark.clause("HD-OBEY-9", "HD-INFO-8")
def test_the_only_ghost_is_the_witness_without_a_choice():
    position = look_position({}, {"pile": SIX}, {}, {"ghost": True, "gloom": 1})
    table = after_look(position, pile=1, slot=2).do("FACE_DOWN")
    assert table.decision != "WITNESS"
    assert table.facts(3, 1)[2] == "PA"
    assert table.facts(1, 1)[2] == table.facts(2, 1)[2] == "P"
    assert table.facts(0, 1)[2] == "S:ps_medium"


@pytest.mark.clause("HD-INFO-9", "HD-OBEY-15")
@pytest.mark.parametrize(
    ("card", "border"), [("ps_medium", "PA"), ("ps_brawler", "PC"), ("se_confession", "G"), ("ha_recoil", "G")]
)
def test_an_own_card_put_back_tells_the_witness_its_border_and_the_others_nothing(card, border):
    position = look_position({"pile": [card, "ps_red_door"], "grey": [0, 1]}, {"pile": ["ps_opener"]}, {}, {})
    table = Table(position).do("SEARCH", "OPT_LOOK_OWN", "SLOT 0")
    if table.decision == "OWN_OUTCOME":
        table.do("FACE_DOWN")
    table.do("SEAT 3")
    assert table.facts(0, 0)[0] == f"S:{card}"
    assert table.facts(3, 0)[0] == border
    assert table.facts(1, 0)[0] == table.facts(2, 0)[0] == "U"


@pytest.mark.clause("HD-INFO-6")
def test_what_is_seen_replaces_only_what_is_less_precise():
    ledger = {
        "1": {"facts": {"1": {"2": "S:ps_medium"}}},
        "2": {"facts": {"1": {"2": "PA"}}},
        "3": {"facts": {"1": {"2": "P"}}},
    }
    position = look_position({}, {"pile": SIX}, {}, {}, {}, ledger=ledger)
    table = after_look(position, pile=1, slot=2).do("FACE_DOWN", "SEAT 3")
    assert table.facts(1, 1)[2] == "S:ps_medium"  # the public P adds nothing
    assert table.facts(2, 1)[2] == "PA"
    assert table.facts(3, 1)[2] == "PA"  # P became PA by the witness' look
    assert table.facts(4, 1)[2] == "P"


def haunting_draw_position(**more):
    """Seat 1 is about to roll 3, 3 and will choose the Haunting card."""
    return {
        "options": {"players": 4},
        "active": 1,
        "seats": [{"pile": ["ps_red_door"]}, {"pile": SIX}, {}, {}],
        "ledger": {"all": {"facts": {"0": "P", "1": "P"}}, "0": {"facts": {"1": {"2": "S:ps_medium"}}}},
        "force": {"dice": [3, 3]},
        **more,
    }


@pytest.mark.example("EX-39")
@pytest.mark.clause("HD-INFO-11", "HD-INFO-12", "HD-INFO-18", "HD-INFO-24")
def test_an_insertion_shifts_the_owners_facts_and_blinds_the_others():
    table = Table(haunting_draw_position()).do("ROLL2", "OPT_HAUNTING")
    # Waiting for its slot the card is in no pile and no count.
    assert table.asked == (1, "INSERT_AT")
    assert len(table.pile(1)) == 6 and table.grey(1) == (0, 0)
    assert table.legal == {f"INSERT {k}" for k in range(7)}
    table.do("INSERT 1")
    assert table.facts(0, 1) == ["U"] * 7
    assert table.location(0, "ps_medium") == "PILE 1"
    assert table.facts(1, 1) == ["P", "G", "P", "P", "P", "P", "P"]
    assert table.grey(1) == (1, 1)


def taken_position(**more):
    """EX-40: seat 2 attacks seat 1 on the same tile, seat 0 knows the Medium to be in seat 1's pile."""
    return {
        "options": {"players": 4},
        "active": 2,
        "decision": "MAIN",
        "seats": [
            {"pile": ["ps_red_door"]},
            {"pile": [*SIX[:1], "ha_grave_chill", *SIX[1:]], "grey": [1, 1]},
            {"pile": ["ps_pathfinder"]},
            {},
        ],
        "ledger": {"0": {"locations": {"ps_medium": "PILE 1"}}},
        "force": {"dice": [6, 1]},
        **more,
    }


@pytest.mark.example("EX-40")
@pytest.mark.clause("HD-INFO-15", "HD-INFO-18", "HD-INFO-28", "HD-INFO-13")
def test_a_card_taken_unseen_makes_knowledge_of_the_pile_stale():
    table = Table(taken_position()).do("ATTACK", "SEAT 1", "OPT_TAKE", "SLOT 4")
    assert table.location(0, "ps_medium") == "STALE 1"
    assert table.grey(1) == (0, 1)
    table.do("INSERT 0")
    assert table.grey(2) == (0, 1)
    assert table.location(0, "ps_medium") == "STALE 1"


@pytest.mark.clause("HD-INFO-15")
@pytest.mark.parametrize(
    ("fact", "location"), [("G", "PILE 1"), ("PC", "PILE 1"), ("PA", "STALE 1"), ("P", "STALE 1"), ("U", "STALE 1")]
)
def test_a_fact_about_the_leaving_slot_can_exclude_the_known_card(fact, location):
    slot = {"G": 1, "PC": 4}.get(fact, 3)  # a Haunting card, the Brawler, the Medium itself
    ledger = {"0": {"locations": {"ps_medium": "PILE 1"}, "facts": {"1": {str(slot): fact}}}}
    table = Table(taken_position(ledger=ledger)).do("ATTACK", "SEAT 1", "OPT_TAKE", f"SLOT {slot}")
    assert table.location(0, "ps_medium") == location


@pytest.mark.clause("HD-INFO-13", "HD-INFO-14", "HD-INFO-24")
def test_who_saw_the_face_follows_a_card_taken_face_down():
    ledger = {
        "0": {"facts": {"1": {"3": "S:ps_medium", "5": "S:ps_moths"}}},
        "2": {"facts": {"1": {"3": "S:ps_medium"}}},
        "3": {"facts": {"1": {"2": "PA"}}},
    }
    table = Table(taken_position(ledger=ledger)).do("ATTACK", "SEAT 1", "OPT_TAKE", "SLOT 3")
    assert table.asked == (2, "INSERT_AT")
    assert [table.location(o, "ps_medium") for o in (0, 2)] == ["PILE 2", "PILE 2"]
    assert table.facts(0, 1) == ["U", "U", "U", "U", "S:ps_moths", "U"]  # moved up by one
    assert table.facts(3, 1)[2] == "PA"  # slots before the gap stay
    table.do("INSERT 1")
    assert table.location(0, "ps_medium") == "PILE 2"
    assert table.location(2, "ps_medium") == "SLOT 2"
    assert table.facts(2, 2) == ["U", "S:ps_medium"]
    assert table.facts(0, 2) == ["U", "U"]


@pytest.mark.clause("HD-INFO-12", "HD-INFO-14")
def test_insertion_into_an_empty_pile_keeps_the_position_public():
    ledger = {"0": {"facts": {"1": {"3": "S:ps_medium"}}}, "3": {"facts": {"1": {"3": "PA"}}}}
    position = taken_position(ledger=ledger)
    position["seats"][2] = {}
    table = Table(position).do("ATTACK", "SEAT 1", "OPT_TAKE", "SLOT 3")
    assert table.pile(2) == ["ps_medium"]
    assert table.facts(0, 2) == ["S:ps_medium"] and table.location(0, "ps_medium") == "SLOT 2"
    assert table.facts(3, 2) == ["PA"]
    assert table.facts(2, 2) == ["U"]


@pytest.mark.clause("HD-INFO-16", "HD-INFO-11")
def test_who_knew_the_card_passed_at_a_death_knows_where_it_went():
    position = {
        "active": 2,
        "seats": [
            {"pile": ["ps_red_door"]},
            {"pile": ["ps_warden"]},
            {"health": "1/5", "pile": ["ps_opener", "ha_grave_chill", "ps_inquisitor"]},
            {"pile": ["ps_moths"]},
        ],
        "ledger": {
            "0": {"facts": {"2": {"0": "S:ps_opener"}}},
            "1": {"locations": {"ps_inquisitor": "PILE 2"}},
            "3": {"locations": {"ps_opener": "PILE 2", "ps_warden": "STALE 2"}},
        },
        "force": {"dice": [2, 2]},
    }
    table = Table(position).do("ROLL2", "OPT_WOUND")
    assert table.asked == (3, "INSERT_AT")
    assert table.location(0, "ps_opener") == table.location(3, "ps_opener") == "PILE 3"
    assert table.location(1, "ps_opener") == "UNKNOWN"
    assert all(table.location(o, "ps_inquisitor") == "GONE" for o in range(4))
    assert table.location(3, "ps_warden") == "UNKNOWN"  # an entry about the dead player's pile
    table.do("INSERT 0")
    assert table.location(3, "ps_opener") == "SLOT 3" and table.facts(3, 3) == ["S:ps_opener", "U"]
    assert table.location(0, "ps_opener") == "PILE 3" and table.facts(0, 3) == ["U", "U"]
    assert table.grey(3) == (0, 0)  # HD-INFO-28: the passed card counts as identified


@pytest.mark.clause("HD-INFO-16", "HD-INFO-11", "HD-INFO-12")
def test_a_card_passed_into_an_empty_pile_is_known_to_be_psyche():
    position = {
        "active": 2,
        "seats": [{"pile": ["ps_red_door"]}, {}, {"health": "1/5", "pile": ["ps_opener"]}, {}],
        "force": {"dice": [2, 2]},
    }
    table = Table(position).do("ROLL2", "OPT_WOUND")
    assert table.pile(3) == ["ps_opener"]
    assert all(table.facts(o, 3) == ["P"] for o in range(4))


@pytest.mark.clause("HD-INFO-25", "HD-INFO-20")
def test_under_placing_only_recipient_and_origin_are_told():
    table = Table(haunting_draw_position()).do("ROLL2", "OPT_HAUNTING")
    public = table.table
    assert table.label == "PLACING"
    assert int(public["recipient"]) == 1 and int(public["origin"]) == 1
    assert all(int(public[name]) == -1 for name in ("actor", "opponent", "obeyed", "look_seat", "action"))


@pytest.mark.clause("HD-INFO-23")
def test_the_ledgers_draw_no_conclusions():
    """Seat 1 holds one card and set A is all known but one: nobody's ledger names it."""
    position = {
        "seats": [{"pile": ["ps_warden"]}, {"pile": ["ps_opener"]}, {}],
        "ledger": {"all": {"facts": {"0": "PA", "1": "PA"}}},
    }
    table = Table(position)
    assert all(table.location(o, "ps_opener") == "UNKNOWN" for o in range(3))


@pytest.mark.clause("HD-INFO-3")
def test_the_card_mask_tells_empty_unseen_border_and_seen_apart():
    from haunted_env.play.batch import Batch
    from tests.games.haunted_destinies.table import SPEC

    ledger = {"0": {"facts": {"1": {"0": "U", "1": "P", "2": "S:ps_medium", "3": "PC"}}}}
    table = Table({"seats": [{}, {"pile": SIX}, {}], "ledger": ledger})
    batch = Batch(SPEC, 1, {"players": 3})
    batch.load(table.game)
    mask = batch.look([0]).card_masks[0]
    assert mask[1].tolist() == [0, 1, 2, 1, 0, 0] + [-1] * 14
    assert (mask[[0, 2, 3, 4, 5]] == -1).all()
    assert mask.dtype == np.int8


@pytest.mark.clause("HD-INFO-11", "HD-INFO-16")
@pytest.mark.parametrize("heirs_pile", [["ps_moths"], []])
def test_the_heir_keeps_the_border_it_knew_of_the_card_passed(heirs_pile):
    position = {
        "active": 2,
        "seats": [
            {"pile": ["ps_red_door"]},
            {},
            {"health": "1/5", "pile": ["ha_grave_chill", "ps_opener", "ps_inquisitor"]},
            {"pile": heirs_pile},
        ],
        "ledger": {"3": {"facts": {"2": ["G", "PA", "PB"]}}, "0": {"facts": {"2": {"1": "P"}}}},
        "force": {"dice": [2, 2]},
    }
    table = Table(position).do("ROLL2", "OPT_WOUND")
    if heirs_pile:
        table.do("INSERT 1")
    assert table.facts(3, 3)[-1] == "PA"
    assert table.facts(0, 3)[-1] == ("U" if heirs_pile else "P")
    assert table.location(3, "ps_opener") == "UNKNOWN"
