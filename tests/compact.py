"""Compact observations for tests: of whole arrays of games, and block by block, row by row."""

from typing import Any

import numpy as np

from haunted_env.engine.layout import Layout
from haunted_env.play.batch import Batch
from haunted_env.spec import GameSpec
from haunted_env.spec.position import options_of


def look(spec: GameSpec, games: np.ndarray, views: Any, kind: str = "compact", *, relative: bool = True) -> np.ndarray:
    """What seats observe in games with the same options, a row per game."""
    batch = Batch(spec, len(games), options_of(spec, games[:1]), observation=None, relative_seats=relative)
    batch.load(games, resume=False)
    return batch.look(np.broadcast_to(views, len(games)), observation=kind).observations


class Seen:
    """What one seat is told in a game."""

    def __init__(self, spec: GameSpec, game: np.ndarray, seat: int, *, relative: bool = True) -> None:
        assert spec.features is not None
        self.layout = spec.features.layout
        self.entries = look(spec, game, seat, relative=relative)[0]

    def block(self, name: str) -> list[int]:
        return [int(entry) for entry in self.entries[self.layout.span(name)]]

    def one(self, name: str) -> int:
        """A block of one entry."""
        (entry,) = self.block(name)
        return entry

    def hot(self, name: str) -> list[int]:
        """The places of a block that are not zero."""
        return [i for i, entry in enumerate(self.block(name)) if entry]

    def rows(self, name: str, layout: Layout) -> list[dict[str, Any]]:
        """The rows of a block, each by the names of its entries."""
        entries = np.array(self.block(name)).reshape(-1, layout.size)
        return [{part.name: _plain(row[layout.span(part.name)]) for part in layout.blocks} for row in entries]


def _plain(entries: np.ndarray) -> Any:
    return int(entries[0]) if len(entries) == 1 else entries.tolist()
