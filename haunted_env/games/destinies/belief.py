"""What a seat may believe of the others' destinies: exact counting over the worlds `resample` draws from."""

import functools
from typing import Any

import numpy as np

from haunted_env.games.destinies.data import MAX_SEATS, N_CHARACTERS
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.state import GAME, compiler, world_of
from haunted_env.games.destinies.unseen.destinies import find_may, fits, read_deal, rule


@rule
def fill_belief(table, ledger, scenario, chances):
    """By seat and destiny: the chance that it is the seat's, N_CHARACTERS numbers each; all zero before the deal."""
    may = np.zeros(MAX_SEATS, np.int64)
    dealt = np.zeros(MAX_SEATS, np.int64)
    for i in range(MAX_SEATS * N_CHARACTERS):
        chances[i] = 0.0
    n = find_may(table, ledger, scenario, may)
    if n == 0:
        return
    for number in range(scenario.n_destinies**table.n_seats):
        if fits(may, table.n_seats, scenario.n_destinies, number):
            read_deal(table.n_seats, scenario.n_destinies, number, dealt)
            for seat in range(table.n_seats):
                chances[seat * N_CHARACTERS + dealt[seat]] += 1.0 / n


def believe(games, views, beliefs, data):
    """Entry: what the seats in `views` believe. Never reads `secret`."""
    for i in range(games.shape[0]):
        fill_belief(games[i].table, games[i].ledger[views[i]], data[world_of(games[i].table, data)], beliefs[i])


@functools.cache
def _compiled() -> Any:
    return compiler.compile([believe], "belief")[0]


def destiny_beliefs(games: np.ndarray, seats: Any) -> np.ndarray:
    """(games, seats) -> (games, seats of a game, destinies): the chance of each destiny to be that seat's, given what
    `seats` know. Where games are played in different scenarios, there are as many destinies as in the largest."""
    if games.dtype != GAME:
        raise TypeError(f"expected an array of games, got {games.dtype}")
    if not len(games):
        raise ValueError("expected at least one game")
    keys, which = np.unique(games["table"]["data_key"], return_inverse=True)
    arrays = [library.arrays_by_key(key) for key in keys.tolist()]
    largest = max(int(scenario["n_destinies"][0]) for scenario in arrays)
    chances = np.zeros((len(games), MAX_SEATS * N_CHARACTERS))
    views = np.array(np.broadcast_to(seats, len(games)), np.int64)
    for number, scenario in enumerate(arrays):  # one after the other
        rows = which == number
        found = chances[rows]
        _compiled()(games[rows], views[rows], found, scenario)
        chances[rows] = found
    shaped = chances.reshape(-1, MAX_SEATS, N_CHARACTERS)
    return shaped[:, : int(games["table"]["n_seats"].max()), :largest]


def beliefs_of(games: np.ndarray, seats: Any, other: int) -> np.ndarray:
    """(games, seats) -> (games, destinies): the chance of each destiny to be that of one seat."""
    return destiny_beliefs(games, seats)[:, other]


def destinies_of(games: np.ndarray, seats: Any, other: int) -> np.ndarray:
    """A seat's destiny, -1 before the deal, for comparison with beliefs. `seats`, who ask, do not matter."""
    return games["ledger"]["destiny"][:, other].astype(np.int64)
