"""`haunted-env games` and `info`: what there is."""

import importlib.metadata
import platform
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.table import Table

from haunted_env import __version__, registry
from haunted_env.cli.app import command, console
from haunted_env.cli.compiling import programs_of
from haunted_env.engine import cache
from haunted_env.spec import GameSpec, Option
from haunted_env.spec.options import set_table


@command
def games() -> None:
    """List the games."""
    table = Table("game", "players", "what it is", box=None)
    for name in registry.GAMES:
        spec = registry.spec(name)
        low, high = spec.players
        table.add_row(f"{name}_v{spec.version}", f"{low}-{high}", f"{spec.title}: {spec.summary}")
    console.print(table)


@command
def info(game: Annotated[str | None, typer.Argument(help="a game: also its tables")] = None) -> None:
    """Versions and the cache place; for a game also its options, observation and action tables."""
    specs = [registry.spec(name) for name in ([game] if game else registry.GAMES)]
    versions = {"haunted_env": __version__, "Python": platform.python_version()}
    for package in ("numpy", "numba", "pettingzoo", "gymnasium"):
        versions[package] = importlib.metadata.version(package)
    console.print(", ".join(f"{name} {version}" for name, version in versions.items()), markup=False, soft_wrap=True)
    console.print(f"compiled code is kept in {cache.root()}", markup=False, soft_wrap=True)
    for spec in specs:
        sizes = f"observation {spec.observation.size}, actions {spec.actions.size}, record {spec.record.itemsize} bytes"
        if spec.features is not None:
            sizes = f"compact {spec.features.layout.size}, {sizes}"
        warm = [name for name, program in programs_of(spec).items() if spec.is_warm(program)]
        state = f"compiled: {', '.join(warm)}" if warm else "not compiled yet"
        console.print(f"\n{spec.title} ({spec.name}_v{spec.version}): {sizes}, {state}", markup=False, soft_wrap=True)
        if game is None:
            continue
        if spec.content_hash:
            console.print(f"content {spec.content_hash}", markup=False, soft_wrap=True)
        console.print()
        options = [_option_row(option, spec) for option in spec.options]
        _print_table("options", ("option", "default", "may be", "meaning"), options)
        for option in spec.options:
            if option.sets:
                head, *rows = set_table(spec.options, option)
                _print_table(f"what {option.name} stands for", head, rows)
        _print_table("observation", ("index", "block", "meaning"), spec.observation.rows())
        if spec.features is not None:
            _print_table("compact observation", ("index", "block", "meaning"), spec.features.layout.rows())
        _print_table("actions", ("index", "action", "meaning"), spec.actions.rows())
        masks = [("card_mask", "seats x slots", "{} x {}".format(*spec.card_slots))]
        masks += [(f"location_mask, {name}", "", ", ".join(names)) for name, names in spec.locations._asdict().items()]
        _print_table("masks", ("mask", "shape", "names"), masks)


def _option_row(option: Option, spec: GameSpec) -> tuple[str, ...]:
    default = spec.check_options({})[option.name]
    allowed = ", ".join(map(str, option.values))
    if not option.values and option.low is not None:
        allowed = f"{option.low}..{option.high}" if option.high is not None else f"{option.low} or more"
    return option.name, str(default), allowed, option.meaning


def _print_table(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = Table(*head, title=title, title_justify="left", box=None)
    for row in rows:
        table.add_row(*row)
    console.print(table, markup=False)
    console.print()
