"""Where Secrets may lie: exact, against going through all ways, against drawn worlds, and from nothing but a view."""

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.belief import beliefs, haunts, tombstone_beliefs
from tests.games.ghosts_in_the_graveyard.chances import tombstone_belief
from tests.games.ghosts_in_the_graveyard.consistent import secret_ways
from tests.games.ghosts_in_the_graveyard.hidden import scramble
from tests.games.ghosts_in_the_graveyard.sampling import games_by_decision
from tests.games.ghosts_in_the_graveyard.scenes import SCENES, asked, g4, scene, thin
from tests.games.ghosts_in_the_graveyard.table import SPEC, g2, g3
from tests.worlds import many_worlds

N = 4000
SOME = [Decision.CHOOSE_DECOY_2, Decision.TURN_MENU, Decision.GUESS_NUMBER, Decision.PENALTY_REVEAL, Decision.NONE]


@pytest.mark.parametrize("name", SCENES)
def test_chances_are_those_of_going_through_all_ways(name):
    game = scene(name)
    ways = np.array(secret_ways(game, 0))
    for target in range(1, int(game["table"]["n_seats"][0])):
        haunt, secret = tombstone_belief(game, 0, target)
        counted = np.array([(ways[:, target - 1] >> card & 1).mean() for card in range(50)])
        assert secret == pytest.approx(counted)
        assert haunt == pytest.approx(counted / int(game["table"]["n_secrets"][0, target]))


@pytest.mark.parametrize("decision", SOME, ids=lambda decision: decision.name)
def test_chances_are_those_of_drawn_worlds(decision):
    for game in games_by_decision()[decision][::3]:
        for target in range(1, int(game["table"]["n_seats"][0])):
            haunt, secret = tombstone_belief(game, 0, target)
            ledgers = many_worlds(SPEC, game, 0, N)["ledger"][:, target]
            at = np.arange(50)
            is_haunt = ledgers["haunt"][:, None] == at
            is_secret = is_haunt | (ledgers["decoys"][:, None] >> at & 1 == 1)
            assert is_haunt.mean(0) == pytest.approx(haunt, abs=5 * 0.5 / np.sqrt(N))
            assert is_secret.mean(0) == pytest.approx(secret, abs=5 * 0.5 / np.sqrt(N))


def test_the_truth_is_never_excluded_nor_used():
    rng = np.random.default_rng(3)
    for decision in SOME:
        for game in games_by_decision()[decision][::3]:
            n_seats = int(game["table"]["n_seats"][0])
            for seat in range(n_seats):
                target = (seat + 1) % n_seats
                haunt, secret = tombstone_belief(game, seat, target)
                there = int(game["ledger"]["haunt"][0, target])
                assert there < 0 or haunt[there] > 0
                assert secret.sum() == pytest.approx(int(game["table"]["n_secrets"][0, target]))
                again = tombstone_belief(scramble(game, seat, rng), seat, target)
                assert (again[0] == haunt).all() and (again[1] == secret).all()


def test_nothing_is_known_at_first():
    """45 cards less the other's start draw and one's own: all the same."""
    for table, n_free in ((g2(), 43), (g3(), 42), (g4(), 41)):
        haunt, secret = tombstone_belief(table.game, 0, 1)
        assert haunt[haunt > 0] == pytest.approx(1 / n_free)
        assert (secret > 0).sum() == n_free


def test_a_decoy_found_later_explains_a_yes():
    """EX-03 said Yes about 28, 29, 30, 38, 39; with 30 found all other cards are alike again."""
    _, before = tombstone_belief(asked().game, 0, 1)
    _, after = tombstone_belief(asked().do("GUESS", "TOMB 30").game, 0, 1)
    assert before[38] > 2 * before[44]
    assert after[38] == pytest.approx(after[44])


def test_a_seat_knows_its_own():
    haunt, secret = tombstone_belief(g2().game, 0, 0)
    assert np.flatnonzero(haunt).tolist() == [27]
    assert np.flatnonzero(secret).tolist() == [12, 27, 48]


def test_rows_are_games():
    games = np.concatenate([thin(asked(), 6).game, asked().game])
    rows = beliefs(games, [0, 1])
    assert (rows[0] == tombstone_belief(games[:1], 0, 1)[0]).all()
    assert (rows[1] == tombstone_belief(games[1:], 1, 0)[0]).all()
    assert haunts(games, [0, 1]).tolist() == [38, 27]


def test_bad_arguments_are_refused():
    with pytest.raises(TypeError, match="expected an array of games"):
        beliefs(np.zeros(3), 0)
    with pytest.raises(ValueError, match="left=-1"):
        tombstone_beliefs(g2().game, 0, -1)
