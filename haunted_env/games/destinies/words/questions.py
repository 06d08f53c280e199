"""What there is to find out: who has which destiny?"""

from functools import partial

import numpy as np

from haunted_env.games.destinies.belief import beliefs_of, destinies_of
from haunted_env.games.destinies.scenario import library
from haunted_env.spec.belief import Belief


def questions(game: np.ndarray) -> dict[str, Belief]:
    """By player; the destinies are those of the scenario that is played."""
    destinies = tuple(destiny.id for destiny in library.of(game).destinies)
    found = {}
    for seat in range(int(game["table"]["n_seats"][0])):
        asked = f"which destiny does player_{seat} have?"
        found[f"player_{seat}"] = Belief(
            asked, partial(beliefs_of, other=seat), partial(destinies_of, other=seat), destinies
        )
    return found
