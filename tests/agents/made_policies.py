"""Checkpoints for tests: folders as training writes them, with networks that have learnt nothing."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy

from haunted_env.agents.card import Card, RoleCard, fingerprint, write_card
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT, FULL

LAYERS = (12, 8)


def kind_for(spec: GameSpec) -> str:
    """Compact observations where the game has them."""
    return COMPACT if spec.features else FULL


def weights(spec: GameSpec, observation: str, seed: int, n_beliefs: int = 0) -> dict[str, np.ndarray]:
    """Random weights of one role; with a probe if there is something to believe."""
    rng = np.random.default_rng(seed)
    sizes = [spec.observation_layout(observation).size, *LAYERS, spec.actions.size]
    names = ["first", *(f"policy.{i}" for i in range(len(LAYERS) - 1)), "action"]
    layers = list(zip(names, pairwise(sizes)))
    if n_beliefs:
        layers.append(("probe", (LAYERS[0], n_beliefs)))
    arrays = {"scale": np.full(sizes[0], 0.5, np.float32)}
    for name, (n_inputs, n_outputs) in layers:
        arrays[f"{name}.weight"] = rng.normal(size=(n_outputs, n_inputs)).astype(np.float32)
        arrays[f"{name}.bias"] = rng.normal(size=n_outputs).astype(np.float32)
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
        cards[role] = RoleCard(f"{role}.safetensors", LAYERS)
    card = {"name": folder.name, "game": spec.name, "observation": kind, **fingerprint(spec, kind), "roles": cards}
    write_card(folder, Card(**card | said))
    return folder
