"""One role's learner: MaskablePPO that is handed decisions instead of collecting rollouts itself."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from stable_baselines3.common.logger import Logger

from haunted_env.agents.inputs import Inputs
from haunted_env.agents.network import choose
from haunted_env.envs import spaces
from haunted_env.envs.sb3_policy import SeatPolicy, policy_kwargs
from haunted_env.spec import GameSpec
from training.config import Config
from training.streams import Rollout

FLOOR = 0.1  # to what share of its start a falling setting falls
LEAST_BATCH = 64  # decisions in a minibatch: the advantages of fewer cannot be compared


class StreamBuffer(MaskableRolloutBuffer):
    """A rollout as MaskablePPO's update wants it."""

    def __init__(self, rollout: Rollout, chance: np.random.Generator) -> None:
        self.rollout, self.chance = rollout, chance
        self.values, self.returns = rollout.values, rollout.returns

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        for part in self.rollout.minibatches(batch_size or len(self.rollout), self.chance):
            arrays = (part.inputs, part.actions, part.values, part.log_probs)
            tensors = map(torch.from_numpy, (*arrays, part.advantages, part.returns, part.masks))
            yield MaskableRolloutBufferSamples(*tensors)


class RoleLearner(MaskablePPO):
    """The policy of one role. `learn_from` is MaskablePPO's own update; its zip loads as a plain MaskablePPO."""

    policy: SeatPolicy
    entropy_at_start: float
    largest_batch: int
    fewest_batches: int

    @classmethod
    def make(cls, spec: GameSpec, config: Config, inputs: Inputs, seed: int) -> "RoleLearner":
        learner = cls(
            SeatPolicy,
            None,  # type: ignore[arg-type]
            learning_rate=config.learning_rate,
            batch_size=config.batch_size,
            n_epochs=config.epochs,
            n_steps=128,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            clip_range=config.clip,
            ent_coef=config.entropy,
            vf_coef=config.value_weight,
            max_grad_norm=config.max_grad_norm,
            target_kl=config.target_kl or None,
            policy_kwargs=policy_kwargs(spec, config.width, config.hidden, inputs),
            seed=seed,
            device="cpu",
            _init_setup_model=False,
        )
        learner.observation_space = Box(*spaces.ANY_INT8, (spec.observation.size,), np.int8)
        learner.action_space = spaces.action_space(spec)
        learner.n_envs = 1
        learner._setup_model()
        learner.entropy_at_start = config.entropy
        learner.largest_batch, learner.fewest_batches = config.batch_size, config.minibatches
        learner.set_logger(Logger(None, []))
        return learner

    def act(
        self, inputs: np.ndarray, masks: np.ndarray, generators: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(actions, log probabilities, values), drawn from the policy."""
        with torch.no_grad():
            logits, values = self.policy.outputs(torch.from_numpy(inputs))
        return *choose(logits.numpy(), masks, generators), values.flatten().numpy()

    def learn_from(
        self, rollout: Rollout, left: float, chance: np.random.Generator, settling: bool = False
    ) -> dict[str, float]:
        """Update the policy; `left` is the share of the run still to come. Returns what MaskablePPO logs.

        While `settling`, only the layers of the values learn: advantages mean nothing before the values do. What policy
        and values share stays as well, or the policy would move with it.
        """
        self._current_progress_remaining = left
        self.policy.requires_grad_(not settling)
        for layers in (self.policy.mlp_extractor.value_net, self.policy.value_net):
            layers.requires_grad_(True)
        self.ent_coef = self.entropy_at_start * falling(left)
        self.rollout_buffer = StreamBuffer(rollout, chance)
        self.batch_size = min(self.largest_batch, max(LEAST_BATCH, len(rollout) // self.fewest_batches))
        self.train()
        self.num_timesteps += len(rollout)
        del self.rollout_buffer
        values = self.logger.name_to_value
        return {name.removeprefix("train/"): float(value) for name, value in values.items()}

    def forget_momentum(self) -> None:
        """Start Adam afresh: what it has learnt of the slopes belongs to another loss."""
        self.policy.optimizer.state.clear()

    def _update_learning_rate(self, optimizers: Any) -> None:
        """Falling, like the entropy bonus. A schedule given to MaskablePPO would be pickled into its zip."""
        for group in optimizers.param_groups:
            group["lr"] = self.learning_rate * falling(self._current_progress_remaining)


def falling(left: float) -> float:
    return FLOOR + (1 - FLOOR) * left
