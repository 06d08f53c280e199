"""The other way: a bot of OpenSpiel as an agent, in tournaments and wherever agents play.

    haunted-env tournament random python:haunted_env.envs.openspiel_bot:BotAgent,simulations=50 --game haunting_house

A bot wants a whole state. It is handed an imagined one, drawn from what its seat knows alone: nothing hidden is in it,
and bots that look at everything (MCTS) look at that.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from haunted_env.agents import Agent, View
from haunted_env.envs.openspiel import Game, load_game
from haunted_env.play.worlds import draw_worlds


@dataclass(kw_only=True)
class BotAgent(Agent):
    """Information-set MCTS of OpenSpiel; a subclass with a `bot` of its own plays any other."""

    simulations: int = 100
    batched: ClassVar[bool] = False

    def bot(self, game: Game, rng: np.random.RandomState) -> pyspiel.Bot:
        """A new bot for one decision."""
        evaluator = mcts.RandomRolloutEvaluator(random_state=rng)
        return ismcts.ISMCTSBot(game, evaluator, 1.4, self.simulations, random_state=rng)

    def act(self, view: View) -> np.ndarray:
        game = load_game(self.spec.name, **view.options)
        actions = np.array([self._one(game, view, i) for i in range(len(view))], np.int64)
        return actions if view.relative else view.spec.rotated(actions, view.seats, view.n_seats)

    def _one(self, game: Any, view: View, i: int) -> int:
        seed = int(view.generators[i, 0])
        view.generators[i] = np.random.SeedSequence(view.generators[i]).generate_state(4, np.uint32) | np.uint32(1)
        game.rng = np.random.default_rng(seed)
        state = game.state_of(draw_worlds(self.spec, view.games[i : i + 1], view.seats[i], seed))
        return int(self.bot(game, np.random.RandomState(seed)).step(state))
