"""What networks are given beside the observation (`insight/`), against the rules and an independent reckoning."""

import heapq

import numpy as np
import pytest

from haunted_env.agents import View, make_agent
from haunted_env.core.batch import Batch
from haunted_env.games.haunted_destinies import SPEC
from haunted_env.games.haunted_destinies.actions import ACTIONS
from haunted_env.games.haunted_destinies.insight.shape import INSIGHT, OTHER, WAY
from haunted_env.games.haunted_destinies.observation import OBSERVATION
from haunted_env.games.haunted_destinies.state import GRID

PLAYERS = 4
CLASSES = (0, 1, 2, 4, 6, 8, 12, 999)  # costs of ways told apart, up to ...


@pytest.fixture(scope="module")
def seen():
    """Observations, their insights, exact beliefs and legal actions, from games of the hand-written player."""
    batch = Batch(SPEC, 24, {"players": PLAYERS, "setup": "random"}, autoreset=True)
    batch.deal(np.arange(24))
    agent, generators = make_agent("heuristic", SPEC), batch.generators(3)
    rows = []
    for _ in range(240):
        view = View(batch, generators=generators)
        insights = np.full((batch.n, INSIGHT.size), 77, np.int8)
        SPEC.work_out(batch.observations, insights)
        rows.append((batch.observations.copy(), insights, view.belief(), batch.masks.copy()))
        batch.step(agent.act(view))
    return [np.concatenate(column) for column in zip(*rows)]


def ways(insights):
    return insights[:, INSIGHT.span("WAYS")].reshape(-1, 4, WAY.size)


def others(insights):
    return insights[:, INSIGHT.span("OTHERS")].reshape(-1, 5, OTHER.size)


def block(observations, name):
    return observations[:, OBSERVATION.span(name)]


def pawns(observation):
    """Cells of the pawns, from their one-hot rows and columns."""
    lines = observation[OBSERVATION.span("PAWN_ROW")].reshape(-1, GRID)
    columns = observation[OBSERVATION.span("PAWN_COL")].reshape(-1, GRID)
    return [int(a.argmax()) * GRID + int(b.argmax()) if a.any() else -1 for a, b in zip(lines, columns)]


def cheapest(observation, start):
    """Costs of the cheapest ways from a cell, reckoned with a heap."""
    edges = [observation[OBSERVATION.span(f"EDGE_{side}")] for side in "NESW"]
    found, waiting = {}, [(0, start)]
    while waiting:
        cost, cell = heapq.heappop(waiting)
        if cell in found:
            continue
        found[cell] = cost
        line, column = divmod(cell, GRID)
        for side, (a, b) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            near = (line + a) * GRID + column + b
            inside = 0 <= line + a < GRID and 0 <= column + b < GRID
            if inside and edges[0][near] != 0 and edges[side][cell] > 0:
                heapq.heappush(waiting, (cost + int(edges[side][cell]), near))
    return found


def test_distances_are_the_costs_of_the_cheapest_ways(seen):
    observations, insights = seen[:2]
    compared = 0
    for observation, rows in zip(observations[::7], others(insights)[::7]):
        cells = pawns(observation)
        costs = cheapest(observation, cells[0])
        for seat in range(1, PLAYERS):
            told = rows[seat - 1, OTHER.span("DISTANCE")]
            if cells[seat] in costs:
                assert (
                    told.argmax() == CLASSES.index(next(c for c in CLASSES if costs[cells[seat]] <= c))
                    and told.sum() == 1
                )
                compared += 1
            else:
                assert not told.any()
    assert compared > 300


def test_an_open_way_is_a_step_the_rules_allow(seen):
    """In the middle of one's turn; face-up cards and curses may make steps cheaper, never dearer."""
    _, insights, _, masks = seen
    steps = masks[:, [ACTIONS.first[name] for name in ("MOVE_N", "MOVE_E", "MOVE_S", "MOVE_W")]] != 0
    told = ways(insights)[:, :, WAY.first["OPEN"]] != 0
    free = steps.any(axis=1)
    assert (told[free] & ~steps[free]).sum() == 0 and told[free].sum() > 100


def test_chances_add_up_and_certainty_is_told(seen):
    _, insights, beliefs = seen[:3]
    told = others(insights)[:, : PLAYERS - 1, OTHER.first["CHANCE"]]
    own = insights[:, INSIGHT.first["OWN_CHANCE"]]
    total = told.sum(axis=1) + own
    assert ((total >= 100 - PLAYERS) & (total <= 100)).mean() > 0.98
    known = insights[:, INSIGHT.span("KNOWN")][:, :PLAYERS] != 0
    assert known.any() and (beliefs[known] > 0.999).all()
    counted = np.concatenate([own[:, None], told], axis=1) / 100
    assert np.abs(counted - beliefs).mean() < 0.03
