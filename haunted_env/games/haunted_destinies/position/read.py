"""Read a position, hand-written or written out, into a game record; whatever is wrong is named by its path."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.position.cards import Cards
from haunted_env.games.haunted_destinies.position.course import Course
from haunted_env.games.haunted_destinies.position.ledger import Ledgers
from haunted_env.games.haunted_destinies.position.options import spec
from haunted_env.games.haunted_destinies.state import (
    CENTRE,
    MAX_PILE,
    MAX_TOKENS,
    N_HAND,
    NONE,
    START_HEALTH,
)
from haunted_env.games.haunted_destinies.tables import CEMETERY, N_TILES, OPENER
from haunted_env.spec.position import Node, PositionError
from haunted_env.spec.position_header import game_of, read_rng

MAX_GLOOM = 8000  # a game adds some more, and gloom is counted in an int16


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
        self.cards = Cards(self.game, self.n_seats)

    def read(self) -> np.ndarray:
        self.forms.top.read(self.top, self.table)
        read_rng(self.top, self.secret)
        self.board()
        self.seats()
        for key, part in (
            ("persistent", self.cards.persistent),
            ("discards", self.cards.discards),
            ("lanes", self.cards.lanes),
            ("stack", self.cards.obeyed),
            ("dice", self.dice("light", "dark")),
            ("move_dice", self.dice("move_light", "move_dark")),
            ("roles", self.roles),
        ):
            if key in self.top:
                part(self.top[key])
        self.cards.decks(self.top.get("decks", Node({}, "decks")))
        self.cards.gone(self.top.get("gone"))
        self.opener()
        self.room()
        Ledgers(self.game, self.n_seats).read(self.top.get("ledger"))
        Course(self.game, self.n_seats, self.top).read()
        return self.array

    def entries(self, key: str, known: list[str] | None) -> dict[str, Node]:
        """The entries of a table that may be missing."""
        return self.top[key].table(known) if key in self.top else {}

    def _blank(self) -> np.ndarray:
        """A game with the options in place, and nothing else."""
        game = game_of(self.top, spec(), "seats", fewest=3, content="cards and tiles")
        for path, value in w.BLANKS.items():
            *parts, last = path.split(".")
            field = game
            for part in parts:
                field = field[part]
            field[last] = value
        return game

    def board(self) -> None:
        table = self.table
        found: dict[int, str] = {}
        for name, node in self.entries("board", None).items():
            cell, laid = w.CELL.read(Node(name, node.path)), w.LAID.read(node)
            tile = laid % N_TILES
            if laid != tile and (tile == CEMETERY or not table["rotation"]):
                node.fail('tiles are turned only with rotation="on", and the Cemetery never is (HD-SETUP-23)')
            if tile in found:
                node.fail(f'tile "{node.value}" is at {found[tile]} already')
            if (tile == CEMETERY) != (cell == CENTRE):
                node.fail("the Cemetery lies at 4,4, and nothing else does (HD-SETUP-9)")
            found[tile] = name
            table["tile"][cell] = laid
        table["tile"][CENTRE] = CEMETERY
        for name, node in self.entries("gloom", None).items():
            cell = w.CELL.read(Node(name, node.path))
            table["gloom"][cell] = node.whole(0, MAX_GLOOM)
            if table["tile"][cell] == NONE:
                node.fail("there is no tile at this cell (HD-INV-7)")

    def seats(self) -> None:
        given = self.top["seats"].items(most=self.n_seats) if "seats" in self.top else []
        for seat in range(self.n_seats):
            node = given[seat] if seat < len(given) else Node({}, f"seats[{seat}]")
            entry = node.table(w.SEAT_KEYS)
            self.pawn(entry.get("pawn"), seat)
            if "ghost" in entry and entry["ghost"].flag():
                self.ghost(entry, seat)
                continue
            if "gloom" in entry:
                entry["gloom"].fail("only a ghost has gloom of its own (HD-INV-4)")
            self.health(entry.get("health"), seat)
            for key, part in (("pile", self.cards.pile), ("up", self.cards.up), ("items", self.cards.items)):
                if key in entry:
                    part(entry[key], seat)
            self.cards.grey(entry.get("grey"), seat)
            if "hand" in entry:
                self.hand(entry["hand"], seat)
            if "gloom_to_place" in entry:
                self.table["gloom_to_place"][seat] = entry["gloom_to_place"].whole(0, 4)

    def pawn(self, node: Node | None, seat: int) -> None:
        cell = CENTRE if node is None else w.PAWN.read(node)
        if node is not None and cell == NONE and not self.table["in_setup"]:
            node.fail("every pawn is on a tile once the setup is over (HD-INV-7)")
        if node is not None and cell != NONE and self.table["tile"][cell] == NONE:
            node.fail("there is no tile at this cell (HD-INV-7)")
        self.table["pawn"][seat] = cell

    def ghost(self, entry: dict[str, Node], seat: int) -> None:
        for key in set(entry) - {"ghost", "gloom", "pawn"}:
            if entry[key].value:
                entry[key].fail("a ghost has neither tokens nor cards (HD-INV-4)")
        self.table["ghost"][seat] = 1
        self.table["own_gloom"][seat] = entry["gloom"].whole(0, MAX_GLOOM) if "gloom" in entry else 0

    def health(self, node: Node | None, seat: int) -> None:
        health = tokens = START_HEALTH
        if node is not None and isinstance(node.value, str):
            found = re.fullmatch(r"(\d{1,2})/(\d{1,2})", node.value)
            if not found:
                node.fail('expected health of tokens, such as "3/5"')
            health, tokens = int(found[1]), int(found[2])
        elif node is not None:
            health = node.whole(0, MAX_TOKENS)
            tokens = max(health, START_HEALTH)
        fallen = "stack" in self.top or bool(self.table["over"])  # during DECLARE the fallen player has none
        if node is not None and not (0 if fallen else 1) <= health <= tokens <= MAX_TOKENS:
            node.fail(f"a living player has 1 to {MAX_TOKENS} tokens, at least one of them health (HD-INV-3)")
        self.table["health"][seat], self.table["wounds"][seat] = health, tokens - health

    def hand(self, node: Node, seat: int) -> None:
        laid = self.table["tile"][self.table["tile"] != NONE] % N_TILES
        for i, item in enumerate(node.items(exactly=N_HAND)):
            tile = w.HAND.read(item)
            if tile == CEMETERY:
                item.fail("the Cemetery is in nobody's hand (HD-SETUP-8)")
            if tile != NONE and (tile in laid or tile in self.game["ledger"]["hand"][: self.n_seats]):
                item.fail(f'tile "{item.value}" is on the board or in a hand already')
            self.game["ledger"][seat]["hand"][i] = tile

    def room(self) -> None:
        """HD-COMP-16: every death but those that end the game can still pass a card into a pile, however full."""
        passes = max(0, self.n_seats - int(self.table["ghost"][: self.n_seats].sum()) - 2)
        for seat in range(self.n_seats):
            if self.table["pile_size"][seat] > MAX_PILE - passes and not self.table["over"]:
                raise PositionError(
                    f"seats[{seat}].pile",
                    f"at most {MAX_PILE - passes} cards: {passes} more can be passed at deaths (HD-COMP-16)",
                )

    def dice(self, light: str, dark: str) -> Callable[[Node], None]:
        def read(node: Node) -> None:
            self.table[light], self.table[dark] = (item.whole(0, 6) for item in node.items(exactly=2))

        return read

    def roles(self, node: Node) -> None:
        for seat, item in enumerate(node.items(exactly=self.n_seats)):
            self.secret["role"][seat] = w.ROLE.read(item)

    def opener(self) -> None:
        """HD-INV-1, and after a ritual HD-INV-12."""
        holder = self.cards.opener_seat()
        if self.table["ghost"][holder] and not self.table["over"]:
            raise PositionError(self.cards.places[OPENER][0], "the Opener card is with a living player (HD-INV-1)")
        if not self.table["ritual"]:
            if "opener" in self.top:
                self.top["opener"].fail("nobody is known to be the Opener before a ritual; set ritual = true")
            return
        if self.table["up_at"][OPENER] == NONE:
            self.top["ritual"].fail("after the ritual the Opener card lies face up (HD-OPEN-7), in the up of a seat")
        if "opener" in self.top and self.top["opener"].whole(0, self.n_seats - 1) != holder:
            self.top["opener"].fail(f"the Opener card lies at seat {holder}")
        self.table["opener"] = holder
