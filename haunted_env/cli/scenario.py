"""`haunted-env scenario check`, `map` and `list`: for people who write scenarios and campaigns (docs/scenarios.md)."""

import functools
import io
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from haunted_env import registry
from haunted_env.cli.app import app, console, fail
from haunted_env.cli.app import command as command_of
from haunted_env.engine.files import write_atomically
from haunted_env.play.replay import Replay, simulate
from haunted_env.spec import GameSpec, Scenarios

group = typer.Typer(no_args_is_help=True, help="Check and draw scenario files.")
app.add_typer(group, name="scenario")
command = functools.partial(command_of, group=group)

File = Annotated[str, typer.Argument(metavar="FILE", help="a scenario or campaign: its .toml file, or its name")]
Game = Annotated[str | None, typer.Option(help="the game it is for (default: the first that has scenarios)")]
Out = Annotated[Path | None, typer.Option(help="where the picture goes (default: the file's name with .png, here)")]


@command
def check(file: File, game: Game = None) -> None:
    """Say what is in a scenario, or everything that is wrong with it (exit code 1)."""
    found = of(find(game))
    try:
        summary = found.summary(file)
    except ValueError as error:
        raise fail(str(error), 1) from error
    console.print(f"{file}: ok\n{summary}", markup=False, soft_wrap=True)


@command
def map(file: File, out: Out = None, game: Game = None) -> None:
    """Draw a scenario: tiles, points of interest, people, and where the paths of the destinies lead.

    Of a replay or saved game (FILE.jsonl), the world as it stands at the end, with what has changed marked."""
    from PIL import Image

    path = out or Path(Path(file).stem + ".png")
    if path.suffix.lower() != ".png":
        raise ValueError(f"--out {path}: the picture is a PNG; end the name in .png")
    picture = Image.fromarray(draw_game(file) if Path(file).suffix == ".jsonl" else of(find(game)).draw(file))
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True)
    write_atomically(path, written.getvalue())
    console.print(f"{path}: {picture.width} x {picture.height}", markup=False, soft_wrap=True)


def draw_game(file: str) -> np.ndarray:
    """The map of the world that a replay ends in."""
    loaded = Replay.load(file)
    spec = registry.spec(loaded.game)
    draw = of(spec).draw_world
    if draw is None:
        raise ValueError(f"{file}: {spec.title} has no map of a game")
    *_, last = simulate(spec, loaded)
    return draw(last)


@command
def list(game: Game = None) -> None:
    """The scenarios and campaigns that come with a game."""
    spec = find(game)
    for name in of(spec).names():
        title = of(spec).summary(name).splitlines()[0]
        console.print(f"{name}  {title}  (-o scenario={name})", markup=False, soft_wrap=True)
    for name in of(spec).campaigns():
        title = of(spec).summary(name).splitlines()[0]
        console.print(f"{name}  {title}  (-o campaign={name})", markup=False, soft_wrap=True)


def find(game: str | None) -> GameSpec:
    """The game named, or the first that has scenarios."""
    if game is not None:
        return registry.spec(game)
    return next(spec for spec in (registry.spec(name) for name in registry.GAMES) if spec.scenarios)


def of(spec: GameSpec) -> Scenarios:
    if spec.scenarios is None:
        raise ValueError(f"{spec.name} has no scenarios")
    return spec.scenarios
