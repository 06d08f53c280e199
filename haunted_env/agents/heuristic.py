"""The hand-written player that a game brings along (`GameSpec.heuristic`)."""

from dataclasses import dataclass

import numpy as np

from haunted_env.agents.interface import Agent
from haunted_env.play.view import View


@dataclass(kw_only=True)
class HeuristicAgent(Agent):
    def __post_init__(self) -> None:
        if self.spec.heuristic is None:
            raise ValueError(f"agent 'heuristic': {self.spec.name} has no hand-written player")

    def belief(self, view: View) -> np.ndarray | None:
        return view.belief()

    def act(self, view: View) -> np.ndarray:
        return view.from_absolute(view.suggested())
