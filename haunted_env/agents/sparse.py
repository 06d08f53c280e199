"""Products of mostly empty rows with dense weights, row by row: zeros are skipped, and what is left is added in the
same order whatever other rows there are. Where a tenth of the inputs is in use, a dense product takes twice the time.
"""

import numba
import numpy as np

AT_ONCE = 16  # entries of a row that are passed over together if all are zero


def product(inputs: np.ndarray, scale: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """(inputs * scale) @ weight + bias; weights are (inputs, outputs), so that those of one input lie together."""
    if (inputs.shape[1], *bias.shape) != weight.shape or scale.shape != weight.shape[:1]:
        raise ValueError(
            f"inputs {inputs.shape}, scale {scale.shape}, weight {weight.shape}, bias {bias.shape}: no fit"
        )
    out = np.empty((len(inputs), weight.shape[1]), np.float32)
    multiply(inputs, scale, weight, bias, *_space(inputs), out)
    return out


def slopes_of_weights(inputs: np.ndarray, scale: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    """(inputs * scale).T @ slopes: what slopes of a product mean for its weights."""
    if len(inputs) != len(slopes) or scale.shape != inputs.shape[1:]:
        raise ValueError(f"inputs {inputs.shape}, scale {scale.shape}, slopes {slopes.shape}: no fit")
    total = np.zeros((inputs.shape[1], slopes.shape[1]), np.float32)
    add_slopes(inputs, scale, slopes, *_space(inputs), total)
    return total


def _space(inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For what is found in one row."""
    return np.empty(inputs.shape[1] + 1, np.int32), np.empty(inputs.shape[1] + 1, np.float32)


@numba.njit(cache=True, nogil=True)
def find(row, scale, places, values):
    """Where a row is not zero, and what is there, scaled; returns how many. Needs one place more than that."""
    n = first = 0
    while first + AT_ONCE <= len(row):
        some = 0
        for j in range(first, first + AT_ONCE):
            some += row[j] != 0
        if some:
            for j in range(first, first + AT_ONCE):
                places[n] = j
                n += row[j] != 0
        first += AT_ONCE
    for j in range(first, len(row)):
        places[n] = j
        n += row[j] != 0
    for q in range(n):
        values[q] = row[places[q]] * scale[places[q]]
    return n


@numba.njit(cache=True, nogil=True)
def multiply(inputs, scale, weight, bias, places, values, out):
    """Four rows of the weights at a time, so that `out` is read and written seldom."""
    for i in range(inputs.shape[0]):
        n, row = find(inputs[i], scale, places, values), out[i]
        row[:] = bias
        q = 0
        while q + 4 <= n:
            a, b, c, d = values[q], values[q + 1], values[q + 2], values[q + 3]
            of_a, of_b, of_c, of_d = places[q], places[q + 1], places[q + 2], places[q + 3]
            for k in range(len(row)):
                row[k] += (a * weight[of_a, k] + b * weight[of_b, k]) + (c * weight[of_c, k] + d * weight[of_d, k])
            q += 4
        while q < n:
            for k in range(len(row)):
                row[k] += values[q] * weight[places[q], k]
            q += 1


@numba.njit(cache=True, nogil=True)
def add_slopes(inputs, scale, slopes, places, values, total):
    for i in range(inputs.shape[0]):
        slope = slopes[i]
        for q in range(find(inputs[i], scale, places, values)):
            value, row = values[q], total[places[q]]
            for k in range(len(slope)):
                row[k] += value * slope[k]
