"""How much of the time of training is learning? Decisions learnt from per second, beside environments that do nothing.

Whole training by self-play; the same with the opponents of the preset, whose decisions are not learnt from; the same
learners where nothing happens; and MaskablePPO as it comes, with the same settings and network, where nothing happens.

python training/speed.py
python training/speed.py --game ghosts_in_the_graveyard --width 128
"""

import dataclasses
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from haunted_env.envs import spaces
from haunted_env.envs.sb3_policy import SeatPolicy, policy_kwargs
from training import config as configs
from training.config import SELF, Config
from training.run import clear_errors
from training.table import Table, Tally
from training.trainer import Trainer

STEPS_A_GAME = 100  # decisions of a seat until the do-nothing game ends
UPDATES = 3


class IdleTable:
    """A table where nothing happens: the same observations again and again, in the same sizes."""

    def __init__(self, table: Table) -> None:
        batch = table.batch
        self.learners, self.streams = table.learners, table.streams
        self.generators, self.n = table.generators, batch.n
        self.inputs, self.masks = table.inputs(batch.observations), batch.masks.copy()
        roles = table.spec.role_of(batch.games, batch.seats.astype(np.int64))
        self.rows = {role: np.flatnonzero(roles == role) for role in table.learners}
        self.results = np.ones((self.n, batch.n_seats), np.float32)
        self.steps = 0

    def step(self) -> int:
        seats = np.full(self.n, self.steps % self.results.shape[1])
        for role, rows in self.rows.items():
            if len(rows):
                seen, masks = self.inputs[rows], self.masks[rows]
                chosen = self.learners[role].act(seen, masks, self.generators[rows])
                self.streams[role].add(rows, seats[rows], seen, masks, *chosen)
                ending = rows[rows % STEPS_A_GAME == self.steps % STEPS_A_GAME]
                self.streams[role].pay(ending, self.results[ending])
                self.streams[role].end(ending)
        self.steps += 1
        return sum(map(len, self.rows.values()))

    def take_tally(self) -> Tally:
        return Tally()


class IdleEnv(VecEnv):
    """The same for MaskablePPO as it comes: it is given what the networks of the learners are given."""

    def __init__(self, trainer: Trainer) -> None:
        batch = trainer.tables[0].batch
        self.seen, self.masks = trainer.inputs(batch.observations), batch.masks != 0
        self.steps = 0
        self.render_mode = None
        seen = Box(*spaces.ANY_INT8, (trainer.inputs.size,), np.int8)
        super().__init__(batch.n, seen, spaces.action_space(trainer.spec))

    def reset(self) -> np.ndarray:
        return self.seen

    def step_async(self, actions: np.ndarray) -> None:
        self.steps += 1

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        dones = np.arange(self.num_envs) % STEPS_A_GAME == self.steps % STEPS_A_GAME
        return self.seen, dones.astype(np.float32), dones, [{} for _ in range(self.num_envs)]

    def action_masks(self) -> np.ndarray:
        return self.masks

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


def fastest(update: Callable[[], int]) -> float:
    """Decisions per second in the best of several updates, so that other work on the machine matters less."""
    update()
    best = 0.0
    for _ in range(UPDATES):
        began = time.perf_counter()
        decisions = update()
        best = max(best, decisions / (time.perf_counter() - began))
    return best


def learnt(trainer: Trainer) -> int:
    before = trainer.decisions
    trainer.update()
    return trainer.decisions - before


def as_it_comes(trainer: Trainer) -> float:
    """MaskablePPO on an environment that does nothing, with its own rollouts and buffer."""
    config, env, clock = trainer.config, IdleEnv(trainer), Clock()
    steps = max(2, config.rollout // env.num_envs)
    model = MaskablePPO(
        SeatPolicy,
        env,
        n_steps=steps,
        batch_size=config.batch_size,
        n_epochs=config.epochs,
        learning_rate=config.learning_rate,
        ent_coef=config.entropy,
        target_kl=config.target_kl or None,
        policy_kwargs=policy_kwargs(trainer.spec, config.width, config.hidden, trainer.inputs),
        device="cpu",
    )
    model.learn((UPDATES + 2) * steps * env.num_envs, callback=clock)  # one to begin with, and the last has no end
    return steps * env.num_envs / float(np.diff(clock.times[1:]).min())


def measure(config: Config) -> dict[str, float]:
    unprepared = {"habits": 0, "habits_from": (), "imitate": 0, "lookahead": 0, "settle": 0}
    config = dataclasses.replace(config, total=10**9, **unprepared)
    company = Trainer(config)
    with_opponents = fastest(lambda: learnt(company))
    trainer = Trainer(dataclasses.replace(config, opponents={SELF: 1.0}, play_in=0.0))
    whole = fastest(lambda: learnt(trainer))
    plain = as_it_comes(trainer)
    for table in trainer.tables:
        for streams in table.streams.values():
            streams.clear()
    idle: Any = [IdleTable(table) for table in trainer.tables]
    trainer.tables = idle
    nothing = fastest(lambda: learnt(trainer))
    return {
        "decisions_per_s": round(whole),
        "with_opponents_per_s": round(with_opponents),
        "do_nothing_per_s": round(nothing),
        "ratio": round(whole / nothing, 3),
        "as_it_comes_per_s": round(plain),
        "ratio_as_it_comes": round(whole / plain, 3),
    }


def main(argv: list[str] | None = None) -> dict[str, float]:
    arguments = configs.parser(__doc__).parse_args(argv)
    torch.set_num_threads(1)
    with clear_errors():
        found = measure(configs.from_arguments(arguments))
    own, company = found["decisions_per_s"], found["with_opponents_per_s"]
    Console().print(
        f"{own:,} decisions learnt from per second by self-play, {company:,} with the opponents of the preset\n"
        f"{found['do_nothing_per_s']:,} by the same learners where nothing happens: ratio {found['ratio']}\n"
        f"{found['as_it_comes_per_s']:,} by MaskablePPO as it comes where nothing happens: ratio "
        f"{found['ratio_as_it_comes']}",
        highlight=False,
        soft_wrap=True,
    )
    return found


if __name__ == "__main__":
    main()
