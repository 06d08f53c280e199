"""What do trained policies know about what is to be found out? A linear probe of their first layer, beside counting.

The probe is put into the checkpoint: the agent then says what it believes, and the arena scores it.

    python training/probe.py checkpoints/haunted_destinies/<name> --games 400
"""

import argparse
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from rich.console import Console
from safetensors.numpy import save

from haunted_env.agents import View
from haunted_env.agents.network import read_safetensors
from haunted_env.agents.policy import PolicyAgent, load_checkpoint
from haunted_env.play.batch import Batch, game_seeds
from haunted_env.engine.entries import ENDED, LOOK
from haunted_env.engine.files import write_atomically
from haunted_env.spec import GameSpec
from training.cards import trained
from training.export import PROBE, replaced, write_card
from training.run import clear_errors

STEPS, MINIBATCH, RATE = 3000, 512, 2e-3
LEAST = 1e-6  # probabilities below count as this in the log-loss
HELD_OUT = 4  # every so manieth game is for measuring alone
EVERY = 3  # decisions between the ones that are kept: neighbours are nearly alike


class Notes(NamedTuple):
    """Decisions of one role: features, how many outcomes there were, which was so (seats counted from oneself), its
    counted chance, the game."""

    features: np.ndarray
    outcomes: np.ndarray
    sought: np.ndarray
    counted: np.ndarray
    game: np.ndarray


def main(argv: list[str] | None = None) -> dict[str, Any]:
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("checkpoint", type=Path, help="checkpoint folder")
    line.add_argument("--games", type=int, default=400, help="games to learn from and measure with (default 400)")
    line.add_argument("--seed", type=int, default=0)
    arguments = line.parse_args(argv)
    torch.set_num_threads(1)
    with clear_errors():
        return run(arguments.checkpoint, arguments.games, arguments.seed, Console())


def run(folder: Path, n_games: int, seed: int, console: Console) -> dict[str, Any]:
    if n_games < HELD_OUT:
        raise ValueError(f"--games {n_games}: expected at least {HELD_OUT}")
    checkpoint = trained(folder)
    spec, card, counts = checkpoint.spec, checkpoint.card, checkpoint.players
    if spec.belief is None:
        raise ValueError(f"{spec.name}: there is nothing to find out in this game")
    agent = load_checkpoint(folder, spec)
    assert isinstance(agent, PolicyAgent)
    if n_games < HELD_OUT * len(counts):
        raise ValueError(f"--games {n_games}: expected at least {HELD_OUT * len(counts)}, for {counts} players")
    found = {}
    with replaced(folder) as temporary:
        shutil.copytree(folder, temporary, dirs_exist_ok=True)
        for role, notes in collect(spec, agent, counts, n_games // len(counts), seed).items():
            name = spec.roles[role]
            weight, bias, scores = fit(notes, spec.belief.size(spec.players[1]), seed)
            put_probe(temporary / card["roles"][name]["weights"], weight, bias)
            found[name] = scores
            words = ", ".join(f"{key} {value}" for key, value in scores.items())
            console.print(f"{name}: {words}", highlight=False)
        card.setdefault("evaluation", {})[PROBE] = found
        write_card(temporary, {name: value for name, value in card.items() if name != "files"})
    return found


def collect(spec: GameSpec, agent: PolicyAgent, counts: list[int], n_games: int, seed: int) -> dict[int, Notes]:
    """What the policies see in games among themselves, as many with each number of players, by role."""
    kept: dict[int, list[tuple[np.ndarray, ...]]] = {}
    for players in counts:
        _play(spec, agent, players, n_games, seed, kept)
    return {role: Notes(*map(np.concatenate, zip(*parts))) for role, parts in kept.items()}


def _play(
    spec: GameSpec, agent: PolicyAgent, players: int, n_games: int, seed: int, kept: dict[int, list[Any]]
) -> None:
    batch = Batch(spec, n_games, {"players": players})
    batch.deal(game_seeds(seed, n_games))
    generators = batch.generators(seed)
    running = batch.status != ENDED
    step = 0
    while running.any():
        rows = np.flatnonzero(running)
        view = View(batch, rows, generators[rows])
        if step % EVERY == 0:
            _note(spec, agent, view, batch, kept)
        batch.actions[:] = LOOK
        batch.actions[rows] = agent.act(view)
        generators[rows] = view.generators
        spec.engine.advance(*batch.calls[0])
        running &= batch.status != ENDED
        step += 1


def _note(spec: GameSpec, agent: PolicyAgent, view: View, batch: Batch, kept: dict[int, list[Any]]) -> None:
    counted = view.belief()
    assert spec.belief is not None and counted is not None
    truth = spec.belief.truth(batch.games[view.rows], view.seats)
    relative = truth if spec.belief.outcomes else (truth - view.seats) % view.n_seats
    roles = spec.role_of(view.games, view.seats)
    for role in agent.networks:
        chosen = (roles == role) & (truth >= 0)
        if chosen.any():
            chances = counted[chosen, relative[chosen]]
            features = agent.features(role, view.part(chosen))
            outcomes = np.full(len(chances), counted.shape[1])
            kept.setdefault(role, []).append((features, outcomes, relative[chosen], chances, view.rows[chosen]))


def fit(notes: Notes, n_outcomes: int, seed: int) -> tuple[np.ndarray, np.ndarray, dict[str, Any]]:
    """Weights and biases of the probe, and its log-loss in games it has not seen, beside counting and guessing."""
    held = notes.game % HELD_OUT == 0
    features, sought = torch.from_numpy(notes.features), torch.from_numpy(notes.sought.astype(np.int64))
    impossible = torch.from_numpy(np.arange(n_outcomes) >= notes.outcomes[:, None])
    probe = torch.nn.Linear(features.shape[1], n_outcomes)
    torch.nn.init.zeros_(probe.weight)
    torch.nn.init.zeros_(probe.bias)
    optimizer = torch.optim.AdamW(probe.parameters(), lr=RATE, weight_decay=1e-3)
    chance = np.random.default_rng(seed)
    learnt = np.flatnonzero(~held)
    for _ in range(STEPS):
        part = chance.choice(learnt, MINIBATCH)
        scores = probe(features[part]).masked_fill(impossible[part], -torch.inf)
        loss = torch.nn.functional.cross_entropy(scores, sought[part])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        scores = probe(features[held]).masked_fill(impossible[held], -torch.inf)
        loss = torch.nn.functional.cross_entropy(scores, sought[held])
    found = {
        "log_loss": round(float(loss), 4),
        "counting": abs(round(float(np.log(np.maximum(notes.counted[held], LEAST)).mean()), 4)),
        "guessing": round(float(np.log(notes.outcomes[held]).mean()), 4),
        "notes": int(held.sum()),
    }
    return probe.weight.detach().numpy(), probe.bias.detach().numpy(), found


def put_probe(path: Path, weight: np.ndarray, bias: np.ndarray) -> None:
    """Add the probe to the weights of a role."""
    arrays = {name: array.astype(np.float16) for name, array in read_safetensors(path).items()}
    arrays |= {"probe.weight": weight.astype(np.float16), "probe.bias": bias.astype(np.float16)}
    write_atomically(path, save(arrays))


if __name__ == "__main__":
    main()
