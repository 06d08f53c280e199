"""Powers, on-reveal effects and the order in which cards are obeyed (HD-OBEY-22 to HD-OBEY-30 without 26)."""

import pytest

from tests.games.haunted_destinies.cards import GHOST, KIRK, MILL, draw, haunt, look, own_look, search, start


def pair(one, two, *others, **more):
    """Seats 0 and 1 at the Kirk."""
    return start({"pawn": KIRK, **one}, {"pawn": KIRK, **two}, *others, **more)


# Powers


@pytest.mark.clause("HD-OBEY-22")
@pytest.mark.parametrize(
    ("seats", "decision"),
    [
        ([{"up": ["ps_inquisitor"]}, {}], (1, "ROLL")),  # -1 + 1 = 0: the turn ends
        ([{}, {"up": ["ps_inquisitor"]}], (1, "PROBE_PENALTY")),
        ([{"pile": ["ps_inquisitor"]}, {}], (1, "PROBE_PENALTY")),
    ],
)
def test_a_power_belongs_to_whom_the_card_lies_in_front_of(seats, decision):
    """A probe of -1 at equal health."""
    table = pair({"pile": ["ps_moths"], **seats[0]}, {"pile": ["ps_kitchen"], **seats[1]}, dice=[1, 2]).do("PROBE")
    assert table.asked == decision


@pytest.mark.clause("HD-OBEY-22", "HD-ATT-9")
def test_a_stolen_power_works_for_the_thief_at_once():
    """Seat 0 wins two rounds; the Warden, taken in the first, no longer helps seat 1 in the second."""
    table = pair({}, {"up": ["ps_warden"]}, dice=[5, 3, 3, 2]).do("ATTACK", "OPT_TAKE")
    assert table.up(0) == {"ps_warden"}
    table.do("YES")
    assert table.asked == (0, "ATTACK_PRIZE")  # 5 + 3 - 5 - 2 = 1, with the Warden it was 0


@pytest.mark.clause("HD-OBEY-23")
def test_a_passive_power_applies_without_being_asked_also_out_of_turn():
    assert pair({}, {"up": ["ps_warden"]}, dice=[3, 2]).do("ATTACK").asked == (1, "ROLL")  # 1 - 1 = 0
    assert pair({}, {}, dice=[3, 2]).do("ATTACK").asked == (0, "ATTACK_PRIZE")


@pytest.mark.clause("HD-OBEY-23", "HD-TURN-11")
def test_a_turn_power_may_be_used_once_per_own_turn():
    table = start({"up": ["ps_sleepwalker"], "pile": ["ps_moths", "ps_kitchen"]}, decision="ROLL", dice=[1] * 9)
    assert table.legal == {"ROLL1", "ROLL2"}
    table.do("ROLL1")
    assert "USE_POWER" in table.legal
    table.do("USE_POWER", "SLOT 0", "INSERT 1")
    assert table.asked == (0, "MAIN")
    assert "USE_POWER" not in table.legal
    table.do("END_TURN")
    for _ in range(3):
        assert "USE_POWER" not in table.do("ROLL1").legal
        table.do("END_TURN")
    assert "USE_POWER" in table.do("ROLL1").legal


@pytest.mark.clause("HD-OBEY-23")
def test_a_turn_power_may_be_used_after_the_action_and_does_not_count_as_one():
    seat = {"up": ["ps_sleepwalker"], "pile": ["ps_moths", "ps_kitchen"], "pawn": KIRK}
    table = start({**seat, "health": "2/5"}, dice=[1, 5]).do("SEARCH", "INSERT 0")
    assert "USE_POWER" in table.legal
    table = start(seat).do("USE_POWER", "SLOT 0", "INSERT 0")
    assert "SEARCH" in table.legal


@pytest.mark.clause("HD-OBEY-23", "HD-FX-18")
@pytest.mark.parametrize(
    ("power", "without", "with_it"),
    [
        ("ps_physician", [{}], [{}, {"pawn": KIRK}]),
        ("ps_physician", [{}, {**GHOST, "pawn": KIRK}], [{}, {"pawn": KIRK, "health": "5/5"}]),
        ("ps_sleepwalker", [{"pile": []}], [{"pile": ["ps_moths"]}]),
        ("ps_hedge_witch", [{}], [{"gloom_here": 1}]),
        ("ps_ragpicker", [{}], [{"items": ["it_blackthorn"]}]),
    ],
)
def test_a_turn_power_needs_a_legal_target_and_its_cost(power, without, with_it):
    for seats, usable in ((without, False), (with_it, True)):
        first = {"pawn": KIRK, "up": [power], **seats[0]}
        gloom = {KIRK: first.pop("gloom_here", 0), MILL: 1}
        table = start(first, *seats[1:], n=5, gloom=gloom, options={"claims_per_turn": 2})
        assert ("USE_POWER" in table.legal) == usable


@pytest.mark.clause("HD-OBEY-23")
def test_powers_of_other_seats_and_dreams_cannot_be_used():
    table = pair({"up": ["ps_kitchen"], "health": "3/5"}, {"up": ["ps_sleepwalker"], "pile": ["ps_moths"]})
    assert "USE_POWER" not in table.legal


@pytest.mark.clause("HD-OBEY-23")
def test_of_several_turn_powers_the_unused_usable_ones_are_offered():
    table = pair({"up": ["ps_physician", "ps_sleepwalker", "ps_hedge_witch"], "pile": ["ps_moths"]}, {}, n=5)
    assert table.do("USE_POWER").legal == {"PSYCHE ps_physician", "PSYCHE ps_sleepwalker"}
    table.do("PSYCHE ps_physician")
    assert table.asked == (0, "MAIN")
    assert "USE_POWER" in table.legal


# On-reveal effects


@pytest.mark.example("EX-24")
@pytest.mark.clause("HD-OBEY-5", "HD-OBEY-6", "HD-OBEY-24", "HD-OBEY-30")
def test_the_warm_kitchen_heals_its_owner_after_the_lookers_reward():
    table = look("ps_kitchen", {"health": "3/5"}, looker={"health": "4/5"}).do("FACE_UP")
    assert (table.health(0), table.health(1)) == ("4/5", "3/5")
    table.do("OPT_HEAL")
    assert table.asked == (1, "REACT")
    assert (table.health(0), table.health(1)) == ("5/5", "3/5")
    table.do("YES")
    assert (table.health(0), table.health(1)) == ("5/5", "4/5")
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-OBEY-24", "HD-OBEY-30")
def test_the_owner_may_decline_and_the_card_stays_face_up():
    table = look("ps_kitchen", {"health": "3/5"}, looker={"health": "4/5"}).do("FACE_UP", "OPT_HEAL")
    assert table.legal == {"YES", "NO"}
    table.do("NO")
    assert (table.health(1), table.up(1), table.asked) == ("3/5", {"ps_kitchen"}, (0, "MAIN"))


@pytest.mark.clause("HD-OBEY-24")
def test_an_own_look_fires_it_too():
    table = own_look("ps_kitchen", {"health": "3/5"}).do("FACE_UP")
    assert table.asked == (0, "REACT")
    assert table.do("YES").health(0) == "4/5"


@pytest.mark.clause("HD-OBEY-24")
def test_the_reward_draw_comes_before_the_effect():
    table = look("ps_kitchen", {"health": "3/5"}).do("FACE_UP", "SEAT 1")
    assert table.asked == (1, "INSERT_AT")
    assert table.do("INSERT 0").asked == (1, "REACT")


@pytest.mark.clause("HD-OBEY-24")
def test_a_stolen_dream_does_not_fire():
    table = pair({"health": "3/5"}, {"up": ["ps_kitchen"]}, dice=[6, 1]).do("ATTACK", "OPT_TAKE")
    assert (table.up(0), table.asked, table.health(0)) == ({"ps_kitchen"}, (0, "CONTINUE"), "3/5")


@pytest.mark.clause("HD-OBEY-24", "HD-OBEY-28")
def test_a_ritual_turns_up_the_pile_without_on_reveal_or_probe_effects():
    pile = ["ps_opener", "ps_unsent_letter", "ps_wolf_at_table", "ha_open_graves", "ha_grave_chill", "se_hidden_remedy"]
    table = pair({"health": "3/5", "pile": pile}, {"health": "1/5"}, n=5, options={"opener_power": "plain"})
    table.do("ATTACK", "OPT_WOUND", "RITUAL")
    assert table.asked == (0, "MAIN")
    assert table.up(0) == {"ps_opener", "ps_unsent_letter", "ps_wolf_at_table"}
    assert (table.health(0), table.items(0), table.gloom(KIRK)) == ("3/5", [], 0)
    assert [table.discards(card) for card in pile[3:]] == [1, 1, 1]


@pytest.mark.clause("HD-OBEY-28")
def test_a_binding_reveals_the_pile_without_probe_effects():
    pile = ["ha_recoil", "ha_open_graves", "ha_long_night", "se_hidden_remedy", "ps_kitchen"]
    table = pair({"health": "5/5"}, {"health": "1/5", "pile": pile}).do("ATTACK", "OPT_WOUND", "BIND")
    assert table.is_ghost(1)
    assert table.own_gloom(1) == 3
    assert (table.health(0), table.gloom(KIRK), table.persistent("ha_long_night")) == ("2/5", 0, 0)
    assert [table.discards(card) for card in pile[:4]] == [1, 1, 1, 1]


@pytest.mark.example("EX-44")
@pytest.mark.clause("HD-OBEY-30", "HD-FX-18")
def test_the_owner_may_refuse_the_wolf_and_is_not_asked_about_footprints():
    table = look("ps_wolf_at_table", n=5).do("FACE_UP", "SEAT 2")  # an unwounded looker can only let somebody draw
    assert table.asked == (1, "REACT")  # seat 2 had no choice where to put the card
    piles = [table.pile(seat) for seat in range(5)]
    table.do("NO")
    assert table.asked == (0, "MAIN")
    assert [table.pile(seat) for seat in range(5)] == piles
    assert table.up(1) == {"ps_wolf_at_table"}
    table = look("ps_ash_prints", n=5).do("FACE_UP", "SEAT 2")
    assert (table.asked, table.up(1)) == ((0, "MAIN"), {"ps_ash_prints"})


@pytest.mark.clause("HD-OBEY-30", "HD-FX-18")
def test_the_owner_is_not_asked_if_the_effect_would_be_skipped_but_for_a_useless_heal():
    table = look("ps_moths").do("FACE_UP", "SEAT 2")  # no gloom on the tile
    assert table.asked == (0, "MAIN")
    table = look("ps_moths", gloom={KIRK: 1}).do("FACE_UP", "SEAT 2")
    assert table.asked == (1, "REACT")
    table = look("ps_red_door", {"pile": ["ps_moths", "ps_red_door"]}).do("FACE_UP", "SEAT 2")
    assert table.asked == (1, "REACT")
    table = pair({"pile": ["ps_medium"]}, {"pile": ["ps_red_door"]}).do("PROBE", "OPT_LOOK_OTHER", "FACE_UP", "SEAT 2")
    assert table.asked == (0, "MAIN")  # no own card left to look at
    table = look("ps_kitchen", {"health": "5/5"}).do("FACE_UP", "SEAT 2")
    assert table.asked == (1, "REACT")  # healing is never skipped


# One card inside another


@pytest.mark.clause("HD-OBEY-25")
def test_a_card_triggered_by_another_is_resolved_before_the_first_goes_on():
    """Overheard Whisper sees Confession, whose owner sees Grave Chill of the drawer."""
    table = draw("se_overheard", {"pile": ["ha_grave_chill"]}, {"pile": ["se_confession", "ps_moths"]})
    table.do("SEAT 1", "SLOT 0")
    assert table.health(0) == "4/5"
    assert [table.discards(card) for card in ("se_overheard", "se_confession", "ha_grave_chill")] == [1, 1, 1]
    order = [event for event in table.events() if "discard" in event.lower()]
    names = ["Grave Chill", "Confession", "Overheard Whisper"]
    assert [name for event in order for name in names if name in event] == names


@pytest.mark.clause("HD-OBEY-25")
def test_the_rest_of_a_list_waits_for_the_card_turned_up_in_its_middle():
    """Two nested own looks: the outer Search card is discarded last."""
    table = draw("se_parish_register", {"pile": ["ps_red_door", "ha_recoil", "ps_warden"]})
    table.do("SLOT 0", "FACE_UP", "YES", "SLOT 0", "TRIGGER")
    assert table.discards("se_parish_register") == 0
    table.do("SEAT 2")
    assert (table.health(2), table.discards("ha_recoil"), table.discards("se_parish_register")) == ("4/5", 1, 1)


@pytest.mark.example("EX-49")
@pytest.mark.clause("HD-TURN-12", "HD-OBEY-25")
def test_the_second_look_of_a_haunt_is_made_although_lost_hours_ends_the_turn():
    table = haunt({"pile": ["ha_lost_hours", "ps_moths", "ps_warden"]}).do("H_LOOK2", "SLOT 0")
    assert table.asked == (0, "PICK_SLOT")
    table.do("SLOT 1", "FACE_DOWN", "SEAT 1")
    assert table.asked == (1, "ROLL")
    assert table.facts(0, 1)[1] == "S:ps_warden"


# Cards that stay in play


@pytest.mark.clause("HD-OBEY-27")
@pytest.mark.parametrize(("card", "cursed"), [("ha_thin_veil", None), ("ha_pale_king", None), ("ha_leaden_feet", 1)])
def test_a_card_that_enters_play_is_not_discarded(card, cursed):
    table = look(card)
    assert (table.persistent(card, cursed), table.discards(card), table.pile(1)) == (1, 0, ["ps_warden"])


@pytest.mark.clause("HD-OBEY-27")
def test_a_second_copy_of_a_win_condition_is_discarded_a_second_curse_stays():
    table = look("ha_pale_king", persistent=["ha_pale_king"])
    assert (table.persistent("ha_pale_king"), table.discards("ha_pale_king")) == (1, 1)
    table = look("ha_pale_king", persistent=["ha_long_night"])
    assert (table.persistent("ha_pale_king"), table.discards("ha_pale_king")) == (1, 0)
    table = look("ha_thin_veil", persistent=["ha_thin_veil"])
    assert (table.persistent("ha_thin_veil"), table.discards("ha_thin_veil")) == (2, 0)
    table = look("ha_leaden_feet", persistent=[{"card": "ha_leaden_feet", "seat": 1}])
    assert (table.persistent("ha_leaden_feet", 1), table.discards("ha_leaden_feet")) == (2, 0)


@pytest.mark.clause("HD-OBEY-29")
def test_only_the_card_that_an_effect_names_changes_place():
    pile = ["ps_moths", "ps_warden", "ps_red_door", "ps_nine_steps"]
    table = start({"up": ["ps_sleepwalker"], "pile": pile}).do("USE_POWER", "SLOT 2", "INSERT 0")
    assert table.pile(0) == ["ps_red_door", "ps_moths", "ps_warden", "ps_nine_steps"]
    table = search({"pile": pile}).do("OPT_LOOK_OWN", "SLOT 1", "FACE_UP")
    assert table.pile(0) == ["ps_moths", "ps_red_door", "ps_nine_steps"]
