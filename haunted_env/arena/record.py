"""The record of a game that was played in a contest."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

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
    state_hash: str = ""  # of the state at the end; empty if nobody can tell (see referee.py)
    forfeit: int | None = None
    error: str = ""
    scores: list[float | None] = field(default_factory=list)

    def check(self) -> None:
        """A ValueError if it cannot be the record of a game; whether it is a true one is for the referee to say."""
        players = self.plan.players
        lists: list[Sequence[Any]] = [self.roles, self.returns, self.decisions, self.illegal, self.illegal_answers]
        lists += [self.timed, self.seconds, self.refused, self.refusals, self.plan.seating]
        lists += [self.scores] if self.scores else []
        counts = (*self.decisions, *self.illegal, *self.illegal_answers, *self.timed, *self.refused, self.turns)
        numbers = (*self.returns, *self.seconds, *(score for score in self.scores if score is not None))
        seats = (*self.winners, *([] if self.forfeit is None else [self.forfeit]))
        notes = self.beliefs
        sound = {
            "a list has not one entry per seat": all(len(one) == players for one in lists),
            "a number is below 0": all(n >= 0 for n in (*counts, *self.plan.key, *self.plan.seating)),
            "a number is not finite": all(map(math.isfinite, numbers)) and bool(np.isfinite(notes).all()),
            "there is no such seat": all(0 <= seat < players for seat in seats),
            "a word is not printable": all(word.isprintable() for word in (*self.roles, self.reason)),
            "a belief is of no seat": all(0 <= seat < players for seat in notes[:, 1]),
            "a belief is about nothing": all(0 <= truth < notes.shape[1] - 3 for truth in notes[:, 2]),
        }
        for fault, holds in sound.items():
            if not holds:
                raise ValueError(f"game {self.plan.key}: {fault}")
