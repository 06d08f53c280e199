"""The compiled functions that Python calls, written once for every game.

A game supplies the functions named below (`bind` puts them in place); the loops here only drive them.
All arrays have one row per game; a single game is a batch of one.
"""

import ast
import inspect
import textwrap
import types
from collections.abc import Callable
from typing import Any

from haunted_env.core.choice import n_legal, nth_legal
from haunted_env.core.rng import following_seed, random_below

# Supplied by the game: see bind().
N_ACTIONS = SEAT_ACTIONS = N_SEAT_ACTIONS = 0
TABLE_FIRST = TABLE_SIZE = LEDGER_FIRST = LEDGER_SIZE = WORK_FIRST = WORK_SIZE = 0
deal: Any = None  # deal(game, seed, mask): set up a game whose options are in place
step: Any = None  # step(game, action, mask): carry out a legal action
run: Any = None  # run(game, mask): go on to the next decision; all three leave the decider's legal actions in `mask`
legal: Any = None  # legal(table, ledger, mask)
encode: Any = None  # encode(table, ledger, origin, out)
card_mask: Any = None  # card_mask(table, ledger, origin, out)
returns: Any = None  # returns(game, seat): what the seat receives at the end
pay: Any = None  # pay(game, seat): in games with PAYS, what the last action brought the seat
PAYS = 0  # 1 for games that give rewards before the end
suggest: Any = None  # suggest(table, ledger, mask, generator): the hand-written player's choice among legal actions
resample: Any = None  # resample(world, seat, generator): see sample_worlds()

# What a row of `actions` may say besides an action.
DEAL = -1  # set the game up again, from the seed in `seeds`
LOOK = -2  # leave the game alone, only write what the seat in `views` sees
RESUME = -3  # run a game made from a position to its first decision

# What a row of `status` says.
RUNNING, ENDED, REFUSED = 0, 1, 2

# Bits of `mode`.
RELATIVE, AUTORESET, OBSERVE = 1, 2, 4


def turn_mask(mask, origin, n_seats):
    """Seat-valued actions are relative to the viewer: rotate that block of the mask."""
    if origin == 0 or N_SEAT_ACTIONS == 0:
        return
    bits = 0
    for seat in range(n_seats):
        bits |= int(mask[SEAT_ACTIONS + seat]) << seat
    for seat in range(n_seats):
        mask[SEAT_ACTIONS + seat] = (bits >> ((seat + origin) % n_seats)) & 1


def absolute_action(action, origin, n_seats):
    """The engine's action for an action in the viewer's words."""
    seat = action - SEAT_ACTIONS
    if 0 <= seat < N_SEAT_ACTIONS and seat < n_seats:
        return SEAT_ACTIONS + (seat + origin) % n_seats
    return action


def clear(out, n):
    for i in range(n):
        out[i] = 0


def accepts(game, mover, action, mask):
    """Whether an absolute action is legal; fills `mask` with all that are."""
    clear(mask, N_ACTIONS)
    legal(game.table, game.ledger[mover], mask)
    return 0 <= action < N_ACTIONS and mask[action] == 1


def advance(games, actions, views, seeds, observations, masks, cards, finals, deciders, rewards, status, mode):
    """Carry out one action in every game, then write what the deciding seat (or `views`) may know.

    An illegal action changes nothing and is marked REFUSED. With AUTORESET a finished game is dealt again at
    once; `finals` then holds the last view of the seat that moved, `rewards` and `status` speak of the old game.
    """
    relative = mode & RELATIVE != 0
    observe = mode & OBSERVE != 0
    for i in range(games.shape[0]):
        game = games[i]
        mask = masks[i]
        action = actions[i]
        mover = int(game.table.decider)
        n_seats = int(game.table.n_seats)
        origin = mover if relative else 0
        status[i] = RUNNING
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        if action >= 0:
            action = absolute_action(action, origin, n_seats)
            if mover < 0 or not accepts(game, mover, action, mask):
                status[i] = REFUSED
                turn_mask(mask, origin, n_seats)
                continue
            step(game, action, mask)
        elif action == DEAL:
            deal(game, seeds[i], mask)
        elif action == RESUME:
            run(game, mask)
        elif mover >= 0:
            accepts(game, mover, action, mask)
        else:
            clear(mask, N_ACTIONS)
        if PAYS and (action >= 0 or game.table.over):
            for seat in range(n_seats):
                rewards[i, seat] = pay(game, seat)
        if game.table.over:
            status[i] = ENDED
            if not PAYS:
                for seat in range(n_seats):
                    rewards[i, seat] = returns(game, seat)
            if mode & AUTORESET:
                if observe:
                    encode(game.table, game.ledger[mover], origin, finals[i])
                seeds[i] = following_seed(seeds[i])
                deal(game, seeds[i], mask)
        decider = int(game.table.decider)
        deciders[i] = decider
        view = int(views[i])
        if view < 0:
            view = max(decider if decider >= 0 else mover, 0)
        if view != decider:
            clear(mask, N_ACTIONS)
        elif relative:
            turn_mask(mask, view, n_seats)
        if observe:
            origin = view if relative else 0
            encode(game.table, game.ledger[view], origin, observations[i])
            card_mask(game.table, game.ledger[view], origin, cards[i])


def choose_random(masks, generators, actions):
    """The random player: a uniformly random legal action per row, from that row's own generator."""
    for i in range(masks.shape[0]):
        n = n_legal(masks[i], N_ACTIONS)
        actions[i] = LOOK
        if n > 0:  # not `random_action`: rules that call rules are not inlined, and this would take twice as long
            actions[i] = nth_legal(masks[i], N_ACTIONS, random_below(generators[i], n))


def choose_heuristic(games, generators, actions, mask, mode):
    """The hand-written player: an action per game, from what the deciding seat may know."""
    for i in range(games.shape[0]):
        table = games[i].table
        decider = int(table.decider)
        actions[i] = LOOK
        if decider < 0:
            continue
        clear(mask, N_ACTIONS)
        legal(table, games[i].ledger[decider], mask)
        action = suggest(table, games[i].ledger[decider], mask, generators[i])
        seat = action - SEAT_ACTIONS
        if mode & RELATIVE and 0 <= seat < N_SEAT_ACTIONS:
            action = SEAT_ACTIONS + (seat - decider + int(table.n_seats)) % int(table.n_seats)
        actions[i] = action


def copy_bytes(raw, worlds_raw, i, first, size):
    for k in range(first, first + size):
        worlds_raw[i, k] = raw[i, k]


def sample_worlds(raw, views, worlds_raw, worlds, generators):
    """For each game a complete one that the seat in `views` cannot tell from it.

    `raw` and `worlds_raw` are the bytes of the games and worlds. Only what the seat may know is copied (the table,
    its ledger, and the unfinished work if it is the one to decide): `resample` fills in everything else and never
    sees the truth.
    """
    for i in range(worlds.shape[0]):
        world = worlds[i]
        seat = int(views[i])
        for k in range(worlds_raw.shape[1]):
            worlds_raw[i, k] = 0
        copy_bytes(raw, worlds_raw, i, TABLE_FIRST, TABLE_SIZE)
        copy_bytes(raw, worlds_raw, i, LEDGER_FIRST + seat * LEDGER_SIZE, LEDGER_SIZE)
        if WORK_SIZE > 0 and world.table.decider == seat:
            copy_bytes(raw, worlds_raw, i, WORK_FIRST, WORK_SIZE)
        resample(world, seat, generators[i])


def with_data(function: Callable, takers: set[str]) -> Callable:
    """The same function with one more argument, `data`, handed on to those it calls that take it (`takers`).

    A game may have data that is not compiled in (a scenario): then all its functions take `data` last. Written out
    here, other games would pay for an argument they do not use. A function that calls no taker stays as it is;
    one that does becomes a taker.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    found = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in takers]
    if not found:
        return function
    for call in found:
        call.args.append(ast.Name("data", ast.Load()))
    definition: Any = tree.body[0]
    definition.args.args.append(ast.arg("data"))
    ast.increment_lineno(ast.fix_missing_locations(tree), function.__code__.co_firstlineno - 1)
    namespace = dict(function.__globals__)
    exec(compile(tree, function.__code__.co_filename, "exec"), namespace)  # its own file: Numba's cache looks there
    takers.add(function.__name__)
    made: Callable = namespace[function.__name__]
    return made


def bind(function: Callable, supplied: dict[str, Any]) -> Callable:
    """The same function with the game's functions in place of the names above."""
    return types.FunctionType(function.__code__, {**function.__globals__, **supplied}, function.__name__)
