"""The options of the game (section 12) and an undealt record that holds them."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.state import GAME, NONE
from haunted_env.spec import Option

OPTIONS = (
    Option("players", 2, low=2, high=4, meaning="number of seats"),
    Option("overhang", False, (False, True), meaning="flashlights may hang off the map"),
    Option("pre_marked", 0, low=0, high=10, meaning="cards marked and discarded right after the deal"),
    Option("deal_flashlights", False, (False, True), meaning="flashlights are dealt at random instead of picked"),
    Option("abilities", True, (True, False), meaning="whether seats have Vanish, Raven and Hands"),
    Option("max_turns", 0, low=0, high=1000, meaning="the game is cut off after this number of turns; 0 = never"),
    Option("auto_forced", False, (False, True), meaning="carry out decisions with one legal option unasked"),
)


def new_game(options: dict[str, Any]) -> np.ndarray:
    """One undealt game with these (checked) options."""
    game = np.zeros(1, GAME)
    for option in OPTIONS:
        game["table"]["n_seats" if option.name == "players" else option.name] = options[option.name]
    game["table"]["decider"] = NONE
    return game
