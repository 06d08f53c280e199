"""How fast is learning? Decisions learnt from per second, beside MaskablePPO as it comes on an environment that does
nothing, with the same sizes, width and minibatches.

python training/speed.py
python training/speed.py --game ghosts_in_the_graveyard --players 2
"""

import time
from typing import Any

import msgspec
import numpy as np
import torch
import tyro
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from haunted_env.envs import spaces
from haunted_env.learning.config import SELF, Config, preset
from haunted_env.learning.ppo import SelfPlayPPO
from haunted_env.learning.run import clear_errors
from haunted_env.spec.game import COMPACT

STEPS_A_GAME = 100  # decisions of a seat until the do-nothing game ends
UPDATES = 4


class IdleEnv(VecEnv):
    """The same observations again and again."""

    def __init__(self, learner: SelfPlayPPO) -> None:
        batch = learner.tables[0].batch
        self.seen, self.masks = batch.observations.copy(), batch.masks != 0
        self.steps = 0
        self.render_mode = None
        super().__init__(batch.n, spaces.flat_space(batch.spec, COMPACT), spaces.action_space(batch.spec))

    def reset(self) -> np.ndarray:
        return self.seen

    def step_async(self, actions: np.ndarray) -> None:
        self.steps += 1

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        dones = np.arange(self.num_envs) % STEPS_A_GAME == self.steps % STEPS_A_GAME
        return self.seen, dones.astype(np.float32), dones, [{} for _ in range(self.num_envs)]

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        return list(self.masks)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        pass


class Clock(BaseCallback):
    """When every rollout begins."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    def _on_rollout_start(self) -> None:
        self.times.append(time.perf_counter())

    def _on_step(self) -> bool:
        return True


def self_play(learner: SelfPlayPPO) -> dict[str, float]:
    """Microseconds per decision, in the best of several updates, so that other work on the machine matters less: of
    playing and learning one after the other, and of both at once, as it is done."""
    best = dict.fromkeys(("playing", "learning", "together"), np.inf)
    learner.update()  # compiles
    for _ in range(UPDATES):
        began = time.perf_counter()
        rollout = learner.collect()
        played = time.perf_counter()
        learner.train_on(rollout)
        learnt = time.perf_counter()
        learner.update()
        times = {"playing": played - began, "learning": learnt - played, "together": time.perf_counter() - learnt}
        best = {name: min(best[name], 1e6 * times[name] / len(rollout)) for name in best}
    return best


def as_it_comes(learner: SelfPlayPPO) -> float:
    """Decisions per second of MaskablePPO, with its own rollouts and buffer, all decisions learnt from once."""
    config, env, clock = learner.config, IdleEnv(learner), Clock()
    steps = max(2, config.rollout // env.num_envs)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=steps,
        batch_size=config.batch_size,
        n_epochs=1,
        policy_kwargs={"net_arch": [config.width, config.width]},
        device="cpu",
    )
    model.learn((UPDATES + 1) * steps * env.num_envs, callback=clock)  # the last rollout has no end
    return steps * env.num_envs / float(np.diff(clock.times).min())


def main(argv: list[str] | None = None) -> dict[str, float]:
    torch.set_num_threads(1)
    with clear_errors():
        config = tyro.cli(Config, args=argv, description=__doc__, default=preset("standard", players=(4,)))
        learner = SelfPlayPPO(msgspec.structs.replace(config.checked(), opponents={SELF: 1.0}, total=10**9))
        found = self_play(learner)
        plain = as_it_comes(learner)
    own = 1e6 / found["together"]
    print(
        f"{own:,.0f} decisions learnt from per second by self-play "
        f"({found['playing']:.1f} us playing on one core, {found['learning']:.1f} us learning on the other)\n"
        f"{plain:,.0f} by MaskablePPO as it comes where nothing happens: {own / plain:.2f} times"
    )
    return {**found, "per_second": own, "as_it_comes": plain, "times": own / plain}


if __name__ == "__main__":
    main()
