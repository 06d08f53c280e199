"""Policies in training as agents, so that they can play wherever agents do."""

from dataclasses import dataclass, field

import numpy as np
import torch

from haunted_env.agents import Agent, View
from haunted_env.envs.sb3 import SeatPolicy, masked_log_probs
from training.learner import draw

Policies = dict[int, SeatPolicy]  # by number of the role


@dataclass(kw_only=True, eq=False)
class TrioAgent(Agent):
    """Each decision goes to the policy of the seat's public role; `instead` plays roles that have none."""

    policies: Policies
    instead: Agent
    chance: torch.Generator = field(default_factory=torch.Generator)

    observes = True

    def act(self, view: View) -> np.ndarray:
        roles = self.spec.role_of(view.games, view.seats)
        actions = np.zeros(len(view), np.int64)
        for role in np.unique(roles).tolist():
            chosen = roles == role
            if role in self.policies:
                policy = self.policies[role]
                actions[chosen] = sample(policy, view.observations[chosen], view.masks[chosen], self.chance)
            else:
                actions[chosen] = self.instead.act(view.part(chosen))
        return actions


def sample(policy: SeatPolicy, observations: np.ndarray, masks: np.ndarray, chance: torch.Generator) -> np.ndarray:
    """An action per row, drawn from a policy."""
    with torch.no_grad():
        features = policy.extract_features(torch.from_numpy(observations))
        logits = policy.action_net(policy.mlp_extractor.forward_actor(features))
        actions: np.ndarray = draw(masked_log_probs(logits, torch.from_numpy(masks)), chance).numpy()
    return actions
