"""The compiled loop behind `GameSpec.insight`."""

from typing import Any

insight: Any = None  # supplied by the game: insight(row, out), one observation


def work_out(observations, insights):
    """What a game works out of every observation."""
    for i in range(observations.shape[0]):
        insight(observations[i], insights[i])
