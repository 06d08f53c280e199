"""The cards of a position: each in one place (GG-CARD-1)."""

from typing import Any

from haunted_env.games.ghosts_in_the_graveyard.position import forms as w
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.words.names import tomb
from haunted_env.spec.position import Node, PositionError


class Cards:
    """Keeps track of where each card was found; cards that are nowhere are free."""

    def __init__(self, game: Any) -> None:
        self.table, self.secret = game["table"], game["secret"]
        self.places: dict[int, str] = {}

    def read(self, node: Node) -> int:
        """A card that is nowhere else."""
        card = w.NUMBER.read(node) - 1
        if card in self.places:
            node.fail(f"tombstone {tomb(card)} is at {self.places[card]} already (GG-CARD-1)")
        self.places[card] = node.path
        return card

    def free(self) -> list[int]:
        """The cards that are nowhere yet, ascending."""
        return [card for card in range(N_CARDS) if card not in self.places]

    def take_free(self, path: str) -> int:
        """The lowest card that is free."""
        free = self.free()
        if not free:
            raise PositionError(path, "no tombstone is left; say which cards these are")
        self.places[free[0]] = path
        return free[0]

    def pile(self, node: Node) -> None:
        """The draw pile or the deck, next card first."""
        items = node.items()
        rest = bool(items) and items[-1].value == w.REST
        cards = [self.read(item) for item in items[: len(items) - rest]]
        free = self.free()
        if rest:
            cards += free
        elif free:
            node.fail(f'tombstone {tomb(free[0])} is nowhere (GG-CARD-1); add it, or end the list with "{w.REST}"')
        self.secret["draw_pile"][: len(cards)] = cards[::-1]
        self.table["draw_pile_size"] = len(cards)

    def marks(self, node: Node) -> None:
        """Marked numbers with their reasons (GG-HID-9)."""
        n_seats = int(self.table["n_seats"])
        for name, item in node.table().items():
            if not name.isdecimal() or not 1 <= int(name) <= N_CARDS:
                item.fail("expected a tombstone number from 1 to 50")
            card = self.read(Node(int(name), item.path))
            why, seat = divmod(w.MARK.read(item), 8)
            if seat > n_seats:
                item.fail(f"there are seats 0 to {n_seats - 1}")
            self.table["mark"][card], self.table["marked_by"][card] = why, seat - 1
