"""Small networks as trained by `training/`, played without torch.

Every row is computed by itself, in the same order of additions: what a policy does in one game cannot depend on how
many others are played beside it. Inputs are mostly zero, and so are half of the hidden units: zeros are skipped.
"""

import math
from itertools import pairwise
from pathlib import Path

import numba
import numpy as np
import safetensors.numpy

from haunted_env.agents.sparse import product
from haunted_env.engine.rng import next_word

WORDS = 2**32
TRAIN_AGAIN = "copy the file again, or train it again"
Layer = tuple[np.ndarray, np.ndarray, np.ndarray]  # scale of the inputs, weights (inputs, outputs), biases


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """The arrays of a safetensors file, as float32; a ValueError if it is not one."""
    try:
        return {name: array.astype(np.float32) for name, array in safetensors.numpy.load_file(path).items()}
    except FileNotFoundError:
        raise
    except Exception as error:  # SafetensorError, and what NumPy says of sizes and types
        raise ValueError(f"{path} is not a safetensors file of numbers ({error}); {TRAIN_AGAIN}") from None


class Network:
    """A shared first layer, then the layers of the policy; optionally a linear probe of the first layer's features."""

    def __init__(self, first: Layer, rest: list[Layer], probe: Layer | None = None) -> None:
        self.first, self.rest, self.probe = first, rest, probe

    @classmethod
    def read(cls, path: Path, n_inputs: int, n_actions: int) -> "Network":
        """From a safetensors file."""
        arrays = read_safetensors(path)
        try:
            first = _layer(arrays["first.weight"], arrays["first.bias"], arrays["scale"])
            depth = sum(name.startswith("policy.") and name.endswith(".weight") for name in arrays)
            names = [f"policy.{i}" for i in range(depth)] + ["action"]
            rest = [_layer(arrays[f"{name}.weight"], arrays[f"{name}.bias"]) for name in names]
            probe = _layer(arrays["probe.weight"], arrays["probe.bias"]) if "probe.weight" in arrays else None
        except (KeyError, ValueError) as error:
            raise ValueError(f"{path}: not the weights of a policy ({error}); {TRAIN_AGAIN}") from None
        for (_, before, _), (_, after, _) in [*pairwise((first, *rest)), *([(first, probe)] if probe else [])]:
            if before.shape[1] != after.shape[0]:
                layers = f"a layer of {after.shape[0]} inputs follows one of {before.shape[1]} outputs"
                raise ValueError(f"{path}: {layers}; {TRAIN_AGAIN}")
        found = (first[1].shape[0], rest[-1][1].shape[1])
        if found != (n_inputs, n_actions):
            sizes = f"a network from {found[0]} to {found[1]} numbers, expected from {n_inputs} to {n_actions}"
            raise ValueError(f"{path}: {sizes}; {TRAIN_AGAIN}")
        return cls(first, rest, probe)

    def features(self, observations: np.ndarray) -> np.ndarray:
        return _through(observations, self.first, True)

    def logits(self, observations: np.ndarray) -> np.ndarray:
        hidden = self.features(observations)
        for layer in self.rest[:-1]:
            hidden = _through(hidden, layer, True)
        return _through(hidden, self.rest[-1], False)

    def belief(self, observations: np.ndarray, n_outcomes: int) -> np.ndarray | None:
        """Probabilities of what is to be found out, in the observer's words, if there is a probe."""
        if self.probe is None:
            return None
        scores = _through(self.features(observations), self.probe, False)[:, :n_outcomes].astype(np.float64)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def _layer(weight: np.ndarray, bias: np.ndarray, scale: np.ndarray | None = None) -> Layer:
    scale = np.ones(weight.shape[1]) if scale is None else scale
    if scale.shape != weight.shape[1:] or bias.shape != weight.shape[:1]:
        raise ValueError(f"sizes do not fit: weight {weight.shape}, scale {scale.shape}, bias {bias.shape}")
    return tuple(np.ascontiguousarray(array, np.float32) for array in (scale, weight.T, bias))  # type: ignore[return-value]


def _through(inputs: np.ndarray, layer: Layer, rectify: bool) -> np.ndarray:
    out = product(inputs, *layer)
    return np.maximum(out, np.float32(0), out=out) if rectify else out


def choose(
    logits: np.ndarray, masks: np.ndarray, generators: np.ndarray, temperature: float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """(actions, their log probabilities): a legal action per row, drawn with the row's own generator."""
    actions, log_probs = np.zeros(len(logits), np.int64), np.zeros(len(logits), np.float32)
    draw(logits, masks, generators, float(temperature), actions, log_probs)
    return actions, log_probs


@numba.njit(nogil=True)
def draw(logits, masks, generators, temperature, actions, log_probs):
    """Only legal actions are looked at; with temperature 0 the likeliest is taken."""
    for i in range(logits.shape[0]):
        best = -1
        for k in range(logits.shape[1]):
            if masks[i, k] != 0 and (best < 0 or logits[i, k] > logits[i, best]):
                best = k
        actions[i] = best
        if temperature <= 0 or best < 0:
            continue
        total = 0.0
        for k in range(logits.shape[1]):
            if masks[i, k] != 0:
                total += math.exp((logits[i, k] - logits[i, best]) / temperature)
        wanted = next_word(generators[i]) / WORDS * total
        for k in range(logits.shape[1]):
            if masks[i, k] != 0:
                wanted -= math.exp((logits[i, k] - logits[i, best]) / temperature)
                if wanted < 0:
                    actions[i] = k
                    break
        log_probs[i] = (logits[i, actions[i]] - logits[i, best]) / temperature - math.log(total)
