"""The network of `agents/network.py` for torch, and as a policy of stable-baselines3."""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from haunted_env.agents.network import Network
from haunted_env.learning.sparse import SparseProduct
from haunted_env.spec import Pointer

POINTER_UNITS, VALUE_UNITS = 48, 64
SMALL = 0.01  # size of the first logits: every legal action is about as likely


class PointerNetwork(nn.Module):
    """Logits and value of int8 observations; the names of its weights are those of checkpoints."""

    scale: torch.Tensor

    def __init__(self, scale: torch.Tensor, n_actions: int, width: int, pointers: tuple[Pointer, ...]) -> None:
        """`scale`: what every entry of an observation is multiplied by."""
        super().__init__()
        self.places = pointers
        self.register_buffer("scale", scale)
        self.trunk = nn.ModuleList([nn.Linear(len(scale), width), nn.Linear(width, width)])
        self.value = nn.ModuleList([nn.Linear(width, VALUE_UNITS), nn.Linear(VALUE_UNITS, 1)])
        self.action = nn.Linear(width, n_actions)
        nn.init.orthogonal_(self.action.weight, SMALL)
        self.pointers = nn.ModuleList(
            nn.ModuleDict(
                {
                    "state": nn.Linear(width, POINTER_UNITS),
                    "row": nn.Linear(pointer.size, POINTER_UNITS, bias=False),
                    "out": nn.Linear(POINTER_UNITS, 1, bias=False),
                }
            )
            for pointer in pointers
        )

    def forward(
        self, observations: torch.Tensor, masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values, _ = self.outputs(observations, masks)
        return logits, values

    def outputs(
        self, observations: torch.Tensor, masks: torch.Tensor | None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits, values, and what the trunk makes of the observations. With `masks`, pointers look at legal actions
        only, which are few."""
        observations = observations.to(torch.int8).contiguous()
        first: Any
        first, second = self.trunk
        weight = (first.weight * self.scale).T.contiguous()
        hidden = torch.relu(SparseProduct.apply(observations, weight) + first.bias)
        hidden = torch.relu(second(hidden))
        logits = self.action(hidden)
        part: Any
        for place, part in zip(self.places, self.pointers):
            legal = torch.ones_like(logits) if masks is None else masks
            span = legal[:, place.action : place.action + place.n]
            asked = span.any(dim=1).nonzero()[:, 0]  # most decisions need few of the pointers
            row, thing = span[asked].nonzero(as_tuple=True)
            game = asked[row]
            columns = place.first + thing[:, None] * place.size + torch.arange(place.size)
            features = observations[game[:, None], columns].float() * self.scale[columns]
            terms = torch.relu(part["state"](hidden[asked])[row] + part["row"](features))
            logits = logits.index_put((game, place.action + thing), part["out"](terms)[:, 0], accumulate=True)
        first_layer, last_layer = self.value
        return logits, last_layer(torch.relu(first_layer(hidden)))[:, 0], hidden

    def arrays(self) -> dict[str, np.ndarray]:
        return {name: tensor.detach().numpy() for name, tensor in self.state_dict().items()}

    def compiled(self) -> Network:
        """The same network as it plays without torch."""
        return Network(self.arrays(), self.places)


def masked(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Log probabilities; zero where an action is illegal, so that it adds nothing to sums of p log p."""
    legal = masks != 0
    return torch.log_softmax(logits.masked_fill(~legal, -1e8), dim=1).masked_fill(~legal, 0.0)


class PointerPolicy(MaskableActorCriticPolicy):
    """For MaskablePPO(PointerPolicy, env, policy_kwargs={"scale": ..., "width": 128, "pointers": ...})."""

    def __init__(
        self,
        observation_space: spaces.Space,
        action_space: spaces.Discrete,
        lr_schedule: Any,
        *,
        scale: Any = None,
        width: int = 128,
        pointers: Any = (),
        **more: Any,
    ) -> None:
        (size,) = observation_space.shape or (0,)
        self.settings = {
            "scale": [1.0] * size if scale is None else [float(one) for one in scale],
            "width": int(width),
            "pointers": tuple(Pointer(*pointer) for pointer in pointers),
        }
        super().__init__(observation_space, action_space, lr_schedule, **more)

    def _build(self, lr_schedule: Any) -> None:
        settings: dict[str, Any] = self.settings
        space: Any = self.action_space
        optimizer_class: Any = self.optimizer_class
        self.network = PointerNetwork(
            torch.tensor(settings["scale"]), int(space.n), settings["width"], settings["pointers"]
        )
        self.optimizer = optimizer_class(self.network.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), **self.settings}

    # What stable-baselines3 asks of a policy

    def _outputs(self, observations: Any, masks: Any) -> tuple[MaskableDistribution, torch.Tensor]:
        logits, values = self.network(observations, None if masks is None else torch.as_tensor(masks))
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        if masks is not None:
            distribution.apply_masking(masks)
        return distribution, values[:, None]

    def forward(self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None) -> tuple[Any, ...]:
        distribution, values = self._outputs(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None) -> tuple[Any, ...]:
        distribution, values = self._outputs(obs, action_masks)
        return values, distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Any, action_masks: Any = None) -> MaskableDistribution:
        return self._outputs(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> torch.Tensor:
        return self._outputs(obs, None)[1]
