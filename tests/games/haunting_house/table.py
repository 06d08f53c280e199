"""A table to play worked examples at: House A (HH-FIX-1), pawns as stated, everyone else on the entrance."""

from typing import Any

from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.position.forms import CARD, CELL, PLACE, STARRED
from haunted_env.games.haunting_house.tables import CARDS, N_ORDINARY, OPENINGS, TILE_IDS
from tests.harness import GameTable

SIDES = "NESW"
HARMLESS = ("hall_of_mirrors", "switch_places", "secret_passage", "move_exit")
ORDINARY = [name for name, number in CARD.numbers.items() if number < N_ORDINARY]
PROGRAM = ["CARD move_1", "CARD move_2", "CARD switch_places", "CARD secret_passage"]


class Table(GameTable):
    spec = SPEC

    def number(self, block: str, word: str) -> int:
        if block == "CARD":
            return CARD.numbers[word]
        if block == "TILE":
            return CELL.numbers[word]
        return SIDES.index(word) if block == "DIR" else int(word)

    def word(self, block: str, offset: int) -> str:
        if block == "CARD":
            return CARD.names[offset]
        if block == "TILE":
            return CELL.names[offset]
        return SIDES[offset] if block == "DIR" else str(offset)

    def pawn(self, seat: int) -> str:
        return PLACE.names[int(self.table["pawn"][seat])]

    def tile(self, at: str) -> str:
        """The tile and its rotation on a cell."""
        cell = CELL.numbers[at]
        return f"{TILE_IDS[self.table['tile'][cell]]}.{self.table['rotation'][cell]}"

    def mask(self, at: str) -> int:
        """The open sides of the tile on a cell: N=1, E=2, S=4, W=8."""
        cell = CELL.numbers[at]
        return int(OPENINGS[self.table["tile"][cell], self.table["rotation"][cell]])

    @property
    def round(self) -> str:
        return Round(int(self.table["round"])).name

    @property
    def when(self) -> tuple[int, str, int]:
        """Turn, round and flip."""
        return int(self.table["turn"]), self.round, int(self.table["flip"])

    def shown(self, seat: int) -> list[str]:
        """The cards of a seat turned up in this round."""
        return [CARD.names[int(card)] for card in self.table["shown"][seat] if card >= 0]

    def drawn(self, seat: int) -> list[str]:
        """The cards of a Random Round, face down ones too (secret)."""
        return [CARD.names[int(card)] for card in self.game["secret"][0]["drawn"][seat] if card >= 0]

    def program(self, seat: int) -> list[str]:
        """The program of a seat (private)."""
        return [CARD.names[int(card)] for card in self.game["ledger"][0, seat]["program"] if card >= 0]

    def removed(self, seat: int) -> set[str]:
        return {name for name, i in STARRED.numbers.items() if int(self.table["removed"][seat]) >> i & 1}

    def deck(self, seat: int) -> set[str]:
        return set(CARD.numbers) - self.removed(seat)

    def play_program(self) -> "Table":
        """Every seat makes the same program."""
        for _ in range(int(self.table["n_seats"])):
            self.do(*PROGRAM)
        return self


def cards_from(card: str) -> list[str]:
    """Three cards of a Random Round that begin with this one."""
    return [card, *[other for other in HARMLESS if other != card][:2]]


def resolving(*cards: str, pawns: tuple[str, ...] = (), **position: Any) -> dict[str, Any]:
    """Flip 1 of a Random Round in House A: seat 0 turned up the first card, seat 1 the second, ...

    Seats without a card have the Hall of Mirrors."""
    n = max(2, len(cards), len(pawns), position.get("options", {}).get("players", 2))
    shown = [*cards, *["hall_of_mirrors"] * (n - len(cards))]
    options = {"players": n, **position.pop("options", {})}
    rows = [cards_from(card) for card in shown]
    return {"options": options, "pawns": list(pawns), "flip": 1, "cards": rows, **position}


def is_impossible(table: Table, card: str, seat: int = 0) -> bool:
    """Whether the card that the seat turned up first was not possible, and nobody was asked about it."""
    name = CARDS[CARD.numbers[card]].name
    return f"Player {seat} ({name}): not possible, nothing happens." in table.events()
