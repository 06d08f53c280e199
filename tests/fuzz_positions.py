"""Positions of real games with something in their unfinished work changed: refused with a PositionError, or playable.

`tests/fuzz.py` runs it. Each position is read and, if it is accepted, played by random legal actions, with array bounds
checked (HAUNTED_ENV_BOUNDSCHECK=1), in a process of its own, so that a game that never comes to its next decision is
seen by the one who waits. Whatever is neither a PositionError nor a game that goes on is a `PositionFaultError`.
"""

import copy
import itertools
import json
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from haunted_env.play.batch import ENDED, Batch
from haunted_env.registry import spec
from haunted_env.spec import GameSpec
from haunted_env.spec.position import PositionError
from tests.mutation import places

UNFINISHED = ("stack", "work", "asked", "context", "lanes", "turn", "test", "in_setup", "decision", "node")
EDGES = (-(2**15), -127, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 19, 20, 41, 60, 64, 80, 126, 127, 2**15, 2**31)
GAMES, MUTANTS, STEPS = 32, 8, 40  # games dealt together, mutants of each position, actions played in each
SECONDS, COMPILING = 60, 600  # for one position, of which some thousand are done in that time; before the first one


class PositionFaultError(Exception):
    """A position that should have been refused, and what came of it."""


@dataclass
class Count:
    tried: int = 0
    accepted: int = 0


def changed(position: dict[str, Any], others: list[dict[str, Any]], rng: np.random.Generator) -> dict[str, Any]:
    """A copy with one to three things changed: mostly in the unfinished work, sometimes anywhere."""
    mutant = copy.deepcopy(position)
    parts = [key for key in UNFINISHED if key in mutant]
    if not parts or rng.random() < 0.15:
        parts = list(mutant)
    for _ in range(rng.integers(1, 4)):
        key = parts[rng.integers(len(parts))]
        if key in mutant:
            _change(mutant, key, others, rng)
    return mutant


def _change(mutant: dict[str, Any], key: str, others: list[dict[str, Any]], rng: np.random.Generator) -> None:
    """Change something at or below a key."""
    inside = list(places(mutant[key], (key,)))
    path = inside[rng.integers(len(inside))]
    holder: Any = mutant
    for name in path[:-1]:
        holder = holder[name]
    name, kind = path[-1], rng.integers(6)
    if kind == 0:
        del holder[name]
    elif kind == 1 and isinstance(holder, list):
        holder.insert(name, copy.deepcopy(holder[name]))
    elif kind == 2 and isinstance(holder[name], list):
        holder[name] = [holder[name][i] for i in rng.permutation(len(holder[name]))]
    elif kind == 3 and isinstance(holder[name], dict):
        fields = ("seat", "other", "who", "target", "slot", "card", "n", "bits", "phase", "pc", "source", "a", "b", "c")
        holder[name][fields[rng.integers(len(fields))]] = EDGES[rng.integers(len(EDGES))]
    elif kind == 4:
        holder[name] = _foreign(others, path, rng)
    elif isinstance(holder[name], str):
        words = [value for value in _leaves(others[rng.integers(len(others))]) if isinstance(value, str)]
        holder[name] = words[rng.integers(len(words))]
    elif isinstance(holder[name], bool):
        holder[name] = not holder[name]
    else:
        holder[name] = EDGES[rng.integers(len(EDGES))]


def _foreign(others: list[dict[str, Any]], path: tuple[Any, ...], rng: np.random.Generator) -> Any:
    """What another game has in the same part, anywhere in it."""
    part = others[rng.integers(len(others))].get(path[0], 0)
    found = [place for place in places(part) if len(place) == len(path) - 1] or [()]
    for name in found[rng.integers(len(found))]:
        part = part[name]
    return copy.deepcopy(part)


def _leaves(value: Any) -> Iterator[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not isinstance(value, dict | list):
        yield value
    for item in inner:
        yield from _leaves(item)


def sample(game: GameSpec, options: dict[str, Any], seed: int) -> tuple[Batch, list[dict[str, Any]]]:
    """A batch of one for such games, and the positions of some in the middle of play, finished ones among them."""
    rng = np.random.default_rng(seed)
    batch = Batch(game, GAMES, options, observation=None, autoreset=bool(rng.random() < 0.8))
    batch.deal(np.arange(GAMES) + GAMES * seed)
    generators = batch.generators(seed)
    found = []
    for _ in range(4):
        for _ in range(rng.integers(1, 120)):
            batch.step_random(generators)
        found += [game.positions.write(batch.games[row : row + 1]) for row in range(GAMES)]
    return Batch(game, 1, options, observation=None), found


def play(game: GameSpec, batch: Batch, position: dict[str, Any], seed: int) -> bool:
    """Whether a position is accepted; if so it is played on."""
    try:
        record = game.positions.read(position)
    except PositionError:
        return False
    if record["table"]["n_seats"][0] != batch.n_seats:
        batch = Batch(game, 1, {"players": int(record["table"]["n_seats"][0])}, observation=None)
    batch.load(record)
    generators = batch.generators(seed)
    for _ in range(STEPS):
        if batch.games["table"]["over"][0]:
            break
        if not batch.masks[0].any():
            raise PositionFaultError("nobody can do anything, and the game is not over")
        batch.step_random(generators)
        if batch.status[0] == ENDED:
            break
    return True


def run(game: GameSpec, n: int, seed: int, note: Path, count: Any) -> None:
    """Try n positions; `note` always holds the one at hand, `count` how many are done and accepted."""
    from tests.fuzz import random_options

    rng = np.random.default_rng(seed)
    for number in itertools.count(seed):
        batch, positions = sample(game, random_options(game, rng), number)
        for position in positions:
            for i in range(MUTANTS):
                mutant = position if i == 0 else changed(position, positions, rng)
                note.write_text(json.dumps(mutant))
                try:
                    accepted = play(game, batch, mutant, number)
                    if i == 0 and not accepted:
                        game.positions.read(position)
                except Exception as error:
                    note.with_suffix(".error").write_text(f"{type(error).__name__}: {error}")
                    raise
                count[0] += 1
                count[1] += accepted
                if count[0] == n:
                    return


def _run_named(name: str, n: int, seed: int, note: Path, count: Any) -> None:
    run(spec(name), n, seed, note, count)


def fuzz(game: GameSpec, n: int, seed: int, progress: bool = False) -> Count:
    """Try n positions in another process, watched; the first that does not do as it should is an error."""
    context = multiprocessing.get_context("spawn")
    count = context.Array("q", 2)
    with TemporaryDirectory() as folder:
        note = Path(folder, "position.json")
        child = context.Process(target=_run_named, args=(game.name, n, seed, note, count), daemon=True)
        child.start()
        start = moved = time.perf_counter()
        seen = 0
        while child.is_alive() and time.perf_counter() - moved < (SECONDS if seen else COMPILING):
            child.join(0.2)
            if count[0] != seen:
                if progress and count[0] // 10_000 != seen // 10_000:
                    print(f"{game.name}: {count[0]} positions, {time.perf_counter() - start:.0f} s", flush=True)
                seen, moved = count[0], time.perf_counter()
        if child.is_alive():
            child.kill()
            raise PositionFaultError(f"{game.name}: a position that hangs after {count[0]} others: {note.read_text()}")
        if child.exitcode:
            error = note.with_suffix(".error")
            why = error.read_text() if error.exists() else f"exit code {child.exitcode}"
            raise PositionFaultError(f"{game.name}: {why}, after {count[0]} positions: {note.read_text()}")
    return Count(count[0], count[1])
