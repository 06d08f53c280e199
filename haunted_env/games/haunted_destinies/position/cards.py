"""The cards of a position: every copy in one place only (HD-INV-2), decks, discards, what is gone."""

from collections import defaultdict

import numpy as np

from haunted_env.games.haunted_destinies.content.rows import SETS
from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.state import MAX_PILE, N_PSYCHE, NONE
from haunted_env.games.haunted_destinies.tables import (
    CARD_IDS,
    COPIES,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    ITEM_CODE,
    N_CARDS,
    OPENER,
    PERSIST_CODE,
    PERSIST_KIND,
    PSYCHE_SET,
    PersistKind,
)
from haunted_env.spec.position import Node, PositionError, show

DECKS = {"search": range(FIRST_SEARCH, FIRST_HAUNTING), "haunting": range(FIRST_HAUNTING, N_CARDS)}
REST = "..."


class Cards:
    """Fills in where every card is, and refuses a copy too many."""

    def __init__(self, record: np.void, n_seats: int) -> None:
        self.table = record["table"]
        self.secret = record["secret"]
        self.n_seats = n_seats
        self.places: dict[int, list[str]] = defaultdict(list)

    def place(self, node: Node, code: int) -> int:
        """Note that a copy of the card is here."""
        if code < N_PSYCHE and not w.in_deck(code, self.table):
            letter = SETS[int(PSYCHE_SET[code])]
            node.fail(f'"{CARD_IDS[code]}" belongs to set {letter}, which is not in a game of {self.n_seats} players')
        places, copies = self.places[code], int(COPIES[code])
        if len(places) >= copies:
            there = "one copy" if copies == 1 else f"{copies} copies"
            node.fail(f'"{CARD_IDS[code]}" has {there} only, found at {", ".join(places)} already')
        places.append(node.path)
        return code

    def pile(self, node: Node, seat: int) -> None:
        pile = [self.place(item, w.CARD.read(item)) for item in node.items(most=MAX_PILE)]
        self.secret["pile"][seat, : len(pile)] = pile
        self.table["pile_size"][seat] = len(pile)

    def grey(self, node: Node | None, seat: int) -> None:
        """The public bounds of HD-INFO-18, true by HD-INV-15."""
        size = int(self.table["pile_size"][seat])
        true = int(sum(self.secret["pile"][seat, :size] >= N_PSYCHE))
        low = high = true
        if node is not None:
            low, high = (item.whole(0, size) for item in node.items(exactly=2))
            if not low <= true <= high:
                node.fail(f"the pile holds {true} grey cards, not {low} to {high}")
        self.table["grey_min"][seat], self.table["grey_max"][seat] = low, high

    def up(self, node: Node, seat: int) -> None:
        for item in node.items():
            self.table["up_at"][self.place(item, w.PSYCHE.read(item))] = seat

    def items(self, node: Node, seat: int) -> None:
        for item in node.items():
            design = w.ITEM.read(item)
            self.place(item, int(ITEM_CODE[design]))
            self.table["items"][seat, design] += 1

    def persistent(self, node: Node) -> None:
        for item in node.items():
            entry = item.table(("card", "seat")) if isinstance(item.value, dict) else {"card": item}
            if "card" not in entry:
                item.fail("missing key: card")
            design = w.PERSISTENT.read(entry["card"])
            self.place(entry["card"], int(PERSIST_CODE[design]))
            attached = PERSIST_KIND[design] == PersistKind.CURSE_SELF
            if attached != ("seat" in entry):
                why = "is a curse on one seat: say which" if attached else "is attached to nobody"
                item.fail(f"{show(entry['card'].value)} {why}")
            if not attached:
                self.table["persist"][design] += 1
                continue
            seat = entry["seat"].whole(0, self.n_seats - 1)
            if self.table["ghost"][seat]:
                entry["seat"].fail("a ghost has no curse (HD-INV-4)")
            self.table["curses"][seat, design] += 1

    def discards(self, node: Node) -> None:
        for name, pile in node.table(DECKS).items():
            if isinstance(pile.value, dict):
                counted = [(item, Node(card, item.path), item) for card, item in pile.table().items()]
                found = [(card, count.whole(0, 127)) for _, card, count in counted]
            else:
                found = [(item, 1) for item in pile.items()]
            for card, count in found:
                code = self._of_deck(card, name)
                for _ in range(count):
                    self.place(card, code)
                self.table["discard"][code - FIRST_SEARCH] += count

    def lanes(self, node: Node) -> None:
        """Cards on their way into a pile (HD-INFO-24)."""
        for lane, item in enumerate(node.items(most=len(self.secret["lane_card"]))):
            entry = item.table(("card", "seat"))
            if not entry:
                continue
            if len(entry) < 2:
                item.fail("a card on its way needs both card and seat")
            self.secret["lane_card"][lane] = self.place(entry["card"], w.CARD.read(entry["card"]))
            self.secret["lane_seat"][lane] = entry["seat"].whole(0, self.n_seats - 1)

    def obeyed(self, stack: Node) -> None:
        """Cards being obeyed are in no pile any more, and in play only once they have entered it (HD-OBEY-27)."""
        for frame in stack.items():
            value = frame.value if isinstance(frame.value, dict) else {}
            if value.get("task") == "OBEY" and "card" in value and not value.get("flag"):
                card = frame.table()["card"]
                self.place(card, w.GREY.read(card))

    def decks(self, node: Node) -> None:
        """Last of all, because the rest of a deck is what is nowhere else."""
        given = node.table(DECKS)
        for name, codes in DECKS.items():
            deck: list[int] = []
            rest = name not in given
            for item in given[name].items() if name in given else ():
                if rest:
                    item.fail(f'nothing may follow "{REST}"')
                rest = item.value == REST
                if not rest:
                    deck.append(self.place(item, self._of_deck(item, name)))
            if rest:
                deck += [code for code in codes for _ in range(int(COPIES[code]) - len(self.places[code]))]
            self.secret[f"{name}_deck"][: len(deck)] = deck[::-1]
            self.table[f"{name}_left"] = len(deck)

    def gone(self, node: Node | None) -> None:
        """Psyche cards that are nowhere else have left the game; the Opener card never does (HD-INV-1)."""
        for item in node.items() if node is not None else ():
            card = self.place(item, w.PSYCHE.read(item))
            if card == OPENER:
                item.fail("the Opener card never leaves the game (HD-INV-1)")
            self.table["gone"][card] = 1
        for card in range(N_PSYCHE):
            if not self.places[card]:
                self.table["gone"][card] = 1
        if not self.places[OPENER]:
            raise PositionError("seats", f'"{CARD_IDS[OPENER]}" is with nobody; put it in a living seat\'s pile or up')

    def opener_seat(self) -> int:
        if self.table["up_at"][OPENER] != NONE:
            return int(self.table["up_at"][OPENER])
        for card, seat in zip(self.secret["lane_card"], self.secret["lane_seat"]):
            if card == OPENER:
                return int(seat)
        return next(seat for seat in range(self.n_seats) if OPENER in self.secret["pile"][seat])

    def _of_deck(self, node: Node, name: str) -> int:
        code = w.GREY.read(node)
        if code not in DECKS[name]:
            node.fail(f"{show(node.value)} is not a {name.capitalize()} card")
        return code
