"""What comes of actions: each is tried in the game as it is and played a few turns on, several times with fresh chance.

For training only: it starts from the whole game, hidden parts included. As games are met as often as they are likely,
what it finds is right on average over everything a seat cannot tell apart, and more than that no policy can learn.
"""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numba import float64, int64

from haunted_env.core import ismcts
from haunted_env.core.rng import seed_generator

if TYPE_CHECKING:
    from haunted_env.spec import GameSpec

# Supplied by the game, as in entries.py and ismcts.py.
step: Any = None
suggest: Any = None
turns: Any = None  # turns(table): how many there have been; positions are compared at the same time
worth: Any = ismcts.worth

TYPES = {**ismcts.TYPES, "candidates": int64[:, ::1], "outlook": float64[:, ::1]}
NONE = -1  # ends a row of candidates


def look_ahead(raw, views, seeds, candidates, worlds_raw, worlds, generators, mask, outlook, knobs, n_turns, repeats):
    """What a seat may expect of each of some actions (absolute), mapped to 0..1: (games, candidates).

    The hand-written player plays on in all seats for so many turns, the present one included. The n-th try of every
    action of a game meets the same chance. `worlds` and `generators` have room for one game.
    """
    world = worlds[0]
    generator = generators[0]
    for i in range(raw.shape[0]):
        for j in range(candidates.shape[1]):
            if candidates[i, j] < 0:
                break
            total = 0.0
            for number in range(repeats):
                for k in range(worlds_raw.shape[1]):
                    worlds_raw[0, k] = raw[i, k]
                seed_generator(generator, seeds[i], 2 * number)
                seed_generator(world.secret.rng, seeds[i], 2 * number + 1)
                until = turns(world.table) + n_turns
                step(world, int(candidates[i, j]), mask)
                play_turns(world, mask, generator, until)
                total += worth(world, int(views[i]), knobs)
            outlook[i, j] = total / repeats


def play_turns(world, mask, generator, until):
    while not world.table.over and turns(world.table) < until:
        action = int(suggest(world.table, world.ledger[int(world.table.decider)], mask, generator))
        step(world, action, mask)


@functools.cache
def compiled_look_ahead(spec: "GameSpec") -> Callable[..., None]:
    """`look_ahead` for a game, compiled on first use."""
    for name in ("suggest", "evaluate", "turns"):
        if name not in spec.functions:
            raise ValueError(f"one cannot look ahead in {spec.name}: its GameSpec has no `{name}`")
    spec.compiler.types.update(TYPES)
    helpers: dict[str, Callable] = {"play_turns": play_turns, "worth": ismcts.worth}
    return spec.compiled((look_ahead,), "lookahead", helpers)[0]
