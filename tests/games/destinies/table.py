"""A table to play worked examples at: The Long Ebb with every tile explored, players as stated."""

from pathlib import Path
from typing import Any

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.data import FLAG_BITS, N_HOSTED
from haunted_env.games.destinies.observation import OBSERVATION
from haunted_env.games.destinies.scenario import library
from haunted_env.spec.position import options_of
from tests.harness import GameTable

SKILLS = ("int", "dex", "pow")
CAST = ("oda", "ansel", "ysolt", "corvin", "pim")
EBB = library.find("the_long_ebb")
EVERYWHERE = [tile.id for tile in EBB.tiles]
TILE_OF = {poi.id: poi.tile for poi in EBB.pois}


def everyone(me: dict[str, Any], n: int, tile: str | None = None) -> list[dict[str, Any]]:
    """Me as stated, the others as they come."""
    first = {"character": "oda", **({"tile": tile} if tile else {}), **me}
    rest = [name for name in CAST if name != first["character"]]
    return [first, *({"character": rest[seat - 1]} for seat in range(1, n))]


def at(
    node: str = "MOVE", players: int = 2, others: dict[int, dict[str, Any]] | None = None, **me: Any
) -> dict[str, Any]:
    """A position at a node of seat 0's turn, every tile explored; keywords are the player's."""
    top = me.pop("top", {})
    rows = everyone(me, players)
    for seat, row in (others or {}).items():
        rows[seat] |= row
    return {"options": {"players": players}, "explored": EVERYWHERE, "players": rows, "node": node, **top}


def visiting(poi: str, players: int = 2, **me: Any) -> dict[str, Any]:
    """Seat 0 has just begun to visit a place."""
    tile = me.pop("tile", TILE_OF[poi])
    position = at("OPTIONS", players, tile=tile, **me)
    return {**position, "visit": poi}


def in_finale(finale: str, stage: int = 1, resolve: int = 2, node: str | None = None, **me: Any) -> dict[str, Any]:
    """Seat 0 is in a finale, at the start of a turn or (node STAGE) at its stage."""
    poi = next(row.poi for row in EBB.finales if row.id == finale)
    me = {"in_finale": True, "finale": finale, "stage": stage, "resolve": resolve, "tile": TILE_OF[poi], **me}
    position = at("STAGE", **me)
    if node is None:
        del position["node"]
    return position


def dice(position: dict[str, Any], *faces: int | str) -> dict[str, Any]:
    return {**position, "force": {"dice": list(faces)}}


def variant(folder: Path, *changes: tuple[str, str]) -> str:
    """The path of a copy of The Long Ebb with some texts replaced, each found once."""
    text = (library.FOLDER / "the_long_ebb.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    path = folder / "variant.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


class Table(GameTable):
    spec = SPEC

    @property
    def scenario(self):
        return library.of(self.game)

    def number(self, block: str, word: str) -> int:
        rows = {"TILE": self.scenario.tiles, "POI": self.scenario.pois, "CHARACTER": self.scenario.characters}
        if word.isdecimal():
            return int(word)
        if block in rows:
            return [row.id for row in rows[block]].index(word)
        if block == "OPTION":
            return [self._option(o) for o in self.game["secret"][0]["slot"][:N_HOSTED]].index(word)
        if block == "STEP":
            skill, k = word.split()
            return 4 * SKILLS.index(skill) + int(k)
        return "AB".index(word) if block == "PATH" else self._things(block).index(word)

    def word(self, block: str, offset: int) -> str:
        rows = {"TILE": self.scenario.tiles, "POI": self.scenario.pois, "CHARACTER": self.scenario.characters}
        if block in rows:
            return rows[block][offset].id
        if block == "OPTION" and offset < N_HOSTED:
            return self._option(self.table["slot"][offset])
        if block == "STEP":
            return f"{SKILLS[offset // 4]} {offset % 4}"
        if block in ("ITEM", "USE", "BUY", "PICK"):
            return self._things(block)[offset]
        return "AB"[offset] if block == "PATH" else str(offset)

    def _option(self, number) -> str:
        return self.scenario.options[int(number)].id if number >= 0 else ""

    def _things(self, block: str) -> list[str]:
        if block == "BUY":
            stack = int(self.table["trade"])
            return self.stack(self.scenario.stacks[stack].id)
        return self.ground(self.tile(self.decider)) if block == "PICK" else self.items(self.decider)

    def slots(self, block: str) -> list[int]:
        """The legal offsets of a block."""
        span = self.spec.actions.span(block)
        return [i for i, legal in enumerate(self.masks[0, span]) if legal]

    def names(self, block: str) -> set[str]:
        """The legal actions of a block, without its name."""
        return {name.partition(" ")[2] for name in self.legal if name.partition(" ")[0] == block}

    # What is on the table

    @property
    def secret(self):
        return self.game["secret"][0]

    @property
    def day(self) -> int:
        return int(self.table["day"])

    def me(self, field: str, seat: int = 0) -> int:
        return int(self.table[field][seat])

    def tile(self, seat: int = 0) -> str:
        place = self.me("place", seat)
        return self.scenario.tiles[place].id if place >= 0 else ""

    def items(self, seat: int = 0) -> list[str]:
        return [self.scenario.items[i].id for i in self.table["item"][seat][: self.me("item_n", seat)]]

    def ground(self, tile: str) -> list[str]:
        slot = next(row.slot for row in self.scenario.tiles if row.id == tile)
        return [self.scenario.items[i].id for i in self.table["ground"][slot][: int(self.table["ground_n"][slot])]]

    def stack(self, name: str) -> list[str]:
        """What a stack holds, seen or not."""
        number = [row.id for row in self.scenario.stacks].index(name)
        part = self.table if self.table["stack_seen"][number] else self.secret
        return [self.scenario.items[i].id for i in part["stack"][number][: int(part["stack_n"][number])]]

    def is_seen(self, stack: str) -> bool:
        return bool(self.table["stack_seen"][[row.id for row in self.scenario.stacks].index(stack)])

    def box(self, item: str) -> int:
        return int(self.secret["box"][[row.id for row in self.scenario.items].index(item)])

    def track(self, skill: str, seat: int = 0) -> list[int]:
        bits = int(self.table["track"][seat][SKILLS.index(skill)])
        return [self.scenario.header.track_min + i for i in range(11) if bits >> i & 1]

    def flags(self, seat: int = 0) -> set[str]:
        words = self.table["pflags"][seat]
        return {f for n, f in enumerate(self.scenario.pflags) if int(words[n // FLAG_BITS]) >> n % FLAG_BITS & 1}

    def has_flag(self, flag: str) -> bool:
        return bool(int(self.table["flags"]) >> self.scenario.flags.index(flag) & 1)

    def fired(self) -> list[str]:
        return [row.id for n, row in enumerate(self.scenario.events) if int(self.table["fired"]) >> n & 1]

    def explored(self) -> set[str]:
        return {row.id for row in self.scenario.tiles if self.table["tile"][row.slot] == 2}

    def placed(self) -> set[str]:
        return {row.id for row in self.scenario.tiles if self.table["tile"][row.slot] == 1}

    def known(self) -> set[str]:
        return {row.id for row in self.scenario.pois if self.table["known"][row.slot]}

    def npc(self, name: str) -> str:
        """Where an NPC is seen; empty if that is not known."""
        slot = next(row.slot for row in self.scenario.npcs if row.id == name)
        poi = int(self.table["npc"][slot])
        return self.scenario.pois[poi].id if poi >= 0 else ""

    def offered(self) -> set[str]:
        return {self._option(o) for o in self.table["slot"] if o >= 0}

    def virtue(self, seat: int = 0) -> int:
        return int(self.secret["virtue"][seat])

    def steps(self, field: str, seat: int = 0) -> list[set[int]]:
        """Steps of both paths that are done or revealed, from 1."""
        return [{i + 1 for i in range(4) if int(bits) >> i & 1} for bits in self.game["ledger"][0, seat][field]]

    def log(self) -> list[tuple[str, int, int, int]]:
        """(code, seat, a, b), oldest first."""
        from haunted_env.games.destinies.actions import Log

        n = int(self.table["n_log"])
        rows = [self.table["log"][i % 16] for i in range(max(0, n - 16), n)]
        return [(Log(int(r["code"])).name, int(r["seat"]), int(r["a"]), int(r["b"])) for r in rows]

    def observation(self, seat: int = 0, relative: bool = True):
        from haunted_env.play.batch import Batch

        options = options_of(SPEC, self.game)
        batch = Batch(SPEC, 1, options, relative_seats=relative)
        batch.load(self.game, resume=False)
        return batch.look([seat]).observations[0]

    def seen(self, block: str, seat: int = 0) -> list[int]:
        """One block of what a seat observes."""
        return self.observation(seat)[OBSERVATION.span(block)].tolist()

    def roll(self, n: int = 0) -> "Table":
        return self.do(f"EFFORT {n}")


def number(bits: list[int]) -> int:
    """A number written in bits; -1 for none."""
    return sum(bit << i for i, bit in enumerate(bits)) - 1
