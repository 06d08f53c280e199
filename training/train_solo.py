"""A game for one player with plain stable-baselines3: MaskablePPO with its own policy, rollouts and evaluation.

A script to copy: everything an experiment needs is below. It plays many games in one process; for a single game
`gymnasium.make("haunted_env/Destinies-v0", scenario="hallow_pass")` is the same environment.

python training/train_solo.py
python training/train_solo.py --options '{"mode": "challenger"}' --steps 1000000 --out runs/challenger
"""

import argparse
import contextlib
import csv
import io
import json
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor

from haunted_env.engine.files import write_atomically
from haunted_env.envs.sb3 import SeatVecEnv
from training.curves import curves
from training.measure import ALONE, Measured
from training.run import clear_errors

GAMES = 64  # side by side
SCENARIO = {"scenario": "hallow_pass"}


def make(options: dict[str, Any], seed: int) -> SeatVecEnv:
    env = SeatVecEnv("destinies", GAMES, players=1, **{**SCENARIO, **options})
    env.seed(seed)
    return env


def evaluate(model: MaskablePPO, env: SeatVecEnv, episodes: int) -> Measured:
    """Play games to their end, with actions drawn from the policy; always the same deals."""
    infos: list[dict[str, Any]] = []

    def keep(found: dict[str, Any], _: Any) -> None:
        if found["done"]:
            infos.append(found["info"])

    env.seed(1_000_000)  # none that is trained with
    evaluate_policy(model, env, episodes, deterministic=False, callback=keep, warn=False)
    won = [bool(info["winners"]) for info in infos]
    scores = [info["score"] for info in infos if info["score"] is not None]
    return Measured(len(won), sum(won), None, {}, scores)


class Evaluations(BaseCallback):
    """Every so many steps: how many games are won, with which score; as a table and a picture in `folder`."""

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
        found, score = evaluate(self.model, self.env, self.episodes), self.env.game_spec.score
        low, high = found.interval
        row = {
            "decisions": self.num_timesteps,
            "prepared": 0,
            "against": ALONE,
            "decides_as": "all",
            "games": found.games,
        }
        row |= {"wins": found.wins, "rate": found.rate, "low": low, "high": high, "fair": None}
        self.rows.append({**row, **(found.score(score.name) if score else {})})
        said = f"{self.num_timesteps:>9,} steps: {found.rate:.0%} of {found.games} games won"
        print(said + (f", {score.name} {self.rows[-1].get(score.name)}" if score else ""), flush=True)
        text = io.StringIO()
        table = csv.DictWriter(text, list(dict.fromkeys(key for row in self.rows for key in row)))
        table.writeheader()
        table.writerows(self.rows)
        write_atomically(self.folder / "evaluations.csv", text.getvalue())
        write_atomically(self.folder / "curves.png", curves(self.env.game_spec, self.rows, []))


def train(options: dict[str, Any], steps: int, seed: int, folder: Path, every: int, episodes: int) -> Evaluations:
    torch.set_num_threads(1)  # small matrices: a second thread waits more than it works
    folder.mkdir(parents=True, exist_ok=True)
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
        tensorboard_log=str(folder / "tensorboard"),
        seed=seed,
        device="cpu",
    )
    evaluations = Evaluations(make(options, seed), folder, every, episodes)
    model.learn(steps, callback=evaluations)
    evaluations.measure()
    model.save(folder / "model.zip")
    return evaluations


def read(text: str) -> dict[str, Any]:
    with contextlib.suppress(json.JSONDecodeError):
        options = json.loads(text)
        if isinstance(options, dict) and "players" not in options:
            return options
    raise ValueError(f"--options {text!r}: expected an object in JSON, without players: there is one")


def main(argv: list[str] | None = None) -> Evaluations:
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("--options", default="{}", help='of the game, in JSON (default: {"scenario": "hallow_pass"})')
    line.add_argument("--steps", type=int, default=400_000, help="decisions to learn from (default 400000)")
    line.add_argument("--seed", type=int, default=0)
    line.add_argument("--out", type=Path, default=Path("runs/solo"), help="folder (default runs/solo)")
    line.add_argument("--every", type=int, default=50_000, help="steps between evaluations (default 50000)")
    line.add_argument("--episodes", type=int, default=200, help="games of an evaluation (default 200)")
    given = line.parse_args(argv)
    with clear_errors():
        return train(read(given.options), given.steps, given.seed, given.out, given.every, given.episodes)


if __name__ == "__main__":
    main()
