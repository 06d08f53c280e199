"""OpenSpiel: its MCTS in its own loop on Ghosts in the Graveyard, and its ISMCTS in our matches.

pip install -e ".[openspiel]"
python examples/openspiel_algorithms.py      # a minute; wins more than 60 % of games against a random player
"""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from haunted_env.arena.against import against
from haunted_env.envs.openspiel import load_game
from haunted_env.envs.openspiel_bot import BotAgent
from haunted_env.registry import spec

GAME = "ghosts_in_the_graveyard"


def play_in_openspiel() -> list[float]:
    """Their loop, their bots: MCTS (which sees everything here) against a random player."""
    game, rng = load_game(GAME, players=2), np.random.RandomState(0)
    bots = [
        mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(random_state=rng), random_state=rng),
        pyspiel.make_uniform_random_bot(1, 0),
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return state.returns()


def main(deals: int = 20) -> float:
    print("MCTS against random, in OpenSpiel:", play_in_openspiel())
    agent = BotAgent(spec=spec(GAME), simulations=20)
    won = against(GAME, agent, "random", players=2, deals=deals).rate()
    print(f"OpenSpiel's ISMCTS won {won['win_rate']:.0%} of {won['games']} games against a random player")
    return won["win_rate"]


if __name__ == "__main__":
    main()
