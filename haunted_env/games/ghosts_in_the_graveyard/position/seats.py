"""The seats of a position: Secrets, hand, what was dealt, flashlight and icons."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, Mark
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.position import forms as w
from haunted_env.games.ghosts_in_the_graveyard.position.cards import Cards
from haunted_env.games.ghosts_in_the_graveyard.state import HAND, N_DEALT, N_TURNS
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS, bits
from haunted_env.games.ghosts_in_the_graveyard.words.names import cards_in
from haunted_env.spec.position import Node, show


class Seats:
    """Reads the seats of a position; what is left out is filled up from the cards that are free."""

    def __init__(self, game: Any, cards: Cards, in_setup: bool) -> None:
        self.game, self.table = game, game["table"]
        self.cards = cards
        self.in_setup = in_setup
        self.entries: list[dict[str, Node]] = []

    def read(self, node: Node) -> None:
        """What the seats say themselves."""
        self.entries = [item.table(w.SEAT_KEYS) for item in node.items(exactly=int(self.table["n_seats"]))]
        for seat, entry in enumerate(self.entries):
            self.secrets(entry, seat)
            self.icons(entry, seat)
            self.table["silenced"][seat] = entry["silenced"].flag() if "silenced" in entry else 0
            if "hand" in entry:
                self.hold(seat, [self.cards.read(item) for item in entry["hand"].items(most=N_DEALT)])
            if "flashlight" in entry:
                self.table["flashlight"][seat] = untaken(entry["flashlight"], self.table["flashlight"])
        for seat, entry in enumerate(self.entries):
            if "flashlight" not in entry and not self.in_setup:
                taken = self.table["flashlight"].tolist()
                self.table["flashlight"][seat] = next(i for i in range(N_FLASHLIGHTS) if i not in taken)

    def secrets(self, entry: dict[str, Node], seat: int) -> None:
        ledger = self.game["ledger"][seat]
        if "haunt" in entry:
            ledger["haunt"] = self.cards.read(entry["haunt"])
        if "decoys" in entry:
            ledger["decoys"] = bits(self.cards.read(item) for item in entry["decoys"].items(most=2))
        self.table["n_secrets"][seat] = (ledger["haunt"] >= 0) + int(ledger["decoys"]).bit_count()

    def icons(self, entry: dict[str, Node], seat: int) -> None:
        """GG-ICON-1, GG-OPT-5: all of them, unless the entry says otherwise."""
        table, icons = self.table, int(self.table["abilities"])
        for key, field, most in w.ICONS:
            table[field][seat] = entry[key].whole(0, most * icons) if key in entry else most * icons
        if "vanished" in entry:
            table["vanished"][seat] = entry["vanished"].whole(0, N_TURNS)
            if not icons or table["vanish_left"][seat]:
                entry["vanished"].fail("the Vanish is not spent; set vanish = 0 (GG-ICON-2)")

    def hold(self, seat: int, cards: list[int]) -> None:
        self.game["ledger"][seat]["hand"] = bits(cards)
        self.table["hand_size"][seat] = len(cards)

    def fill_hands(self) -> None:
        """Hands that are not given take the lowest numbers that are free; then what was dealt."""
        for seat, entry in enumerate(self.entries):
            if "hand" not in entry and not self.table["silenced"][seat]:
                size = HAND
                if self.in_setup:
                    size = N_DEALT - int(self.table["n_secrets"][seat])
                elif self.table["decision"] == Decision.PLAY_CARD and seat == self.table["turn_seat"]:
                    size = HAND + 1
                self.hold(seat, [self.cards.take_free(f"seats[{seat}].hand") for _ in range(size)])
            self.dealt(entry.get("dealt"), seat)

    def dealt(self, node: Node | None, seat: int) -> None:
        """The five dealt cards: all Secrets the seat ever had, and two more."""
        ledger, table = self.game["ledger"][seat], self.table
        lost = (Mark.DECOY_FOUND, Mark.PENALTY, Mark.HAUNT_FOUND)
        had = [c for c in range(N_CARDS) if table["marked_by"][c] == seat and table["mark"][c] in lost]
        secrets = int(ledger["decoys"]) | bits(had) | (1 << int(ledger["haunt"]) if ledger["haunt"] >= 0 else 0)
        if node is None:
            room = N_DEALT - secrets.bit_count()
            ledger["dealt"] = secrets | bits(cards_in(ledger["hand"])[: max(room, 0)])
            return
        cards = [w.NUMBER.read(item) - 1 for item in node.items(most=N_DEALT)]
        if len(set(cards)) < len(cards):
            node.fail(f"a card is listed twice in {show(node.value)}")
        if secrets & ~bits(cards):
            node.fail("Secrets are chosen among the dealt cards (GG-SETUP-4)")
        ledger["dealt"] = bits(cards)


def untaken(node: Node, taken: np.ndarray) -> int:
    """A flashlight that is nobody else's (GG-LIGHT-1)."""
    light = w.FLASHLIGHT.read(node)
    if light in taken:
        node.fail(f"seat {taken.tolist().index(light)} has it already (GG-LIGHT-1)")
    return light
