"""What became of a game."""

from dataclasses import dataclass, field

import numpy as np

from haunted_env.arena.plan import GamePlan

FORFEIT = "forfeit"  # the reason of a game that ended so


@dataclass
class GameRecord:
    """A game that was played. Lists have an entry per seat.

    `forfeit` is the seat whose agent raised an error or chose an illegal action (`error` says what): it has lost, and
    for the others the game does not count. `scores` (`GameSpec.score`) are there in fresh games only: stores do not
    keep them.
    """

    plan: GamePlan
    winners: list[int]
    roles: list[str]
    returns: list[float]
    reason: str
    turns: int
    truncated: bool
    decisions: list[int]
    illegal: list[int]
    seconds: list[float]
    actions: np.ndarray  # absolute, int16
    beliefs: np.ndarray  # see belief.py
    forfeit: int | None = None
    error: str = ""
    scores: list[float | None] = field(default_factory=list)
