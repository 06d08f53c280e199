"""`resample`: every way to lay the unseen cards that agrees with the log, each as likely as the others."""

import itertools
from collections import Counter

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.state import HAND, N_DEALT
from haunted_env.games.ghosts_in_the_graveyard.tables import bits
from haunted_env.games.ghosts_in_the_graveyard.words.names import cards_in
from tests.games.ghosts_in_the_graveyard.consistent import is_world, secret_ways
from tests.games.ghosts_in_the_graveyard.hidden import secrets_of
from tests.games.ghosts_in_the_graveyard.invariants import violations
from tests.games.ghosts_in_the_graveyard.sampling import games_by_decision
from tests.games.ghosts_in_the_graveyard.scenes import SCENES, scene
from tests.games.ghosts_in_the_graveyard.table import SPEC, g2
from tests.worlds import many_worlds

N = 4000


@pytest.mark.parametrize("decision", list(Decision), ids=lambda decision: decision.name)
def test_every_seat_gets_consistent_worlds_in_every_kind_of_decision(decision):
    """Card counts, and every answer and guess at its moment."""
    for game in games_by_decision()[decision]:
        for seat in range(int(game["table"]["n_seats"][0])):
            worlds = many_worlds(SPEC, game, seat, 10)
            if decision != Decision.NONE:
                assert not violations(worlds, np.repeat(game, len(worlds))).any()
            assert all(is_world(world, game, seat) for world in worlds.reshape(-1, 1))


@pytest.mark.parametrize("decision", list(Decision), ids=lambda decision: decision.name)
def test_dealt_cards_are_the_secrets_and_a_first_hand(decision):
    for game in games_by_decision()[decision]:
        for world in many_worlds(SPEC, game, 0, 5):
            for other in range(1, int(world["table"]["n_seats"])):
                assert dealt_is_sound(world, other)


def dealt_is_sound(world, seat: int) -> bool:
    """Five cards: the Secrets, lost ones too, and two that are in hand or were played."""
    table, ledger = world["table"], world["ledger"][seat]
    given_up = bits(card for card in range(50) if table["marked_by"][card] == seat and table["mark"][card] >= 3)
    own = secrets_of(ledger) | int(ledger["hand"]) | given_up
    dealt = int(ledger["dealt"])
    return dealt.bit_count() == N_DEALT and not dealt & ~own and not secrets_of(ledger) & ~dealt


@pytest.mark.parametrize("name", SCENES)
def test_every_way_is_equally_likely(name):
    """Sets of Secrets of all other seats together, against all ways gone through one by one."""
    game = scene(name)
    others = range(1, int(game["table"]["n_seats"][0]))
    ways = secret_ways(game, 0)
    assert len(ways) > 1
    drawn = many_worlds(SPEC, game, 0, N, seed=5)
    counts = Counter(tuple(secrets_of(world["ledger"][other]) for other in others) for world in drawn)
    assert set(counts) <= set(ways)
    expected = N / len(ways)
    if expected >= 5:
        chi_square = sum((counts[way] - expected) ** 2 / expected for way in ways)
        freedom = len(ways) - 1
        assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 4


def test_hands_and_draw_pile_are_in_any_order():
    """G2 at the first turn: 45 unseen cards but for the two start draws; 2 are in the other hand."""
    game = g2().game
    drawn = many_worlds(SPEC, game, 0, N, seed=1)
    free = set(range(50)) - {25, 10} - set(cards_in(int(game["ledger"][0, 0]["dealt"])))
    spread = 4 * np.sqrt(N)
    hands = Counter(card for world in drawn for card in cards_in(int(world["ledger"][1]["hand"])))
    nexts = Counter(drawn["secret"]["draw_pile"][:, 37].tolist())
    assert set(hands) == set(nexts) == free
    assert all(abs(hands[card] - HAND * N / len(free)) < spread for card in free)
    assert all(abs(nexts[card] - N / len(free)) < spread / 2 for card in free)


def test_any_card_may_have_been_in_the_first_hand():
    """Seat 1 drew and played once: of its three cards any may be the one drawn, so a card was dealt with chance 2/3."""
    table = g2().do("SEARCH", "TOMB 48", "FLOOD", "DIR N", "SEARCH", "TOMB 23", "FLOOD", "DIR W")
    drawn = many_worlds(SPEC, table.game, 0, N, seed=2)["ledger"]["dealt"][:, 1]
    assert np.mean(drawn >> 22 & 1) == pytest.approx(2 / 3, abs=0.03)


def test_dealt_flashlights_are_different_and_any():
    game = next(game for game in games_by_decision()[Decision.CHOOSE_DECOY_1] if game["table"]["deal_flashlights"][0])
    lights = many_worlds(SPEC, game, 0, 3000)["secret"]["flashlight"][:, : int(game["table"]["n_seats"][0])]
    assert all(len(set(row)) == len(row) for row in lights.tolist())
    for seat, light in itertools.product(range(lights.shape[1]), range(6)):
        assert np.mean(lights[:, seat] == light) == pytest.approx(1 / 6, abs=0.03)
