"""The network for stable-baselines3 that fits wide, mostly empty observations, and models saved by others."""

import pickle
import warnings
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from gymnasium.spaces import Box
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from haunted_env import registry
from haunted_env.agents import sparse
from haunted_env.agents.inputs import Inputs, choose_inputs
from haunted_env.engine.split_rows import in_halves
from haunted_env.spec import GameSpec

UNLIKELY = -1e8  # logit of an illegal action, as in sb3-contrib


class Product(torch.autograd.Function):
    """(inputs * scale) @ weight.T for int8 inputs, most of which are zero: on the processor, wherever the rest is."""

    @staticmethod
    def forward(ctx: Any, inputs: torch.Tensor, scale: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(inputs, scale)
        rows, sizes, turned = arrays(inputs, scale, weight.t())
        nothing = np.zeros(len(weight), np.float32)
        parts = in_halves(len(rows), lambda half: sparse.product(rows[half], sizes, turned, nothing))
        return torch.from_numpy(np.concatenate(parts)).to(weight.device)

    @staticmethod
    def backward(ctx: Any, *slopes: torch.Tensor) -> tuple[None, None, torch.Tensor]:
        rows, sizes, slope = arrays(*ctx.saved_tensors, slopes[0].contiguous())
        parts = in_halves(len(rows), lambda half: sparse.slopes_of_weights(rows[half], sizes, slope[half]))
        return None, None, torch.from_numpy(sum(parts[1:], parts[0])).t().to(slopes[0].device)


def arrays(*tensors: torch.Tensor) -> list[np.ndarray]:
    return [tensor.detach().cpu().numpy() for tensor in tensors]


class Trunk(BaseFeaturesExtractor):
    """The first layer, shared by policy and value: with thousands of inputs it is nearly all of the work.

    `ranges`, `insight`, `advice` and `insight_ranges` say what it is given (`agents/inputs.py`). `scale` divides
    counts by the largest ones seen (`fit`), so that they weigh as much as bits.
    """

    scale: torch.Tensor

    def __init__(
        self,
        observation_space: Box,
        game: str,
        width: int = 256,
        ranges: Sequence[Sequence[int]] | None = None,
        insight: int | None = None,
        advice: float = 0.0,
        insight_ranges: Sequence[Sequence[int]] | None = None,
    ) -> None:
        super().__init__(observation_space, width)
        self.inputs = Inputs(registry.spec(game), ranges, insight, advice, insight_ranges)
        self.first = nn.Linear(self.inputs.size, width)
        turned = self.first.weight.detach().t().contiguous().t()  # the weights of one input lie together
        self.first.weight = nn.Parameter(turned)
        self.register_buffer("scale", torch.ones(self.inputs.size))

    def fit(self, inputs: np.ndarray) -> None:
        """Take the scale from typical inputs."""
        largest = np.abs(inputs.astype(np.int16)).max(axis=0)
        self.scale.copy_(torch.from_numpy(1 / np.maximum(largest, 1).astype(np.float32)))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        inputs = self.made_of(observations)
        return torch.relu(Product.apply(inputs, self.scale, self.first.weight) + self.first.bias)

    def made_of(self, observations: torch.Tensor) -> torch.Tensor:
        """The inputs, of observations (without advice), or as they were made from them before."""
        if observations.shape[1] == self.inputs.size:
            return observations
        return torch.from_numpy(self.inputs(*arrays(observations.to(torch.int8)))).to(observations.device)


class SeatPolicy(MaskableActorCriticPolicy):
    """sb3-contrib's policy with the same results and less work: one masked log-softmax, no checks of its arguments."""

    def extract_features(self, obs: Any, features_extractor: Any = None) -> Any:
        return self.features_extractor(obs)

    def outputs(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(logits of all actions, values)."""
        trunk = cast(Trunk, self.features_extractor)
        inputs = trunk.made_of(observations)
        latent_pi, latent_vf = self.mlp_extractor(trunk(inputs))
        logits = self.action_net(latent_pi)
        if trunk.inputs.advice:
            logits = logits + trunk.inputs.advice * inputs[:, -trunk.inputs.n_advice :]
        return logits, self.value_net(latent_vf)

    def parameters_to_vector(self) -> np.ndarray:
        """As stable-baselines3's, which cannot read weights that are turned."""
        return torch.cat([parameter.detach().reshape(-1) for parameter in self.parameters()]).cpu().numpy()

    def load_from_vector(self, vector: np.ndarray) -> None:
        """As stable-baselines3's, but weights that are turned stay so."""
        parameters = list(self.parameters())
        parts = torch.as_tensor(vector, dtype=torch.float32).split([parameter.numel() for parameter in parameters])
        with torch.no_grad():
            for parameter, part in zip(parameters, parts, strict=True):
                parameter.copy_(part.reshape(parameter.shape))

    def unadvised(self, inputs: torch.Tensor) -> torch.Tensor:
        """The logits without what the advice adds to them."""
        return self.action_net(self.mlp_extractor.forward_actor(self.features_extractor(inputs)))

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        if action_masks is None:
            return super().evaluate_actions(obs, actions)
        logits, values = self.outputs(obs)
        log_probs = masked_log_probs(logits, action_masks)
        legal = log_probs.masked_fill(~action_masks.bool(), 0.0)  # the exponential of -1e8 is slow; exp(0) * 0 = 0
        entropy = -(legal.exp() * legal).sum(dim=1)
        return values, log_probs.gather(1, actions.long().reshape(-1, 1)).flatten(), entropy


def masked_log_probs(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    return torch.log_softmax(logits.masked_fill(~masks.bool(), UNLIKELY), dim=1)


def policy_kwargs(
    spec: GameSpec, width: int = 256, hidden: Sequence[int] = (128,), inputs: Inputs | None = None
) -> dict[str, Any]:
    """Network settings for MaskablePPO with SeatPolicy; `inputs` are all of the observation and the game's insight."""
    inputs = inputs or choose_inputs(spec)
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"game": spec.name, "width": width, **inputs.description},
        "net_arch": {"pi": list(hidden), "vf": list(hidden)},
        "activation_fn": nn.ReLU,
    }


def load_zip(path: str | Path, spec: GameSpec, *, trust_pickle: bool = False) -> MaskablePPO:
    """A model saved by stable-baselines3, for this game.

    Such a zip holds pickles, and a pickle may run any code: `trust_pickle` says that you know where it comes from.
    """
    if not trust_pickle:
        raise ValueError(f"{path} holds pickles, which may run any code; if you trust it: trust_pickle=True")
    if not Path(path).is_file():
        raise ValueError(f"no file {path}")
    try:
        model = MaskablePPO.load(path, device="cpu")
    except (ValueError, KeyError, zipfile.BadZipFile, pickle.UnpicklingError) as error:
        raise ValueError(f"{path}: not a model saved by stable-baselines3 ({error})") from error
    found = (model.observation_space.shape, getattr(model.action_space, "n", None))
    wanted = ((spec.observation.size,), spec.actions.size)
    if found != wanted:
        raise ValueError(f"{path}: a model from {found[0]} to {found[1]} numbers; {spec.name} has {wanted}")
    trunk = getattr(model.policy, "features_extractor", None)
    if isinstance(trunk, Trunk) and trunk.inputs.advice:
        warnings.warn(
            f"{path}: its policy learnt with advice of the hand-written player, which `predict` does not give it: do "
            "not expect what its card says. Play it from its checkpoint folder: make_agent(folder, spec)",
            stacklevel=2,
        )
    return model
