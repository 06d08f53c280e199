"""A world while it is being put together: who and what there is so far, and the rows of its file."""

from dataclasses import dataclass, field
from typing import Any

from haunted_env.games.destinies.data import N_HOSTED, PASS_RANGES
from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.vocabulary import inside, shared, themes

Row = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """How much there is of everything in a world."""

    name: str
    tiles: tuple[int, int]
    deeds: int
    stalls: int
    hidden: int
    people: int
    items: int
    characters: int
    gates: int
    bribes: int
    lasting: int  # deeds that change more than the look of their place
    famous: int  # deeds that an event tells everybody about
    chained: int  # deeds that another deed has to come before
    sides: dict[str, int]  # by role: options that are no deeds
    passes: tuple[int, ...]  # what the tests of deeds may need
    trials: tuple[int, ...]  # what the tests of finales may need
    stages: tuple[int, ...]  # how many a finale may have
    steps: tuple[int, ...]  # how many a path may have
    virtue: int  # its bounds, and where it begins to count
    devoted: int
    days: int  # of the mode Challenger


def sides(*counts: int) -> dict[str, int]:
    return dict(zip(SIDES, counts, strict=True))


# Options in the order of their numbers. What an option is for can be told from its number, the same in all worlds of a
# size: a person reads it in the text, which observations do not have.
DEEDS = ("deed", "other", "scan", "bribe")
PEOPLE = ("trade", "ask", "offer")
LOCAL = ("work", "rest", "search", "practice", "school", "offering", "moral")
CHANGES = ("open", "shut", "cheap", "dear", "stock", "unstock", "restock", "move", "away", "found")
SIDES = (
    *LOCAL,
    *CHANGES[1:-1],
)  # whose number is a matter of size; gates are opened and hidden places found one by one
ROLES = (*DEEDS, *PEOPLE, *LOCAL, *CHANGES, "stage")

SIZES = {
    size.name: size
    for size in (
        Size(
            *("small", (6, 8), 8, 2, 1, 4, 16, 3, 2, 2, 2, 2, 0),
            sides(3, 2, 3, 3, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1),
            *((2, 2, 3), (3,), (2,), (3,), 5, 2, 9),
        ),
        Size(
            *("medium", (11, 14), 14, 3, 2, 6, 26, 4, 4, 4, 4, 3, 1),
            sides(5, 3, 5, 4, 2, 2, 4, 1, 1, 1, 2, 1, 1, 2, 1),
            *((2, 3, 3), (3, 3, 4), (2, 3), (3, 3, 4), 7, 2, 13),
        ),
        Size(
            *("large", (18, 22), 22, 4, 4, 8, 40, 6, 7, 6, 7, 5, 2),
            sides(6, 3, 5, 4, 2, 2, 5, 2, 2, 1, 2, 1, 2, 3, 1),
            *((2, 3, 3, 4), (3, 4), (2, 3), (3, 4, 4), 9, 3, 18),
        ),
    )
}


@dataclass
class Place:
    """A point of interest; `words` is where it comes from."""

    id: str
    name: str
    token: str
    text: str
    words: Row
    tile: str = ""
    active: bool = True
    looks: list[Row] = field(default_factory=list)
    load: int = 0  # options there, with those of everybody who may come

    @property
    def said(self) -> str:
        return inside(self.name)


@dataclass
class Deed:
    """What destinies ask for. `lasting`: effects on the world whenever it is done."""

    place: Place
    skill: str
    passes: int
    kind: str
    lasting: list[str] = field(default_factory=list)
    first: "Deed | None" = None
    used: int = 0  # steps that ask for it

    @property
    def flag(self) -> str:
        return f"deed_{self.place.id}"


@dataclass
class Person:
    id: str
    name: str  # first name
    row: Row


@dataclass
class Gate:
    """A way that may open and close."""

    id: str
    name: str
    a: str
    b: str
    open: bool


class Plan:
    """Parts are added one after the other; `rows` becomes the file."""

    def __init__(self, seed: int, size: Size) -> None:
        self.seed, self.size = seed, size
        self.theme_id = self.draw("theme").pick(sorted(themes()))
        self.theme, self.shared = themes()[self.theme_id], shared()
        self.town = self.named_town()
        self.start = ""  # tile
        self.rows: dict[str, list[Row]] = {}
        self.options: dict[str, list[Row]] = {role: [] for role in ROLES}
        self.places: list[Place] = []
        self.deeds: list[Deed] = []
        self.stalls: list[Place] = []
        self.hidden: list[Place] = []
        self.people: list[Person] = []
        self.gates: list[Gate] = []
        self.tile_names: dict[str, str] = {}
        self.events: list[Row] = []
        self._first_names = self.draw("first").shuffled(self.shared["first"])
        self._last_names = self.draw("last").shuffled(self.shared["last"])

    def named_town(self) -> str:
        draw = self.draw("town")
        return "".join(draw.pick(part) for part in self.theme["town"])

    def draw(self, part: str) -> Draw:
        return Draw(self.size.name, self.seed, part)

    def goods(self, stall: int) -> str:
        """The stack of a stall."""
        return f"{self.stalls[stall].id}_goods"

    def somebody(self) -> tuple[str, str]:
        """First and last name of one who is not there yet."""
        return self._first_names.pop(), self._last_names.pop()

    def room(self, place: Place, options: int = 1) -> bool:
        return place.load + options <= N_HOSTED

    def option(self, role: str, host: str, kind: str, text: str, **fields: Any) -> Row:
        """One more option. Places count what they host; what people host is counted where they go."""
        where, _, name = host.partition(":")
        number = len(self.options[role]) + 1
        row = {"id": fields.pop("id", f"{role}_{number}"), "host": host, "kind": kind, "text": text, **fields}
        self.options[role].append(row)
        if where == "poi" and role not in DEEDS:  # room for those is kept from the start
            self.place(name).load += 1
        return row

    def fresh(self, draw: Draw, role: str, texts: list[str]) -> str:
        """A text that no other option of the role has, as long as there is one."""
        said = [row["text"] for row in self.options[role]]
        return draw.least(texts, [said.count(text) for text in texts])

    def place(self, name: str) -> Place:
        return next(place for place in self.places if place.id == name)

    @property
    def standing(self) -> list[Place]:
        """The places that are there from the start."""
        return [place for place in self.places if place.active]

    def quiet(self, draw: Draw, places: list[Place] | None = None, options: int = 1) -> Place:
        """A place with as few options as possible."""
        open_ones = [place for place in places or self.places if self.room(place, options)]
        return draw.least(open_ones, [place.load for place in open_ones])


def identifier(words: str) -> str:
    """A name as an id."""
    kept = "".join(c if c.isalnum() else "_" for c in words.removeprefix("The ").replace("'", "").lower())
    return "_".join(part for part in kept.split("_") if part)


def trial(skill: str, passes: int, described: str, fails: list[str], middling: list[str], wins: list[str]) -> Row:
    """The fields of a test."""
    tiers = [{"min": 0, "pass": False, "effects": fails}]
    if passes > 1:
        tiers.append({"min": passes - 1, "pass": False, "effects": middling})
    tiers.append({"min": passes, "pass": True, "effects": wins})
    return {"skill": skill, "described": described, "tiers": tiers}


def described(draw: Draw, passes: int) -> str:
    """A word that fits: the ranges overlap."""
    fitting = [word for word, (low, high) in PASS_RANGES.items() if low <= passes <= high]
    return draw.pick(fitting)
