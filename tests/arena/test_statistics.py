"""Win rates, intervals, cross-play: by hand on few games, and honest on many."""

import numpy as np
import pytest

from haunted_env.arena import ratings, statistics
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


def forfeited(seating, seat, **more):
    return record(seating, [], forfeit=seat, roles=[""] * len(seating), reason="forfeit", **more)


def test_a_forfeit_is_a_loss_for_one_and_a_win_for_the_other():
    records = [record((0, 1), [0]), forfeited((1, 0), 0, rotation=1)]
    sheet = Sheet.of(contest("a", "b"), records)
    a, b = sheet.by_agent()
    assert (a["games"], a["win_rate"]) == (2, 1.0)
    assert (b["games"], b["win_rate"]) == (2, 0.0)
    assert sum(cell["games"] for cell in sheet.by_role()) == 2  # nobody knows the roles of a game without an end


@pytest.mark.parametrize(("winners", "wins"), [([0], 1), ([0, 1], 2), ([0, 1, 2, 3], 4), ([], 0), (None, 1)])
def test_others_share_as_many_wins_as_a_game_has_on_average(winners, wins):
    """The agent that forfeits has two seats, and loses in both: there is nothing in it for the other one."""
    records = [] if winners is None else [record((0, 1, 2, 1), winners, deal) for deal in range(6)]
    records.append(forfeited((0, 1, 2, 1), 1, deal=9))
    sheet = Sheet.of(contest("a", "b", "c", players=4), records)
    share = min(1, wins / 2)
    assert sheet.won[-4:].tolist() == [share, 0, share, 0]
    assert statistics.forfeit_wins(records) == {4: wins}
    alone = [forfeited((0, 0), 1)]
    assert Sheet.of(contest("a", "b"), alone).won.tolist() == [0, 0]


def test_forfeiting_lost_games_does_not_pay():
    """b loses three of four games; whether it plays them out or gives them up, everybody has the same figures."""
    some = contest("a", "b")
    seatings = [(0, 1), (1, 0)] * 6
    played = [record(s, [s.index(0) if deal % 4 else s.index(1)], deal) for deal, s in enumerate(seatings)]
    given_up = [
        one if one.plan.seating[one.winners[0]] == 1 else forfeited(one.plan.seating, one.plan.seating.index(1), deal=d)
        for d, one in enumerate(played)
    ]
    assert sum(one.forfeit is not None for one in given_up) == 9
    before, after = Sheet.of(some, played), Sheet.of(some, given_up)
    assert before.by_agent() == after.by_agent()
    assert statistics.cross_play(some, played) == statistics.cross_play(some, given_up)
    assert ratings.bradley_terry(before, by_role=False) == ratings.bradley_terry(after, by_role=False)
    if ratings.openskill_ratings(some.agents, []) is not None:
        assert ratings.openskill_ratings(some.agents, played) == ratings.openskill_ratings(some.agents, given_up)


def test_rates_of_a_number_of_players_alone():
    records = [
        record((0, 1), [0], roles=["ghost", "opener"]),
        record((0, 1, 0), [1, 2], deal=1, roles=["ghost", "ghost", "opener"]),
    ]
    sheet = Sheet.of(contest("a", "b", players=(2, 3)), records).of_players(3)
    assert [(cell["games"], cell["win_rate"]) for cell in sheet.by_role()] == [(2, 0.5), (1, 1.0)]
    (a_ghost, a_opener), (b_ghost, b_opener) = sheet.by_agent_and_role()
    assert [cell["win_rate"] for cell in (a_ghost, a_opener, b_ghost, b_opener)] == [0, 1, 1, None]


def test_rates_by_number_of_players():
    records = [record((0, 1), [0]), record((0, 1, 0), [1], deal=1), record((1, 0, 0), [1], deal=1, rotation=1)]
    rows = Sheet.of(contest("a", "b", players=(2, 3)), records).by_agent_and_players((2, 3))
    assert [(cell["games"], cell["win_rate"]) for cell in rows[0]] == [(1, 1.0), (4, 0.25)]
    assert [(cell["games"], cell["win_rate"]) for cell in rows[1]] == [(1, 0.0), (2, 0.5)]


def test_cross_play_counts_pairs_of_seats():
    some = contest("a", "b", "c", players=3)
    records = [record((0, 0, 1), [0]), record((0, 1, 1), [2], deal=1)]
    cross = statistics.cross_play(some, records)
    assert cross["pairs"] == [[2, 4, 0], [4, 2, 0], [0, 0, 0]]
    assert cross["win_rate"][0] == [0.5, 0.25, None]  # an a that won beside one a and one b; an a that lost to two b's
    assert cross["win_rate"][1] == [0.25, 0.5, None]
    assert cross["interval"][2] == [None] * 3
    cross = statistics.cross_play(some, [*records, forfeited((1, 0, 0), 0, deal=2)])
    assert cross["pairs"] == [[4, 6, 0], [6, 2, 0], [0, 0, 0]]
    assert cross["win_rate"][0] == [0.5, round((1 + 0.5 + 0.5) / 6, 4), None]  # each a has won half of the third game
    assert cross["win_rate"][1] == [round(1 / 6, 4), 0.5, None]


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
