"""Named blocks of a flat space: the one description that masks, encoders, words and tables share."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any


@dataclass(frozen=True)
class Block:
    """`size` consecutive entries. `seats` marks blocks indexed by seat first: they are rotated to the viewer."""

    name: str
    size: int = 1
    meaning: str = ""
    seats: bool = False


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
