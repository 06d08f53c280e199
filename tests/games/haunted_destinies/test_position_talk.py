"""Positions with talk: private logs, claims and trades in the making, written, read and checked field by field."""

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import numpy as np
import pytest

from haunted_env.games.haunted_destinies.position import from_position, to_position
from haunted_env.games.haunted_destinies.position.schema import schema
from haunted_env.games.haunted_destinies.state import N_TOLD
from haunted_env.spec.position import PositionError
from tests.games.haunted_destinies.table import Table

BOOTS, BELL, COAT = "it_nailed_boots", "it_silver_bell", "it_waxed_coat"
Position = dict[str, Any]


def met(**more: Any) -> Table:
    """Seat 0 is in MAIN with seat 1 and the ghost, seat 2; seat 3, who holds the Opener, is elsewhere."""
    seats = [
        {"pile": ["ps_warden", "ha_recoil"], "items": [BOOTS]},
        {"pile": ["ps_medium", "ps_moths"], "items": [BELL]},
        {"ghost": True, "gloom": 2},
        {"pile": ["ps_opener", "ps_brawler"], "pawn": "4,5"},
        {},
    ]
    ledger = {"1": {"facts": {"0": "U"}, "locations": {"ps_opener": "PILE 3"}}}
    board = {"4,5": "ti_old_kirk"}
    return Table({"decision": "MAIN", "turn": 9, "board": board, "seats": seats, "ledger": ledger, **more})


TALKS = {
    "a tell": ("TELL", "SEAT 1", "SEEN", "SEAT 3", "SLOT 0", "BORDER 0"),
    "a tell to a ghost": ("TELL", "SEAT 2", "HOLDS", "SEAT 0", "PSYCHE ps_medium"),
    "a claim": ("TALK", "SEEN", "SEAT 1", "SLOT 1", "BORDER 5"),
    "an item for a word": ("TRADE", "SEAT 1", f"ITEM {BOOTS}", "WORD", "YES", "NOT_GREY", "SEAT 0", "SLOT 1"),
    "two words": ("TRADE", "SEAT 1", "WORD", "WORD", "YES", "GREY", "SEAT 1", "SLOT 1", "SEEN", "SEAT 0", "SLOT 1",
                  "BORDER 1"),
    "notes for a word": ("TRADE", "SEAT 1", "NOTES", "WORD", "YES", "NOT_HOLDS", "SEAT 1", "PSYCHE ps_moths"),
    "notes for an item": ("TRADE", "SEAT 1", "NOTES", f"ITEM {BELL}", "YES"),
    "a word for nothing": ("TRADE", "SEAT 1", "PASS", "WORD", "YES", "CLEAR", "SEAT 0"),
    "knowledge with a ghost": ("TRADE", "SEAT 2", "WORD", "NOTES", "YES", "CLEAR", "SEAT 0"),
}  # fmt: skip


@pytest.mark.parametrize("talk", TALKS.values(), ids=list(TALKS))
def test_games_come_back_to_the_bit_at_every_step_of_talk(talk):
    validator = jsonschema.Draft202012Validator(schema())
    table = met()
    for action in talk:
        table.do(action)
        position = to_position(table.game)
        validator.validate(position)
        again = from_position(json.loads(json.dumps(position)))
        assert again.tobytes() == table.game.tobytes()
        twin = Table(position)
        assert twin.game.tobytes() == table.game.tobytes()


def test_a_position_amid_a_trade_of_words_goes_on_as_the_original():
    table = met().do(*TALKS["two words"][:8])
    twin = Table(to_position(table.game))
    assert to_position(table.game)["ledger"]["0"]["word"] == {"kind": "GREY", "seat": 1, "slot": 1}
    for one in (table, twin):
        one.do(*TALKS["two words"][8:])
    assert twin.game.tobytes() == table.game.tobytes()
    assert int(table.game["ledger"]["n_told"][0, 0]) == 2


def test_a_private_claim_is_written_in_the_two_logs_and_nowhere_else():
    position = to_position(met().do(*TALKS["a tell"]).game)
    told = [{"speaker": 0, "listener": 1, "kind": "SEEN", "seat": 3, "slot": 0, "border": "PA", "turn": 9}]
    assert {seat: entry.get("told") for seat, entry in position["ledger"].items()} == {"0": told, "1": told}
    assert position["events"][-1] == {"kind": "TELL", "actor": 0, "target": 1}
    assert position["used"] == {"tells": 1}


def test_a_public_claim_names_slot_and_border():
    position = to_position(met().do(*TALKS["a claim"]).game)
    assert position["claims"] == [{"speaker": 0, "kind": "SEEN", "seat": 1, "slot": 1, "border": "G", "turn": 9}]
    assert position["events"][-1] == {"kind": "CLAIM", "actor": 0, "target": 1, "slot": 1, "claim": "SEEN G"}


def test_an_offer_is_told_with_its_answer():
    position = to_position(met().do(*TALKS["an item for a word"][:5]).game)
    offer = {"kind": "TRADE", "actor": 0, "target": 1, "trade_give": BOOTS, "trade_ask": "WORD"}
    assert position["events"][0] == {**offer, "amount": 1}
    assert to_position(met().do("TRADE", "SEAT 1", f"ITEM {BOOTS}", "WORD", "NO").game)["events"] == [offer]


def test_the_oldest_entries_of_a_log_may_be_forgotten_by_one_of_the_two():
    """Seat 0 has heard more than it remembers; seat 1 still knows its first claim to seat 0."""
    entry = {"speaker": 1, "listener": 0, "kind": "ACCUSE", "seat": 3, "turn": 0}
    others = [{"speaker": 4, "listener": 0, "kind": "CLEAR", "seat": 3, "turn": i} for i in range(1, N_TOLD + 1)]
    position = to_position(met(turn=50).game)
    ledger = position.setdefault("ledger", {})
    for seat, told in (("0", others), ("1", [entry]), ("4", others)):
        ledger.setdefault(seat, {})["told"] = told
    refused(position, 'ledger["1"].told[0]', "seat 0 has no such claim in its log")
    ledger["0"]["n_told"] = N_TOLD + 1
    game = from_position(position)
    assert from_position(to_position(game)).tobytes() == game.tobytes()
    assert game["ledger"]["told"]["turn"][0, 0].tolist() == [N_TOLD, *range(1, N_TOLD)], "a ring"


def test_a_hand_written_position_may_begin_with_talk():
    told = [{"speaker": 1, "listener": 0, "kind": "ACCUSE", "seat": 3}]
    table = met(ledger={"0": {"told": told}, "1": {"told": told}}).do("TELL", "SEAT 1", "CLEAR", "SEAT 3")
    ledger = to_position(table.game)["ledger"]
    assert [claim["kind"] for claim in ledger["1"]["told"]] == ["ACCUSE", "CLEAR"]


# What is refused


def refused(position: Position, path: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        from_position(position)
    assert (caught.value.path, reason in caught.value.reason) == (path, True), str(caught.value)


def log(owner: int, **changes: Any) -> Callable[[Position], None]:
    """Change the entry of one seat's log; None takes a field away."""

    return lambda position: change(position["ledger"][str(owner)]["told"][0], changes)


def both(**changes: Any) -> Callable[[Position], None]:
    return lambda position: [log(owner, **changes)(position) for owner in (0, 1)] and None


def told_by(seat: int) -> str:
    return f'ledger["{seat}"].told[0]'


LOGS = {
    "speaker not in the game": (log(0, speaker=5), f"{told_by(0)}.speaker", "from 0 to 4"),
    "no speaker": (log(0, speaker=None), f"{told_by(0)}.speaker", "missing"),
    "somebody else's claim": (both(speaker=3, listener=4), told_by(0), "seat 0 has neither said nor heard it"),
    "said to nobody": (both(listener=None), f"{told_by(0)}.listener", "another player"),
    "said to oneself": (both(listener=0), f"{told_by(0)}.listener", "another player"),
    "a slot that never was": (both(slot=20), f"{told_by(0)}.slot", "from 0 to 19"),
    "no slot": (both(slot=None), f"{told_by(0)}.slot", "SEEN names it"),
    "no border": (both(border=None), f"{told_by(0)}.border", "SEEN names it"),
    "a card too many": (both(card="ps_medium"), f"{told_by(0)}.card", "SEEN names none"),
    "a border too many": (both(kind="GREY"), f"{told_by(0)}.border", "GREY names none"),
    "no kind": (both(kind=None), f"{told_by(0)}.kind", "missing"),
    "about nobody": (both(seat=None), f"{told_by(0)}.seat", "missing"),
    "a kind that is none": (both(kind="LIE"), f"{told_by(0)}.kind", "unknown claim"),
    "a turn to come": (both(turn=10), f"{told_by(0)}.turn", "at most 9"),
    "otherwise in the other log": (log(1, border="G"), told_by(0), 'seat 1 has it otherwise: ledger["1"].told[0]'),
    "the other way round": (log(1, speaker=1, listener=0), told_by(0), "seat 1 has it otherwise"),
    "in the speaker's log alone": (
        lambda position: position["ledger"]["1"].pop("told"),
        told_by(0),
        "seat 1 has no such claim in its log (HD-INV-20)",
    ),
    "in the listener's log alone": (
        lambda position: position["ledger"]["0"].pop("told"),
        told_by(1),
        "seat 0 has no such claim in its log (HD-INV-20)",
    ),
    "in a third log": (
        lambda position: position["ledger"].update({"3": {"told": position["ledger"]["0"]["told"]}}),
        told_by(3),
        "seat 3 has neither said nor heard it",
    ),
    "in everybody's": (
        lambda position: position["ledger"].update({"all": {"told": position["ledger"]["0"]["told"]}}),
        "ledger.all.told",
        "unknown key",
    ),
    "fewer than counted": (
        lambda position: position["ledger"]["0"].update({"n_told": 3}),
        'ledger["0"].n_told',
        "the last 3 are kept, found 1",
    ),
    "a word that nobody waits for": (
        lambda position: position["ledger"].update({"3": {"word": {"kind": "ACCUSE", "seat": 0}}}),
        'ledger["3"].word',
        "no trade waits to tell it",
    ),
}


@pytest.mark.clause("HD-INV-20")
@pytest.mark.parametrize("case", LOGS.values(), ids=list(LOGS))
def test_logs_that_contradict_the_truth_are_refused(case):
    spoil, path, reason = case
    position = to_position(met().do(*TALKS["a tell"]).game)
    spoil(position)
    refused(position, path, reason)


def test_the_oldest_entries_come_first():
    told = [{"speaker": 1, "listener": 0, "kind": "ACCUSE", "seat": 3, "turn": turn} for turn in (4, 3)]
    position = to_position(met().game) | {"ledger": {"0": {"told": told}, "1": {"told": told}}}
    refused(position, 'ledger["0"].told[1].turn', "oldest come first")


@pytest.mark.parametrize(
    ("claim", "field", "reason"),
    [
        ({"kind": "ACCUSE", "seat": 1}, "speaker", "missing"),
        ({"speaker": 0, "kind": "HOLDS", "seat": 1}, "card", "HOLDS names it"),
        ({"speaker": 0, "kind": "GREY", "seat": 1, "slot": 3, "border": "PA"}, "border", "GREY names none"),
        ({"speaker": 0, "kind": "ACCUSE", "seat": 1, "turn": 10}, "turn", "at most 9"),
        ({"speaker": 0, "kind": "ACCUSE", "seat": 1, "listener": 2}, "listener", "unknown key"),
    ],
)
def test_public_claims_name_the_parts_of_their_kind(claim, field, reason):
    refused(to_position(met().game) | {"claims": [claim]}, f"claims[0].{field}", reason)


@pytest.mark.parametrize(("players", "border"), [(3, "PD"), (3, "PE"), (4, "PE")])
def test_claims_name_only_sets_of_the_game(players, border):
    claim = {"speaker": 0, "kind": "SEEN", "seat": 0, "slot": 0, "border": border}
    position = {"options": {"players": players}, "seats": [{"pile": ["ps_opener"]}], "claims": [claim]}
    refused(position, "claims[0].border", f"no such set in a game of {players} players")
    claim["border"] = "PC"
    from_position(position)


def test_claims_name_only_cards_of_the_game():
    claim = {"speaker": 0, "kind": "HOLDS", "seat": 0, "card": "ps_gambler"}
    seats = {"options": {"players": 4}, "seats": [{"pile": ["ps_opener"]}]}
    refused({**seats, "claims": [claim]}, "claims[0].card", "not in a game of 4 players")


def change(entry: dict[str, Any], changes: dict[str, Any]) -> None:
    """Set fields; None takes them away."""
    entry |= changes
    for key in [key for key, value in entry.items() if value is None]:
        del entry[key]


def top(position: Position, **changes: Any) -> None:
    change(position["stack"][-1], changes)


def below(position: Position, **changes: Any) -> None:
    change(position["stack"][-2], changes)


def asked(position: Position, **changes: Any) -> None:
    change(position["asked"], changes)


def context(position: Position, **changes: Any) -> None:
    change(position["context"], changes)


UNFINISHED = {  # what is played, how many steps of it, what is changed, what is said of that
    "told to somebody elsewhere": ("a tell", 1, lambda p: asked(p, seats=[3]), "asked.seats", "offer all of these"),
    "telling somebody elsewhere": ("a tell", 2, lambda p: (below(p, other=3), top(p, other=3), context(p, opponent=3)),
                                   "stack[1].other", "not another player on the tile"),
    "telling oneself": ("a tell", 2, lambda p: (below(p, other=0), top(p, other=0), context(p, opponent=0)),
                        "stack[1].other", "not another player on the tile"),
    "for another listener": ("a tell", 2, lambda p: top(p, other=4), "stack[2].other", "expected 1"),
    "a private claim made public": ("a tell", 2, lambda p: top(p, other=None), "stack[2].other", "expected 1"),
    "a public claim made private": ("a claim", 1, lambda p: top(p, other=1), "stack[2].other", "expected -1"),
    "said by another": ("a tell", 2, lambda p: (top(p, seat=4), asked(p, seat=4)), "stack[2].seat", "expected 0"),
    "no kind": ("a tell", 3, lambda p: asked(p, claim_kind=None), "asked.claim_kind", "missing at TALK_SEAT"),
    "a kind too early": ("a tell", 2, lambda p: asked(p, claim_kind="GREY"), "asked.claim_kind", "no meaning"),
    "a slot too early": ("a tell", 3, lambda p: asked(p, claim_slot=0), "asked.claim_slot", "no meaning"),
    "no slot": ("a tell", 5, lambda p: asked(p, claim_slot=None), "asked.claim_slot", "missing at TALK_BORDER"),
    "a slot that is not there": ("a tell", 5, lambda p: asked(p, claim_slot=2), "asked.claim_slot", "no card there"),
    "about an empty pile": ("a tell", 4, lambda p: asked(p, claim_seat=4), "asked.claim_seat", "no card there"),
    "about a ghost": ("a tell to a ghost", 4, lambda p: asked(p, claim_seat=2), "asked.claim_seat", "the living"),
    "about a ghost, offered": ("a tell to a ghost", 3, lambda p: asked(p, seats=[2]), "asked.seats", "all of these"),
    "an empty pile offered": ("a tell", 3, lambda p: asked(p, seats=[4]), "asked.seats", "all of these"),
    "no border asked for that kind": ("a tell", 5, lambda p: asked(p, claim_kind="GREY"), "asked.claim_kind",
                                      "does not come to TALK_BORDER"),
    "no card asked for that kind": ("a tell to a ghost", 4, lambda p: asked(p, claim_kind="CLEAR"), "asked.claim_kind",
                                    "does not come to TALK_CARD"),
    "an item that is not there": ("an item for a word", 3, lambda p: (top(p, card=BELL), context(p, trade_give=BELL)),
                                  "stack[1].card", "seat 0 has no such item"),
    "an item that was not given": ("an item for a word", 5,
                                   lambda p: (below(p, card=COAT), context(p, trade_give=COAT)),
                                   "stack[1].card", "seat 1 has no such item"),
    "nothing for nothing offered": ("a word for nothing", 3, lambda p: p["asked"]["options"].append("PASS"),
                                    "asked.options", "does not offer all of these"),
    "nothing for nothing": ("two words", 4, lambda p: (top(p, card=None, slot=None),
                                                       context(p, trade_give=None, trade_ask=None)),
                            "stack[1].slot", "nothing for nothing"),
    "an item of a ghost": ("knowledge with a ghost", 4, lambda p: (top(p, slot=BELL), context(p, trade_ask=BELL)),
                           "stack[1].slot", "between the living only"),
    "items named to a ghost": ("knowledge with a ghost", 2, lambda p: context(p, pick_pile=0),
                               "context.pick_pile", "if both are living"),
    "no items named to the living": ("two words", 2, lambda p: context(p, pick_pile=None),
                                     "context.pick_pile", "if both are living"),
    "nobody owes a word": ("notes for a word", 5, lambda p: below(p, phase=6), "stack[1].phase",
                           "nobody owes a word now"),
    "the second word first": ("two words", 5, lambda p: below(p, phase=7), "stack[2].seat", "expected 1"),
    "a word lost": ("two words", 8, lambda p: p["ledger"]["0"].pop("word"), 'ledger["0"].word', "chosen already"),
    "half a word": ("two words", 8, lambda p: p["ledger"]["0"]["word"].pop("slot"), 'ledger["0"].word.slot',
                    "GREY names it"),
    "a word about a slot that is not there": ("two words", 8, lambda p: p["ledger"]["0"]["word"].update(slot=2),
                                              'ledger["0"].word.slot', "no card there"),
    "a word about a ghost": ("two words", 8, lambda p: p["ledger"]["0"].update(word={"kind": "ACCUSE", "seat": 2}),
                             'ledger["0"].word.seat', "about the living"),
    "a word of the listener": ("two words", 5, lambda p: p["ledger"]["1"].update(word={"kind": "ACCUSE", "seat": 0}),
                               'ledger["1"].word', "no trade waits"),
    "an event of a claim that is none": ("a claim", 5, lambda p: p["events"][-1].update(claim="SEEN PX"),
                                         "events[0].claim", "unknown public claim"),
    "an event of an offer of nothing": ("an item for a word", 5, lambda p: spoil_offer(p, None, None),
                                        "events[0]", "nothing is never offered for nothing"),
    "an event of an offer of a card": ("an item for a word", 5, lambda p: spoil_offer(p, "ps_moths", "WORD"),
                                       "events[0].trade_give", "unknown part of a trade"),
    "an event of an answer that is none": ("an item for a word", 5, lambda p: p["events"][0].update(amount=2),
                                           "events[0].amount", "from 0 to 1"),
}  # fmt: skip


def spoil_offer(position: Position, give: str | None, ask: str | None) -> None:
    """The event of the offer, with other sides (None: nothing)."""
    sides = {"trade_give": give, "trade_ask": ask}
    event = {key: value for key, value in position["events"][0].items() if key not in sides}
    position["events"][0] = event | {key: value for key, value in sides.items() if value}


@pytest.mark.parametrize("case", UNFINISHED.values(), ids=list(UNFINISHED))
def test_talk_in_the_making_that_could_not_be_is_refused(case):
    talk, n, spoil, path, reason = case
    position = to_position(met().do(*TALKS[talk][:n]).game)
    from_position(position)
    spoil(position)
    refused(position, path, reason)


def test_claims_of_slots_are_not_offered_where_there_are_no_piles():
    table = Table({"decision": "MAIN", "seats": [{"up": ["ps_opener"]}, {}, {}], "ritual": True}).do("TALK")
    position = to_position(table.game)
    assert position["asked"]["options"] == ["ACCUSE", "CLEAR", "HOLDS", "NOT_HOLDS"]
    position["asked"]["options"].append("SEEN")
    refused(position, "asked.options", "does not offer all of these")


def test_the_label_of_a_private_claim_is_telling_at_every_step():
    table = met().do("TELL", "SEAT 1")
    for action in TALKS["a tell"][2:]:
        game = from_position(to_position(table.game))
        assert Table(to_position(game)).label == "TELLING"
        table.do(action)
    assert np.array_equal(Table(to_position(table.game)).game, table.game)
