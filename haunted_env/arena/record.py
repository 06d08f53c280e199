"""The record of a game that was played in a contest."""

from dataclasses import dataclass, field

import numpy as np

from haunted_env.arena.plan import GamePlan

FORFEIT = "forfeit"  # the `reason` of a forfeited game


@dataclass
class GameRecord:
    """How a game went. Lists have an entry per seat, except `winners`, which lists seats.

    `forfeit` is the seat whose agent raised an error or chose an illegal action (`error` says what), and so lost. What
    the others get for it depends on all games (`statistics.credits`). `scores`: see `GameSpec.score`; empty if the game
    has none.
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
    timed: list[int]  # decisions counted in `seconds`: not an agent's first ones in a process, which may compile
    seconds: list[float]
    actions: np.ndarray  # absolute, int16
    beliefs: np.ndarray  # see belief.py
    refused: list[int]  # beliefs that were not probabilities, and are not in `beliefs`
    refusals: list[str]  # what was wrong with the first of them
    state_hash: str = ""  # of the state at the end; empty if the process died with the game
    forfeit: int | None = None
    error: str = ""
    scores: list[float | None] = field(default_factory=list)
