"""Golden playthroughs: whole games, readable, with a hash of every state.

A change of rules or of chance shows up as a changed line. They are written anew only together with a new
version of the game: `python -m tests.golden`.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from haunted_env.play.batch import Batch
from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec

FOLDER = Path(__file__).parent
DECISIONS = 250


def digest(batch: Batch) -> str:
    return hashlib.sha256(batch.raw[0].tobytes()).hexdigest()[:12]


def playthrough(game: GameSpec, options: dict[str, Any], seed: int) -> Iterator[str]:
    """The lines of a game of random players: who decides what, what was chosen, what everybody saw."""
    batch = Batch(game, 1, options, relative_seats=False)
    generators = batch.generators(seed)
    batch.deal(seed)
    yield f"{game.name}_v{game.version} {options} seed {seed}"
    seen = 0
    for number in range(DECISIONS):
        table = batch.games["table"]
        if table["over"][0]:
            break
        seat = int(table["decider"][0])
        chosen = batch.random_actions(generators).copy()
        words = batch.describe(0, int(chosen[0]))
        asked = game.words.decision_name(batch.games, seat)
        yield f"{number:4} {digest(batch)} player {seat} {asked} {int(batch.masks[0].sum())} legal: {chosen[0]} {words}"
        batch.step(chosen)
        seen, events = game.words.events(batch.games, seen)
        yield from (f"       {event}" for event in events)
    while not batch.games["table"]["over"][0]:
        batch.step_random(generators)
    yield f" end {digest(batch)} {game.queries.result(batch.games)}"


def cases() -> list[tuple[str, int]]:
    return [(name, players) for name in GAMES for players in range(spec(name).players[0], spec(name).players[1] + 1)]


def path(name: str, players: int) -> Path:
    return FOLDER / name / f"{players}_players.txt"


def text(name: str, players: int) -> str:
    return "\n".join(playthrough(spec(name), {"players": players}, seed=players)) + "\n"
