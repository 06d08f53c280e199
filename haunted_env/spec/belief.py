"""Questions that a game has answers to, and how likely each answer is to a seat. Knows no game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Belief:
    """Something there is to find out in a game, once per seat. The possible outcomes are numbered from 0."""

    question: str  # in words
    chances: Callable[[np.ndarray, Any], np.ndarray]  # (games, seats) -> (games, outcomes), given what the seats know
    truth: Callable[[np.ndarray, Any], np.ndarray]  # (games, seats) -> the outcome that is so; -1 where there is none
    outcomes: tuple[str, ...] = ()  # their names; without any, the outcomes are the seats of the game
    name: str = ""  # of what it is about, where that has one besides its id

    def size(self, n_seats: int) -> int:
        return len(self.outcomes) or n_seats

    def names(self, agents: Sequence[str]) -> Sequence[str]:
        """The outcomes in words; `agents`: the names of the seats."""
        return self.outcomes or agents

    def rotated(self, chances: np.ndarray, by: np.ndarray) -> np.ndarray:
        """Rows of chances with the seats counted from others than 0; other outcomes stay as they are."""
        if self.outcomes:
            return chances
        n = chances.shape[1]
        return np.take_along_axis(chances, (np.asarray(by)[:, None] + np.arange(n)) % n, axis=1)


def find(subjects: Mapping[str, Belief], about: str | None, title: str) -> Belief:
    """The belief about a subject, given by its id or name; `title`: of the game, for whoever asks about others."""
    for subject, belief in subjects.items():
        if about == subject or (belief.name and about == belief.name):
            return belief
    known = f"one may ask about: {', '.join(subjects)}" if subjects else "there is nothing to ask about"
    raise ValueError(f"belief about {about!r}: in {title} {known}")
