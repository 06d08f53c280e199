"""Tianshou 2: DQN with masks on 32 games of Ghosts in the Graveyard against random players.

pip install -e ".[tianshou]"
python examples/tianshou_dqn.py       # about two minutes; wins more than 70 % of games against a random player
"""

import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from haunted_env.agents.scores import ScoreAgent
from haunted_env.arena.against import against
from haunted_env.envs.tianshou import SeatVectorEnv

GAME, GAMES = "ghosts_in_the_graveyard", 32


def main(decisions: int = 60_000) -> float:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    np.random.seed(0)  # noqa: NPY002  Tianshou explores with it
    envs = SeatVectorEnv(GAME, GAMES, opponents="random", observation="compact", players=2)
    envs.seed(0)
    network = Net(state_shape=envs.space.shape, action_shape=envs.actions.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=network, action_space=envs.actions, eps_training=0.1)
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=5e-4),
        gamma=1.0,
        n_step_return_horizon=3,
        target_update_freq=250,
    )
    collector = Collector[CollectStats](algorithm, envs, VectorReplayBuffer(50_000, GAMES), exploration_noise=True)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            training_fn=lambda epoch, step: policy.set_eps_training(max(0.05, 1.0 - 3 * step / decisions)),
            max_epochs=1,
            epoch_num_steps=decisions,
            collection_step_num_env_steps=8 * GAMES,
            update_step_num_gradient_steps_per_sample=1 / 16,
            batch_size=256,
            show_progress=False,
            verbose=False,
        )
    )

    def scores(observations, masks):
        with torch.no_grad():
            return network(observations.astype(np.float32))[0].numpy()

    won = against(GAME, ScoreAgent(spec=envs.games.game_spec, scores=scores), "random", players=2, deals=200).rate()
    print(f"won {won['win_rate']:.0%} of {won['games']} games against a random player")
    return won["win_rate"]


if __name__ == "__main__":
    main()
