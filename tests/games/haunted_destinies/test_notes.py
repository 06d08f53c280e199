"""Notes: what is known for certain changes hands whole (HD-FREE-20, HD-INFO-29)."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Act, Decision
from haunted_env.games.haunted_destinies.state import AT_SLOT, N_PSYCHE, PILE, SEEN, STALE, UNKNOWN, U
from haunted_env.play.batch import Batch
from tests.games.haunted_destinies.duel import know
from tests.games.haunted_destinies.table import SPEC, Table

SEATS = [
    {"pile": ["ps_kitchen"]},
    {"pile": ["ps_moths"]},
    {"pile": ["ps_opener", "ps_medium", "ha_recoil", "ps_physician"], "grey": [0, 2]},
    {"pile": ["ps_warden"]},
]


def notebooks(one: dict, two: dict, one_where: dict | None = None, two_where: dict | None = None) -> Table:
    """Seats 0 and 1 know these facts about the pile of seat 2, by slot, and these locations."""
    table = Table({"decision": "MAIN", "seats": SEATS})
    know(table, 0, {(2, slot): fact for slot, fact in one.items()}, one_where or {})
    know(table, 1, {(2, slot): fact for slot, fact in two.items()}, two_where or {})
    return table


def trade_notes(table: Table, give: str = "NOTES", ask: str = "NOTES") -> Table:
    return table.do("TRADE", "SEAT 1", give, ask, "YES")


# Slots of seat 2's pile: the Opener (set A), the Medium (B), a grey card, the Physician.
@pytest.mark.clause("HD-INFO-29", "HD-INFO-6", "HD-FREE-20")
@pytest.mark.parametrize(
    ("slot", "giver", "taker", "after"),
    [
        (0, "U", "PA", "PA"),
        (0, "P", "U", "P"),
        (0, "P", "PA", "PA"),
        (0, "PA", "P", "PA"),
        (0, "PA", "U", "PA"),
        (0, "S:ps_opener", "PA", "S:ps_opener"),
        (0, "S:ps_opener", "U", "S:ps_opener"),
        (0, "PA", "S:ps_opener", "S:ps_opener"),
        (2, "G", "U", "G"),
        (2, "U", "G", "G"),
        (2, "G", "S:ha_recoil", "S:ha_recoil"),
        (2, "S:ha_recoil", "G", "S:ha_recoil"),
    ],
)
def test_facts_merge_by_precision(slot, giver, taker, after):
    table = notebooks({slot: giver}, {slot: taker})
    before = table.facts(0, 2)
    trade_notes(table, "NOTES", "PASS")
    assert table.facts(1, 2)[slot] == after
    assert table.facts(0, 2) == before, "who gives notes keeps them"


@pytest.mark.clause("HD-INFO-29")
@pytest.mark.parametrize(
    ("giver", "taker", "after"),
    [
        ("PILE 2", None, "PILE 2"),
        ("PILE 2", "STALE 1", "PILE 2"),
        ("PILE 2", "PILE 2", "PILE 2"),
        ("STALE 1", None, "UNKNOWN"),
        ("STALE 1", "STALE 3", "STALE 3"),
        ("STALE 1", "PILE 2", "PILE 2"),
        (None, "STALE 1", "STALE 1"),
        (None, "PILE 2", "PILE 2"),
    ],
)
def test_doubts_and_ignorance_do_not_travel(giver, taker, after):
    table = notebooks({}, {}, {"ps_medium": giver} if giver else {}, {"ps_medium": taker} if taker else {})
    trade_notes(table, "NOTES", "PASS")
    assert table.location(1, "ps_medium") == after


@pytest.mark.clause("HD-INFO-29", "HD-INV-14")
@pytest.mark.parametrize("taker", [None, "PILE 2", "STALE 3"])
def test_a_slot_replaces_all_that_is_less_exact(taker):
    table = notebooks({1: "S:ps_medium"}, {}, {}, {"ps_medium": taker} if taker else {})
    trade_notes(table, "NOTES", "PASS")
    assert table.location(1, "ps_medium") == "SLOT 2" and table.facts(1, 2)[1] == "S:ps_medium"
    kept = notebooks({}, {1: "S:ps_medium"}, {"ps_medium": "PILE 2"})
    assert trade_notes(kept, "NOTES", "PASS").location(1, "ps_medium") == "SLOT 2"


@pytest.mark.example("EX-52")
@pytest.mark.clause("HD-INFO-29", "HD-FREE-20", "HD-FREE-21", "HD-INFO-31")
def test_both_know_the_same_after_notes_for_notes():
    table = notebooks(
        {1: "S:ps_medium"}, {1: "PB"}, {"ps_warden": "STALE 1"}, {"ps_medium": "PILE 2", "ps_warden": "PILE 3"}
    )
    third = table.game["ledger"][0, 2:].copy()
    trade_notes(table)
    for seat in (0, 1):
        assert table.facts(seat, 2)[1] == "S:ps_medium"
        assert table.location(seat, "ps_medium") == "SLOT 2" and table.location(seat, "ps_warden") == "PILE 3"
    assert table.game["ledger"][0, 2:].tobytes() == third.tobytes(), "seats 2 and 3 have learnt nothing"
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-FREE-9", "HD-FREE-20")
def test_notes_are_not_shown_before_the_yes():
    table = notebooks({1: "S:ps_medium"}, {}).do("TRADE", "SEAT 1", "NOTES", "PASS")
    assert table.asked == (1, "TRADE_REPLY") and table.location(1, "ps_medium") == "UNKNOWN"
    table.do("YES")
    assert table.location(1, "ps_medium") == "SLOT 2"


@pytest.mark.clause("HD-FREE-20")
@pytest.mark.parametrize("ghost", [0, 1])
def test_ghosts_give_and_take_notes(ghost):
    seats = [dict(seat) for seat in SEATS]
    seats[ghost] = {"ghost": True}
    table = Table({"decision": "MAIN", "seats": seats})
    know(table, 1, {(2, 0): "S:ps_opener"}, {})
    trade_notes(table, "PASS", "NOTES")
    assert table.location(0, "ps_opener") == "SLOT 2"


def worth(ledger: np.void) -> list[int]:
    """How much a ledger says: of each slot, then of each card."""
    rank = {UNKNOWN: 0}
    facts = [int(fact > U) + int(fact >= 2) + int(fact >= SEEN) for fact in ledger["fact"].ravel()]
    places = [
        2 if where >= AT_SLOT else 1 if PILE <= where < STALE else rank.get(int(where), 0)
        for where in ledger["location"][:N_PSYCHE].tolist()
    ]
    return facts + places


@pytest.mark.clause("HD-INFO-29", "HD-INV-13", "HD-INV-14", "HD-INFO-30")
@pytest.mark.parametrize("players", [3, 4, 6])
def test_in_random_games_notes_only_add_and_only_for_the_two(players):
    """After notes for notes both know as much of everything as the better informed of the two did before."""
    batch = Batch(SPEC, 64, {"players": players, "setup": "random"}, relative_seats=False, autoreset=True)
    generators = batch.generators(players)
    batch.deal(np.arange(64))
    compared = learnt = 0
    for _ in range(1500):
        table = batch.games["table"]
        deciders = table["decider"].astype(int)
        rows = np.arange(64)
        decisions = batch.games["ledger"]["decision"][rows, deciders]
        replies = (decisions == Decision.TRADE_REPLY) & (table["trade_give"] == 13) & (table["trade_ask"] == 13)
        before = batch.games[replies].copy()
        if replies.any():
            batch.masks[replies] = 0
            batch.masks[replies, Act.YES] = 1  # what `step_random` draws from
        batch.step_random(generators)
        for old, new in zip(before, batch.games[replies], strict=True):
            if new["table"]["in_setup"] or new["table"]["turn"] < old["table"]["turn"]:
                continue  # dawn came with the end of this turn, and another game was dealt
            one, two = int(old["table"]["actor"]), int(old["table"]["opponent"])
            most = [max(pair) for pair in zip(worth(old["ledger"][one]), worth(old["ledger"][two]), strict=True)]
            assert worth(new["ledger"][one]) == worth(new["ledger"][two]) == most
            for seat in set(range(players)) - {one, two}:
                assert (new["ledger"][seat]["fact"] == old["ledger"][seat]["fact"]).all()
                assert (new["ledger"][seat]["location"] == old["ledger"][seat]["location"]).all()
            compared += 1
            learnt += most != worth(old["ledger"][one])
    assert compared > 20 and learnt > 10
