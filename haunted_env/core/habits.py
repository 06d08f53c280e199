"""Habits: lasting departures from the hand-written player, tried out in whole games.

A habit says: on such an occasion (what is asked of whom, and what the hand-written player would do), under such a
circumstance, do this deed instead. It is kept for a whole game. What a single decision changes drowns in luck; what a
habit changes can be counted, and the same games tell about hundreds of habits at once, as each seat draws its own.
"""

import functools
from collections.abc import Callable
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import float64, int8, int64

from haunted_env.core.choice import random_action
from haunted_env.core.rng import random_below, seed_generator

if TYPE_CHECKING:
    from haunted_env.spec import GameSpec

# Supplied by the game, as in entries.py.
deal: Any = None
step: Any = None
returns: Any = None
suggest: Any = None
legal: Any = None
clear: Any = None
N_ACTIONS = 0
occasion: Any = None  # occasion(table, ledger, action): the number of an occasion, `action` is advised
circumstances: Any = None  # circumstances(table, ledger, conditions): fill in the value of every circumstance
deed: Any = None  # deed(table, ledger, mask, number): the action it means now; NONE if it means none

NONE = -1
# Columns of `habits`, which are sorted by occasion: `habit_starts` has the first row of each occasion.
DEED, CIRCUMSTANCE, VALUE = 0, 1, 2
NOT_MET, OFF, ON = 0, 1, 2  # what a seat thinks of a habit in a game: drawn when it first could act on it
HAND_WRITTEN, TRYING, RANDOM = 0, 1, 2  # who plays a seat
OWN_CHANCE = 12345  # stream of a game's seed from which players take theirs

# Quantiles of the normal distribution, to draw from.
N_QUANTILES = 1024
NORMAL = np.array([NormalDist().inv_cdf((i + 0.5) / N_QUANTILES) for i in range(N_QUANTILES)], np.float64)

TYPES = {
    "habits": int64[:, ::1],
    "habit_starts": int64[::1],
    "habit_hopes": float64[::1],  # what a habit is expected to add to the chance to win, and the doubt about it
    "habit_doubts": float64[::1],
    "habit_minds": int8[:, ::1],  # by seat: NOT_MET, OFF or ON
    "habit_draws": float64[:, ::1],  # by seat: what it expects of the habit in this game
    "habits_met": int64[:, ::1],
    "habit_games": int64[:, ::1],  # by habit: games of seats that could have acted on it, OFF and ON
    "habit_wins": int64[:, ::1],  # how many of them the seats won
    "players": int8[:, ::1],  # by game and seat: HAND_WRITTEN, TRYING or RANDOM
    "played": int64[:, ::1],  # by kind of player: games and wins
    "conditions": int64[::1],
}


def try_out(
    games, seeds, generators, mask, players, conditions, habits, habit_starts, habit_hopes, habit_doubts,
    habit_minds, habit_draws, habits_met, habit_games, habit_wins, played,
):  # fmt: skip
    """Play a game from every seed. Some seats try habits, each drawn as likely as it is thought to help."""
    game = games[0]
    generator = generators[0]
    n_met = np.zeros(habit_minds.shape[0], np.int64)
    for i in range(seeds.shape[0]):
        deal(game, int(seeds[i]), mask)
        seed_generator(generator, int(seeds[i]), OWN_CHANCE)
        while not game.table.over:
            seat = int(game.table.decider)
            ledger = game.ledger[seat]
            if players[i, seat] == RANDOM:
                step(game, int(random_action(mask, N_ACTIONS, generator)), mask)
                continue
            action = int(suggest(game.table, ledger, mask, generator))
            if players[i, seat] == TRYING:
                at = int(occasion(game.table, ledger, action))
                top = 0.0
                advised = action
                if habit_starts[at] < habit_starts[at + 1]:
                    circumstances(game.table, ledger, conditions)
                for habit in range(habit_starts[at], habit_starts[at + 1]):
                    if conditions[habits[habit, CIRCUMSTANCE]] != habits[habit, VALUE]:
                        continue
                    mind = habit_minds[seat, habit]
                    if mind == OFF or (mind == ON and habit_draws[seat, habit] <= top):
                        continue
                    other = int(deed(game.table, ledger, mask, int(habits[habit, DEED])))
                    if other < 0 or other == advised:
                        continue
                    if mind == NOT_MET:
                        drawn = NORMAL[random_below(generator, N_QUANTILES)]
                        habit_draws[seat, habit] = habit_hopes[habit] + habit_doubts[habit] * drawn
                        habit_minds[seat, habit] = ON if habit_draws[seat, habit] > 0.0 else OFF
                        habits_met[seat, n_met[seat]] = habit
                        n_met[seat] += 1
                    if habit_draws[seat, habit] > top:
                        top = habit_draws[seat, habit]
                        action = other
            step(game, action, mask)
        for seat in range(game.table.n_seats):
            won = 1 if returns(game, seat) > 0 else 0
            played[players[i, seat], 0] += 1
            played[players[i, seat], 1] += won
            for k in range(n_met[seat]):
                habit = habits_met[seat, k]
                mind = int(habit_minds[seat, habit]) - OFF
                habit_games[habit, mind] += 1
                habit_wins[habit, mind] += won
                habit_minds[seat, habit] = NOT_MET
            n_met[seat] = 0


def depart(games, actions, mask, conditions, habits, habit_starts, habit_hopes):
    """Replace the hand-written player's actions (absolute) wherever a habit promises to gain by it, most first."""
    for i in range(games.shape[0]):
        table = games[i].table
        ledger = games[i].ledger[int(table.decider)]
        at = int(occasion(table, ledger, int(actions[i])))
        if habit_starts[at] == habit_starts[at + 1]:
            continue
        clear(mask, N_ACTIONS)
        legal(table, ledger, mask)
        circumstances(table, ledger, conditions)
        top = 0.0
        advised = actions[i]
        for habit in range(habit_starts[at], habit_starts[at + 1]):
            if habit_hopes[habit] <= top or conditions[habits[habit, CIRCUMSTANCE]] != habits[habit, VALUE]:
                continue
            other = int(deed(table, ledger, mask, int(habits[habit, DEED])))
            if other >= 0 and other != advised:
                top = habit_hopes[habit]
                actions[i] = other


@functools.cache
def compiled_habits(spec: "GameSpec") -> list[Callable[..., None]]:
    """`try_out` and `depart` for a game, compiled on first use."""
    if spec.habits is None:
        raise ValueError(f"{spec.name} has no habits to try: its GameSpec has no `habits`")
    spec.compiler.types.update(TYPES)
    return spec.compiled((try_out, depart), "habits")
