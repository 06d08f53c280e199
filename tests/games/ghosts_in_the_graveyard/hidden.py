"""Exchange what a seat may not know (GG-HID-5)."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Result
from haunted_env.games.ghosts_in_the_graveyard.state import NONE
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS, bits
from haunted_env.games.ghosts_in_the_graveyard.words.names import area, cards_in, target_of

TRIES = 40


def secrets_of(ledger: Any) -> int:
    return int(ledger["decoys"]) | (1 << int(ledger["haunt"]) if ledger["haunt"] >= 0 else 0)


def is_consistent(game: np.ndarray) -> bool:
    """Whether every logged answer and miss is still true (GG-INV-7); Secrets that were lost count for a Yes."""
    table = game["table"][0]
    lost = [bits(c for c in range(N_CARDS) if table["marked_by"][c] == s and table["mark"][c] >= 4) for s in range(4)]
    for row in table["searches"][: table["n_searches"]]:
        target = target_of(table, int(row["seat"]))
        asked = area(table, int(row["light"]), int(row["played"]), int(row["place"]))
        held = secrets_of(game["ledger"][0, target])
        if bool(asked & held) if not row["yes"] else not asked & (held | lost[target]):
            return False
    for row in table["guesses"][: table["n_guesses"]]:
        held = secrets_of(game["ledger"][0, target_of(table, int(row["seat"]))])
        if row["result"] == Result.MISS and held >> int(row["named"]) & 1:
            return False
    return True


def exchange(game: np.ndarray, one: int, other: int) -> None:
    """Two cards change places, wherever they are; what was dealt goes with them."""
    swap = {one: other, other: one}
    for ledger in game["ledger"][0]:
        for field in ("dealt", "hand", "decoys"):
            ledger[field] = bits(swap.get(card, card) for card in cards_in(ledger[field]))
        ledger["haunt"] = swap.get(int(ledger["haunt"]), int(ledger["haunt"]))
    pile = game["secret"]["draw_pile"][0]
    pile[:] = [swap.get(int(card), int(card)) for card in pile]


def scramble(game: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """A copy with cards the seat cannot see exchanged at random, other seats' roles, generator and seed replaced."""
    other = game.copy()
    own = other["ledger"][0, seat]
    seen = int(own["hand"]) | secrets_of(own) | int(own["dealt"])
    free = [c for c in range(N_CARDS) if not seen >> c & 1 and not other["table"]["mark"][0, c]]
    for _ in range(TRIES if len(free) > 1 else 0):
        one, two = (int(card) for card in rng.choice(free, 2, replace=False))
        exchange(other, one, two)
        if not is_consistent(other):
            exchange(other, one, two)
    for another in range(int(other["table"]["n_seats"][0])):
        if another != seat:
            change_roles(other["ledger"][0, another], rng)
    secret = other["secret"][0]
    secret["rng"] = rng.integers(1, 2**32, 4)
    secret["seed"] = rng.integers(2**62)
    if secret["flashlight"][0] != NONE:
        secret["flashlight"][: int(other["table"]["n_seats"][0])] = rng.permutation(6)[: other["table"]["n_seats"][0]]
    return other


def change_roles(ledger: Any, rng: np.random.Generator) -> None:
    """Another of the seat's Secrets is its Haunt, and other cards are taken for the dealt ones."""
    held = cards_in(secrets_of(ledger))
    if ledger["haunt"] >= 0:
        ledger["haunt"] = rng.choice(held)
        ledger["decoys"] = bits(card for card in held if card != ledger["haunt"])
    ledger["dealt"] = bits(int(card) for card in rng.choice(N_CARDS, 5, replace=False))
