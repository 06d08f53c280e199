"""Exchange what a seat may not know (HH-HID-4, HH-HID-5)."""

import numpy as np

from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.content import RANDOM_CARDS
from haunted_env.games.haunting_house.state import N_FORCED
from haunted_env.games.haunting_house.tables import N_CARDS, N_ORDINARY


def scramble(game: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """A copy with other face-down cards, generator, seed and script; what the seat may know is untouched."""
    other = game.copy()
    table, secret = other["table"][0], other["secret"][0]
    flip = int(table["flip"])
    for owner in range(int(table["n_seats"])):
        if table["round"] == Round.RANDOM and flip:
            gone = [card for card in range(N_ORDINARY, N_CARDS) if table["removed"][owner] >> (card - N_ORDINARY) & 1]
            left = [card for card in range(N_CARDS) if card not in gone and card not in table["shown"][owner]]
            secret["drawn"][owner, flip:] = rng.permutation(left)[: RANDOM_CARDS - flip]
        elif table["round"] == Round.CHOSEN and owner != seat:
            left = [card for card in range(N_ORDINARY) if card not in table["shown"][owner]]
            made = int(table["programmed"][owner])
            program = other["ledger"][0, owner]["program"]
            program[flip:made] = rng.permutation(left)[: max(0, made - flip)]
    secret["rng"] = rng.integers(1, 2**32, 4)
    secret["seed"] = rng.integers(2**62)
    secret["n_forced"] = rng.integers(N_FORCED)
    secret["forced"] = rng.integers(0, N_CARDS, secret["forced"].shape)
    return other
