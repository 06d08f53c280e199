"""Rules that sentences are filled from, compiled when the first one is asked: what is said is what is played."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.rules import attack, board, conditions, standing
from haunted_env.games.haunted_destinies.state import GAME, compiler
from haunted_env.games.haunted_destinies.tables import Roll


def _step_cost(games, seat, direction):
    return board.step_cost(games[0].table, seat, direction)


def _move_bonus(games, seat):
    return standing.modifier(games[0].table, seat, Roll.MOVE)


def _round_wounds(games, winner, loser):
    return attack.round_wounds(games[0].table, winner, loser)


def _progress(games, design):
    return conditions.progress(games[0].table, design)


def _goal(games, design):
    return conditions.goal(games[0].table, design)


def _meets(games, design):
    return int(conditions.meets(games[0].table, design))


@functools.cache
def compiled() -> dict[str, Callable]:
    """The functions above, by name."""
    functions = (_step_cost, _move_bonus, _round_wounds, _progress, _goal, _meets)
    return dict(zip([f.__name__ for f in functions], compiler.compile(functions, "words")))


def _ask(name: str, table: Any, *args: int) -> int:
    games = np.zeros(1, GAME)
    games["table"] = table
    return int(compiled()[name](games, *map(int, args)))


def step_cost(table: Any, seat: int, direction: int) -> int:
    """What a step costs; 0 if there is no way (HD-MOVE-3 to HD-MOVE-10)."""
    return _ask("_step_cost", table, seat, direction)


def move_bonus(table: Any, seat: int) -> int:
    """What cards, items and curses add to a movement roll (HD-MOVE-1)."""
    return _ask("_move_bonus", table, seat)


def round_wounds(table: Any, winner: int, loser: int) -> int:
    """The wounds that winning a round of an attack deals (HD-OPEN-22)."""
    return _ask("_round_wounds", table, winner, loser)


def progress(table: Any, design: int) -> tuple[int, int, bool]:
    """A ghost win condition: how much there is, how much it asks for, and whether it is met (HD-FX-9)."""
    return _ask("_progress", table, design), _ask("_goal", table, design), bool(_ask("_meets", table, design))
