"""The options of the game (section 10) and an undealt record that holds them."""

from typing import Any

import numpy as np

from haunted_env.games.haunting_house.content import MAX_SEATS
from haunted_env.games.haunting_house.state import GAME, NONE
from haunted_env.spec import Option

OPTIONS = (
    Option("players", 2, low=2, high=MAX_SEATS, meaning="number of players"),
    Option("quick", False, (False, True), meaning="a starred card leaves its deck for good once it was turned up"),
    Option("max_turns", 100, low=0, high=10_000, meaning="the game is truncated after this number of turns; 0 = never"),
    Option("entrance_slot", "random", ("random", 0, 23), meaning="north or west of the north-west corner"),
    Option("exit_slot", "random", ("random", 11, 12), meaning="east or south of the south-east corner"),
    Option("passage_to_exit", True, (False, True), meaning="Secret Passage may lead onto the exit"),
    Option("auto_forced", False, (False, True), meaning="carry out decisions with one legal option unasked"),
)
ENTRANCE_SLOTS = OPTIONS[3].values
EXIT_SLOTS = OPTIONS[4].values


def new_game(options: dict[str, Any]) -> np.ndarray:
    """One undealt game with these (checked) options."""
    game = np.zeros(1, GAME)
    table = game["table"]
    for option in OPTIONS:
        value = options[option.name]
        field = "n_seats" if option.name == "players" else option.name
        table[field] = option.values.index(value) if option.values else value
    table["decider"] = NONE
    return game
