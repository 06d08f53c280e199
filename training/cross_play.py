"""Do policies of different runs understand each other? Each in one seat, among each of them in all other seats.

python training/cross_play.py runs/a/checkpoint runs/b/checkpoint runs/c/checkpoint --players 4 --deals 250

What a policy wins among others, beside what it wins among its own kind (an equal share on average, where somebody
always wins alone), tells whether training came to rely on partners and opponents that behave like itself.
"""

import json
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from haunted_env.agents.card import game_of
from haunted_env.arena.against import against
from haunted_env.engine.files import write_atomically
from haunted_env.learning.checkpoints import trained
from haunted_env.learning.run import clear_errors


def main(argv: list[str] | None = None) -> dict[str, Any]:
    with clear_errors():
        return tyro.cli(cross_play, args=argv, description=__doc__)


def cross_play(
    checkpoints: tyro.conf.Positional[tuple[Path, ...]],
    players: int = 4,
    deals: int = 250,
    seed: int = 0,
    out: Path | None = None,
) -> dict[str, Any]:
    """
    Args:
        checkpoints: Two or more checkpoint folders.
        players: Number of players.
        deals: Of each pairing, each played once from every seat.
        seed: The same seed gives the same games.
        out: File for the figures (JSON).
    """
    folders = [str(folder) for folder in checkpoints]
    if len(set(folders)) < 2:
        raise ValueError("cross-play takes two checkpoints or more, each another one")
    if deals < 1:
        raise ValueError(f"--deals {deals}: expected at least 1")
    games = {game_of(folder) for folder in checkpoints}
    if len(games) > 1:
        raise ValueError(f"these play different games: {', '.join(sorted(games))}")
    (game,) = games
    options = trained(checkpoints[0])[1].options
    for folder in checkpoints:
        if trained(folder)[1].options != options:
            raise ValueError(f"{folder} was trained with other options than {checkpoints[0]}: {options}")
    console = Console()
    rows = []
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("games", total=len(folders) ** 2 * deals * players)
        for agent in folders:
            for others in folders:
                seat = against(game, agent, others, players, deals, seed, options, lambda n: bar.advance(task, n))
                rows.append({"seat": agent, "among": others, **seat.rate()})
    found = {"game": game, "players": players, "deals": deals, "seed": seed, "pairings": rows}
    console.print(table_of(folders, rows))
    if out:
        write_atomically(out, json.dumps(found, indent=1) + "\n")
        console.print(f"Written to {out}", highlight=False)
    return found


def table_of(folders: list[str], rows: list[dict[str, Any]]) -> Table:
    table = Table("one seat", *(f"among {number}" for number in range(1, len(folders) + 1)), box=None)
    for number, agent in enumerate(folders, 1):
        mine = [row for row in rows if row["seat"] == agent]
        rates = [f"{row['win_rate']:.1%} [{row['interval'][0]:.1%}, {row['interval'][1]:.1%}]" for row in mine]
        table.add_row(f"{number} {agent}", *rates)
    return table


if __name__ == "__main__":
    main()
