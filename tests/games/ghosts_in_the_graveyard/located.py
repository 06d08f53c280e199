"""Where things really are: what a location mask may never exclude."""

import numpy as np

from tests.games.ghosts_in_the_graveyard.hidden import secrets_of


def located(games: np.ndarray) -> np.ndarray:
    """(games, tombstones, seats): whether it is a Secret of the seat, absolute."""
    ledgers = games["ledger"]
    held = np.array([[secrets_of(ledger) for ledger in row] for row in ledgers], np.int64)
    held[np.arange(ledgers.shape[1]) >= games["table"]["n_seats"][:, None]] = 0
    return (held[:, None, :] >> np.arange(50)[:, None] & 1).astype(bool)
