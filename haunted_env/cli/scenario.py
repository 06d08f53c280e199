"""`haunted-env scenario check`, `map`, `list` and `generate`: for people who write scenarios and campaigns or have them
made (docs/scenarios.md)."""

import functools
import io
import time
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from haunted_env import registry
from haunted_env.cli.app import app, console, fail
from haunted_env.cli.app import command as command_of
from haunted_env.engine.files import write_atomically
from haunted_env.play.replay import Replay, simulate
from haunted_env.spec import GameSpec, Generator, Scenarios

group = typer.Typer(no_args_is_help=True, help="Check, draw and generate scenarios.")
app.add_typer(group, name="scenario")
command = functools.partial(command_of, group=group)

A_FILE = "a scenario or campaign: its .toml file, the name of a supplied one, or generated:SEED"
File = Annotated[str, typer.Argument(metavar="FILE", help=A_FILE)]
Game = Annotated[str | None, typer.Option(help="the game it is for (default: the first that has scenarios)")]
Out = Annotated[Path | None, typer.Option(help="where the picture goes (default: the file's name with .png, here)")]


@command
def check(
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help=A_FILE, show_default=False)] = None,
    generated: Annotated[
        str | None, typer.Option(metavar="SIZE", help="instead of a file: worlds of this size")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="how many of them")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="the seed of the first")] = 0,
    game: Game = None,
) -> None:
    """Say what is in a scenario, or everything that is wrong with it (exit code 1).

    With --generated SIZE: check the worlds of the seeds SEED, SEED + 1, ..."""
    found = of(find(game))
    if (file is None) == (generated is None):
        raise ValueError("check what? Name a scenario, or say --generated and a size")
    if file is None:
        check_generated(found, str(generated), count, seed)
        return
    try:
        summary = found.summary(file)
    except ValueError as error:
        raise fail(str(error), 1) from error
    console.print(f"{file}: ok\n{summary}", markup=False, soft_wrap=True)


def check_generated(found: Scenarios, size: str, count: int, first: int) -> None:
    """Check worlds one after the other, and tell every fault of those that have any."""
    generator, began, faulty = made_by(found), time.process_time(), 0
    generator.write(first, size)  # refuses sizes and seeds that there are not
    for seed in range(first, first + count):
        try:
            generator.check(seed, size)
        except ValueError as error:
            faulty += 1
            console.print(f"seed {seed}: {error}", markup=False, soft_wrap=True)
    each = 1000 * (time.process_time() - began) / count
    if faulty:
        raise fail(f"{faulty} of {count} {size} worlds have faults", 1)
    console.print(
        f"{count} {size} worlds, seeds {first} to {first + count - 1}: ok ({each:.1f} ms each)", soft_wrap=True
    )


@command
def generate(
    seed: Annotated[int, typer.Option(min=0, help="which world: the same seed and size make the same one")],
    out: Annotated[Path, typer.Option(help="the scenario file to write")],
    size: Annotated[str, typer.Option(help="small, medium or large")] = "medium",
    game: Game = None,
) -> None:
    """Make a whole scenario and write it as a file, to be read, changed and played."""
    found = of(find(game))
    if out.suffix.lower() != ".toml":
        raise ValueError(f"--out {out}: a scenario is a TOML file; end the name in .toml")
    write_atomically(out, made_by(found).write(seed, size))
    console.print(f"{out}: {found.summary(str(out))}", markup=False, soft_wrap=True)


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
    """The scenarios and campaigns that come with a game, and how to have others made."""
    spec = find(game)
    for name in of(spec).names():
        title = of(spec).summary(name).splitlines()[0]
        console.print(f"{name}  {title}  (-o scenario={name})", markup=False, soft_wrap=True)
    for name in of(spec).campaigns():
        title = of(spec).summary(name).splitlines()[0]
        console.print(f"{name}  {title}  (-o campaign={name})", markup=False, soft_wrap=True)
    generator = of(spec).generator
    if generator is not None:
        console.print(f"made from seeds: {generator.spelt}", markup=False, soft_wrap=True)


def find(game: str | None) -> GameSpec:
    """The game named, or the first that has scenarios."""
    if game is not None:
        return registry.spec(game)
    return next(spec for spec in (registry.spec(name) for name in registry.GAMES) if spec.scenarios)


def made_by(found: Scenarios) -> Generator:
    if found.generator is None:
        raise ValueError("this game makes no scenarios by itself")
    return found.generator


def of(spec: GameSpec) -> Scenarios:
    if spec.scenarios is None:
        raise ValueError(f"{spec.name} has no scenarios")
    return spec.scenarios
