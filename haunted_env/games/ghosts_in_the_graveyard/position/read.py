"""Read a position, hand-written or written out, into a game record; whatever is wrong is named by its path."""

from typing import Any

import numpy as np

from haunted_env.core.position import Node, PositionError, seeded_words, show
from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.position import forms as w
from haunted_env.games.ghosts_in_the_graveyard.position.checks import check
from haunted_env.games.ghosts_in_the_graveyard.position.log import LogReader
from haunted_env.games.ghosts_in_the_graveyard.state import N_DEALT, N_HANDS, N_TURNS, NONE
from haunted_env.games.ghosts_in_the_graveyard.tables import CONTENT_HASH, FLOOD, N_CARDS, bits
from haunted_env.games.ghosts_in_the_graveyard.words.names import cards_in, tomb

HAND = 2  # GG-INV-4
SETUP = (Decision.CHOOSE_HAUNT, Decision.CHOOSE_DECOY_1, Decision.CHOOSE_DECOY_2, Decision.PICK_FLASHLIGHT)


def from_position(position: dict[str, Any]) -> np.ndarray:
    """An array of one game. One given by its deck alone is still to be handed out: run the engine (RESUME)."""
    return Reader(Node(position)).read()


class Reader:
    """Reads part after part of a position; `self.top` are its entries."""

    def __init__(self, node: Node) -> None:
        self.top = node.table(w.KEYS)
        self.array = self._blank()
        self.game = self.array[0]
        self.table, self.secret = self.game["table"], self.game["secret"]
        self.n_seats = int(self.table["n_seats"])
        self.places: dict[int, str] = {}  # where each card was found

    def read(self) -> np.ndarray:
        self.chance()
        if "deck" in self.top:
            self.deck()
            return self.array
        self.stage()
        self.marks()
        self.seats()
        self.start_draws()
        self.hands()
        self.pile(self.top.get("draw_pile", Node([w.REST], "draw_pile")))
        self.turn()
        LogReader(self.game, self.n_seats, self.top).read()
        check(self.game, self.top, self.places)
        return self.array

    def _blank(self) -> np.ndarray:
        """A game with the options in place, and nothing else."""
        if "game" in self.top and self.top["game"].text() != w.GAME:
            self.top["game"].fail(f'this is a position of another game, not of "{w.GAME}"')
        if "content" in self.top and self.top["content"].text() != CONTENT_HASH:
            self.top["content"].fail("the position was written with other flashlights (another content file)")
        options = {name: node.value for name, node in self.top["options"].table().items()} if "options" in self.top else {}
        seats = len(self.top["seats"].items()) if "seats" in self.top else 0
        if "players" not in options and seats:
            options["players"] = seats
        try:
            return w.blank(options)
        except ValueError as error:
            raise PositionError("options", str(error)) from error

    # Chance

    def chance(self) -> None:
        """Seed and generator, and flashlights that are dealt but not shown yet."""
        seed = self.top["seed"].whole(-(2**63), 2**63 - 1) if "seed" in self.top else 0
        self.secret["seed"] = seed
        self.secret["rng"] = seeded_words(seed)
        if "rng" in self.top:
            words = [item.whole(0, 2**32 - 1) for item in self.top["rng"].items(exactly=4)]
            if not any(words):
                self.top["rng"].fail("four zeros would stay zero for ever")
            self.secret["rng"] = words
        if "flashlights" in self.top:
            node = self.top["flashlights"]
            if not self.table["deal_flashlights"]:
                node.fail("flashlights are picked, not dealt; set the option deal_flashlights")
            for seat, item in enumerate(node.items(exactly=self.n_seats)):
                self.secret["flashlight"][seat] = self.untaken(item, self.secret["flashlight"])

    def untaken(self, node: Node, taken: np.ndarray) -> int:
        """A flashlight that is nobody else's (GG-LIGHT-1)."""
        light = w.FLASHLIGHT.read(node)
        if light in taken:
            node.fail(f"seat {taken.tolist().index(light)} has it already (GG-LIGHT-1)")
        return light

    def deck(self) -> None:
        """GG-ENV-4: the deck order alone, D[0] first; everything follows from it."""
        for key in self.top:
            if key not in w.UNDEALT_KEYS:
                self.top[key].fail("a position with a deck is still to be dealt; leave this out")
        for seat in range(self.n_seats):
            self.icons({}, seat)
        self.pile(self.top["deck"])

    # Cards

    def card(self, node: Node) -> int:
        """A card that is nowhere else (GG-CARD-1)."""
        card = w.NUMBER.read(node) - 1
        if card in self.places:
            node.fail(f"tombstone {tomb(card)} is at {self.places[card]} already (GG-CARD-1)")
        self.places[card] = node.path
        return card

    def free(self) -> list[int]:
        """The cards that are nowhere yet, ascending."""
        return [card for card in range(N_CARDS) if card not in self.places]

    def pile(self, node: Node) -> None:
        """The draw pile or the deck, next card first."""
        items = node.items()
        rest = bool(items) and items[-1].value == w.REST
        cards = [self.card(item) for item in items[: len(items) - rest]]
        free = self.free()
        if rest:
            cards += free
        elif free:
            node.fail(f'tombstone {tomb(free[0])} is nowhere (GG-CARD-1); add it, or end the list with "{w.REST}"')
        for card in free:
            self.places[card] = node.path
        self.secret["draw_pile"][: len(cards)] = cards[::-1]
        self.table["draw_pile_size"] = len(cards)

    def marks(self) -> None:
        """Marked numbers with their reasons (GG-HID-9)."""
        for name, node in self.top["marks"].table().items() if "marks" in self.top else ():
            if not name.isdecimal() or not 1 <= int(name) <= N_CARDS:
                node.fail("expected a tombstone number from 1 to 50")
            card = self.card(Node(int(name), node.path))
            why, seat = divmod(w.MARK.read(node), 8)
            if seat > self.n_seats:
                node.fail(f"there are seats 0 to {self.n_seats - 1}")
            self.table["mark"][card], self.table["marked_by"][card] = why, seat - 1

    # Whose decision

    def stage(self) -> None:
        table = self.table
        if "over" in self.top:
            self.over(self.top["over"])
            return
        decision = self.top.get("decision", Node("TURN_MENU", "decision"))
        seat = self.top["seat"].whole(0, self.n_seats - 1) if "seat" in self.top else 0
        table["decision"], table["decider"] = w.DECISION.read(decision), seat
        if table["decision"] not in SETUP:
            table["turn_seat"] = seat
        self.context(decision)

    def over(self, node: Node) -> None:
        """After the end there is no acting seat, no decision and no context (GG-HID-10)."""
        for key in ("seat", "decision", "raven", "played", "light"):
            if key in self.top:
                self.top[key].fail("the game is over; leave this out (GG-HID-10)")
        entry = node.table(("reason", "winner"))
        if "reason" not in entry:
            node.fail("missing key: reason")
        reason = w.END.read(entry["reason"])
        if (reason == End.MAX_TURNS) == ("winner" in entry):
            node.fail("every end but max_turns has a winner")
        self.table["over"], self.table["reason"] = 1, reason
        if "winner" in entry:
            self.table["winner"] = entry["winner"].whole(0, self.n_seats - 1)

    def context(self, decision: Node) -> None:
        """The context of an unfinished turn: what the decision needs, and nothing else."""
        asked = int(self.table["decision"])
        needs = {
            "raven": asked == Decision.GUESS_NUMBER,
            "played": asked in (Decision.CHOOSE_LIGHT, Decision.AIM_FLOOD, Decision.PLACE_FLASHLIGHT),
            "light": asked == Decision.PLACE_FLASHLIGHT,
        }
        for key, needed in needs.items():
            if key in self.top and not needed:
                self.top[key].fail(f"has no meaning at {Decision(asked).name}; leave it out")
            if key != "raven" and needed and key not in self.top:
                decision.fail(f"{Decision(asked).name} needs the key {key}")
        if "raven" in self.top:
            self.table["raven"] = self.top["raven"].flag()
        if needs["played"]:
            self.table["played"] = w.NUMBER.read(self.top["played"]) - 1
        if asked == Decision.AIM_FLOOD:
            self.table["light"] = FLOOD
        elif needs["light"]:
            self.table["light"] = w.FLASHLIGHT.read(self.top["light"])

    @property
    def in_setup(self) -> bool:
        return int(self.table["decision"]) in SETUP

    # Seats

    def seats(self) -> None:
        if "seats" not in self.top:
            raise PositionError("seats", "missing: say where everybody's Haunt is, or give a deck")
        given = self.top["seats"].items(exactly=self.n_seats)
        self.entries = [node.table(w.SEAT_KEYS) for node in given]
        for seat, entry in enumerate(self.entries):
            self.secrets(entry, seat)
            self.icons(entry, seat)
            self.table["silenced"][seat] = entry["silenced"].flag() if "silenced" in entry else 0
            if "hand" in entry:
                self.hold(seat, [self.card(item) for item in entry["hand"].items(most=N_DEALT)])
            if "flashlight" in entry:
                self.table["flashlight"][seat] = self.untaken(entry["flashlight"], self.table["flashlight"])
        for seat, entry in enumerate(self.entries):
            if "flashlight" not in entry and not self.in_setup:
                taken = self.table["flashlight"].tolist()
                self.table["flashlight"][seat] = next(i for i in range(N_FLASHLIGHTS) if i not in taken)

    def secrets(self, entry: dict[str, Node], seat: int) -> None:
        ledger = self.game["ledger"][seat]
        if "haunt" in entry:
            ledger["haunt"] = self.card(entry["haunt"])
        if "decoys" in entry:
            ledger["decoys"] = bits(self.card(item) for item in entry["decoys"].items(most=2))
        self.table["n_secrets"][seat] = (ledger["haunt"] >= 0) + int(ledger["decoys"]).bit_count()

    def icons(self, entry: dict[str, Node], seat: int) -> None:
        """GG-ICON-1, GG-OPT-5: all of them, unless the entry says otherwise."""
        table, icons = self.table, int(self.table["abilities"])
        for key, field, most in (("vanish", "vanish_left", 1), ("raven", "raven_left", 1), ("hands", "hands_left", N_HANDS)):
            table[field][seat] = entry[key].whole(0, most * icons) if key in entry else most * icons
        if "vanished" in entry:
            table["vanished"][seat] = entry["vanished"].whole(0, N_TURNS)
            if not icons or table["vanish_left"][seat]:
                entry["vanished"].fail("the Vanish is not spent; set vanish = 0 (GG-ICON-2)")

    def hold(self, seat: int, cards: list[int]) -> None:
        self.game["ledger"][seat]["hand"] = bits(cards)
        self.table["hand_size"][seat] = len(cards)

    def start_draws(self) -> None:
        """GG-SETUP-9: if no marks are given, the lowest numbers that are free."""
        if "marks" not in self.top and not self.in_setup and not self.table["pre_marked"]:
            for seat in range(self.n_seats):
                card = self.take_free("marks")
                self.table["mark"][card], self.table["marked_by"][card] = Mark.START_DRAW, seat

    def take_free(self, path: str) -> int:
        free = self.free()
        if not free:
            raise PositionError(path, "no tombstone is left; say which cards these are")
        self.places[free[0]] = path
        return free[0]

    def hands(self) -> None:
        """Hands that are not given take the lowest numbers that are free; then what was dealt."""
        for seat, entry in enumerate(self.entries):
            if "hand" not in entry and not self.table["silenced"][seat]:
                size = HAND
                if self.in_setup:
                    size = N_DEALT - int(self.table["n_secrets"][seat])
                elif self.table["decision"] == Decision.PLAY_CARD and seat == self.table["turn_seat"]:
                    size = HAND + 1
                self.hold(seat, [self.take_free(f"seats[{seat}].hand") for _ in range(size)])
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

    def turn(self) -> None:
        """Completed turns: as many as the log has, or as the marks prove, unless said."""
        table = self.table
        proven = sum(int((table["mark"] == why).sum()) for why in (Mark.PLAYED, Mark.DECOY_FOUND, Mark.PENALTY))
        proven += int(table["silenced"].sum()) - (table["played"] >= 0)
        if "turn" in self.top:
            table["turn"] = self.top["turn"].whole(0, N_TURNS)
        else:
            logged = len(self.top["log"].items()) if "log" in self.top else 0
            table["turn"] = min(max(proven, logged - (table["decision"] == Decision.PENALTY_REVEAL)), N_TURNS)


