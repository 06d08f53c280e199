"""Which worlds agree with what a seat knows: written from the rules, set by set and turn by turn, not for speed."""

import itertools

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.tables import bits
from haunted_env.games.ghosts_in_the_graveyard.words.names import area, cards_in, target_of
from tests.games.ghosts_in_the_graveyard.hidden import secrets_of

LOST = (Mark.DECOY_FOUND, Mark.PENALTY, Mark.HAUNT_FOUND)


def log_agrees(table, seat: int, held: int) -> bool:
    """Play the log backwards from the Secrets a seat holds now: each answer and guess at its moment (GG-INV-7)."""
    n_searches, n_guesses = int(table["n_searches"]), int(table["n_guesses"])
    turns = [(i, 1, row) for i, row in enumerate(table["searches"][:n_searches])]
    turns += [(int(row["after"]), 0, row) for row in table["guesses"][:n_guesses]]
    order = sorted(range(len(turns)), key=lambda k: (turns[k][0], turns[k][1], k))
    for _, is_search, row in (turns[k] for k in reversed(order)):
        asked = target_of(table, int(row["seat"])) == seat
        if is_search:
            shone = area(table, int(row["light"]), int(row["played"]), int(row["place"]))
            if asked and bool(shone & held) != bool(row["yes"]):
                return False
            continue
        if row["seat"] == seat and row["penalty"] >= 0:
            held |= 1 << int(row["penalty"])
        if asked and row["result"] == Result.MISS and held >> int(row["named"]) & 1:
            return False
        if asked and row["result"] != Result.MISS:
            held |= 1 << int(row["named"])
    return True


def is_world(world: np.ndarray, game: np.ndarray, seat: int) -> bool:
    """Every card is in one place, sizes are right, nothing lies beyond the draw pile, the log is true."""
    table = world["table"][0]
    n_seats, pile = int(table["n_seats"]), world["secret"]["draw_pile"][0]
    places = cards_in(bits(np.flatnonzero(table["mark"]).tolist()))
    for other in range(n_seats):
        ledger = world["ledger"][0, other]
        hand, held = cards_in(int(ledger["hand"])), cards_in(secrets_of(ledger))
        exposed = any(table["mark"][c] == Mark.HAUNT_FOUND and table["marked_by"][c] == other for c in range(50))
        if len(hand) != table["hand_size"][other] or len(held) != table["n_secrets"][other]:
            return False
        if (ledger["haunt"] < 0) != (exposed or not held) or not log_agrees(table, other, secrets_of(ledger)):
            return False
        places += hand + held
    size = int(table["draw_pile_size"])
    places += pile[:size].tolist()
    return sorted(places) == list(range(50)) and (pile[size:] == -1).all()


def secret_ways(game: np.ndarray, seat: int) -> list[tuple[int, ...]]:
    """All ways the Secrets of the other seats can be, as sets in seat order, as `seat` knows it."""
    table, own = game["table"][0], game["ledger"][0, seat]
    seen = secrets_of(own) | int(own["hand"])
    free = [card for card in range(50) if not table["mark"][card] and not seen >> card & 1]
    ways: list[tuple[int, ...]] = [()]
    for other in range(int(table["n_seats"])):
        if other == seat:
            continue
        choices = (bits(some) for some in itertools.combinations(free, int(table["n_secrets"][other])))
        sets = [held for held in choices if log_agrees(table, other, held)]
        ways = [(*way, held) for way in ways for held in sets if not any(held & before for before in way)]
    return ways
