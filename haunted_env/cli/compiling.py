"""`haunted-env compile`: every part of a game's compiled code in advance."""

import time
from collections.abc import Callable
from typing import Annotated, Any

import typer

from haunted_env import registry
from haunted_env.cli.app import command, console
from haunted_env.core import habits, ismcts, jit, lookahead
from haunted_env.play.batch import Batch
from haunted_env.spec import GameSpec

PartNames = Annotated[list[str] | None, typer.Option("--part", help=f"only this part: {', '.join(jit.PARTS)}")]


@command
def compile(
    game: Annotated[str | None, typer.Argument(help="only this game")] = None,
    part: PartNames = None,
) -> None:
    """Compile the games now, so that later starts are quick (for containers and clusters): the rules, the hand-written
    players, beliefs, the search and what networks are told besides, as far as a game has them."""
    unknown = [name for name in part or () if name not in jit.PARTS]
    if unknown:
        raise ValueError(f"--part {unknown[0]}: choose of {', '.join(jit.PARTS)}")
    specs = [registry.spec(name) for name in ([game] if game else registry.GAMES)]
    work = [(spec, name) for spec in specs for name in parts_of(spec) if not part or name in part]
    for number, (spec, name) in enumerate(work, 1):
        doing = "loading" if spec.compiler.is_warm(name) else "compiling"
        console.print(f"[{number}/{len(work)}] {spec.name}, {name}: {doing} ...", markup=False)
        started = time.perf_counter()
        parts_of(spec)[name]()
        console.print(f"      ready after {time.perf_counter() - started:.1f} s", markup=False)
    if not work:
        console.print(f"{specs[0].name} has no such part", markup=False)
    console.print(f"compiled code is kept in {jit.cache_root()}", markup=False, soft_wrap=True)


def parts_of(spec: GameSpec) -> dict[str, Callable[[], Any]]:
    """The parts of compiled code (`jit.PARTS`) that a game has, each with what makes it ready."""
    parts: dict[str, Callable[[], Any]] = {"engine": lambda: spec.engine}
    if spec.heuristic is not None:
        parts["heuristic"] = lambda: spec.choose_heuristic
    if "resample" in spec.functions or spec.belief is not None:
        parts["belief"] = lambda: prepare_beliefs(spec)
    if "resample" in spec.functions:
        parts["search"] = lambda: ismcts.compiled_search(spec)
    if "evaluate" in spec.functions:
        parts["evaluation"] = lambda: spec.chances_to_win
    if "turns" in spec.functions:
        parts["lookahead"] = lambda: lookahead.compiled_look_ahead(spec)
    if spec.habits is not None:
        parts["habits"] = lambda: habits.compiled_habits(spec)
    if spec.insight is not None:
        parts["insight"] = lambda: spec.work_out
    return parts


def prepare_beliefs(spec: GameSpec) -> None:
    """Imagined worlds, and what a game counts in functions of its own: these are compiled when they are asked."""
    if "resample" in spec.functions:
        _ = spec.sample_worlds
    batch = Batch(spec, 1, {})
    batch.deal(0)
    for belief in (spec.belief, *spec.subjects(batch.games).values()):
        if belief is not None:
            belief.chances(batch.games, 0)
