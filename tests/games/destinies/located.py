"""Where things really are: what a location mask may never exclude."""

import numpy as np

from haunted_env.games.destinies.data import MAX_SEATS, N_CHARACTERS


def located(games: np.ndarray) -> np.ndarray:
    """(games, destinies, seats): whether it is that seat's, absolute."""
    own = np.where(np.arange(MAX_SEATS) < games["table"]["n_seats"][:, None], games["ledger"]["destiny"], -1)
    return own[:, None, :] == np.arange(N_CHARACTERS)[:, None]
