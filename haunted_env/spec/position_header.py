"""What the positions of all games begin with: which game it is, its options, its random generator."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from haunted_env.spec.position import Node, PositionError, checked_game, seeded_rng


def game_of(
    top: Mapping[str, Node], spec: Any, seats_key: str, fewest: int = 0, most: int | None = None, content: str = "cards"
) -> np.ndarray:
    """An undealt game with the options that a position gives.

    Unless they say how many play, the list `seats_key` does, if it has `fewest` entries. `content`: what the game's
    content file holds, in words.
    """
    if "game" in top and top["game"].text() != spec.name:
        top["game"].fail(f'this is a position of another game, not of "{spec.name}"')
    if "content" in top and not spec.has_content(top["content"].text()):
        top["content"].fail(f"the position was written with other {content} (another content file)")
    options = {name: node.value for name, node in top["options"].table().items()} if "options" in top else {}
    if "players" not in options and seats_key in top:
        seats = len(top[seats_key].items(most))
        if seats >= fewest:
            options["players"] = seats
    try:
        return checked_game(spec, options)
    except ValueError as error:
        raise PositionError("options", str(error)) from error


def read_rng(top: Mapping[str, Node], secret: np.void) -> None:
    """The seed, and the generator: as the seed sets it, or as it stood."""
    seed = top["seed"].whole(-(2**63), 2**63 - 1) if "seed" in top else 0
    secret["seed"] = seed
    secret["rng"] = seeded_rng(seed)
    if "rng" in top:
        state = [item.whole(0, 2**32 - 1) for item in top["rng"].items(exactly=4)]
        if not any(state):
            top["rng"].fail("four zeros would stay zero for ever")
        secret["rng"] = state
