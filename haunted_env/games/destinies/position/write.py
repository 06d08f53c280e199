"""Write a game out as a position, leaving out whatever is at its default."""

from typing import Any

import numpy as np

from haunted_env.games.destinies.data import FLAG_BITS, MAX_EFFORT, N_HOSTED, NONE
from haunted_env.games.destinies.position import forms as w
from haunted_env.games.destinies.position.campaign import start_flags, write_campaign, write_player
from haunted_env.games.destinies.position.seen import Somewhere
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.state import EXPLORED, N_LOG, N_NOTES, PLACED
from haunted_env.spec.phrases import record
from haunted_env.spec.position import Codec, written_options


def to_position(game: np.ndarray) -> dict[str, Any]:
    """The whole game, mid-decision too: `from_position` gives the same record back, bit for bit."""
    return Writer(record(game)).write()


def bits_of(words: Any) -> list[int]:
    """The numbers whose bits are set in words of FLAG_BITS (or in one number of any width)."""
    if np.ndim(words) == 0:
        return [i for i in range(64) if int(words) >> i & 1]
    return [FLAG_BITS * n + i for n, word in enumerate(words) for i in range(FLAG_BITS) if int(word) >> i & 1]


def names(codec: Codec, numbers: Any) -> list[Any]:
    return [codec.write(number) for number in numbers]


class Writer:
    def __init__(self, whole: Any) -> None:
        self.whole = whole
        self.table, self.secret = whole["table"], whole["secret"]
        self.scenario = library.of(whole)
        self.arrays = library.arrays_of(self.scenario)[0]
        self.n_seats = int(self.table["n_seats"])
        self.forms = w.forms(self.scenario, self.n_seats)

    def write(self) -> dict[str, Any]:
        table, secret, forms = self.table, self.secret, self.forms
        position: dict[str, Any] = {
            "game": "destinies",
            "scenario": self.scenario.hash,
            "options": written_options(w.spec(), table),
            "seed": int(secret["seed"]),
            **forms.top.write(table),
            "explored": names(forms.tile, np.flatnonzero(table["tile"] == EXPLORED)),
        }
        parts = {
            **write_campaign(self),
            "pois": self.pois(),
            "placed": self.placed(),
            "places": self.places(),
            "looks": {poi.id: int(secret["look"][poi.slot]) for poi in self.scenario.pois if secret["look"][poi.slot]},
            "npcs": self.npcs(),
            "ways": self.ways(),
            "flags": names(forms.flag, bits_of(table["flags"])),
            "fired": names(forms.event, bits_of(table["fired"])),
            "ground": self.ground(),
            "stacks": self.stacks(),
            "prices": {s.id: int(table["price"][n]) for n, s in enumerate(self.scenario.stacks) if table["price"][n]},
            "players": [self.player(seat) for seat in range(self.n_seats)],
            "node": w.NODE.write(table["node"]),
            "visit": forms.poi.write(table["visit_poi"]) if table["visit_poi"] >= 0 else None,
            "offered": [slot for slot in range(N_HOSTED) if int(table["offered"]) >> slot & 1],
            "turn": self.turn(),
            "test": self.test(),
            "work": [
                forms.frames[int(frame["task"])].write(frame)
                for frame in self.whole["work"]["stack"][: self.whole["work"]["depth"]]
            ],
            "log": self.rows("log", N_LOG),
            "n_log": int(table["n_log"]),
            "notes": self.rows("notes", N_NOTES),
            "n_notes": int(table["n_notes"]),
            "force": {"dice": names(w.FACE, secret["forced"][: int(secret["n_forced"])])} if secret["n_forced"] else {},
        }
        position |= {key: value for key, value in parts.items() if value}
        if "flags" not in position and start_flags(self.arrays, table):
            position["flags"] = []
        position["rng"] = [int(word) for word in secret["rng"]]
        return position

    def pois(self) -> dict[str, bool]:
        """Those that are no longer as at the start."""
        active = self.secret["active"]
        return {poi.id: bool(active[poi.slot]) for poi in self.scenario.pois if active[poi.slot] != poi.active}

    def npcs(self) -> dict[str, str]:
        codec = Somewhere(self.forms.poi)
        at = {npc.id: codec.write(self.secret["npc"][npc.slot]) for npc in self.scenario.npcs}
        return {npc.id: at[npc.id] for npc in self.scenario.npcs if at[npc.id] != npc.at}

    def places(self) -> dict[str, str]:
        """The POIs that have moved."""
        at = {poi.id: self.forms.tile.write(self.secret["poi_tile"][poi.slot]) for poi in self.scenario.pois}
        return {poi.id: at[poi.id] for poi in self.scenario.pois if at[poi.id] != poi.tile}

    def ways(self) -> dict[str, bool]:
        """Those that are no longer as at the start."""
        is_open = {way.id: bool(int(self.secret["ways"]) >> n & 1) for n, way in enumerate(self.scenario.ways)}
        return {way.id: is_open[way.id] for way in self.scenario.ways if is_open[way.id] != way.open}

    def placed(self) -> list[Any]:
        """Tiles that were placed over ways that have closed since."""
        near = 0
        for bits in self.table["near"]:
            near |= int(bits)
        tiles = np.flatnonzero(self.table["tile"] == PLACED)
        return names(self.forms.tile, [tile for tile in tiles if not near >> int(tile) & 1])

    def ground(self) -> dict[str, Any]:
        written = {}
        for tile in self.scenario.tiles:
            n = int(self.table["ground_n"][tile.slot])
            if n:
                fresh = [i for i in range(n) if int(self.table["ground_fresh"][tile.slot]) >> i & 1]
                items = names(self.forms.item, self.table["ground"][tile.slot][:n])
                written[tile.id] = {"items": items, "fresh": fresh} if fresh else {"items": items}
        return written

    def stacks(self) -> dict[str, Any]:
        written: dict[str, Any] = {}
        for number, stack in enumerate(self.scenario.stacks):
            seen = bool(self.table["stack_seen"][number])
            part = self.table if seen else self.secret
            row: dict[str, Any] = {"seen": True} if seen else {}
            items = names(self.forms.item, part["stack"][number][: int(part["stack_n"][number])])
            if items != list(stack.items):
                row["items"] = items
            if self.table["stack_used"][number]:
                row["used"] = bits_of(self.table["stack_used"][number])
            if row:
                written[stack.id] = row
        return written

    def player(self, seat: int) -> dict[str, Any]:
        table, ledger, forms = self.table, self.whole["ledger"][seat], self.forms
        low = self.scenario.header.track_min
        row = {entry.key: table[entry.field or entry.key][seat] for entry in forms.player.entries}
        hidden = {entry.key: self.secret[entry.key][seat] for entry in forms.secret.entries}
        written: dict[str, Any] = {}
        for form, values in ((forms.player, row), (forms.secret, hidden)):
            written |= {e.key: e.codec.write(values[e.key]) for e in form.entries if values[e.key] != e.default}
        parts: dict[str, Any] = {
            **{skill: [low + i for i in bits_of(table["track"][seat][n])] for n, skill in enumerate(w.SKILLS)},
            "items": names(forms.item, table["item"][seat][: int(table["item_n"][seat])]),
            "used": bits_of(table["item_used"][seat]),
            "flags": names(forms.pflag, bits_of(table["pflags"][seat])),
            "heard": names(forms.hint, bits_of(table["heard"][seat])),
            "visited": names(forms.poi, bits_of(table["visited"][seat])),
            "limits": names(forms.option, self.limited(seat)),
            "destiny": forms.destiny.write(ledger["destiny"]) if ledger["destiny"] >= 0 else None,
            "revealed": {
                key: [i + 1 for i in bits_of(ledger["revealed"][n])]
                for n, key in enumerate(w.PATHS)
                if ledger["revealed"][n]
            },
            "finale_offered": [key for n, key in enumerate(w.PATHS) if int(ledger["offered"]) >> n & 1],
            "peeked": names(forms.option, np.flatnonzero(ledger["peeked"])),
            **write_player(self, seat),
        }
        written |= {key: value for key, value in parts.items() if value}
        if "flags" not in written and start_flags(self.arrays, table, seat):
            written["flags"] = []
        return written

    def limited(self, seat: int) -> list[int]:
        numbers = library.arrays_of(self.scenario)["option"][0]["limited"]
        used = set(bits_of(self.table["limits"][seat]))
        return [option for option in range(len(self.scenario.options)) if int(numbers[option]) in used]

    def turn(self) -> dict[str, Any]:
        hidden = self.secret
        slots = names(self.forms.option, hidden["slot"][hidden["slot"] >= 0])
        vflags = names(self.forms.vflag, bits_of(hidden["vflags"]))
        written = self.forms.turn.write(self.table) | self.forms.hidden_turn.write(hidden)
        return written | {key: value for key, value in (("slots", slots), ("vflags", vflags)) if value}

    def test(self) -> dict[str, Any]:
        table = self.table
        written = self.forms.test.write(table)
        if not written:
            return {}
        dice = {
            "main": [int(face) for face in table["main"]] if table["main"].any() else [],
            "effort": names(w.FACE, table["effort_die"][:MAX_EFFORT][table["effort_die"] != NONE]),
            "items": names(self.forms.item, table["test_items"][table["test_items"] != NONE]),
        }
        return written | {key: value for key, value in dice.items() if value}

    def rows(self, field: str, size: int) -> list[dict[str, Any]]:
        total = int(self.table[f"n_{field}"])
        return [self.forms.log.write(self.table[field][i % size]) for i in range(max(0, total - size), total)]
