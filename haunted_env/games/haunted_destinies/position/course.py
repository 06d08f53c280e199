"""The course of play in a position: what was done this turn, memory, unfinished work, the decision, forced chance."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Decision, Event
from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.position.claims import check_claim
from haunted_env.games.haunted_destinies.position.unfinished import Unfinished
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.rules.turn import MAIN, START
from haunted_env.games.haunted_destinies.state import N_CLAIMS, N_EVENTS, N_FORCED, N_FRAMES, NONE
from haunted_env.spec.position import Form, Node

PHASES = {"ROLL": START, "MAIN": MAIN}


class Course:
    """Reads what is going on; `self.top` are the entries of the position."""

    def __init__(self, record: np.void, n_seats: int, top: dict[str, Node]) -> None:
        self.game = record
        self.table, self.work, self.secret = record["table"], record["work"], record["secret"]
        self.n_seats = n_seats
        self.forms = w.forms(n_seats)
        self.top = top
        self.written = "stack" in top

    def read(self) -> None:
        self.used()
        self.forms.context.read(self.entries("context", self.forms.context.keys), self.table)
        if "context" in self.top and "asked" not in self.top:
            self.top["context"].fail("belongs to a decision that is asked; leave it out")
        self.memory("claims", self.forms.claim, N_CLAIMS)
        self.memory("events", self.forms.event, N_EVENTS)
        self.unfinished()
        self.asked()
        if not self.table["over"]:
            Unfinished(self.game, "asked" in self.top).check()
        if "force" in self.top:
            self.force(self.top["force"])

    def entries(self, key: str, known: list[str]) -> dict[str, Node]:
        return self.top[key].table(known) if key in self.top else {}

    def used(self) -> None:
        entry = self.entries("used", [*self.forms.used.keys, "powers", "rerolls"])
        self.forms.used.read(entry, self.table)
        for key, psyche, item_field in (
            ("powers", "power_used", "item_power_used"),
            ("rerolls", "reroll_used", "item_reroll_used"),
        ):
            for item in entry[key].items() if key in entry else ():
                if item.value in w.ITEM.numbers:
                    self.table[item_field][w.ITEM.read(item)] = 1
                else:
                    self.table[psyche][w.PSYCHE.read(item)] = 1

    def memory(self, key: str, form: Form, room: int) -> None:
        """Claims or events: the last ones, oldest first, in a ring."""
        given = self.top[key].items(most=room) if key in self.top else []
        total = self.top[f"n_{key}"].whole(0, 2**31 - 1) if f"n_{key}" in self.top else len(given)
        if len(given) != min(total, room):
            self.top[f"n_{key}"].fail(f"of {total} {key} the last {min(total, room)} are kept, found {len(given)}")
        self.table[f"n_{key}"] = total
        for number, item in zip(w.kept(total, room), given):
            target = self.table[key][number % room]
            if key == "events":
                self.event(item, target)
            else:
                form.read(item.table(form.keys), target)
                check_claim(item, target, self.table)

    def event(self, item: Node, target: np.void) -> None:
        entry = item.table()
        if "kind" not in entry:
            item.fail("missing key: kind")
        form = self.forms.event_of(w.EVENT.read(entry["kind"]))
        form.read(item.table(form.keys), target)
        if target["kind"] == Event.TRADE and target["slot"] == target["face"] == NONE:
            item.fail("trade_give and trade_ask are missing: nothing is never offered for nothing (HD-FREE-9)")

    def unfinished(self) -> None:
        """The stack of unfinished work; a hand-written position has the turn alone."""
        if not self.written:
            phase = START
            if "decision" in self.top:
                word = self.top["decision"]
                if word.text() not in PHASES:
                    word.fail(f"expected {' or '.join(PHASES)}; other decisions are reached by playing")
                phase = PHASES[word.value]
            turn = {"task": "TURN", "phase": int(phase), "seat": int(self.table["active"])}
            frames = [Node(turn, "stack[0]")]
        else:
            if "decision" in self.top:
                self.top["decision"].fail("the stack says what is asked; leave out one of the two")
            frames = self.top["stack"].items(most=N_FRAMES - 1)
        for i, item in enumerate(frames):
            entry = item.table(self.forms.frame.keys)
            if "task" not in entry:
                item.fail("missing key: task")
            form = self.forms.frame_of(w.TASK.read(entry["task"]))
            for key in entry:
                if key not in form.keys:
                    entry[key].fail(f"{entry['task'].value} has no such field; it has {', '.join(form.keys)}")
            self.forms.frame.read({}, self.work["stack"][i])  # what the task does not use is blank
            form.read(entry, self.work["stack"][i])
        self.work["depth"] = len(frames)

    def asked(self) -> None:
        """The decision being asked; without one the engine asks by itself when it is run."""
        self.table["decider"] = NONE
        if "asked" not in self.top:
            return
        node = self.top["asked"]
        if not self.written or self.table["over"]:
            node.fail("needs a stack of unfinished work and a game that is not over; leave it out")
        entry = node.table(["seat", *self.forms.asked.keys])
        for key in ("seat", "decision"):
            if key not in entry:
                node.fail(f"missing key: {key}")
        seat = entry["seat"].whole(0, self.n_seats - 1)
        ledger = self.game["ledger"][seat]
        self.forms.asked.read(entry, ledger)
        if ledger["decision"] == Decision.NONE:
            entry["decision"].fail("expected a decision")
        self.table["decider"] = seat
        top = self.work["stack"][max(self.work["depth"] - 1, 0)]
        is_private = top["task"] == Task.CLAIM and top["other"] != NONE
        self.table["label"] = w.label_of(int(ledger["decision"]), is_private)

    def force(self, node: Node) -> None:
        """Chance to come, used up in order."""
        entry = node.table(("dice", "picks", "shuffles"))
        for key, low, high in (("dice", 1, 6), ("picks", 0, 127)):
            if key in entry:
                numbers = [item.whole(low, high) for item in entry[key].items(most=N_FORCED)]
                self.secret[f"forced_{key}"][: len(numbers)] = numbers
                self.secret[f"n_forced_{key}"] = len(numbers)
        runs: list[int] = []
        for shuffle in entry["shuffles"].items() if "shuffles" in entry else ():
            codes = [w.CARD.read(item) for item in shuffle.items()]
            runs += [len(codes), *codes]
            if len(runs) > len(self.secret["forced_shuffle"]):
                shuffle.fail(f"at most {len(self.secret['forced_shuffle'])} cards and shuffles together")
        self.secret["forced_shuffle"][: len(runs)] = runs
        self.secret["n_forced_shuffle"] = len(runs)
