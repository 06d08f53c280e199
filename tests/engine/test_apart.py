"""Compiled functions that call others by their address, and that have records fetched ahead."""

import numba
import numpy as np
import pytest
from numba import from_dtype, int8, int64, njit

from haunted_env.engine import interpreted
from haunted_env.engine.apart import address_of, call_writer
from haunted_env.engine.jit import COMPILED
from haunted_env.engine.prefetch import LINE, fetch

RECORD = np.dtype([("first", "i8"), ("rest", "i1", (5 * LINE,))])


def write(table, ledger, origin, out, row, data):
    if origin < 0:
        raise ValueError("nobody looks")
    out[origin] = table[0] + ledger[1]
    row[0] = len(data)


KINDS = (int64[::1], int64[::1], int64, int8[::1], int8[::1], numba.typeof(()))
ENTRY = njit(KINDS)(write) if COMPILED else interpreted.wrap(write)


@njit
def call(address, table, ledger, origin, out, row, data):
    call_writer(address, table, ledger, origin, out, row, data)


def test_what_lies_at_the_address_is_called():
    numbers, out, row = np.arange(40, 44), np.zeros(3, np.int8), np.ones(1, np.int8)
    call(address_of(ENTRY), numbers, numbers, 2, out, row, ())
    assert out.tolist() == [0, 0, 81] and row.tolist() == [0]


def test_what_is_raised_there_arrives_here():
    numbers, out = np.arange(2), np.zeros(3, np.int8)
    with pytest.raises(ValueError, match="nobody looks"):
        call(address_of(ENTRY), numbers, numbers, -1, out, out, ())


@pytest.mark.skipif(not COMPILED, reason="there is nothing to fetch ahead of")
def test_every_line_of_a_record_is_asked_for_and_no_byte_changes():
    @njit((from_dtype(RECORD)[::1],))
    def ask(records):
        fetch(records[0])

    records = np.ones(1, RECORD)
    before = records.tobytes()
    ask(records)
    assert records.tobytes() == before
    (code,) = ask.inspect_llvm().values()
    assert code.count("call void @llvm.prefetch") == -(-RECORD.itemsize // LINE)
