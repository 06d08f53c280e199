"""Policies in training as agents, so that they can play wherever agents do."""

from dataclasses import dataclass

import numpy as np
import torch

from haunted_env.agents import Agent, View
from haunted_env.agents.network import choose
from haunted_env.envs.sb3_policy import SeatPolicy

Policies = dict[int, SeatPolicy]  # by number of the role


@dataclass(kw_only=True, eq=False)
class TrioAgent(Agent):
    """Each decision goes to the policy of the seat's public role; `instead` plays roles that have none."""

    policies: Policies
    instead: Agent
    temperature: float = 1.0

    observes = True

    def act(self, view: View) -> np.ndarray:
        roles = self.spec.role_of(view.games, view.seats)
        actions = np.zeros(len(view), np.int64)
        for role in np.unique(roles).tolist():
            chosen = roles == role
            part = view.part(chosen)
            if role in self.policies:
                policy = self.policies[role]
                inputs = policy.features_extractor.inputs
                seen = inputs(part.observations, part.advice() if inputs.advice else None)
                with torch.no_grad():
                    logits, _ = policy.outputs(torch.from_numpy(seen))
                actions[chosen], _ = choose(logits.numpy(), part.masks, part.generators, self.temperature)
            else:
                actions[chosen] = self.instead.act(part)
            view.generators[chosen] = part.generators
        return actions
