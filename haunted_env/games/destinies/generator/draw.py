"""Chance for making worlds: the same on every machine, and a stream of its own for every part of a world."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


class Draw:
    """Draws from a stream that is named, so that one part of a world does not depend on how much another has drawn.

    Everything comes from `Random.random`, the one method that Python promises never to change.
    """

    def __init__(self, *about: object) -> None:
        self._random = Random("/".join(map(str, about)))

    def below(self, n: int) -> int:
        return int(self._random.random() * n)

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + self.below(high - low + 1)

    def happens(self, share: float) -> bool:
        return self._random.random() < share

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        found = list(things)
        for i in range(len(found) - 1, 0, -1):
            j = self.below(i + 1)
            found[i], found[j] = found[j], found[i]
        return found

    def some(self, things: Sequence[Thing], n: int) -> list[Thing]:
        """n different ones, in any order; all of them if there are no more."""
        return self.shuffled(things)[:n]

    def least(self, things: Sequence[Thing], cost: Sequence[float]) -> Thing:
        """One of the cheapest."""
        lowest = min(cost)
        return self.pick([thing for thing, price in zip(things, cost) if price == lowest])
