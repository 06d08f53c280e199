"""Where things really are: what a location mask may never exclude."""

import numpy as np

from haunted_env.games.haunted_destinies.belief import holders
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_PSYCHE


def located(games: np.ndarray) -> np.ndarray:
    """(games, Psyche cards, seats and out of the game), absolute."""
    found = np.zeros((len(games), N_PSYCHE, MAX_SEATS + 1), bool)
    for card in range(N_PSYCHE):
        where = holders(games, 0, card)
        where[games["table"]["gone"][:, card] == 1] = MAX_SEATS
        assert (where >= 0).all()
        found[np.arange(len(games)), card, where] = True
    return found
