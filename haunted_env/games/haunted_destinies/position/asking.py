"""The decision that a position says is being asked: whether its top task could ask it, and offer what it offers."""

from typing import Any, NoReturn

import numpy as np

from haunted_env.games.haunted_destinies.actions import Claim, Decision, React
from haunted_env.games.haunted_destinies.amounts import MOST_SYPHONED
from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.position.claims import check_begun
from haunted_env.games.haunted_destinies.position.context import check_context
from haunted_env.games.haunted_destinies.position.tasks import SEAT_DECISIONS, WORK, Asks
from haunted_env.games.haunted_destinies.rules import choices, trade
from haunted_env.games.haunted_destinies.rules.probe import PRIZE
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.rules.standing import CANCELS, PREVENTS, REACTIONS
from haunted_env.games.haunted_destinies.state import FULL_PILE, N_ITEMS, N_PSYCHE, NONE
from haunted_env.games.haunted_destinies.tables import (
    FIRST_HAUNTING,
    ITEM_CODE,
    OPENER,
    OPS,
    PERSIST_CODE,
    PROBE_LIST,
    Col,
    Op,
)
from haunted_env.spec.position import PositionError

LIVING_DECISIONS = (Decision.PICK_DRAWER, Decision.TALK_SEAT)
OTHER_ACTIONS = (Decision.SETUP_GLOOM,)  # decisions with more than options
FACES = (Decision.LOOK_OUTCOME, Decision.WITNESS, Decision.OWN_OUTCOME, Decision.PICK_PROBER, Decision.DUAL_CARD)


def fail(path: str, reason: str) -> NoReturn:
    raise PositionError(path, reason)


class Stack:
    """The unfinished work of a game, and what its frames may be doing in their phases."""

    def __init__(self, game: Any) -> None:
        self.game, self.table, self.secret, self.ledgers = game, game["table"], game["secret"], game["ledger"]
        self.n_seats = int(self.table["n_seats"])
        self.stack = game["work"]["stack"][: int(game["work"]["depth"])]
        self.tasks = [Task(int(frame["task"])) for frame in self.stack]

    def steps(self, i: int, kind: type, what: str) -> Any:
        """What the frame may be doing in its phase; another phase is refused."""
        task, phase = self.tasks[i], int(self.stack[i]["phase"])
        known = {number for number, steps in WORK[task].phases.items() if isinstance(steps[0], kind)}
        if phase not in known:
            expected = " or ".join(str(number) for number in sorted(known)) or "another task"
            fail(f"stack[{i}].phase", f"{task.name} {what} in phase {phase}; expected {expected}")
        return WORK[task].phases[phase]

    def needs(self, i: int, fields: str) -> None:
        for field in fields.split():
            if self.stack[i][field] == NONE:
                fail(f"stack[{i}].{field}", f"missing: {self.tasks[i].name} needs it in this phase")

    def slot(self, owner: int, slot: int) -> int:
        if not 0 <= slot < self.table["pile_size"][owner]:
            fail(f"stack[{len(self.stack) - 1}].slot", f"seat {owner} has no card there")
        return slot


class Asked(Stack):
    """Checks the decision asked by the top frame."""

    def check(self) -> None:
        """What is asked, of whom, about what."""
        i = len(self.stack) - 1
        seat, frame = int(self.table["decider"]), self.stack[i]
        ledger = self.ledgers[seat]
        decision = Decision(int(ledger["decision"]))
        steps = self.steps(i, Asks, "asks nothing")
        found = [step for step in steps if step.decision == decision]
        if not found:
            fail("asked.decision", f"{self.tasks[i].name} asks {steps[0].decision.name} in this phase")
        found = self.fitting(found, "asked.seat", seat, lambda step: self.named(frame, step.by))
        pile, purpose = int(self.table["pick_pile"]), int(self.table["purpose"])
        found = self.fitting(found, "context.pick_pile", pile, lambda step: self.named(frame, step.pile))
        found = self.fitting(found, "context.purpose", purpose, lambda step: int(step.purpose))
        (step, *_) = self.fitting(found, "context.react", int(self.table["react"]), lambda step: int(step.react))
        self.needs(i, step.needs)
        options = int(ledger["options"])
        if options & ~(step.options & ~self.impossible(i)):
            fail("asked.options", f"{decision.name} does not offer all of these")
        if step.options and not options and decision not in OTHER_ACTIONS:
            fail("asked.options", f"missing: {decision.name} offers some")
        self.offers(decision, ledger, i)

    @staticmethod
    def fitting(steps: list[Asks], path: str, given: int, wanted: Any) -> list[Asks]:
        found = [step for step in steps if wanted(step) == given]
        if not found:
            fail(path, f"expected {wanted(steps[0])} here, not {given} ({NONE}: none)")
        return found

    def named(self, frame: Any, by: str) -> int:
        """The seat that a frame speaks of."""
        if by == "placer":
            return (int(self.table["holder"]) + int(frame["n"])) % self.n_seats
        if by == "chooser":
            by = "other" if OPS[int(frame["pc"]), Col.BY] else "seat"
        return int(frame[by]) if by else NONE

    def offers(self, decision: Decision, ledger: Any, i: int) -> None:
        frame, seats = self.stack[i], int(ledger["seats"])
        if (decision in SEAT_DECISIONS) != bool(seats):
            fail("asked.seats", f"{decision.name} {'offers seats' if not seats else 'offers none'}")
        if seats & ~self.offered_seats(decision, i):
            fail("asked.seats", f"{decision.name} does not offer all of these")
        if decision == Decision.PICK_SLOT and not self.table["pile_size"][self.table["pick_pile"]]:
            fail("context.pick_pile", "an empty pile has no slot to pick")
        if decision == Decision.FX_ITEM and not self.table["items"][self.table["pick_pile"]].any():
            fail("context.pick_pile", "there is no item to pick")
        most = int(self.table["gloom"][self.table["pawn"][frame["seat"]]]) if decision == Decision.SYPHON_AMOUNT else 0
        if ledger["amount"] > min(most, MOST_SYPHONED):
            fail("asked.amount", f"expected at most {min(most, MOST_SYPHONED)}")
        if decision == Decision.INSERT_AT and ledger["lane"] != frame["n"]:
            fail("asked.lane", f"expected {frame['n']}")
        self.face(decision, ledger, frame, self.tasks[i])
        check_begun(decision, ledger, self.table)
        self.tile(decision, ledger)
        card = self.react_card(frame, self.tasks[i])
        if self.table["react_card"] != card:
            fail("context.react_card", f"expected {w.CARD.write(card) if card >= 0 else 'no card'} here")
        check_context(self.game)

    def react_card(self, frame: Any, task: Task) -> int:
        """The card that is reacted with, or whose copy is to go."""
        if self.table["react"] in (React.REROLL, React.ON_REVEAL):
            return int(frame["card"])
        if self.table["react"]:
            items = self.table["items"][self.table["decider"]]
            kind = CANCELS if self.table["react"] == React.CANCEL_HAUNTING else PREVENTS
            return next((int(ITEM_CODE[i]) for i in range(N_ITEMS) if items[i] and REACTIONS[ITEM_CODE[i], kind]), NONE)
        return int(PERSIST_CODE[frame["card"]]) if task == Task.REMOVE_PERSISTENT and frame["phase"] == 2 else NONE

    def impossible(self, i: int) -> int:
        """Bits of the options for which the cards or items are not there."""
        frame, task, piles = self.stack[i], self.tasks[i], self.table["pile_size"][: self.n_seats]
        options = 0
        if task == Task.SEARCH and not np.delete(piles, frame["seat"]).any():
            options |= choices.LOOK_OTHER
        if task == Task.SEARCH and not piles[frame["seat"]]:
            options |= choices.LOOK_OWN
        if task == Task.PROBE and not piles[frame["other" if frame["phase"] == PRIZE else "seat"]]:
            options |= choices.LOOK_OTHER
        if task == Task.HAUNT and not piles[frame["other"]]:
            options |= choices.H_LOOK1 | choices.H_LOOK2
        if task == Task.TRADE and frame["phase"] == trade.ASK and frame["card"] == NONE:
            options |= choices.PASS
        if task == Task.CLAIM and not piles.any():
            options |= choices.CLAIMS_OF_SLOTS
        if task == Task.ATTACK and not self.has_cards(int(frame["other" if frame["who"] == frame["seat"] else "seat"])):
            options |= choices.TAKE
        return options

    def has_cards(self, seat: int) -> bool:
        """Whether a player has anything that can be taken (HD-ATT-7)."""
        up = (self.table["up_at"] == seat) & ~((np.arange(N_PSYCHE) == OPENER) & bool(self.table["ritual"]))
        return bool(self.table["pile_size"][seat] or up.any() or self.table["items"][seat].any())

    def offered_seats(self, decision: Decision, i: int) -> int:
        """Bits of the seats that a decision can offer at all."""
        frame, everybody = self.stack[i], range(self.n_seats)
        seats = set(everybody)
        if decision in (Decision.TARGET, Decision.LOOK_SEAT, Decision.WITNESS, Decision.PICK_PROBER):
            seats -= {int(frame["seat"])}
        if decision in LIVING_DECISIONS or self.tasks[i] in (Task.HAUNT, Task.MUTUAL_LOOK):
            seats -= {seat for seat in everybody if self.table["ghost"][seat]}
        if self.tasks[i] == Task.REVIVE:
            seats = {seat for seat in seats if self.table["ghost"][seat]}
        if self.tasks[i] in (Task.TRADE, Task.TELL):
            seats = {seat for seat in seats if self.table["pawn"][seat] == self.table["pawn"][frame["seat"]]}
        of_slots = self.tasks[i] == Task.CLAIM and self.claim_kind(i) >= Claim.GREY
        if decision == Decision.LOOK_SEAT or self.tasks[i] == Task.MUTUAL_LOOK or of_slots:
            seats -= {seat for seat in everybody if not self.table["pile_size"][seat]}
        if self.tasks[i] == Task.REMOVE_PERSISTENT:
            seats = {seat for seat in seats if self.table["curses"][seat][frame["card"]]}
        elif self.tasks[i] == Task.OP and frame["phase"] == 3:
            seats = self.targets(frame)
        return sum(1 << seat for seat in seats)

    def claim_kind(self, i: int) -> int:
        return int(self.ledgers[self.stack[i]["seat"]]["claim_kind"])

    def targets(self, frame: Any) -> set[int]:
        """Whom the op of an OP frame can be done to (HD-FX-4)."""
        op, seats = OPS[int(frame["pc"]), Col.OP], set(range(self.n_seats)) - {int(frame["who"])}
        if op == Op.STEAL_ITEM:
            return {seat for seat in seats if self.table["items"][seat].any()}
        return seats if op == Op.SHOW_CARD else {seat for seat in seats if self.table["pile_size"][seat]}

    def face(self, decision: Decision, ledger: Any, frame: Any, task: Task) -> None:
        """The card being looked at: only those who see a card are told its face."""
        card = NONE
        if decision == Decision.DUAL_CARD:
            card = int(self.secret["lane_card"][0])
        elif decision in FACES:
            owner = int(frame["seat"] if task == Task.LOOK_OWN else frame["other"])
            card = int(self.secret["pile"][owner, self.slot(owner, int(frame["slot"]))])
        if ledger["face"] != card:
            fail("asked.face", f"expected {w.CARD.write(card) if card >= 0 else 'no card'} here")
        options = int(ledger["options"])
        probe = card >= FIRST_HAUNTING and PROBE_LIST[card, 0] < PROBE_LIST[card, 1]
        if decision == Decision.LOOK_OUTCOME or (task == Task.LOOK and decision == Decision.WITNESS):
            fits = card < N_PSYCHE
        elif decision == Decision.OWN_OUTCOME:
            psyche, haunting = card < N_PSYCHE, card >= FIRST_HAUNTING
            fits = (psyche or not options & choices.FACE_UP) and (haunting or not options & choices.TRIGGER)
        elif decision == Decision.DUAL_CARD:
            full = self.table["pile_size"][frame["seat"]] >= FULL_PILE
            fits = card >= N_PSYCHE and not (full and options & choices.KEEP_PROBE)
        else:
            fits = probe if decision == Decision.PICK_PROBER else True
        if not fits:
            fail("asked.options" if options else "asked.decision", "does not fit the card being looked at")

    def tile(self, decision: Decision, ledger: Any) -> None:
        """The tile of the hand that is being placed (HD-SETUP-13), and how it is turned (HD-SETUP-23)."""
        for field, when in (
            ("chosen_tile", (Decision.SETUP_CELL, Decision.SETUP_TURN)),
            ("chosen_turn", (Decision.SETUP_CELL,) if self.table["rotation"] else ()),
        ):
            if (ledger[field] != NONE) != (decision in when):
                fail(f"asked.{field}", f"{'missing at' if decision in when else 'has no meaning at'} {decision.name}")
        if decision == Decision.SETUP_TURN and not self.table["rotation"]:
            fail("asked.decision", 'tiles are turned only with rotation="on" (HD-SETUP-23)')
        if ledger["chosen_tile"] != NONE and ledger["hand"][ledger["chosen_tile"]] == NONE:
            fail("asked.chosen_tile", "this tile is placed already")
