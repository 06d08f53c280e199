"""Where a seat's Secrets may lie, given what another seat knows: exact counting over the worlds `resample` draws from.

All ways to lay the unseen cards that agree with the log and the observer's own cards are equally likely; which cards
players chose to hide, play or ask about is no evidence. Seats cannot hold the same card: that is counted exactly too.
"""

import functools
from typing import Any

import numpy as np

from haunted_env.engine.bits import number_of
from haunted_env.games.ghosts_in_the_graveyard.actions import Mark
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import secrets_of
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import target_of
from haunted_env.games.ghosts_in_the_graveyard.state import GAME, N_SECRETS, compiler
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.unseen.apart import (
    COMMON,
    FIRST,
    N_TALLY,
    SECOND,
    count_sets,
    n_apart,
    n_both_apart,
    unite,
)
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import N_CLUE, N_YES, SIZE, read_clue, rule, unseen_by
from haunted_env.games.ghosts_in_the_graveyard.unseen.sets import MAX_SETS, list_sets


@rule
def count_others(table, ledger, target, clues, sets, tallies, thirds):
    """Count the sets of the seats that are neither the observer nor the target; returns how many such seats."""
    n = 0
    for other in range(table.n_seats):
        if other != ledger.seat and other != target:
            read_clue(table, unseen_by(table, ledger), other, clues[n])
            count_sets(clues[n], sets, tallies[n], thirds[n])
            n += 1
    if n == 2 and clues[FIRST, SIZE] == N_SECRETS and clues[SECOND, SIZE] == N_SECRETS:
        unite(clues)
        count_sets(clues[COMMON], sets, tallies[COMMON], thirds[COMMON])
    return n


@rule
def add_sets(sets, n_sets, n_others, tallies, thirds, chances):
    """Add up the target's sets, each with the ways in which the other seats' can lie apart; returns the sum."""
    total = 0.0
    for i in range(n_sets):
        weight = 1.0
        if n_others == 1:
            weight = n_apart(tallies[FIRST], thirds[FIRST], sets[i])
        elif n_others == 2:
            weight = n_both_apart(tallies, thirds, sets[i])
        total += weight
        left = sets[i]
        while left:
            chances[number_of(left & -left)] += weight
            left &= left - 1
    return total


@rule
def fill_secret(table, ledger, target, chances):
    """By tombstone: the chance that it is a Secret of the target."""
    clues = np.zeros((COMMON + 1, N_CLUE), np.int64)
    clue = np.zeros(N_CLUE, np.int64)
    sets = np.empty(MAX_SETS, np.int64)
    tallies = np.zeros((COMMON + 1, N_TALLY, N_CARDS), np.float64)
    thirds = np.zeros((COMMON + 1, N_CARDS, N_CARDS), np.int64)
    n_others = count_others(table, ledger, target, clues, sets, tallies, thirds)
    read_clue(table, unseen_by(table, ledger), target, clue)
    total = add_sets(sets, list_sets(clue, sets), n_others, tallies, thirds, chances)
    if total == 0.0:  # the log of a position made by hand need not be one that can come about
        clue[N_YES] = 0
        total = add_sets(sets, list_sets(clue, sets), 0, tallies, thirds, chances)
    for card in range(N_CARDS):
        chances[card] /= max(total, 1.0)


@rule
def has_haunt(table, seat):
    """Whether the Haunt is among the Secrets a seat still holds: it is chosen, and not exposed."""
    for card in range(N_CARDS):
        if table.mark[card] == Mark.HAUNT_FOUND and table.marked_by[card] == seat:
            return False
    return table.n_secrets[seat] > 0


@rule
def fill_tombstones(table, ledger, target, chances):
    """By tombstone: the chance that it is the target's Haunt, then the chance that it is one of its Secrets.

    Any of the Secrets held is the Haunt with equal chance (see unseen/clues.py).
    """
    chances[:] = 0.0
    share = 0.0
    if target == ledger.seat:
        for card in range(N_CARDS):
            chances[card] = secrets_of(ledger) >> card & 1
    else:
        fill_secret(table, ledger, target, chances)
        if has_haunt(table, target):
            share = 1.0 / table.n_secrets[target]
    for card in range(N_CARDS):
        chances[N_CARDS + card] = chances[card]
        chances[card] *= share
    if target == ledger.seat and ledger.haunt >= 0:
        chances[ledger.haunt] = 1.0


def believe(games, views, left, beliefs):
    """Entry: what the seats in `views` believe of the seat a number of places to their left. Never reads `secret`."""
    for i in range(games.shape[0]):
        seat = int(views[i])
        target = seat
        for _ in range(left):
            target = target_of(games[i].table, target)
        fill_tombstones(games[i].table, games[i].ledger[seat], target, beliefs[i])


@functools.cache
def _compiled() -> Any:
    return compiler.compile([believe], "belief")[0]


def tombstone_beliefs(games: np.ndarray, seats: Any, left: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """(games, seats) -> by tombstone, one row per game: chance of being the Haunt, of being a Secret.

    Of the seat that is `left` places to the observer's left: 1 is its target.
    """
    if games.dtype != GAME:
        raise TypeError(f"expected an array of games, got {games.dtype}")
    if left < 0:
        raise ValueError(f"left={left}: expected a number of places, 0 or more")
    chances = np.zeros((len(games), 2 * N_CARDS))
    views = np.array(np.broadcast_to(seats, len(games)), np.int64)
    _compiled()(games, views, left, chances)
    return chances[:, :N_CARDS], chances[:, N_CARDS:]


def beliefs(games: np.ndarray, seats: Any) -> np.ndarray:
    """(games, seats) -> by tombstone, one row per game: the chance of being the Haunt of the seat's target."""
    return tombstone_beliefs(games, seats)[0]


def haunts(games: np.ndarray, seats: Any) -> np.ndarray:
    """Where the Haunt of each seat's target is, for comparison with beliefs; -1 if it is found or not chosen yet."""
    return haunts_of(games, seats, (np.asarray(seats) + 1) % games["table"]["n_seats"])


def beliefs_of(games: np.ndarray, seats: Any, target: int) -> np.ndarray:
    """The same as `beliefs` for the Haunt of one seat, whoever asks."""
    views = np.broadcast_to(seats, len(games))
    lefts = (target - views) % games["table"]["n_seats"]
    chances = np.zeros((len(games), N_CARDS))
    for left in np.unique(lefts).tolist():
        rows = lefts == left
        chances[rows] = tombstone_beliefs(games[rows], views[rows], left)[0]
    return chances


def haunts_of(games: np.ndarray, seats: Any, target: Any) -> np.ndarray:
    """Where a seat's Haunt is, -1 if it is found or not chosen yet. `seats`, who ask, do not matter."""
    return games["ledger"]["haunt"][np.arange(len(games)), target].astype(np.int64)
