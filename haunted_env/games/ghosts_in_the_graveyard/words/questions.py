"""What there is to find out: where is the target's Haunt, and anybody else's?"""

from functools import partial

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.belief import beliefs, beliefs_of, haunts, haunts_of
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.words.names import tomb
from haunted_env.spec.belief import Belief

TOMBS = tuple(map(tomb, range(N_CARDS)))
TARGETS_HAUNT = Belief("which tombstone is the target's Haunt?", beliefs, haunts, TOMBS)


def haunt_of(seat: int) -> Belief:
    asked = f"which tombstone is the Haunt of player_{seat}?"
    return Belief(asked, partial(beliefs_of, target=seat), partial(haunts_of, target=seat), TOMBS)


def questions(game: np.ndarray) -> dict[str, Belief]:
    """By player."""
    return {f"player_{seat}": haunt_of(seat) for seat in range(int(game["table"]["n_seats"][0]))}
