"""Read an observation back: what it says of the public record and of the viewer's own cards."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.observation import GUESSED, OBSERVATION, SEARCHED


def number(bits: np.ndarray) -> int:
    return sum(int(bit) << i for i, bit in enumerate(bits))


def hot(entries: np.ndarray) -> int | None:
    found = np.flatnonzero(entries)
    assert len(found) <= 1
    return int(found[0]) if len(found) else None


class Seen:
    """An observation, block by block."""

    def __init__(self, observation: np.ndarray) -> None:
        self.observation = observation

    def __getitem__(self, name: str) -> np.ndarray:
        return self.observation[OBSERVATION.span(name)]

    def numbers(self, name: str) -> set[int]:
        """The tombstones of a block by tombstone."""
        return {int(i) + 1 for i in np.flatnonzero(self[name])}

    @property
    def dealt(self) -> list[int]:
        return [number(bits) for bits in self["OWN_DEALT"].reshape(-1, 6) if bits.any()]

    @property
    def marks(self) -> dict[int, tuple[int, int]]:
        """number -> (why, by relative seat)."""
        by, why = self["MARKED_BY"].reshape(2, 50), self["REASON"].reshape(3, 50)
        return {n: (number(why[:, n - 1]), number(by[:, n - 1])) for n in sorted(self.numbers("MARKED"))}

    def rows(self, name: str, layout: Any) -> list[dict[str, int]]:
        found = []
        for row in self[name].reshape(-1, layout.size):
            if row.any():
                spans = {block.name: row[layout.span(block.name)] for block in layout.blocks}
                found.append({key: number(bits) if len(bits) > 1 else int(bits[0]) for key, bits in spans.items()})
        return found

    @property
    def searches(self) -> list[dict[str, int]]:
        return self.rows("SEARCHES", SEARCHED)

    @property
    def guesses(self) -> list[dict[str, int]]:
        return self.rows("GUESSES", GUESSED)
