"""Cards used in answer to something: cancelling, rerolling, preventing (HD-OBEY-26, HD-FX-13, HD-FX-14, HD-FX-17)."""

import pytest

from haunted_env.games.haunted_destinies.tables import CARD_IDS
from tests.games.haunted_destinies.cards import GHOST, KIRK, against_seat_1, ghost_look, haunt, look, own_look, start

CHARM, COAT, MIRROR = ["it_rowan_charm"], ["it_waxed_coat"], ["it_pocket_mirror"]


def fight(one, two, *others, dice, **more):
    """Seats 0 and 1 at the Kirk, of health 5 unless given; these dice will be rolled."""
    return start({"pawn": KIRK, **one}, {"pawn": KIRK, **two}, *others, dice=dice, **more)


def card_asked(table):
    """The card a REACT is about (public, HD-INFO-25)."""
    return CARD_IDS[int(table.table["react_card"])]


# cancel_haunting


@pytest.mark.clause("HD-OBEY-26", "HD-FX-8")
def test_the_owner_may_cancel_a_haunting_card_that_is_turned_up():
    table = look("ha_grave_chill", {"items": CHARM})
    assert (table.asked, table.legal) == ((1, "REACT"), {"YES", "NO"})
    assert table.pile(1) == ["ps_warden"]
    assert any("Grave Chill" in event for event in table.events())
    table.do("YES")
    assert (table.health(1), table.items(1), table.asked) == ("5/5", [], (0, "MAIN"))
    assert (table.discards("ha_grave_chill"), table.discards("it_rowan_charm")) == (1, 1)


@pytest.mark.clause("HD-OBEY-26")
def test_after_a_no_the_card_is_obeyed_and_the_charm_kept():
    table = look("ha_grave_chill", {"items": CHARM}).do("NO")
    assert (table.health(1), table.items(1), table.discards("ha_grave_chill")) == ("4/5", CHARM, 1)


@pytest.mark.clause("HD-OBEY-26")
def test_self_is_asked_before_other_and_each_only_once():
    table = look("ha_recoil", {"items": CHARM}, looker={"items": CHARM})
    assert table.asked == (1, "REACT")
    assert table.do("NO").asked == (0, "REACT")
    table.do("YES")
    assert (table.health(0), table.items(0), table.items(1)) == ("5/5", [], CHARM)
    table = look("ha_recoil", {"items": CHARM * 2}).do("NO")
    assert (table.health(0), table.asked) == ("4/5", (0, "MAIN"))
    table = look("ha_recoil", {"items": CHARM}, looker={"items": CHARM}).do("YES")
    assert (table.items(0), table.items(1), table.asked) == (CHARM, [], (0, "MAIN"))


@pytest.mark.clause("HD-OBEY-26")
def test_only_self_and_other_can_cancel():
    table = look("ha_recoil", {}, {"items": CHARM, "pawn": KIRK})
    assert (table.health(0), table.asked, table.items(2)) == ("4/5", (0, "MAIN"), CHARM)


@pytest.mark.clause("HD-OBEY-26")
@pytest.mark.parametrize("card", ["ha_thin_veil", "ha_pale_king", "ha_leaden_feet"])
def test_a_cancelled_card_does_not_enter_play(card):
    table = look(card, {"items": CHARM}).do("YES")
    assert (table.persistent(card), table.persistent(card, 1), table.discards(card)) == (0, 0, 1)


@pytest.mark.clause("HD-OBEY-26")
@pytest.mark.parametrize("card", ["se_hidden_remedy", "se_hot_broth", "ha_unquiet_dust"])
def test_search_cards_and_cards_without_probe_effect_are_not_cancelled(card):
    assert look(card, {"items": CHARM}).asked == (0, "MAIN")


@pytest.mark.clause("HD-OBEY-26", "HD-OBEY-12")
def test_a_triggered_card_may_be_cancelled_by_its_owner_and_by_the_player_picked():
    table = own_look("ha_recoil", {"items": CHARM}, {}, {"items": ["it_rowan_charm"]}).do("TRIGGER", "SEAT 2")
    assert table.asked == (0, "REACT")
    assert table.do("NO").asked == (2, "REACT")
    assert table.do("YES").health(2) == "5/5"


@pytest.mark.clause("HD-OBEY-26")
def test_with_a_ghost_looking_the_owner_alone_is_asked():
    table = ghost_look("ha_grave_chill", {"items": CHARM})
    assert table.asked == (1, "REACT")
    assert table.do("NO").health(1) == "4/5"


# reroll


@pytest.mark.clause("HD-FX-13", "HD-FX-8")
@pytest.mark.parametrize("card", [{"up": ["ps_gambler"]}, {"items": MIRROR}])
@pytest.mark.parametrize("action", ["SEARCH", "PROBE", "ATTACK"])
def test_the_holder_may_roll_both_dice_again(action, card):
    table = fight(card, {}, dice=[1, 2, 6, 3], n=5).do(action)
    assert (table.asked, table.legal) == ((0, "REACT"), {"YES", "NO"})
    assert (int(table.table["light"]), int(table.table["dark"])) == (1, 2)
    table.do("YES")
    assert (int(table.table["light"]), int(table.table["dark"])) == (6, 3)
    assert int(table.table["result"]) == (8 if action == "SEARCH" else 3)
    table = fight(card, {}, dice=[2, 1, 6, 3], n=5).do(action, "NO")
    assert int(table.table["result"]) == (6 if action == "SEARCH" else 1)


@pytest.mark.clause("HD-FX-13")
def test_a_movement_roll_is_not_rerolled():
    table = start({"up": ["ps_gambler"]}, decision="ROLL", dice=[1, 2], n=5).do("ROLL2")
    assert (table.asked, int(table.table["mp"])) == ((0, "MAIN"), 3)


@pytest.mark.clause("HD-FX-13")
def test_only_the_active_player_rerolls():
    table = fight({}, {"up": ["ps_gambler"], "items": MIRROR}, dice=[6, 1], n=5).do("ATTACK")
    assert table.asked == (0, "ATTACK_PRIZE")
    table = haunt({"up": ["ps_gambler"]}, n=5)
    assert table.asked == (0, "HAUNT_OPTION")


@pytest.mark.clause("HD-FX-13")
def test_the_first_dice_count_for_nothing_evil_twins_included():
    table = fight({"items": MIRROR}, {}, dice=[3, 3, 6, 1]).do("PROBE")
    assert table.asked == (0, "REACT")
    assert table.do("YES").asked == (0, "PROBE_PRIZE")
    assert fight({"items": MIRROR}, {}, dice=[3, 3]).do("PROBE", "NO").asked == (0, "EVIL_TWINS")
    assert fight({"items": MIRROR}, {}, dice=[6, 1, 3, 3]).do("PROBE", "YES").asked == (0, "EVIL_TWINS")


@pytest.mark.clause("HD-FX-13")
def test_of_two_cards_psyche_is_asked_first_and_the_item_on_the_new_dice():
    two = {"up": ["ps_gambler"], "items": MIRROR}
    table = fight(two, {}, dice=[1, 3, 1, 2, 6, 1], n=5).do("PROBE")
    assert card_asked(table) == "ps_gambler"
    table.do("YES")
    assert (table.asked, int(table.table["dark"])) == ((0, "REACT"), 2)
    assert card_asked(table) == "it_pocket_mirror"
    table.do("YES")
    assert (table.asked, int(table.table["result"])) == ((0, "PROBE_PRIZE"), 5)


@pytest.mark.clause("HD-FX-13")
def test_after_a_no_the_other_card_is_not_asked_on_these_dice():
    two = {"up": ["ps_gambler"], "items": MIRROR}
    table = fight(two, {}, dice=[6, 1], n=5).do("PROBE", "NO")
    assert table.asked == (0, "PROBE_PRIZE")


@pytest.mark.clause("HD-FX-13")
def test_each_attack_round_is_a_roll_and_a_used_card_is_not_asked_again_this_turn():
    table = fight({"items": MIRROR}, {}, dice=[6, 1, 6, 2, 6, 1, 3, 1]).do("ATTACK", "NO", "PASS", "YES")
    assert table.asked == (0, "REACT")  # a card refused is asked again in the next round
    table.do("YES", "PASS", "YES")
    assert (table.asked, int(table.table["light"])) == ((0, "ATTACK_PRIZE"), 3)


@pytest.mark.clause("HD-FX-13", "HD-TURN-11")
def test_a_reroll_is_there_again_on_the_next_turn():
    dice = [6, 1, 5, 1, 1, 1, 1, 1, 6, 1]
    table = fight({"items": MIRROR}, {}, dice=dice, n=3).do("PROBE", "YES", "PASS", "END_TURN")
    table.do("ROLL1", "END_TURN", "ROLL1", "END_TURN", "ROLL1", "PROBE")
    assert table.asked == (0, "REACT")


# prevent_wound


@pytest.mark.example("EX-46")
@pytest.mark.clause("HD-FX-14", "HD-FX-8")
@pytest.mark.parametrize(
    ("answers", "health", "coats"), [(["YES", "YES"], "4/5", 0), (["YES", "NO"], "3/5", 1), (["NO"], "2/5", 2)]
)
def test_two_waxed_coats_against_the_three_wounds_of_a_failed_binding(answers, health, coats):
    table = fight({"items": COAT * 2}, {"health": "1/5"}, dice=[6, 1]).do("ATTACK", "OPT_WOUND", "BIND")
    for answer in answers:
        assert (table.asked, table.legal) == ((0, "REACT"), {"YES", "NO"})
        table.do(answer)
    assert table.decision == "MAIN"
    assert (table.health(0), len(table.items(0)), table.discards("it_waxed_coat")) == (health, coats, 2 - coats)


@pytest.mark.clause("HD-FX-14")
def test_the_holder_is_asked_again_only_while_wounds_and_copies_remain():
    table = look("ha_grave_chill", {"items": COAT * 2}).do("YES")
    assert (table.asked, table.health(1), table.items(1)) == ((0, "MAIN"), "5/5", COAT)
    table = fight({"items": COAT}, {"health": "1/5"}, dice=[6, 1]).do("ATTACK", "OPT_WOUND", "BIND", "YES")
    assert (table.asked, table.health(0)) == ((0, "MAIN"), "3/5")


@pytest.mark.clause("HD-FX-14", "HD-ATT-11")
def test_a_coat_may_prevent_falling():
    table = fight({}, {"health": "1/5", "items": COAT}, dice=[6, 1]).do("ATTACK", "OPT_WOUND", "YES")
    assert (table.asked, table.health(1)) == ((0, "CONTINUE"), "1/5")
    table = fight({}, {"health": "1/5", "items": COAT}, dice=[6, 1]).do("ATTACK", "OPT_WOUND", "NO")
    assert table.asked == (0, "DECLARE")
    table = look("ha_grave_chill", {"health": "1/5", "items": COAT})
    assert not table.do("YES").is_ghost(1)


@pytest.mark.clause("HD-FX-14", "HD-HAUNT-7")
def test_gloom_paid_for_a_wound_stays_paid():
    table = haunt({"health": "1/5", "items": COAT}).do("H_WOUND", "YES")
    assert (table.health(1), table.own_gloom(0), table.items(1)) == ("1/5", 3, [])


@pytest.mark.clause("HD-FX-14", "HD-DICE-3")
def test_a_coat_helps_against_the_evil_twins_before_the_result_is_computed():
    table = fight({"items": COAT, "health": "4/5"}, {}, dice=[4, 4]).do("SEARCH", "OPT_WOUND")
    assert table.asked == (0, "REACT")
    assert int(table.do("YES").table["result"]) == 4
    table = fight({"items": COAT, "health": "4/5"}, {}, dice=[4, 4]).do("SEARCH", "OPT_WOUND", "NO")
    assert int(table.table["result"]) == 3


@pytest.mark.clause("HD-FX-14", "HD-OPEN-22")
def test_two_wounds_from_one_cause_are_one_window():
    opener = {"up": ["ps_opener"], "health": "5/5"}
    for coats, health in ((1, "4/5"), (2, "5/5")):
        table = fight(opener, {"items": COAT * coats}, dice=[6, 1], ritual=True).do("ATTACK", "OPT_WOUND")
        assert table.do(*["YES"] * coats).health(1) == health
        assert table.asked == (0, "CONTINUE")


@pytest.mark.clause("HD-FX-14")
def test_nobody_is_asked_for_the_coat_of_another_or_for_lost_gloom():
    table = look("ha_grave_chill", looker={"items": COAT})
    assert (table.asked, table.health(1)) == ((0, "MAIN"), "4/5")
    table = own_look("ha_recoil", {"items": COAT}, {}, GHOST).do("TRIGGER", "SEAT 2")
    assert (table.asked, table.own_gloom(2)) == ((0, "MAIN"), 2)


# Once per turn belongs to the card


@pytest.mark.clause("HD-FX-17")
@pytest.mark.parametrize("used", [True, False])
def test_a_reroll_card_lost_and_won_back_is_not_fresh(used):
    first = ["YES"] if used else ["NO"]
    dice = [6, 1, 1, 2] if used else [1, 2]
    table = fight({"items": MIRROR}, {}, dice=[*dice, 2, 1, 3, 1]).do("ATTACK", *first, "OPT_TAKE")
    assert (table.items(1), table.asked) == (MIRROR, (1, "CONTINUE"))
    table.do("YES", "OPT_TAKE", "YES")
    assert (table.items(0), table.asked) == (MIRROR, (0, "ATTACK_PRIZE" if used else "REACT"))


@pytest.mark.clause("HD-FX-17")
@pytest.mark.parametrize("used", [True, False])
def test_a_turn_power_lost_and_won_back_is_not_fresh(used):
    table = fight({"up": ["ps_physician"]}, {}, dice=[1, 2, 2, 1])
    table.do(*["USE_POWER"] * used)
    against_seat_1(table, "ATTACK").do("OPT_TAKE", "YES", "OPT_TAKE", "NO")
    assert (table.up(0), table.asked) == ({"ps_physician"}, (0, "MAIN"))
    assert ("USE_POWER" in table.legal) == (not used)
