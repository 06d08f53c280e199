"""The first layer of a network on compact observations, nine tenths of which are zero."""

from typing import Any

import numpy as np
import torch

from haunted_env.agents.network import add_products, find
from haunted_env.engine.jit import kept


@kept(nogil=True)
def multiply(observations, weight, out):
    """out = observations @ weight, skipping zeros."""
    size = observations.shape[1] + 1
    places, values = np.empty(size, np.int32), np.empty(size, np.float32)
    for i in range(len(observations)):
        out[i] = 0
        add_products(values, places, find(observations[i], places, values), weight, out[i])


@kept(nogil=True)
def multiply_back(observations, gradient, weight_gradient):
    """weight_gradient += observations.T @ gradient, skipping zeros."""
    size = observations.shape[1] + 1
    places, values = np.empty(size, np.int32), np.empty(size, np.float32)
    for i in range(len(observations)):
        for q in range(find(observations[i], places, values)):
            row, value = weight_gradient[places[q]], values[q]
            for k in range(len(row)):
                row[k] += value * gradient[i, k]


class SparseProduct(torch.autograd.Function):
    """observations @ weight for int8 observations, nine tenths of which are zero: four times as fast as torch's own.
    There is no gradient for the observations."""

    @staticmethod
    def forward(ctx: Any, observations: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        ctx.save_for_backward(observations)
        ctx.shape = weight.shape
        out = torch.empty(len(observations), weight.shape[1])
        multiply(observations.numpy(), weight.detach().numpy(), out.numpy())
        return out

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor]:  # type: ignore[override]
        (observations,) = ctx.saved_tensors
        weight_gradient = torch.zeros(ctx.shape)
        multiply_back(observations.numpy(), gradient.contiguous().numpy(), weight_gradient.numpy())
        return None, weight_gradient
