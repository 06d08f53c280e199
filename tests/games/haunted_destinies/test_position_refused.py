"""Bad positions: every error names the field and says why."""

import copy

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.position import from_position, to_position
from haunted_env.spec.position import Node, PositionError, Words
from tests.games.haunted_destinies.sampling import games_by_decision

OPENER = {"pile": ["ps_opener"]}


def hand_written(**changes):
    return {"seats": [OPENER, {}, {}], **changes}


def seats(*given):
    return {"seats": [OPENER, *given, *[{}] * (2 - len(given))]}


def knows(**ledger):
    """Seat 0 knows things of the pile of seat 1, which is the Medium and Recoil; the Warden is up at seat 2."""
    table = [OPENER, {"pile": ["ps_medium", "ha_recoil"]}, {"up": ["ps_warden"]}]
    return {"seats": table, "ledger": {"0": ledger}}


REFUSED = {
    # shape
    "not a table": ([], "position", "expected a table, not []"),
    "unknown key": (hand_written(sets=1), "sets", 'unknown key; did you mean "seats"'),
    "unknown key, no idea": (hand_written(zzz=1), "zzz", "unknown key; there are: game, content"),
    "unknown key of a seat": (seats({"helth": 3}), "seats[1].helth", 'unknown key; did you mean "health"'),
    "key twice": (hand_written(gloom={"4,4": 1, 5: 1, "5": 2}), 'gloom["5"]', "appears twice"),
    "not a list": (hand_written(seats={}), "seats", "expected a list, not {}"),
    "too many seats": ({"options": {"players": 3}, "seats": [OPENER] * 4}, "seats", "at most 3 entries, found 4"),
    "number as text": (hand_written(turn="3"), "turn", 'expected a whole number, not "3"'),
    "flag as number": (hand_written(mp=True), "mp", "expected a whole number, not true"),
    "out of range": (hand_written(active=3), "active", "expected a whole number from 0 to 2, not 3"),
    "number as flag": (hand_written(ritual=1), "ritual", "expected true or false, not 1"),
    "text expected": (hand_written(board={"4,5": 3}), 'board["4,5"]', "expected a text, not 3"),
    "gloom beyond counting": (
        hand_written(seats=[{"ghost": True, "gloom": 8001}, {}, {}]),
        "seats[0].gloom",
        "from 0 to 8000, not 8001",
    ),
    "numpy value": (hand_written(turn=np.float32(1)), "turn", "expected a whole number, not np.float32(1.0)"),
    # what the position is of
    "other game": (hand_written(game="chess"), "game", "another game"),
    "other content": (hand_written(content="abc"), "content", "other cards"),
    "option value": (hand_written(options={"players": 7}), "options", "players=7"),
    "option name": (hand_written(options={"player": 3}), "options", "unknown option 'player'"),
    # board
    "unknown tile": (hand_written(board={"4,5": "ti_kirk"}), 'board["4,5"]', 'unknown tile on the board "ti_kirk"'),
    "unknown cell": (hand_written(board={"4,9": "ti_old_kirk"}), 'board["4,9"]', 'unknown cell "4,9"'),
    "tile twice": (
        hand_written(board={"4,5": "ti_old_kirk", "4,6": "ti_old_kirk"}),
        'board["4,6"]',
        'tile "ti_old_kirk" is at 4,5 already',
    ),
    "tile on the Cemetery": (hand_written(board={"4,4": "ti_old_kirk"}), 'board["4,4"]', "Cemetery lies at 4,4"),
    "Cemetery elsewhere": (hand_written(board={"4,5": "ti_cemetery"}), 'board["4,5"]', "Cemetery lies at 4,4"),
    "gloom off the board": (hand_written(gloom={"3,3": 1}), 'gloom["3,3"]', "no tile at this cell (HD-INV-7)"),
    "pawn off the board": (seats({"pawn": "3,3"}), "seats[1].pawn", "no tile at this cell (HD-INV-7)"),
    "pawn nowhere": (seats({"pawn": "none"}), "seats[1].pawn", "once the setup is over"),
    # seats
    "health text": (seats({"health": "five"}), "seats[1].health", 'such as "3/5"'),
    "no health": (seats({"health": 0}), "seats[1].health", "HD-INV-3"),
    "more health than tokens": (seats({"health": "6/5"}), "seats[1].health", "HD-INV-3"),
    "too many tokens": (seats({"health": "5/13"}), "seats[1].health", "HD-INV-3"),
    "ghost with cards": (seats({"ghost": True, "pile": ["ps_moths"]}), "seats[1].pile", "HD-INV-4"),
    "ghost with health": (seats({"ghost": True, "health": 3}), "seats[1].health", "HD-INV-4"),
    "living with gloom": (seats({"gloom": 1}), "seats[1].gloom", "HD-INV-4"),
    "hand size": (seats({"hand": ["-"]}), "seats[1].hand", "expected 6 entries, found 1"),
    "hand tile on the board": (
        {**seats({"hand": ["ti_old_kirk", *["-"] * 5]}), "board": {"4,5": "ti_old_kirk"}},
        "seats[1].hand[0]",
        "on the board or in a hand already",
    ),
    "hand tile twice": (seats({"hand": ["ti_inn"] * 6}), "seats[1].hand[1]", "in a hand already"),
    "Cemetery in hand": (seats({"hand": ["ti_cemetery", *["-"] * 5]}), "seats[1].hand[0]", "HD-SETUP-8"),
    "grey bounds": (seats({"pile": ["ha_recoil"], "grey": [0, 0]}), "seats[1].grey", "holds 1 grey cards, not 0 to 0"),
    # cards
    "unknown card": (seats({"pile": ["ps_meduim"]}), "seats[1].pile[0]", 'did you mean "ps_medium"'),
    "card twice": (seats({"pile": ["ps_opener"]}), "seats[1].pile[0]", "one copy only, found at seats[0].pile[0]"),
    "copies": (seats({"items": ["it_rowan_charm"] * 3}), "seats[1].items[2]", "has 2 copies only"),
    "set not used": (seats({"up": ["ps_gambler"]}), "seats[1].up[0]", "belongs to set E, which is not in a game of 3"),
    "pile too long": (seats({"pile": ["ha_recoil"] * 21}), "seats[1].pile", "at most 20 entries"),
    "grey card up": (seats({"up": ["ha_recoil"]}), "seats[1].up[0]", 'unknown Psyche card "ha_recoil"'),
    "no item": (seats({"items": ["ha_recoil"]}), "seats[1].items[0]", 'unknown item "ha_recoil"'),
    "Opener nowhere": ({"seats": [{}, {}, {}]}, "seats", '"ps_opener" is with nobody'),
    "Opener gone": (hand_written(seats=[{}], gone=["ps_opener"]), "gone[0]", "never leaves the game"),
    "gone and held": (seats({"pile": ["ps_medium"]}) | {"gone": ["ps_medium"]}, "gone[0]", "one copy only"),
    "wrong deck": (hand_written(decks={"search": ["ha_recoil"]}), "decks.search[0]", "is not a Search card"),
    "after the dots": (
        hand_written(decks={"search": ["...", "se_hot_broth"]}),
        "decks.search[1]",
        "nothing may follow",
    ),
    "wrong discard": (hand_written(discards={"haunting": {"se_hot_broth": 1}}), "se_hot_broth", "not a Haunting card"),
    "too many discarded": (hand_written(discards={"haunting": {"ha_recoil": 4}}), "ha_recoil", "has 3 copies only"),
    "persistent card": (hand_written(persistent=["ha_recoil"]), "persistent[0]", "unknown persistent card"),
    "curse without seat": (hand_written(persistent=["ha_leaden_feet"]), "persistent[0]", "say which"),
    "seat without curse": (hand_written(persistent=[{"card": "ha_thin_veil", "seat": 0}]), "persistent[0]", "nobody"),
    "curse on a ghost": (
        {**seats({"ghost": True}), "persistent": [{"card": "ha_leaden_feet", "seat": 1}]},
        "persistent[0].seat",
        "HD-INV-4",
    ),
    "persistent without card": (hand_written(persistent=[{"seat": 0}]), "persistent[0]", "missing key: card"),
    # ritual
    "ritual in secret": (hand_written(ritual=True), "ritual", "lies face up (HD-OPEN-7)"),
    "opener before": (hand_written(opener=0), "opener", "before a ritual"),
    "other opener": (
        {"seats": [{"up": ["ps_opener"]}, {}, {}], "ritual": True, "opener": 1},
        "opener",
        "the Opener card lies at seat 0",
    ),
    # what is going on
    "deep decision": (hand_written(decision="DECLARE"), "decision", "expected ROLL or MAIN"),
    "two dice": (hand_written(move_dice=[1]), "move_dice", "expected 2 entries, found 1"),
    "die": (hand_written(force={"dice": [7]}), "force.dice[0]", "from 1 to 6"),
    "long shuffles": (hand_written(force={"shuffles": [["ha_recoil"] * 60] * 2}), "force.shuffles[1]", "at most 96"),
    "used power": (hand_written(used={"powers": ["x"]}), "used.powers[0]", 'unknown Psyche card "x"'),
    "looked twice": (hand_written(used={"looked": [1, 1]}), "used.looked[1]", "1 appears twice"),
    "rng": (hand_written(rng=[0, 0, 0, 0]), "rng", "four zeros"),
    "claims": (hand_written(n_claims=3), "n_claims", "the last 3 are kept, found 0"),
    "claim": (hand_written(claims=[{"kind": "LIE"}]), "claims[0].kind", "there are: ACCUSE, CLEAR"),
    "event": (hand_written(events=[{"actor": 0}]), "events[0]", "missing key: kind"),
    "lane": (hand_written(lanes=[{"card": "ha_recoil"}]), "lanes[0]", "both card and seat"),
    "asked, no stack": (hand_written(asked={"seat": 0, "decision": "ROLL"}), "asked", "needs a stack"),
    # ledger
    "observer": ({**knows(), "ledger": {"3": {}}}, 'ledger["3"]', "unknown key"),
    "slot": (knows(facts={"1": {"2": "P"}}), 'ledger["0"].facts["1"]["2"]', "the pile has 2 cards"),
    "number of facts": (knows(facts={"1": ["P"]}), 'ledger["0"].facts["1"]', "expected 2 entries"),
    "unknown fact": (knows(facts={"1": "X"}), 'ledger["0"].facts["1"]', 'unknown fact "X"'),
    "false border": (knows(facts={"1": {"0": "G"}}), '["0"]', 'not true: slot 0 holds "ps_medium"'),
    "false set": (knows(facts={"1": {"0": "PB"}}), '["0"]', "not true"),
    "false face": (knows(facts={"1": {"1": "S:ha_lost_hours"}}), '["1"]', "HD-INV-13"),
    "false pile": (knows(locations={"ps_medium": "PILE 2"}), 'ledger["0"].locations.ps_medium', "not true"),
    "slot without fact": (knows(locations={"ps_medium": "SLOT 1"}), "ps_medium", "not true"),
    "fact without slot": (
        knows(facts={"1": {"0": "S:ps_medium"}}, locations={"ps_medium": "PILE 1"}),
        "ps_medium",
        "not what the facts",
    ),
    "public place": (knows(locations={"ps_warden": "UNKNOWN"}), "ps_warden", "not what the facts and the table say"),
    "absent seat": (knows(locations={"ps_medium": "STALE 5"}), "ps_medium", "not true"),
    "no card on its way": (knows(incoming=["G"]), 'ledger["0"].incoming[0]', "lane 0"),
}


@pytest.mark.parametrize(("position", "path", "reason"), REFUSED.values(), ids=REFUSED)
def test_refused(position, path, reason):
    with pytest.raises(PositionError) as caught:
        from_position(position)
    assert (caught.value.path or "position").endswith(path)
    assert reason in caught.value.reason
    assert str(caught.value) == f"{caught.value.path or 'position'}: {caught.value.reason}"


def written(decision):
    return copy.deepcopy(to_position(games_by_decision()[decision][0]))


def test_refused_in_written_positions():
    cases = []
    both = written(Decision.MAIN) | {"decision": "MAIN"}
    cases.append((both, "decision", "leave out one of the two"))
    no_task = written(Decision.MAIN)
    del no_task["stack"][0]["task"]
    cases.append((no_task, "stack[0]", "missing key: task"))
    upside_down = written(Decision.FX_BRANCH)
    upside_down["stack"][-1]["source"] = len(upside_down["stack"]) - 1
    cases.append((upside_down, f"stack[{len(upside_down['stack']) - 1}].source", "the card being obeyed"))
    no_card = written(Decision.INSERT_AT)
    card = no_card.pop("lanes")[0]["card"]
    no_card.pop("ledger")
    if card == "ps_opener":
        no_card["seats"][0].setdefault("pile", []).append(card)
    cases.append((no_card, "lanes[0]", "inserts a card from there"))
    nobody = written(Decision.MAIN)
    del nobody["asked"]["seat"]
    cases.append((nobody, "asked", "missing key: seat"))
    nothing = written(Decision.MAIN)
    nothing["asked"]["decision"] = "NONE"
    cases.append((nothing, "asked.decision", "expected a decision"))
    wrong = written(Decision.EVIL_TWINS)
    wrong["asked"]["options"] = ["ROLL1"]
    cases.append((wrong, "asked.options[0]", 'unknown offered action "ROLL1"'))
    for position, path, reason in cases:
        with pytest.raises(PositionError) as caught:
            from_position(position)
        assert caught.value.path == path
        assert reason in caught.value.reason


def test_a_false_fact_about_a_card_on_its_way_is_refused():
    position = written(Decision.INSERT_AT)
    grey = position["lanes"][0]["card"][:2] != "ps"
    position["ledger"]["0"] = {"incoming": ["P" if grey else "G"]}
    with pytest.raises(PositionError, match="lane 0"):
        from_position(position)


def test_the_opener_is_with_the_living_even_on_its_way():
    position = written(Decision.MAIN)
    holder = next(i for i, seat in enumerate(position["seats"]) if "ps_opener" in seat.get("pile", []))
    position["seats"][holder]["pile"].remove("ps_opener")
    ghost = (holder + 1) % len(position["seats"])
    position["seats"][ghost] = {"ghost": True}
    position["lanes"] = [{"card": "ps_opener", "seat": ghost}]
    position.pop("ledger")
    for seat in position["seats"]:
        seat.pop("grey", None)
    with pytest.raises(PositionError, match="HD-INV-1"):
        from_position(position)


def test_a_word_of_many_is_guessed_and_one_of_few_listed():
    words = Words("fruit", {"apple": 0, "pear": 1})
    assert words.read(Node("pear")) == 1
    with pytest.raises(PositionError, match="there are: apple, pear"):
        words.read(Node("zzz", "basket"))
