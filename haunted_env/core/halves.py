"""Work on many rows, divided between two threads."""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

MANY_ROWS = 256  # for which a second thread is worth its while


def in_halves(n: int, work: Callable[[slice], np.ndarray]) -> list[np.ndarray]:
    """What comes of both halves of many rows, each on a processor of its own if there are two; few rows stay together.

    How rows are divided does not depend on the machine, and so neither do sums over them.
    """
    if n < MANY_ROWS:
        return [work(slice(0, n))]
    other = helper().submit(work, slice(n // 2, n))
    try:
        return [work(slice(0, n // 2)), other.result()]
    finally:
        other.exception()  # nothing goes on in the background


@functools.cache
def helper() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "haunted_env-half")
