"""What a seat believes of one other seat's Secrets, seats counted from 0."""

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.belief import tombstone_beliefs


def tombstone_belief(game: np.ndarray, seat: int, target: int) -> tuple[np.ndarray, np.ndarray]:
    """Chance of each tombstone of being the target's Haunt, and one of its Secrets. `game` is an array of one."""
    haunt, secret = tombstone_beliefs(game, seat, (target - seat) % int(game["table"]["n_seats"][0]))
    return haunt[0], secret[0]
