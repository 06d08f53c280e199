"""Options of a position, by their words."""

from typing import Any

import numpy as np

from haunted_env.spec import position


def spec() -> Any:
    from haunted_env.games.haunted_destinies import SPEC  # the description of the game names this module's functions

    return SPEC


def written_options(table: np.void) -> dict[str, Any]:
    return position.written_options(spec(), table)
