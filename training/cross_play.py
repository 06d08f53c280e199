"""Do policies of different runs understand each other? Each in one seat, among each of them in all other seats.

python training/cross_play.py runs/a/checkpoint runs/b/checkpoint runs/c/checkpoint --players 4 --deals 250

What a policy wins among others, beside what it wins among its own kind (an equal share on average, where somebody
always wins alone), tells whether training came to rely on partners and opponents that behave like itself.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from haunted_env import registry
from haunted_env.engine.files import write_atomically
from training.cards import game_of
from training.contests import Watch, against
from training.run import clear_errors


def main(argv: list[str] | None = None) -> dict[str, Any]:
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("checkpoints", nargs="+", type=Path, help="two or more checkpoint folders")
    line.add_argument("--players", type=int, default=4, help="number of players (default 4)")
    line.add_argument("--deals", type=int, default=250, help="deals of each pairing, from every seat (default 250)")
    line.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    line.add_argument("--out", type=Path, help="file for the figures (JSON)")
    arguments = line.parse_args(argv)
    with clear_errors():
        return run(arguments, Console())


def run(arguments: argparse.Namespace, console: Console) -> dict[str, Any]:
    folders = [str(folder) for folder in arguments.checkpoints]
    if len(set(folders)) < 2:
        raise ValueError("cross-play takes two checkpoints or more, each another one")
    if arguments.deals < 1:
        raise ValueError(f"--deals {arguments.deals}: expected at least 1")
    games = {game_of(folder) for folder in arguments.checkpoints}
    if len(games) > 1:
        raise ValueError(f"these play different games: {', '.join(sorted(games))}")
    spec = registry.spec(games.pop())
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("games", total=len(folders) ** 2 * arguments.deals * arguments.players)
        rows = play(spec.name, folders, arguments, lambda n: bar.advance(task, n))
    found = {"game": spec.name, "players": arguments.players, "deals": arguments.deals, "seed": arguments.seed}
    found["pairings"] = rows
    console.print(table_of(folders, rows))
    if arguments.out:
        write_atomically(arguments.out, json.dumps(found, indent=1) + "\n")
        console.print(f"Written to {arguments.out}", highlight=False)
    return found


def play(game: str, folders: list[str], arguments: argparse.Namespace, watch: Watch) -> list[dict[str, Any]]:
    rows = []
    for agent in folders:
        for field in folders:
            seat = against(game, agent, field, arguments.players, arguments.deals, arguments.seed, watch=watch)
            rows.append({"seat": agent, "field": field, **seat.rate()})
    return rows


def table_of(folders: list[str], rows: list[dict[str, Any]]) -> Table:
    table = Table("one seat", *(f"among {number}" for number in range(1, len(folders) + 1)), box=None)
    for number, agent in enumerate(folders, 1):
        cells = []
        for row in rows:
            if row["seat"] == agent:
                low, high = row["interval"]
                cells.append(f"{row['win_rate']:.1%} [{low:.1%}, {high:.1%}]")
        table.add_row(f"{number} {agent}", *cells)
    return table


if __name__ == "__main__":
    main()
