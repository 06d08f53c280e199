"""Trades (HD-FREE-8 to HD-FREE-10)."""

import pytest

from tests.games.haunted_destinies.duel import meeting, result
from tests.games.haunted_destinies.table import Table

BOOTS, BELL, COAT, LANTERN = "it_nailed_boots", "it_silver_bell", "it_waxed_coat", "it_storm_lantern"


def boots_for_bell(**more) -> Table:
    """Seat 0 has offered Nailed Boots for the Silver Bell of seat 1."""
    table = meeting({"items": [BOOTS, COAT]}, {"items": [BELL, LANTERN]}, **more)
    return table.do("TRADE", f"ITEM {BOOTS}", f"ITEM {BELL}")


def all_here(*seats, **more) -> Table:
    return Table({"decision": "MAIN", "seats": list(seats), **more})


@pytest.mark.clause("HD-FREE-8", "HD-FREE-9")
def test_an_accepted_trade_exchanges_both_items_at_once():
    table = boots_for_bell()
    assert table.asked == (1, "TRADE_REPLY")
    assert table.legal == {"YES", "NO"}
    assert (table.items(0), table.items(1)) == ([COAT, BOOTS], [LANTERN, BELL])
    table.do("YES")
    assert (table.items(0), table.items(1)) == ([COAT, BELL], [LANTERN, BOOTS])
    assert table.asked == (0, "MAIN")


@pytest.mark.example("EX-42")
@pytest.mark.clause("HD-FREE-9", "HD-FREE-10", "HD-FREE-12")
def test_a_refused_trade_moves_nothing_and_is_the_only_offer_of_the_turn():
    table = boots_for_bell().do("NO")
    assert (table.items(0), table.items(1)) == ([COAT, BOOTS], [LANTERN, BELL])
    assert table.asked == (0, "MAIN")
    assert table.refuses("TRADE")
    table.do("TALK", "CLEAR", "SEAT 0")
    assert table.refuses("TALK")
    assert table.refuses("TRADE")


@pytest.mark.clause("HD-FREE-9")
def test_a_trade_asks_partner_gift_and_wish_in_this_order():
    table = all_here({"pile": ["ps_opener"], "items": [BOOTS, COAT]}, {"items": [BELL]}, {"items": [LANTERN]}, {})
    assert table.do("TRADE").asked == (0, "TARGET")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}, "seat 3 has no item but can be given one"
    assert table.do("SEAT 2").asked == (0, "TRADE_GIVE")
    assert table.legal == {f"ITEM {BOOTS}", f"ITEM {COAT}", "PASS"}
    assert table.do(f"ITEM {COAT}").asked == (0, "TRADE_ASK")
    assert table.legal == {f"ITEM {LANTERN}", "PASS"}
    assert table.do("PASS").asked == (2, "TRADE_REPLY")
    table.do("YES")
    assert (table.items(0), table.items(2)) == ([BOOTS], [LANTERN, COAT])


@pytest.mark.clause("HD-FREE-9")
def test_an_item_may_be_asked_for_nothing():
    table = meeting({"items": [BOOTS]}, {"items": [BELL, COAT]}).do("TRADE", "PASS")
    assert table.asked == (0, "TRADE_ASK")
    assert table.legal == {f"ITEM {BELL}", f"ITEM {COAT}"}
    assert table.refuses("PASS"), "an offer of nothing for nothing"
    table.do(f"ITEM {BELL}", "YES")
    assert (table.items(0), table.items(1)) == ([BOOTS, BELL], [COAT])


@pytest.mark.clause("HD-FREE-9", "HD-DEC-4")
def test_somebody_without_items_must_be_given_something():
    table = meeting({"items": [BOOTS, COAT]}, {}).do("TRADE")
    assert table.asked == (0, "TRADE_GIVE")
    assert table.legal == {f"ITEM {BOOTS}", f"ITEM {COAT}"}
    assert table.refuses("PASS"), "nothing could be asked for"
    table.do(f"ITEM {BOOTS}")
    assert table.asked == (1, "TRADE_REPLY"), "PASS is the only thing to ask for"
    table.do("YES")
    assert (table.items(0), table.items(1)) == ([COAT], [BOOTS])


@pytest.mark.clause("HD-FREE-9")
def test_copies_of_one_design_change_hands_one_at_a_time():
    table = meeting({"items": [BOOTS, BOOTS]}, {"items": [COAT, COAT]})
    table.do("TRADE", f"ITEM {BOOTS}", f"ITEM {COAT}", "YES")
    assert (table.items(0), table.items(1)) == ([COAT, BOOTS], [COAT, BOOTS])


@pytest.mark.clause("HD-FREE-8")
def test_psyche_haunting_and_destiny_cards_cannot_be_traded():
    table = meeting(
        {"up": ["ps_brawler"], "pile": ["ps_medium", "ha_recoil"], "items": [BOOTS]},
        {"up": ["ps_warden"], "pile": ["ps_kitchen"], "items": [BELL]},
        persistent=[{"card": "ha_leaden_feet", "seat": 0}, "ha_thin_veil"],
    )
    assert table.do("TRADE").legal == {f"ITEM {BOOTS}", "PASS"}
    for card in ("PSYCHE ps_brawler", "SLOT 0", "PERSIST ha_leaden_feet"):
        assert table.refuses(card)
    assert table.do(f"ITEM {BOOTS}").legal == {f"ITEM {BELL}", "PASS"}
    for card in ("PSYCHE ps_warden", "SLOT 0", "PERSIST ha_thin_veil"):
        assert table.refuses(card)


@pytest.mark.clause("HD-FREE-8", "HD-FREE-10")
def test_cards_that_are_not_items_make_no_offer():
    table = meeting({"up": ["ps_brawler"], "pile": ["ps_medium"]}, {"up": ["ps_warden"], "pile": ["ps_kitchen"]})
    assert table.refuses("TRADE")


@pytest.mark.clause("HD-FREE-8", "HD-FREE-10")
@pytest.mark.parametrize(
    ("own", "other", "pawn", "legal"),
    [
        ([BOOTS], [], "4,4", True),
        ([], [BELL], "4,4", True),
        ([BOOTS], [BELL], "4,4", True),
        ([], [], "4,4", False),
        ([BOOTS], [BELL], "4,5", False),
    ],
)
def test_trade_is_legal_only_if_somebody_here_makes_an_offer_possible(own, other, pawn, legal):
    table = meeting({"items": own}, {"items": other, "pawn": pawn}, {"pile": ["ps_opener"], "items": [COAT]})
    assert ("TRADE" in table.legal) == legal
    assert table.refuses("TRADE") == (not legal)


@pytest.mark.clause("HD-FREE-10", "HD-DEC-4")
def test_somebody_without_items_trades_only_with_those_who_have_some():
    table = all_here({"pile": ["ps_opener"]}, {}, {"items": [BELL]}, {"items": [COAT]})
    assert table.do("TRADE").legal == {"SEAT 2", "SEAT 3"}
    table.do("SEAT 3")
    assert table.asked == (3, "TRADE_REPLY"), "the one item of seat 3 is asked for nothing"


@pytest.mark.clause("HD-FREE-8")
def test_ghosts_do_not_trade():
    seats = [{"pile": ["ps_opener"], "items": [BOOTS]}, {"ghost": True}, {"items": [BELL]}, {"items": [COAT]}]
    assert all_here(*seats).do("TRADE").legal == {"SEAT 2", "SEAT 3"}
    ghost = all_here(*seats, active=1)
    assert ghost.asked == (1, "MAIN")
    assert ghost.refuses("TRADE")
    assert all_here({"pile": ["ps_opener"], "items": [BOOTS]}, {"ghost": True}, {"ghost": True}).refuses("TRADE")


@pytest.mark.clause("HD-FREE-10")
@pytest.mark.parametrize("reply", ["YES", "NO"])
@pytest.mark.parametrize("limit", range(4))
def test_the_number_of_offers_per_turn_is_limited_accepted_or_not(limit, reply):
    table = meeting({"items": [BOOTS]}, {"items": [BELL]}, options={"trade_offers_per_turn": limit})
    for _ in range(limit):
        table.do("TRADE")
        table.do(next(iter(table.legal - {"PASS"})))
        table.do(next(iter(table.legal - {"PASS"})), reply)
        assert table.asked == (0, "MAIN")
    assert table.refuses("TRADE")


@pytest.mark.clause("HD-FREE-10", "HD-TURN-11")
def test_the_next_turn_has_offers_of_its_own():
    table = boots_for_bell().do("NO", "END_TURN", "ROLL1")
    assert table.asked == (1, "MAIN")
    assert "TRADE" in table.legal


@pytest.mark.clause("HD-FREE-8")
def test_a_trade_happens_between_actions_only():
    table = meeting({"items": [BOOTS]}, {"items": [BELL]}, dice=(6, 1))
    table.do("ATTACK")
    assert table.refuses("TRADE")
    table.do("PASS", "NO")
    assert table.asked == (0, "MAIN")
    assert "TRADE" in table.legal


@pytest.mark.clause("HD-FREE-8", "HD-FREE-9")
@pytest.mark.parametrize(("reply", "expected"), [("YES", 2), ("NO", 1)])
def test_a_traded_item_works_for_its_new_holder(reply, expected):
    table = meeting(
        {"pawn": "4,5"}, {"pawn": "4,5", "items": [LANTERN]}, gloom={"4,5": 3}, dice=(1, 2), decks={"search": [BELL]}
    )
    table.do("TRADE", reply, "SEARCH")  # 5 + 1 - 3 - 2, and 1 with the Storm Lantern
    assert result(table, "SEARCH") == expected
