"""The players of a position."""

from typing import TYPE_CHECKING, Any

from haunted_env.games.destinies.data import HAND, N_STEPS
from haunted_env.games.destinies.position import forms as w
from haunted_env.games.destinies.position.campaign import read_player, start_flags
from haunted_env.spec.position import Node, Whole

if TYPE_CHECKING:
    from haunted_env.games.destinies.position.read import Reader

MORE = (
    *("items", "used", "flags", "heard", "visited", "limits", "destiny", "revealed", "finale_offered", "peeked"),
    *("facts", "legacies"),
)
MARKERS = (3, 4)  # DS-COMP-4


class Players:
    def __init__(self, reader: "Reader") -> None:
        self.reader = reader
        self.forms, self.scenario, self.arrays = reader.forms, reader.scenario, reader.arrays
        self.table, self.secret = reader.table, reader.secret

    def read(self) -> None:
        top = self.reader.top
        rows = top["players"].items(exactly=self.reader.n_seats) if "players" in top else []
        for seat in range(self.reader.n_seats):
            self.player(seat, rows[seat] if rows else Node({}, f"players[{seat}]"))
        if self.drafting:
            return
        chosen = [int(number) for number in self.table["character"][: self.reader.n_seats]]
        for seat, number in enumerate(chosen):
            if number in chosen[:seat]:
                rows[seat].fail("the character is somebody else's already (DS-SETUP-1)")

    @property
    def drafting(self) -> bool:
        """DS-SETUP-13: before the last choice, seats may be without a character."""
        frames = self.reader.top["work"].items() if "work" in self.reader.top else []
        return any(isinstance(f.value, dict) and f.value.get("task") == "DRAFT" for f in frames)

    def player(self, seat: int, node: Node) -> None:
        forms = self.forms
        entries = node.table([*forms.player.keys, *forms.secret.keys, *w.SKILLS, *MORE])
        row = {entry.field or entry.key: entry.default for entry in forms.player.entries}
        forms.player.read(entries, row)  # type: ignore[arg-type]
        hidden: dict[str, Any] = {}
        forms.secret.read(entries, hidden)  # type: ignore[arg-type]
        if "character" not in entries and not self.drafting:
            row["character"] = seat
        if row["character"] >= 0 and "tile" not in entries and not row["defeated"]:
            row["place"] = int(self.arrays["start_tile"])
        for field, value in row.items():
            self.table[field][seat] = value
        for field, value in hidden.items():
            self.secret[field][seat] = value
        self.tracks(seat, entries)
        read_player(self.reader, seat, entries)
        self.belongings(seat, entries)
        self.destiny(seat, entries)

    def tracks(self, seat: int, entries: dict[str, Node]) -> None:
        """DS-INV-1; the character's own where nothing is said."""
        character = int(self.table["character"][seat])
        head = self.scenario.header
        for number, skill in enumerate(w.SKILLS):
            if skill in entries:
                spaces = self.reader.numbers(skill, Whole(head.track_min, head.track_max), entries)
                if len(spaces) not in MARKERS:
                    entries[skill].fail(f"a track has 3 or 4 markers, found {len(spaces)} (DS-INV-1)")
                self.table["track"][seat][number] = sum(1 << space - head.track_min for space in spaces)
            elif character >= 0:
                self.table["track"][seat][number] = self.arrays["character"][character]["track"][number]

    def belongings(self, seat: int, entries: dict[str, Node]) -> None:
        table, reader = self.table, self.reader
        items = reader.listed("items", self.forms.item, entries, HAND)
        table["item"][seat][: len(items)] = items
        table["item_n"][seat] = len(items)
        table["item_used"][seat] = sum(1 << i for i in set(reader.listed("used", Whole(0, HAND - 1), entries, HAND)))
        given = "flags" in entries
        flags = reader.numbers("flags", self.forms.pflag, entries) if given else start_flags(self.arrays, table, seat)
        reader.set_bits(table["pflags"][seat], flags)
        table["heard"][seat] = sum(1 << hint for hint in reader.numbers("heard", self.forms.hint, entries))
        reader.set_bits(table["visited"][seat], reader.numbers("visited", self.forms.poi, entries))
        for option in reader.numbers("limits", self.forms.option, entries):
            number = int(self.arrays["option"][option]["limited"])
            if number < 0:
                entries["limits"].fail(f'"{self.forms.option.write(option)}" has no limit of player or world')
            reader.set_bits(table["limits"][seat], [number])

    def destiny(self, seat: int, entries: dict[str, Node]) -> None:
        """The destiny of the character unless another is given; done steps follow from the flags (DS-DEST-3)."""
        ledger = self.reader.game["ledger"][seat]
        character = int(self.table["character"][seat])
        for option in self.reader.numbers("peeked", self.forms.option, entries):
            ledger["peeked"][option] = self.arrays["option"][option]["pass_value"]
        offered = self.reader.numbers("finale_offered", w.Words("path", {"A": 0, "B": 1}), entries)
        ledger["offered"] = sum(1 << path for path in offered)
        if "destiny" in entries:
            ledger["destiny"] = self.forms.destiny.read(entries["destiny"])
        elif character >= 0 and not self.drafting:
            ledger["destiny"] = self.arrays["character"][character]["destiny"]
        if ledger["destiny"] < 0:
            return
        revealed = entries["revealed"].table(w.PATHS) if "revealed" in entries else {}
        for path, key in enumerate(w.PATHS):
            row = self.arrays["destiny"][ledger["destiny"]]["path"][path]
            ledger["n_steps"][path] = row["n_steps"]
            ledger["finale_poi"][path] = self.arrays["finale"][row["finale"]]["poi"]
            steps = self.reader.numbers(key, Whole(1, int(row["n_steps"])), revealed, N_STEPS)
            ledger["revealed"][path] = sum(1 << step - 1 for step in steps)
            self.done(seat, path, row, ledger)

    def done(self, seat: int, path: int, row: Any, ledger: Any) -> None:
        """DS-DEST-3, DS-DEST-4, DS-DEST-13 to DS-DEST-15."""
        flags = self.table["pflags"][seat]
        for step in range(int(row["n_steps"])):
            about = row["step"][step]
            held = sum((int(n) & int(have)).bit_count() for n, have in zip(about["need"], flags))
            if held >= about["least"] and not int(about["after"]) & ~int(ledger["done"][path]):
                ledger["done"][path] |= 1 << step
            if (int(ledger["done"][path]) | int(ledger["revealed"][path])) >> step & 1:
                ledger["where"][path][step] = row["step"][step]["poi"]
        ledger["complete"][path] = int(ledger["done"][path]).bit_count() >= row["enough"]
