"""Which tombstones may be a seat's Secrets: against all sets gone through one by one."""

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard.actions import Result
from haunted_env.games.ghosts_in_the_graveyard.words.names import cards_in
from haunted_env.play.batch import Batch
from haunted_env.spec.position import options_of
from tests.games.ghosts_in_the_graveyard.consistent import secret_ways
from tests.games.ghosts_in_the_graveyard.located import located
from tests.games.ghosts_in_the_graveyard.sampling import games_by_decision
from tests.games.ghosts_in_the_graveyard.scenes import ASK_FROM_48, SCENES, scene
from tests.games.ghosts_in_the_graveyard.table import SPEC, g2
from tests.worlds import many_worlds

TWO_SEATS = [name for name in SCENES if "seats" not in name]


def mask_of(game, seat=0):
    batch = Batch(SPEC, 1, options_of(SPEC, game), relative_seats=False, masks=True)
    batch.load(game, resume=False)
    return batch.look(seat).location_masks[0]


def numbers(mask, seat, value):
    return {int(card) + 1 for card in np.flatnonzero(mask[:, seat] == value)}


def missed(game, number):
    """The same, and seat 0 has named a number to seat 1 and missed."""
    game = game.copy()
    table = game["table"][0]
    row = table["guesses"][table["n_guesses"]]
    row["after"], row["seat"], row["named"] = table["n_searches"], 0, number - 1
    row["raven"], row["result"], row["penalty"] = 1, Result.MISS, -1
    game["table"]["n_guesses"] += 1
    return game


@pytest.mark.example("EX-29")
@pytest.mark.clause("GG-HID-11", "GG-HID-12")
def test_answers_and_guesses_narrow_it_down():
    mask = mask_of(g2().do(*ASK_FROM_48).game)
    assert mask.shape == (50, 4)
    assert numbers(mask, 0, 2) == {28, 13, 49}
    assert numbers(mask, 0, 1) == numbers(mask, 1, 2) == set()
    assert numbers(mask, 1, 1) == set(range(1, 51)) - {11, 26, 48} - {4, 35, 28, 13, 49}
    assert not mask[:, 2:].any()
    game = g2().do(*ASK_FROM_48).game.copy()
    game["ledger"]["decoys"][0, 1], game["table"]["n_secrets"][0, 1] = 0, 1  # it never had any Decoys
    assert numbers(mask_of(game), 1, 1) == {29, 30, 38, 39}
    assert numbers(mask_of(game), 1, 2) == set()
    for number, left in ((29, {30, 38, 39}), (38, {30, 39})):
        game = missed(game, number)
        assert numbers(mask_of(game), 1, 1) == left
    mask = mask_of(missed(game, 30))
    assert numbers(mask, 1, 2) == {39}
    assert numbers(mask, 1, 1) == set()


def by_seat(game, seat):
    """The possible and the certain cards of every other seat, from all ways for the seats together."""
    ways = secret_ways(game, seat)
    others = [other for other in range(int(game["table"]["n_seats"][0])) if other != seat]
    held = {other: [set(cards_in(way[at])) for way in ways] for at, other in enumerate(others)}
    return {other: (set.union(*sets), set.intersection(*sets)) for other, sets in held.items()}


@pytest.mark.clause("GG-HID-12")
@pytest.mark.parametrize("name", SCENES)
def test_what_the_sets_have_in_common(name):
    game = scene(name)
    mask = mask_of(game)
    for other, (may, must) in by_seat(game, 0).items():
        possible = {int(card) for card in np.flatnonzero(mask[:, other])}
        certain = {int(card) for card in np.flatnonzero(mask[:, other] == 2)}
        assert may <= possible
        assert certain <= must
        if name in TWO_SEATS:
            assert (possible, certain) == (may, must)


@pytest.mark.clause("GG-HID-12")
def test_exact_with_two_seats_in_random_games():
    compared = 0
    for games in games_by_decision().values():
        for game in games[:1]:
            if game["table"]["n_seats"][0] > 2:
                continue
            for seat in range(2):
                mask, (may, must) = mask_of(game, seat), by_seat(game, seat)[1 - seat]
                assert set(np.flatnonzero(mask[:, 1 - seat]).tolist()) == may
                assert set(np.flatnonzero(mask[:, 1 - seat] == 2).tolist()) == must
                compared += 1
    assert compared > 10


@pytest.mark.clause("GG-HID-12")
def test_what_is_certain_for_one_seat_is_nobody_elses():
    """Three seats; seat 2's last Secret is known, and seat 1 could have hidden it as well, by its own answers alone."""
    game = scene("three seats").copy()
    mask = mask_of(game)
    free = numbers(mask, 2, 1)
    assert free == numbers(mask, 1, 1)
    table = game["table"][0]
    kept = int(game["ledger"]["haunt"][0, 2])
    game["ledger"]["decoys"][0, 2] = 0
    table["n_secrets"][2] = 1
    for at, number in enumerate(sorted(free - {kept + 1})):
        row = table["guesses"][at % len(table["guesses"])]
        if at < len(table["guesses"]):
            row["seat"], row["named"], row["result"], row["penalty"] = 1, number - 1, Result.MISS, -1
    assert len(free) <= len(table["guesses"]), "every other number was named to seat 2 and missed"
    game["table"]["n_guesses"] = len(free) - 1
    after = mask_of(game)
    assert numbers(after, 2, 2) == {kept + 1}
    assert numbers(after, 1, 1) == free - {kept + 1}


@pytest.mark.clause("GG-HID-13")
def test_worlds_reach_all_that_is_possible():
    game = scene("a Yes and a No")
    drawn = located(many_worlds(SPEC, game, 0, 400))
    mask = mask_of(game)
    assert (drawn.any(axis=0) == (mask > 0)).all()
    assert (drawn.all(axis=0) == (mask == 2)).all()
