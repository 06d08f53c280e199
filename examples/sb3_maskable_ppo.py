"""Plain stable-baselines3: MaskablePPO with its own policy on 64 games against random players.

pip install -e ".[training]"
python examples/sb3_maskable_ppo.py     # about two minutes; wins more than 70 % of games against a random player
"""

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from haunted_env.agents.scores import ScoreAgent
from haunted_env.arena.against import against
from haunted_env.envs.sb3 import SeatVecEnv

GAME = "ghosts_in_the_graveyard"


def main(decisions: int = 100_000) -> float:
    torch.set_num_threads(1)  # small networks: with more threads they wait more than they work
    env = SeatVecEnv(GAME, 64, opponents="random", observation="compact", players=2)
    model = MaskablePPO(
        "MlpPolicy",
        VecMonitor(env),
        n_steps=32,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=0,
        device="cpu",
    )
    model.learn(decisions)
    model.save("maskable_ppo.zip")

    def scores(observations, masks):
        with torch.no_grad():
            return model.policy.get_distribution(torch.as_tensor(observations).float()).distribution.logits.numpy()

    agent = ScoreAgent(spec=env.game_spec, scores=scores)
    won = against(GAME, agent, "random", players=2, deals=200).rate()
    print(f"won {won['win_rate']:.0%} of {won['games']} games against a random player")
    return won["win_rate"]


if __name__ == "__main__":
    main()
