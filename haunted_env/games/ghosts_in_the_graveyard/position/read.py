"""Read a position, hand-written or written out, into a game record; whatever is wrong is named by its path."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark
from haunted_env.games.ghosts_in_the_graveyard.position import forms as w
from haunted_env.games.ghosts_in_the_graveyard.position.cards import Cards
from haunted_env.games.ghosts_in_the_graveyard.position.checks import check
from haunted_env.games.ghosts_in_the_graveyard.position.log import LogReader
from haunted_env.games.ghosts_in_the_graveyard.position.seats import Seats, untaken
from haunted_env.games.ghosts_in_the_graveyard.state import N_TURNS
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD
from haunted_env.spec.position import Node, PositionError
from haunted_env.spec.position_header import game_of, read_rng

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
        self.cards = Cards(self.game)

    def read(self) -> np.ndarray:
        self.chance()
        if "deck" in self.top:
            self.deck()
            return self.array
        self.stage()
        in_setup = int(self.table["decision"]) in SETUP
        if "marks" in self.top:
            self.cards.marks(self.top["marks"])
        if "seats" not in self.top:
            raise PositionError("seats", "missing: say where everybody's Haunt is, or give a deck")
        seats = Seats(self.game, self.cards, in_setup)
        seats.read(self.top["seats"])
        if "marks" not in self.top and not in_setup and not self.table["pre_marked"]:
            self.start_draws()
        seats.fill_hands()
        self.cards.pile(self.top.get("draw_pile", Node([w.REST], "draw_pile")))
        self.turn()
        LogReader(self.game, self.n_seats, self.top).read()
        check(self.game, self.top)
        return self.array

    def _blank(self) -> np.ndarray:
        """A game with the options in place, and nothing else."""
        return w.blanked(game_of(self.top, w.spec(), "seats", fewest=1, content="flashlights"))

    def chance(self) -> None:
        """Seed and generator, and flashlights that are dealt but not shown yet."""
        read_rng(self.top, self.secret)
        if "flashlights" in self.top:
            node = self.top["flashlights"]
            if not self.table["deal_flashlights"]:
                node.fail("flashlights are picked, not dealt; set the option deal_flashlights")
            for seat, item in enumerate(node.items(exactly=self.n_seats)):
                self.secret["flashlight"][seat] = untaken(item, self.secret["flashlight"])

    def deck(self) -> None:
        """GG-ENV-4: the deck order alone, D[0] first; everything follows from it."""
        for key in self.top:
            if key not in w.UNDEALT_KEYS:
                self.top[key].fail("a position with a deck is still to be dealt; leave this out")
        seats = Seats(self.game, self.cards, in_setup=True)
        for seat in range(self.n_seats):
            seats.icons({}, seat)
        self.cards.pile(self.top["deck"])

    def stage(self) -> None:
        """Whose decision it is, or how the game ended."""
        if "over" in self.top:
            self.over(self.top["over"])
            return
        decision = self.top.get("decision", Node("TURN_MENU", "decision"))
        seat = self.top["seat"].whole(0, self.n_seats - 1) if "seat" in self.top else 0
        self.table["decision"], self.table["decider"] = w.DECISION.read(decision), seat
        if self.table["decision"] not in SETUP:
            self.table["turn_seat"] = seat
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

    def start_draws(self) -> None:
        """GG-SETUP-9: if no marks are given, the lowest numbers that are free."""
        for seat in range(self.n_seats):
            card = self.cards.take_free("marks")
            self.table["mark"][card], self.table["marked_by"][card] = Mark.START_DRAW, seat

    def turn(self) -> None:
        """Completed turns: as many as the log has, or as the marks prove, unless said."""
        table = self.table
        if "turn" in self.top:
            table["turn"] = self.top["turn"].whole(0, N_TURNS)
            return
        proven = sum(int((table["mark"] == why).sum()) for why in (Mark.PLAYED, Mark.DECOY_FOUND, Mark.PENALTY))
        proven += int(table["silenced"].sum()) - (table["played"] >= 0)
        logged = len(self.top["log"].items()) if "log" in self.top else 0
        table["turn"] = min(max(proven, logged - (table["decision"] == Decision.PENALTY_REVEAL)), N_TURNS)
