"""Any legal action, each as likely as the others."""

from dataclasses import dataclass

import numpy as np

from haunted_env.agents.interface import Agent
from haunted_env.engine.entries import ENGINE
from haunted_env.play.view import View


@dataclass(kw_only=True)
class RandomAgent(Agent):
    def act(self, view: View) -> np.ndarray:
        return random_actions(view)


def random_actions(view: View) -> np.ndarray:
    actions = np.zeros(len(view), np.int64)
    view.spec.compiled(ENGINE)[1](view.masks, view.generators, actions)
    return actions
