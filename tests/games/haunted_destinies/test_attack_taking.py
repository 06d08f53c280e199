"""Cards taken in an attack (HD-ATT-7 to HD-ATT-10)."""

import pytest

from tests.games.haunted_destinies.duel import conflict, meeting, result
from tests.games.haunted_destinies.table import Table

WINS, LOSES = (5, 2), (2, 5)
STOPS = {"auto_forced": False}
FIFTEEN = ["ha_grave_chill"] * 4 + ["ha_recoil"] * 3 + ["ha_creeping_damp"] * 3 + ["ha_corpse_candle"] * 3
FIFTEEN += ["ps_red_door", "ps_kitchen"]


def taking(taker, loser, *others, prize=True, more_dice=(), **more) -> Table:
    """The taker has won a round and chosen OPT_TAKE: as the attacker (seat 0), or as the defender (seat 1)."""
    table = won(taker, loser, *others, prize=prize, more_dice=more_dice, **more)
    return table.do("OPT_TAKE")


def won(taker, loser, *others, prize=True, more_dice=(), **more) -> Table:
    seats = (taker, loser) if prize else (loser, taker)
    table = conflict("ATTACK", *seats, *others, dice=(*(WINS if prize else LOSES), *more_dice), **more)
    assert table.decision == ("ATTACK_PRIZE" if prize else "ATTACK_PENALTY")
    return table


both_sides = pytest.mark.parametrize("prize", [True, False], ids=["attacker takes", "defender takes"])


@pytest.mark.clause("HD-ATT-7", "HD-ATT-10")
@both_sides
def test_any_card_of_the_loser_may_be_taken_face_down_or_face_up(prize):
    loser = {
        "pile": ["ps_moths", "ha_recoil", "ps_opener"],
        "up": ["ps_brawler", "ps_medium"],
        "items": ["it_silver_bell", "it_waxed_coat", "it_waxed_coat"],
    }
    taker = {"pile": ["ps_warden"], "up": ["ps_antiquary"], "items": ["it_nailed_boots"], "health": "5/5"}
    table = taking(taker, loser, {"up": ["ps_inquisitor"], "items": ["it_blackthorn"]}, prize=prize)
    assert table.asked == (0 if prize else 1, "TAKE_CARD")
    assert table.legal == {
        *("SLOT 0", "SLOT 1", "SLOT 2", "PSYCHE ps_brawler", "PSYCHE ps_medium"),
        *("ITEM it_silver_bell", "ITEM it_waxed_coat"),
    }


NOTHING, PILE = {}, {"pile": ["ps_moths"]}
UP, ITEM = {"up": ["ps_moths"]}, {"items": ["it_silver_bell"]}
ONE_LESS_THAN_FULL, FULL = {"pile": FIFTEEN}, {"pile": [*FIFTEEN, "ps_medium"]}


@pytest.mark.clause("HD-ATT-7", "HD-COMP-16")
@pytest.mark.parametrize(
    ("loser", "taker", "cards"),
    [
        (NOTHING, NOTHING, set()),
        (PILE, NOTHING, {"SLOT 0"}),
        (UP, NOTHING, {"PSYCHE ps_moths"}),
        (ITEM, NOTHING, {"ITEM it_silver_bell"}),
        (PILE, ONE_LESS_THAN_FULL, {"SLOT 0"}),
        (PILE, FULL, set()),
        (PILE | ITEM, FULL, {"ITEM it_silver_bell"}),
        (UP, FULL, {"PSYCHE ps_moths"}),
    ],
)
@both_sides
def test_taking_is_offered_only_if_some_card_can_be_taken(loser, taker, cards, prize):
    table = won(taker, loser, prize=prize, options=STOPS)
    assert ("OPT_TAKE" in table.legal) == bool(cards)
    if cards:
        assert table.do("OPT_TAKE").legal == cards
    else:
        assert table.refuses("OPT_TAKE")
        assert table.legal == ({"OPT_WOUND", "PASS"} if prize else {"OPT_WOUND"})


@pytest.mark.clause("HD-ATT-7", "HD-OPEN-10")
@both_sides
def test_after_a_ritual_the_opener_card_cannot_be_taken(prize):
    opener = {"up": ["ps_opener"]}
    alone = won({}, opener, {}, prize=prize, ritual=True, options=STOPS)
    assert "OPT_TAKE" not in alone.legal
    more = taking({}, {"up": ["ps_opener", "ps_brawler"]}, {}, prize=prize, ritual=True, options=STOPS)
    assert more.legal == {"PSYCHE ps_brawler"}
    before = taking({}, opener, {}, prize=prize, options=STOPS)
    assert before.legal == {"PSYCHE ps_opener"}


@pytest.mark.clause("HD-ATT-8")
@both_sides
def test_a_face_down_card_enters_the_takers_pile_unseen_at_a_secret_slot(prize):
    table = taking({"pile": ["ps_warden", "ps_kitchen"]}, {"pile": ["ps_moths", "ps_medium"]}, prize=prize)
    taker, loser = (0, 1) if prize else (1, 0)
    table.do("SLOT 1")
    assert table.asked == (taker, "INSERT_AT")
    assert table.label == "PLACING"
    assert table.legal == {"INSERT 0", "INSERT 1", "INSERT 2"}
    table.do("INSERT 1")
    assert table.pile(taker) == ["ps_warden", "ps_medium", "ps_kitchen"]
    assert table.pile(loser) == ["ps_moths"]
    for seat in range(3):
        assert table.facts(seat, taker) == ["U", "U", "U"]
        assert table.location(seat, "ps_medium") == "UNKNOWN"
    assert table.grey(taker) == (0, 1), "nobody knows what came"
    assert table.decision == "CONTINUE", "not looked at, so nothing is obeyed"


@pytest.mark.clause("HD-ATT-8")
def test_a_haunting_card_taken_is_not_obeyed():
    table = taking({"health": "5/5"}, {"pile": ["ha_lost_hours", "ha_recoil"]}).do("SLOT 1")
    assert table.pile(0) == ["ha_recoil"]
    assert table.health(0) == "5/5"
    assert table.discards("ha_recoil") == 0


@pytest.mark.clause("HD-ATT-8", "HD-INFO-14")
def test_a_taker_who_had_seen_the_card_still_knows_it():
    known = {"0": {"facts": {"1": {"1": "S:ps_medium"}}}, "2": {"facts": {"1": {"1": "S:ps_medium"}}}}
    table = taking({"pile": ["ps_warden"]}, {"pile": ["ps_moths", "ps_medium"]}, ledger=known).do("SLOT 1", "INSERT 0")
    assert table.facts(0, 0) == ["S:ps_medium", "U"]
    assert table.facts(2, 0) == ["U", "U"], "the slot is secret"
    assert table.location(2, "ps_medium") == "PILE 0"


@pytest.mark.example("EX-17")
@pytest.mark.clause("HD-ATT-5", "HD-ATT-8", "HD-OPEN-1")
def test_the_defender_takes_the_top_card_and_with_it_perhaps_the_role():
    table = meeting(
        {"health": "2/5", "pile": ["ps_opener", "ps_medium"]}, {"health": "4/5", "pile": ["ps_moths"]}, {}, dice=(1, 3)
    ).do("ATTACK")
    assert table.table["result"] == -4
    assert table.asked == (1, "ATTACK_PENALTY")
    table.do("OPT_TAKE", "SLOT 0", "INSERT 1")
    assert (table.pile(0), table.pile(1)) == (["ps_medium"], ["ps_moths", "ps_opener"])
    assert table.facts(1, 1) == ["U", "U"], "not even the new Opener knows"
    assert table.location(1, "ps_opener") == "UNKNOWN"


@pytest.mark.clause("HD-OPEN-1", "HD-ATT-8", "HD-WIN-1")
def test_who_has_lost_the_opener_card_is_no_longer_the_opener():
    dice = (6, 1, 6, 1)
    table = meeting({"health": "9/9"}, {"health": "1/5", "pile": ["ps_opener"]}, {}, {}, dice=dice).do("ATTACK")
    table.do("OPT_TAKE", "YES", "OPT_WOUND", "BIND")
    assert not table.is_over
    assert table.is_ghost(1)


@pytest.mark.clause("HD-ATT-9")
@both_sides
def test_a_face_up_card_taken_stays_face_up(prize):
    table = taking({"pile": ["ps_warden"]}, {"up": ["ps_brawler", "ps_medium"]}, prize=prize).do("PSYCHE ps_brawler")
    taker, loser = (0, 1) if prize else (1, 0)
    assert (table.up(taker), table.up(loser)) == ({"ps_brawler"}, {"ps_medium"})
    assert all(table.location(seat, "ps_brawler") == f"UP {taker}" for seat in range(3))
    assert table.pile(taker) == ["ps_warden"]
    assert table.decision == "CONTINUE"


@pytest.mark.clause("HD-ATT-9")
@both_sides
def test_an_item_taken_lies_in_front_of_the_taker(prize):
    loser = {"items": ["it_silver_bell", "it_waxed_coat", "it_waxed_coat"]}
    table = taking({}, loser, prize=prize).do("ITEM it_waxed_coat")
    taker, loser_seat = (0, 1) if prize else (1, 0)
    assert table.items(taker) == ["it_waxed_coat"]
    assert table.items(loser_seat) == ["it_waxed_coat", "it_silver_bell"]


@pytest.mark.clause("HD-ATT-9", "HD-OBEY-22")
@pytest.mark.parametrize("card", ["PSYCHE ps_brawler", "ITEM it_blackthorn"])
def test_the_taker_has_the_power_of_a_face_up_card_in_the_next_round(card):
    loser = {"up": ["ps_brawler"], "items": ["it_blackthorn"]}
    table = taking({}, loser, more_dice=(3, 1)).do(card, "YES")
    assert result(table, "ATTACK") == 3


@pytest.mark.clause("HD-ATT-9", "HD-OBEY-22")
def test_the_loser_of_a_face_up_card_has_its_power_no_longer():
    table = taking({}, {"up": ["ps_warden"]}, more_dice=(3, 1)).do("YES")
    assert result(table, "ATTACK") == 2


@pytest.mark.clause("HD-ATT-9")
@pytest.mark.parametrize("card", ["ps_kitchen", "ps_unsent_letter", "ps_red_door"])
def test_on_reveal_effects_do_not_fire_again(card):
    table = taking({"health": "3/5", "pile": ["ps_moths"]}, {"health": "2/5", "up": [card, "ps_medium"]})
    table.do(f"PSYCHE {card}")
    assert table.asked == (0, "CONTINUE")
    assert table.health(0) == "3/5"
    assert table.items(0) == []


@pytest.mark.clause("HD-ATT-9", "HD-OPEN-1")
def test_the_opener_card_taken_face_up_makes_the_taker_the_opener():
    dice = (6, 1)
    table = taking({}, {"health": "1/5", "up": ["ps_opener"]}, {}, more_dice=dice).do("YES", "OPT_WOUND", "RITUAL")
    assert table.table["ritual"]
    assert table.is_ghost(1)
    assert table.up(0) == {"ps_opener"}


@pytest.mark.clause("HD-ATT-10")
@both_sides
def test_curses_and_win_conditions_in_play_cannot_be_taken(prize):
    zone = [{"card": "ha_leaden_feet", "seat": 1 if prize else 0}, "ha_thin_veil", "ha_long_night"]
    table = won({}, {}, prize=prize, persistent=zone, options=STOPS)
    assert table.refuses("OPT_TAKE")
    table = taking({}, {"pile": ["ps_moths"]}, prize=prize, persistent=zone, options=STOPS)
    assert table.legal == {"SLOT 0"}
    for card in ("ha_leaden_feet", "ha_thin_veil", "ha_long_night"):
        assert table.refuses(f"PERSIST {card}")
