"""Ratings: a Bradley-Terry model, overall and by role, alpha-rank, and openskill where it is installed.

The overall model: a seat wins with log-odds

    base(players) + skill(agent) - mean of the other seats' skills

It knows no roles: the role a seat ends in is itself an outcome of how it played (ghosts have died, the silenced were
found out), and duplicate deals give everybody the same odds of the roles that are dealt. By role, the model is

    base(role, players) + skill(agent, role) - mean of the other seats' skills

which describes how well an agent does in a role compared with the others in it, not how well it plays: an agent that
avoids a bad role is not credited for that. Skills have a weak normal prior, so agents that never lost stay finite.
"""

import importlib.util
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np

from haunted_env.arena.record import GameRecord
from haunted_env.arena.statistics import Z95, Sheet, credits

ELO = 400 / math.log(10)  # rating points per unit of log-odds
PRIOR_SD = 2.0  # of a skill, in log-odds: 350 rating points
BASE_PRIOR_SD = 10.0
NEWTON_STEPS = 50
FEWEST_DEALS = 10  # with fewer, there is no telling how sure a rating is
MANY_DEALS = 30  # from here on the clustered variance is trusted alone
ALPHA = 100.0  # selection intensity of alpha-rank
POPULATION = 50


def is_sure(rating: dict[str, Any] | None) -> bool:
    """Whether there is a rating with an interval; without one it is not worth showing."""
    return bool(rating and rating["interval"])


def bradley_terry(sheet: Sheet, by_role: bool) -> list[dict[str, Any]]:
    """Rating and interval of every agent, or of every (agent, role); 0 is the average.

    The interval is None if there are too few deals for one.
    """
    n_agents, n_roles = len(sheet.agents), len(sheet.roles)
    kept = sheet.role >= 0 if by_role else np.ones(len(sheet.role), bool)
    if not kept.any():
        return []
    n_skills = n_agents * n_roles if by_role else n_agents
    skill = sheet.agent * n_roles + sheet.role if by_role else sheet.agent
    design = _design(sheet, skill, n_skills, kept, sheet.role * by_role)
    fit = _fit(design, sheet.won[kept], sheet.deal[kept], n_skills)
    seen = np.bincount(skill[kept], minlength=n_skills)
    rows = []
    for i in np.flatnonzero(seen):
        contrast = np.eye(n_skills)[i] - (seen > 0) / np.count_nonzero(seen)  # against the average of those seen
        n_deals = len(np.unique(sheet.deal[kept & (skill == i)]))
        agent, role = divmod(int(i), n_roles) if by_role else (int(i), 0)
        about = {"agent": sheet.agents[agent]} | ({"role": sheet.roles[role]} if by_role else {})
        value, half = ELO * float(contrast @ fit.skills), ELO * fit.half_width(contrast, n_deals)
        interval = [round(value - half, 1), round(value + half, 1)] if n_deals >= FEWEST_DEALS else None
        rows.append(about | {"rating": round(value, 1), "interval": interval, "games": int(seen[i])})
    return rows


def _design(sheet: Sheet, skill: np.ndarray, n_skills: int, kept: np.ndarray, role: np.ndarray) -> np.ndarray:
    """A row per seat: +1 for its own skill, -1/(seats - 1) for each other's, then its (players, role) base."""
    games, seats_in_game = np.unique(sheet.game[kept], return_inverse=True)
    own = np.zeros((kept.sum(), n_skills))
    own[np.arange(len(own)), skill[kept]] = 1
    totals = np.zeros((len(games), n_skills))
    np.add.at(totals, seats_in_game, own)
    others = (totals[seats_in_game] - own) / np.maximum(sheet.players[kept] - 1, 1)[:, None]
    bases, base = np.unique(sheet.players[kept] * 1000 + role[kept], return_inverse=True)
    return np.concatenate((own - others, np.eye(len(bases))[base]), axis=1)


@dataclass(frozen=True)
class Fit:
    """Skills, and their covariance estimated in two ways: with independent seats, and clustered by deal."""

    skills: np.ndarray
    independent: np.ndarray
    clustered: np.ndarray

    def half_width(self, contrast: np.ndarray, n_deals: int) -> float:
        """Half the 95 % interval of a combination of skills of an agent, given the number of its deals.

        With few deals the clustered variance is underestimated: it is scaled up, the other one is a lower bound for it,
        and Student's t takes the place of the normal distribution.
        """
        n = max(2, n_deals)
        variance = contrast @ self.clustered @ contrast * n / (n - 1)
        if n < MANY_DEALS:
            variance = max(variance, contrast @ self.independent @ contrast)
        return t95(n - 1) * math.sqrt(max(0.0, variance))


def t95(freedom: int) -> float:
    """The 97.5 % quantile of Student's t (Cornish-Fisher expansion: exact to 0.002 from 8 degrees of freedom on).

    It is all that SciPy (35 MB) would be needed for.
    """
    z = Z95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**k for k, term in enumerate(terms, 1))


def _fit(design: np.ndarray, won: np.ndarray, deal: np.ndarray, n_skills: int) -> Fit:
    """Penalised maximum likelihood by Newton's method."""
    n = design.shape[1]
    precision = np.full(n, 1 / BASE_PRIOR_SD**2)
    precision[:n_skills] = 1 / PRIOR_SD**2
    weights = np.zeros(n)
    for _ in range(NEWTON_STEPS):
        expected = 1 / (1 + np.exp(-(design @ weights)))
        gradient = design.T @ (won - expected) - precision * weights
        curvature = (design * (expected * (1 - expected))[:, None]).T @ design + np.diag(precision)
        move = np.linalg.solve(curvature, gradient)
        weights += np.clip(move, -2, 2)
        if np.abs(move).max() < 1e-9:
            break
    scores = np.zeros((deal.max() + 1, n))
    np.add.at(scores, deal, design * (won - expected)[:, None])
    inverse = np.linalg.inv(curvature)
    covariance = inverse @ (scores.T @ scores + np.diag(precision)) @ inverse
    return Fit(weights[:n_skills], inverse[:n_skills, :n_skills], covariance[:n_skills, :n_skills])


def alpha_rank(win_rate: Sequence[Sequence[float | None]]) -> list[float] | None:
    """alpha-rank of a single population, payoffs from the cross-play table (Omidshafiei et al. 2019): the share of time
    that evolution spends with each agent. None if two agents never met.
    """
    payoff = np.array([[np.nan if cell is None else cell for cell in row] for row in win_rate], float)
    n = len(payoff)
    np.fill_diagonal(payoff, 0)  # not used below, and missing for an agent that never met itself
    if np.isnan(payoff).any():
        return None
    if n == 1:
        return [1.0]
    change = np.zeros((n, n))
    for resident in range(n):
        for mutant in range(n):
            if resident != mutant:
                advantage = payoff[mutant, resident] - payoff[resident, mutant]
                change[resident, mutant] = _fixation(ALPHA * advantage) / (n - 1)
    np.fill_diagonal(change, 1 - change.sum(1))
    system = np.vstack((change.T - np.eye(n), np.ones(n)))
    masses = np.linalg.lstsq(system, np.append(np.zeros(n), 1), rcond=None)[0]
    return [round(float(mass), 4) for mass in masses.clip(0, 1)]


def _fixation(advantage: float) -> float:
    """The probability that one mutant takes over a population (constant advantage)."""
    if abs(advantage) < 1e-9:
        return 1 / POPULATION
    return float(np.expm1(-np.clip(advantage, -30, 30)) / np.expm1(-np.clip(POPULATION * advantage, -600, 600)))


def openskill_ratings(agents: Sequence[str], records: Sequence[GameRecord]) -> list[dict[str, float]] | None:
    """Plackett-Luce ratings game by game (winners before losers); None if openskill is not installed.

    It knows no roles. An agent in several seats gets the mean of their new ratings. An agent that forfeits comes last,
    behind all the others together.
    """
    if importlib.util.find_spec("openskill") is None:
        return None
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in agents]
    for record in records:
        seating = record.plan.seating
        won = credits(record, {len(seating): float(len(seating))})
        if len(set(won)) == 1:  # all won, or nobody
            continue
        seats = [[model.rating(mu=ratings[agent].mu, sigma=ratings[agent].sigma)] for agent in seating]
        after = model.rate(seats, ranks=[1 - credit for credit in won])
        for agent in set(seating):
            new = [after[seat][0] for seat, sitting in enumerate(seating) if sitting == agent]
            ratings[agent] = model.rating(mu=fmean(r.mu for r in new), sigma=fmean(r.sigma for r in new))
    return [{"mu": round(r.mu, 2), "sigma": round(r.sigma, 2), "ordinal": round(r.ordinal(), 2)} for r in ratings]
