"""Win rates, intervals, cross-play: by hand on few games, and honest on many."""

import numpy as np
import pytest

from haunted_env.arena import statistics
from haunted_env.arena.statistics import Sheet, ratio_intervals, wilson
from tests.arena.made import contest, record


def test_rates_by_agent_and_role():
    some = contest("a", "b", players=3)
    records = [
        record((0, 0, 1), [0], roles=["ghost", "opener", "ghost"]),
        record((0, 1, 0), [1, 2], rotation=1, roles=["ghost", "ghost", "opener"]),
        record((1, 0, 0), [], deal=1, roles=["opener", "ghost", "ghost"]),
    ]
    sheet = Sheet.of(some, records)
    a, b = sheet.by_agent()
    assert (a["games"], a["win_rate"]) == (6, round(2 / 6, 4))
    assert (b["games"], b["win_rate"]) == (3, round(1 / 3, 4))
    assert sheet.roles == ("ghost", "opener")
    by_role = sheet.by_agent_and_role()
    assert [(cell["games"], cell["win_rate"]) for cell in by_role[0]] == [(4, 0.25), (2, 0.5)]
    assert [(cell["games"], cell["win_rate"]) for cell in by_role[1]] == [(2, 0.5), (1, 0.0)]
    assert [cell["games"] for cell in sheet.by_role()] == [6, 3]
    for cell in (a, b, *by_role[0], *by_role[1]):
        assert 0 <= cell["interval"][0] <= cell["win_rate"] <= cell["interval"][1] <= 1


def test_a_forfeit_is_a_loss_for_one_and_nothing_for_the_others():
    records = [record((0, 1), [0]), record((1, 0), [], rotation=1, forfeit=0, roles=["", ""], reason="forfeit")]
    a, b = Sheet.of(contest("a", "b"), records).by_agent()
    assert (a["games"], a["win_rate"]) == (1, 1.0)
    assert (b["games"], b["win_rate"]) == (2, 0.0)
    assert sum(cell["games"] for cell in Sheet.of(contest("a", "b"), records).by_role()) == 2


def test_rates_by_number_of_players():
    records = [record((0, 1), [0]), record((0, 1, 0), [1], deal=1), record((1, 0, 0), [1], deal=1, rotation=1)]
    rows = Sheet.of(contest("a", "b", players=(2, 3)), records).by_agent_and_players((2, 3))
    assert [(cell["games"], cell["win_rate"]) for cell in rows[0]] == [(1, 1.0), (4, 0.25)]
    assert [(cell["games"], cell["win_rate"]) for cell in rows[1]] == [(1, 0.0), (2, 0.5)]


def test_cross_play_counts_pairs_of_seats():
    some = contest("a", "b", "c", players=3)
    records = [record((0, 0, 1), [0]), record((0, 1, 1), [2], deal=1), record((1, 0, 0), [], deal=2, forfeit=0)]
    cross = statistics.cross_play(some, records)
    assert cross["pairs"] == [[2, 4, 0], [4, 2, 0], [0, 0, 0]]
    assert cross["win_rate"][0] == [0.5, 0.25, None]  # an a that won beside one a and one b; an a that lost to two b's
    assert cross["win_rate"][1] == [0.25, 0.5, None]
    assert cross["interval"][2] == [None] * 3


def test_ways_of_ending_and_lengths():
    records = [
        record((0, 1), [0], reason="bound", turns=10),
        record((1, 0), [0, 1], rotation=1, reason="bound", turns=20),
        record((0, 1), [], deal=1, reason="dawn", turns=30),
        record((0, 1), [], deal=2, reason="forfeit", forfeit=0, turns=1),
    ]
    found = statistics.reasons(contest("a", "b"), records)
    assert found["bound"] == {"games": 2, "wins": [2, 1], "share": 0.5}
    assert found["dawn"] == {"games": 1, "wins": [0, 0], "share": 0.25}
    assert statistics.lengths(records)["turns"]["median"] == 20
    assert statistics.lengths(records[3:]) == {}


@pytest.mark.parametrize("spread", [0.0, 0.25])
def test_intervals_hold_what_they_promise(spread):
    """Deals differ (`spread`), so games of one deal are alike: 95 % intervals by deal still cover the truth."""
    rng = np.random.default_rng(7)
    n_deals, per_deal, truth, runs = 60, 4, 0.4, 300
    covered = naive = 0
    for _ in range(runs):
        chance = truth + spread * rng.choice([-1, 1], n_deals)
        wins = rng.binomial(per_deal, chance).astype(float)[:, None]
        games = np.full((n_deals, 1), float(per_deal))
        low, high = ratio_intervals(wins, games)
        covered += low[0] <= truth <= high[0]
        low, high = wilson(wins.sum() / games.sum(), games.sum())
        naive += low <= truth <= high
    assert 0.90 <= covered / runs <= 0.99
    if spread:
        assert naive < covered  # counting games as independent promises too much


def test_certainty_is_never_claimed():
    """Ten wins out of ten do not mean that it cannot lose."""
    low, high = ratio_intervals(np.ones((10, 1)) * [1.0, 0.0], np.ones((10, 2)))
    assert 0.65 < low[0] < 0.8
    assert high[0] == 1
    assert low[1] == 0
    assert 0.2 < high[1] < 0.35
    low, high = ratio_intervals(np.ones((1, 1)), np.full((1, 1), 2.0))
    assert low[0] < 0.2
    assert high[0] > 0.8


def test_an_agent_without_games_has_no_rate():
    rates = Sheet.of(contest("a", "b", "c"), [record((0, 1), [0])]).by_agent()
    assert rates[2] == {"games": 0, "win_rate": None, "interval": None}
