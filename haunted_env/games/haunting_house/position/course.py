"""Where a position stands in its turn: whose card or program it is, and the decision being asked."""

from typing import Any

from haunted_env.games.haunting_house.actions import FIRST_DECISION, Decision, End, Round
from haunted_env.games.haunting_house.content import PROGRAM_CARDS
from haunted_env.games.haunting_house.position import forms as w
from haunted_env.games.haunting_house.state import NONE
from haunted_env.games.haunting_house.tables import AMOUNT, CARD_IDS, N_CELLS, SIZE
from haunted_env.spec.position import Node, PositionError

# A first decision, and the one that may follow once a tile is chosen.
FOLLOWING = {Decision.ROT90_TILE: Decision.ROT90_DIR, Decision.SWAP_FIRST: Decision.SWAP_SECOND}


class Course:
    def __init__(self, game: Any, top: dict[str, Node]) -> None:
        self.game, self.top = game, top
        self.table = game["table"]
        self.n_seats = int(self.table["n_seats"])
        self.programming = self.table["round"] == Round.CHOSEN and self.table["flip"] == 0

    def read(self) -> None:
        self.acted()
        context = w.forms(self.n_seats).context
        context.read(self.top["context"].table(context.keys) if "context" in self.top else {}, self.table)
        if "decision" in self.top:
            self.decision(self.top["decision"])
        elif self.table["reason"] == End.EXIT:
            self.check_context("context")
        elif "context" in self.top:
            self.top["context"].fail("belongs to a decision; add the decision, or leave it out")

    @property
    def seat(self) -> int:
        return (int(self.table["marker"]) + int(self.table["acted"])) % self.n_seats

    def acted(self) -> None:
        """How many seats, from the marker holder on, are done with this flip or with their programs."""
        table = self.table
        given = self.top.get("acting")
        acting = int(table["marker"]) if given is None else given.whole(0, self.n_seats - 1)
        table["acted"] = (acting - int(table["marker"])) % self.n_seats
        if self.programming:
            self.programs(given)
        elif table["flip"] == 0 and given is not None and table["acted"]:
            given.fail("nobody acts before the first cards are turned up; leave it out")
        if table["reason"] == End.MAX_TURNS:
            if table["flip"] != PROGRAM_CARDS or table["round"] != Round.CHOSEN:
                raise PositionError("flip", "a truncated game ends after the last flip of a Chosen Round (HH-WIN-5)")
            table["acted"] = self.n_seats
        elif table["reason"] == End.EXIT and (table["flip"] == 0 or self.seat != table["winner"]):
            raise PositionError("acting", "the winner has just moved (HH-WIN-5), so acting and winner agree")

    def programs(self, given: Node | None) -> None:
        """HH-CHOS-2: seat after seat from the marker holder makes its whole program."""
        made = [int(self.table["programmed"][(self.table["marker"] + i) % self.n_seats]) for i in range(self.n_seats)]
        done = next((i for i, n in enumerate(made) if n < PROGRAM_CARDS), self.n_seats)
        if any(made[done + 1 :]):
            raise PositionError("cards", "seats program one after the other from the marker holder (HH-CHOS-2)")
        if given is not None and done != self.table["acted"]:
            given.fail("the next seat without a full program acts; leave it out")
        self.table["acted"] = done

    def decision(self, node: Node) -> None:
        """The decision being asked, as a running game has it."""
        table = self.table
        decision = w.DECISION.read(node)
        if table["over"]:
            node.fail("the game is over; leave it out")
        if self.programming:
            if table["acted"] == self.n_seats or decision != Decision.PROGRAM_1 + table["programmed"][self.seat]:
                node.fail("does not fit the number of cards programmed; leave it out")
        elif table["flip"] == 0 or decision <= Decision.PROGRAM_4:
            node.fail("does not fit the round and flip; leave it out")
        else:
            self.check_context("context")
            first = Decision(int(FIRST_DECISION[table["card"]]))
            chosen = table["chosen"] != NONE
            if decision != (FOLLOWING[first] if chosen and first in FOLLOWING else first):
                node.fail(f'"{CARD_IDS[table["card"]]}" asks {first.name} here, not {node.value}')
        table["decision"] = decision
        table["decider"] = self.seat

    def check_context(self, where: str) -> None:
        """The card being resolved is the one turned up; its step and tile are possible."""
        table = self.table
        card = int(table["shown"][self.seat][table["flip"] - 1])
        if table["card"] != card:
            raise PositionError(f"{where}.card", f'seat {self.seat} resolves "{CARD_IDS[card]}"')
        first = FIRST_DECISION[card]
        steps = int(AMOUNT[card]) if first == Decision.STEP else 0
        if not min(steps, 1) <= table["step"] <= steps:
            raise PositionError(f"{where}.step", f"expected {min(steps, 1)} to {steps} for this card")
        if table["chosen"] != NONE:
            self.check_tile(f"{where}.tile", first)

    def check_tile(self, where: str, first: int) -> None:
        free = set(range(N_CELLS)) - {int(place) for place in self.table["pawn"][: self.n_seats]}
        row, col = divmod(int(self.table["chosen"]), SIZE)
        touching = {c for c in free if max(abs(c // SIZE - row), abs(c % SIZE - col)) == 1}
        if first not in FOLLOWING or SIZE * row + col not in free:
            raise PositionError(where, "an unoccupied tile chosen for Rotate 90 or Switch 2 Tiles; leave it out")
        if first == Decision.SWAP_FIRST and not touching:
            raise PositionError(where, "no unoccupied tile touches it (HH-SW-1)")
