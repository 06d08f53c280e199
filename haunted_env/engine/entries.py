"""The compiled functions that Python calls, written once for every game.

A game supplies the functions named below (`bind` puts them in place); the loops here only drive them. All arrays have
one row per game; a single game is a batch of one. Every function of a game takes `data` last: what the game reads but
does not compile in (a scenario), an empty tuple in games that have no such thing.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from haunted_env.engine.apart import call_writer
from haunted_env.engine.choice import n_legal, nth_legal
from haunted_env.engine.prefetch import fetch
from haunted_env.engine.rng import following_seed, random_below

# Supplied by the game: see bind().
SUPPLIED: tuple = ()  # what there is of all this: other parts make other compiled code
N_ACTIONS = SEAT_ACTIONS = N_SEAT_ACTIONS = 0
TABLE_FIRST = TABLE_SIZE = LEDGER_FIRST = LEDGER_SIZE = WORK_FIRST = WORK_SIZE = 0
deal: Any = None  # deal(game, seed, mask, data): set up a game whose options are in place
step: Any = None  # step(game, action, mask, data): carry out a legal action
run: Any = None  # run(game, mask, data): go on to the next decision; all three leave the legal actions in `mask`
legal: Any = None  # legal(table, ledger, mask, data)
encode: Any = None  # encode(table, ledger, origin, out, data): the full observation
card_mask: Any = None  # card_mask(table, ledger, origin, out, data)
location_mask: Any = None  # location_mask(table, ledger, origin, out, data)
features: Any = None  # features(table, ledger, origin, out, data): the compact observation
returns: Any = None  # returns(game, seat, data): what the seat receives at the end
pay: Any = None  # pay(game, seat, data): in games with PAYS, what the last action brought the seat
PAYS = 0  # 1 for games that give rewards before the end
suggest: Any = None  # suggest(table, ledger, mask, style, generator, data): the hand-written player's choice
suspect: Any = None  # suspect(table, ledger, chances, data): shift chances by what was done and said
resample: Any = None  # resample(world, seat, generator, data): see sample_worlds()

NONE = -1

# What a row of `status` says.
RUNNING, ENDED, REFUSED = 0, 1, 2

# Bits of `mode`. DEAL, RESUME and LOOK say what to do instead of carrying out actions: deal a game from its seed, run
# one made from a position to its first decision, or leave it alone and show it to the seat in `deciders`. LOCATE writes
# the location masks, which take some counting and are for those who ask for them.
RELATIVE, AUTORESET, OBSERVE, DEAL, RESUME, LOOK, LOCATE = 1, 2, 4, 8, 16, 32, 64


@dataclass(frozen=True)
class Program:
    """Entry functions that are compiled together with a game's own when they are first used.

    part: the name under which a game says which of its files belong to it (`jit.Compiler`).
    helpers: functions the entries call, by name, each after those it calls itself. They are left out where the game
        supplies a function of that name.
    types: of arguments that only these functions have.
    """

    part: str
    functions: tuple[Callable, ...]
    helpers: Mapping[str, Callable] = field(default_factory=dict)
    types: Mapping[str, Any] = field(default_factory=dict)


def seat_action(action, first, n_named, by, n_seats):
    """An action that names a seat, with the seats counted from another one; any other action as it is.

    Written without branches, for a number in compiled code and for an array of them outside.
    """
    seat = action - first
    named = (seat >= 0) & (seat < min(n_named, n_seats))
    return action + named * ((seat + by) % n_seats - seat)


def to_absolute(action, origin, n_seats):
    """The engine's action for an action in the viewer's words."""
    return seat_action(action, SEAT_ACTIONS, N_SEAT_ACTIONS, origin, n_seats)


def rotate_mask(mask, origin, n_seats):
    """Seat-valued actions are relative to the viewer: rotate that block of the mask."""
    if origin == 0 or N_SEAT_ACTIONS == 0:
        return
    bits = 0
    for seat in range(n_seats):
        bits |= int(mask[SEAT_ACTIONS + seat]) << seat
    for seat in range(n_seats):
        mask[SEAT_ACTIONS + seat] = (bits >> ((seat + origin) % n_seats)) & 1


def clear(out, n):
    for i in range(n):
        out[i] = 0


def accepts(game, mover, action, mask, data):
    """Whether an absolute action is legal; fills `mask` with all that are."""
    clear(mask, N_ACTIONS)
    legal(game.table, game.ledger[mover], mask, data)
    return 0 <= action < N_ACTIONS and mask[action] == 1


def advance(
    rows, games, actions, seeds, deciders, observations, masks, cards, locations, rewards, status, mode, writer, data
):
    """Carry out one action in each of some games, then write what the deciding seat may know.

    An illegal action changes nothing and is marked REFUSED. With AUTORESET a finished game is dealt again at once;
    `rewards` and `status` then speak of the old game.

    writer: where `write_features` lies (`apart.address_of`) if that is to write the observations; 0 if not.
    """
    relative = mode & RELATIVE != 0
    acting = mode & (DEAL | RESUME | LOOK) == 0
    for k in range(rows.shape[0]):
        i = rows[k]
        if k + 1 < rows.shape[0]:
            fetch(games[rows[k + 1]])
        game = games[i]
        mask = masks[i]
        mover = int(game.table.decider)
        n_seats = int(game.table.n_seats)
        status[i] = RUNNING
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        if acting:
            origin = mover if relative else 0
            action = to_absolute(actions[i], origin, n_seats)
            if mover < 0 or not accepts(game, mover, action, mask, data):
                status[i] = REFUSED
                rotate_mask(mask, origin, n_seats)
                continue
            step(game, action, mask, data)
        elif mode & DEAL:
            deal(game, seeds[i], mask, data)
        elif mode & RESUME:
            run(game, mask, data)
        elif mover >= 0:
            accepts(game, mover, NONE, mask, data)
        else:
            clear(mask, N_ACTIONS)
        if PAYS and (acting or game.table.over):
            for seat in range(n_seats):
                rewards[i, seat] = pay(game, seat, data)
        if game.table.over:
            status[i] = ENDED
            if not PAYS:
                for seat in range(n_seats):
                    rewards[i, seat] = returns(game, seat, data)
            if mode & AUTORESET:
                seeds[i] = following_seed(seeds[i])
                deal(game, seeds[i], mask, data)
        decider = int(game.table.decider)
        view = int(deciders[i]) if mode & LOOK else decider
        if mode & LOOK == 0:
            deciders[i] = decider
        if view < 0:  # the game is over: the seat that moved sees how it ended
            view = max(mover, 0)
        if view != decider:
            clear(mask, N_ACTIONS)
        elif relative:
            rotate_mask(mask, view, n_seats)
        origin = view if relative else 0
        if mode & OBSERVE:
            encode(game.table, game.ledger[view], origin, observations[i], data)
            card_mask(game.table, game.ledger[view], origin, cards[i], data)
        elif writer != 0:
            call_writer(writer, game.table, game.ledger[view], origin, observations[i], cards[i], data)
        if mode & LOCATE:
            location_mask(game.table, game.ledger[view], origin, locations[i], data)


def choose_random(masks, generators, actions):
    """The random player: a uniformly random legal action per row, from that row's own generator."""
    for i in range(masks.shape[0]):
        n = n_legal(masks[i], N_ACTIONS)
        actions[i] = NONE
        if n > 0:  # not `random_action`, which would count them again
            actions[i] = nth_legal(masks[i], N_ACTIONS, random_below(generators[i], n))


def write_features(table, ledger, origin, out, card_row, data):
    """The compact observation of a seat, and its partial-observation mask."""
    features(table, ledger, origin, out, data)
    card_mask(table, ledger, origin, card_row, data)


def choose_heuristic(games, generators, actions, mask, style, data):
    """The hand-written player, in one of its styles: an (absolute) action per game, from what the seat may know."""
    for i in range(games.shape[0]):
        table = games[i].table
        decider = int(table.decider)
        actions[i] = NONE
        if decider < 0:
            continue
        clear(mask, N_ACTIONS)
        legal(table, games[i].ledger[decider], mask, data)
        actions[i] = suggest(table, games[i].ledger[decider], mask, style, generators[i], data)


def suspect_all(games, beliefs, data):
    """What deciding seats could believe by counting, shifted by what they make of what was done and said."""
    for i in range(games.shape[0]):
        table = games[i].table
        decider = int(table.decider)
        if decider >= 0:
            suspect(table, games[i].ledger[decider], beliefs[i], data)


def copy_bytes(raw, worlds_raw, i, first, size):
    for k in range(first, first + size):
        worlds_raw[i, k] = raw[i, k]


def sample_worlds(raw, views, worlds_raw, worlds, generators, data):
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
        resample(world, seat, generators[i], data)


# Small functions that the entries above call.
HELPERS: dict[str, Callable] = {
    function.__name__: function for function in (seat_action, to_absolute, rotate_mask, clear, accepts, copy_bytes)
}
ENGINE = Program("engine", (advance, choose_random))
FEATURES = Program("features", (write_features,))
HEURISTIC = Program("heuristic", (choose_heuristic,))
SUSPICION = Program("heuristic", (suspect_all,))
WORLDS = Program("belief", (sample_worlds,))


def bind(function: Callable, supplied: Mapping[str, Any]) -> Callable:
    """The same function with the game's functions in place of the names above."""
    return types.FunctionType(function.__code__, {**function.__globals__, **supplied}, function.__name__)
