"""A table to play worked examples at: positions in, actions and facts by name."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import LABEL_NAMES, Decision, End
from haunted_env.games.haunted_destinies.state import AT_SLOT, GONE, GRID, N_PSYCHE, PILE, SEEN, STALE, UNKNOWN, UP
from haunted_env.games.haunted_destinies.tables import (
    CARD_IDS,
    CODE,
    FIRST_SEARCH,
    ITEM_CODE,
    N_TILES,
    PERSIST_CODE,
    TILE_EDGES,
    TILE_IDS,
)
from haunted_env.registry import spec
from tests.harness import GameTable

SPEC = spec("haunted_destinies")
BY_CARD = {"PSYCHE": list(range(N_PSYCHE)), "ITEM": list(ITEM_CODE), "PERSIST": list(PERSIST_CODE)}
FACTS = ["U", "P", "PA", "PB", "PC", "PD", "PE", "G"]


def cell(name: str) -> int:
    """The number of a cell written "row,col"."""
    row, col = map(int, name.split(","))
    return GRID * row + col


def cell_name(number: int) -> str:
    return f"{number // GRID},{number % GRID}"


class Table(GameTable):
    """A game of Haunted Destinies. Actions read "CELL 4,5", "PSYCHE ps_medium", "ITEM it_waxed_coat"."""

    spec = SPEC

    def number(self, block: str, word: str) -> int:
        if block == "CELL":
            return cell(word)
        return BY_CARD[block].index(CODE[word]) if block in BY_CARD else int(word)

    def word(self, block: str, offset: int) -> str:
        if block == "CELL":
            return cell_name(offset)
        return CARD_IDS[BY_CARD[block][offset]] if block in BY_CARD else str(offset)

    @property
    def decision(self) -> str:
        """The private kind of the decision being asked."""
        if self.decider < 0:
            return "NONE"
        return Decision(int(self.game["ledger"][0, self.decider]["decision"])).name

    @property
    def label(self) -> str:
        """The decision as other seats see it (HD-INFO-20)."""
        return LABEL_NAMES[int(self.table["label"])]

    def health(self, seat: int) -> str:
        health, wounds = int(self.table["health"][seat]), int(self.table["wounds"][seat])
        return f"{health}/{health + wounds}"

    def is_ghost(self, seat: int) -> bool:
        return bool(self.table["ghost"][seat])

    def own_gloom(self, seat: int) -> int:
        return int(self.table["own_gloom"][seat])

    def gloom(self, at: str) -> int:
        return int(self.table["gloom"][cell(at)])

    def pawn(self, seat: int) -> str:
        return cell_name(int(self.table["pawn"][seat]))

    def tile(self, at: str) -> str | None:
        tile = int(self.table["tile"][cell(at)])
        return TILE_IDS[tile % N_TILES] if tile >= 0 else None

    def edges(self, at: str) -> list[int]:
        """N, E, S, W of a tile as it lies; 0 is X."""
        return TILE_EDGES[int(self.table["tile"][cell(at)])].tolist()

    def pile(self, seat: int) -> list[str]:
        """The faces of a pile, top first (secret)."""
        size = int(self.table["pile_size"][seat])
        return [CARD_IDS[code] for code in self.game["secret"][0]["pile"][seat, :size]]

    def up(self, seat: int) -> set[str]:
        return {CARD_IDS[card] for card in np.flatnonzero(self.table["up_at"] == seat)}

    def items(self, seat: int) -> list[str]:
        """Items of a seat, a copy each."""
        counts = self.table["items"][seat]
        return [CARD_IDS[ITEM_CODE[item]] for item in np.flatnonzero(counts) for _ in range(counts[item])]

    def grey(self, seat: int) -> tuple[int, int]:
        return int(self.table["grey_min"][seat]), int(self.table["grey_max"][seat])

    def discards(self, card: str) -> int:
        """Copies of a grey design in its discard."""
        return int(self.table["discard"][CODE[card] - FIRST_SEARCH])

    def is_gone(self, card: str) -> bool:
        return bool(self.table["gone"][CODE[card]])

    def persistent(self, card: str, seat: int | None = None) -> int:
        """Copies in the persistent zone: attached to a seat, or to nobody."""
        design = list(PERSIST_CODE).index(CODE[card])
        return int(self.table["persist"][design] if seat is None else self.table["curses"][seat, design])

    # What seats know

    def facts(self, observer: int, pile: int) -> list[str]:
        """F[observer][pile], as in HD-INFO-2."""
        size = int(self.table["pile_size"][pile])
        row = self.game["ledger"][0, observer]["fact"][pile]
        assert not row[size:].any(), "facts beyond the pile"
        return [FACTS[f] if f < SEEN else f"S:{CARD_IDS[f - SEEN]}" for f in row[:size]]

    def location(self, observer: int, card: str) -> str:
        """L[observer][card], as in HD-INFO-4 (the slot is told by `facts`)."""
        value = int(self.game["ledger"][0, observer]["location"][CODE[card]])
        if value in (UNKNOWN, GONE):
            return "GONE" if value == GONE else "UNKNOWN"
        for name, first in (("SLOT", AT_SLOT), ("STALE", STALE), ("PILE", PILE), ("UP", UP)):
            if value >= first:
                return f"{name} {value - first}"
        raise AssertionError(value)

    # The end

    @property
    def reason(self) -> str:
        return End(int(self.table["reason"])).name

    @property
    def roles(self) -> list[str]:
        return SPEC.queries.result(self.game)["roles"]
