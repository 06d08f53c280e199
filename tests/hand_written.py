"""The hand-written players of the games: what they choose, and games between them and random players."""

import itertools
from typing import Any

import numpy as np

from haunted_env.agents import make_agent
from haunted_env.engine.entries import HEURISTIC
from haunted_env.play.batch import Batch
from haunted_env.play.seeds import generators
from haunted_env.play.table import Table
from haunted_env.play.worlds import data_of
from haunted_env.spec import GameSpec
from tests.harness import GameTable

RANDOM, OURS = 0, 1  # in `seating`
MOST_DECISIONS = 20_000  # far beyond any game


def suggested(spec: GameSpec, games: np.ndarray, seed: int = 0, style: int = 0) -> np.ndarray:
    """The (absolute) action in each game; -1 in games that are over."""
    actions = np.zeros(len(games), np.int64)
    mask = np.zeros(spec.actions.size, np.int8)
    suggest = spec.compiled(HEURISTIC)[0]
    suggest(np.ascontiguousarray(games), generators(seed, len(games)), actions, mask, style, data_of(spec, games))
    return actions


def choice(table: GameTable, seed: int = 0, style: int = 0) -> str:
    """What it would do at a table, by name."""
    return table.name(int(suggested(table.spec, table.game, seed, style)[0]))


def played(spec: GameSpec, options: dict[str, Any], seating: Any, n: int, seed: int = 0) -> np.ndarray:
    """Games played to their ends. `seating`: RANDOM or OURS by seat, one row for all games or one each."""
    batch = Batch(spec, n, options, observation=None)
    batch.deal(seed * n + np.arange(n))
    agents, decisions = [make_agent("random", spec), make_agent("heuristic", spec)], itertools.count()
    Table(batch, agents, seating, seed).play(until=lambda: next(decisions) == MOST_DECISIONS)
    return batch.games
