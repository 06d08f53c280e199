"""Read a position, hand-written or written out, into a game record; whatever is wrong is named by its path."""

from typing import Any

import numpy as np

from haunted_env.games.destinies.data import (
    FLAG_BITS,
    GROUND_SIZE,
    MAX_SEATS,
    N_HOSTED,
    NONE,
    STACK_SIZE,
)
from haunted_env.games.destinies.position import forms as w
from haunted_env.games.destinies.position.course import Course
from haunted_env.games.destinies.position.players import Players
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.state import EXPLORED, PLACED
from haunted_env.spec.position import Codec, Form, Node, PositionError
from haunted_env.spec.position_header import game_of, read_rng

# What an empty game has where it is not zero.
BLANKS = {
    "table": (
        *("decider", "winner", "known", "npc", "ground", "stack", "character", "place", "item", "finale", "visit_poi"),
        *("slot", "option", "trade", "effort_die", "fixed_total", "test_items"),
    ),
    "ledger": ("destiny", "where", "finale_poi"),
    "secret": ("npc", "stack", "slot"),
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
        self.scenario = library.of(self.game)
        self.arrays = library.arrays_of(self.scenario)[0]
        self.n_seats = int(self.table["n_seats"])
        self.forms = w.forms(self.scenario, self.n_seats)
        if "scenario" in self.top and self.top["scenario"].text() != self.scenario.hash:
            self.top["scenario"].fail("the position was written with another version of the scenario file")

    def read(self) -> np.ndarray:
        self.forms.top.read(self.top, self.table)
        self.table["over"] = self.table["reason"] != 0
        self.seed()
        self.world()
        self.ground()
        self.stacks()
        Players(self).read()
        self.box()
        Course(self).read()
        return self.array

    def _blank(self) -> np.ndarray:
        """A game with the options in place, and nothing else."""
        game = game_of(self.top, w.spec(), "players", most=MAX_SEATS)
        for part, fields in BLANKS.items():
            for field in fields:
                game[part][field] = NONE
        game["table"]["known"] = 0
        game["ledger"]["seat"] = range(MAX_SEATS)
        return game

    # How values are read

    def numbers(
        self, key: str, codec: Codec, nodes: dict[str, Node] | None = None, most: int | None = None
    ) -> list[int]:
        """A list of different things."""
        node = (self.top if nodes is None else nodes).get(key)
        found: list[int] = []
        for item in node.items(most) if node is not None else ():
            number = codec.read(item)
            if number in found:
                item.fail(f"{item.value!r} appears twice")
            found.append(number)
        return found

    def listed(self, key: str, codec: Codec, nodes: dict[str, Node], most: int) -> list[int]:
        """A list in which things may appear twice."""
        return [codec.read(item) for item in nodes[key].items(most)] if key in nodes else []

    @staticmethod
    def set_bits(words: np.ndarray, numbers: list[int]) -> None:
        for number in numbers:
            words[number // FLAG_BITS] |= 1 << number % FLAG_BITS

    def form(self, key: str, form: Form, record: Any, more: tuple[str, ...] = ()) -> dict[str, Node]:
        """A table of the position and the fields it stands for; `more` keys are read by the caller."""
        nodes = self.top[key].table([*form.keys, *more]) if key in self.top else {}
        form.read(nodes, record)
        return nodes

    # The world

    def seed(self) -> None:
        read_rng(self.top, self.secret)
        dice = self.top["force"].table(("dice",)) if "force" in self.top else {}
        faces = self.listed("dice", w.FACE, dice, len(self.secret["forced"]))
        self.secret["forced"][: len(faces)] = faces
        self.secret["n_forced"] = len(faces)

    def world(self) -> None:
        table, secret, scenario = self.table, self.secret, self.scenario
        start = int(self.arrays["start_tile"])
        explored = {start, *self.numbers("explored", self.forms.tile)}
        for tile in explored:
            table["tile"][tile] = EXPLORED
            for other in self.arrays["tile"][tile]["next"]:
                if other >= 0 and table["tile"][other] != EXPLORED:
                    table["tile"][other] = PLACED
        self.check_connected(explored, start)
        for poi in scenario.pois:
            secret["active"][poi.slot] = poi.active
        for npc in scenario.npcs:
            secret["npc"][npc.slot] = self.forms.poi.numbers[npc.at]
        for key, words, field in (("pois", self.forms.poi, "active"), ("npcs", self.forms.npc, "npc")):
            for name, node in self.top[key].table(words.numbers).items() if key in self.top else ():
                value = node.flag() if key == "pois" else self.forms.poi.read(node)
                secret[field][words.numbers[name]] = value
        for poi in scenario.pois:
            tile = self.forms.tile.numbers[poi.tile]
            table["known"][poi.slot] = secret["active"][poi.slot] and table["tile"][tile] == EXPLORED
        for npc in scenario.npcs:
            at = int(secret["npc"][npc.slot])
            table["npc"][npc.slot] = at if table["known"][at] else NONE
        table["flags"] = sum(1 << flag for flag in self.numbers("flags", self.forms.flag))
        table["fired"] = sum(1 << event for event in self.numbers("fired", self.forms.event))

    def check_connected(self, explored: set[int], start: int) -> None:
        """DS-INV-5."""
        reached, edge = {start}, [start]
        while edge:
            edge = [int(o) for t in edge for o in self.arrays["tile"][t]["next"] if o in explored and o not in reached]
            reached |= set(edge)
        if reached != explored:
            lonely = self.forms.tile.write(min(explored - reached))
            self.top["explored"].fail(f'"{lonely}" is cut off: explored tiles are connected (DS-INV-5)')

    def ground(self) -> None:
        for name, node in self.top["ground"].table(self.forms.tile.numbers).items() if "ground" in self.top else ():
            tile = self.forms.tile.numbers[name]
            entry = node.table(("items", "fresh"))
            items = self.listed("items", self.forms.item, entry, GROUND_SIZE)
            self.table["ground"][tile][: len(items)] = items
            self.table["ground_n"][tile] = len(items)
            fresh = self.listed("fresh", w.Whole(0, max(0, len(items) - 1)), entry, GROUND_SIZE)
            self.table["ground_fresh"][tile] = sum(1 << i for i in set(fresh))

    def stacks(self) -> None:
        """Unseen and as in the file where nothing is said."""
        given = self.top["stacks"].table(self.forms.stack.numbers) if "stacks" in self.top else {}
        self.stated = {self.forms.stack.numbers[name] for name in given}
        for number, stack in enumerate(self.scenario.stacks):
            entry = given[stack.id].table(("seen", "items", "used")) if stack.id in given else {}
            seen = entry["seen"].flag() if "seen" in entry else False
            items = [self.forms.item.numbers[item] for item in stack.items]
            if "items" in entry:
                items = self.listed("items", self.forms.item, entry, STACK_SIZE)
            part = self.table if seen else self.secret
            self.table["stack_seen"][number] = seen
            part["stack"][number][: len(items)] = items
            part["stack_n"][number] = len(items)
            used = self.listed("used", w.Whole(0, STACK_SIZE - 1), entry, STACK_SIZE)
            self.table["stack_used"][number] = sum(1 << i for i in set(used))

    def box(self) -> None:
        """DS-INV-4: whatever is nowhere else. A stack that is not spoken of gives up what is named elsewhere."""
        for number, item in enumerate(self.scenario.items):
            left = item.copies - self.in_play(number)
            for stack in reversed(range(len(self.scenario.stacks))):
                while left < 0 and stack not in self.stated and number in self.secret["stack"][stack]:
                    self.take_from_stack(stack, number)
                    left += 1
            if left < 0:
                raise PositionError(
                    "position", f"{item.copies - left} copies of {item.id}, there are {item.copies} (DS-INV-4)"
                )
            self.secret["box"][number] = left

    def in_play(self, item: int) -> int:
        places = (self.table["stack"], self.secret["stack"], self.table["item"], self.table["ground"])
        return sum(int((place == item).sum()) for place in places)

    def take_from_stack(self, stack: int, item: int) -> None:
        row = self.secret["stack"][stack]
        items = [int(i) for i in row if i >= 0]
        items.remove(item)
        row[:] = NONE
        row[: len(items)] = items
        self.secret["stack_n"][stack] = len(items)

    def slots_offered(self) -> list[int]:
        return self.numbers("offered", w.Whole(0, N_HOSTED - 1))
