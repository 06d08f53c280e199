"""The networks of trained policies, played without torch.

A trunk of dense layers sees the whole observation. A logit is a linear function of what comes out of it; actions that
name something (a seat, a card, a way to go) get a second term from that thing's own row of the observation, with the
same weights for all of its kind: a *pointer*. `learning/policy.py` has the same network for torch.

Every row is computed by itself, in the same order of additions: what a policy does in one game cannot depend on how
many others are played beside it. Observations are mostly zero, and so are half of the hidden units: zeros are skipped,
and only legal actions get a logit.
"""

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import safetensors.numpy

from haunted_env.agents.card import CheckpointError
from haunted_env.engine.jit import kept
from haunted_env.engine.rng import next_word
from haunted_env.spec import GameSpec, Pointer
from haunted_env.spec.game import COMPACT

WORDS = 2**32
LARGEST = 1e6  # of all weights: what a network makes of such numbers is still finite
TRAIN_AGAIN = "copy the file again, or train it again"
ILLEGAL = np.float32(-np.inf)
TRUNK, HEADS = ("trunk.0", "trunk.1"), ("action", "value.0", "value.1")


def pointers_of(spec: GameSpec, kind: str) -> tuple[Pointer, ...]:
    """The pointers that a game declares for its compact observation; the full one has none."""
    return spec.pointers if kind == COMPACT else ()


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """The arrays of a safetensors file, as float32; a CheckpointError if they are not finite numbers."""
    try:
        arrays = safetensors.numpy.load_file(path)
    except FileNotFoundError:
        raise
    except Exception as error:  # SafetensorError, and what NumPy says of sizes and types
        raise CheckpointError(f"{path} is not a safetensors file of numbers ({error}); {TRAIN_AGAIN}") from None
    found = {}
    for name, array in arrays.items():
        if array.dtype.kind != "f":
            raise CheckpointError(f"{path}: {name} holds {array.dtype}, expected floating-point numbers; {TRAIN_AGAIN}")
        with np.errstate(over="ignore"):
            found[name] = array.astype(np.float32)
        if not (np.abs(found[name]) <= LARGEST).all():
            raise CheckpointError(f"{path}: {name} holds numbers that are not finite, or far too large; {TRAIN_AGAIN}")
    return found


class Network:
    """Weights by name (those of a torch state dict), laid out for the functions below."""

    def __init__(self, arrays: Mapping[str, np.ndarray], pointers: tuple[Pointer, ...]) -> None:
        """A ValueError names the first array that is missing or does not fit."""
        scale = _array(arrays, "scale")
        if scale.ndim != 1:
            raise ValueError(f"scale: an array of shape {scale.shape}, expected a number per input")
        first, second = (_layer(arrays, name) for name in TRUNK)
        action, hidden, value = (_layer(arrays, name) for name in HEADS)
        self.n_inputs, self.n_actions = len(scale), len(action[1])
        _fit("trunk.0", first[0].shape[1], len(scale))
        for name, (weight, _), before in (
            ("trunk.1", second, first),
            ("action", action, second),
            ("value.0", hidden, second),
            ("value.1", value, hidden),
        ):
            _fit(name, weight.shape[1], len(before[1]))
        if len(value[1]) != 1:
            raise ValueError(f"value.1: {len(value[1])} outputs, expected 1")
        units = len(second[1])
        table, state, bias, rows, out = _pointer_arrays(arrays, pointers, units)
        self._trunk = (_across(first[0] * scale), first[1], _across(second[0]), second[1])
        self._action = (*action, table, state, bias, rows, out, scale)
        self._value = (_across(hidden[0]), hidden[1], np.ascontiguousarray(value[0][0]), value[1][0])
        self._probe = _layer(arrays, "probe") if "probe.weight" in arrays else None
        if self._probe:
            _fit("probe", self._probe[0].shape[1], units)
        self.n_beliefs = len(self._probe[1]) if self._probe else 0
        self._units = units

    @classmethod
    def read(cls, path: Path, spec: GameSpec, kind: str) -> "Network":
        """From a safetensors file, for a kind of observations of a game."""
        arrays = read_safetensors(path)
        try:
            network = cls(arrays, pointers_of(spec, kind))
        except ValueError as error:
            said = f"not the weights of a policy for {spec.name} ({error})"
            raise CheckpointError(f"{path}: {said}; {TRAIN_AGAIN}") from None
        found, wanted = (network.n_inputs, network.n_actions), (spec.observation_layout(kind).size, spec.actions.size)
        if found != wanted:
            sizes = f"a network from {found[0]} to {found[1]} numbers, expected from {wanted[0]} to {wanted[1]}"
            raise CheckpointError(f"{path}: {sizes}; {TRAIN_AGAIN}")
        outcomes = spec.belief.size(spec.players[1]) if spec.belief else 0
        if network.n_beliefs not in (0, outcomes) and spec.belief:
            beliefs = f"a probe of {network.n_beliefs} outcomes, expected {outcomes}"
            raise CheckpointError(f"{path}: {beliefs}; {TRAIN_AGAIN}")
        return network

    def hidden(self, observations: np.ndarray) -> np.ndarray:
        """What the trunk makes of observations, (games, units)."""
        if observations.shape[1:] != (self.n_inputs,):
            raise ValueError(f"observations of shape {observations.shape}: expected (games, {self.n_inputs})")
        out = np.empty((len(observations), self._units), np.float32)
        through_trunk(observations, *self._trunk, out)
        return out

    def logits(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """A number per action, (games, actions); minus infinity where an action is illegal."""
        return self.logits_of(self.hidden(observations), observations, masks)

    def outputs(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits, and the value of every game for the deciding seat."""
        hidden = self.hidden(observations)
        return self.logits_of(hidden, observations, masks), self.values_of(hidden)

    def logits_of(self, hidden: np.ndarray, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """`hidden`: what the trunk has made of the observations."""
        logits = np.empty(masks.shape, np.float32)
        fill_logits(hidden, observations, masks, *self._action, logits)
        return logits

    def values_of(self, hidden: np.ndarray) -> np.ndarray:
        values = np.empty(len(hidden), np.float32)
        fill_values(hidden, *self._value, values)
        return values

    def belief(self, observations: np.ndarray, n_outcomes: int) -> np.ndarray | None:
        """Probabilities of what is to be found out, as the observer counts seats, if there is a probe."""
        if self._probe is None:
            return None
        weight, bias = self._probe
        scores = (self.hidden(observations).astype(np.float64)[:, None, :] * weight[:n_outcomes]).sum(axis=2)
        scores += bias[:n_outcomes]
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def _array(arrays: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    if name not in arrays:
        raise ValueError(f"{name} is missing")
    return np.array(arrays[name], np.float32, order="C")  # a copy: a network in training goes on changing


def _layer(arrays: Mapping[str, np.ndarray], name: str) -> tuple[np.ndarray, np.ndarray]:
    """(weight (outputs, inputs), bias) of a dense layer."""
    weight, bias = _array(arrays, f"{name}.weight"), _array(arrays, f"{name}.bias")
    if weight.ndim != 2 or bias.shape != weight.shape[:1]:
        raise ValueError(f"{name}: weight {weight.shape} and bias {bias.shape} do not fit")
    return weight, bias


def _fit(name: str, found: int, wanted: int) -> None:
    if found != wanted:
        raise ValueError(f"{name}: a layer of {found} inputs follows one of {wanted} outputs")


def _across(weight: np.ndarray) -> np.ndarray:
    """(inputs, outputs): the weights of one input lie together."""
    return np.ascontiguousarray(weight.T)


def _pointer_arrays(
    arrays: Mapping[str, np.ndarray], pointers: tuple[Pointer, ...], units: int
) -> tuple[np.ndarray, ...]:
    """All pointers in a few arrays: a table of where they stand, and their weights one after the other."""
    states, biases, rows, outs = [], [], [], []
    for i, pointer in enumerate(pointers):
        state, bias = _layer(arrays, f"pointers.{i}.state")
        row, out = _array(arrays, f"pointers.{i}.row.weight"), _array(arrays, f"pointers.{i}.out.weight")
        if (state.shape[1], *row.shape, *out.shape) != (units, len(bias), pointer.size, 1, len(bias)):
            raise ValueError(f"pointers.{i}: state {state.shape}, row {row.shape} and out {out.shape} do not fit")
        states.append(_across(state))
        biases.append(bias)
        rows.append(_across(row))
        outs.append(out[0])
    if not pointers:
        none = np.zeros((0, 0), np.float32)
        return np.zeros((0, 5), np.int64), np.zeros((0, 0, 0), np.float32), none, none, none
    starts = np.cumsum([0, *(pointer.size for pointer in pointers)])[:-1]
    table = np.array([(*pointer, start) for pointer, start in zip(pointers, starts)], np.int64)
    return table, np.stack(states), np.stack(biases), np.concatenate(rows), np.stack(outs)


@kept(nogil=True)
def add_products(values, places, n, weight, row):
    """row += values @ weight[places], four at a time, so that `row` is read and written seldom."""
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


@kept(nogil=True)
def find(row, places, values):
    """Where a row is not zero, and what is there; returns how many."""
    n = 0
    for j in range(len(row)):
        places[n] = j
        values[n] = row[j]
        n += row[j] != 0
    return n


@kept(nogil=True)
def rectify(row):
    for k in range(len(row)):
        row[k] = max(row[k], np.float32(0))


@kept(nogil=True, fastmath={"reassoc", "nsz"})
def dot(a, b):
    """In any order of additions, but always in the same one: the sizes decide it."""
    total = np.float32(0)
    for k in range(len(a)):
        total += a[k] * b[k]
    return total


@kept(nogil=True)
def through_trunk(observations, first, first_bias, second, second_bias, out):
    size = max(observations.shape[1], len(first_bias)) + 1
    places, values = np.empty(size, np.int32), np.empty(size, np.float32)
    hidden = np.empty(len(first_bias), np.float32)
    for i in range(len(observations)):
        hidden[:] = first_bias
        add_products(values, places, find(observations[i], places, values), first, hidden)
        rectify(hidden)
        out[i] = second_bias
        add_products(values, places, find(hidden, places, values), second, out[i])
        rectify(out[i])


@kept(nogil=True)
def fill_values(features, hidden_weight, hidden_bias, weight, bias, out):
    size = features.shape[1] + 1
    places, values = np.empty(size, np.int32), np.empty(size, np.float32)
    hidden = np.empty(len(hidden_bias), np.float32)
    for i in range(len(features)):
        hidden[:] = hidden_bias
        add_products(values, places, find(features[i], places, values), hidden_weight, hidden)
        rectify(hidden)
        out[i] = dot(hidden, weight) + bias


@kept(nogil=True)
def fill_logits(features, observations, masks, weight, bias, table, state, state_bias, rows, outs, scale, logits):
    """`table`: a row per pointer, see `_pointer_arrays`."""
    size = max(features.shape[1], observations.shape[1]) + 1
    places, values = np.empty(size, np.int32), np.empty(size, np.float32)
    shared, own = np.empty(state_bias.shape[1], np.float32), np.empty(state_bias.shape[1], np.float32)
    for i in range(len(features)):
        for k in range(len(bias)):
            logits[i, k] = dot(features[i], weight[k]) + bias[k] if masks[i, k] else ILLEGAL
        for p in range(len(table)):
            action, n, first, row_size, start = table[p]
            if not masks[i, action : action + n].any():
                continue
            shared[:] = state_bias[p]
            add_products(values, places, find(features[i], places, values), state[p], shared)
            for j in range(n):
                if masks[i, action + j]:
                    at = first + j * row_size
                    found = find(observations[i, at : at + row_size], places, values)
                    for q in range(found):
                        values[q] *= scale[at + places[q]]
                    own[:] = shared
                    add_products(values, places, found, rows[start : start + row_size], own)
                    rectify(own)
                    logits[i, action + j] += dot(own, outs[p])


def choose(
    logits: np.ndarray, masks: np.ndarray, generators: np.ndarray, temperature: float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """(actions, their log probabilities): a legal action per row, drawn with the row's own generator."""
    actions, log_probs = np.zeros(len(logits), np.int64), np.zeros(len(logits), np.float32)
    draw(logits, masks, generators, float(temperature), actions, log_probs)
    return actions, log_probs


@kept(nogil=True)
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
