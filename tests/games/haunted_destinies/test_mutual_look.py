"""Mutual looks (HD-FREE-1 to HD-FREE-7)."""

import pytest

from tests.games.haunted_destinies.duel import in_progress, meeting
from tests.games.haunted_destinies.table import Table

CEMETERY, KIRK = "4,4", "4,5"


def at_the_kirk(*seats, **more) -> Table:
    """All seats stand on the Old Kirk unless they say otherwise; seat 0 is in MAIN."""
    return Table(
        {
            "decision": "MAIN",
            "board": {KIRK: "ti_old_kirk"},
            "seats": [{"pawn": KIRK, **seat} for seat in seats],
            **more,
        }
    )


@pytest.mark.clause("HD-FREE-1", "HD-FREE-5")
def test_each_looks_at_a_card_of_the_others_choosing_first_the_second_player():
    table = meeting({"pile": ["ps_red_door", "ps_medium"]}, {"pile": ["ps_warden", "ps_kitchen"]})
    table.do("MUTUAL_LOOK")
    assert table.asked == (0, "PICK_SLOT")
    assert table.legal == {"SLOT 0", "SLOT 1"}
    table.do("SLOT 1")
    assert table.asked == (1, "LOOK_OUTCOME")
    assert table.facts(1, 0) == ["U", "S:ps_medium"]
    assert table.facts(0, 0) == ["U", "U"], "showing a card is not seeing it"
    table.do("FACE_DOWN", "SEAT 2")
    assert table.asked == (1, "PICK_SLOT")
    assert table.legal == {"SLOT 0", "SLOT 1"}
    assert table.facts(0, 1) == ["U", "U"]
    table.do("SLOT 0")
    assert table.asked == (0, "LOOK_OUTCOME")
    assert table.facts(0, 1) == ["S:ps_warden", "U"]
    table.do("FACE_DOWN", "SEAT 2")
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-FREE-1")
@pytest.mark.parametrize("pawn", [CEMETERY, KIRK])
def test_a_mutual_look_needs_a_player_on_the_same_tile(pawn):
    table = at_the_kirk({"pile": ["ps_opener"]}, {"pile": ["ps_medium"], "pawn": pawn}, {"pawn": CEMETERY})
    assert ("MUTUAL_LOOK" in table.legal) == (pawn == KIRK)
    assert table.refuses("MUTUAL_LOOK") == (pawn != KIRK)


@pytest.mark.clause("HD-FREE-1")
def test_the_partner_is_picked_among_all_players_here():
    table = at_the_kirk(*[{"pile": [card]} for card in ("ps_opener", "ps_medium", "ps_warden", "ps_kitchen")])
    assert table.do("MUTUAL_LOOK").asked == (0, "TARGET")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}


@pytest.mark.clause("HD-FREE-5")
def test_the_first_look_is_resolved_to_its_end_before_the_return_look():
    table = meeting(
        {"health": "3/5", "pile": ["ps_kitchen", "ps_medium"]}, {"health": "4/5", "pile": ["ps_warden", "ps_moths"]}
    )
    table.do("MUTUAL_LOOK", "SLOT 0", "FACE_UP")
    assert table.asked == (1, "REWARD")
    table.do("OPT_HEAL")
    assert table.asked == (0, "REACT")
    table.do("YES")
    assert (table.health(0), table.health(1)) == ("4/5", "5/5")
    assert table.asked == (1, "PICK_SLOT")


@pytest.mark.clause("HD-FREE-2")
@pytest.mark.parametrize("empty", [0, 1, None])
def test_both_piles_must_hold_a_card(empty):
    piles = [["ps_red_door"], ["ps_medium"]]
    if empty is not None:
        piles[empty] = []
    table = meeting({"pile": piles[0]}, {"pile": piles[1]})
    assert table.refuses("MUTUAL_LOOK") == (empty is not None)


@pytest.mark.clause("HD-FREE-2")
def test_a_player_with_an_empty_pile_cannot_be_chosen():
    table = at_the_kirk({"pile": ["ps_opener"]}, {}, {"pile": ["ps_warden"]}, {"pile": ["ps_moths"]})
    assert table.do("MUTUAL_LOOK").legal == {"SEAT 2", "SEAT 3"}


@pytest.mark.clause("HD-FREE-2")
def test_once_per_other_player_per_turn():
    cards = [["ps_opener", "ps_red_door"], ["ps_medium"], ["ps_warden"], []]
    table = at_the_kirk(*[{"pile": pile} for pile in cards], options={"claims_per_turn": 0})
    look = ("SLOT 0", "FACE_DOWN", "SEAT 3", "FACE_DOWN", "SEAT 3")
    table.do("MUTUAL_LOOK", "SEAT 1", *look)
    assert table.asked == (0, "MAIN")
    table.do("MUTUAL_LOOK", *look)
    assert table.facts(0, 2) == ["S:ps_warden"], "only seat 2 was left, so no target was asked"
    assert table.refuses("MUTUAL_LOOK")
    table.do("END_TURN", "ROLL1")
    assert "MUTUAL_LOOK" in table.legal, "the next turn has looks of its own, with seat 0 too"
    assert "SEAT 0" in table.do("MUTUAL_LOOK").legal


@pytest.mark.clause("HD-FREE-2", "HD-FREE-6")
def test_a_mutual_look_whose_return_was_dropped_is_used_up():
    table = meeting({"pile": ["se_confession", "ps_red_door"]}, {"pile": ["ha_unquiet_dust"]})
    table.do("MUTUAL_LOOK", "SLOT 0")
    assert table.asked == (0, "MAIN")
    assert table.pile(1) == []
    assert table.refuses("MUTUAL_LOOK")
    again = meeting({"pile": ["ps_red_door"]}, {"pile": ["ps_medium"]}, used={"looked": [1]})
    assert again.refuses("MUTUAL_LOOK")


@pytest.mark.clause("HD-FREE-3")
def test_the_second_player_is_never_offered_to_refuse():
    table = meeting({"pile": ["ps_red_door", "ps_moths"]}, {"pile": ["ps_warden", "ps_medium"]})
    table.do("MUTUAL_LOOK", "SLOT 0")
    assert table.asked == (1, "LOOK_OUTCOME")
    assert table.legal == {"FACE_UP", "FACE_DOWN"}
    table.do("FACE_DOWN", "SEAT 0")
    assert table.asked == (1, "PICK_SLOT")
    assert table.refuses("PASS")
    assert table.refuses("NO")
    assert table.legal == {"SLOT 0", "SLOT 1"}


@pytest.mark.clause("HD-FREE-4")
@pytest.mark.parametrize(
    ("card", "owner", "looker"),
    [
        ("ha_recoil", "3/5", "2/5"),  # `other` is the looker
        ("ha_grave_chill", "2/5", "3/5"),  # `self` is the owner
        ("se_hidden_remedy", "5/5", "3/5"),
        ("ha_unquiet_dust", "3/5", "3/5"),  # no Probe effect
    ],
)
@pytest.mark.parametrize("first", [True, False], ids=["first look", "return look"])
def test_a_grey_card_looked_at_is_obeyed_and_discarded(card, owner, looker, first):
    piles = [[card], ["ps_medium"]] if first else [["ps_medium"], [card]]
    table = meeting({"health": "3/5", "pile": piles[0]}, {"health": "3/5", "pile": piles[1]})
    table.do("MUTUAL_LOOK")
    if not first:
        table.do("FACE_DOWN", "SEAT 2")
    owns = 0 if first else 1
    assert (table.health(owns), table.health(1 - owns)) == (owner, looker)
    assert table.discards(card) == 1
    assert table.pile(owns) == []


@pytest.mark.clause("HD-FREE-4")
def test_the_return_look_has_outcome_reward_and_witness_like_any_look():
    table = meeting({"pile": ["ha_unquiet_dust"], "health": "4/5"}, {"pile": ["ps_medium", "ps_warden"]})
    table.do("MUTUAL_LOOK", "SLOT 1")
    assert table.asked == (0, "LOOK_OUTCOME")
    table.do("FACE_UP")
    assert table.asked == (0, "REWARD")
    assert table.legal == {"OPT_HEAL", "OPT_HAUNTING"}
    table.do("OPT_HEAL")
    assert table.health(0) == "5/5"
    assert table.up(1) == {"ps_warden"}
    assert table.pile(1) == ["ps_medium"]


@pytest.mark.example("EX-29")
@pytest.mark.clause("HD-FREE-5", "HD-TURN-9", "HD-TURN-12")
def test_the_return_look_is_made_before_a_turn_ended_by_the_first_one():
    table = meeting({"pile": ["ha_lost_hours"]}, {"pile": ["ps_medium"]}, mp=6)
    table.do("MUTUAL_LOOK")
    assert table.discards("ha_lost_hours") == 1
    assert table.asked == (0, "LOOK_OUTCOME")
    assert table.facts(0, 1) == ["S:ps_medium"]
    table.do("FACE_DOWN", "SEAT 2")
    assert table.asked == (1, "ROLL"), "nothing new may be started"


@pytest.mark.clause("HD-FREE-6")
def test_the_return_look_happens_although_pawns_were_moved_apart():
    table = at_the_kirk({"pile": ["ha_corpse_candle"]}, {"pile": ["ps_opener", "ps_medium"]}, {})
    table.do("MUTUAL_LOOK")
    assert (table.pawn(0), table.pawn(1)) == (CEMETERY, KIRK)
    assert table.asked == (1, "PICK_SLOT")
    table.do("SLOT 1")
    assert table.asked == (0, "LOOK_OUTCOME")
    assert table.facts(0, 1) == ["U", "S:ps_medium"]


@pytest.mark.clause("HD-FREE-6")
def test_the_return_look_is_owed_although_the_starters_pile_is_empty_now():
    table = meeting({"pile": ["ha_creeping_damp"]}, {"pile": ["ps_medium", "ps_warden"]})
    table.do("MUTUAL_LOOK")
    assert table.pile(0) == []
    assert table.asked == (1, "PICK_SLOT")


@pytest.mark.clause("HD-FREE-6")
@pytest.mark.parametrize(
    ("card", "dead", "heir", "then"),
    [("ha_grave_chill", 0, 1, (1, "ROLL")), ("ha_recoil", 1, 2, (0, "MAIN"))],
    ids=["the starter died", "the looker died"],
)
def test_the_return_look_is_dropped_if_one_of_the_two_is_a_ghost_now(card, dead, heir, then):
    table = meeting(
        {"health": "1/5", "pile": [card, "ps_red_door"]},
        {"health": "1/5", "pile": ["ps_medium", "ps_warden"]},
        {"pile": ["ps_opener"]},
        {},
    )
    table.do("MUTUAL_LOOK", "SLOT 0")
    assert table.is_ghost(dead)
    assert table.asked == (heir, "INSERT_AT"), "a card passes at the death"
    table.do("INSERT 0")
    assert table.asked == then
    assert all(fact == "U" for fact in table.facts(0, 1))


def shows_the_only_card() -> Table:
    """Seat 0's Old Photograph has made seat 1 show its only card; seat 0 (unwounded) turns it up."""
    table = meeting({"pile": ["se_old_photograph"]}, {"pile": ["ps_moths"]}, decks={"haunting": ["ha_grave_chill"]})
    table.do("MUTUAL_LOOK")
    assert table.asked == (0, "LOOK_OUTCOME")
    return table.do("FACE_UP")


@pytest.mark.clause("HD-FREE-6")
def test_the_return_look_is_dropped_if_the_owing_pile_is_empty_now():
    table = shows_the_only_card().do("SEAT 0")  # seat 0 draws the Haunting card of the reward
    assert (table.pile(0), table.pile(1)) == (["ha_grave_chill"], [])
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-FREE-6")
def test_the_return_look_is_owed_by_a_pile_that_was_empty_only_for_a_while():
    table = shows_the_only_card().do("SEAT 1")  # seat 1 draws the Haunting card, and shows it at once
    assert table.pile(1) == []
    assert table.discards("ha_grave_chill") == 1
    assert (table.health(0), table.health(1)) == ("5/5", "4/5")
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-FREE-7")
def test_a_ghost_can_neither_start_a_mutual_look_nor_be_chosen():
    seats = [{"pile": ["ps_opener"]}, {"ghost": True, "gloom": 2}, {"pile": ["ps_medium"]}, {"pile": ["ps_warden"]}]
    table = at_the_kirk(*seats)
    assert table.do("MUTUAL_LOOK").legal == {"SEAT 2", "SEAT 3"}
    haunting = at_the_kirk(*seats, active=1)
    assert haunting.asked == (1, "MAIN")
    assert haunting.refuses("MUTUAL_LOOK")
    alone = at_the_kirk(*seats[:2], {"pawn": CEMETERY})
    assert alone.refuses("MUTUAL_LOOK")


@pytest.mark.clause("HD-FREE-1", "HD-TURN-5", "HD-TURN-6")
def test_a_mutual_look_is_free_before_and_after_the_action_but_not_in_the_middle_of_it():
    table = meeting({"pile": ["ps_red_door"]}, {"pile": ["ps_medium"]}, dice=(6, 1))
    assert {"MUTUAL_LOOK", "ATTACK"} <= table.legal
    table.do("ATTACK")
    assert table.refuses("MUTUAL_LOOK")
    table.do("PASS", "NO")
    assert table.asked == (0, "MAIN")
    assert "ATTACK" not in table.legal
    table.do("MUTUAL_LOOK")
    assert table.asked == (1, "LOOK_OUTCOME")


@pytest.mark.clause("HD-INFO-25", "HD-FREE-5")
def test_both_looks_are_part_of_the_mutual_look():
    table = meeting(
        {"health": "4/5", "pile": ["ps_medium", "ps_brawler"]}, {"health": "4/5", "pile": ["ps_warden", "ps_moths"]}
    )
    table.do("MUTUAL_LOOK", "SLOT 0", "FACE_UP")
    assert (table.asked, in_progress(table)) == ((1, "REWARD"), ("MUTUAL_LOOK", 0, 1))
    table.do("OPT_HEAL")
    assert (table.asked, in_progress(table)) == ((1, "PICK_SLOT"), ("MUTUAL_LOOK", 0, 1))
    table.do("SLOT 0", "FACE_UP")
    assert (table.asked, in_progress(table)) == ((0, "REWARD"), ("MUTUAL_LOOK", 0, 1))
