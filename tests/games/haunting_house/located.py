"""Where things really are: what a location mask may never exclude."""

import numpy as np

from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.content import MAX_SEATS
from haunted_env.games.haunting_house.tables import N_CARDS


def located(games: np.ndarray) -> np.ndarray:
    """(games, cards, owners): whether the owner has it in the current round, absolute."""
    found = np.zeros((len(games), N_CARDS, MAX_SEATS), bool)
    for at, game in enumerate(games):
        table = game["table"]
        for owner in range(int(table["n_seats"])):
            cards = game["ledger"]["program"][owner, : table["programmed"][owner]]
            if table["round"] == Round.RANDOM:
                cards = game["secret"]["drawn"][owner] if table["flip"] > 0 else []
            found[at, cards, owner] = True
    return found
