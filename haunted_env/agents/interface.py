"""The one interface of everything that plays."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from haunted_env.play.view import View
from haunted_env.spec import GameSpec


@dataclass(kw_only=True)
class Agent:
    """A player of one game. Subclasses are dataclasses: their fields are the parameters of the agent's name.

    `act` is all an agent has to have. It draws random numbers from `view.generators` alone and remembers nothing
    between calls, so that a game goes the same way whatever other games are played beside it.
    """

    spec: GameSpec
    seed: int = 0  # another seed is another player: the arena hands it other generators

    batched: ClassVar[bool] = True  # quicker on many games at once; otherwise the arena spreads games over processes
    observes: ClassVar[str | None] = None  # the kind of view.observations it reads: "full" or "compact"
    _generators: np.ndarray | None = field(default=None, init=False, repr=False)  # for `choose`

    def act(self, view: View) -> np.ndarray:
        """A legal action per game of the view, as the deciding seats number them."""
        raise NotImplementedError

    def belief(self, view: View) -> np.ndarray | None:
        """Per game the probabilities (games, outcomes) of what is to be found out (`spec.belief`). Outcomes that
        are seats are counted as in the view. None if the agent does not say."""
        return None

    def choose(self, env: Any) -> int:
        """The action for the acting agent of a PettingZoo environment (`haunted_env.make(...)`)."""
        batch = env.unwrapped.batch
        if batch.spec is not self.spec:
            raise ValueError(f"this agent plays {self.spec.name}, the environment is {batch.spec.name}")
        if batch.games["table"]["over"][0]:
            raise ValueError("the game is over: there is nothing to choose")
        if self._generators is None:
            self._generators = batch.generators(self.seed)
        return int(self.act(View(batch, generators=self._generators, observation=self.observes))[0])
