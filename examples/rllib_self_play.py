"""RLlib: self-play with one masked policy for all seats of Ghosts in the Graveyard, on a local Ray cluster.

    pip install -e ".[rllib]" "gymnasium==1.2.2"    # ray 2.60 wants this gymnasium: an environment of its own
    python examples/rllib_self_play.py              # some minutes; wins more than 60 % of games against a random player

More machines: start Ray there (`ray start --address=...`) and raise WORKERS.
"""

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from haunted_env.agents.scores import ScoreAgent
from haunted_env.arena.against import against
from haunted_env.envs.rllib import MultiAgentGame
from haunted_env.registry import spec

GAME, WORKERS = "ghosts_in_the_graveyard", 2


def main(iterations: int = 20) -> float:
    ray.init(num_cpus=WORKERS + 1, include_dashboard=False)  # on its own machine; or the address of a cluster
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config=DefaultModelConfig(fcnet_hiddens=[128, 128], fcnet_activation="tanh"),
    )
    config = (
        PPOConfig()
        .environment(MultiAgentGame, env_config={"game": GAME, "players": 2}, disable_env_checking=True)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode, **more: "all")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"all": module}))
        .env_runners(num_env_runners=WORKERS, num_envs_per_env_runner=8, rollout_fragment_length="auto")
        .training(gamma=1.0, lambda_=0.95, lr=1e-3, train_batch_size_per_learner=4096, minibatch_size=512, num_epochs=4)
        .training(entropy_coeff=0.01, grad_clip=0.5)
        .debugging(seed=0)
    )
    algorithm = config.build_algo()
    for _ in range(iterations):
        result = algorithm.train()
        print(result["training_iteration"], int(result["num_env_steps_sampled_lifetime"]), "decisions")
    policy = algorithm.get_module("all")

    def scores(observations, masks):
        given = {"observations": torch.as_tensor(observations).float(), "action_mask": torch.as_tensor(masks).float()}
        with torch.no_grad():
            return policy.forward_inference({"obs": given})["action_dist_inputs"].numpy()

    won = against(GAME, ScoreAgent(spec=spec(GAME), scores=scores), "random", players=2, deals=200).rate()
    print(f"won {won['win_rate']:.0%} of {won['games']} games against a random player")
    algorithm.stop()
    ray.shutdown()
    return won["win_rate"]


if __name__ == "__main__":
    main()
