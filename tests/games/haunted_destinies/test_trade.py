"""Trades of items, and the protocol of trades (HD-FREE-8 to HD-FREE-10, HD-FREE-21)."""

import pytest

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.observation import EVENT_SIZE
from haunted_env.games.haunted_destinies.tables import CARD_IDS, ITEM_CODE
from tests.games.haunted_destinies.duel import last_event, meeting, result, told
from tests.games.haunted_destinies.observing import bits, block, observe
from tests.games.haunted_destinies.table import SPEC, Table

BOOTS, BELL, COAT, LANTERN = "it_nailed_boots", "it_silver_bell", "it_waxed_coat", "it_storm_lantern"
KNOWLEDGE = {"WORD", "NOTES"}


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
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}
    assert table.do("SEAT 2").asked == (0, "TRADE_GIVE")
    assert table.legal == {f"ITEM {BOOTS}", f"ITEM {COAT}", "PASS"} | KNOWLEDGE
    assert table.do(f"ITEM {COAT}").asked == (0, "TRADE_ASK")
    assert table.legal == {f"ITEM {LANTERN}", "PASS"} | KNOWLEDGE
    assert table.do("PASS").asked == (2, "TRADE_REPLY")
    table.do("YES")
    assert (table.items(0), table.items(2)) == ([BOOTS], [LANTERN, COAT])


@pytest.mark.clause("HD-FREE-9")
def test_an_item_may_be_asked_for_nothing():
    table = meeting({"items": [BOOTS]}, {"items": [BELL, COAT]}).do("TRADE", "PASS")
    assert table.asked == (0, "TRADE_ASK")
    assert table.legal == {f"ITEM {BELL}", f"ITEM {COAT}"} | KNOWLEDGE
    assert table.refuses("PASS"), "an offer of nothing for nothing"
    table.do(f"ITEM {BELL}", "YES")
    assert (table.items(0), table.items(1)) == ([BOOTS, BELL], [COAT])


@pytest.mark.clause("HD-FREE-9", "HD-DEC-4")
def test_who_has_no_items_still_has_knowledge_to_give():
    table = meeting({"items": [BOOTS, COAT]}, {}).do("TRADE")
    assert table.legal == {f"ITEM {BOOTS}", f"ITEM {COAT}", "PASS"} | KNOWLEDGE
    table.do(f"ITEM {BOOTS}")
    assert table.asked == (0, "TRADE_ASK")
    assert table.legal == {"PASS"} | KNOWLEDGE
    table.do("PASS", "YES")
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
    assert table.do("TRADE").legal == {f"ITEM {BOOTS}", "PASS"} | KNOWLEDGE
    for card in ("PSYCHE ps_brawler", "SLOT 0", "PERSIST ha_leaden_feet"):
        assert table.refuses(card)
    assert table.do(f"ITEM {BOOTS}").legal == {f"ITEM {BELL}", "PASS"} | KNOWLEDGE
    for card in ("PSYCHE ps_warden", "SLOT 0", "PERSIST ha_thin_veil"):
        assert table.refuses(card)


@pytest.mark.clause("HD-FREE-9")
def test_nobody_gives_or_asks_for_an_item_that_is_not_there():
    table = meeting({"items": [BOOTS]}, {"items": [BELL]}).do("TRADE")
    for item in (BELL, COAT, LANTERN):
        assert table.refuses(f"ITEM {item}")
    table.do("WORD")
    for item in (BOOTS, COAT, LANTERN):
        assert table.refuses(f"ITEM {item}")


@pytest.mark.clause("HD-FREE-8", "HD-FREE-10")
@pytest.mark.parametrize("ghost", [False, True])
@pytest.mark.parametrize(("pawn", "legal"), [("4,4", True), ("4,5", False)])
def test_trade_needs_another_player_on_the_tile(ghost, pawn, legal):
    other = {"ghost": True, "pawn": pawn} if ghost else {"pawn": pawn}
    table = meeting({"items": [BOOTS]}, other, {"pile": ["ps_opener"], "items": [COAT]}, {})
    assert ("TRADE" in table.legal) == legal
    assert table.refuses("TRADE") == (not legal)


@pytest.mark.example("EX-54")
@pytest.mark.clause("HD-FREE-8", "HD-FREE-9", "HD-GHOST-17", "HD-INV-9")
def test_a_ghost_trades_knowledge_alone():
    seats = [{"ghost": True}, {"pile": ["ps_opener"], "items": [BOOTS]}, {"items": [BELL]}]
    table = all_here(*seats).do("TRADE")
    assert table.legal == {"SEAT 1", "SEAT 2"}
    assert table.do("SEAT 1").legal == {"PASS"} | KNOWLEDGE
    assert table.do("WORD").legal == {"PASS"} | KNOWLEDGE
    for item in (BOOTS, BELL):
        assert table.refuses(f"ITEM {item}")
    table.do("PASS", "YES", "ACCUSE", "SEAT 2")
    assert len(told(table, 0)) == len(told(table, 1)) == 1


@pytest.mark.clause("HD-FREE-8", "HD-FREE-9")
def test_the_living_trade_no_items_with_a_ghost():
    seats = [{"pile": ["ps_opener"], "items": [BOOTS]}, {"ghost": True}, {"items": [BELL]}]
    table = all_here(*seats).do("TRADE", "SEAT 1")
    assert table.legal == {"PASS"} | KNOWLEDGE
    assert table.refuses(f"ITEM {BOOTS}")
    assert table.do("NOTES").legal == {"PASS"} | KNOWLEDGE


@pytest.mark.clause("HD-FREE-10")
@pytest.mark.parametrize("reply", ["YES", "NO"])
@pytest.mark.parametrize("limit", range(4))
def test_the_number_of_offers_per_turn_is_limited_accepted_or_not(limit, reply):
    table = meeting({"items": [BOOTS]}, {"items": [BELL]}, options={"trade_offers_per_turn": limit})
    for _ in range(limit):
        table.do("TRADE", "NOTES", "PASS", reply)
        assert table.asked == (0, "MAIN")
    assert table.refuses("TRADE")


@pytest.mark.clause("HD-FREE-10", "HD-TURN-11")
def test_the_next_turn_has_offers_of_its_own():
    table = boots_for_bell().do("NO", "END_TURN", "ROLL1")
    assert table.asked == (1, "MAIN")
    assert "TRADE" in table.legal


@pytest.mark.clause("HD-FREE-8", "HD-TURN-6")
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
    table.do("TRADE", "PASS", f"ITEM {LANTERN}", reply, "SEARCH")  # 5 + 1 - 3 - 2, and 1 with the Storm Lantern
    assert result(table, "SEARCH") == expected


@pytest.mark.clause("HD-FREE-21", "HD-INFO-25")
@pytest.mark.parametrize(
    ("give", "ask"), [("WORD", "NOTES"), ("NOTES", "WORD"), (f"ITEM {BOOTS}", "WORD"), ("NOTES", "PASS")]
)
def test_everybody_sees_the_offer_and_the_answer(give, ask):
    table = meeting({"items": [BOOTS]}, {}).do("TRADE", give, ask)
    public = table.table
    assert SPEC.actions.find(int(public["action"]))[0].name == "TRADE"
    assert (int(public["actor"]), int(public["opponent"])) == (0, 1)
    names = {12: "WORD", 13: "NOTES", -1: "PASS"}
    offer = [names.get(int(public[side]), table.name(SPEC.actions.first["ITEM"] + int(public[side]))) for side in
             ("trade_give", "trade_ask")]  # fmt: skip
    assert offer == [give, ask]
    reply(table, give, ask, "NO", 0)
    reply(meeting({"items": [BOOTS]}, {}).do("TRADE", give, ask), give, ask, "YES", 1)


def reply(table: Table, give: str, ask: str, answer: str, accepted: int) -> None:
    """The event goes on telling what was offered for what, when the decision is over."""
    table.do(answer)
    event = last_event(table, "TRADE")
    assert (event["actor"], event["target"], event.get("amount", 0)) == (0, 1, accepted)
    sides = [event.get(side, "PASS") for side in ("trade_give", "trade_ask")]
    assert sides == [side.removeprefix("ITEM ") for side in (give, ask)]


@pytest.mark.clause("HD-FREE-21", "HD-INFO-21", "HD-INFO-19")
def test_offers_that_were_refused_can_be_told_apart_afterwards():
    names = [f"ITEM {CARD_IDS[code]}" for code in ITEM_CODE]
    offered = {"PASS": 0, "WORD": 13, "NOTES": 14, **{name: 1 + i for i, name in enumerate(names)}}  # 1 + what
    offers = [("PASS", f"ITEM {BELL}"), (f"ITEM {BOOTS}", "PASS"), (f"ITEM {BOOTS}", f"ITEM {BELL}"), ("NOTES", "PASS"),
              ("WORD", "NOTES"), ("NOTES", "WORD"), ("WORD", f"ITEM {BELL}")]  # fmt: skip
    for give, ask in offers:
        table = meeting({"items": [BOOTS]}, {"items": [BELL]}).do("TRADE", give, ask, "NO")
        last = block(observe(table.game, 2), "EVENTS", EVENT_SIZE)[0]
        seats = bits(1 + 1, 3) + bits(1 + 2, 3)  # seen from seat 2, by 1 + how far to the left they sit
        assert last == bits(Event.TRADE, 6) + seats + bits(offered[give], 7) + bits(offered[ask], 7) + [0]
