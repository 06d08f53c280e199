"""The cards of a position: this round's, past ones, removed ones, and draws to come."""

from typing import Any

from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.content import PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.position import forms as w
from haunted_env.games.haunting_house.state import N_FORCED
from haunted_env.games.haunting_house.tables import CARD_IDS, N_ORDINARY
from haunted_env.spec.position import Node, Words


class Cards:
    """Reads what lies in front of the seats; flip by flip it is turned up."""

    def __init__(self, game: Any, top: dict[str, Node]) -> None:
        self.game, self.top = game, top
        self.table = game["table"]
        self.n_seats = int(self.table["n_seats"])
        self.is_random = self.table["round"] == Round.RANDOM
        self.gone: list[set[int]] = [set() for _ in range(self.n_seats)]  # starred cards out of each deck

    def read(self) -> None:
        self.removed()
        self.flip()
        self.round()
        self.past()
        self.force()

    def rows(self, node: Node) -> list[Node]:
        """One list per seat; those of the last seats may be left out."""
        return node.items(most=self.n_seats)

    def different(self, node: Node, words: Words, most: int, exactly: int | None = None) -> list[int]:
        """A list of cards, each once."""
        cards: list[int] = []
        for item in node.items(most, exactly):
            card = words.read(item)
            if card in cards:
                item.fail(f'"{item.value}" is there already: the cards of a round are different ones (HH-INV-6)')
            cards.append(card)
        return cards

    def removed(self) -> None:
        if "removed" not in self.top:
            return
        for seat, node in enumerate(self.rows(self.top["removed"])):
            for card in self.different(node, w.STARRED, len(w.STARRED.numbers)):
                if not self.table["quick"]:
                    node.fail("cards are removed under the option quick only (HH-OPT-2)")
                self.table["removed"][seat] |= 1 << card
                self.gone[seat].add(N_ORDINARY + card)

    def flip(self) -> None:
        most = RANDOM_CARDS if self.is_random else PROGRAM_CARDS
        self.table["flip"] = self.top["flip"].whole(0, most) if "flip" in self.top else 0

    def round(self) -> None:
        """Cards of a Random Round are nobody's to see, programs are their owner's (HH-HID-3, HH-HID-4)."""
        given = self.rows(self.top["cards"]) if "cards" in self.top else []
        flip = int(self.table["flip"])
        for seat in range(self.n_seats):
            node = given[seat] if seat < len(given) else Node([], f"cards[{seat}]")
            if self.is_random:
                cards = self.drawn(node, seat, RANDOM_CARDS if flip else 0)
                self.game["secret"]["drawn"][seat][: len(cards)] = cards
            else:
                cards = self.different(node, w.ORDINARY, PROGRAM_CARDS, PROGRAM_CARDS if flip else None)
                self.game["ledger"][seat]["program"][: len(cards)] = cards
                self.table["programmed"][seat] = len(cards)
            self.table["shown"][seat][:flip] = cards[:flip]

    def drawn(self, node: Node, seat: int, exactly: int) -> list[int]:
        """Cards of a seat's deck."""
        cards = self.different(node, w.CARD, RANDOM_CARDS, exactly)
        for item, card in zip(node.items(), cards):
            if card in self.gone[seat]:
                item.fail(f'"{CARD_IDS[card]}" is no longer in the deck of seat {seat} (HH-OPT-2)')
        return cards

    def past(self) -> None:
        """HH-HID-8."""
        entries = self.top["past"].table(("random", "chosen")) if "past" in self.top else {}
        for key, words, size in (("random", w.CARD, RANDOM_CARDS), ("chosen", w.ORDINARY, PROGRAM_CARDS)):
            if key in entries:
                for seat, node in enumerate(entries[key].items(exactly=self.n_seats)):
                    self.table[f"past_{key}"][seat] = self.different(node, words, size, size)

    def force(self) -> None:
        """HH-ENV-6: draws to come, three cards each, for seats 0, 1, ... round by round."""
        entries = self.top["force"].table(("draws",)) if "force" in self.top else {}
        if "draws" not in entries:
            return
        self.leave_decks(self.game["secret"]["drawn"])
        draws = entries["draws"].items(most=N_FORCED)
        for i, node in enumerate(draws):
            seat = i % self.n_seats
            cards = self.drawn(node, seat, RANDOM_CARDS)
            self.game["secret"]["forced"][i] = cards
            self.leave_deck(seat, cards)
        self.game["secret"]["n_forced"] = len(draws)

    def leave_decks(self, drawn: Any) -> None:
        """What a Random Round in progress takes out of the decks at its end."""
        for seat in range(self.n_seats):
            self.leave_deck(seat, drawn[seat])

    def leave_deck(self, seat: int, cards: Any) -> None:
        if self.table["quick"]:
            self.gone[seat] |= {int(card) for card in cards if card >= N_ORDINARY}
