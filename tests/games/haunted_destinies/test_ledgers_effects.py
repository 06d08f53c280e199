"""What seats know after cards were shuffled, moved, scanned, cleansed and swapped (HD-INFO-17, 26, 27)."""

import pytest

from haunted_env.games.haunted_destinies.actions import Event, Purpose
from haunted_env.games.haunted_destinies.tables import CODE
from tests.games.haunted_destinies.observing import observe
from tests.games.haunted_destinies.table import Table

SIX = ["ps_opener", "ps_warden", "ps_medium", "ps_brawler", "ps_moths", "ps_kitchen"]


def drawing(card, *seats, **more):
    """Seat 0 searches and draws the given Search card."""
    first = {"pawn": "4,5", **seats[0]}
    return {
        "decision": "MAIN",
        "board": {"4,5": "ti_old_kirk"},
        "seats": [first, *seats[1:]],
        "decks": {"search": [card, "..."]},
        "force": {"dice": [2, 1], **more.pop("force", {})},
        **more,
    }


def drawn(position):
    table = Table(position).do("SEARCH")
    if table.decision == "SEARCH_OPTION":
        table.do("OPT_DRAW_SEARCH")
    return table


def events(table, kind):
    """The events of a kind, oldest first."""
    return [event for event in table.table["events"] if event["kind"] == kind]


def tangled(pile, **more):
    """Seat 0 probes seat 1, whose top card is Tangled Thread."""
    return {
        "decision": "MAIN",
        "seats": [{}, {"health": "1/5", "pile": ["ha_tangled_thread", *pile]}, {}],
        "force": {"dice": [6, 1], "shuffles": [list(reversed(pile))]},
        **more,
    }


@pytest.mark.clause("HD-INFO-17")
def test_a_shuffled_pile_is_unseen_even_by_its_owner():
    facts = {"1": {"2": "S:ps_warden", "3": "PA"}}
    ledger = {"1": {"facts": facts}, "2": {"facts": facts}}
    table = Table(tangled(SIX, ledger=ledger)).do("PROBE", "SEAT 1", "OPT_LOOK_OTHER", "SLOT 0")
    assert table.pile(1) == SIX[::-1]
    for observer in range(3):
        assert table.facts(observer, 1) == ["U"] * 6
    assert table.location(1, "ps_warden") == table.location(2, "ps_warden") == "PILE 1"


@pytest.mark.clause("HD-INFO-17")
def test_a_shuffled_pile_of_one_keeps_its_facts():
    ledger = {"2": {"facts": {"1": {"1": "S:ps_opener"}}}}
    table = Table(tangled(["ps_opener"], ledger=ledger)).do("PROBE", "SEAT 1", "OPT_LOOK_OTHER", "SLOT 0")
    assert table.facts(2, 1) == ["S:ps_opener"] and table.location(2, "ps_opener") == "SLOT 1"


def sleepwalker(pile, **more):
    return {
        "decision": "MAIN",
        "seats": [{"up": ["ps_sleepwalker"], "pile": pile}, {"pile": ["ps_opener"]}, {}],
        **more,
    }


@pytest.mark.clause("HD-INFO-17", "HD-INFO-26", "HD-INFO-24")
def test_a_moved_card_is_followed_by_its_owner_only():
    pile = ["ps_warden", "ha_recoil", "ps_medium", "ps_brawler"]
    facts = {"0": {"0": "S:ps_warden", "1": "G", "3": "S:ps_brawler"}}
    ledger = {"0": {"facts": facts}, "1": {"facts": facts, "locations": {"ps_medium": "PILE 0"}}}
    table = Table(sleepwalker(pile, ledger=ledger)).do("USE_POWER")
    if table.decision == "POWER":
        table.do("PSYCHE ps_sleepwalker")
    assert table.grey(0) == (1, 1)
    table.do("SLOT 0")
    assert table.asked == (0, "INSERT_AT") and table.label == "PLACING"
    assert table.grey(0) == (0, 1)  # as for an unidentified card leaving
    assert table.location(0, "ps_warden") == table.location(1, "ps_warden") == "PILE 0"
    assert table.location(1, "ps_medium") == "PILE 0"  # no doubt: the card comes back
    table.do("INSERT 2")
    assert table.pile(0) == ["ha_recoil", "ps_medium", "ps_warden", "ps_brawler"]
    assert table.facts(0, 0) == ["G", "U", "S:ps_warden", "S:ps_brawler"]
    assert table.facts(1, 0) == ["U"] * 4
    assert [table.location(1, c) for c in ("ps_warden", "ps_medium", "ps_brawler")] == ["PILE 0"] * 3
    assert table.grey(0) == (1, 1)  # the values from before return


@pytest.mark.clause("HD-INFO-17")
def test_moving_the_only_card_keeps_its_facts():
    ledger = {"1": {"facts": {"0": {"0": "S:ps_warden"}}}}
    table = Table(sleepwalker(["ps_warden"], ledger=ledger)).do("USE_POWER")
    assert table.facts(1, 0) == ["S:ps_warden"] and table.location(1, "ps_warden") == "SLOT 0"


@pytest.mark.clause("HD-INFO-17")
def test_scanned_borders_are_known_to_the_scanner_only():
    pile = ["ps_opener", "ha_recoil", "ps_brawler"]
    table = drawn(drawing("se_tinted_lens", {}, {"pile": pile}, {}))
    if table.decision == "FX_SEAT":
        table.do("SEAT 1")
    assert table.facts(0, 1) == ["PA", "G", "PC"]
    assert table.facts(1, 1) == table.facts(2, 1) == ["U"] * 3


@pytest.mark.clause("HD-INFO-17")
def test_a_cleansed_psyche_card_shows_its_border_to_all_and_stays():
    table = drawn(drawing("se_burnt_letter", {"pile": ["ps_brawler", "ha_recoil"]}, {"pile": ["ps_opener"]}, {}))
    table.do("SLOT 0")
    assert all(table.facts(o, 0) == ["PC", "U"] for o in range(3))


@pytest.mark.clause("HD-INFO-17", "HD-INFO-18")
def test_a_cleansed_grey_card_is_discarded_in_public():
    table = drawn(drawing("se_burnt_letter", {"pile": ["ps_brawler", "ha_recoil"]}, {"pile": ["ps_opener"]}, {}))
    assert table.grey(0) == (1, 1)
    table.do("SLOT 1")
    assert table.pile(0) == ["ps_brawler"] and table.discards("ha_recoil") == 1 and table.grey(0) == (0, 0)


def swapping(own, theirs, **more):
    """Seat 0 draws Crossed Fates; seat 2 is the other with cards besides seat 1."""
    return drawing("se_crossed_fates", {"pile": own}, {"pile": ["ps_pathfinder"]}, {"pile": theirs}, {}, **more)


@pytest.mark.example("EX-50")
@pytest.mark.clause("HD-INFO-27", "HD-INFO-24")
def test_a_swapped_card_on_its_way_is_not_doubted():
    theirs = ["ps_warden", "ps_medium", "ps_brawler", "ps_moths", "ps_kitchen", "ps_inquisitor"]
    ledger = {"0": {"facts": {"0": {"0": "S:ps_opener"}}, "locations": {"ps_warden": "PILE 2"}}}
    table = drawn(swapping(["ps_opener", "ps_red_door"], theirs, ledger=ledger))
    table.do("SEAT 2", "SLOT 0", "SLOT 5")
    assert table.asked == (2, "INSERT_AT")
    assert table.location(0, "ps_opener") == "PILE 2"
    assert table.location(0, "ps_warden") == "STALE 2"  # the card that left may have been this one
    table.do("INSERT 3")
    assert table.asked == (0, "INSERT_AT")
    assert table.location(0, "ps_opener") == "PILE 2"
    table.do("INSERT 1")
    assert table.pile(0) == ["ps_red_door", "ps_inquisitor"]
    assert table.pile(2) == ["ps_warden", "ps_medium", "ps_brawler", "ps_opener", "ps_moths", "ps_kitchen"]
    assert table.location(0, "ps_opener") == "PILE 2"


@pytest.mark.clause("HD-INFO-18", "HD-INFO-28")
def test_the_public_count_of_a_swap_stays_simple():
    table = drawn(swapping(["ha_recoil", "ps_opener"], ["ps_warden", "ha_recoil"]))
    table.do("SEAT 2", "SLOT 0", "SLOT 0")
    assert table.grey(0) == (0, 1) and table.grey(2) == (0, 1)
    table.do("INSERT 0", "INSERT 0")
    assert table.grey(0) == (0, 2) and table.grey(2) == (0, 2)


@pytest.mark.clause("HD-INFO-25")
def test_the_context_of_a_decision_is_public():
    table = drawn(swapping(["ps_opener", "ps_red_door"], ["ps_warden", "ps_moths"])).do("SEAT 2")
    assert table.asked == (0, "PICK_SLOT")
    assert (Purpose(int(table.table["purpose"])), int(table.table["pick_pile"])) == (Purpose.SWAP_OWN, 0)
    table.do("SLOT 1")
    assert (Purpose(int(table.table["purpose"])), int(table.table["pick_pile"])) == (Purpose.SWAP_OTHER, 2)
    position = {
        "decision": "MAIN",
        "seats": [{"health": "5/5"}, {"health": "4/5", "pile": ["ps_opener"]}, {}],
        "force": {"dice": [5, 2]},
    }
    table = Table(position).do("PROBE", "SEAT 1")
    public = table.table
    assert table.asked == (0, "PROBE_PRIZE")
    assert (int(public["actor"]), int(public["opponent"]), int(public["result"])) == (0, 1, 4)
    assert (int(public["light"]), int(public["dark"])) == (5, 2)


@pytest.mark.clause("HD-INFO-25")
def test_the_card_being_obeyed_and_its_players_are_public():
    position = {
        "decision": "MAIN",
        "seats": [{"health": "5/5"}, {"health": "2/5", "pile": ["ha_grasping_dead", "ps_opener"]}, {}],
        "force": {"dice": [5, 2]},
    }
    table = Table(position).do("PROBE", "SEAT 1", "OPT_LOOK_OTHER", "SLOT 0")
    assert table.asked == (0, "FX_BRANCH")
    public = table.table
    assert (int(public["obeyed_self"]), int(public["obeyed_other"])) == (1, 0)
    assert int(public["obeyed"]) == CODE["ha_grasping_dead"]


@pytest.mark.clause("HD-INFO-21", "HD-INFO-13")
def test_the_slots_of_a_swap_and_of_a_cleansed_card_are_told():
    table = drawn(swapping(["ps_opener", "ps_red_door"], ["ps_warden", "ps_moths", "ps_medium"]))
    table.do("SEAT 2", "SLOT 1", "SLOT 2")
    told = [(int(e["actor"]), int(e["target"]), int(e["slot"])) for e in events(table, Event.SWAP)]
    assert told == [(0, 2, 1), (2, 0, 2)]
    table = drawn(drawing("se_burnt_letter", {"pile": ["ps_brawler", "ha_recoil"]}, {"pile": ["ps_opener"]}, {}))
    table.do("SLOT 1")
    assert [int(e["slot"]) for e in events(table, Event.DISCARD)] == [1, -1]  # the Recoil, then the Letter itself


@pytest.mark.clause("HD-INFO-19")
def test_who_swaps_is_told_the_own_card_chosen_already():
    pick = swapping(["ps_opener", "ps_red_door"], ["ps_warden", "ps_moths"])
    seen = [observe(drawn(pick).do("SEAT 2", f"SLOT {slot}").game, 0).tobytes() for slot in (0, 1)]
    assert seen[0] != seen[1]


@pytest.mark.clause("HD-INFO-25", "HD-ATT-12")
def test_the_attack_is_the_context_of_the_defenders_declaration():
    seats = [{"health": "1/5"}, {"health": "5/5", "pile": ["ps_opener"]}, {}]
    table = Table({"decision": "MAIN", "seats": seats, "force": {"dice": [1, 3]}})
    table.do("ATTACK", "SEAT 1")
    assert table.asked == (1, "DECLARE")
    public = table.table
    assert [int(public[name]) for name in ("actor", "opponent", "has_result", "result")] == [0, 1, 1, -6]
