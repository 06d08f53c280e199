"""Named blocks of a flat space: the one description that masks, encoders, words and tables share."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any


@dataclass(frozen=True)
class Block:
    """`size` consecutive entries. `seats` marks blocks indexed by seat first: they are rotated to the viewer.

    rows: how many rows of equal entries the block consists of, one after the other (`of_rows`).
    """

    name: str
    size: int = 1
    meaning: str = ""
    seats: bool = False
    rows: int = 1

    def __post_init__(self) -> None:
        if self.rows < 1 or self.size % self.rows:
            raise ValueError(f"block {self.name!r}: {self.size} entries do not make {self.rows} equal rows")

    @property
    def row_size(self) -> int:
        return self.size // self.rows

    @classmethod
    def of_rows(cls, name: str, n: int, row: "Layout", of: str, *, seats: bool = False) -> "Block":
        """`n` rows with the entries of a layout, `of` what they are about."""
        entries = "; ".join(
            f"{block.name}{f' ({block.size})' if block.size > 1 else ''} {block.meaning}" for block in row.blocks
        )
        return cls(name, n * row.size, f"{of}, {row.size} entries: {entries}", seats=seats, rows=n)


class Layout:
    """Blocks laid one after the other."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        self.first: dict[str, int] = {}
        size = 0
        for block in blocks:
            if block.name in self.first:
                raise ValueError(f"block {block.name!r} appears twice")
            self.first[block.name] = size
            size += block.size
        self.size = size

    def enum(self, name: str) -> Any:
        """An IntEnum with the first index of every block, for compiled code."""
        return IntEnum(name, self.first)

    def find(self, index: int) -> tuple[Block, int]:
        """The block that holds an index, and the place inside it."""
        for block in self.blocks:
            offset = index - self.first[block.name]
            if 0 <= offset < block.size:
                return block, offset
        raise IndexError(f"{index} is outside 0..{self.size - 1}")

    def span(self, name: str) -> slice:
        first = self.first[name]
        return slice(first, first + self.block(name).size)

    def block(self, name: str) -> Block:
        for block in self.blocks:
            if block.name == name:
                return block
        raise KeyError(f"no block {name!r}; there are {', '.join(self.first)}")

    def rows(self) -> list[tuple[str, str, str]]:
        """(indices, name, meaning) of every block, for printed tables."""
        rows = []
        for block in self.blocks:
            first = self.first[block.name]
            last = first + block.size - 1
            rows.append((str(first) if block.size == 1 else f"{first}-{last}", block.name, block.meaning))
        return rows
