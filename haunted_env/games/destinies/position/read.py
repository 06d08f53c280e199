"""Read a position, hand-written or written out, into a game record; whatever is wrong is named by its path."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from haunted_env.games.destinies.data import (
    FLAG_BITS,
    GROUND_SIZE,
    MAX_SEATS,
    N_HOSTED,
    N_LOOKS,
    NONE,
    STACK_SIZE,
)
from haunted_env.games.destinies.position import forms as w
from haunted_env.games.destinies.position.campaign import enter_chapter, read_campaign, start_flags
from haunted_env.games.destinies.position.course import Course
from haunted_env.games.destinies.position.players import Players
from haunted_env.games.destinies.position.seen import Somewhere, show_seen
from haunted_env.games.destinies.rules.trade import MOST_DEARER
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.state import EXPLORED, PLACED
from haunted_env.spec.position import Codec, Flag, Form, Node, PositionError, Words
from haunted_env.spec.position_header import game_of, read_rng

# What an empty game has where it is not zero.
BLANKS = {
    "table": (
        *("decider", "winner", "known", "poi_tile", "npc", "ground", "stack", "character", "place", "item", "finale"),
        *("visit_poi", "slot", "option", "trade", "effort_die", "fixed_total", "test_items"),
    ),
    "ledger": ("destiny", "where", "finale_poi"),
    "secret": ("poi_tile", "npc", "stack", "slot"),
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
        read_campaign(self)
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
        enter_chapter(self.top, game[0])
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
        for poi in scenario.pois:
            secret["active"][poi.slot] = poi.active
            secret["poi_tile"][poi.slot] = self.forms.tile.numbers[poi.tile]
        for npc in scenario.npcs:
            secret["npc"][npc.slot] = self.forms.poi.numbers[npc.at]
        for slot, active in self.named("pois", self.forms.poi, Flag()):
            secret["active"][slot] = active
        for slot, tile in self.named("places", self.forms.poi, self.forms.tile):
            secret["poi_tile"][slot] = tile
        for slot, look in self.named("looks", self.forms.poi, w.Whole(0, N_LOOKS - 1)):
            if look > len(scenario.pois[slot].looks):
                self.top["looks"].fail(f"{scenario.pois[slot].id} has {len(scenario.pois[slot].looks)} looks")
            secret["look"][slot] = look
        for slot, poi in self.named("npcs", self.forms.npc, Somewhere(self.forms.poi)):
            secret["npc"][slot] = poi
        is_open = {number: way.open for number, way in enumerate(scenario.ways)}
        is_open |= dict(self.named("ways", self.forms.way, Flag()))
        secret["ways"] = sum(1 << number for number, flag in is_open.items() if flag)
        for slot, price in self.named("prices", self.forms.stack, w.Whole(-MOST_DEARER, MOST_DEARER)):
            table["price"][slot] = price
        show_seen(self.game, self.arrays)
        for tile in self.numbers("placed", self.forms.tile):
            table["tile"][tile] = max(int(table["tile"][tile]), PLACED)
        self.check_connected(explored, start)
        flags = self.numbers("flags", self.forms.flag) if "flags" in self.top else start_flags(self.arrays, table)
        table["flags"] = sum(1 << flag for flag in flags)
        table["fired"] = sum(1 << event for event in self.numbers("fired", self.forms.event))

    def named(self, key: str, words: Words, codec: Codec) -> Iterator[tuple[int, Any]]:
        """A table of the position by names of the scenario: number and value of each entry."""
        for name, node in self.top[key].table(words.numbers).items() if key in self.top else ():
            yield words.numbers[name], codec.read(node)

    def check_connected(self, explored: set[int], start: int) -> None:
        """DS-INV-5: over ways that are, or were, open."""
        ways = [(int(way["a"]), int(way["b"])) for way in self.arrays["way"][: int(self.arrays["n_ways"])]]
        near = {tile: {o for o in explored if int(self.arrays["tile"][tile]["near"]) >> o & 1} for tile in explored}
        for a, b in (*ways, *((b, a) for a, b in ways)):
            near.get(a, set()).update({b} & explored)
        reached, edge = {start}, [start]
        while edge:
            edge = sorted({other for tile in edge for other in near[tile]} - reached)
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
