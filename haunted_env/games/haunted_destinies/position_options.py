"""Options of a position, by their words."""

import functools
from typing import Any

import numpy as np


def _spec() -> Any:
    from haunted_env.games.haunted_destinies import SPEC  # the description of the game names this module's functions

    return SPEC


def checked_game(options: dict[str, Any]) -> np.ndarray:
    """An undealt game with these options; a ValueError names what is wrong with them."""
    spec = _spec()
    game: np.ndarray = spec.new_game(spec.check_options(options))
    return game


@functools.cache
def _values(name: str) -> dict[int, Any]:
    """What the numbers in the record stand for."""
    spec = _spec()
    option = next(option for option in spec.options if option.name == name)
    return {int(checked_game({name: value})["table"][name][0]): value for value in option.values}


def written_options(table: np.void) -> dict[str, Any]:
    """The number of players, and every option that is not at its default."""
    spec = _spec()
    n_seats = int(table["n_seats"])
    written = {"players": n_seats}
    default = spec.check_options(written)
    for name in default:
        if name == "players":
            continue
        number = int(table[name])
        value = _values(name).get(number, number)
        if value != default[name]:
            written[name] = value
    return written
