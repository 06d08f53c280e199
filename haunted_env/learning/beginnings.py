"""Games that others begin: learners take their seats at a random moment, and get to see what they would seldom bring
about themselves."""

import numpy as np

from haunted_env.learning.opponents import Opponents
from haunted_env.play.batch import ENDED
from haunted_env.play.table import Observer, Table

LATEST = 400  # decisions before the seats change hands


class Beginnings(Observer):
    """At one table. `left`: decisions of the others that are left in every game."""

    def __init__(self, opponents: Opponents, share: float, beginner: int, n_games: int) -> None:
        """`beginner`: the number of the agent that has all seats until then."""
        self.opponents, self.share, self.beginner = opponents, share, beginner
        self.left = np.zeros(n_games, np.int64)

    def seat(self, table: Table, rows: np.ndarray) -> None:
        """Fill the seats of games just dealt."""
        rng = self.opponents.rng
        chosen = rng.random(len(rows)) < self.share if self.share else np.zeros(len(rows), bool)
        self.left[rows] = 0
        if chosen.any():
            self.left[rows[chosen]] = rng.integers(1, LATEST + 1, size=chosen.sum())
            table.seating[rows[chosen]] = self.beginner
        self.hand_over(table, rows[~chosen])

    def hand_over(self, table: Table, rows: np.ndarray) -> None:
        if len(rows):
            table.seating[rows] = self.opponents.seatings(table.batch.copied(rows), table.batch.n_seats)

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        waiting = rows[self.left[rows] > 0]
        self.left[waiting] -= 1
        self.hand_over(table, waiting[(self.left[waiting] == 0) & (table.batch.status[waiting] != ENDED)])
