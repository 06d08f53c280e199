"""The hand-written player that a game brings along (`GameSpec.heuristic`), in one of its styles."""

from dataclasses import dataclass, field

import numpy as np

from haunted_env.agents.interface import Agent
from haunted_env.play.view import View


@dataclass(kw_only=True)
class HeuristicAgent(Agent):
    style: str = "plain"  # a way to play, in games that have several (`Heuristic.styles`)

    _style: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.spec.heuristic is None:
            raise ValueError(f"agent 'heuristic': {self.spec.name} has no hand-written player")
        styles = self.spec.heuristic.styles
        if self.style not in styles:
            there_are = f"choose one of {', '.join(styles)}" if len(styles) > 1 else f"{self.spec.name} has no styles"
            raise ValueError(f"agent 'heuristic': style={self.style}: {there_are}")
        self._style = styles.index(self.style)

    def belief(self, view: View) -> np.ndarray | None:
        return view.suspected()

    def act(self, view: View) -> np.ndarray:
        return view.from_absolute(view.suggested(self._style))
