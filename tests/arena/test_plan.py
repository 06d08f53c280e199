"""Balanced lineups, duplicate deals, seeds."""

import itertools

import numpy as np
import pytest

from haunted_env.arena import plan
from tests.arena.made import contest


def played(some, n_agents):
    return np.bincount([agent for game in some for agent in game.seating], minlength=n_agents)


@pytest.mark.parametrize(("n", "players"), list(itertools.product(range(1, 8), (2, 3, 4))))
def test_everybody_plays_equally_often(n, players):
    names = [f"random:seed={i}" for i in range(n)]
    lineups = itertools.islice(plan._lineups(contest(*names, players=players), players), 12 * n)
    counts = np.bincount([agent for lineup in lineups for agent in lineup], minlength=n)
    assert counts.max() - counts.min() <= 1


@pytest.mark.parametrize(("n", "players"), [(3, 4), (4, 4), (5, 3), (6, 4)])
def test_everybody_meets_everybody_about_equally_often(n, players):
    names = [f"random:seed={i}" for i in range(n)]
    met = np.zeros((n, n))
    for lineup in itertools.islice(plan._lineups(contest(*names, players=players), players), 20 * n):
        assert len(set(lineup)) == min(n, players)
        for a, b in itertools.permutations(lineup, 2):
            met[a, b] += 1
    apart = met[~np.eye(n, dtype=bool)]
    assert apart.min() > 0.75 * apart.max()


@pytest.mark.parametrize("n", [2, 3, 4, 6])
def test_in_every_deal_everybody_sits_in_every_seat(n):
    names = [f"random:seed={i}" for i in range(n)]
    games = list(plan.games(contest(*names, players=4, deals=6)))
    for deal in range(6):
        seatings = [game.seating for game in games if game.deal == deal]
        assert len(set(seatings)) == len(seatings)
        for seat in range(4):
            sat = [seating[seat] for seating in seatings]
            assert sorted(sat) == sorted(seatings[0]) or len(seatings) < 4
            assert set(sat) == set(seatings[0])


def test_the_same_deal_for_all_seatings_and_another_for_the_next():
    games = list(plan.games(contest("random", "heuristic", players=3, deals=5)))
    seeds = {game.deal: {g.seed for g in games if g.deal == game.deal} for game in games}
    assert all(len(some) == 1 for some in seeds.values())
    assert len(set.union(*seeds.values())) == 5


def test_one_agent_alone_plays_each_deal_once():
    assert [game.rotation for game in plan.games(contest("random", players=4, deals=3))] == [0, 0, 0]


def test_alone_every_agent_plays_every_deal():
    games = list(plan.games(contest("random", "heuristic", "random:seed=1", players=1, deals=2)))
    assert [(game.deal, game.rotation, game.seating) for game in games] == [
        (deal, agent, (agent,)) for deal in range(2) for agent in range(3)
    ]
    assert len({game.seed for game in games}) == 2
    match = list(plan.games(contest("random", players=1, deals=2, lineup=(0,))))
    assert [game.seating for game in match] == [(0,)] * 2


def test_more_deals_only_add_games():
    few, many = (list(plan.games(contest("random", "heuristic", players=(2, 3), deals=n))) for n in (3, 7))
    assert many[: len(few)] == few
    assert {game.players for game in few} == {2, 3}


@pytest.mark.parametrize("players", [1, 2, 4])
def test_an_agent_that_joins_adds_games_with_everybody_before(players):
    names = [f"random:seed={i}" for i in range(4)]
    before = list(plan.games(contest(*names[:3], players=players, deals=12)))
    after = list(plan.games(contest(*names, players=players, deals=12, added=1)))
    assert [game for game in after if 3 not in game.seating] == before
    assert len({game.key for game in after}) == len(after)
    own = [game for game in after if 3 in game.seating]
    assert {game.deal for game in own} == set(range(12))
    assert all(game.seating.count(3) == 1 for game in own)
    if players > 1:
        met = played(own, 4)
        assert met[:3].max() - met[:3].min() <= players
        assert {game.seating.index(3) for game in own} == set(range(players))


def test_agents_join_one_after_the_other():
    names = [f"random:seed={i}" for i in range(5)]
    one = list(plan.games(contest(*names[:4], players=3, deals=5, added=1)))
    both = list(plan.games(contest(*names, players=3, deals=5, added=2)))
    assert [game for game in both if 4 not in game.seating] == one


def test_seeds_make_other_deals_and_lineups():
    one, other = (list(plan.games(contest("random", "heuristic", players=4, deals=8, seed=s))) for s in (1, 2))
    assert {game.seed for game in one}.isdisjoint(game.seed for game in other)
    assert [game.seating for game in one] != [game.seating for game in other]
    assert list(plan.games(contest("random", "heuristic", players=4, deals=8, seed=1))) == one


def test_a_match_keeps_its_lineup():
    games = list(plan.games(contest("random", "heuristic", players=3, deals=2, lineup=(0, 0, 1))))
    assert [game.seating for game in games[:3]] == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    fixed = list(plan.games(contest("random", "heuristic", players=3, deals=2, lineup=(0, 0, 1), rotate=False)))
    assert [game.seating for game in fixed] == [(0, 0, 1)] * 2


def test_every_seat_has_generators_of_its_own():
    some = contest("random", "heuristic", players=4, deals=3)
    words = [tuple(row) for game in plan.games(some) for row in plan.agent_generators(some, game, [0, 0])]
    assert len(set(words)) == len(words)
    game = next(plan.games(some))
    assert (plan.agent_generators(some, game, [0, 0]) == plan.agent_generators(some, game, [0, 0])).all()
    assert (plan.agent_generators(some, game, [1, 1]) != plan.agent_generators(some, game, [0, 0])).any()


@pytest.mark.parametrize(
    ("agents", "more", "reason"),
    [
        (("random", "random"), {}, "agent 'random' is named twice"),
        (("random",), {"deals": 0}, "deals=0: expected at least 1"),
        (("random",), {"seed": -1}, "seed=-1"),
    ],
)
def test_contests_that_make_no_sense(agents, more, reason):
    with pytest.raises(ValueError, match=reason):
        contest(*agents, **more)


def test_no_agents():
    with pytest.raises(ValueError, match="at least one agent"):
        plan.Contest("toy_game", (), (2,), 1)
