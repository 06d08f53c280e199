"""The weights of a policy under plain names, as checkpoints have them."""

from pathlib import Path

import numpy as np
import torch

from haunted_env.agents.inputs import Inputs
from haunted_env.agents.network import read_safetensors
from haunted_env.agents.policy import read_card
from haunted_env.envs.sb3_policy import SeatPolicy
from haunted_env.spec import GameSpec

Weights = dict[str, torch.Tensor]
ALIASES = ("pi_features_extractor.", "vf_features_extractor.")  # stable-baselines3's other names of the first layer


def state_of(policy: SeatPolicy) -> Weights:
    """A policy's state, each tensor once."""
    return {name: tensor for name, tensor in policy.state_dict().items() if not name.startswith(ALIASES)}


def put_state(policy: SeatPolicy, state: Weights) -> None:
    own = policy.state_dict()
    for name, tensor in state.items():
        own[name].copy_(tensor)


def plain_names(policy: SeatPolicy) -> dict[str, str]:
    """Names in a checkpoint -> names in the policy's state."""
    names = {"scale": "features_extractor.scale"}
    layers = {"first": "features_extractor.first", "action": "action_net", "value_out": "value_net"}
    for part, net in (("policy", policy.mlp_extractor.policy_net), ("value", policy.mlp_extractor.value_net)):
        linear = [i for i, module in enumerate(net) if isinstance(module, torch.nn.Linear)]
        layers |= {f"{part}.{n}": f"mlp_extractor.{part}_net.{i}" for n, i in enumerate(linear)}
    for plain, name in layers.items():
        names |= {f"{plain}.{kind}": f"{name}.{kind}" for kind in ("weight", "bias")}
    return names


def load_weights(folder: Path | str, spec: GameSpec) -> tuple[Inputs, dict[str, dict[str, np.ndarray]]]:
    """The inputs of a checkpoint and its weights by the names of its roles, checked as when it is played."""
    card = read_card(Path(folder), spec)
    arrays = {name: read_safetensors(Path(folder) / entry["weights"]) for name, entry in card["roles"].items()}
    return Inputs.described(spec, card["inputs"]), arrays


def put_weights(policy: SeatPolicy, arrays: dict[str, np.ndarray], inputs: Inputs) -> None:
    """Go on with the weights of a checkpoint that has these inputs; a ValueError if it has another network.

    What the policy sees and the checkpoint did not see (more seats, say) begins without any weight.
    """
    own: Inputs = policy.features_extractor.inputs
    places = {column: i for i, column in enumerate(columns(inputs))}
    found = np.array([places.get(column, -1) for column in columns(own)])
    arrays = dict(arrays)
    arrays["first.weight"] = np.where(found >= 0, arrays["first.weight"][:, found], 0)
    arrays["scale"] = np.where(found >= 0, arrays["scale"][found], policy.features_extractor.scale.numpy())
    state = policy.state_dict()
    for plain, name in plain_names(policy).items():
        wanted = tuple(state[name].shape)
        if plain not in arrays or arrays[plain].shape != wanted:
            shape = arrays[plain].shape if plain in arrays else "missing"
            said = f"{plain} is {shape}, wanted is {wanted}"
            raise ValueError(f"the checkpoint has another network: {said}; set width and hidden as on its card")
    for plain, name in plain_names(policy).items():
        state[name].copy_(torch.from_numpy(arrays[plain]))


def columns(inputs: Inputs) -> list[int]:
    """The entries of the observation that inputs consist of; then insight and advice, each in a place of its own."""
    spec = inputs.spec
    insight = spec.observation.size
    advice = insight + (spec.insight.layout.size if spec.insight else 0)
    taken = [column for first, end in inputs.ranges for column in range(first, end)]
    worked_out = [insight + column for first, end in inputs.insight_ranges for column in range(first, end)]
    return [*taken, *worked_out, *range(advice, advice + inputs.n_advice)]
