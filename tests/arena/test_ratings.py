"""Ratings find the skills that games were made from."""

import numpy as np
import pytest

from haunted_env.arena import ratings
from haunted_env.arena.statistics import Sheet
from tests.arena.made import contest, record

NAMES = ("a", "b", "c")
ROLES = ("hunter", "prey")


def simulated(skills, bases, n_deals=400, players=3, seed=0, lucky=None):
    """Games in which a seat wins with the log-odds the model assumes. `lucky`: an agent that is mostly a hunter."""
    rng = np.random.default_rng(seed)
    records = []
    for deal in range(n_deals):
        agents = rng.integers(0, len(skills), players)
        for rotation in range(players):
            seating = tuple(int(a) for a in np.roll(agents, rotation))
            likes = [0.9 if a == lucky else 0.5 for a in seating]
            roles = [int(rng.random() > like) for like in likes]
            skill = np.array([skills[a][r] for a, r in zip(seating, roles)])
            others = (skill.sum() - skill) / (players - 1)
            chance = 1 / (1 + np.exp(-(np.array([bases[r] for r in roles]) + skill - others)))
            winners = np.flatnonzero(rng.random(players) < chance).tolist()
            records.append(record(seating, winners, deal, rotation, roles=[ROLES[r] for r in roles]))
    return Sheet.of(contest(*NAMES[: len(skills)], players=players), records)


def test_finds_the_skills():
    skills = [(-0.8, -0.8), (0.0, 0.0), (0.8, 0.8)]
    rows = ratings.bradley_terry(simulated(skills, (0.5, 0.5)), by_role=False)
    for row, (skill, _) in zip(rows, skills, strict=True):
        assert row["interval"][0] <= skill * ratings.ELO <= row["interval"][1]
        assert row["interval"][1] - row["interval"][0] < 80
    assert abs(sum(row["rating"] for row in rows)) < 0.5


def test_who_gets_into_the_better_role_is_rated_for_it_overall_and_not_by_role():
    """All do equally well in a role, but `a` is mostly a hunter at the end, which is what wins games."""
    sheet = simulated([(0, 0)] * 3, (1.5, -1.5), lucky=0)
    a, b, c = ratings.bradley_terry(sheet, by_role=False)
    assert a["interval"][0] > max(b["interval"][1], c["interval"][1])
    for row in ratings.bradley_terry(sheet, by_role=True):
        assert row["interval"][0] <= 0 <= row["interval"][1]


def test_strengths_in_one_role_are_told_apart():
    skills = [(1.0, -1.0), (-1.0, 1.0)]
    rows = {(r["agent"], r["role"]): r for r in ratings.bradley_terry(simulated(skills, (0.5, -0.5)), by_role=True)}
    assert len(rows) == 4
    for role, sign in (("hunter", 1), ("prey", -1)):
        low, high = rows["a", role]["interval"]
        assert low * sign > 0 < high * sign
    assert rows["b", "prey"]["rating"] > 100 > -100 > rows["b", "hunter"]["rating"]


def test_intervals_cover_the_truth():
    covered = 0
    for seed in range(60):
        rows = ratings.bradley_terry(simulated([(-0.4, -0.4), (0.4, 0.4)], (0.3, 0.3), 80, seed=seed), by_role=False)
        covered += rows[1]["interval"][0] <= 0.4 * ratings.ELO <= rows[1]["interval"][1]
    assert covered >= 52


def one_winner(n_deals, luck, seed):
    """Equal agents, four seats, a winner per game; `luck` is how much the seats of a deal differ."""
    rng = np.random.default_rng(seed)
    records = []
    for deal in range(n_deals):
        agents, chance = rng.permutation([0, 1, 2, int(rng.integers(3))]), np.exp(luck * rng.normal(size=4))
        for rotation in range(4):
            seating = tuple(int(a) for a in np.roll(agents, rotation))
            records.append(record(seating, [int(rng.choice(4, p=chance / chance.sum()))], deal, rotation))
    return ratings.bradley_terry(Sheet.of(contest(*NAMES, players=4), records), by_role=False)


@pytest.mark.parametrize(("n_deals", "luck"), [(3, 0), (3, 1.5), (10, 0), (10, 1.5), (30, 1.5)])
def test_intervals_cover_the_truth_with_few_deals(n_deals, luck, monkeypatch):
    """Even with so few deals that they are not shown; from ten on they are of some use as well."""
    monkeypatch.setattr(ratings, "FEWEST_DEALS", 2)
    runs = [row["interval"] for seed in range(50) for row in one_winner(n_deals, luck, seed)]
    covered = np.mean([low <= 0 <= high for low, high in runs])
    assert covered >= 0.9
    assert n_deals < 10 or np.mean([high - low for low, high in runs]) < 250


def test_too_few_deals_for_an_interval():
    assert [row["interval"] for row in one_winner(9, 0, 1)] == [None] * 3
    assert all(row["interval"] is not None for row in one_winner(10, 0, 1))


def test_deals_are_counted_per_agent():
    """c has played in two deals only: it has no interval, the others have."""
    records = [record((0, 1), [deal % 2], deal) for deal in range(20)]
    records += [record((0, 2), [deal % 2], deal) for deal in (20, 21)]
    rows = ratings.bradley_terry(Sheet.of(contest(*NAMES), records), by_role=False)
    assert [row["interval"] is None for row in rows] == [False, False, True]


@pytest.mark.parametrize(("freedom", "point"), [(8, 2.306), (9, 2.262), (20, 2.086), (100, 1.984), (10**6, 1.960)])
def test_points_of_students_t(freedom, point):
    assert ratings.t95(freedom) == pytest.approx(point, abs=0.002)


def test_who_never_lost_stays_finite():
    records = [record((0, 1), [0], d) for d in range(30)] + [record((1, 0), [1], d, 1) for d in range(30)]
    rows = ratings.bradley_terry(Sheet.of(contest("a", "b"), records), by_role=False)
    assert 100 < rows[0]["rating"] < 2000
    assert np.isfinite(rows[0]["interval"]).all()


def test_nothing_to_rate():
    lost = [record((0, 1), [], forfeit=0, roles=["", ""])]
    assert ratings.bradley_terry(Sheet.of(contest("a", "b"), lost), by_role=True) == []
    a, b = ratings.bradley_terry(Sheet.of(contest("a", "b"), lost), by_role=False)
    assert a["rating"] < 0 < b["rating"]


# alpha-rank


def test_the_dominant_agent_gets_all_the_mass():
    masses = ratings.alpha_rank([[0.5, 0.9, 0.9], [0.1, 0.5, 0.6], [0.1, 0.4, 0.5]])
    assert masses[0] > 0.99


def test_a_cycle_shares_the_mass():
    cycle = [[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]
    assert ratings.alpha_rank(cycle) == pytest.approx([1 / 3] * 3, abs=1e-3)


def test_equals_share_equally_and_one_alone_has_all():
    assert ratings.alpha_rank([[0.5, 0.5], [0.5, 0.5]]) == pytest.approx([0.5, 0.5])
    assert ratings.alpha_rank([[None]]) == [1.0]


def test_agents_that_never_met_are_not_ranked():
    assert ratings.alpha_rank([[0.5, None], [None, 0.5]]) is None


def test_agrees_with_openspiel():
    alpharank = pytest.importorskip("open_spiel.python.egt.alpharank")
    payoff = np.array([[0.5, 0.52, 0.47], [0.48, 0.5, 0.51], [0.53, 0.49, 0.5]])
    *_, masses, _, _ = alpharank.compute([payoff], m=ratings.POPULATION, alpha=ratings.ALPHA)
    assert ratings.alpha_rank(payoff.tolist()) == pytest.approx(masses.tolist(), abs=1e-3)


# openskill


def test_openskill_ranks_winners_first():
    pytest.importorskip("openskill")
    rng = np.random.default_rng(0)
    records = [record((0, 1, 2), [0] if rng.random() < 0.9 else [1], d) for d in range(100)]
    rows = ratings.openskill_ratings(NAMES, records)
    assert rows[0]["mu"] > rows[1]["mu"] > rows[2]["mu"]
    assert all(row["sigma"] < 8 for row in rows)


def test_openskill_treats_several_seats_of_one_agent_alike():
    """Seats of one agent start a game equal, and their agent takes the mean of what becomes of them."""
    model = pytest.importorskip("openskill.models").PlackettLuce()
    rows = ratings.openskill_ratings(("a", "b"), [record((0, 1, 0), [0])])
    after = [team[0].mu for team in model.rate([[model.rating()] for _ in range(3)], ranks=[0, 1, 1])]
    assert rows[0]["mu"] == round((after[0] + after[2]) / 2, 2)
    assert rows[1]["mu"] == round(after[1], 2)


def test_without_openskill(monkeypatch):
    monkeypatch.setattr(ratings.importlib.util, "find_spec", lambda name: None)
    assert ratings.openskill_ratings(NAMES, []) is None
