"""A game for one player with plain stable-baselines3: MaskablePPO with its own policy, rollouts and evaluation.

A script to copy: everything an experiment needs is below. It plays many games in one process; for a single game
`gymnasium.make("haunted_env/Destinies-v0", scenario="hallow_pass", observation="compact")` is the same environment.

python training/train_solo.py
python training/train_solo.py --options mode=challenger --steps 1000000 --out runs/challenger
"""

import csv
from pathlib import Path
from typing import Annotated, Any

import torch
import tyro
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor

from haunted_env.arena.against import ALONE
from haunted_env.arena.statistics import wilson
from haunted_env.engine.files import write_atomically
from haunted_env.envs.sb3 import SeatVecEnv
from haunted_env.learning.config import OPTIONS
from haunted_env.learning.curves import curves
from haunted_env.learning.run import clear_errors

GAMES = 64  # side by side
SCENARIO = {"scenario": "hallow_pass"}


def make(options: dict[str, Any], seed: int) -> SeatVecEnv:
    env = SeatVecEnv("destinies", GAMES, observation="compact", players=1, **options)
    env.seed(seed)
    return env


def evaluate(model: MaskablePPO, env: SeatVecEnv, episodes: int) -> dict[str, Any]:
    """Play games to their end, with actions drawn from the policy; always the same deals."""
    won: list[bool] = []

    def keep(found: dict[str, Any], _: Any) -> None:
        if found["done"]:
            won.append(bool(found["info"]["winners"]))

    env.seed(1_000_000)  # none that is trained with
    evaluate_policy(model, env, episodes, deterministic=False, callback=keep, warn=False)
    low, high = wilson(sum(won) / len(won), len(won))
    return {"games": len(won), "rate": sum(won) / len(won), "low": float(low), "high": float(high)}


class Evaluations(BaseCallback):
    """Now and then: how many games are won; as a table and a picture in `folder`."""

    def __init__(self, env: SeatVecEnv, folder: Path, every: int, episodes: int) -> None:
        super().__init__()
        self.env, self.folder, self.every, self.episodes = env, folder, every, episodes
        self.rows: list[dict[str, Any]] = []

    def _on_training_start(self) -> None:
        self.measure()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        if self.num_timesteps - self.rows[-1]["decisions"] >= self.every:
            self.measure()

    def measure(self) -> None:
        assert isinstance(self.model, MaskablePPO)
        found = evaluate(self.model, self.env, self.episodes)
        self.rows.append({"decisions": self.num_timesteps, "against": ALONE, **found})
        print(f"{self.num_timesteps:>9,} steps: {found['rate']:.0%} of {found['games']} games won", flush=True)
        with open(self.folder / "evaluations.csv", "w", newline="") as file:
            table = csv.DictWriter(file, list(self.rows[0]))
            table.writeheader()
            table.writerows(self.rows)
        write_atomically(self.folder / "curves.png", curves(self.env.game_spec, self.rows, []))


def train(
    options: Annotated[dict[str, Any], OPTIONS] = SCENARIO,
    steps: int = 400_000,
    seed: int = 0,
    out: Path = Path("runs/solo"),
    every: int = 50_000,
    episodes: int = 200,
) -> Evaluations:
    """
    Args:
        options: Of the game.
        steps: Decisions to learn from.
        seed: Decides everything random.
        out: Folder for what is learnt.
        every: Steps between evaluations.
        episodes: Games of an evaluation.
    """
    torch.set_num_threads(1)  # small matrices: a second thread waits more than it works
    out.mkdir(parents=True, exist_ok=True)
    env = VecMonitor(make(options, seed))  # episode rewards and lengths appear in stable-baselines3's log
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=128,
        batch_size=1024,
        n_epochs=3,
        learning_rate=5e-4,
        gamma=0.99,  # what comes later counts less: days are worth saving
        gae_lambda=0.97,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        tensorboard_log=str(out / "tensorboard"),
        seed=seed,
        device="cpu",
    )
    evaluations = Evaluations(make(options, seed), out, every, episodes)
    model.learn(steps, callback=evaluations)
    evaluations.measure()
    model.save(out / "model.zip")
    return evaluations


def main(argv: list[str] | None = None) -> Evaluations:
    with clear_errors():
        return tyro.cli(train, args=argv, description=__doc__)


if __name__ == "__main__":
    main()
