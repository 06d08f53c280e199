"""`haunted-env bench`: how fast the games are on this machine."""

import json
from typing import Annotated

import typer
from rich.table import Table

from haunted_env import bench as figures
from haunted_env import registry
from haunted_env.cli.app import Players, command, console


@command
def bench(
    game: Annotated[str | None, typer.Argument(help="only this game")] = None,
    players: Players = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object per line")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="fewer repeats, and no first compile")] = False,
) -> None:
    """Measure speed: environment, batch, clone, start."""
    table = Table("", title_justify="left", box=None)
    rows = []
    for name in [game] if game else registry.GAMES:
        row = figures.measure(name, players, quick)
        rows.append(row)
        if as_json:
            typer.echo(json.dumps(row))
    if as_json:
        return
    for row in rows:
        table.add_column(f"{row['game']}, {row['players']} players", justify="right")
    for key in list(rows[0])[2:]:
        table.add_row(key, *("-" if row[key] is None else f"{row[key]:,}" for row in rows))
    console.print(table)
