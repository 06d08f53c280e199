"""Styles of the hand-written player: the same player, clearly different in what it does."""

import functools

import numpy as np
import pytest

from haunted_env.agents import make_agent
from haunted_env.games.haunted_destinies.state import N_PSYCHE
from haunted_env.games.haunted_destinies.tables import CARD_IDS, PSYCHE_SET
from haunted_env.play.batch import Batch
from haunted_env.play.table import Table as Seats
from tests.games.haunted_destinies.cards import KIRK, MILL, start
from tests.games.haunted_destinies.scenes import pair
from tests.games.haunted_destinies.style_counts import measured
from tests.games.haunted_destinies.table import SPEC, Table
from tests.hand_written import choice

STYLES = SPEC.heuristic.styles
counts = functools.cache(measured)


def does(table: Table, style: str) -> set[str]:
    """What a player of this style does here, by name, with several generators."""
    return {choice(table, seed, STYLES.index(style)) for seed in range(8)}


def test_there_are_these():
    assert STYLES == ("plain", "honest", "deceiver", "silent", "hunter", "hermit")


def test_unknown_ones_are_refused():
    with pytest.raises(ValueError, match="style=wild: choose one of plain, honest, deceiver, silent, hunter, hermit"):
        make_agent("heuristic:style=wild", SPEC)


def test_plain_is_what_it_plays_unless_told_otherwise():
    assert make_agent("heuristic", SPEC) == make_agent("heuristic:style=plain", SPEC)


def test_different_styles_sit_at_one_table():
    batch = Batch(SPEC, 30, {"players": 6, "setup": "random"}, observation=None)
    batch.deal(np.arange(30))
    seating = [np.roll(np.arange(6), game) for game in range(30)]
    Seats(batch, [make_agent(f"heuristic:style={style}", SPEC) for style in STYLES], seating).play()
    assert batch.games["table"]["over"].all()


# What they say


def apart(health: str = "5/5", **more) -> Table:
    """Seat 0 may act, alone at the Cemetery with nothing to do there but talk. Seat 1 holds the Opener card, seat 2 is
    the weakest."""
    others = [{"pile": ["ps_opener"], "pawn": KIRK}, {"pile": ["ps_moths"], "pawn": KIRK, "health": "2/5"}]
    return start({"pile": ["ps_medium"], "health": health}, *others, n=3, **more)


KNOWS_1 = {"ledger": {"0": {"locations": {"ps_opener": "PILE 1"}}}}
HOLDS_IT = {"ledger": {"0": {"facts": {"0": {"0": "S:ps_opener"}}}}}


@pytest.mark.parametrize(
    ("style", "health", "said"),
    [
        ("plain", "9/9", "CLEAR 0"),  # who is strong enough keeps it secret and binds alone
        ("plain", "2/5", "ACCUSE 1"),
        ("honest", "9/9", "ACCUSE 1"),
        ("deceiver", "9/9", "ACCUSE 2"),
        ("deceiver", "2/5", "ACCUSE 2"),
        ("silent", "2/5", None),
    ],
)
def test_what_is_said_by_who_knows_the_opener(style, health, said):
    table = apart(health, **KNOWS_1)
    if said is None:
        assert does(table, style) == {"END_TURN"}
        return
    assert does(table, style) == {"TALK"}
    kind, seat = said.split()
    assert does(table.do("TALK"), style) == {kind}
    assert does(table.do(kind), style) == {f"SEAT {seat}"}


@pytest.mark.parametrize("style", STYLES)
def test_what_is_said_by_who_is_the_opener(style):
    seats = [{"pile": ["ps_opener"]}, {"pawn": KIRK}, {"pawn": KIRK, "health": "2/5"}]
    table = start(*seats, n=3, **HOLDS_IT)
    if style in ("honest", "silent"):
        assert does(table, style) == {"END_TURN"}
    else:
        assert does(table, style) == {"TALK"}
        assert does(table.do("TALK", "ACCUSE"), style) == {"SEAT 2"}


# What they do


CARDS = [card for card in CARD_IDS[:N_PSYCHE] if PSYCHE_SET[CARD_IDS.index(card)] < 4]  # of four players: sets A to D
EQUALS = [{"pile": CARDS[6 * seat : 6 * seat + 6]} for seat in range(4)]  # as they were dealt


def test_a_hunter_attacks_its_equals():
    assert does(pair(*EQUALS), "hunter") == {"ATTACK"}
    for style in ("plain", "hermit"):
        assert "ATTACK" not in does(pair(*EQUALS), style)


def test_a_hermit_leaves_company():
    table = start(*EQUALS, mp=2, gloom={KIRK: 9, MILL: 9})
    assert does(table, "hermit") == {"MOVE_E"}
    assert does(table, "plain") == {"END_TURN"}


def test_they_differ_in_games():
    """Over 400 games each, with room to spare; docs/haunted_destinies.md has more."""
    plain, hunter, hermit, silent, honest, deceiver = (
        counts(style) for style in ("plain", "hunter", "hermit", "silent", "honest", "deceiver")
    )
    assert hunter["attacks"] > 1.3 * plain["attacks"]
    assert hermit["attacks"] < 0.7 * plain["attacks"]
    assert hermit["deaths"] < plain["deaths"] < hunter["deaths"]
    assert hermit["searches"] > 1.1 * plain["searches"] > 1.1 * hunter["searches"]
    assert silent["claims"] == silent["tells"] == silent["notes"] == 0
    assert honest["claims"] > 0 and honest["true"] == honest["claims"]
    assert honest["tells"] > 2 * plain["tells"] and honest["true_tells"] == honest["tells"]
    assert deceiver["claims"] > 0 and deceiver["true"] == deceiver["true_tells"] == deceiver["notes"] == 0
    assert 0 < plain["true"] < plain["claims"]


@pytest.mark.parametrize("style", STYLES)
def test_none_is_hopeless(style):
    assert counts(style)["wins"] > 0.5 * counts("plain")["wins"]
