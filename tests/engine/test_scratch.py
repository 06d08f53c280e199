"""Arrays on the stack."""

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError

from haunted_env.engine.jit import COMPILED
from haunted_env.engine.scratch import list_of, table_of

N, COLUMNS = 3, 5


@njit
def filled(first):
    """All items of a list and a table, in order, each written before any is read."""
    some = list_of(N, np.int16)
    table = table_of(N, COLUMNS, np.float64)
    for i in range(N):
        some[i] = first + i
        for column in range(COLUMNS):
            table[i, column] = 10.0 * i + column
    return some.sum(), table[1, 2], table[N - 1, COLUMNS - 1], table.sum(), some.size, table.shape


@njit
def nested(first):
    some = list_of(N, np.int64)
    for i in range(N):
        some[i] = filled(first + i)[0]
    return some[0], some[1], some[2]


def test_items_keep_what_is_written():
    sums = 10.0 * (0 + 1 + 2) * COLUMNS + N * sum(range(COLUMNS))
    assert filled(7) == (7 + 8 + 9, 12.0, 24.0, sums, N, (N, COLUMNS))


def test_every_call_has_its_own():
    assert nested(1) == (6, 9, 12)


@pytest.mark.skipif(not COMPILED, reason="plain Python takes any size")
def test_sizes_are_constants():
    @njit
    def of_any_size(n):
        return list_of(n, np.int64).size

    with pytest.raises(TypingError, match="constants"):
        of_any_size(3)
