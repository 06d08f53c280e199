"""`haunted-env bench`: how fast the games are on this machine, beside OpenSpiel and PettingZoo if they are there."""

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from haunted_env import registry
from haunted_env.cli import peers
from haunted_env.cli import speed as figures
from haunted_env.cli.app import Players, command, console


@command
def bench(
    game: Annotated[str | None, typer.Argument(help="only this game")] = None,
    players: Players = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object per line")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="fewer repeats, and no first compile")] = False,
) -> None:
    """Measure speed: environment, batch, clone, start; and Hanabi through peers, where installed."""
    specs = [registry.spec(name) for name in ([game] if game else registry.GAMES)]
    rows = []
    for spec in specs:
        rows.append(figures.measure(spec.name, players, quick))
        if as_json:
            typer.echo(json.dumps(rows[-1]))
    others = peers.measure(rows[0], quick)
    if as_json:
        for row in others:
            typer.echo(json.dumps(row))
        return
    table = Table("", box=None)
    for row in rows:
        table.add_column(f"{row['game']}, {row['players']} players", justify="right")
    for key in list(rows[0])[2:]:
        table.add_row(key, *("-" if row[key] is None else f"{row[key]:,}" for row in rows))
    console.print(table)
    if others:
        print_peers(others)


def print_peers(rows: list[dict[str, Any]]) -> None:
    table = Table("peer", box=None)
    for head in ("players", "steps_per_s", "ours is faster", "ours"):
        table.add_column(head, justify="right")
    for row in rows:
        table.add_row(row["peer"], str(row["players"]), f"{row['steps_per_s']:,}", f"{row['ratio']:,} x", row["ours"])
    console.print()
    console.print(table)
