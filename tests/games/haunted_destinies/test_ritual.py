"""The ritual (HD-OPEN-6 to HD-OPEN-9, HD-OPEN-11, HD-OPEN-12)."""

import pytest

from tests.games.haunted_destinies.scenes import HOLDER, KIRK, LOSES, WINS, fallen, ghosts, pair, winners

PLAIN = {"pile": ["ps_medium"]}
FACE_UP = {"up": ["ps_opener"]}

# HD-OPEN-6 to HD-OPEN-9: a ritual that succeeds


@pytest.mark.example("EX-22")
@pytest.mark.clause("HD-OPEN-6", "HD-OPEN-7", "HD-OPEN-8", "HD-OPEN-9", "HD-WIN-2")
def test_ex_22_a_ritual_succeeds():
    pile = ["ps_opener", "ps_brawler", "ha_grave_chill", "se_hidden_remedy"]
    table = fallen({"pile": pile, "items": ["it_nailed_boots"]}, PLAIN, {"pile": ["ps_warden"]}, {}).do("RITUAL")
    assert table.pile(0) == []
    assert table.up(0) == {"ps_opener", "ps_brawler"}
    assert table.items(0) == ["it_nailed_boots"]
    assert (table.discards("ha_grave_chill"), table.discards("se_hidden_remedy")) == (1, 1)
    assert ghosts(table) == [1]
    assert not table.is_over
    assert table.grey(0) == (0, 0)
    assert {table.location(seat, "ps_brawler") for seat in range(4)} == {"UP 0"}


@pytest.mark.clause("HD-OPEN-6")
def test_a_face_up_opener_card_makes_the_ritual_succeed():
    table = fallen({**FACE_UP, "pile": ["ps_warden"]}, PLAIN, {}, {}).do("RITUAL")
    assert ghosts(table) == [1]
    assert table.up(0) == {"ps_opener", "ps_warden"}


@pytest.mark.clause("HD-OPEN-6")
def test_the_defender_may_hold_the_ritual_over_a_fallen_attacker():
    table = pair({"health": "1/5"}, HOLDER, {}, {}, dice=LOSES).do("ATTACK", "RITUAL")
    assert ghosts(table) == [0]
    assert table.up(1) == set(HOLDER["pile"])
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-OPEN-7")
def test_revealed_powers_are_usable_and_reveal_effects_do_not_fire():
    """The Warm Kitchen heals when turned up singly; The Hedge Witch has a turn power."""
    attacker = {"health": "3/5", "pile": ["ps_opener", "ps_kitchen", "ps_hedge_witch"]}
    table = fallen(attacker, {}, {}, {}, options={"opener_power": "plain"}, gloom={"4,4": 2}).do("RITUAL")
    assert table.health(0) == "3/5"
    assert table.asked == (0, "MAIN")
    assert table.do("USE_POWER").gloom("4,4") == 1


@pytest.mark.clause("HD-OPEN-7")
def test_a_revealed_brawler_adds_1_to_the_next_attack():
    """4/5 against 4/5 with dice 3, 4 is -1, with The Brawler 0: the turn ends."""
    seats = [{"health": "4/5", "pile": ["ps_opener", "ps_brawler"]}, {}, {"health": "4/5"}, {}]
    dice = [*WINS, 1, 1, 1, 1, 3, 4]
    table = fallen(*seats, options={"opener_power": "plain"}, mp=2, force={"dice": dice})
    table.do("RITUAL", "MOVE_E", "END_TURN")
    for _ in range(3):
        table.do("ROLL1", "END_TURN")
    table.do("ROLL1", "ATTACK", "SEAT 2")
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-OPEN-8")
def test_earlier_face_up_cards_and_items_stay_and_a_new_pile_grows():
    attacker = {"pile": ["ps_opener"], "up": ["ps_warden"], "items": ["it_silver_bell"]}
    table = fallen(attacker, {}, {}, {}, options={"opener_power": "plain"}, force={"dice": [*WINS, 1, 1, 1, 2, 2]})
    table.do("RITUAL", "END_TURN")
    for _ in range(3):
        table.do("ROLL1", "END_TURN")
    assert table.up(0) == {"ps_opener", "ps_warden"}
    assert table.items(0) == ["it_silver_bell"]
    table.do("ROLL2", "OPT_HAUNTING")
    assert len(table.pile(0)) == 1


@pytest.mark.clause("HD-OPEN-9")
def test_the_last_other_player_consumed_wins_the_game_for_the_opener():
    table = fallen(HOLDER, PLAIN, {"ghost": True}).do("RITUAL")
    assert winners(table) == [0]
    assert table.reason == "CONSUMED"
    assert ghosts(table) == [1, 2]


@pytest.mark.clause("HD-OPEN-9")
def test_no_card_of_the_consumed_player_passes():
    table = fallen(HOLDER, PLAIN, {"pile": ["ps_warden"]}, {}).do("RITUAL")
    assert table.pile(2) == ["ps_warden"]
    assert table.is_gone("ps_medium")


# HD-OPEN-11, HD-OPEN-12: a ritual that fails


@pytest.mark.example("EX-21")
@pytest.mark.clause("HD-OPEN-11", "HD-OPEN-12")
def test_ex_21_a_ritual_fails():
    loser = {"health": "1/6", "pile": ["ps_opener"], "items": ["it_silver_bell"]}
    table = fallen({"pile": ["ps_medium", "ha_recoil"]}, loser, {}, {}, mp=2).do("RITUAL")
    assert [e for e in table.events() if "reveals" in e] == ["Player 0 reveals The Medium.", "Player 0 reveals Recoil."]
    assert ghosts(table) == [0]
    assert table.own_gloom(0) == 1
    assert table.health(1) == "5/6"
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-OPEN-11")
@pytest.mark.parametrize(("before", "after"), [("1/3", "3/3"), ("1/5", "5/5"), ("1/9", "5/9")])
def test_the_spared_player_heals_up_to_5_wounds(before, after):
    assert fallen(PLAIN, {"health": before}, HOLDER, {}).do("RITUAL").health(1) == after


@pytest.mark.clause("HD-OPEN-12")
def test_the_spared_player_stays_on_the_tile_and_keeps_all_cards():
    loser = {"pawn": KIRK, "pile": ["ps_warden", "ha_recoil"], "up": ["ps_brawler"], "items": ["it_silver_bell"]}
    table = fallen({"pawn": KIRK, **PLAIN}, loser, {**HOLDER, "pawn": "4,4"}, {"pawn": "4,4"}).do("RITUAL")
    assert table.pawn(1) == KIRK
    assert table.pile(1) == ["ps_warden", "ha_recoil"]
    assert (table.up(1), table.items(1)) == ({"ps_brawler"}, ["it_silver_bell"])


@pytest.mark.clause("HD-OPEN-12")
def test_a_spared_attacker_goes_on_with_the_turn():
    table = pair({"health": "1/5"}, PLAIN, HOLDER, {}, dice=LOSES, mp=2).do("ATTACK", "RITUAL")
    assert ghosts(table) == [1]
    assert table.health(0) == "5/5"
    assert table.asked == (0, "MAIN")
    assert table.refuses("ATTACK")
    assert "MOVE_E" in table.legal
