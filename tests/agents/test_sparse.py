"""Products of mostly empty rows are those of dense ones, and rows do not depend on one another."""

import os
import signal

import numpy as np
import pytest

from haunted_env.agents import sparse
from haunted_env.engine.split_rows import MANY_ROWS, in_halves


@pytest.mark.parametrize("kind", [np.int8, np.float32])
@pytest.mark.parametrize("n_inputs", [1, 7, 16, 33])
@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
def test_as_a_dense_product(kind, n_inputs, share):
    chance = np.random.default_rng(0)
    inputs = (chance.integers(-128, 128, (9, n_inputs)) * (chance.random((9, n_inputs)) < share)).astype(kind)
    scale, bias = chance.random(n_inputs, np.float32), chance.random(5, np.float32)
    weight, slopes = chance.random((n_inputs, 5), np.float32), chance.random((9, 5), np.float32)
    dense = inputs.astype(np.float64) * scale
    assert sparse.product(inputs, scale, weight, bias) == pytest.approx(dense @ weight + bias, rel=1e-4, abs=1e-3)
    assert sparse.slopes_of_weights(inputs, scale, slopes) == pytest.approx(dense.T @ slopes, rel=1e-4, abs=1e-3)


def test_a_row_alone_comes_out_to_the_last_bit_as_among_others():
    chance = np.random.default_rng(1)
    inputs = (chance.integers(-3, 4, (50, 300)) * (chance.random((50, 300)) < 0.1)).astype(np.int8)
    scale, bias, weight = np.ones(300, np.float32), np.zeros(64, np.float32), chance.random((300, 64), np.float32)
    together = sparse.product(inputs, scale, weight, bias)
    alone = [sparse.product(inputs[i : i + 1], scale, weight, bias)[0] for i in range(50)]
    assert np.array_equal(together, alone)


def test_what_does_not_fit_is_refused():
    ones = np.ones
    with pytest.raises(ValueError, match=r"inputs \(2, 5\), .* no fit"):
        sparse.product(ones((2, 5), np.int8), ones(4, np.float32), ones((4, 3), np.float32), ones(3, np.float32))
    with pytest.raises(ValueError, match=r"slopes \(3, 3\): no fit"):
        sparse.slopes_of_weights(ones((2, 5), np.int8), ones(5, np.float32), ones((3, 3), np.float32))


def test_halves_may_have_halves_and_so_may_forked_processes():
    def work(half):
        inner = in_halves(2 * MANY_ROWS, lambda part: np.arange(part.start, part.stop))
        return np.concatenate(inner) + half.start

    wanted = [np.arange(2 * MANY_ROWS) + start for start in (0, MANY_ROWS // 2)]
    assert np.array_equal(in_halves(MANY_ROWS, work), wanted)
    if not hasattr(os, "fork"):
        return
    child = os.fork()
    if child == 0:
        signal.alarm(20)  # without an end the test would wait for ever
        os._exit(0 if np.array_equal(in_halves(MANY_ROWS, work), wanted) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_halves_cover_all_rows_in_order_and_pass_on_what_goes_wrong():
    for n in (0, 1, MANY_ROWS - 1, MANY_ROWS, MANY_ROWS + 1):
        parts = in_halves(n, lambda half: np.arange(half.start, half.stop))
        assert np.concatenate(parts).tolist() == list(range(n)) and len(parts) == 1 + (n >= MANY_ROWS)
    for wrong in (0, MANY_ROWS // 2):

        def work(half, wrong=wrong):
            if half.start == wrong:
                raise ValueError(f"at {wrong}")
            return np.zeros(1)

        with pytest.raises(ValueError, match=f"at {wrong}"):
            in_halves(MANY_ROWS, work)
