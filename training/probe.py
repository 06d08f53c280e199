"""What does a trained policy know about what is to be found out? A linear probe of its features, beside counting.

The probe is put into the checkpoint: the agent then says what it believes, and the arena scores it.

    python training/probe.py checkpoints/haunted_destinies/<name> --games 400
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import tyro

from haunted_env.agents.network import Network, read_safetensors
from haunted_env.agents.policy import PolicyAgent, load_checkpoint
from haunted_env.learning.checkpoints import rewrite, trained
from haunted_env.learning.run import clear_errors
from haunted_env.play.batch import Batch
from haunted_env.play.seeds import game_seeds
from haunted_env.play.table import Observer, Table
from haunted_env.play.view import View
from haunted_env.spec import Belief

STEPS, MINIBATCH, RATE = 3000, 512, 2e-3
LEAST = 1e-6  # probabilities below count as this in the log-loss
HELD_OUT = 4  # one game in four is for measuring alone
EVERY = 3  # decisions between the ones that are kept: neighbours are nearly alike


class Examples(NamedTuple):
    """Decisions: features, how many outcomes there were, which was so (seats counted from oneself), its counted
    probability, the game."""

    features: np.ndarray
    outcomes: np.ndarray
    truth: np.ndarray
    counted: np.ndarray
    game: np.ndarray


def main(argv: list[str] | None = None) -> dict[str, Any]:
    torch.set_num_threads(1)
    with clear_errors():
        return tyro.cli(probe, args=argv, description=__doc__)


def probe(checkpoint: tyro.conf.Positional[Path], games: int = 400, seed: int = 0) -> dict[str, Any]:
    """
    Args:
        checkpoint: Checkpoint folder.
        games: To learn from and measure with.
        seed: The same seed gives the same games.
    """
    spec, card = trained(checkpoint)
    if spec.belief is None:
        raise ValueError(f"{spec.name}: there is nothing to find out in this game")
    if games < HELD_OUT * len(card.players):
        raise ValueError(
            f"--games {games}: expected at least {HELD_OUT * len(card.players)}, for {card.players} players"
        )
    agent = load_checkpoint(checkpoint, spec)
    arrays, found = {}, {}
    for file in sorted({role.weights for role in card.roles.values()}):
        roles = [spec.roles.index(name) for name, role in card.roles.items() if role.weights == file]
        collector = Collector(spec.belief, agent.networks[roles[0]], roles)
        for players in card.players:
            play(collector, agent, {**card.options, "players": players}, games // len(card.players), seed)
        weight, bias, scores = fit(collector.examples(), spec.belief.size(spec.players[1]), seed)
        arrays[file] = read_safetensors(checkpoint / file) | {"probe.weight": weight, "probe.bias": bias}
        found[file] = scores
        print(f"{file}: {', '.join(f'{name} {value}' for name, value in scores.items())}")
    rewrite(checkpoint, arrays, {"belief_probe": found})
    return found


class Collector(Observer):
    """What a network's features are in games, and what was so."""

    def __init__(self, belief: Belief, network: Any, roles: list[int]) -> None:
        assert isinstance(network, Network)
        self.belief, self.network, self.roles = belief, network, roles
        self.kept: list[tuple[np.ndarray, ...]] = []
        self.asked = 0
        self.first_game = 0

    def asking(self, table: Table, number: int, view: View) -> None:
        self.asked += 1
        if self.asked % EVERY:
            return
        truth = self.belief.truth(table.batch.copied(view.rows), view.seats)
        chosen = np.isin(view.roles, self.roles) & (truth >= 0)
        if not chosen.any():
            return
        part = view.part(chosen)
        counted = part.belief()
        assert counted is not None
        own = truth[chosen] if self.belief.outcomes else (truth[chosen] - part.seats) % view.n_seats
        outcomes = np.full(len(part), counted.shape[1])
        counted_truth = counted[np.arange(len(part)), own]
        games = part.rows + self.first_game
        self.kept.append((self.network.hidden(part.observations), outcomes, own, counted_truth, games))

    def examples(self) -> Examples:
        return Examples(*map(np.concatenate, zip(*self.kept)))


def play(collector: Collector, agent: PolicyAgent, options: dict[str, Any], n: int, seed: int) -> None:
    """Games of the policy among its own kind."""
    batch = Batch(agent.spec, n, options, observation=agent.observes)
    batch.deal(game_seeds(seed, n))
    Table(batch, [agent], 0, seed, observers=[collector]).play()
    collector.first_game += n


def fit(examples: Examples, n_outcomes: int, seed: int) -> tuple[np.ndarray, np.ndarray, dict[str, Any]]:
    """Weights and biases of the probe, and its log-loss in games it has not seen, beside counting and guessing."""
    held = examples.game % HELD_OUT == 0
    features, truth = torch.from_numpy(examples.features), torch.from_numpy(examples.truth.astype(np.int64))
    impossible = torch.from_numpy(np.arange(n_outcomes) >= examples.outcomes[:, None])
    linear = torch.nn.Linear(features.shape[1], n_outcomes)
    torch.nn.init.zeros_(linear.weight)
    torch.nn.init.zeros_(linear.bias)
    optimizer = torch.optim.AdamW(linear.parameters(), lr=RATE, weight_decay=1e-3)
    rng = np.random.default_rng(seed)
    learnt = np.flatnonzero(~held)
    for _ in range(STEPS):
        part = rng.choice(learnt, MINIBATCH)
        scores = linear(features[part]).masked_fill(impossible[part], -torch.inf)
        loss = torch.nn.functional.cross_entropy(scores, truth[part])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        scores = linear(features[held]).masked_fill(impossible[held], -torch.inf)
        loss = torch.nn.functional.cross_entropy(scores, truth[held])
    found = {
        "log_loss": round(float(loss), 4),
        "counting": abs(round(float(np.log(np.maximum(examples.counted[held], LEAST)).mean()), 4)),
        "guessing": round(float(np.log(examples.outcomes[held]).mean()), 4),
        "decisions": int(held.sum()),
    }
    return linear.weight.detach().numpy(), linear.bias.detach().numpy(), found


if __name__ == "__main__":
    main()
