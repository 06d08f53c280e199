"""The words of positions, and their tables key by key. Ids are those of the scenario file."""

import functools
from collections.abc import Iterable
from typing import Any

from haunted_env.games.destinies.actions import End, Log, Node, Phase, Task
from haunted_env.games.destinies.data import (
    EFFECTS,
    HAND,
    MAX_COINS,
    MAX_EFFORT,
    MAX_XP,
    N_LEGACIES,
    N_SLOTS,
    NONE,
    SUCCESS,
    Skill,
)
from haunted_env.games.destinies.position.tasks import FIELDS
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.scenario.schema import Scenario
from haunted_env.spec.position import Entry, Flag, Form, Whole, Words

LARGE = 2**31 - 1
SMALL = 2**15 - 1
KEYS = (
    *("game", "scenario", "options", "seed", "day", "active", "explored", "placed", "pois", "places", "looks"),
    *("npcs", "ways", "flags", "fired", "ground", "stacks", "prices", "players", "node", "visit", "offered"),
    *("chapter", "past", "facts"),
    *("turn", "test", "work", "log", "n_log", "notes", "n_notes", "decider", "winner", "reason", "force", "rng"),
)
SKILLS = ("int", "dex", "pow")
PATHS = ("A", "B")
NODE = Words("node", {node.name: int(node) for node in Node})
TASK = Words("task", {**NODE.numbers, **{task.name: int(task) for task in Task}})
LOG = Words("happening", {code.name: int(code) for code in Log if code})
END = Words("end reason", {end.name.lower(): int(end) for end in End if end})
TASK_ENTRY = Entry("task", TASK, -9)
FRAME_KEYS = ("task", "seat", "a", "b", "c")
SKILL = Words("skill", {skill.name.lower(): int(skill) for skill in Skill})


class Face:
    """A die: a number or S."""

    def write(self, value: Any) -> int | str:
        return "S" if value == SUCCESS else int(value)

    def read(self, node: Any) -> int:
        return SUCCESS if node.value == "S" else int(node.whole(1, 99))

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "integer"}, {"const": "S"}]}


FACE = Face()


def ids(what: str, rows: Iterable[Any]) -> Words:
    return Words(what, {getattr(row, "id", row): number for number, row in enumerate(rows)})


class Forms:
    """The tables of a position in one scenario and number of seats."""

    def __init__(self, scenario: Scenario, n_seats: int) -> None:
        self.scenario = scenario
        self.tile, self.poi = ids("tile", scenario.tiles), ids("point of interest", scenario.pois)
        self.npc, self.item, self.stack = (
            ids("npc", scenario.npcs),
            ids("item", scenario.items),
            ids("stack", scenario.stacks),
        )
        self.option, self.event = ids("option", scenario.options), ids("event", scenario.events)
        self.finale, self.destiny = ids("finale", scenario.finales), ids("destiny", scenario.destinies)
        self.character = ids("character", scenario.characters)
        self.flag, self.pflag = ids("world flag", scenario.flags), ids("player flag", scenario.pflags)
        self.vflag = ids("visit flag", scenario.vflags)
        self.way, self.hint = ids("way", scenario.ways), ids("hint", scenario.hints)
        seat = self.seat = Whole(0, n_seats - 1)
        head = scenario.header
        self.top = Form(
            Entry("day", Whole(1, LARGE), 1),
            Entry("active", seat),
            Entry("decider", seat, NONE),
            Entry("winner", seat, NONE),
            Entry("reason", END),
        )
        self.player = Form(
            Entry("character", self.character, NONE),
            Entry("tile", self.tile, NONE, "place"),
            Entry("coins", Whole(0, MAX_COINS)),
            Entry("xp", Whole(0, MAX_XP)),
            Entry("effort", Whole(0, MAX_EFFORT)),
            Entry("defeated", Flag()),
            Entry("in_finale", Flag()),
            Entry("finale", self.finale, NONE),
            Entry("stage", Whole(0, 5)),
            Entry("resolve", Whole(-100, 100)),
            Entry("spoken", Whole(-127, 127)),
        )
        self.secret = Form(
            Entry("virtue", Whole(head.virtue_min, head.virtue_max)),
            Entry("paid", Whole(0, 8)),
            Entry("fell", Flag()),
            Entry("due", Whole(-1, 1)),
        )
        self.turn = Form(
            Entry("succ_turn", Whole(0, 127)),
            Entry("choices", Whole(0, 15)),
            Entry("option", self.option, NONE),
            Entry("trade", self.stack, NONE),
            Entry("bought", Whole(0, 2**HAND - 1)),
            Entry("sold", Whole(0, 2**16 - 1)),
            Entry("step_sign", Whole(-1, 1)),
            Entry("step_skill", SKILL),
            Entry("step_left", Whole(0, SMALL)),
        )
        self.hidden_turn = Form(
            Entry("leaving", Flag()),
            Entry("chosen", Whole(0, 2**N_SLOTS - 1)),
            Entry("blocked", Whole(0, 2**N_SLOTS - 1)),
        )
        self.test = Form(
            Entry("testing", Whole(0, 2)),
            Entry("fixed_total", Whole(0, 127), NONE),
            Entry("bonus", Whole(0, SMALL)),
            Entry("total", Whole(0, SMALL)),
            Entry("successes", Whole(0, SMALL)),
        )
        ranges = {
            "skill": Whole(0, Skill.ANY),
            "number": Whole(0, SMALL),
            "option": Whole(0, len(scenario.options) - 1),
            "flag": Whole(0, 1),
            "seats": Whole(0, n_seats),
            "phase": Whole(0, Phase.END + 1),  # one more where the game has ended with the turn
            "events": Whole(0, len(scenario.events)),
            "effects": Whole(0, EFFECTS),
            "hand": Whole(0, HAND),
            "legacies": Whole(0, N_LEGACIES),
        }
        self.frames = {
            task: Form(TASK_ENTRY, Entry("seat", seat), *(Entry(name, ranges[kind]) for name, kind in fields.items()))
            for task, fields in FIELDS.items()
        }
        self.log = Form(
            Entry("day", Whole(1, SMALL)),
            Entry("seat", seat, NONE),
            Entry("code", LOG),
            *(Entry(name, Whole(-SMALL, SMALL)) for name in ("a", "b")),
        )
        self.told = {  # what a and b name in a happening; elsewhere they are amounts
            **dict.fromkeys((Log.MOVED, Log.EXPLORED, Log.STAYED), self.tile),
            **dict.fromkeys((Log.OPTION, Log.TEST, Log.CHOICE), self.option),
            **dict.fromkeys((Log.GAINED, Log.LOST), self.item),
            **dict.fromkeys((Log.FINALE, Log.STAGE, Log.FULFILLED), self.finale),
            **dict.fromkeys((Log.STEP, Log.MARKER), SKILL),
            **dict.fromkeys((Log.VISITED, Log.PLACE, Log.LOOK), self.poi),
            **dict.fromkeys((Log.PERSON, Log.SAID), self.npc),
            Log.WAY: self.way,
            Log.PRICE: self.stack,
            Log.HEARD: self.hint,
            Log.EVENT: self.event,
            Log.CHARACTER: self.character,
            Log.FLAG: self.flag,
            Log.PFLAG: self.pflag,
            Log.END: END,
        }

    def is_told(self, row: Any) -> bool:
        """Whether what a happening names is there."""
        code, a, b = Log(int(row["code"])), int(row["a"]), int(row["b"])
        if code in self.told and a not in self.told[code].names:
            return False
        if code == Log.STAGE:
            return 1 <= b <= len(self.scenario.finales[a].stages)
        if code == Log.LOOK:
            return 0 <= b <= len(self.scenario.pois[a].looks)
        if code in (Log.PLACE, Log.PERSON):
            return b == NONE or b in (self.tile if code == Log.PLACE else self.poi).names
        link = self.scenario.link
        if code == Log.CHAPTER:
            return link is not None and a == link.number
        if code == Log.LEGACY:
            return link is not None and 0 <= a < len(link.chapter.legacies)
        if code == Log.SAID:
            return 0 <= b < len(self.scenario.npcs[a].says)
        return code != Log.CHOICE or 0 <= b < len(self.scenario.options[a].choices)


@functools.lru_cache(maxsize=32)
def _forms(key: int, n_seats: int) -> Forms:
    return Forms(library.known(key), n_seats)


def forms(scenario: Scenario, n_seats: int) -> Forms:
    return _forms(scenario.key, n_seats)


def spec() -> Any:
    from haunted_env.games.destinies import SPEC  # the description of the game names this package's functions

    return SPEC
