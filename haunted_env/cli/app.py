"""What all commands share: the application, its options and how errors are told."""

import functools
import json
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.console import Console

from haunted_env import registry
from haunted_env.spec import GameSpec
from haunted_env.version import __version__

HELP = "Hidden-information board games: play, watch, replay, measure and describe them; let agents play each other."
app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=HELP)
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

GameName = Annotated[str, typer.Argument(help=f"one of: {', '.join(registry.GAMES)}")]
Settings = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="a game option")]
Players = Annotated[int | None, typer.Option(help="number of players")]
Seed = Annotated[int | None, typer.Option(help="the same seed gives the same game")]
Trust = Annotated[
    list[str] | None,
    typer.Option("--trust", metavar="AGENT", help="an agent named in the file that may run its code (repeatable)"),
]
DEFAULT_GAME = next(iter(registry.GAMES))


def say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"haunted_env {__version__}")
        raise typer.Exit


@app.callback()
def options_of_all(
    version: Annotated[
        bool, typer.Option("--version", callback=say_version, is_eager=True, help="the version")
    ] = False,
) -> None:
    """What can be said before a command."""


def command(function: Callable[..., None], group: typer.Typer = app) -> Callable[..., None]:
    """Register a command whose errors are one clear line and exit code 2."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> None:
        find_modules_here()
        try:
            function(*args, **kwargs)
        except BrokenPipeError:  # the reader has seen enough, as in `| head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (ValueError, OSError) as error:
            raise fail(str(error)) from error

    return group.command()(run)


def find_modules_here() -> None:
    """Modules that agents' names speak of are looked for in the current folder too, in worker processes as well (they
    take over the path). An installed command does not do so by itself. Last, so that nothing installed is hidden."""
    here = os.getcwd()
    if not {here, ""} & set(sys.path):
        sys.path.append(here)


def fail(message: str, code: int = 2) -> typer.Exit:
    """Say what went wrong; raise what this returns."""
    errors.print(f"error: {message}", style="red", markup=False, soft_wrap=True)
    return typer.Exit(code)


def read_options(spec: GameSpec, settings: list[str] | None, players: int | None) -> dict[str, Any]:
    """The options of the command line, checked and completed."""
    return spec.check_options(({} if players is None else {"players": players}) | read_settings(settings))


def read_settings(settings: list[str] | None) -> dict[str, Any]:
    """KEY=VALUE as on the command line; numbers and truth values as such."""
    given: dict[str, Any] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--option {setting}: expected KEY=VALUE")
        try:
            given[name] = json.loads(value)
        except ValueError:
            given[name] = value
    return given
