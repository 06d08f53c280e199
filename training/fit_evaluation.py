"""Fit a game's evaluation of positions (`games/<game>/evaluation.py`) to games of its hand-written player.

python training/fit_evaluation.py --game haunted_destinies --games 80000

Every few decisions of a game, what the evaluation works out for each seat is kept, with whether the seat won. Now and
then a player does something else than the hand-written player would: search asks about such positions too. A tenth of
the games is left out of the fit and tells how good it is.
"""

import argparse
import io
import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numba
import numpy as np
import torch
from rich.console import Console
from rich.progress import Progress

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.play.batch import Batch
from haunted_env.engine.entries import ENDED
from haunted_env.engine.files import write_atomically
from haunted_env.spec import Evaluation, GameSpec
from training.lookahead import go_astray
from training.run import clear_errors

SIDE_BY_SIDE = 512
KEPT_EVERY = 24  # decisions
ASTRAY = 0.1  # share of decisions taken by chance
HIDDEN = (48, 24)
PASSES, MINIBATCH, RATE = 8, 4096, 3e-3
HELD_OUT = 10  # one game in so many is not fitted to


@dataclass
class Examples:
    features: list[np.ndarray] = field(default_factory=list)
    won: list[np.ndarray] = field(default_factory=list)
    games: list[np.ndarray] = field(default_factory=list)

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.concatenate(self.features), np.concatenate(self.won), np.concatenate(self.games)


def main(argv: list[str] | None = None) -> None:
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("--game", default="haunted_destinies")
    line.add_argument("--games", type=int, default=80_000, help="games to learn from, over all numbers of players")
    line.add_argument("--seed", type=int, default=0)
    line.add_argument("--out", type=Path, help="file for the weights (default: the game's own)")
    arguments = line.parse_args(argv)
    with clear_errors():
        run(arguments, Console())


def run(arguments: argparse.Namespace, console: Console) -> float:
    if arguments.games < HELD_OUT:
        raise ValueError(f"--games {arguments.games}: expected at least {HELD_OUT}")
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    spec = registry.spec(arguments.game)
    if spec.evaluation is None:
        raise ValueError(f"--game {spec.name}: it has no evaluation of positions that could be fitted")
    out = arguments.out or spec.evaluation.weights
    examples = Examples()
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("games", total=arguments.games)
        counts = range(spec.players[0], spec.players[1] + 1)
        for players in counts:
            share = -(-arguments.games // len(counts))
            gather(spec, spec.evaluation, players, share, arguments.seed, examples, lambda: bar.advance(task))
    network, explained = fit(*examples.arrays(), np.random.default_rng(arguments.seed))
    write(network, out)
    console.print(f"explains {explained:.1%} of the variance in games left out; written to {out}", highlight=False)
    return explained


def gather(
    spec: GameSpec, evaluation: Evaluation, players: int, n_games: int, seed: int, examples: Examples, tell: Any
) -> None:
    """Play games of one number of players."""
    chance = np.random.default_rng((seed, players))
    n = min(SIDE_BY_SIDE, n_games)
    batch = Batch(spec, n, {"players": players}, observe=False)
    batch.deal(chance.integers(2**60, size=n))
    generators = batch.generators(seed + players)
    player, rows = make_agent("heuristic", spec), np.arange(n)
    kept: list[list[np.ndarray]] = [[] for _ in rows]
    fill = filler(evaluation)
    done = 0
    while done < n_games:
        view = View(batch, rows, generators)
        actions, generators = player.act(view), view.generators
        go_astray(actions, view.masks, ASTRAY, chance)
        look = np.flatnonzero(chance.random(n) < 1 / KEPT_EVERY)
        found = np.zeros((len(look) * players, evaluation.size))
        fill(batch.games, np.repeat(look, players), np.tile(np.arange(players), len(look)), found)
        for row, features in zip(look.tolist(), found.reshape(len(look), players, evaluation.size)):
            kept[row].append(features.astype(np.float32))
        batch.step(actions)
        for row in np.flatnonzero(batch.status == ENDED).tolist():
            won = np.zeros(players, np.float32)
            won[spec.result(batch.games[row : row + 1])["winners"]] = 1
            for features in kept[row]:
                examples.features.append(features)
                examples.won.append(won)
                examples.games.append(np.full(players, done))
            kept[row] = []
            done += 1
            tell()
            batch.deal_row(row, int(chance.integers(2**60)))


def filler(evaluation: Evaluation) -> Any:
    fill_features = evaluation.fill

    @numba.njit
    def fill(games, rows, seats, out):
        for i in range(len(rows)):
            fill_features(games[rows[i]], seats[i], out[i])

    return fill


def fit(
    features: np.ndarray, won: np.ndarray, games: np.ndarray, chance: np.random.Generator
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
        for rows in np.array_split(chance.permutation(len(inputs)), parts):
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
