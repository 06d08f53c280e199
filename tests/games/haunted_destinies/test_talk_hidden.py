"""What is said and shown between two seats changes nothing for a third (HD-INFO-30)."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.state import N_TOLD
from haunted_env.play.batch import Batch
from tests.fuzz.leaks import everything_seen
from tests.games.haunted_destinies.duel import know
from tests.games.haunted_destinies.table import SPEC, Table
from tests.games.haunted_destinies.test_hidden_play import twin

SAYINGS = [
    ("ACCUSE", "SEAT 2"),
    ("CLEAR", "SEAT 0"),
    ("HOLDS", "SEAT 2", "PSYCHE ps_opener"),
    ("NOT_HOLDS", "SEAT 1", "PSYCHE ps_medium"),
    ("GREY", "SEAT 2", "SLOT 1"),
    ("NOT_GREY", "SEAT 3", "SLOT 0"),
    ("SEEN", "SEAT 1", "SLOT 0", "BORDER 0"),
    ("SEEN", "SEAT 2", "SLOT 1", "BORDER 5"),
]
OTHERS = (2, 3)


def four(**more) -> Table:
    """All at the Cemetery, seat 0 in MAIN, seat 3 a ghost; every pile has two cards."""
    seats = [
        {"pile": ["ps_kitchen", "ps_moths"]},
        {"pile": ["ps_warden", "ha_recoil"]},
        {"pile": ["ps_opener", "ha_grave_chill"]},
        {"pile": ["ps_physician", "ps_brawler"]},
    ]
    return Table({"decision": "MAIN", "seats": seats, **more})


def view(table: Table, seat: int, drawn: bool = False) -> tuple:
    """All that a seat can see of a game, in numbers, words, events, legal actions and, if asked, pictures."""
    seen = [everything_seen(SPEC, table.game, seat, relative) for relative in (True, False)]
    picture = SPEC.words.draw(table.game, seat).tobytes() if drawn else b""
    return seen, SPEC.words.decision_name(table.game, seat), table.events(), table.table.tobytes(), picture


def views(table: Table, drawn: bool = False) -> list[tuple]:
    return [view(table, seat, drawn) for seat in OTHERS]


@pytest.mark.clause("HD-INFO-30", "HD-INFO-20", "HD-INFO-25", "HD-INFO-21", "HD-FREE-22")
def test_others_see_the_same_at_every_step_whatever_is_told():
    choosing, after = [], []
    for said in SAYINGS:
        table = four().do("TELL", "SEAT 1")
        for step in said:
            assert table.label == "TELLING"
            choosing.append(views(table))
            heard = view(table, 1)
            table.do(step)
            assert len(said) == 1 or table.label != "TELLING" or view(table, 1) == heard, "not even the listener"
        after.append(views(table, drawn=True))
    assert all(seen == choosing[0] for seen in choosing), "neither kind nor seat, card, slot or number of steps"
    assert all(seen == after[0] for seen in after)


@pytest.mark.clause("HD-INFO-30")
def test_the_two_themselves_do_see_what_was_told():
    """The test above could not fail if nothing were told."""
    tables = [four().do("TELL", "SEAT 1", *said) for said in SAYINGS]
    for seat in (0, 1):
        assert len({repr(view(table, seat)[0]) for table in tables}) == len(SAYINGS)


@pytest.mark.clause("HD-INFO-30", "HD-FREE-9", "HD-FREE-19")
def test_others_see_the_same_whatever_words_are_traded():
    choosing, after = [], []
    for one, two in zip(SAYINGS, reversed(SAYINGS), strict=True):
        table = four().do("TRADE", "SEAT 1", "WORD", "WORD", "YES")
        firsts, seconds = [], []
        for steps, seen in ((one, firsts), (two, seconds)):
            for step in steps:
                seen.append(views(table))
                table.do(step)
        assert all(seen == firsts[0] for seen in firsts) and all(seen == seconds[0] for seen in seconds)
        choosing.append((firsts[0], seconds[0]))
        after.append(views(table, drawn=True))
    assert all(seen == choosing[0] for seen in choosing)
    assert all(seen == after[0] for seen in after)


@pytest.mark.clause("HD-INFO-30", "HD-FREE-9")
def test_the_second_to_choose_does_not_hear_the_first_word_before():
    seen = set()
    for said in SAYINGS:
        table = four().do("TRADE", "SEAT 1", "WORD", "WORD", "YES", *said)
        assert table.asked == (1, "TALK_KIND")
        seen.add(repr(view(table, 1)))
    assert len(seen) == 1


NOTES = [
    {},
    {(2, 0): "S:ps_opener", (2, 1): "S:ha_grave_chill"},
    {(1, 0): "S:ps_warden", (3, 1): "PD"},
    {(0, 0): "PB", (0, 1): "S:ps_moths", (2, 1): "G"},
]


@pytest.mark.clause("HD-INFO-30", "HD-FREE-20", "HD-FREE-21")
@pytest.mark.parametrize(("give", "ask"), [("NOTES", "PASS"), ("PASS", "NOTES"), ("NOTES", "NOTES")])
def test_others_see_the_same_whatever_notes_say(give, ask):
    seen = []
    for notes in NOTES:
        table = four()
        giver = 0 if give == "NOTES" else 1
        know(table, giver, notes, {})
        third = table.game["ledger"][0, 2:].copy()
        table.do("TRADE", "SEAT 1", give, ask, "YES")
        assert all(table.facts(1 - giver, pile)[slot] == fact for (pile, slot), fact in notes.items())
        assert table.game["ledger"][0, 2:].tobytes() == third.tobytes()
        seen.append(views(table, drawn=True))
    assert all(one == seen[0] for one in seen)


def say_something(table: Table, rng: np.random.Generator) -> None:
    """Choose the claims that are due, at random."""
    while table.label == "TELLING":
        table.act(int(rng.choice(np.flatnonzero(table.masks[0]))))


@pytest.mark.clause("HD-INFO-30", "HD-FREE-14", "HD-INFO-31", "HD-INV-17")
@pytest.mark.parametrize("entry", ["TELL", "TRADE"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_go_on_alike_whatever_was_told(players, entry):
    """Two games in which other things are told: the table and all other ledgers stay the same byte for byte."""
    rng = np.random.default_rng(players)
    told = steps = 0
    for seed in range(30):
        table = Table(seed=seed, players=players, setup="random", claims_per_turn=0)
        for _ in range(400):
            if table.is_over or table.masks[0, Act[entry]]:
                break
            table.act(int(rng.choice(np.flatnonzero(table.masks[0]))))
        if table.is_over or not table.masks[0, Act[entry]]:
            continue
        table.do(entry)
        if table.decision == "TARGET":
            table.do(sorted(table.legal)[0])
        if entry == "TRADE":
            table.do("WORD", "WORD", "YES")
        two = {int(table.table["actor"]), int(table.table["opponent"])}
        other = twin(table, table.game)
        say_something(table, rng)
        say_something(other, rng)
        told += table.game["ledger"].tobytes() != other.game["ledger"].tobytes()
        for _ in range(100):
            assert table.table.tobytes() == other.table.tobytes()
            for seat in set(range(players)) - two:
                assert table.game["ledger"][0, seat].tobytes() == other.game["ledger"][0, seat].tobytes()
            if table.is_over or table.label == "TELLING":
                break
            action = int(rng.choice(np.flatnonzero(table.masks[0])))
            assert other.masks[0, action] == 1
            table.act(action)
            other.act(action)
            steps += 1
    assert told > 10 and steps > 300


@pytest.mark.clause("HD-INFO-30", "HD-INV-20")
def test_in_random_games_only_the_two_have_it_in_their_logs():
    """Whenever somebody's log grows, another one grows by the same entry, and the public TELL event names the two."""
    batch = Batch(SPEC, 48, {"players": 5, "setup": "random"}, relative_seats=False, autoreset=True)
    generators = batch.generators(3)
    batch.deal(np.arange(48))
    grown = 0
    for _ in range(800):
        before, turns = batch.games["ledger"]["n_told"].copy(), batch.games["table"]["n_events"].copy()
        batch.step_random(generators)
        after, events = batch.games["ledger"]["n_told"], batch.games["table"]["n_events"]
        for row in np.flatnonzero((after > before).any(axis=1) & (events > turns)):
            seats = np.flatnonzero(after[row] > before[row])
            assert len(seats) == 2
            for seat in seats:
                entry = batch.games["ledger"]["told"][row, seat, (after[row, seat] - 1) % N_TOLD]
                assert {int(entry["speaker"]), int(entry["listener"])} == set(seats.tolist())
            grown += 1
    assert grown > 100
