"""Whether unfinished work could arise in play: task by task (`tasks.py`), and together with the table."""

from typing import Any, NoReturn

import numpy as np

from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.amounts import MOST_SYPHONED
from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.position import lists
from haunted_env.games.haunted_destinies.position.tasks import (
    BEGINNINGS,
    BOTTOM,
    EFFECT,
    SEAT_DECISIONS,
    WORK,
    Asks,
    Waits,
)
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.probe import PRIZE
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.rules.standing import CANCELS, PREVENTS, REACTIONS
from haunted_env.games.haunted_destinies.setup import PAWN_ON
from haunted_env.games.haunted_destinies.state import FULL_PILE, MAX_PILE, N_HAND, N_ITEMS, N_PSYCHE, NONE
from haunted_env.games.haunted_destinies.tables import (
    DRAW_LIST,
    EFFECT_LIST,
    FIRST_HAUNTING,
    ITEM_CODE,
    OPENER,
    OPS,
    PROBE_LIST,
    TILE_SEARCHABLE,
    Col,
    Op,
)
from haunted_env.spec.position import PositionError

LIVING_DECISIONS = (Decision.PICK_DRAWER, Decision.TALK_SEAT)
OTHER_ACTIONS = (Decision.TRADE_GIVE, Decision.TRADE_ASK, Decision.SETUP_GLOOM)  # decisions with more than options
FACES = (Decision.LOOK_OUTCOME, Decision.WITNESS, Decision.OWN_OUTCOME, Decision.PICK_PROBER, Decision.DUAL_CARD)


def fail(path: str, reason: str) -> NoReturn:
    raise PositionError(path, reason)


class Unfinished:
    """Checks the stack of a game that goes on; `asked` says whether a decision is being asked."""

    def __init__(self, game: Any, asked: bool) -> None:
        self.table, self.secret, self.asked = game["table"], game["secret"], asked
        self.n_seats = int(self.table["n_seats"])
        self.ledgers = game["ledger"]
        self.stack = game["work"]["stack"][: int(game["work"]["depth"])]
        self.tasks = [Task(int(frame["task"])) for frame in self.stack]

    def check(self) -> None:
        if not self.tasks or self.tasks[0] not in BOTTOM:
            fail("stack", f"begins with one of {', '.join(sorted(task.name for task in BOTTOM))}")
        for i in range(len(self.stack) - 1):
            self.waiting(i)
        self.bottom(self.stack[0])
        if self.asked:
            self.asking(len(self.stack) - 1)
        elif len(self.stack) > 1 or self.stack[0]["phase"] not in BEGINNINGS[self.tasks[0]]:
            fail("asked", "missing: unfinished work waits for a decision")
        self.once()
        self.lanes()
        for i, task in enumerate(self.tasks):
            self.frame(i, task)

    # What a frame waits for or asks

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

    def waiting(self, i: int) -> None:
        (step,) = self.steps(i, Waits, "waits for nothing")
        self.needs(i, step.needs)
        above = self.tasks[i + 1]
        if above not in step.above:
            fail(f"stack[{i + 1}].task", f"{above.name} does not lie upon {self.tasks[i].name} in this phase")

    def asking(self, i: int) -> None:
        """The top frame has asked: what it asks, of whom, about what."""
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
        (step, *_) = self.fitting(found, "context.purpose", purpose, lambda step: int(step.purpose))
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

    # What is offered

    def offers(self, decision: Decision, ledger: Any, i: int) -> None:
        frame, seats = self.stack[i], int(ledger["seats"])
        if (decision in SEAT_DECISIONS) != bool(seats):
            fail("asked.seats", f"{decision.name} {'offers seats' if not seats else 'offers none'}")
        if seats & ~self.offered_seats(decision, i):
            fail("asked.seats", f"{decision.name} does not offer all of these")
        if decision == Decision.PICK_SLOT and not self.table["pile_size"][self.table["pick_pile"]]:
            fail("context.pick_pile", "an empty pile has no slot to pick")
        picks_item = decision in (Decision.FX_ITEM, Decision.TRADE_GIVE, Decision.TRADE_ASK)
        if picks_item and not ledger["options"] and not self.table["items"][self.table["pick_pile"]].any():
            fail("context.pick_pile", "there is no item to pick")
        most = int(self.table["gloom"][self.table["pawn"][frame["seat"]]]) if decision == Decision.SYPHON_AMOUNT else 0
        if ledger["amount"] > min(most, MOST_SYPHONED):
            fail("asked.amount", f"expected at most {min(most, MOST_SYPHONED)}")
        if decision == Decision.INSERT_AT and ledger["lane"] != frame["n"]:
            fail("asked.lane", f"expected {frame['n']}")
        self.face(decision, ledger, frame, self.tasks[i])
        self.claim(decision, ledger)

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
        if decision in LIVING_DECISIONS or self.tasks[i] in (Task.HAUNT, Task.MUTUAL_LOOK, Task.TRADE):
            seats -= {seat for seat in everybody if self.table["ghost"][seat]}
        if decision == Decision.LOOK_SEAT or self.tasks[i] == Task.MUTUAL_LOOK:
            seats -= {seat for seat in everybody if not self.table["pile_size"][seat]}
        if self.tasks[i] == Task.REMOVE_PERSISTENT:
            seats = {seat for seat in seats if self.table["curses"][seat][frame["card"]]}
        elif self.tasks[i] == Task.OP and frame["phase"] == 3:
            seats = self.targets(frame)
        return sum(1 << seat for seat in seats)

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

    def slot(self, owner: int, slot: int) -> int:
        if not 0 <= slot < self.table["pile_size"][owner]:
            fail(f"stack[{len(self.stack) - 1}].slot", f"seat {owner} has no card there")
        return slot

    def claim(self, decision: Decision, ledger: Any) -> None:
        """A claim in the making (HD-FREE-12)."""
        for field, when in (
            ("claim_kind", (Decision.TALK_SEAT, Decision.TALK_CARD)),
            ("claim_seat", (Decision.TALK_CARD,)),
            ("chosen_tile", (Decision.SETUP_CELL,)),
        ):
            if (ledger[field] != NONE) != (decision in when):
                fail(f"asked.{field}", f"{'missing at' if decision in when else 'has no meaning at'} {decision.name}")
        if decision == Decision.SETUP_CELL and ledger["hand"][ledger["chosen_tile"]] == NONE:
            fail("asked.chosen_tile", "this tile is placed already")

    # Frames and the table

    def frame(self, i: int, task: Task) -> None:
        frame, path = self.stack[i], f"stack[{i}]"
        if task in EFFECT:
            self.effect(i)
        elif frame["seat"] == NONE and task != Task.PLACE_TILES:
            fail(f"{path}.seat", f"missing: {task.name} is somebody's")
        if task == Task.ATTACK and frame["who"] not in (NONE, frame["seat"], frame["other"]):
            fail(f"{path}.who", "the winner of a round is one of the two")
        if task == Task.ATTACK and frame["target"] not in (NONE, frame["seat"], frame["other"]):
            fail(f"{path}.target", "the loser of a round is one of the two")
        if task == Task.REMOVE_TILE and (not self.table["ritual"] or frame["seat"] != self.table["opener"]):
            fail(f"{path}.seat", "only the Opener removes tiles, after the ritual (HD-OPEN-14)")
        if task == Task.ON_REVEAL and self.table["up_at"][frame["card"]] == NONE and frame["phase"] < 2:
            fail(f"{path}.card", "this card has not been turned up")
        if task == Task.OBEY:
            card = int(frame["card"])
            found = [(int(row[card, 0]), int(row[card, 1])) for row in (PROBE_LIST, DRAW_LIST)]
            if (int(frame["pc"]), int(frame["end"])) not in found:
                fail(f"{path}.pc", "these are not the effects of the card")
            self.reaction(i, {1: "seat", 3: "other"}, CANCELS)
        if task == Task.WOUND:
            self.reaction(i, {1: "seat"}, PREVENTS)
        if task == Task.TRADE:
            self.traded(i)
        if task == Task.SWAP and frame["phase"] == 2:
            self.slot(int(frame["seat"]), int(frame["slot"]))
        if task == Task.DEATH and not self.table["ghost"][frame["seat"]]:
            fail(f"{path}.seat", "who has died is a ghost")
        if task == Task.DECLARE and (self.table["ghost"][frame["seat"]] and frame["phase"] == 1):
            fail(f"{path}.seat", "the living declare (HD-OPEN-3)")
        if task == Task.MOVE_CARD and frame["phase"] == 2 and not 0 <= frame["n"] <= frame["bits"] <= MAX_PILE:
            fail(f"{path}.n", "the bounds of the grey cards (HD-INFO-18) are in order")

    def reaction(self, i: int, by: dict[int, str], kind: int) -> None:
        """HD-FX-14: who is asked has an item to use."""
        frame = self.stack[i]
        if int(frame["phase"]) in by:
            items = self.table["items"][frame[by[int(frame["phase"])]]]
            if not any(items[item] and REACTIONS[ITEM_CODE[item], kind] for item in range(N_ITEMS)):
                fail(f"stack[{i}].phase", "nobody has an item for this reaction")

    def traded(self, i: int) -> None:
        frame = self.stack[i]
        for field, owner in (("card", "seat"), ("slot", "other")):
            item = int(frame[field])
            if item != NONE and not self.table["items"][frame[owner]][item]:
                fail(f"stack[{i}].{field}", f"seat {frame[owner]} has no such item")

    def effect(self, i: int) -> None:
        """An effect belongs to the card, power or marker below it, and goes on where the list below it stands."""
        frame, below, path = self.stack[i], self.stack[i - 1], f"stack[{i}]"
        task, pc = self.tasks[i], int(frame["pc"])
        if frame["seat"] == NONE:
            fail(f"{path}.seat", "missing: an effect is somebody's")
        if self.tasks[i - 1] == Task.EFFECTS:
            source = int(below["source"])
            fits = pc in lists.started_by(int(below["pc"]) - 1, task == Task.EFFECTS) or self.is_cost(i, pc)
        else:
            source = i - 1 if self.tasks[i - 1] == Task.OBEY else NONE
            fits = pc in lists.ops_of(self.tasks[i - 1], below)
        if task == Task.EFFECTS:
            fits = fits and lists.END.get(pc) == frame["end"]
        elif task == Task.CHOICE:
            fits = fits and OPS[pc, Col.OP] == Op.CHOICE
        if not fits:
            fail(f"{path}.pc", "not an effect that the task below carries out")
        if frame["source"] != source:
            fail(f"{path}.source", f"expected {source} ({NONE}: none): the card being obeyed")
        if task == Task.OP and frame["phase"] == 3 and not self.can_do(frame):
            fail(f"{path}.who", "this player cannot do it (HD-FX-5)")

    def is_cost(self, i: int, pc: int) -> bool:
        """A power's cost is paid upon its effects, which are still to come."""
        owner = self.stack[i - 2]
        if self.tasks[i - 2] != Task.POWER or self.stack[i - 1]["pc"] != EFFECT_LIST[owner["card"], 0]:
            return False
        return pc in lists.COST_OPS[int(owner["card"])]

    def can_do(self, frame: Any) -> bool:
        op, who = OPS[int(frame["pc"]), Col.OP], int(frame["who"])
        if op in (Op.SHOW_CARD, Op.SWAP_CARD):
            return bool(self.table["pile_size"][who])
        return op in (Op.LOOK_OTHER, Op.SCAN_BORDERS, Op.TAKE_CARD, Op.STEAL_ITEM)

    def once(self) -> None:
        """Each card is turned up once and each player dies once: this bounds the stack."""
        for task, field in ((Task.ON_REVEAL, "card"), (Task.DEATH, "seat")):
            found = [int(frame[field]) for frame, other in zip(self.stack, self.tasks) if other == task]
            for i, (frame, other) in enumerate(zip(self.stack, self.tasks)):
                if other == task and found.count(int(frame[field])) > 1:
                    fail(f"stack[{i}].{field}", f"two {task.name} of the same {field}")

    def lanes(self) -> None:
        """HD-INFO-24: a card is on its way while its owner is asked for a slot, and the other one of a swap."""
        top, task = self.stack[-1], self.tasks[-1]
        due: dict[int, int] = {}
        if task == Task.INSERT:
            due[int(top["n"])] = int(top["seat"])
            if self.tasks[-2] == Task.SWAP:
                due[1] = int(self.stack[-2]["seat"])
            if self.table["pile_size"][top["seat"]] >= MAX_PILE:
                fail(f"seats[{top['seat']}].pile", f"a pile holds at most {MAX_PILE} cards (HD-COMP-16)")
        elif task == Task.DRAW_SEARCH and self.asked:
            due[0] = int(top["seat"])
        for lane, card in enumerate(self.secret["lane_card"]):
            if (card != NONE) != (lane in due) or self.secret["lane_seat"][lane] != due.get(lane, NONE):
                where = f"seat {due[lane]} inserts a card" if lane in due else "nobody inserts a card"
                fail(f"lanes[{lane}]", f"{where} from there (HD-INFO-24)")

    def bottom(self, frame: Any) -> None:
        """Setup, or the turns (HD-SETUP-11 to HD-SETUP-18)."""
        table, task = self.table, self.tasks[0]
        if bool(table["in_setup"]) != (task != Task.TURN):
            fail("in_setup", f"expected {str(task != Task.TURN).lower()} with {task.name} at the bottom of the stack")
        if task != Task.PLACE_TILES and NONE in table["pawn"][: self.n_seats]:
            fail("seats", "every pawn is on a tile once the tiles are laid (HD-SETUP-14)")
        if task == Task.PLACE_TILES:
            self.placing(int(frame["n"]))
        elif task == Task.TURN and frame["seat"] != table["active"]:
            fail("stack[0].seat", f"expected {table['active']}, whose turn it is")
        elif task == Task.PLACE_GLOOM and frame["phase"] and not table["gloom_to_place"][frame["seat"]]:
            fail(f"seats[{frame['seat']}].gloom_to_place", "has gloom to place (HD-SETUP-16)")
        if task != Task.TURN:
            tiles = np.append(table["tile"], self.ledgers["hand"][: self.n_seats])
            if not TILE_SEARCHABLE[tiles].any():
                fail("board", "there is no searchable tile (HD-SETUP-16)")

    def placing(self, n: int) -> None:
        if not 1 <= n <= N_HAND * self.n_seats:
            fail("stack[0].n", f"expected a whole number from 1 to {N_HAND * self.n_seats}, not {n}")
        for seat in range(self.n_seats):
            after = (seat - int(self.table["holder"])) % self.n_seats  # this seat's turns to place
            placed = len(range(after or self.n_seats, n, self.n_seats))
            hand = int((self.ledgers[seat]["hand"] != NONE).sum())
            if hand != N_HAND - placed:
                fail(f"seats[{seat}].hand", f"expected {N_HAND - placed} tiles by now (HD-SETUP-11)")
            laid = len([m for m in range(1, n) if (m - after) % self.n_seats == 0 and m // self.n_seats == PAWN_ON - 1])
            if laid and self.table["pawn"][seat] == NONE:
                fail(f"seats[{seat}].pawn", "stands on the fourth tile laid (HD-SETUP-14)")
