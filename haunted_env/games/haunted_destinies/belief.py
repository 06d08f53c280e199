"""Who may hold a Psyche card, given what one seat knows: exact counting over the worlds `resample` draws from.

All worlds that agree with the table and the seat's ledger are equally likely; what players did or said is no
evidence. So this is the belief of an observer with a perfect ledger and no memory of the events behind it.
"""

import functools
from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    GAME,
    GONE,
    MAX_PILE,
    MAX_SEATS,
    N_LANES,
    N_PSYCHE,
    NONE,
    PILE,
    STALE,
    UP,
    compiler,
)
from haunted_env.games.haunted_destinies.tables import PSYCHE_SET
from haunted_env.games.haunted_destinies.unseen.places import (
    BORDER,
    GREY,
    GROUP,
    HIGH,
    LOW,
    N_COLUMNS,
    N_GROUPS,
    N_LANE_COLUMNS,
    N_PILES,
    N_POOL,
    N_SETS,
    OPEN,
    PSYCHE,
    RECIPIENT,
    TAKEN,
    count,
    is_free,
    lay_out,
    returning,
    rule,
)
from haunted_env.games.haunted_destinies.unseen.ways import (
    MAX_GREY,
    group_ways,
    loosen,
    n_cases,
    n_loose,
    next_case,
    weigh,
)


@rule
def fill_belief(table, ledger, more_low, more_high, card, chances):
    """Each seat's chance of holding `card`, in the pile, face up or on its way. All zero if it is out of the game."""
    for seat in range(MAX_SEATS):
        chances[seat] = 0.0
    if not is_free(ledger, card):
        location = int(ledger.location[card])
        if location != GONE:
            first = AT_SLOT
            if UP <= location < PILE:
                first = UP
            elif PILE <= location < STALE:
                first = PILE
            chances[location - first] = 1.0
        return
    facts = np.full((N_GROUPS, MAX_PILE), NONE, np.int8)
    lanes = np.zeros((N_LANES, N_LANE_COLUMNS), np.int64)
    tally = np.zeros((N_GROUPS, N_COLUMNS), np.int64)
    pool = np.zeros(N_POOL, np.int64)
    suffix = np.zeros((N_GROUPS + 1, MAX_GREY), np.float64)
    lay_out(table, ledger, facts, lanes)
    count(table, ledger, facts, lanes, tally, pool, more_low, more_high)
    total = go_through(lanes, tally, pool, suffix, PSYCHE_SET[card], chances)
    if total == 0.0:
        loosen(tally)
        total = go_through(lanes, tally, pool, suffix, PSYCHE_SET[card], chances)
    if total > 0.0:
        for seat in range(MAX_SEATS):
            chances[seat] /= total


@rule
def go_through(lanes, tally, pool, suffix, of_set, chances):
    """Add up all cases; returns their weight."""
    total = 0.0
    for _case in range(n_cases(tally)):
        weight = weigh(tally, pool, suffix)
        if weight > 0.0:
            total += weight
            add_case(lanes, tally, pool, suffix, of_set, chances)
        next_case(tally)
    return total


@rule
def add_case(lanes, tally, pool, suffix, of_set, chances):
    """A card of the set may lie in a place of that border, or else in any Psyche place that is left."""
    weight = weigh(tally, pool, suffix)
    n_grey = pool[GREY]
    wanted = 0
    n_rest = 0
    for i in range(N_SETS):
        n_rest += pool[i]
        for group in range(N_GROUPS):
            n_rest -= tally[group, BORDER + i] - tally[group, TAKEN + i]
            if i == of_set:
                wanted += tally[group, BORDER + i] - tally[group, TAKEN + i]
    prefix = np.zeros(MAX_GREY, np.float64)  # by number of grey cards: ways for the groups before to have them
    prefix[0] = 1.0
    for group in range(N_GROUPS):
        seat = group
        if group >= N_PILES:
            if lanes[group - N_PILES, GROUP] != group:
                continue
            seat = lanes[group - N_PILES, RECIPIENT]
        grey = mean_grey(tally, suffix, prefix, group, n_grey)
        places = tally[group, OPEN] + tally[group, PSYCHE] - n_loose(tally, group) - grey
        chance = (tally[group, BORDER + of_set] - tally[group, TAKEN + of_set]) / pool[of_set]
        if n_rest > 0:
            chance += (1.0 - wanted / pool[of_set]) * places / n_rest
        chances[seat] += weight * chance


@rule
def mean_grey(tally, suffix, prefix, group, n_grey):
    """The mean number of grey cards among the OPEN places of a group; `prefix` moves on behind it."""
    after = np.zeros(MAX_GREY, np.float64)
    total = 0.0
    mean = 0.0
    for grey in range(tally[group, LOW], min(tally[group, HIGH], n_grey) + 1):
        ways = group_ways(tally, group, grey)
        for n in range(n_grey - grey + 1):
            after[n + grey] += ways * prefix[n]
            together = ways * prefix[n] * suffix[group + 1, n_grey - grey - n]
            total += together
            mean += grey * together
    for n in range(n_grey + 1):
        prefix[n] = after[n]
    return mean / total


def believe(games, views, card, beliefs):
    """Entry: what the seats in `views` believe about a card, one row per game. Never reads `secret`."""
    for i in range(games.shape[0]):
        game = games[i]
        seat = int(views[i])
        more_low = 0
        more_high = 1
        if game.table.decider == seat:
            more_low = returning(game.table, game.work, 0)
            more_high = returning(game.table, game.work, 1)
        fill_belief(game.table, game.ledger[seat], more_low, more_high, card, beliefs[i])


@functools.cache
def _compiled() -> Any:
    return compiler.compile([believe], "belief")[0]


def card_beliefs(games: np.ndarray, seats: Any, card: int) -> np.ndarray:
    """(games, seats) -> probability that each seat holds a Psyche card, one row per game; zero if nobody does."""
    if games.dtype != GAME:
        raise TypeError(f"expected an array of games, got {games.dtype}")
    if not 0 <= card < N_PSYCHE:
        raise ValueError(f"card={card}: expected a Psyche card, 0..{N_PSYCHE - 1}")
    beliefs = np.zeros((len(games), MAX_SEATS))
    views = np.array(np.broadcast_to(seats, len(games)), np.int64)
    _compiled()(games, views, card, beliefs)
    return beliefs[:, : int(games["table"]["n_seats"].max(initial=0))]


def holders(games: np.ndarray, seats: Any, card: int) -> np.ndarray:
    """Who holds a Psyche card, for comparison with beliefs; -1 if nobody does. `seats`, who ask, do not matter."""
    found = games["table"]["up_at"][:, card].astype(np.int64)
    rows, owners = np.nonzero((games["secret"]["pile"] == card).any(axis=2))
    found[rows] = owners
    rows, lanes = np.nonzero(games["secret"]["lane_card"] == card)
    found[rows] = games["secret"]["lane_seat"][rows, lanes]
    return found
