"""What the hand-written player says, tells and trades, and what it makes of what it hears."""

import functools
from typing import Any

import numpy as np
import pytest

from haunted_env.agents import View, make_agent
from haunted_env.games.haunted_destinies.options import RULESETS
from haunted_env.play.batch import Batch
from haunted_env.play.table import Table as Seats
from tests.games.haunted_destinies.cards import search
from tests.games.haunted_destinies.scenes import pair
from tests.games.haunted_destinies.style_counts import measured
from tests.games.haunted_destinies.table import SPEC, Table
from tests.hand_written import choice

STYLES = SPEC.heuristic.styles
LOOKED = [{"kind": "LOOK", "actor": seat, "target": 2, "slot": 0} for seat in (0, 1)]
REFUSED = {"kind": "TRADE", "actor": 1, "target": 0, "trade_give": "NOTES", "trade_ask": "NOTES", "amount": 0}
IS_OPENER = {"ledger": {"0": {"facts": {"0": {"0": "S:ps_opener"}}}}}
KNOWS_2 = {"ledger": {"0": {"locations": {"ps_opener": "PILE 2"}}}}
PLAIN: dict[str, Any] = {"pile": ["ps_medium", "ps_sleepwalker"]}
OTHER: dict[str, Any] = {"pile": ["ps_warden", "ps_moths"]}
HOLDER: dict[str, Any] = {"pile": ["ps_opener", "ps_kitchen"]}
SUSPECT: dict[str, Any] = {
    "pile": ["ps_opener", "ps_kitchen", "ps_red_door", "ps_brawler", "ps_empty_pram", "ps_pathfinder"]
}  # so many cards
BOOTS, COAT = "it_nailed_boots", "it_waxed_coat"

counts = functools.cache(measured)


def does(table: Table, style: str = "plain") -> set[str]:
    """What a player of this style does here, by name, with several generators."""
    return {choice(table, seed, STYLES.index(style)) for seed in range(8)}


def follow(table: Table, *steps: str, style: str = "plain") -> None:
    """Whoever decides takes these steps."""
    for step in steps:
        assert does(table, style) == {step}
        table.do(step)


def opener(**more) -> Table:
    """Seat 0 has found itself to be the Opener and is with seat 1; seat 2, elsewhere, is the weakest."""
    return pair(HOLDER, OTHER, {**PLAIN, "health": "2/5"}, {}, **IS_OPENER, **more)


# Telling


@pytest.mark.parametrize("style", ["plain", "deceiver", "hunter", "hermit"])
def test_the_opener_accuses_another_in_private_and_then_clears_itself(style):
    follow(opener(options={"tells_per_turn": 2}), "TELL", "ACCUSE", "SEAT 2", "TELL", "CLEAR", "SEAT 0", style=style)


@pytest.mark.parametrize("style", ["honest", "silent"])
def test_openers_of_some_styles_tell_nothing(style):
    assert not does(opener(), style) & {"TELL", "TALK", "TRADE"}


def test_the_opener_clears_itself_before_everybody():
    said = [{"turn": 0, "speaker": 0, "kind": "ACCUSE", "seat": 2}]
    follow(opener(options={"tells_per_turn": 0}, claims=said), "TALK", "CLEAR", "SEAT 0")


def test_nothing_is_said_twice():
    said = [{"turn": 0, "speaker": 0, "kind": kind, "seat": seat} for kind, seat in (("ACCUSE", 2), ("CLEAR", 0))]
    assert not does(opener(claims=said)) & {"TELL", "TALK"}


def test_who_is_too_weak_to_bind_tells_who_the_opener_is():
    table = pair({**PLAIN, "health": "2/5"}, OTHER, {**HOLDER, "health": "9/9"}, {}, **KNOWS_2)
    follow(table, "TELL", "ACCUSE", "SEAT 2")


def test_who_is_strong_enough_says_no_more_than_not_to_be_the_opener():
    """Unless the living win together."""
    seats = ({**PLAIN, "health": "9/9"}, OTHER, {**HOLDER, "health": "2/5"}, {})
    follow(pair(*seats, **KNOWS_2), "TELL", "CLEAR", "SEAT 0")
    follow(pair(*seats, **KNOWS_2, options={"bind_win": "living"}), "TELL", "ACCUSE", "SEAT 2")


def test_the_opener_is_told_nothing():
    knows = {"ledger": {"0": {"locations": {"ps_opener": "PILE 1"}}}}
    assert does(pair({**PLAIN, "health": "2/5"}, {**HOLDER, "health": "9/9"}, OTHER, {}, **knows)) == {"TALK"}


def test_the_honest_share_what_they_have_seen():
    """Where Psyche cards are makes it less likely that the Opener is there."""
    seen = {"ledger": {"0": {"facts": {"2": {"1": "S:ps_kitchen"}}}}}
    table = pair(PLAIN, OTHER, SUSPECT, {"pile": ["ps_inquisitor"]}, **seen)
    follow(table, "TELL", "HOLDS", "SEAT 2", "PSYCHE ps_kitchen", style="honest")
    assert "TELL" not in does(pair(PLAIN, OTHER, SUSPECT, {"pile": ["ps_inquisitor"]}, **seen))


def test_a_deceiver_accuses_who_is_certainly_innocent():
    seats = (PLAIN, OTHER, HOLDER, {"pile": ["ps_red_door"], "health": "2/5"})
    follow(pair(*seats, **KNOWS_2), "TELL", "ACCUSE", "SEAT 3", style="deceiver")
    assert not does(pair(*seats), "deceiver") & {"TELL", "TALK"}, "who may be the Opener is not accused"


def test_a_ghost_misleads_the_living_and_an_honest_one_does_not():
    seats = ({"ghost": True, "gloom": 2}, OTHER, HOLDER, {"pile": ["ps_red_door"], "health": "2/5"})
    follow(pair(*seats, **KNOWS_2), "TELL", "ACCUSE", "SEAT 3")
    follow(pair(*seats, **KNOWS_2), "TELL", "ACCUSE", "SEAT 2", style="honest")


# Trading


def seekers(**more) -> Table:
    """Seats 0 and 1, who do not know the Opener, meet; both have looked at a card."""
    return pair(PLAIN, OTHER, SUSPECT, {}, **{"events": LOOKED, **more})


def test_seekers_trade_notes_for_notes():
    table = seekers()
    follow(table, "TRADE", "NOTES", "NOTES", "YES")
    assert table.asked == (0, "MAIN")


@pytest.mark.parametrize("events", [LOOKED[:1], LOOKED[1:], [*LOOKED, REFUSED]])
def test_notes_are_traded_only_if_both_have_something_new(events):
    assert "TRADE" not in does(seekers(events=events))


def test_who_seems_too_suspect_is_not_trusted():
    table = pair(PLAIN, SUSPECT, OTHER, {"pile": ["ps_inquisitor"]}, events=LOOKED)
    assert "TRADE" not in does(table)


@pytest.mark.parametrize(
    ("asked", "other", "knowledge"),
    [
        (HOLDER, PLAIN, {"facts": {"1": {"0": "S:ps_opener"}}}),
        ({**PLAIN, "health": "9/9"}, HOLDER, {"locations": {"ps_opener": "PILE 2"}}),
    ],
)
def test_who_knows_the_opener_shows_nobody_its_notes(asked, other, knowledge):
    """The Opener never does, and who means to bind them alone neither."""
    table = pair(OTHER, asked, other, {}, ledger={"1": knowledge}, events=LOOKED)
    assert does(table.do("TRADE", "NOTES", "NOTES")) == {"NO"}


def test_who_is_too_weak_sells_its_notes_for_an_item_or_gives_them():
    weak = {**PLAIN, "health": "2/5"}
    strong = {**HOLDER, "health": "9/9"}
    more = {**KNOWS_2, "events": LOOKED[:1]}
    follow(pair(weak, OTHER, strong, {}, **more), "TRADE", "NOTES", "PASS", "YES")
    follow(pair(weak, {**OTHER, "items": [COAT]}, strong, {}, **more), "TRADE", "NOTES", f"ITEM {COAT}", "YES")


def test_an_opener_trades_words_and_they_are_lies():
    table = opener(events=LOOKED[:1])
    follow(table, "TRADE", "WORD", "WORD")
    follow(table.do("YES"), "ACCUSE", "SEAT 2")


@pytest.mark.parametrize("style", STYLES)
def test_an_item_is_not_given_for_nothing(style):
    table = pair(PLAIN, {**OTHER, "items": [BOOTS]}, HOLDER, {})
    assert does(table.do("TRADE", "WORD", f"ITEM {BOOTS}"), style) == {"NO"}


def test_ghosts_trade_notes_among_themselves_and_give_none_to_the_living():
    ghost = {"ghost": True, "gloom": 2}
    more = {"events": LOOKED}
    follow(pair(ghost, ghost, HOLDER, PLAIN, **more), "TRADE", "NOTES", "NOTES", "YES")
    assert does(pair(PLAIN, ghost, HOLDER, OTHER, **more).do("TRADE", "WORD", "NOTES")) == {"NO"}


# Listening


def looks_at(claims=(), told=(), facts=None) -> set[str]:
    """At whose cards seat 0, who holds The Medium, looks after a search; the others hold two unknown cards each."""
    ledger: dict[str, Any] = {"0": {"facts": {"0": {"0": "S:ps_medium"}, **(facts or {})}}}
    for claim in told:
        for seat in (0, claim["speaker"]):
            ledger.setdefault(str(seat), {}).setdefault("told", []).append({"listener": 0, **claim})
    others = [{"pile": pile} for pile in (["ps_opener", "ps_kitchen"], ["ps_warden", "ps_moths"])]
    others.append({"pile": ["ps_red_door", "ps_sleepwalker"]})
    mine = {"pile": ["ps_medium"]}
    return does(search(mine, *others, n=4, ledger=ledger, claims=list(claims)).do("OPT_LOOK_OTHER"))


def accuses(speaker: int, seat: int) -> dict[str, Any]:
    return {"turn": 0, "speaker": speaker, "kind": "ACCUSE", "seat": seat}


def of_the_medium(speaker: int, kind: str) -> dict[str, Any]:
    return {"turn": 0, "speaker": speaker, "kind": kind, "seat": 0, "card": "ps_medium"}


def test_without_a_word_all_are_equal():
    assert looks_at() == {"SEAT 1", "SEAT 2", "SEAT 3"}


@pytest.mark.parametrize("heard", ["claims", "told"])
def test_who_is_accused_is_suspect(heard):
    assert looks_at(**{heard: [accuses(1, 3)]}) == {"SEAT 3"}


def test_who_told_the_truth_before_is_believed_and_who_lied_is_not():
    accusations = [accuses(1, 3), accuses(3, 2)]
    assert looks_at([*accusations, of_the_medium(1, "HOLDS")]) == {"SEAT 3"}
    assert looks_at([*accusations, of_the_medium(3, "HOLDS")]) == {"SEAT 2"}
    assert looks_at([*accusations, of_the_medium(1, "NOT_HOLDS")]) == {"SEAT 2"}
    assert looks_at([*accusations, of_the_medium(3, "NOT_HOLDS")]) == {"SEAT 3"}


def test_no_word_weighs_more_than_certain_knowledge():
    seen = {"3": {"0": "S:ps_red_door", "1": "S:ps_sleepwalker"}}
    assert "SEAT 3" not in looks_at([accuses(1, 3), accuses(2, 3)], facts=seen)


def suspicion(*said: dict[str, Any]) -> list[float]:
    """How likely seat 0 says that each of the others is to be the Opener, as shares of what counting says."""
    others = [{"pile": pile} for pile in (["ps_opener", "ps_kitchen"], ["ps_warden", "ps_moths"])]
    others.append({"pile": ["ps_red_door", "ps_sleepwalker"]})
    table = Table({"decision": "MAIN", "seats": [{"pile": ["ps_medium"]}, *others], "claims": list(said)})
    batch = Batch(SPEC, 1, {"players": 4}, observation=None)
    batch.load(table.game, resume=False)
    view = View(batch)
    return (make_agent("heuristic", SPEC).belief(view) / view.belief())[0, 1:].tolist()


def test_what_it_says_it_believes_is_shifted_by_what_it_hears():
    """`env.belief` is not: words are no evidence to counting."""
    assert suspicion() == pytest.approx([1, 1, 1])
    one, two, three = suspicion(accuses(1, 3))
    assert three > 1 > one == two
    believed, doubted = (suspicion(accuses(1, 3), of_the_medium(1, kind))[2] for kind in ("HOLDS", "NOT_HOLDS"))
    assert believed > doubted > 1, "it counts who told the truth about its own card"


# In games


def test_they_talk_and_trade_in_games():
    """Per seat and game; measured over thousands of games in docs/haunted_destinies.md."""
    plain, silent = counts("plain"), counts("silent", others="silent")
    assert plain["tells"] + plain["trades"] > 1
    assert plain["notes"] > 0.5
    assert plain["opener_lies"] > 0
    assert silent["claims"] == silent["tells"] == silent["trades"] == 0


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("players", [3, 6])
def test_they_play_legally_by_all_rule_sets(ruleset, players):
    """Every style at every table, talking as much as the rules let them."""
    options = {"players": players, "ruleset": ruleset, "setup": "random", "tells_per_turn": 3, "claims_per_turn": 3}
    batch = Batch(SPEC, 12, {**options, "trade_offers_per_turn": 3}, observation=None)
    batch.deal(np.arange(12))
    seating = [[(seat + game) % len(STYLES) for seat in range(players)] for game in range(12)]
    Seats(batch, [make_agent(f"heuristic:style={style}", SPEC) for style in STYLES], seating).play()
    assert batch.games["table"]["over"].all()
