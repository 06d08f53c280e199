"""A critic that sees the hidden roles. It is asked only while learning: what seats were dealt decides much of how their
games end, and values that know it make advantages less noisy. The policy never sees it, and a value that knows more
than the observation is still right on average: V(history, secret)."""

import numpy as np
import torch
from torch import nn

from haunted_env.agents.network import fill_values
from haunted_env.play.batch import Batch
from haunted_env.play.view import View
from haunted_env.spec import GameSpec

UNITS = 64


class Critic(nn.Module):
    """Values from what the policy's trunk makes of an observation, and the secret beside it."""

    def __init__(self, width: int, n_secrets: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width + n_secrets, UNITS), nn.ReLU(), nn.Linear(UNITS, 1))

    def forward(self, hidden: torch.Tensor, secrets: torch.Tensor) -> torch.Tensor:
        return self.layers(torch.cat([hidden, secrets.float()], dim=1))[:, 0]  # type: ignore[no-any-return]

    def compiled(self) -> "CompiledCritic":
        return CompiledCritic(*(tensor.detach().numpy().copy() for tensor in self.layers.parameters()))


class CompiledCritic:
    """The same as it judges decisions while games are played."""

    def __init__(self, weight: np.ndarray, bias: np.ndarray, out: np.ndarray, out_bias: np.ndarray) -> None:
        self._arrays = (np.ascontiguousarray(weight.T), bias, np.ascontiguousarray(out[0]), out_bias[0])

    def values(self, hidden: np.ndarray, secrets: np.ndarray) -> np.ndarray:
        found = np.empty(len(hidden), np.float32)
        fill_values(np.concatenate([hidden, secrets], axis=1, dtype=np.float32), *self._arrays, found)
        return found


def n_secrets(spec: GameSpec) -> int:
    """How many numbers say what all seats were dealt; 0 in games that deal no roles."""
    return spec.players[1] * len(spec.roles) if spec.queries.dealt_roles else 0


def secrets_of(batch: Batch, view: View) -> np.ndarray:
    """What every seat was dealt, one-hot, beginning with the seat that decides."""
    spec, n = batch.spec, batch.n_seats
    secrets = np.zeros((len(view), spec.players[1], len(spec.roles)), np.int8)
    if spec.queries.dealt_roles:
        rows = np.arange(len(view))[:, None]
        seats = (view.seats[:, None] + np.arange(n)) % n
        secrets[rows, np.arange(n), spec.queries.dealt_roles(batch.games)[view.rows[:, None], seats]] = 1
    return secrets.reshape(len(view), -1)[:, : n_secrets(spec)]
