"""The observation as a whole: nothing missing, nothing more, seats relative, compiled like interpreted."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import LOOKING, Decision
from haunted_env.games.haunted_destinies.encode import card_mask, encode
from haunted_env.games.haunted_destinies.observation import N_OBSERVATION, OBSERVATION
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    CLAIM,
    EVENT,
    GAME,
    LEDGER,
    MAX_PILE,
    MAX_SEATS,
    N_CLAIMS,
    N_EVENTS,
    N_TOLD,
    NONE,
    PILE,
    STALE,
    TABLE,
    UP,
    G,
    U,
)
from tests.games.haunted_destinies.observing import (
    CLAIM_RANGES,
    EVENT_RANGES,
    LEDGER_RANGES,
    LEFT,
    ME,
    TABLE_RANGES,
    arbitrary,
    block,
    both,
    changed,
    observe,
    quiet,
)

ROOT = Path(__file__).parents[3]

NOT_OBSERVED = {
    "ruleset": "a name for the values of the other options, which are observed (HD-OPT-5)",
    "over": "not in the list; adapters tell that a game has ended",
    "winners": "told by rewards and final infos",
    "reason": "told by the last event",
    "opener": "after the ritual the Opener card is face up: its location tells",
    "up_at": "the same for everyone as UP in the ledger (HD-INFO-4)",
    "gone": "the same for everyone as GONE in the ledger (HD-INFO-4)",
    "seats": "what is offered: the action mask",
    "options": "what is offered: the action mask",
    "amount": "what is offered: the action mask",
    "claim_card": "the last step of its chain; a word that waits (HD-FREE-9) is in the log once it is told",
    "claim_border": "likewise",
}
TOTALS = ("n_claims", "n_events", "n_told")  # only what is kept shows, see test_observation.py
# What must hold for a field to matter.
SHOWN_WHEN = {"chosen_tile": Decision.SETUP_CELL, "chosen_turn": Decision.SETUP_CELL}


def everything_shown(seed):
    """Six players, full piles and memories, in setup, the viewer about to insert a card."""
    game = arbitrary(seed, 6)
    table, ledger = game["table"], game["ledger"]
    table["pile_size"], table["n_claims"], table["n_events"] = MAX_PILE, N_CLAIMS, N_EVENTS
    table["in_setup"], table["has_result"], table["decider"] = 1, 1, ME
    ledger["decision"], ledger["lane"], ledger["incoming"] = Decision.INSERT_AT, 0, [G, U]
    ledger["n_told"] = N_TOLD
    return game


def other_value(field, value, ranges):
    """A value of the field that looks different."""
    if field in ("tile", "hand"):
        return 0 if value == NONE else NONE
    if field in ("fact", "incoming"):
        return U if value != U else G
    low, high = ranges[field]
    return low if value != low else low + 1 if high == "last" else high


def ignored_changes(part, names, ranges, game):
    """Entries of a part of the record whose change leaves the observation as it was."""
    ignored = []
    before = observe(game, ME)
    for field in names:
        array = part[field]
        for index in np.ndindex(array.shape):
            old = array[index].item()
            array[index] = other_value(field, old, ranges)
            if not changed(before, observe(game, ME)):
                ignored.append((field, *index))
            array[index] = old
    return ignored


@pytest.mark.clause("HD-INFO-19")
def test_every_public_field_is_observed():
    game = everything_shown(1)
    table = game["table"]
    fields = [f for f in TABLE.names if f not in ("n_seats", "label", "claims", "events", *TOTALS, *NOT_OBSERVED)]
    assert not ignored_changes(table[0:1], fields, TABLE_RANGES, game)
    heard = [f for f in CLAIM.names if f not in ("listener", "border")]  # everybody hears; a card or a border is named
    assert not ignored_changes(table["claims"], heard, CLAIM_RANGES, game)
    table["claims"]["card"] = NONE
    assert not ignored_changes(table["claims"], ["border"], CLAIM_RANGES, game)
    assert not ignored_changes(table["events"], EVENT.names, EVENT_RANGES, game)
    before = observe(game, ME)
    for field, value in (("n_seats", 5), ("label", Decision.MAIN)):
        later = game.copy()
        later["table"][field] = value
        assert changed(before, observe(later, ME))


@pytest.mark.clause("HD-INFO-19")
def test_every_private_field_is_observed():
    game = everything_shown(2)
    own = game["ledger"][:, ME]
    elsewhere = ("seat", "location", "incoming", "told", *TOTALS, *SHOWN_WHEN, *NOT_OBSERVED)
    assert not ignored_changes(own, [f for f in LEDGER.names if f not in elsewhere], LEDGER_RANGES, game)
    own["told"]["border"] = NONE
    heard = [f for f in CLAIM.names if f != "border"]
    assert not ignored_changes(own["told"], heard, CLAIM_RANGES, game)
    own["told"]["card"] = NONE
    assert not ignored_changes(own["told"], ["border"], CLAIM_RANGES, game)
    assert not ignored_changes(own, ["location"], {"location": (0, AT_SLOT + MAX_SEATS - 1)}, game)
    assert ignored_changes(own, ["incoming"], LEDGER_RANGES, game) == [("incoming", 0, 1)], "another card's lane"
    for field, decision in SHOWN_WHEN.items():
        own["decision"] = decision
        assert not ignored_changes(own, [field], LEDGER_RANGES, game)


@pytest.mark.clause("HD-INFO-19")
@pytest.mark.parametrize("field", NOT_OBSERVED)
def test_nothing_else_is_observed(field):
    game = everything_shown(3)
    in_table = field in TABLE.names
    part, ranges = (game["table"], TABLE_RANGES) if in_table else (game["ledger"][:, ME], LEDGER_RANGES)
    assert len(ignored_changes(part, [field], ranges, game)) == part[field].size


@pytest.mark.clause("HD-INFO-19", "HD-INFO-20", "HD-INFO-22")
def test_secrets_and_other_ledgers_do_not_matter():
    code = getattr(encode, "py_func", encode).__code__, getattr(card_mask, "py_func", card_mask).__code__
    assert {c.co_varnames[: c.co_argcount] for c in code} == {("table", "ledger", "origin", "out", "data")}
    game = arbitrary(4, 4)
    game["table"]["decider"], game["table"]["label"] = LEFT, LOOKING
    before = both(game, ME)
    game["secret"].view(np.uint8)[:] ^= 0x55
    for seat in (0, 2, 3):
        game["ledger"][0, seat] = arbitrary(5, 4)["ledger"][0, seat]
    for decision in (Decision.LOOK_OUTCOME, Decision.WITNESS, Decision.OWN_OUTCOME, Decision.PICK_PROBER):
        game["ledger"]["decision"][0, LEFT] = decision
        assert all(np.array_equal(a, b) for a, b in zip(before, both(game, ME)))


@pytest.mark.clause("HD-INFO-3", "HD-INFO-19")
@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_every_entry_is_written(n_seats):
    for seed in range(5):
        game = arbitrary(seed, n_seats)
        for seat in range(n_seats):
            for one, other in zip(both(game, seat, before=99), both(game, seat, before=-77)):
                assert np.array_equal(one, other)


@pytest.mark.clause("HD-INFO-19")
@pytest.mark.parametrize("n_seats", [3, 4, 5])
def test_absent_seats_are_zero(n_seats):
    game = arbitrary(6, n_seats)
    seen, cards = both(game, ME)
    for entry in (b for b in OBSERVATION.blocks if b.seats):
        assert not np.any(block(seen, entry.name, entry.size // MAX_SEATS)[n_seats:]), entry.name
    assert set(cards[n_seats * MAX_PILE :]) == {-1}


SEAT_FIELDS = [f for f, (_, high) in TABLE_RANGES.items() if high == "last" and f != "up_at"]
SEAT_ARRAYS = [f for f in TABLE.names if TABLE[f].shape[:1] == (MAX_SEATS,)]


def rotated(game, by):
    """The same game with every seat moved `by` places to the right."""
    turned = game.copy()
    table, n_seats = turned["table"], int(game["table"]["n_seats"][0])

    def turn(seats):
        return np.where(seats >= 0, (seats - by) % n_seats, seats)

    for field in SEAT_FIELDS:
        table[field] = turn(table[field])
    for part, fields in ((table["claims"], ("speaker", "seat")), (table["events"], ("actor", "target"))):
        for field in fields:
            part[field] = turn(part[field])
    for field in SEAT_ARRAYS:
        table[field][0, :n_seats] = np.roll(table[field][0, :n_seats], -by, axis=0)
    table["looked"] = sum(1 << (seat - by) % n_seats for seat in range(n_seats) if table["looked"][0] >> seat & 1)
    turned["ledger"][0, :n_seats] = np.roll(turned["ledger"][0, :n_seats], -by)
    for seat in range(n_seats):
        ledger = turned["ledger"][0, seat]
        ledger["seat"], ledger["claim_seat"] = seat, turn(ledger["claim_seat"])
        for field in ("speaker", "listener", "seat"):
            ledger["told"][field] = turn(ledger["told"][field])
        ledger["fact"][:n_seats] = np.roll(ledger["fact"][:n_seats], -by, axis=0)
        for kind in (UP, PILE, STALE, AT_SLOT):
            of_kind = (ledger["location"] >= kind) & (ledger["location"] < kind + n_seats)
            ledger["location"][of_kind] = kind + turn(ledger["location"][of_kind] - kind)
    return turned


@pytest.mark.clause("HD-INFO-3", "HD-INFO-19")
@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_seats_are_counted_from_the_viewer(n_seats):
    for seed in range(5):
        game = arbitrary(seed, n_seats)
        for seat in range(n_seats):
            game["table"]["decider"] = seat
            seen, cards = both(game, seat)
            expected, expected_cards = both(rotated(game, seat), 0)
            assert changed(seen, expected) <= {"OWN_SEAT"}
            assert np.array_equal(cards, expected_cards)


@pytest.mark.clause("HD-INFO-19")
def test_origin_zero_keeps_absolute_seats():
    game = quiet()
    game["table"]["active"] = 3
    game["table"]["health"][0, :4] = [1, 2, 3, 4]
    seen = observe(game, 2, origin=0)
    assert block(seen, "ACTIVE") == [0, 0, 0, 1, 0, 0]
    assert block(seen, "HEALTH") == [1, 2, 3, 4, 0, 0]
    assert block(seen, "OWN_SEAT") == [0, 0, 1, 0, 0, 0]


INTERPRETED = """
import sys, numpy as np
from haunted_env.engine.interpreted import Games
from haunted_env.games.haunted_destinies.encode import card_mask, encode
from haunted_env.games.haunted_destinies.observation import N_OBSERVATION
from haunted_env.games.haunted_destinies.state import GAME, MAX_PILE, MAX_SEATS
from haunted_env.spec.game import NO_DATA
games = Games(np.frombuffer(bytearray(sys.stdin.buffer.read()), GAME))
for i in range(games.shape[0]):
    table = games[i].table
    out, cards = np.full(N_OBSERVATION, 99, np.int8), np.full(MAX_SEATS * MAX_PILE, 99, np.int8)
    seat = i % table.n_seats
    encode(table, games[i].ledger[seat], seat, out, NO_DATA)
    card_mask(table, games[i].ledger[seat], seat, cards, NO_DATA)
    sys.stdout.buffer.write(out.tobytes() + cards.tobytes())
"""


@pytest.mark.clause("HD-INFO-19")
def test_compiled_equals_interpreted():
    games = [arbitrary(seed, 3 + seed % 4) for seed in range(40)]
    games += [quiet(3), everything_shown(41)]
    done = subprocess.run(
        [sys.executable, "-c", INTERPRETED],
        input=np.concatenate(games).astype(GAME).tobytes(),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    rows = np.frombuffer(done.stdout, np.int8).reshape(len(games), N_OBSERVATION + MAX_SEATS * MAX_PILE)
    for i, (game, row) in enumerate(zip(games, rows)):
        assert np.array_equal(np.concatenate(both(game, i % int(game["table"]["n_seats"][0]))), row)


def test_every_block_has_a_meaning():
    assert not [entry.name for entry in OBSERVATION.blocks if not entry.meaning]
    assert sum(entry.size for entry in OBSERVATION.blocks) == N_OBSERVATION
