"""AgileRL: PPO with masks on 64 games of Ghosts in the Graveyard against random players.

AgileRL takes Gymnasium's vector environments and reads masks from `infos["action_mask"]`: no adapter is needed.

    pip install -e ".[agilerl]"
    python examples/agilerl_ppo.py        # about two minutes; wins more than 70 % of games against a random player
"""

import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

import haunted_env
from haunted_env.agents.scores import ScoreAgent
from haunted_env.arena.against import against

GAME, GAMES, STEPS = "ghosts_in_the_graveyard", 64, 32


def main(updates: int = 60) -> float:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    envs = haunted_env.make_vec(GAME, GAMES, opponents="random", observation="compact", flatten=True, players=2)
    encoder = {"hidden_size": [128, 128], "activation": "Tanh"}
    agent = PPO(
        envs.single_observation_space,
        envs.single_action_space,
        net_config={"latent_dim": 64, "encoder_config": encoder},
        batch_size=512,
        lr=1e-3,
        learn_step=GAMES * STEPS,
        gamma=1.0,
        num_envs=GAMES,
        use_rollout_buffer=True,  # it keeps the masks for learning
    )
    going = {}
    envs.reset(seed=0)
    for _ in range(updates):
        _, *last = collect_rollouts(agent, envs, **going)
        going = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), last))
        agent.learn()

    def scores(observations, masks):
        return np.eye(masks.shape[1])[agent.get_action(observations, action_mask=masks)[0]]

    player = ScoreAgent(spec=envs.game_spec, scores=scores)
    won = against(GAME, player, "random", players=2, deals=200).rate()
    print(f"won {won['win_rate']:.0%} of {won['games']} games against a random player")
    return won["win_rate"]


if __name__ == "__main__":
    main()
