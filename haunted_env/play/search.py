"""Information-set Monte Carlo tree search (single observer), compiled with a game's rules.

Every simulation imagines a world from what the searching seat knows alone (`entries.sample_worlds`), goes down one
tree shared by all worlds, adds a node, plays on to the end or a limit, and credits each node with the return of the
seat that moved there. As the worlds differ, an action is only compared with others over the visits in which it was
legal (availability counts). Chance and hidden moves are not nodes: an action's children are told apart by who decides.

Which of the first actions to try, and how often, is the caller's business (`agents/ismcts.py`); the n-th simulation of
every first action meets the same world and the same random numbers, which makes them comparable.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012).
Couëtoux et al.: Continuous Upper Confidence Trees (2011), for progressive widening.
"""

import math
from typing import Any

from numba import float64, int8, int32, int64

from haunted_env.engine.choice import random_action
from haunted_env.engine.entries import Program, sample_worlds
from haunted_env.engine.rng import seed_generator

# Supplied by the game, as in entries.py.
N_ACTIONS = 0
step: Any = None
returns: Any = None
suggest: Any = None
focus: Any = None  # focus(world): see `Inference.focus`; optional
evaluate: Any = None  # evaluate(game, seat, data): how likely the seat is to win, where play is cut off; optional

TYPES = {
    "tree": int32[:, ::1],  # a node per row; the first is the root
    "totals": float64[::1],  # per node: the sum of its returns, each mapped to 0..1
    "outcomes": float64[::1],
    "used": int64[::1],  # nodes in use
    "trail": int64[::1],  # nodes of the present simulation; games know paths of their own
    "untried": int8[::1],
    "knobs": float64[::1],
}
# Columns of `tree`: what was done, by whom, under which node; the lists of children; how often tried and possible.
ACTION, MOVER, PARENT, FIRST_CHILD, NEXT_CHILD, VISITS, AVAILABLE, N_COLUMNS = 0, 1, 2, 3, 4, 5, 6, 7
# What the entries of `knobs` are.
EXPLORE, WIDEN, WIDEN_POWER, LOWEST, HIGHEST = 0, 1, 2, 3, 4
RANDOM, HEURISTIC = 0, 1  # who plays on below the tree
NONE = -1
PLAIN = 0  # the style in which the hand-written player plays on for every seat


def search(
    raw, views, worlds_raw, worlds, generators, mask, untried, tree, totals, trail, used, knobs, outcomes,
    seed, first, sims, depth, player, data,
):  # fmt: skip
    """Add simulations that begin with the action of node `first` to the tree of one game (arrays have one row).

    `outcomes`: what the searching seat got, one entry per simulation. `depth`: decisions played below the tree.
    """
    world = worlds[0]
    generator = generators[0]
    for _ in range(sims):
        number = int(tree[first, VISITS])
        seed_generator(generator, seed, number)
        sample_worlds(raw, views, worlds_raw, worlds, generators, data)
        focus(world)
        step(world, int(tree[first, ACTION]), mask, data)
        trail[0] = first
        length = descend(world, mask, untried, tree, totals, trail, used, knobs, generator, player, data)
        play_on(world, mask, generator, depth, player, data)
        credit(world, tree, totals, trail, length, knobs, data)
        outcomes[number] = worth(world, int(views[0]), knobs, data)


def descend(world, mask, untried, tree, totals, trail, used, knobs, generator, player, data):
    """Play from the first node of the trail to a new one, or to the end of game or tree; the length of the trail."""
    node = trail[0]
    length = 1
    while length < trail.shape[0] and not world.table.over:
        mover = int(world.table.decider)
        is_new = may_widen(tree, node, mover, mask, untried, knobs) and used[0] < tree.shape[0]
        if is_new:
            action = new_action(world.table, world.ledger[mover], mask, untried, generator, player, data)
            child = add_child(tree, totals, used, node, mover, action)
        else:
            child = best_child(tree, totals, node, mover, mask, knobs)
        if child < 0:
            break
        trail[length] = child
        length += 1
        step(world, int(tree[child, ACTION]), mask, data)
        node = child
        if is_new:
            break
    return length


def may_widen(tree, node, mover, mask, untried, knobs):
    """Whether another action is to be tried here; marks the untried ones and counts what was available."""
    for action in range(N_ACTIONS):
        untried[action] = mask[action]
    tried = 0
    visits = 0
    child = int(tree[node, FIRST_CHILD])
    while child >= 0:
        action = int(tree[child, ACTION])
        if tree[child, MOVER] == mover and mask[action]:
            untried[action] = 0
            tree[child, AVAILABLE] += 1
            tried += 1
            visits += tree[child, VISITS]
        child = int(tree[child, NEXT_CHILD])
    if tried > 0 and tried >= knobs[WIDEN] * (visits + 1) ** knobs[WIDEN_POWER]:
        return False
    for action in range(N_ACTIONS):
        if untried[action]:
            return True
    return False


def new_action(table, ledger, mask, untried, generator, player, data):
    """The action to try next: what the hand-written player would do, then any."""
    if player == HEURISTIC:
        action = int(suggest(table, ledger, mask, PLAIN, generator, data))
        if untried[action]:
            return action
    return random_action(untried, N_ACTIONS, generator)


def add_child(tree, totals, used, node, mover, action):
    child = int(used[0])
    used[0] += 1
    tree[child, ACTION] = action
    tree[child, MOVER] = mover
    tree[child, PARENT] = node
    tree[child, FIRST_CHILD] = NONE
    tree[child, NEXT_CHILD] = tree[node, FIRST_CHILD]
    tree[child, VISITS] = 0
    tree[child, AVAILABLE] = 1
    totals[child] = 0
    tree[node, FIRST_CHILD] = child
    return child


def best_child(tree, totals, node, mover, mask, knobs):
    """The available child with the highest upper confidence bound for its mover."""
    best = NONE
    highest = -1.0
    child = int(tree[node, FIRST_CHILD])
    while child >= 0:
        if tree[child, MOVER] == mover and mask[tree[child, ACTION]]:
            visits = max(1, int(tree[child, VISITS]))
            bound = totals[child] / visits + knobs[EXPLORE] * math.sqrt(math.log(tree[child, AVAILABLE]) / visits)
            if bound > highest:
                highest = bound
                best = child
        child = int(tree[child, NEXT_CHILD])
    return best


def play_on(world, mask, generator, depth, player, data):
    """Play below the tree, every seat from what it knows in this world."""
    for _ in range(depth):
        if world.table.over:
            return
        if player == HEURISTIC:
            mover = int(world.table.decider)
            action = int(suggest(world.table, world.ledger[mover], mask, PLAIN, generator, data))
        else:
            action = random_action(mask, N_ACTIONS, generator)
        step(world, action, mask, data)


def credit(world, tree, totals, trail, length, knobs, data):
    """Each node gets the return of the seat that moved there, mapped to 0..1."""
    for i in range(length):
        child = trail[i]
        tree[child, VISITS] += 1
        totals[child] += worth(world, int(tree[child, MOVER]), knobs, data)


def worth(world, seat, knobs, data):
    """What a seat got at the end, mapped to 0..1, or may expect where play was cut off."""
    if world.table.over:
        return (returns(world, seat, data) - knobs[LOWEST]) / (knobs[HIGHEST] - knobs[LOWEST])
    return evaluate(world, seat, data)


def focus_nowhere(world):
    """Stands in for the focus of a game that is not made of several: a search looks as far as it gets."""


def suggest_any(table, ledger, mask, style, generator, data):
    """Stands in for the hand-written player of a game that has none."""
    return random_action(mask, N_ACTIONS, generator)


def evaluate_evenly(game, seat, data):
    """Stands in for the evaluation of a game that has none: one seat will win, each as likely as the others."""
    return 1.0 / int(game.table.n_seats)


# What `search` calls, each after what it calls itself. The first four stand in where a game has none of its own.
HELPERS: dict[str, Any] = {"sample_worlds": sample_worlds, "focus": focus_nowhere, "suggest": suggest_any}
HELPERS |= {"evaluate": evaluate_evenly}
HELPERS |= {f.__name__: f for f in (may_widen, new_action, add_child, best_child, descend, play_on, worth, credit)}
SEARCH = Program("search", (search,), HELPERS, TYPES)
