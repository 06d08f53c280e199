"""Positions of real games with something in their unfinished work changed: refused with a PositionError, or playable.

Each position is read and, if it is accepted, played by random legal actions, with array bounds checked
(HAUNTED_ENV_BOUNDSCHECK=1).
"""

import copy
import itertools
import json
from typing import Any

import numpy as np

from haunted_env.play.batch import ENDED, Batch
from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT, FULL
from haunted_env.spec.position import PositionError
from tests.fuzz.games import random_options
from tests.fuzz.watch import FaultError, Tally
from tests.mutation import EDGES, Mutator

KINDS = tuple(GAMES)
UNFINISHED = ("stack", "work", "asked", "context", "lanes", "turn", "test", "in_setup", "decision", "node")
FIELDS = ("seat", "other", "who", "target", "slot", "card", "n", "bits", "phase", "pc", "source", "a", "b", "c")
IN_WORDS = 0.1  # how often a position's words are read as well
SIDE_BY_SIDE, MUTANTS, STEPS = 32, 8, 40  # games dealt together, mutants of each position, actions played in each


def changed(position: dict[str, Any], mutator: Mutator) -> dict[str, Any]:
    """A copy with one to three things changed: mostly in the unfinished work, sometimes anywhere."""
    mutant = copy.deepcopy(position)
    parts = [key for key in UNFINISHED if key in mutant]
    if not parts or mutator.rng.random() < 0.15:
        parts = list(mutant)
    for _ in range(mutator.rng.integers(1, 4)):
        key = mutator.any_of(parts)
        if key in mutant and mutator.rng.random() < 0.02:
            del mutant[key]
        elif key in mutant:
            mutator.change(mutant, key)
    return mutant


def sample(game: GameSpec, options: dict[str, Any], seed: int) -> tuple[Batch, list[dict[str, Any]]]:
    """A batch of one for such games, and the positions of some in the middle of play, finished ones among them."""
    rng = np.random.default_rng(seed)
    batch = Batch(game, SIDE_BY_SIDE, options, observation=None, autoreset=bool(rng.random() < 0.8))
    batch.deal(np.arange(SIDE_BY_SIDE) + SIDE_BY_SIDE * seed)
    generators = batch.generators(seed)
    found = []
    for _ in range(4):
        for _ in range(rng.integers(1, 120)):
            batch.step_random(generators)
        found += [game.positions.write(batch.game(row)) for row in range(SIDE_BY_SIDE)]
    return Batch(game, 1, options, observation=None), found


def play(game: GameSpec, batch: Batch, position: dict[str, Any], seed: int, words: bool) -> bool:
    """Whether a position is accepted; if so it is played on, and looked at before and after."""
    try:
        record = game.positions.read(position)
    except PositionError:
        return False
    if record["table"]["n_seats"][0] != batch.n_seats:
        batch = Batch(game, 1, {"players": int(record["table"]["n_seats"][0])}, observation=None)
    batch.load(record)
    look(batch, words)
    generators = batch.generators(seed)
    for _ in range(STEPS):
        if batch.games["table"]["over"][0]:
            break
        if not batch.masks[0].any():
            raise FaultError("nobody can do anything, and the game is not over")
        batch.step_random(generators)
        if batch.status[0] == ENDED:
            break
    look(batch, words)
    return True


def look(batch: Batch, in_words: bool) -> None:
    """What every seat observes of a game; and in words, which takes longer."""
    for seat in range(batch.n_seats):
        for kind in (FULL, COMPACT) if batch.spec.features else (FULL,):
            batch.look(seat, observation=kind)
    if not in_words:
        return
    words, game = batch.spec.words, batch.games
    words.events(game, 0)
    for seat in range(batch.n_seats):
        words.text(game, seat)
    decider = int(game["table"]["decider"][0])
    if decider >= 0:
        words.explain_decision(game, decider)
        for action in np.flatnonzero(batch.masks[0]):
            batch.describe(0, int(action))


def run(name: str, seed: int, tally: Tally) -> None:
    """Positions are counted, and those that were accepted and played on."""
    game, rng = spec(name), np.random.default_rng(seed)
    for number in itertools.count(seed):
        batch, positions = sample(game, random_options(game, rng), number)
        mutator = Mutator(rng, positions, EDGES, FIELDS)
        for position, i in itertools.product(positions, range(MUTANTS)):
            if not tally.wants_more():
                return
            mutant = changed(position, mutator) if i else position
            tally.trying(json.dumps(mutant))
            accepted = play(game, batch, mutant, number, bool(rng.random() < IN_WORDS))
            if not accepted and not i:
                raise FaultError("a position of a real game is refused")
            tally.add(1, accepted)
