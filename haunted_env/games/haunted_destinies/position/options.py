"""Options of a position, by their words."""

from typing import Any

import numpy as np

from haunted_env.core import position


def _spec() -> Any:
    from haunted_env.games.haunted_destinies import SPEC  # the description of the game names this module's functions

    return SPEC


def checked_game(options: dict[str, Any]) -> np.ndarray:
    return position.checked_game(_spec(), options)


def written_options(table: np.void) -> dict[str, Any]:
    return position.written_options(_spec(), table)
