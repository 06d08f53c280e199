"""Names of things in a scenario, and what a game looks like from Python."""

import copy
from typing import Any

from haunted_env.games.destinies.actions import Log
from haunted_env.games.destinies.data import FLAG_BITS, N_HOSTED, TRACK_SPACES
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.scenario.grammar import Ability
from haunted_env.games.destinies.scenario.schema import Item, Look, Option, Path, Scenario, Tile
from haunted_env.games.destinies.state import EXPLORED, N_LOG, N_NOTES
from haunted_env.spec.phrases import count, listed

SKILLS = ("Intelligence", "Dexterity", "Power", "any skill")
SHORT = ("int", "dex", "pow", "any")
PATHS = ("A", "B")
FULL = {"int": 0, "dex": 1, "pow": 2, "any": 3}


class World:
    """A game and the scenario it is played in."""

    def __init__(self, whole: Any) -> None:
        self.whole = whole
        self.table = whole["table"]
        self.scenario: Scenario = library.of(whole)
        self.chapter = int(self.table["chapter"])
        self.characters = self.table["character"]
        self.n_seats = int(self.table["n_seats"])
        self.active = int(self.table["active"])
        self.decider = int(self.table["decider"])
        self.node = int(self.table["node"])

    def at_chapter(self, number: int) -> "World":
        """The names of a chapter of the campaign: this one, or one that is over."""
        if number == self.chapter or self.scenario.link is None:
            return self
        earlier = copy.copy(self)
        earlier.chapter = number
        earlier.scenario = library.known(self.scenario.link.keys[number])
        earlier.characters = self.table["past"][number]["character"]
        return earlier

    @property
    def is_last(self) -> bool:
        """Whether the game ends with this chapter."""
        return self.chapter == int(self.table["last_chapter"])

    @property
    def whole_name(self) -> str:
        """What is over with this chapter."""
        if self.scenario.link is None:
            return "the game"
        return "the campaign" if self.is_last else f"chapter {self.chapter + 1}"

    def tile(self, number: int) -> str:
        return self.scenario.tiles[number].name if 0 <= number < len(self.scenario.tiles) else "no tile"

    def poi(self, number: int) -> str:
        return self.scenario.pois[number].name if 0 <= number < len(self.scenario.pois) else "no place"

    def npc(self, number: int) -> str:
        """The name of a person, without what they are."""
        return self.scenario.npcs[number].name.partition(",")[0]

    def ends(self, way: int) -> str:
        """The two tiles that a way joins."""
        row = self.scenario.ways[way]
        return " and ".join(tile.name for tile in self.scenario.tiles if tile.id in (row.a, row.b))

    def item(self, number: int) -> Item:
        return self.scenario.items[number]

    def option(self, number: int) -> Option:
        return self.scenario.options[number]

    def character(self, seat: int) -> str:
        number = int(self.characters[seat])
        return self.scenario.characters[number].name if number >= 0 else "nobody yet"

    def who(self, seat: int) -> str:
        """A seat by its number and the first name of its character; alone, by the name."""
        if seat < 0:
            return "nobody"
        number = int(self.characters[seat])
        if number < 0:
            return f"player {seat}"
        name = first(self, seat)
        return name if self.n_seats == 1 else f"player {seat} ({name})"

    def items(self, seat: int) -> list[Item]:
        return [self.item(int(i)) for i in self.table["item"][seat][: int(self.table["item_n"][seat])]]

    def markers(self, seat: int, skill: int) -> list[int]:
        bits = int(self.table["track"][seat][skill])
        return [self.scenario.header.track_min + i for i in range(TRACK_SPACES) if bits >> i & 1]

    def marked_at(self, poi: int) -> tuple[str, list[str]]:
        """A place and the people seen there by name, with what has changed lately."""
        changed = self.changed()
        slots = [npc.slot for npc in self.scenario.npcs if self.table["npc"][npc.slot] == poi]
        mark = f" [{changed['poi', poi]}]" if ("poi", poi) in changed else ""
        return f"{self.poi(poi)}{mark}", [
            self.npc(slot) + (f" [{changed['npc', slot]}]" if ("npc", slot) in changed else "") for slot in slots
        ]

    def people_at(self, poi: int) -> list[str]:
        """The NPCs seen at a place, with what they are."""
        return [npc.name for npc in self.scenario.npcs if self.table["npc"][npc.slot] == poi]

    def names_at(self, poi: int) -> list[str]:
        """The same, by name alone."""
        return [name.partition(",")[0] for name in self.people_at(poi)]

    def people_on(self, tile: int) -> list[str]:
        """The NPCs seen on a tile."""
        return [name for poi in self.known_pois(tile) for name in self.people_at(poi)]

    def known_pois(self, tile: int) -> list[int]:
        return [p.slot for p in self.scenario.pois if self.table["known"][p.slot] and self.tile_of(p.slot) == tile]

    def tile_of(self, poi: int) -> int:
        """The tile on which a POI is seen; -1 while it is not."""
        return int(self.table["poi_tile"][poi])

    def look(self, poi: int) -> Look:
        """What a POI is like now, as far as it is seen (DS-WORLD-2)."""
        return self.scenario.pois[poi].look(int(self.table["look"][poi]))

    def changed(self) -> dict[tuple[str, int], str]:
        """What everybody saw change lately (DS-WORLD-7): of places and people, by slot, in a word or two."""
        n = int(self.table["n_notes"])
        found: dict[tuple[str, int], str] = {}
        for number in range(max(0, n - N_NOTES), n):
            row = self.table["notes"][number % N_NOTES]
            code, slot = Log(int(row["code"])), int(row["a"])
            if code == Log.CHAPTER:
                found.clear()
            elif code in (Log.PLACE, Log.LOOK):
                found["poi", slot] = "changed" if code == Log.LOOK else "new here"
            elif code == Log.PERSON:
                found["npc", slot] = "new here"
        return found

    def price(self, stack: int, item: Item) -> int:
        """What an item costs at a stack (DS-WORLD-6)."""
        return max(item.value + int(self.table["price"][stack]), 0)

    def ways(self, are_open: bool) -> list[tuple[Tile, Tile]]:
        """The ends of the ways that are seen to be open, or closed (DS-WORLD-4)."""
        tiles = {tile.id: tile for tile in self.scenario.tiles}
        found = []
        for way in self.scenario.ways:
            a, b = tiles[way.a], tiles[way.b]
            if EXPLORED in (self.table["tile"][a.slot], self.table["tile"][b.slot]):
                near = int(self.table["near"][a.slot]) >> b.slot | int(self.table["near"][b.slot]) >> a.slot
                if near & 1 == are_open:
                    found.append((a, b))
        return found

    def flags(self, seat: int) -> list[str]:
        words = self.table["pflags"][seat]
        return [f for n, f in enumerate(self.scenario.pflags) if int(words[n // FLAG_BITS]) >> n % FLAG_BITS & 1]

    def paths(self, seat: int) -> list[Path]:
        """Both paths of a seat's destiny, A first; none before it is dealt."""
        destiny = int(self.whole["ledger"][seat]["destiny"])
        return sorted(self.scenario.destinies[destiny].paths, key=lambda path: path.key) if destiny >= 0 else []

    def slot_option(self, slot: int) -> Option | None:
        """The option offered in a slot of the visit or stage."""
        number = int(self.table["slot"][slot]) if slot < N_HOSTED else -1
        return self.option(number) if number >= 0 else None

    def latest(self) -> Log:
        """What was written into the public log last."""
        n = int(self.table["n_log"])
        return Log(int(self.table["log"][(n - 1) % N_LOG]["code"])) if n else Log.NONE

    def stage(self, seat: int) -> tuple[str, str]:
        """Name and text of the stage a player in a finale is at."""
        finale = self.scenario.finales[int(self.table["finale"][seat])]
        stages = finale.stages
        stage = stages[min(max(int(self.table["stage"][seat]), 1), len(stages)) - 1]
        return stage.name, stage.text

    def finale_path(self, finale: int) -> str:
        """The name of the path that leads to a finale."""
        wanted = self.scenario.finales[finale].id
        return next((p.name for d in self.scenario.destinies for p in d.paths if p.finale == wanted), wanted)


def first(world: World, seat: int) -> str:
    """The first name of whom a seat plays."""
    number = int(world.characters[seat])
    return world.scenario.characters[number].name.split()[0].rstrip(",") if number >= 0 else f"player {seat}"


def dice(n: int) -> str:
    return f"{n or 'no'} effort {'die' if n == 1 else 'dice'}"


def skill(word: str) -> str:
    return SKILLS[FULL[word]] if word in FULL else word


def given_words(given: Ability) -> str:
    """What an "always" ability gives."""
    n = given.number
    return {"coins": count(n, "coin"), "xp": f"{n} experience", "refresh": f"refresh {dice(n)}"}[given.what]


def ability(given: Ability | None) -> str:
    """What an ability does, in words (DS-ITEM-9)."""
    if given is None:
        return ""
    n, of = given.number, skill(given.skill)
    tests = "any test" if given.skill == "any" else f"{of} tests"
    said = {
        "total": f"{n:+} to the total of {tests}",
        "range": f"move {n} further",
        "explore_coin": f"{count(n, 'coin')} when you explore a tile",
        "stay_gain": f"{count(n, 'gain step')} on {of} when you stay",
        "exhaust_for": f"exhaust an effort die for {count(n, 'coin')}, once per turn",
        "cost_skill": f"a loss step on {of} for {given_words(given)}, once per turn",
        "at_dawn": f"{given_words(given)} at the start of your turn",
        "reroll_for": "after a roll exhaust an effort die: roll both main dice again, once per turn",
        "on_fail": f"{given_words(given)} after a test that is not passed",
        "succ": f"{n} more successes after the roll of {tests}",
        "succ_if_zero": f"{n} successes after a roll with none",
        "succ_turn": f"{count(n, 'more success')} in every test this turn".replace("successs", "successes"),
        "reroll": "roll both main dice again",
        "fix_total": f"instead of rolling, a total of {n} in {tests}",
        "all_effort": f"roll all three effort dice in {tests}",
        "peek": "learn how many successes this test needs",
        "gain": f"{count(n, 'gain step')} on {of}",
        "gain_per_item": f"a gain step on {of} for every other item you own",
        "refresh": f"refresh {count(n, 'effort die').replace('dies', 'dice')}",
        "coins": f"gain {count(n, 'coin')}",
        "hint": f"reveal {count(n, 'step')} of your destiny",
        "travel": "go to any other explored tile",
    }
    return said[given.verb]


def abilities(item: Item) -> str:
    parts = [f"always: {ability(item.always)}"] if item.always else []
    parts += [f"discard: {ability(item.discard)}"] if item.discard else []
    return "; ".join(parts) or "no ability"


def option_words(option: Option) -> str:
    """An option as it is offered: its text, and what kind of thing it is (DS-TEST-1)."""
    parts = []
    if option.kind == "test":
        parts.append(f"{skill(option.skill)} test, {option.described}")
    elif option.kind == "scan_item":
        parts.append("use an item")
    elif option.kind == "scan_destiny":
        parts.append("ask about your destiny")
    elif option.kind == "trade":
        parts.append("trade")
    if option.cost:
        parts.append(f"costs {count(option.cost, 'coin')}")
    return f"{option.text} [{', '.join(parts)}]" if parts else option.text


def track(markers: list[int]) -> str:
    return " ".join(map(str, markers)) or "-"


def flag(name: str) -> str:
    return name.removeprefix("deed_").replace("_", " ")


def rolled(table: Any) -> str:
    """The dice of a test, in words."""
    if table["fixed_total"] >= 0:
        return "nothing was rolled"
    effort = ["S" if face == 0 else str(int(face)) for face in table["effort_die"] if face >= 0]
    more = f", effort {listed(effort)}" if effort else ""
    return f"dice {listed([str(int(face)) for face in table['main']])}{more}"
