"""What became of a game."""

from dataclasses import dataclass, field

import numpy as np

from haunted_env.arena.plan import GamePlan

FORFEIT = "forfeit"  # the reason of a game that ended so


@dataclass
class GameRecord:
    """A game that was played. Lists have an entry per seat.

    `forfeit` is the seat whose agent raised an error or chose an illegal action (`error` says what): it has lost. What
    the others get for it is worked out of all games (`statistics.Sheet`). `scores`: see `GameSpec.score`; empty where
    there are none.
    """

    plan: GamePlan
    winners: list[int]
    roles: list[str]
    returns: list[float]
    reason: str
    turns: int
    truncated: bool
    decisions: list[int]
    illegal: list[int]  # decisions in which at least one answer was illegal
    illegal_answers: list[int]  # an agent that is asked again may give several in one decision
    timed: list[int]  # decisions that `seconds` were spent on: an agent's first ones of a process may be compiling
    seconds: list[float]
    actions: np.ndarray  # absolute, int16
    beliefs: np.ndarray  # see belief.py
    refused: list[int]  # beliefs that were no probabilities, and are not in `beliefs`
    refusals: list[str]  # what was wrong with the first of them
    state_hash: str = ""  # of the record at the end; empty where the process died with the game
    forfeit: int | None = None
    error: str = ""
    scores: list[float | None] = field(default_factory=list)
