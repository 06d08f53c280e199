"""Read a position, hand-written or written out, into a game record; whatever is wrong is named by its path."""

from typing import Any

import numpy as np

from haunted_env.games.haunting_house.actions import End
from haunted_env.games.haunting_house.content import MAX_SEATS
from haunted_env.games.haunting_house.options import ENTRANCE_SLOTS
from haunted_env.games.haunting_house.position import forms as w
from haunted_env.games.haunting_house.position.cards import Cards
from haunted_env.games.haunting_house.position.course import Course
from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, N_EVENTS, NONE
from haunted_env.games.haunting_house.tables import N_CELLS, SIZE, TILE_IDS, TRAP_DOOR
from haunted_env.spec.position import Node, PositionError
from haunted_env.spec.position_header import game_of, read_rng

# What an empty game has where it is not zero.
BLANKS = {
    "table": ("decider", "card", "chosen", "winner", "shown", "past_random", "past_chosen"),
    "ledger": ("program",),
    "secret": ("drawn",),
}


def from_position(position: dict[str, Any]) -> np.ndarray:
    """An array of one game. Where a decision is still to be asked, `decider` is NONE: run the engine (RESUME)."""
    return Reader(Node(position)).read()


class Reader:
    """Reads part after part of a position; `self.top` are its entries."""

    def __init__(self, node: Node) -> None:
        self.top = node.table(w.KEYS)
        self.array = self._blank()
        self.game = self.array[0]
        self.table, self.secret = self.game["table"], self.game["secret"]
        self.n_seats = int(self.table["n_seats"])
        self.forms = w.forms(self.n_seats)

    def read(self) -> np.ndarray:
        self.forms.top.read(self.top, self.table)
        read_rng(self.top, self.secret)
        self.board()
        self.doors()
        self.pawns()
        self.end()
        Cards(self.game, self.top).read()
        Course(self.game, self.top).read()
        self.events()
        return self.array

    def _blank(self) -> np.ndarray:
        """A game with the options in place, and nothing else."""
        game = game_of(self.top, w.spec(), "pawns", fewest=2, most=MAX_SEATS, content="tiles or cards")
        for part, fields in BLANKS.items():
            for field in fields:
                game[part][field] = NONE
        game["ledger"]["seat"] = range(MAX_SEATS)
        game["table"]["pawn"] = ENTRANCE
        return game

    def board(self) -> None:
        """Six rows of six tiles, each tile once (HH-INV-1)."""
        found: dict[int, str] = {}
        rows = self.top.get("board", Node(list(w.HOUSE_A), "board")).items(exactly=SIZE)
        for row, node in enumerate(rows):
            laid = node.text().split()
            if len(laid) != SIZE:
                node.fail(f"expected {SIZE} tiles, found {len(laid)}")
            for col, word in enumerate(laid):
                tile, rotation = divmod(w.LAID.read(Node(word, node.path)), 4)
                cell = SIZE * row + col
                if tile in found:
                    node.fail(f"tile {TILE_IDS[tile]} is at {found[tile]} already (HH-INV-1)")
                found[tile] = w.CELL.write(cell)
                self.table["tile"][cell], self.table["rotation"][cell] = tile, rotation

    def doors(self) -> None:
        self.table["entrance"] = w.ENTRANCE_A
        if "entrance" in self.top:
            slot = self.top["entrance"].whole(0, max(ENTRANCE_SLOTS[1:]))
            if slot not in ENTRANCE_SLOTS[1:]:
                self.top["entrance"].fail(f"the entrance lies at slot 0 or 23 (HH-SETUP-3), not at {slot}")
            self.table["entrance"] = slot

    def pawns(self) -> None:
        pawn = self.table["pawn"]
        for seat, node in enumerate(self.top["pawns"].items(most=self.n_seats) if "pawns" in self.top else []):
            pawn[seat] = place = w.PLACE.read(node)
            if place < N_CELLS and TRAP_DOOR[self.table["tile"][place]] and place in pawn[:seat]:
                node.fail("a trap door holds one pawn (HH-INV-2)")

    def end(self) -> None:
        """HH-INV-9: a pawn is on the exit if and only if it has won."""
        table = self.table
        on_exit = [seat for seat in range(self.n_seats) if table["pawn"][seat] == EXIT]
        winner = [int(table["winner"])] if table["winner"] != NONE else []
        if on_exit != winner:
            where = "pawns" if "pawns" in self.top else "winner"
            raise PositionError(where, "the winner's pawn, and no other, is on the exit (HH-INV-9)")
        if (table["reason"] == End.EXIT) != bool(winner):
            raise PositionError("reason", 'a winner goes with the reason "exit", and only with it')
        table["over"] = table["reason"] != End.NONE
        last = int(table["max_turns"])
        if last and table["turn"] > last:
            raise PositionError("turn", f"the game is truncated after turn {last} (option max_turns)")
        if table["reason"] == End.MAX_TURNS and table["turn"] != last:
            raise PositionError("turn", f"a truncated game ends with turn max_turns ({last}; HH-WIN-5)")

    def events(self) -> None:
        """The last ones, oldest first, in a ring."""
        given = self.top["events"].items(most=N_EVENTS) if "events" in self.top else []
        total = self.top["n_events"].whole(0, w.MAX_TURN) if "n_events" in self.top else len(given)
        if len(given) != min(total, N_EVENTS):
            self.top["n_events"].fail(f"of {total} events the last {min(total, N_EVENTS)} are kept, found {len(given)}")
        self.table["n_events"] = total
        for number, item in zip(range(total - len(given), total), given):
            entry = item.table(self.forms.event.keys)
            if "kind" not in entry:
                item.fail("missing key: kind")
            self.forms.event.read(entry, self.table["events"][number % N_EVENTS])
