"""Read the log of a position (GG-HID-2) and check it against the cards (GG-INV-7)."""

from typing import Any

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.position import forms as w
from haunted_env.games.ghosts_in_the_graveyard.state import N_TURNS
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD, N_CARDS, N_PLACES, bits
from haunted_env.games.ghosts_in_the_graveyard.words.names import area, target_of
from haunted_env.spec.position import Node, PositionError

LOST = (Mark.DECOY_FOUND, Mark.PENALTY, Mark.HAUNT_FOUND)


class LogReader:
    """Reads Searches and Guesses in the order of play. `used` are the marks that turns account for."""

    def __init__(self, game: Any, n_seats: int, top: dict[str, Node]) -> None:
        self.game, self.table = game, game["table"]
        self.n_seats = n_seats
        self.top = top
        self.used: set[int] = set()
        self.ravens: set[int] = set()
        self.silenced: set[int] = set()

    def read(self) -> None:
        items = self.top["log"].items(most=N_TURNS) if "log" in self.top else []
        for i, item in enumerate(items):
            entry = item.table()
            if "search" in entry:
                self.search(item)
            elif "guess" in entry:
                self.guess(item, last=i == len(items) - 1)
            else:
                item.fail("expected the key search or guess: whose turn it was")
        table = self.table
        pending = table["decision"] == Decision.PENALTY_REVEAL
        if pending and not (items and self.is_pending(items[-1])):
            raise PositionError("log", "PENALTY_REVEAL needs the missed Guess as the last entry of the log (GG-HID-10)")
        if len(items) > table["turn"] + pending:
            self.top["turn"].fail(f"the log has {len(items)} turns, {table['turn']} are completed (GG-TURN-6)")

    def is_pending(self, item: Node) -> bool:
        """Whether the last entry is the decider's miss, not paid for yet."""
        row = self.table["guesses"][int(self.table["n_guesses"]) - 1]
        return "guess" in item.value and bool(row["seat"] == self.table["turn_seat"]) and self.is_unpaid(row)

    @staticmethod
    def is_unpaid(row: Any) -> bool:
        return bool(row["result"] == Result.MISS and not row["raven"] and row["penalty"] < 0 and not row["silenced"])

    def secrets(self, seat: int, ever: bool) -> int:
        """The set of a seat's Secrets, with those it has lost if `ever`."""
        ledger, table = self.game["ledger"][seat], self.table
        found = int(ledger["decoys"]) | (1 << int(ledger["haunt"]) if ledger["haunt"] >= 0 else 0)
        if ever:
            found |= bits(c for c in range(N_CARDS) if table["marked_by"][c] == seat and table["mark"][c] in LOST)
        return found

    def card(self, node: Node, why: Mark, seat: int) -> int:
        """A card that was marked for this reason, in this turn and no other."""
        card = w.NUMBER.read(node) - 1
        if self.table["mark"][card] != why or self.table["marked_by"][card] != seat:
            node.fail(f'tombstone {card + 1:02} is not marked "{why.name.lower()} {seat}" (GG-CARD-2)')
        if card in self.used:
            node.fail(f"tombstone {card + 1:02} was given up in another turn already")
        self.used.add(card)
        return card

    def search(self, item: Node) -> None:
        entry = item.table(w.SEARCH_KEYS)
        for key in ("played", "light", "yes"):
            if key not in entry:
                item.fail(f"missing key: {key}")
        seat = entry["search"].whole(0, self.n_seats - 1)
        played = self.card(entry["played"], Mark.PLAYED, seat)
        light = w.LIGHT.read(entry["light"])
        if light != FLOOD and light not in self.table["flashlight"][: self.n_seats]:
            entry["light"].fail("nobody has this flashlight (GG-SETUP-8)")
        key, codec = ("direction", w.DIRECTION) if light == FLOOD else ("place", w.Whole(0, N_PLACES - 1))
        if key not in entry or ("direction" in entry and "place" in entry):
            item.fail(f"expected the key {key} and no other for this light")
        place = codec.read(entry[key])
        asked = area(self.table, light, played, place)
        if not asked:
            entry[key].fail("not a legal placement (GG-PLACE-3, GG-PLACE-5) or direction (GG-FLOOD-3)")
        self.answer(entry["yes"], asked, target_of(self.table, seat))
        row = self.table["searches"][int(self.table["n_searches"])]
        for field, value in (("seat", seat), ("played", played), ("light", light), ("place", place)):
            row[field] = value
        row["yes"] = entry["yes"].flag()
        self.table["n_searches"] += 1

    def answer(self, node: Node, asked: int, target: int) -> None:
        """GG-INV-7, as far as the cards still tell."""
        if node.flag() and not asked & self.secrets(target, ever=True):
            node.fail(f"seat {target} never had a Secret there (GG-INV-7)")
        if not node.flag() and asked & self.secrets(target, ever=False):
            node.fail(f"seat {target} has a Secret there (GG-INV-7)")

    def guess(self, item: Node, last: bool) -> None:
        entry = item.table(w.GUESS_KEYS)
        for key in ("number", "result"):
            if key not in entry:
                item.fail(f"missing key: {key}")
        seat = entry["guess"].whole(0, self.n_seats - 1)
        row = self.table["guesses"][int(self.table["n_guesses"])]
        row["after"], row["seat"] = self.table["n_searches"], seat
        row["result"] = w.RESULT.read(entry["result"])
        row["named"] = self.named(entry["number"], int(row["result"]), target_of(self.table, seat))
        row["raven"] = self.raven(entry["raven"], seat) if "raven" in entry else 0
        if "penalty" in entry:
            row["penalty"] = self.card(entry["penalty"], Mark.PENALTY, seat)
        if "silenced" in entry:
            row["silenced"] = self.silence(entry["silenced"], seat)
        self.table["n_guesses"] += 1
        free = row["raven"] or row["result"] != Result.MISS
        if (row["penalty"] >= 0) + int(row["silenced"]) > (not free):
            item.fail("only a miss without Raven is paid for, and once (GG-GUESS-8, GG-RAV-1)")
        if row["result"] == Result.HAUNT and self.table["reason"] != End.HAUNT_FOUND:
            item.fail("who finds a Haunt wins (GG-GUESS-5); the game must be over")
        final = self.table["reason"] == End.LAST_SECRET or self.table["decision"] == Decision.PENALTY_REVEAL
        if self.is_unpaid(row) and not (last and final):
            item.fail("a miss without Raven needs penalty or silenced (GG-GUESS-8, GG-SIL-2)")

    def named(self, node: Node, result: int, target: int) -> int:
        if result == Result.MISS:
            card = w.NUMBER.read(node) - 1
            if self.secrets(target, ever=True) >> card & 1:
                node.fail(f"tombstone {card + 1:02} was a Secret of seat {target} (GG-GUESS-4)")
            return card
        return self.card(node, Mark.HAUNT_FOUND if result == Result.HAUNT else Mark.DECOY_FOUND, target)

    def raven(self, node: Node, seat: int) -> bool:
        """GG-RAV-2: each seat has one."""
        if node.flag():
            declared = self.table["raven"] and self.table["turn_seat"] == seat
            if not self.table["abilities"] or self.table["raven_left"][seat] or seat in self.ravens or declared:
                node.fail(f"seat {seat} has one Raven, and it is spent after this (GG-RAV-2)")
            self.ravens.add(seat)
        return node.flag()

    def silence(self, node: Node, seat: int) -> bool:
        if node.flag():
            if not self.table["silenced"][seat] or seat in self.silenced:
                node.fail(f"seat {seat} is not silenced, or was already (GG-SIL-2)")
            self.silenced.add(seat)
        return node.flag()
