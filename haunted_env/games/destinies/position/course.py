"""Where a position stands: the turn, the visit, the test, unfinished work, the log."""

from typing import TYPE_CHECKING, Any

from haunted_env.games.destinies.actions import N_LOGGED, Log, Node, Phase, Task
from haunted_env.games.destinies.data import FLAG_BITS, HAND, MAX_EFFORT, N_HOSTED, N_MAIN, N_SLOTS
from haunted_env.games.destinies.position import forms as w
from haunted_env.games.destinies.position.campaign import forms_at
from haunted_env.games.destinies.position.unfinished import Unfinished
from haunted_env.games.destinies.state import N_FRAMES, N_LOG, N_NOTES
from haunted_env.spec.position import Node as Value
from haunted_env.spec.position import PositionError, Whole

if TYPE_CHECKING:
    from haunted_env.games.destinies.position.read import Reader

# Nodes that a hand-written position may name; `work` says where any other game stands.
PHASE_AFTER = {Node.MOVE: Phase.VISIT, Node.VISIT: Phase.END, Node.OPTIONS: Phase.END, Node.STAGE: Phase.END}


class Course:
    def __init__(self, reader: "Reader") -> None:
        self.reader = reader
        self.top, self.forms, self.arrays = reader.top, reader.forms, reader.arrays
        self.game, self.table, self.secret = reader.game, reader.table, reader.secret
        self.active = int(self.table["active"])

    def read(self) -> None:
        self.turn()
        self.test()
        if "work" in self.top:
            self.work(self.top["work"])
        elif not self.table["over"]:
            self.begin()
        if not self.table["over"]:
            Unfinished(self.game, self.arrays).check()
        for field, size in (("log", N_LOG), ("notes", N_NOTES)):
            self.rows(field, size)

    def turn(self) -> None:
        table, secret = self.table, self.secret
        form, hidden = self.forms.turn, self.forms.hidden_turn
        nodes = self.reader.form("turn", form, table, (*hidden.keys, "slots", "vflags"))
        hidden.read(nodes, secret)
        slots = self.reader.listed("slots", self.forms.option, nodes, N_SLOTS)
        secret["slot"][: len(slots)] = slots
        secret["vflags"] = sum(1 << flag for flag in self.reader.numbers("vflags", self.forms.vflag, nodes))
        if "visit" in self.top:
            table["visit_poi"] = self.forms.poi.read(self.top["visit"])
        for slot in self.reader.slots_offered():
            if secret["slot"][slot] < 0:
                self.top["offered"].fail(f"there is no option in slot {slot}")
            table["offered"] |= 1 << slot
            table["slot"][slot] = secret["slot"][slot]
        if "node" in self.top:
            table["node"] = w.NODE.read(self.top["node"])

    def test(self) -> None:
        table = self.table
        nodes = self.reader.form("test", self.forms.test, table, ("main", "effort", "items"))
        main = self.reader.listed("main", Whole(0, 99), nodes, N_MAIN)
        effort = self.reader.listed("effort", w.FACE, nodes, MAX_EFFORT)
        items = self.reader.listed("items", self.forms.item, nodes, HAND)
        for field, values in (("main", main), ("effort_die", effort), ("test_items", items)):
            table[field][: len(values)] = values
        if table["testing"] and table["option"] < 0:
            raise PositionError("turn.option", "a test needs its option")

    def work(self, node: Value) -> None:
        """Frames, the topmost last."""
        frames = node.items(most=N_FRAMES)
        if not frames and not self.table["over"]:
            node.fail("a game that goes on has work to do; leave it out")
        for number, item in enumerate(frames):
            entry = item.table(w.FRAME_KEYS)
            if "task" not in entry:
                item.fail("missing key: task")
            form = self.forms.frames[w.TASK.read(entry["task"])]
            for key in entry:
                if key not in form.keys:
                    entry[key].fail(f"{entry['task'].value} has no such field; it has {', '.join(form.keys)}")
            form.read(entry, self.game["work"]["stack"][number])
        self.game["work"]["depth"] = len(frames)

    def begin(self) -> None:
        """A hand-written position: the start of a turn, or one of its nodes."""
        node = Node(int(self.table["node"])) if "node" in self.top else None
        if node is None:
            self.push(Task.TURN, Phase.START)
            return
        if node not in PHASE_AFTER:
            self.top["node"].fail(f"a position begins at {', '.join(n.name for n in PHASE_AFTER)}, or says `work`")
        if bool(self.table["in_finale"][self.active]) != (node == Node.STAGE):
            self.top["node"].fail("STAGE is for players in their finale, and only for them (DS-FIN-3)")
        if node == Node.OPTIONS:
            self.visit()
        elif node == Node.STAGE:
            self.stage()
        self.push(Task.TURN, PHASE_AFTER[node])
        self.push(node, 0)

    def push(self, task: int, a: int) -> None:
        frame = self.game["work"]["stack"][self.game["work"]["depth"]]
        frame["task"], frame["seat"], frame["a"] = task, self.active, a
        self.game["work"]["depth"] += 1

    def visit(self) -> None:
        """DS-VISIT-3: the slots of a visit that begins."""
        if "visit" not in self.top:
            raise PositionError("visit", "OPTIONS needs the point of interest that is visited")
        poi = int(self.table["visit_poi"])
        if not self.table["known"][poi] or self.table["poi_tile"][poi] != self.table["place"][self.active]:
            self.top["visit"].fail("only a known point of interest of the own tile can be visited (DS-VISIT-1)")
        self.table["visited"][self.active][poi // FLAG_BITS] |= 1 << poi % FLAG_BITS
        hosts = [self.arrays["poi"][poi]]
        hosts += [self.arrays["npc"][n] for n in range(self.arrays["n_npcs"]) if self.secret["npc"][n] == poi]
        self.fill(hosts)

    def stage(self) -> None:
        """DS-FIN-4."""
        stage = int(self.table["stage"][self.active])
        finale = self.arrays["finale"][self.table["finale"][self.active]]
        if not 1 <= stage <= finale["n_stages"]:
            raise PositionError(f"players[{self.active}].stage", f"expected 1 to {finale['n_stages']}")
        self.fill([finale["stage"][stage - 1]])

    def fill(self, hosts: list[Any]) -> None:
        options: list[int] = []
        for host in hosts:
            first = int(host["hosted_first"])
            options += [int(o) for o in self.arrays["hosted"][first : first + int(host["hosted_n"])]]
        self.secret["slot"][: min(len(options), N_HOSTED)] = options[:N_HOSTED]

    def rows(self, field: str, size: int) -> None:
        """The last happenings, oldest first, in a ring."""
        given = self.top[field].items(most=size) if field in self.top else []
        counter = self.top.get(f"n_{field}")
        total = counter.whole(0, w.LARGE) if counter is not None else len(given)
        if counter is not None and len(given) != min(total, size):
            counter.fail(f"of {total} happenings the last {min(total, size)} are kept, found {len(given)}")
        self.table[f"n_{field}"] = total
        for number, item in zip(range(total - len(given), total), given):
            entry = item.table(self.forms.log.keys)
            if "code" not in entry:
                item.fail("missing key: code")
            row = self.table[field][number % size]
            self.forms.log.read(entry, row)
            if field == "log" and row["code"] > N_LOGGED:
                entry["code"].fail("is none of those in the log (DS-OBS-15); it may be among the notes")
            if field == "log":
                self.check_told(item, row, int(self.table["chapter"]))
        if field == "notes":
            self.notes(given, [self.table[field][number % size] for number in range(total - len(given), total)])

    def notes(self, given: list[Value], rows: list[Any]) -> None:
        """Each note speaks of the chapter in which it was written; the newest, of the present one."""
        chapter = int(self.table["chapter"])
        for item, row in zip(reversed(given), reversed(rows)):
            if chapter < 0:
                item.fail("there is no chapter before the first")
            self.check_told(item, row, chapter)
            chapter -= row["code"] == Log.CHAPTER

    def check_told(self, item: Value, row: Any, chapter: int) -> None:
        if not forms_at(self.table, chapter, self.reader.n_seats).is_told(row):
            item.fail(f"{w.LOG.write(row['code'])} names something that is not there")
