"""Who plays against the learners: their own past, hand-written players, other agents."""

import copy
from typing import Any

import numpy as np
import torch

from haunted_env.agents import Agent, View, make_agent
from haunted_env.spec import GameSpec
from training.config import SELF, SNAPSHOTS, Config
from training.learner import RoleLearner, draw, masked_log_probs

LEARNER = -1
ACTIVE_SNAPSHOTS = 2  # in use at the same time: each costs network calls of its own


class TrioAgent(Agent):
    """Policies in training as one agent: each decision goes to the policy of the seat's role."""

    observes = True

    def __init__(self, spec: GameSpec, policies: dict[int, Any], chance: torch.Generator, instead: Agent) -> None:
        super().__init__(spec=spec)
        self.policies = policies
        self.chance = chance
        self.instead = instead  # for roles without a policy

    def act(self, view: View) -> np.ndarray:
        actions = np.zeros(len(view), np.int64)
        roles = self.spec.role_of(view.table_games, view.seats)
        for role in np.unique(roles):
            rows = np.flatnonzero(roles == role)
            if role in self.policies:
                actions[rows] = self._draw(self.policies[role], view.observations[rows], view.masks[rows])
            else:
                part = View(view._batch, view.rows[rows], view.generators[rows])
                actions[rows] = self.instead.act(part)
        return actions

    def _draw(self, policy: Any, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            features = policy.extract_features(torch.from_numpy(observations))
            logits = policy.action_net(policy.mlp_extractor.forward_actor(features))
            actions: np.ndarray = draw(masked_log_probs(logits, torch.from_numpy(masks)), self.chance).numpy()
        return actions
