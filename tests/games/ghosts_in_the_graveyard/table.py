"""A table to play worked examples at: the fixtures G2 and G3, actions and facts by tombstone number."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard import SPEC
from haunted_env.games.ghosts_in_the_graveyard.actions import Mark
from haunted_env.games.ghosts_in_the_graveyard.words.names import area, cards_in
from haunted_env.play.batch import Batch
from tests.harness import GameTable

# GG-FIX-1 and GG-FIX-2.
G2_DECK = [4, 13, 28, 35, 49, 2, 17, 30, 39, 45, 26, 11, 48, 23, 5, 37, 20, 41, 8, 16, 50, 1]
G2_CHOICES = ["TOMB 28", "TOMB 13", "TOMB 49", "TOMB 39", "TOMB 2", "TOMB 30"]
G2_LIGHTS = ["LIGHT 0", "LIGHT 4"]
G3_DECK = [7, 18, 29, 33, 46, 12, 24, 25, 38, 50, 3, 15, 27, 41, 44, 9, 31, 20, 5, 48, 23, 36, 1, 16, 40, 10]
G3_CHOICES = ["TOMB 33", "TOMB 7", "TOMB 46", "TOMB 24", "TOMB 12", "TOMB 50", "TOMB 3", "TOMB 27", "TOMB 44"]
G3_LIGHTS = ["LIGHT 2", "LIGHT 1", "LIGHT 5"]


class Table(GameTable):
    """One game. Tombstones are named by their numbers 1..50, directions by their letters."""

    spec = SPEC

    def number(self, block: str, word: str) -> int:
        return {"TOMB": lambda: int(word) - 1, "DIR": lambda: "NESW".index(word)}.get(block, lambda: int(word))()

    def word(self, block: str, offset: int) -> str:
        return {"TOMB": str(offset + 1), "DIR": "NESW"[offset % 4]}.get(block, str(offset))

    @property
    def offered(self) -> set[int]:
        """The legal actions inside their block: tombstone numbers, flashlights or placements."""
        return {int(name.split()[1]) for name in self.legal if name[-1].isdigit()}

    def hand(self, seat: int) -> set[int]:
        return numbers(self.game["ledger"][0, seat]["hand"])

    def dealt(self, seat: int) -> set[int]:
        return numbers(self.game["ledger"][0, seat]["dealt"])

    def haunt(self, seat: int) -> int | None:
        haunt = int(self.game["ledger"][0, seat]["haunt"])
        return haunt + 1 if haunt >= 0 else None

    def decoys(self, seat: int) -> set[int]:
        return numbers(self.game["ledger"][0, seat]["decoys"])

    def secrets(self, seat: int) -> set[int]:
        return self.decoys(seat) | ({self.haunt(seat)} - {None})

    @property
    def pile(self) -> list[int]:
        """The draw pile, next card first."""
        size = int(self.table["draw_pile_size"])
        return [int(card) + 1 for card in self.game["secret"][0]["draw_pile"][:size][::-1]]

    @property
    def marked(self) -> set[int]:
        return {int(card) + 1 for card in np.flatnonzero(self.table["mark"])}

    def mark(self, number: int) -> tuple[str, int]:
        """Why a number is marked, and by whom."""
        return Mark(int(self.table["mark"][number - 1])).name, int(self.table["marked_by"][number - 1])

    def marked_as(self, why: str, seat: int) -> set[int]:
        return {number for number in self.marked if self.mark(number) == (why, seat)}

    @property
    def turn(self) -> int:
        return int(self.table["turn"])

    @property
    def last_search(self) -> tuple[set[int], bool]:
        """The area of the last logged Search, and the answer."""
        row = self.table["searches"][int(self.table["n_searches"]) - 1]
        return numbers(area(self.table, int(row["light"]), int(row["played"]), int(row["place"]))), bool(row["yes"])

    def icons(self, seat: int) -> tuple[int, int, int]:
        """Vanish, Raven and Hands left."""
        table = self.table
        return int(table["vanish_left"][seat]), int(table["raven_left"][seat]), int(table["hands_left"][seat])

    def sees(self, seat: int) -> tuple[bytes, bytes, bytes]:
        """Everything the compiled code tells a seat: observation, mask and card mask."""
        return tuple(array.tobytes() for array in look(self.game, seat))


def numbers(cards: int) -> set[int]:
    return {card + 1 for card in cards_in(cards)}


def look(game: np.ndarray, seat: int, relative: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(observation, mask, card mask) of a seat."""
    batch = Batch(SPEC, 1, {"players": int(game["table"]["n_seats"][0])}, relative_seats=relative)
    batch.load(game, resume=False)
    observation, mask, cards, _ = batch.look([seat])
    return observation[0], mask[0], cards[0]


def deck(order: list[int], players: int, **options: Any) -> dict[str, Any]:
    """The position of a game that is still to be dealt, from a deck order."""
    return {"options": {"players": players, **options}, "deck": [*order, "..."]}


def g2(**options: Any) -> Table:
    """GG-FIX-1 after setup: seat 0 begins."""
    return Table(deck(G2_DECK, 2, **options)).do(*G2_CHOICES, *G2_LIGHTS)


def g3(**options: Any) -> Table:
    """GG-FIX-2 after setup: seat 1 begins."""
    return Table(deck(G3_DECK, 3, **options)).do(*G3_CHOICES, *G3_LIGHTS)


def changed(table: Table, **changes: Any) -> Table:
    """The same game with some keys of its position replaced; `seats` maps a seat to the keys to replace."""
    position = SPEC.positions.write(table.game)
    for seat, entry in changes.pop("seats", {}).items():
        position["seats"][seat] |= entry
    return Table(position | changes)


def haunt_only(table: Table, *seats: int) -> Table:
    """The same game with these seats' Decoys lost to penalties. The order of the log is not touched."""
    position = SPEC.positions.write(table.game)
    for seat in seats:
        for number in position["seats"][seat].pop("decoys"):
            position["marks"][str(number)] = f"penalty {seat}"
    position["turn"] += 2 * len(seats)
    return Table(position)


def last_cards(table: Table, hands: dict[int, list[int]]) -> Table:
    """The same game with an empty draw pile and these hands; every other free card was played by seat 0."""
    position = SPEC.positions.write(table.game)
    for seat, hand in hands.items():
        position["draw_pile"] += position["seats"][seat]["hand"]
        position["seats"][seat]["hand"] = hand
    kept = {number for hand in hands.values() for number in hand}
    played = [number for number in position["draw_pile"] if number not in kept]
    position["marks"] |= {str(number): "played 0" for number in played}
    position["turn"] += len(played)
    return Table(position | {"draw_pile": []})
