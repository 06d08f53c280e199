"""A policy of any library as an agent: a function that gives every action a score.

def scores(observations, masks):  # arrays with a row per game
    with torch.no_grad():
        return network(torch.as_tensor(observations, dtype=torch.float32)).numpy()

agent = ScoreAgent(spec=spec, scores=scores)
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from haunted_env.agents.interface import Agent
from haunted_env.agents.network import choose
from haunted_env.play.view import View


@dataclass(kw_only=True)
class ScoreAgent(Agent):
    """
    scores: a function of observations and masks, (games, entries) and (games, actions) int8, that gives a score for
        every action, legal or not: logits, values, preferences.
    reads: the kind of observations it is handed, "compact" or "full".
    temperature: 0 takes the legal action with the highest score; otherwise scores are logits that one is drawn by.
    """

    scores: Callable[[np.ndarray, np.ndarray], np.ndarray]
    reads: str = "compact"
    temperature: float = 0.0

    @property
    def observes(self) -> str:  # type: ignore[override]
        return self.reads

    def act(self, view: View) -> np.ndarray:
        given = np.ascontiguousarray(self.scores(view.observations, view.masks), np.float32)
        if given.shape != view.masks.shape:
            raise ValueError(f"scores: expected an array of shape {view.masks.shape}, got {given.shape}")
        return choose(given, view.masks, view.generators, self.temperature)[0]
