"""Noise audit: how much of the outcome of a game is settled by the position? How much of the rest is luck, hidden
from the seat, its own later actions, the others' actions? And how wrong is the critic?

Positions are taken from games of the policy among its own kind and continued many times, with one thing drawn anew and
everything else as it was. The share of a thing is its total effect (Sobol): the variance that is left if all but this
is known. Things work together, so shares may add up to more than 100 %.

    python training/noise_audit.py checkpoints/haunted_destinies/trio --players 4
"""

from pathlib import Path
from typing import Any

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table as Grid

from haunted_env.agents.network import Network
from haunted_env.agents.policy import PolicyAgent, load_checkpoint
from haunted_env.learning.checkpoints import trained
from haunted_env.learning.run import clear_errors
from haunted_env.play import seeds
from haunted_env.play.batch import Batch
from haunted_env.play.table import Observer, Table
from haunted_env.play.view import View
from haunted_env.play.worlds import draw_worlds
from haunted_env.spec import GameSpec

LUCK, SECRET, OWN, OTHERS = "luck", "secrets", "own actions", "others' actions"
FACTORS = {
    "everything": {LUCK, SECRET, OWN, OTHERS},
    LUCK: {LUCK},
    SECRET: {SECRET},
    OWN: {OWN},
    OTHERS: {OTHERS},
}
GAMES = 256  # side by side
KEPT = 0.02  # share of the decisions that become positions: neighbours are nearly alike


class Positions(Observer):
    """Takes some of the decisions of games: the game, who decides in which role, and what the critic says."""

    def __init__(self, agent: PolicyAgent, wanted: int, seed: int) -> None:
        self.agent, self.wanted, self.rng = agent, wanted, np.random.default_rng(seed)
        self.games: list[np.ndarray] = []
        self.seats: list[int] = []
        self.roles: list[int] = []
        self.values: list[float] = []

    def asking(self, table: Table, number: int, view: View) -> None:
        choice = (view.masks.sum(axis=1) > 1) & (self.rng.random(len(view)) < KEPT)
        for i in np.flatnonzero(choice)[: self.wanted - len(self.seats)]:
            network = self.agent.networks[int(view.roles[i])]
            assert isinstance(network, Network)
            _, value = network.outputs(view.observations[i : i + 1], view.masks[i : i + 1])
            self.games.append(table.batch.copied(view.rows[i : i + 1]))
            self.seats.append(int(view.seats[i]))
            self.roles.append(int(view.roles[i]))
            self.values.append(float(value[0]))

    def ended(self, table: Table, rows: np.ndarray) -> None:
        table.deal(rows, self.rng.integers(2**62, size=len(rows)))


class Receipts(Observer):
    """What every seat has received since the table began."""

    def __init__(self, batch: Batch) -> None:
        self.sums = np.zeros((batch.n, batch.n_seats))

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        self.sums[rows] += table.batch.rewards[rows]


def take_positions(agent: PolicyAgent, options: dict[str, Any], wanted: int, seed: int) -> Positions:
    batch = Batch(agent.spec, GAMES, options, observation=agent.observes)
    positions = Positions(agent, wanted, seed)
    table = Table(batch, [agent], 0, seed, observers=[positions])
    table.deal(batch.rows, seeds.game_seeds(seed, GAMES))
    table.play(until=lambda: len(positions.seats) >= wanted)
    return positions


def continued(
    agent: PolicyAgent, options: dict[str, Any], game: np.ndarray, seat: int, drawn: set[str], n: int, seed: int
) -> np.ndarray:
    """What the seat gets in n continuations of one game, with these things drawn anew in each."""
    batch = Batch(agent.spec, n, options, observation=agent.observes)
    rng = np.random.default_rng((seed, 1))
    games = np.repeat(game, n)
    luck = games["secret"]["rng"].copy()
    if SECRET in drawn:
        games = draw_worlds(agent.spec, games, seat, seed)
        games["secret"]["rng"] = luck
    if LUCK in drawn:
        games["secret"]["rng"] = rng.integers(1, 2**32, luck.shape, np.uint32)
    generators = np.repeat(seeds.generators(seed, batch.n_seats)[None], n, axis=0)
    fresh = rng.integers(1, 2**32, generators.shape, np.uint32)
    others = np.arange(batch.n_seats) != seat
    if OWN in drawn:
        generators[:, seat] = fresh[:, seat]
    if OTHERS in drawn:
        generators[:, others] = fresh[:, others]
    receipts = Receipts(batch)
    batch.load(games, resume=False)
    Table(batch, [agent], 0, generators, observers=[receipts]).play()
    return receipts.sums[:, seat]


def audit(
    checkpoint: tyro.conf.Positional[Path],
    players: int = 0,
    positions: int = 1000,
    continuations: int = 64,
    seed: int = 0,
) -> list[dict[str, Any]]:
    """
    Args:
        checkpoint: Checkpoint folder.
        players: Number of players; the first the policy was trained with unless given.
        positions: How many decisions to continue from.
        continuations: Of each, for every thing that is drawn anew.
        seed: The same seed gives the same figures.
    """
    spec, card = trained(checkpoint)
    if spec.inference is None:
        raise ValueError(f"{spec.name}: what a seat does not know cannot be drawn anew in this game")
    options = {**card.options, "players": players or card.players[0]}
    agent = load_checkpoint(checkpoint, spec)
    taken = take_positions(agent, options, positions, seed)
    outcomes = {factor: np.zeros((positions, continuations)) for factor in FACTORS}
    for i in range(positions):
        for factor, drawn in FACTORS.items():
            outcomes[factor][i] = continued(
                agent, options, taken.games[i], taken.seats[i], drawn, continuations, seed + i
            )
    rows = figures(spec, np.array(taken.roles), np.array(taken.values), outcomes)
    show(rows, spec, options["players"])
    return rows


def figures(
    spec: GameSpec, roles: np.ndarray, values: np.ndarray, outcomes: dict[str, np.ndarray]
) -> list[dict[str, Any]]:
    """By role, and for all: shares of the variance of outcomes."""
    rows = []
    kinds = {"all": np.ones(len(roles), bool)} | {name: roles == number for number, name in enumerate(spec.roles)}
    for name, chosen in kinds.items():
        if chosen.sum() < 2:
            continue
        free = outcomes["everything"][chosen]
        n = free.shape[1]
        within = free.var(axis=1, ddof=1).mean()
        total = free.mean(axis=1).var(ddof=1) - within / n + within
        error = ((values[chosen] - free.mean(axis=1)) ** 2).mean() - within / n
        row = {
            "role": name,
            "positions": int(chosen.sum()),
            "variance": total,
            "settled": 1 - within / total if total > 0 else 1.0,
            "critic": error / total if total > 0 else 0.0,
        }
        for factor in (LUCK, SECRET, OWN, OTHERS):
            left = outcomes[factor][chosen].var(axis=1, ddof=1).mean()
            row[factor] = left / within if within > 0 else 0.0
        rows.append({key: round(float(one), 4) if isinstance(one, float) else one for key, one in row.items()})
    return rows


def show(rows: list[dict[str, Any]], spec: GameSpec, players: int) -> None:
    grid = Grid(title=f"{spec.title}, {players} players: shares of the variance of outcomes")
    for name in rows[0]:
        grid.add_column(name, justify="left" if name == "role" else "right")
    for row in rows:
        shares = [
            f"{one:.1%}" if key not in ("role", "positions", "variance") else str(one) for key, one in row.items()
        ]
        grid.add_row(*shares)
    Console().print(grid)
    print(
        "settled: of the variance, by the position; critic: its squared error, of the variance; "
        "the others: of what the position leaves open"
    )


def main(argv: list[str] | None = None) -> list[dict[str, Any]]:
    with clear_errors():
        return tyro.cli(audit, args=argv, description=__doc__)


if __name__ == "__main__":
    main()
