"""`haunted-env compile`: every part of a game's compiled code in advance."""

import time
from typing import Annotated

import typer

from haunted_env import registry
from haunted_env.cli.app import command, console
from haunted_env.engine import cache
from haunted_env.engine.entries import ENGINE, FEATURES, HEURISTIC, SUSPICION, WORLDS, Program
from haunted_env.play.batch import Batch
from haunted_env.play.search import SEARCH
from haunted_env.spec import GameSpec

PROGRAMS = {
    "engine": ENGINE,
    "features": FEATURES,
    "heuristic": HEURISTIC,
    "belief": WORLDS,
    "search": SEARCH,
}
PartNames = Annotated[list[str] | None, typer.Option("--part", help=f"only this part: {', '.join(PROGRAMS)}")]


@command
def compile(
    game: Annotated[str | None, typer.Argument(help="only this game")] = None,
    part: PartNames = None,
) -> None:
    """Compile the games now, so that later starts are quick (for containers and clusters): the rules, the compact
    observation, the hand-written players, beliefs and the search, as far as a game has them."""
    unknown = [name for name in part or () if name not in PROGRAMS]
    if unknown:
        raise ValueError(f"--part {unknown[0]}: choose of {', '.join(PROGRAMS)}")
    specs = [registry.spec(name) for name in ([game] if game else registry.GAMES)]
    work = [(spec, name) for spec in specs for name in programs_of(spec) if not part or name in part]
    for number, (spec, name) in enumerate(work, 1):
        doing = "loading" if spec.is_warm(PROGRAMS[name]) else "compiling"
        console.print(f"[{number}/{len(work)}] {spec.name}, {name}: {doing} ...", markup=False)
        started = time.perf_counter()
        spec.compiled(PROGRAMS[name])
        if name == "engine" and spec.words.prepare is not None:
            spec.words.prepare()
        if name == "heuristic" and spec.heuristic and spec.heuristic.suspect:
            spec.compiled(SUSPICION)
        if name == "belief":
            prepare_beliefs(spec)
        console.print(f"      ready after {time.perf_counter() - started:.1f} s", markup=False)
    if not work:
        console.print(f"{specs[0].name} has no such part", markup=False)
    console.print(f"compiled code is kept in {cache.root()}", markup=False, soft_wrap=True)


def programs_of(spec: GameSpec) -> dict[str, Program]:
    """The parts of compiled code that a game has."""
    has = {
        "engine": True,
        "features": spec.features is not None,
        "heuristic": spec.heuristic is not None,
        "belief": spec.inference is not None,
        "search": spec.inference is not None,
    }
    return {name: program for name, program in PROGRAMS.items() if has[name]}


def prepare_beliefs(spec: GameSpec) -> None:
    """What a game counts in functions of its own is compiled when it is asked."""
    batch = Batch(spec, 1, observation=None)
    batch.deal(0)
    subjects = spec.inference.subjects(batch.games).values() if spec.inference else ()
    for belief in (spec.belief, *subjects):
        if belief is not None:
            belief.chances(batch.games, 0)
