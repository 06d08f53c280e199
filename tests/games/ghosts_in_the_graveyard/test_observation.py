"""The observation says the whole public record and the viewer's private part, and nothing else (GG-HID-1..3)."""

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, Result
from haunted_env.games.ghosts_in_the_graveyard.observation import N_OBSERVATION
from haunted_env.play.batch import Batch
from tests.games.ghosts_in_the_graveyard.observing import Seen, hot, number
from tests.games.ghosts_in_the_graveyard.table import SPEC, g2, g3, haunt_only, look, numbers


def seen(table, seat, relative=True):
    return Seen(look(table.game, seat, relative)[0])


def test_every_entry_is_inside_a_block_and_the_size_is_fixed():
    assert SPEC.observation.size == N_OBSERVATION == sum(block.size for block in SPEC.observation.blocks)
    assert N_OBSERVATION < 1600
    assert look(g2().game, 0)[0].shape == look(g3().game, 0)[0].shape == (N_OBSERVATION,)


@pytest.mark.clause("GG-HID-3")
def test_own_cards():
    table = g2().do("SEARCH")
    mine = seen(table, 0)
    assert mine.numbers("OWN_HAND") == {4, 35, 48}
    assert mine.numbers("OWN_DECOYS") == {13, 49}
    assert mine.numbers("OWN_HAUNT") == {28}
    assert mine.dealt == [4, 13, 28, 35, 49]
    assert seen(table, 1).numbers("OWN_HAND") == {17, 45}


@pytest.mark.clause("GG-HID-2", "GG-OPT-1")
def test_options_and_stage():
    table = g3(overhang=True, max_turns=300, auto_forced=True)
    view = seen(table, 2)
    assert hot(view["PLAYERS"]) == 1
    switches = ("OVERHANG", "PRE_MARKED", "DEAL_FLASHLIGHTS", "ABILITIES")
    assert [int(view[f"OPT_{name}"][0]) for name in switches] == [1, 0, 0, 1]
    assert view["OPT_MAX_TURNS"].tolist() == [300 % 128, 300 // 128]
    assert view["OPT_AUTO_FORCED"][0] == 1
    assert hot(view["OWN_SEAT"]) == 2
    assert hot(view["TURN_SEAT"]) == hot(view["DECIDER"]) == 2  # seat 1, two places on
    assert hot(seen(table, 2, relative=False)["TURN_SEAT"]) == 1
    assert hot(view["DECISION"]) == Decision.TURN_MENU - 1
    assert view["DRAW_PILE"][0] == 32


@pytest.mark.clause("GG-HID-2")
def test_context_of_an_unfinished_turn():
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 4")
    for seat in (0, 1):
        view = seen(table, seat)
        assert number(view["PLAYED"]) == 48
        assert hot(view["LIGHT"]) == 4
        assert view["RAVEN_DECLARED"][0] == 0
    flood = seen(g2().do("SEARCH", "TOMB 48", "FLOOD"), 1)
    assert hot(flood["LIGHT"]) == 6
    assert seen(g2().do("RAVEN"), 1)["RAVEN_DECLARED"][0] == 1


@pytest.mark.clause("GG-HID-2", "GG-SETUP-12")
def test_seats():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10", "VANISH", "TOMB 27", "SEARCH", "TOMB 5", "LIGHT 1")
    view = seen(table, 2)  # oneself, then seats 0 and 1
    assert view["HAND_SIZE"].tolist() == [2, 2, 0, 0]
    assert view["SECRETS"].tolist() == [3, 3, 1, 0]
    assert view["VANISH"].tolist() == [0, 1, 1, 0]
    assert view["RAVEN"].tolist() == [1, 1, 1, 0]
    assert view["HANDS"].tolist() == [1, 2, 2, 0]
    assert view["SILENCED"].tolist() == [0, 0, 1, 0]
    assert view["VANISHED"].tolist() == [4, 0, 0, 0]
    assert [hot(row) for row in view["FLASHLIGHT"].reshape(4, 6)] == [5, 2, 1, None]


@pytest.mark.clause("GG-HID-2", "GG-HID-9")
def test_marks():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10", "SEARCH", "TOMB 5", "FLOOD", "DIR E")
    marks = seen(table, 2).marks
    assert marks[9] == (2, 1)  # the start draw of seat 0
    assert marks[31] == (2, 2)
    assert marks[20] == (2, 0)
    assert marks[12] == marks[50] == (5, 2)
    assert marks[25] == marks[38] == (6, 2)
    assert marks[5] == (3, 0)
    assert set(marks) == table.marked
    assert set(seen(g2(pre_marked=2), 0).marks.values()) == {(1, 0), (2, 0), (2, 1)}


@pytest.mark.clause("GG-HID-2", "GG-SEARCH-7", "GG-HID-10")
def test_the_log():
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5", "SEARCH", "TOMB 23", "FLOOD", "DIR W")
    table.do("RAVEN", "TOMB 30", "GUESS", "TOMB 45", "TOMB 13")
    view = seen(table, 1)
    assert view.searches == [
        {"SEAT": 1, "PLAYED": 48, "LIGHT": 1, "PLACE": 5, "YES": 1},
        {"SEAT": 0, "PLAYED": 23, "LIGHT": 7, "PLACE": 3, "YES": 0},
    ]
    found = {"AFTER": 3, "SEAT": 1, "SILENCED": 0, "HAUNT": 0}
    assert view.guesses == [
        {**found, "NAMED": 30, "RAVEN": 1, "DECOY": 1, "PENALTY": 0},
        {**found, "NAMED": 45, "RAVEN": 0, "DECOY": 0, "PENALTY": 13},
    ]


@pytest.mark.clause("GG-HID-1", "GG-HID-2", "GG-HID-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_whole_record_can_be_read_back_in_random_games(players):
    batch = Batch(SPEC, 6, {"players": players, "pre_marked": 3}, relative_seats=True)
    batch.deal(np.arange(6))
    generators = batch.generators(7)
    for step in range(60):
        if step % 7 == 0:
            for seat in range(players):
                observations = batch.look(np.full(6, seat)).observations
                for row in range(6):
                    compare(Seen(observations[row]), batch.games[row], seat)
        batch.step_random(generators)


def compare(view, game, seat):
    """Everything in the public record and in the seat's ledger, from the observation alone."""
    table, ledger = game["table"], game["ledger"][seat]
    n = int(table["n_seats"])

    def absolute(relative):
        return None if relative is None else (relative + seat) % n

    assert absolute(hot(view["DECIDER"])) == (table["decider"] if table["decider"] >= 0 else None)
    assert absolute(hot(view["TURN_SEAT"])) == (table["turn_seat"] if table["turn_seat"] >= 0 else None)
    assert (hot(view["DECISION"]) if table["decision"] else -1) == table["decision"] - 1
    assert view["TURN"][0] == table["turn"]
    for other in range(4):
        place = (other - seat) % n if other < n else other
        for block, field in (("HAND_SIZE", "hand_size"), ("SECRETS", "n_secrets"), ("VANISH", "vanish_left")):
            assert view[block][place] == (table[field][other] if other < n else 0)
    assert view.numbers("OWN_HAND") == numbers(ledger["hand"])
    assert view.numbers("OWN_DECOYS") == numbers(ledger["decoys"])
    assert {c - 1 for c in view.numbers("OWN_HAUNT")} == {int(ledger["haunt"])} - {-1}
    assert set(view.dealt) == numbers(ledger["dealt"])
    for card in range(50):
        why, by = view.marks.get(card + 1, (0, -1))
        assert why == table["mark"][card]
        if table["marked_by"][card] >= 0:
            assert absolute(by) == table["marked_by"][card]
    searches = [
        (absolute(row["SEAT"]), row["PLAYED"] - 1, row["LIGHT"] - 1, row["PLACE"], row["YES"]) for row in view.searches
    ]
    assert searches == [tuple(int(v) for v in row) for row in table["searches"][: table["n_searches"]]]
    guesses = []
    for row in view.guesses:
        result = Result.HAUNT if row["HAUNT"] else Result.DECOY if row["DECOY"] else Result.MISS
        told = (row["AFTER"] - 1, absolute(row["SEAT"]), row["NAMED"] - 1, row["RAVEN"], int(result))
        guesses.append((*told, row["PENALTY"] - 1, row["SILENCED"]))
    assert guesses == [tuple(int(v) for v in row) for row in table["guesses"][: table["n_guesses"]]]


@pytest.mark.clause("GG-HID-4")
def test_the_card_mask():
    table = g2().do("SEARCH", "TOMB 48", "FLOOD", "DIR E")
    cards = look(table.game, 0)[2]
    assert cards.shape == (4, 50)
    assert {int(i) + 1 for i in np.flatnonzero(cards[0] == 2)} == {4, 35, 28, 13, 49}
    assert set(np.unique(cards[0])) == {-1, 2}
    hidden = {int(i) + 1 for i in np.flatnonzero(cards[1] == 0)}
    assert hidden == set(range(1, 51)) - {11, 26, 48} - {4, 35, 28, 13, 49}
    assert set(np.unique(cards[1])) == {-1, 0}
    assert (cards[2:] == -1).all()
    absolute = look(table.game, 1, relative=False)[2]
    assert {int(i) + 1 for i in np.flatnonzero(absolute[1] == 2)} == {17, 45, 39, 2, 30}


def test_the_card_mask_of_a_seat_without_cards_is_empty():
    table = haunt_only(g3(), 2).do("GUESS", "TOMB 3")  # the last Secret of seat 2 is found
    assert table.is_over
    cards = look(table.game, 1)[2]
    assert (cards[2] == 0).any()
    assert (cards[1] == 0).any()  # its hand is still hidden
