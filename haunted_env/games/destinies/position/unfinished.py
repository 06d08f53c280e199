"""Whether unfinished work could arise in play: task by task (`tasks.py`), and together with the table."""

from collections.abc import Iterator
from typing import Any, NoReturn

from haunted_env.games.destinies.actions import Node, Phase, Task
from haunted_env.games.destinies.data import N_HOSTED, NONE, Host
from haunted_env.games.destinies.position import forms as w
from haunted_env.games.destinies.position.tasks import ABOVE, RESOLVES, RESOLVING
from haunted_env.spec.position import PositionError

VISITING = (Node.MOVE, Node.TRAVEL, Node.VISIT, Node.OPTIONS)  # what a player in a finale no longer does (DS-FIN-3)


def fail(path: str, reason: str) -> NoReturn:
    raise PositionError(path, reason)


class Unfinished:
    """Checks the work of a game that goes on."""

    def __init__(self, game: Any, arrays: Any) -> None:
        self.table, self.secret, self.arrays = game["table"], game["secret"], arrays
        self.n_seats = int(self.table["n_seats"])
        self.active = int(self.table["active"])
        self.frames = game["work"]["stack"][: int(game["work"]["depth"])]
        self.tasks = [int(frame["task"]) for frame in self.frames]

    def check(self) -> None:
        self.order()
        self.players()
        for i in range(len(self.frames)):
            self.frame(i)
        self.resolution()

    def order(self) -> None:
        if self.tasks[0] != Task.TURN:
            fail("work[0].task", "expected TURN: all work belongs to a turn")
        for i, (below, above) in enumerate(zip(self.tasks, self.tasks[1:])):
            if above not in ABOVE[below]:
                fail(f"work[{i + 1}].task", f"{w.TASK.write(above)} does not lie upon {w.TASK.write(below)}")

    # Players

    def players(self) -> None:
        table = self.table
        if Task.DRAFT in self.tasks:
            self.draft()
            return
        if table["defeated"][self.active]:
            fail("active", f"player {self.active} is defeated (DS-FIN-8)")
        if self.frames[0]["seat"] != self.active:
            fail("work[0].seat", f"expected {self.active}, whose turn it is")
        over_limit = {int(frame["seat"]) for frame in self.frames if frame["task"] == Node.OVERFLOW}
        for seat in range(self.n_seats):
            if table["item_n"][seat] > self.arrays["hand_limit"] and seat not in over_limit:
                fail(f"players[{seat}].items", f"at most {self.arrays['hand_limit']} (DS-ITEM-2)")
            if table["in_finale"][seat]:
                self.finale(seat)

    def finale(self, seat: int) -> None:
        """DS-FIN-2."""
        if self.table["finale"][seat] == NONE:
            fail(f"players[{seat}].finale", "missing: which finale")
        stages = int(self.arrays["finale"][self.table["finale"][seat]]["n_stages"])
        if not 1 <= self.table["stage"][seat] <= stages:
            fail(f"players[{seat}].stage", f"expected 1 to {stages}")

    def draft(self) -> None:
        """DS-SETUP-13: seat after seat takes a character, before the first turn."""
        turn, draft = self.frames[0], self.frames[1]
        if turn["a"] != Phase.START or turn["seat"] != 0:
            fail("work[0].a", "the first turn begins after the draft")
        asked = len(self.frames) > 2
        taken = int(draft["a"]) - asked
        if asked and self.frames[2]["seat"] != taken:
            fail("work[2].seat", f"expected {taken}: seats choose in order")
        for seat in range(self.n_seats):
            has_one = self.table["character"][seat] != NONE
            if has_one != (seat < taken) and not (has_one and self.table["chapter"] and seat > taken):  # an heir
                fail(f"players[{seat}].character", f"{taken} of the seats have one by now, in their order")

    # Frames

    def frame(self, i: int) -> None:
        frame, task, path = self.frames[i], self.tasks[i], f"work[{i}]"
        seat, below = int(frame["seat"]), self.tasks[i - 1] if i else None
        if Task.DRAFT in self.tasks:
            return
        if self.table["defeated"][seat]:
            fail(f"{path}.seat", f"player {seat} is defeated (DS-FIN-8)")
        if below is not None and below != Task.EFFECTS and task != Task.LEGACIES and seat != self.frames[i - 1]["seat"]:
            fail(f"{path}.seat", f"expected {self.frames[i - 1]['seat']}, as in the task below")
        if task in VISITING and self.table["in_finale"][seat]:
            fail(f"{path}.task", "a player in a finale has stages instead (DS-FIN-3)")
        if task == Node.STAGE and not self.table["in_finale"][seat]:
            fail(f"{path}.task", "only a player in a finale has stages (DS-FIN-3)")
        if task == Node.OPTIONS and self.table["visit_poi"] == NONE:
            fail("visit", "missing: the point of interest that is visited")
        if task == Node.SCAN_ITEM and not self.table["item_n"][seat]:
            fail(f"players[{seat}].items", "missing: one is to be scanned (DS-OPT-3)")
        if task in (Node.OPTIONS, Node.STAGE):
            self.slots(task)
        if task == Task.EFFECTS and (int(frame["a"]), int(frame["b"])) not in set(self.spans(i)):
            fail(f"{path}.a", "not effects that the task below carries out")

    def slots(self, task: int) -> None:
        """DS-VISIT-3, DS-FIN-4: the options of the place, or of the finale."""
        for option in self.secret["slot"][:N_HOSTED]:
            if option != NONE and (self.arrays["option"][option]["host_kind"] == Host.STAGE) != (task == Node.STAGE):
                fail("turn.slots", "a visit has options of the place and its people, a stage those of the finale")

    def chosen(self) -> list[int]:
        """The options chosen in this visit or stage."""
        slots = [slot for slot in range(N_HOSTED) if int(self.secret["chosen"]) >> slot & 1]
        return [int(self.secret["slot"][slot]) for slot in slots if self.secret["slot"][slot] != NONE]

    def spans(self, i: int) -> Iterator[tuple[int, int]]:
        """Where lists of effects that the task below has started may stand, and where they end."""
        below, arrays = self.frames[i - 1], self.arrays
        rows: list[Any] = []
        if below["task"] == Task.EVENTS and below["a"] > 0:
            rows = [arrays["event"][int(below["a"]) - 1]]
        elif below["task"] == Task.LEGACIES and below["a"] > 0:
            rows = [arrays["link"]["legacy"][int(below["a"]) - 1]]
        elif below["task"] == Task.EXPLORED and below["a"] == 1:
            rows = [arrays["tile"][self.table["place"][below["seat"]]]]
        for option in self.chosen() if below["task"] in (Node.OPTIONS, Node.STAGE) else ():
            row = arrays["option"][option]
            rows.append(row)
            for name in ("choice", "tier", "accept"):
                first = int(row[f"{name}_first"])
                rows += list(arrays[name][first : first + int(row[f"{name}_n"])])
        for row in rows:
            first, end = int(row["effect_first"]), int(row["effect_first"]) + int(row["effect_n"])
            yield from ((a, end) for a in range(first, end + 1))

    # What is being resolved (DS-OBS-13)

    def resolution(self) -> None:
        table = self.table
        nodes = [i for i, task in enumerate(self.tasks) if task in RESOLVING]
        if not nodes:
            for field, path in (("option", "turn.option"), ("trade", "turn.trade")):
                if table[field] != NONE:
                    fail(path, "nothing is being resolved; leave it out")
            if table["testing"]:
                fail("test.testing", "there is no test in the work; leave it out")
            return
        node, option = Node(self.tasks[nodes[0]]), int(self.frames[nodes[0]]["a"])
        row = self.arrays["option"][option]
        if (
            row["kind"] != RESOLVES[node]
            or (node == Node.CHOICE and not row["choice_n"])
            or option not in self.chosen()
        ):
            fail(f"work[{nodes[0]}].a", f"not an option of this visit or stage that is resolved at {node.name}")
        if table["option"] != option:
            fail("turn.option", "expected the option that the work resolves")
        testing = {Node.TEST_PRE: 1, Node.TEST_POST: 2}.get(node, 0)
        if table["testing"] != testing:
            fail("test.testing", f"expected {testing} at {node.name}")
        stack = int(row["stack"]) if node == Node.TRADE else NONE
        if table["trade"] != stack:
            fail("turn.trade", "expected the stack of the option" if stack != NONE else "nothing is traded")
        if stack != NONE and not table["stack_seen"][stack]:
            fail("stacks", "a stack that is traded has been seen (DS-TRADE-1)")
