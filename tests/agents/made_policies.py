"""Checkpoints for tests: folders as training writes them, with networks that have learnt nothing."""

from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy

from haunted_env.agents.card import Card, RoleCard, fingerprint, write_card
from haunted_env.agents.network import pointers_of
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT, FULL

HIDDEN, UNITS = 12, 8


def kind_for(spec: GameSpec) -> str:
    """Compact observations where the game has them."""
    return COMPACT if spec.features else FULL


def weights(spec: GameSpec, observation: str, seed: int, n_beliefs: int = 0) -> dict[str, np.ndarray]:
    """Random weights of one role; with a probe if there is something to believe."""
    rng = np.random.default_rng(seed)
    n_inputs = spec.observation_layout(observation).size
    layers = {
        "trunk.0": (HIDDEN, n_inputs),
        "trunk.1": (UNITS, HIDDEN),
        "action": (spec.actions.size, UNITS),
        "value.0": (HIDDEN, UNITS),
        "value.1": (1, HIDDEN),
    }
    if n_beliefs:
        layers["probe"] = (n_beliefs, UNITS)
    arrays = {"scale": np.full(n_inputs, 0.5, np.float32)}
    for name, shape in layers.items():
        arrays[f"{name}.weight"] = rng.normal(size=shape).astype(np.float32)
        arrays[f"{name}.bias"] = rng.normal(size=shape[0]).astype(np.float32)
    for i, pointer in enumerate(pointers_of(spec, observation)):
        for name, shape in (("state.weight", (HIDDEN, UNITS)), ("row.weight", (HIDDEN, pointer.size))):
            arrays[f"pointers.{i}.{name}"] = rng.normal(size=shape).astype(np.float32)
        arrays[f"pointers.{i}.state.bias"] = rng.normal(size=HIDDEN).astype(np.float32)
        arrays[f"pointers.{i}.out.weight"] = rng.normal(size=(1, HIDDEN)).astype(np.float32)
    return arrays


def write_policy(
    folder: Path,
    spec: GameSpec,
    *,
    observation: str | None = None,
    roles: tuple[str, ...] | None = None,
    n_beliefs: int = 0,
    **said: Any,
) -> Path:
    """A checkpoint for some roles, or all. `said`: other fields of its card."""
    folder.mkdir(parents=True, exist_ok=True)
    kind = observation or kind_for(spec)
    cards = {}
    for number, role in enumerate(spec.roles if roles is None else roles):
        safetensors.numpy.save_file(weights(spec, kind, number, n_beliefs), folder / f"{role}.safetensors")
        cards[role] = RoleCard(f"{role}.safetensors")
    card = {"name": folder.name, "game": spec.name, "observation": kind, **fingerprint(spec, kind), "roles": cards}
    write_card(folder, Card(**card | said))
    return folder
