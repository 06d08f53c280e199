"""Bad positions: every error names the field and says why."""

import copy

import pytest

from haunted_env.games.ghosts_in_the_graveyard.position import from_position, to_position
from haunted_env.spec.position import PositionError
from tests.games.ghosts_in_the_graveyard.table import G2_DECK, deck, g2, g3, haunt_only

SEATS = [{"haunt": 28, "decoys": [13, 49]}, {"haunt": 39, "decoys": [2, 30]}]
MARKS = {"26": "start_draw 0", "11": "start_draw 1"}
LOST = {**MARKS, "13": "penalty 0", "40": "played 0", "2": "decoy_found 1"}


def hand_written(**changes):
    return {"seats": copy.deepcopy(SEATS), "marks": dict(MARKS), **changes}


def seat(number=0, **changes):
    seats = copy.deepcopy(SEATS)
    seats[number] |= changes
    return {"seats": seats, "marks": dict(MARKS)}


def logged(*entries, **changes):
    """A log for a game in which 40 was played, 13 lost to a penalty and 2 found."""
    seats = [{"haunt": 28, "decoys": [49], "raven": 0}, {"haunt": 39, "decoys": [30]}]
    return {"seats": seats, "marks": dict(LOST), "log": list(entries), **changes}


def written(table, **changes):
    return to_position(table.game) | changes


SEARCH = {"search": 0, "played": 40, "light": "flood", "direction": "N", "yes": True}
MISS = {"guess": 0, "number": 10, "result": "miss", "penalty": 13}
FOUND = {"guess": 0, "number": 2, "result": "decoy"}
THREE = [{"haunt": 1, "decoys": [2, 3]}, {"haunt": 11, "decoys": [12, 13]}, {"haunt": 21, "decoys": [22, 23]}]

REFUSED = {
    # shape
    "not a table": ([], "position", "expected a table"),
    "unknown key": (hand_written(mark={}), "mark", 'did you mean "marks"'),
    "unknown key of a seat": (seat(hount=1), "seats[0].hount", 'did you mean "haunt"'),
    "nothing": ({}, "seats", "missing"),
    "number as text": (seat(haunt="28"), "seats[0].haunt", "whole number"),
    "no such number": (seat(haunt=51), "seats[0].haunt", "from 1 to 50"),
    "too many seats": (hand_written(options={"players": 3}), "seats", "expected 3 entries, found 2"),
    # what the position is of
    "other game": (hand_written(game="chess"), "game", "another game"),
    "other content": (hand_written(content="abc"), "content", "other flashlights"),
    "option value": (hand_written(options={"players": 5}), "options", "players=5"),
    "option name": (hand_written(options={"player": 2}), "options", "unknown option"),
    "rng": (hand_written(rng=[0, 0, 0, 0]), "rng", "four zeros"),
    # the deck
    "deck and seats": (deck(G2_DECK, 2) | {"turn": 1}, "turn", "still to be dealt"),
    "deck too short": ({"deck": G2_DECK}, "deck", "tombstone 03 is nowhere"),
    "deck twice": ({"deck": [4, 4, "..."]}, "deck[1]", "deck[0] already"),
    "flashlights picked": (deck([], 2) | {"flashlights": ["torch", "crook"]}, "flashlights", "deal_flashlights"),
    "flashlights twice": (
        deck([], 2, deal_flashlights=True) | {"flashlights": ["torch", "torch"]},
        "flashlights[1]",
        "seat 0 has it already",
    ),
    # cards
    "card twice": (seat(hand=[39, 1]), "seats[1].haunt", "is at seats[0].hand[0] already (GG-CARD-1)"),
    "marked secret": (hand_written(marks={**MARKS, "28": "played 0"}), "seats[0].haunt", 'is at marks["28"] already'),
    "mark of no number": (hand_written(marks={"51": "played 0"}), 'marks["51"]', "from 1 to 50"),
    "mark for no reason": (hand_written(marks={"5": "broken"}), 'marks["5"]', "unknown mark"),
    "mark of no seat": (hand_written(marks={**MARKS, "5": "played 2"}), 'marks["5"]', "seats 0 to 1"),
    "pile too short": (hand_written(draw_pile=[48]), "draw_pile", "is nowhere (GG-CARD-1)"),
    "no start draw": (hand_written(marks={"26": "start_draw 0"}), "marks", "start_draw 1"),
    "pre-marked": (hand_written(marks={**MARKS, "5": "pre_marked"}), "marks", "expected 0 pre_marked"),
    "pre-marked missing": (hand_written(options={"pre_marked": 1}), "marks", "expected 1 pre_marked"),
    # seats
    "no haunt": ({"seats": [{"decoys": [1, 2]}, {"haunt": 3}]}, "seats[0].haunt", "GG-INV-3"),
    "a lost decoy unmarked": (seat(decoys=[13]), "seats[0].decoys", "expected 3 together (GG-INV-3)"),
    "three decoys": (seat(decoys=[13, 49, 50]), "seats[0].decoys", "at most 2"),
    "hand too small": (seat(hand=[4]), "seats[0].hand", "expected 2 cards, found 1 (GG-INV-4)"),
    "hand too large": (seat(hand=[4, 5, 6]), "seats[0].hand", "found 3 (GG-INV-4)"),
    "flashlight twice": (
        {"seats": [SEATS[0] | {"flashlight": "torch"}, SEATS[1] | {"flashlight": "torch"}]},
        "seats[1].flashlight",
        "seat 0 has it already (GG-LIGHT-1)",
    ),
    "no such flashlight": (seat(flashlight="torhc"), "seats[0].flashlight", 'did you mean "torch"'),
    "too many icons": (seat(hands=3), "seats[0].hands", "from 0 to 2"),
    "no abilities": (seat(raven=1) | {"options": {"abilities": False}}, "seats[0].raven", "from 0 to 0"),
    "vanished": (seat(vanished=0), "seats[0].vanished", "set vanish = 0"),
    "vanished too late": (seat(vanish=0, vanished=3), "seats[0].vanished", "still to come"),
    "silenced of two": (seat(silenced=True), "seats[0].silenced", "GG-SIL-2"),
    "silenced with decoys": (
        {"seats": [THREE[0] | {"silenced": True}, *THREE[1:]], "seat": 1},
        "seats[0].silenced",
        "GG-SIL-2",
    ),
    "dealt without secrets": (seat(dealt=[1, 2, 3, 4, 5]), "seats[0].dealt", "GG-SETUP-4"),
    "dealt twice": (seat(dealt=[28, 13, 49, 4, 4]), "seats[0].dealt", "listed twice"),
    # stage
    "no such seat": (hand_written(seat=2), "seat", "from 0 to 1"),
    "no such decision": (hand_written(decision="TURN"), "decision", "unknown decision"),
    "too many turns": (hand_written(turn=5), "turn", "at most 0 turns"),
    "limit reached": (logged(options={"max_turns": 2}), "turn", "GG-OPT-6"),
    "played missing": (hand_written(decision="CHOOSE_LIGHT"), "decision", "needs the key played"),
    "played without meaning": (hand_written(played=3), "played", "no meaning at TURN_MENU"),
    "played not marked": (hand_written(decision="AIM_FLOOD", played=40), "played", 'not marked "played 0"'),
    "played before": (logged(SEARCH, decision="AIM_FLOOD", played=40, turn=3), "played", "earlier turn"),
    "light of nobody": (
        logged(decision="PLACE_FLASHLIGHT", played=40, light="crook"),
        "light",
        "nobody has this flashlight",
    ),
    "light for no Hand": (
        logged(decision="PLACE_FLASHLIGHT", played=40, light="headlamp"),
        "light",
        "costs a Hand",
    ),
    "raven not spent": (hand_written(decision="GUESS_NUMBER", raven=True), "raven", "set raven = 0"),
    "swap without vanish": (hand_written(decision="VANISH_SWAP"), "decision", "VANISH_SWAP needs a Decoy"),
    "penalty without a miss": (hand_written(decision="PENALTY_REVEAL"), "log", "needs the missed Guess"),
    "silenced to move": (
        written(haunt_only(g3(), 1).do("GUESS", "TOMB 10"), seat=1),
        "seat",
        "takes no turns (GG-SIL-1)",
    ),
    # setup
    "setup with marks": (
        {"seats": [{}, {}], "decision": "CHOOSE_HAUNT", "marks": {"1": "played 0"}},
        "marks",
        "only pre_marked",
    ),
    "setup with secrets": ({"seats": [{"haunt": 1}, {}], "decision": "CHOOSE_HAUNT"}, "seats[0]", "expected 0 Secrets"),
    "setup hand": ({"seats": [{"hand": [1]}, {}], "decision": "CHOOSE_HAUNT"}, "seats[0].hand", "expected 5"),
    "setup out of order": ({"seats": SEATS, "decision": "CHOOSE_HAUNT", "seat": 1}, "seats[1]", "expected 0 Secrets"),
    "setup flashlight": (
        {"seats": [{"flashlight": "torch"}, {}], "decision": "CHOOSE_HAUNT"},
        "seats[0].flashlight",
        "GG-SETUP-6",
    ),
    "setup icons": ({"seats": [{"raven": 0}, {}], "decision": "CHOOSE_HAUNT"}, "seats[0]", "nobody has used an icon"),
    "setup hands": ({"seats": [{"hands": 0}, {}], "decision": "CHOOSE_HAUNT"}, "seats[0].hands", "a Hand in the setup"),
    "setup turn": ({"seats": [{}, {}], "decision": "CHOOSE_HAUNT", "turn": 1}, "turn", "no turn"),
    "setup dealt": (
        {"seats": [{"hand": [1, 2, 3, 4, 5], "dealt": [1, 2, 3, 4, 6]}, {}], "decision": "CHOOSE_HAUNT"},
        "seats[0].dealt",
        "GG-SETUP-12",
    ),
    "picking dealt ones": (
        {"options": {"deal_flashlights": True}, "seats": SEATS, "decision": "PICK_FLASHLIGHT"},
        "decision",
        "GG-OPT-4",
    ),
    "dealt ones missing": (
        {"options": {"deal_flashlights": True}, "seats": [{}, {}], "decision": "CHOOSE_HAUNT"},
        "flashlights",
        "missing",
    ),
    "dealt ones shown": (
        hand_written(options={"deal_flashlights": True}, flashlights=["torch", "crook"]),
        "flashlights",
        "shown already",
    ),
    # the log
    "log entry": (logged({}), "log[0]", "expected the key search or guess"),
    "search incomplete": (logged({"search": 0}), "log[0]", "missing key: played"),
    "guess incomplete": (logged({"guess": 0}), "log[0]", "missing key: number"),
    "not played": (logged(SEARCH | {"played": 41}), "log[0].played", 'not marked "played 0"'),
    "played twice": (logged(SEARCH, SEARCH), "log[1].played", "another turn"),
    "unknown light": (logged(SEARCH | {"light": "moon"}), "log[0].light", "unknown light"),
    "light of nobody, logged": (logged(SEARCH | {"light": "crook"}), "log[0].light", "GG-SETUP-8"),
    "flood placed": (logged(SEARCH | {"place": 3}), "log[0]", "expected the key direction"),
    "direction without graves": (logged(SEARCH | {"direction": "E"}), "log[0].direction", "GG-FLOOD-3"),
    "yes to nothing": (logged(SEARCH | {"direction": "S"}), "log[0].yes", "never had a Secret there (GG-INV-7)"),
    "no to a Secret": (logged(SEARCH | {"yes": False}), "log[0].yes", "has a Secret there (GG-INV-7)"),
    "miss of a Secret": (logged(MISS | {"number": 39}), "log[0].number", "GG-GUESS-4"),
    "decoy not marked": (logged(FOUND | {"number": 30}), "log[0].number", 'not marked "decoy_found 1"'),
    "penalty for a hit": (logged(FOUND | {"penalty": 13}), "log[0]", "GG-GUESS-8"),
    "no penalty": (logged({"guess": 0, "number": 10, "result": "miss"}), "log[0]", "needs penalty"),
    "raven and penalty": (logged(MISS | {"raven": True}), "log[0]", "once"),
    "raven twice": (
        logged({"guess": 0, "number": 10, "result": "miss", "raven": True}, FOUND | {"raven": True}),
        "log[1].raven",
        "has one Raven",
    ),
    "raven left": (
        logged({"guess": 1, "number": 10, "result": "miss", "raven": True}),
        "log[0].raven",
        "has one Raven",
    ),
    "haunt without an end": (logged({"guess": 0, "number": 39, "result": "haunt"}), "log[0].number", "haunt_found"),
    "silenced, but not": (
        logged({"guess": 0, "number": 10, "result": "miss", "silenced": True}),
        "log[0].silenced",
        "GG-SIL-2",
    ),
    "more log than turns": (logged(SEARCH, MISS, FOUND, turn=2), "turn", "the log has 3 turns"),
    # the end
    "over without reason": (hand_written(over={}), "over", "missing key: reason"),
    "over and asked": (hand_written(over={"reason": "max_turns"}, seat=0), "seat", "GG-HID-10"),
    "no winner": (hand_written(over={"reason": "haunt_found"}), "over", "has a winner"),
    "a winner when cut off": (hand_written(over={"reason": "max_turns", "winner": 0}), "over", "has a winner"),
    "not found": (hand_written(over={"reason": "haunt_found", "winner": 0}), "over", "haunt_found 1"),
    "not cut off": (hand_written(over={"reason": "max_turns"}), "over.reason", "GG-OPT-6"),
    "last secret of three": (
        {"seats": THREE, "over": {"reason": "last_secret", "winner": 0}},
        "over.reason",
        "two seats only",
    ),
    "not the last active": ({"seats": THREE, "over": {"reason": "last_active", "winner": 0}}, "over", "GG-END-3"),
    "found, but not over": (
        written(g2().do("GUESS", "TOMB 39")) | {"over": {"reason": "last_secret", "winner": 0}},
        "log[0]",
        "the game must be over",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_by_name(name):
    position, path, reason = REFUSED[name]
    with pytest.raises(PositionError) as error:
        from_position(position)
    assert (error.value.path or "position") == path
    assert reason in error.value.reason


@pytest.mark.clause("GG-END-3", "GG-SIL-1")
def test_ends_that_others_would_win_are_refused():
    ended = to_position(haunt_only(g3(), 1, 2).do("GUESS", "TOMB 10", "GUESS", "TOMB 10").game)
    assert from_position(ended)["table"]["winner"][0] == 0
    for over, path in (
        ({"reason": "last_active", "winner": 1}, "over"),
        ({"reason": "haunt_found", "winner": 0}, "over"),
    ):
        with pytest.raises(PositionError) as error:
            from_position(ended | {"over": over})
        assert error.value.path == path
    running = {key: value for key, value in ended.items() if key != "over"} | {"seat": 0}
    with pytest.raises(PositionError, match="GG-END-3"):
        from_position(running)
