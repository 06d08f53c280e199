"""What seats know in a position: facts and locations, all of them true (HD-INV-13, HD-INV-14), and private logs."""

import numpy as np

from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.position.claims import Logs
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    N_LANES,
    N_PSYCHE,
    NONE,
    PILE,
    SEEN,
    STALE,
    UNKNOWN,
    U,
)
from haunted_env.spec.position import Node, show

KEYS = ("facts", "locations", "incoming")
PRIVATE_KEYS = ("told", "n_told", "word")  # of one seat, never of all
ALL = "all"


class Ledgers:
    """Fills in every seat's ledger from what is public and from what the position says."""

    def __init__(self, record: np.void, n_seats: int) -> None:
        self.record = record
        self.n_seats = n_seats
        self.public = [w.public_location(record["table"], card) for card in range(N_PSYCHE)]

    def read(self, node: Node | None) -> None:
        seats = [str(seat) for seat in range(self.n_seats)]
        given = node.table((ALL, *seats)) if node is not None else {}
        logs = Logs(self.record, self.n_seats)
        for seat in range(self.n_seats):
            ledger = self.record["ledger"][seat]
            ledger["location"] = self.public
            said = [given[ALL].table(KEYS)] if ALL in given else []
            own = given[str(seat)].table(KEYS + PRIVATE_KEYS) if str(seat) in given else {}
            said.append(own)
            logs.read(seat, own)
            for entry in said:
                if "facts" in entry:
                    self._facts(entry["facts"], ledger)
                if "incoming" in entry:
                    self._incoming(entry["incoming"], ledger)
            for pile in range(self.n_seats):
                for fact in ledger["fact"][pile]:
                    if SEEN <= fact < SEEN + N_PSYCHE:
                        ledger["location"][fact - SEEN] = AT_SLOT + pile
            for entry in said:
                if "locations" in entry:
                    self._locations(entry["locations"], ledger)
        logs.compare()

    def _facts(self, node: Node, ledger: np.void) -> None:
        for name, entry in node.table([str(seat) for seat in range(self.n_seats)]).items():
            pile = int(name)
            size = int(self.record["table"]["pile_size"][pile])
            for slot, item in self._by_slot(entry, size):
                fact = w.FACT.read(item)
                card = int(self.record["secret"]["pile"][pile, slot])
                if not w.is_true(fact, card):
                    item.fail(f'{show(item.value)} is not true: slot {slot} holds "{w.CARD.write(card)}" (HD-INV-13)')
                ledger["fact"][pile, slot] = fact

    @staticmethod
    def _by_slot(entry: Node, size: int) -> list[tuple[int, Node]]:
        if isinstance(entry.value, str):
            return [(slot, entry) for slot in range(size)]
        if isinstance(entry.value, dict):
            found = []
            for name, item in entry.table().items():
                if not name.isdecimal() or int(name) >= size:
                    item.fail(f"no such slot: the pile has {size} cards")
                found.append((int(name), item))
            return found
        return list(enumerate(entry.items(exactly=size)))

    def _incoming(self, node: Node, ledger: np.void) -> None:
        for lane, item in enumerate(node.items(most=N_LANES)):
            fact = w.FACT.read(item)
            card = int(self.record["secret"]["lane_card"][lane])
            if fact != U and (card == NONE or not w.is_true(fact, card)):
                item.fail(f"{show(item.value)} is not true of the card on its way in lane {lane} (HD-INV-13)")
            ledger["incoming"][lane] = fact

    def _locations(self, node: Node, ledger: np.void) -> None:
        for name, item in node.table().items():
            card = w.PSYCHE.read(Node(name, item.path))
            location = w.LOCATION.read(item)
            if not self._is_true(card, location, int(ledger["location"][card])):
                item.fail(f"{show(item.value)} is not true, or not what the facts and the table say (HD-INV-13)")
            ledger["location"][card] = location

    def _is_true(self, card: int, location: int, implied: int) -> bool:
        """`implied`: what follows from facts (SLOT) or is public (UP, GONE); it leaves no choice."""
        if (implied != UNKNOWN and implied == self.public[card]) or implied >= AT_SLOT:
            return location == implied
        if PILE <= location < STALE:
            return self._holds(location - PILE, card)
        return location == UNKNOWN or STALE <= location < STALE + self.n_seats

    def _holds(self, seat: int, card: int) -> bool:
        """Whether a card is in a seat's pile or on its way into it (HD-INFO-24)."""
        secret = self.record["secret"]
        return card in secret["pile"][seat] or any((secret["lane_card"] == card) & (secret["lane_seat"] == seat))
