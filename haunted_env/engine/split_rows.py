"""Work on many rows, divided between two threads."""

import functools
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

MANY_ROWS = 256  # for which a second thread is worth its while
HELPER = "haunted_env-half"


def in_halves(n: int, work: Callable[[slice], np.ndarray]) -> list[np.ndarray]:
    """What comes of both halves of many rows, each on a processor of its own if there are two; few rows stay together.

    How rows are divided does not depend on the machine, and so neither do sums over them.
    """
    if n < MANY_ROWS:
        return [work(slice(0, n))]
    first, second = slice(0, n // 2), slice(n // 2, n)
    if threading.current_thread().name.startswith(HELPER):  # it would wait for itself
        return [work(first), work(second)]
    other = helper().submit(work, second)
    try:
        return [work(first), other.result()]
    finally:
        other.exception()  # nothing goes on in the background


@functools.cache
def helper() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, HELPER)


if hasattr(os, "register_at_fork"):  # a forked process has no threads but the one that forked
    os.register_at_fork(after_in_child=helper.cache_clear)
