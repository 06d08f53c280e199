"""A table to play worked examples at: positions in, actions and facts by name."""

from typing import Any

import numpy as np

from haunted_env.core.entries import DEAL, REFUSED, RESUME
from haunted_env.games.haunted_destinies.actions import LABEL_NAMES, Decision, End
from haunted_env.games.haunted_destinies.state import AT_SLOT, GONE, GRID, PILE, SEEN, STALE, UNKNOWN, UP
from haunted_env.games.haunted_destinies.tables import (
    CARD_IDS,
    CODE,
    FIRST_SEARCH,
    ITEM_CODE,
    PERSIST_CODE,
    TILE_IDS,
)
from haunted_env.registry import spec

SPEC = spec("haunted_destinies")
FACTS = ["U", "P", "PA", "PB", "PC", "PD", "PE", "G"]


def cell(name: str) -> int:
    """The number of a cell written "row,col"."""
    row, col = map(int, name.split(","))
    return GRID * row + col


def cell_name(number: int) -> str:
    return f"{number // GRID},{number % GRID}"


class Table:
    """One game, started from a position (a dict) or dealt from a seed with options."""

    def __init__(self, position: dict[str, Any] | None = None, *, seed: int = 0, **options: Any) -> None:
        self.masks = np.zeros((1, SPEC.actions.size), np.int8)
        self.rewards = np.zeros((1, SPEC.card_slots[0]), np.float32)
        if position is not None:
            self.game = SPEC.from_position(position)
            self._advance(RESUME)
        else:
            self.game = SPEC.new_game(SPEC.check_options(options))
            self._advance(DEAL, seed)

    def _advance(self, action: int, seed: int = 0) -> int:
        one = np.zeros(1, np.int8)
        status = np.zeros(1, np.int8)
        empty = np.zeros((1, 0), np.int8)
        SPEC.engine.advance(
            self.game,
            np.array([action], np.int64),
            np.array([-1], np.int64),
            np.array([seed], np.int64),
            empty,
            self.masks,
            empty,
            empty,
            one,
            self.rewards,
            status,
            0,
        )
        return int(status[0])

    # Acting

    def do(self, *actions: str) -> "Table":
        """Carry out actions by name: "ROLL2", "SEAT 1", "SLOT 0", "CELL 4,5", "PSYCHE ps_medium", "ITEM it_waxed_coat"."""
        for name in actions:
            index = self.index(name)
            assert self.masks[0, index] == 1, f"{name} is not legal in {self.decision}: {sorted(self.legal)}"
            assert self._advance(index) != REFUSED
        return self

    def refuses(self, name: str) -> bool:
        """Whether the action is refused, leaving every byte of the game as it was."""
        before = self.game.tobytes()
        refused = self._advance(self.index(name)) == REFUSED
        assert not refused or self.game.tobytes() == before
        return refused

    @staticmethod
    def index(name: str) -> int:
        head, _, rest = name.partition(" ")
        first = SPEC.actions.first[head]
        if not rest:
            return first
        if head == "CELL":
            return first + cell(rest)
        if head == "PSYCHE":
            return first + CODE[rest]
        if head == "ITEM":
            return first + list(ITEM_CODE).index(CODE[rest])
        if head == "PERSIST":
            return first + list(PERSIST_CODE).index(CODE[rest])
        return first + int(rest)

    @property
    def legal(self) -> set[str]:
        """The legal actions of the decider, by name."""
        names = set()
        for index in np.flatnonzero(self.masks[0]):
            block, offset = SPEC.actions.find(int(index))
            word = str(offset)
            if block.name == "CELL":
                word = cell_name(offset)
            elif block.name == "PSYCHE":
                word = CARD_IDS[offset]
            elif block.name == "ITEM":
                word = CARD_IDS[ITEM_CODE[offset]]
            elif block.name == "PERSIST":
                word = CARD_IDS[PERSIST_CODE[offset]]
            names.add(block.name if block.size == 1 else f"{block.name} {word}")
        return names

    # What is on the table

    @property
    def table(self) -> np.void:
        return self.game["table"][0]

    @property
    def decider(self) -> int:
        return int(self.table["decider"])

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

    @property
    def asked(self) -> tuple[int, str]:
        return self.decider, self.decision

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
        return TILE_IDS[tile] if tile >= 0 else None

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
    def is_over(self) -> bool:
        return bool(self.table["over"])

    @property
    def reason(self) -> str:
        return End(int(self.table["reason"])).name

    @property
    def returns(self) -> list[float]:
        """What each seat received with the last action."""
        return [float(r) for r in self.rewards[0, : int(self.table["n_seats"])]]

    @property
    def roles(self) -> list[str]:
        return SPEC.result(self.game)["roles"]

    def events(self, since: int = 0) -> list[str]:
        """Public events in words."""
        return SPEC.events(self.game, since)[1]
