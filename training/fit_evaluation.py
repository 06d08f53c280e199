"""Fit a game's evaluation of positions (`games/<game>/evaluation.py`) to games of its hand-written player.

python training/fit_evaluation.py --game haunted_destinies --games 80000

Every few decisions of a game, what the evaluation works out for each seat is kept, with whether the seat won. Now and
then a player does something else than the hand-written player would: search asks about such positions too. A tenth of
the games is left out of the fit and tells how good it is.
"""

import io
import itertools
from pathlib import Path
from typing import Any

import numba
import numpy as np
import torch
import tyro
from rich.progress import Progress

from haunted_env import registry
from haunted_env.agents import Agent, View, make_agent
from haunted_env.engine.files import write_atomically
from haunted_env.learning.run import clear_errors
from haunted_env.play.batch import Batch
from haunted_env.play.table import Observer, Table
from haunted_env.spec import Evaluation, GameSpec

AT_ONCE = 512  # games side by side
KEPT_EVERY = 24  # decisions
RANDOM = 0.1  # share of decisions taken at random
HIDDEN = (48, 24)
PASSES, MINIBATCH, RATE = 8, 4096, 3e-3
HELD_OUT = 10  # one game in ten is not fitted to
MAX_SEED = 2**60


def main(argv: list[str] | None = None) -> float:
    torch.set_num_threads(1)
    with clear_errors():
        return tyro.cli(fit_evaluation, args=argv, description=__doc__)


def fit_evaluation(
    game: str = "haunted_destinies", games: int = 80_000, seed: int = 0, out: Path | None = None
) -> float:
    """
    Args:
        game: The game.
        games: To learn from, over all numbers of players.
        seed: The same seed gives the same games.
        out: File for the weights; otherwise the game's own.
    """
    if games < HELD_OUT:
        raise ValueError(f"--games {games}: expected at least {HELD_OUT}")
    torch.manual_seed(seed)
    spec = registry.spec(game)
    if spec.evaluation is None:
        raise ValueError(f"--game {spec.name}: it has no evaluation of positions that could be fitted")
    target = out or spec.evaluation.weights
    counts = range(spec.players[0], spec.players[1] + 1)
    with Progress(transient=True) as bar:
        task = bar.add_task("games", total=games)
        parts = []
        for players in counts:
            gathered = Gathering(spec, spec.evaluation, players, -(-games // len(counts)), seed)
            parts.append(gathered.play(lambda done: bar.advance(task, done)))
    network, explained = fit(*map(np.concatenate, zip(*parts)), np.random.default_rng(seed))
    write(network, target)
    print(f"explains {explained:.1%} of the variance in games left out; written to {target}")
    return explained


class Wayward(Agent):
    """The hand-written player, who now and then does something else."""

    def act(self, view: View) -> np.ndarray:
        actions = make_agent("heuristic", self.spec).act(view)
        rng = np.random.default_rng(view.generators[0])
        rows = np.flatnonzero(rng.random(len(view)) < RANDOM)
        actions[rows] = (view.masks[rows] * rng.random(view.masks[rows].shape)).argmax(axis=1)
        return actions


class Gathering(Observer):
    """Positions of games with one number of players, what the evaluation works out of them, and who won."""

    def __init__(self, spec: GameSpec, evaluation: Evaluation, players: int, n_games: int, seed: int) -> None:
        self.evaluation, self.n_games, self.rng = evaluation, n_games, np.random.default_rng((seed, players))
        self.batch = Batch(spec, min(AT_ONCE, n_games), {"players": players}, observation=None)
        self.table = Table(self.batch, [Wayward(spec=spec)], 0, seed + players, observers=[self])
        self.fill = filler(evaluation)
        self.kept: list[list[np.ndarray]] = [[] for _ in self.batch.rows]
        self.done = 0
        self.features: list[np.ndarray] = []
        self.won: list[np.ndarray] = []
        self.games: list[np.ndarray] = []

    def play(self, tell: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(features, won, number of the game), a row per seat of every position."""
        self.tell = tell
        self.table.deal(self.batch.rows, self.rng.integers(MAX_SEED, size=self.batch.n))
        self.table.play()
        return np.concatenate(self.features), np.concatenate(self.won), np.concatenate(self.games)

    def asking(self, table: Table, number: int, view: View) -> None:
        players = view.n_seats
        look = view.rows[self.rng.random(len(view)) < 1 / KEPT_EVERY]
        found = np.zeros((len(look) * players, self.evaluation.size))
        self.fill(self.batch.games, np.repeat(look, players), np.tile(np.arange(players), len(look)), found)
        for row, features in zip(look.tolist(), found.reshape(len(look), players, self.evaluation.size)):
            self.kept[row].append(features.astype(np.float32))

    def ended(self, table: Table, rows: np.ndarray) -> None:
        players = self.batch.n_seats
        for row in rows.tolist():
            won = np.zeros(players, np.float32)
            won[self.batch.spec.queries.result(self.batch.game(row))["winners"]] = 1
            for features in self.kept[row]:
                self.features.append(features)
                self.won.append(won)
                self.games.append(np.full(players, self.done))
            self.kept[row] = []
            self.done += 1
        self.tell(len(rows))
        again = rows[: max(0, self.n_games - self.done - int(table.running.sum()))]
        if len(again):
            table.deal(again, self.rng.integers(MAX_SEED, size=len(again)))


def filler(evaluation: Evaluation) -> Any:
    fill_features = evaluation.fill

    @numba.njit
    def fill(games, rows, seats, out):
        for i in range(len(rows)):
            fill_features(games[rows[i]], seats[i], out[i])

    return fill


def fit(
    features: np.ndarray, won: np.ndarray, games: np.ndarray, rng: np.random.Generator
) -> tuple[torch.nn.Sequential, float]:
    """The network and the share of the variance it explains in games it has not seen."""
    left_out = games % HELD_OUT == 0
    inputs, results = torch.from_numpy(features[~left_out]), torch.from_numpy(won[~left_out])
    sizes = (features.shape[1], *HIDDEN, 1)
    layers: list[torch.nn.Module] = []
    for n_in, n_out in itertools.pairwise(sizes):
        layers += [torch.nn.Linear(n_in, n_out), torch.nn.ReLU()]
    network = torch.nn.Sequential(*layers[:-1])
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    parts = max(1, len(inputs) // MINIBATCH)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.01, PASSES * parts)
    for _ in range(PASSES):
        for rows in np.array_split(rng.permutation(len(inputs)), parts):
            logits = network(inputs[rows]).squeeze(1)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, results[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        said = torch.sigmoid(network(torch.from_numpy(features[left_out])).squeeze(1)).numpy()
    truth = won[left_out]
    return network, float(1 - ((said - truth) ** 2).mean() / truth.var())


def write(network: torch.nn.Sequential, out: Path) -> None:
    """The weights as `evaluation.py` reads them."""
    linear = [layer for layer in network if isinstance(layer, torch.nn.Linear)]
    weights = {}
    for name, layer in zip(("first", "second", "last"), linear):
        weights[name] = layer.weight.detach().numpy().T.copy()
        weights[f"{name}_bias"] = layer.bias.detach().numpy().copy()
    buffer = io.BytesIO()
    np.savez(buffer, **weights)
    write_atomically(out, buffer.getvalue())


if __name__ == "__main__":
    main()
