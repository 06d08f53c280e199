"""A warm start: learn to do what a teacher does, and how its games end, before playing."""

import numpy as np
import torch

from haunted_env.envs.sb3_policy import masked_log_probs
from training.learner import RoleLearner
from training.streams import Rollout

MINIBATCH = 512  # many small steps: the examples are as good as ever, there is no policy to run away from


def imitate(
    learner: RoleLearner, rollout: Rollout, learning_rate: float, chance: np.random.Generator
) -> dict[str, float]:
    """One pass over a teacher's decisions: its actions for the policy, the results of finished games for the value."""
    policy, optimizer = learner.policy, learner.policy.optimizer
    policy.set_training_mode(True)
    for group in optimizer.param_groups:
        group["lr"] = learning_rate
    agreed = losses = 0.0
    for part in rollout.minibatches(MINIBATCH, chance):
        actions = torch.from_numpy(part.actions)
        logits, values = policy.outputs(torch.from_numpy(part.inputs))
        log_probs = masked_log_probs(logits, torch.from_numpy(part.masks))
        results, over = torch.from_numpy(part.returns), torch.from_numpy(part.finished)
        imitation = torch.nn.functional.nll_loss(log_probs, actions)
        value = ((values.flatten() - results) ** 2 * over).sum() / max(1, int(over.sum()))
        optimizer.zero_grad()
        (imitation + learner.vf_coef * value).backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), learner.max_grad_norm)
        optimizer.step()
        agreed += float((log_probs.detach().argmax(1) == actions).float().sum())
        losses += imitation.item() * len(actions)
    learner.num_timesteps += len(rollout)
    return {"imitation_loss": losses / len(rollout), "agreement": agreed / len(rollout)}
