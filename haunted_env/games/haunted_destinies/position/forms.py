"""The words of positions and the tables whose keys stand for record fields, one by one (docs/positions.md)."""

import functools
from typing import Any

from haunted_env.games.haunted_destinies.actions import (
    FIRST_OPTION,
    GREY_BORDER,
    LABEL_NAMES,
    LAST_OPTION,
    LOOKING,
    N_ACTIONS,
    PLACING,
    TELLING,
    Act,
    Claim,
    Decision,
    End,
    Event,
    Origin,
    Purpose,
    React,
    Role,
)
from haunted_env.games.haunted_destinies.amounts import HAUNT_DRAWS, HAUNT_LOOKS, N_TURNS, TIERS
from haunted_env.games.haunted_destinies.content.rows import SETS
from haunted_env.games.haunted_destinies.position.tasks import PICKING, WORK
from haunted_env.games.haunted_destinies.rules.health import CONSUMED, REVEALED
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.rules.turn import TASK_OF_ACTION
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    CELLS,
    GONE,
    GRID,
    MAX_PILE,
    MAX_SEATS,
    N_FRAMES,
    N_HAND,
    N_LANES,
    N_PSYCHE,
    NONE,
    PA,
    PILE,
    SEEN,
    STALE,
    TRADE_NOTES,
    TRADE_WORD,
    UNKNOWN,
    UP,
    G,
    P,
    U,
)
from haunted_env.games.haunted_destinies.tables import (
    CODE,
    ITEM_CODE,
    N_TILES,
    OPS,
    PERSIST_CODE,
    PSYCHE_SET,
    REROLL,
    TILE_INDEX,
    RollKind,
    Where,
)
from haunted_env.spec.position import Bits, Codec, Entry, Flag, Form, Whole, Words

MAX_TURNS = 2**31 - 1
MAX_AMOUNT = 127

CARD = Words("card", CODE)
PSYCHE = Words("Psyche card", {name: code for name, code in CODE.items() if code < N_PSYCHE})
GREY = Words("grey card", {name: code for name, code in CODE.items() if code >= N_PSYCHE})
ITEM = Words("item", {CARD.write(code): i for i, code in enumerate(ITEM_CODE) if code >= 0})
PERSISTENT = Words("persistent card", {CARD.write(code): i for i, code in enumerate(PERSIST_CODE) if code >= 0})
REROLLING = Words("card that rerolls", {name: code for name, code in CODE.items() if REROLL[code]})
TILE = Words("tile", TILE_INDEX)
LAID = Words(  # HD-SETUP-23: turned clockwise, in degrees
    "tile on the board",
    {
        name + (f"@{360 * turn // N_TURNS}" if turn else ""): tile + N_TILES * turn
        for turn in range(N_TURNS)
        for name, tile in TILE_INDEX.items()
    },
)
CELL = Words("cell", {f"{cell // GRID},{cell % GRID}": cell for cell in range(CELLS)})
PAWN = Words("place of a pawn", {**CELL.numbers, "none": NONE})  # none: not on the board yet (HD-SETUP-14)
HAND = Words("tile of a hand", {**TILE.numbers, "-": NONE})  # -: already placed
FACT = Words(
    "fact",
    {"U": U, "P": P, **{f"P{name}": PA + i for i, name in enumerate(SETS)}, "G": G}
    | {f"S:{name}": SEEN + code for name, code in CODE.items()},
)
LOCATION = Words(
    "location",
    {"UNKNOWN": UNKNOWN, "GONE": GONE}
    | {
        f"{kind} {seat}": first + seat
        for kind, first in (("UP", UP), ("PILE", PILE), ("STALE", STALE), ("SLOT", AT_SLOT))
        for seat in range(MAX_SEATS)
    },
)
LABEL = Words("label", {name: i for i, name in enumerate(LABEL_NAMES)})
ACTION = Words("action of a turn", {Act(number).name: number for number, task in enumerate(TASK_OF_ACTION) if task})
OPTION = Words("offered action", {act.name: int(act) for act in Act if FIRST_OPTION <= act <= LAST_OPTION})
TRADED = Words("part of a trade", {**ITEM.numbers, "WORD": TRADE_WORD, "NOTES": TRADE_NOTES})
CLAIM_KIND = Words("claim", {kind.name: int(kind) for kind in Claim})
BORDER = Words("border", {**{f"P{name}": i for i, name in enumerate(SETS)}, "G": GREY_BORDER})
# Of a CLAIM event: the kind, and the border that SEEN names.
CLAIMED = Words(
    "public claim",
    {kind.name: int(kind) for kind in Claim if kind != Claim.SEEN}
    | {f"SEEN {name}": Claim.SEEN + 10 * (1 + border) for name, border in BORDER.numbers.items()},
)
TASK = Words("task", {task.name: int(task) for task in Task if task != Task.NONE})
DECISION = Words("decision", {decision.name: int(decision) for decision in Decision})
EVENT = Words("event", {event.name: int(event) for event in Event if event != Event.NONE})
END = Words("end reason", {end.name: int(end) for end in End})
ROLE = Words("role", {role.name: int(role) for role in Role})
REACT = Words("reaction", {react.name: int(react) for react in React})
ORIGIN = Words("origin", {origin.name: int(origin) for origin in Origin})
PURPOSE = Words("purpose", {purpose.name: int(purpose) for purpose in Purpose})
VOCABULARY = (
    *(CARD, PSYCHE, GREY, ITEM, PERSISTENT, TILE, LAID, CELL, PAWN, HAND, FACT, LOCATION, LABEL),
    *(ACTION, OPTION, TRADED, CLAIM_KIND, BORDER, CLAIMED, TASK, DECISION, EVENT, END, ROLE, REACT, ORIGIN, PURPOSE),
)

SLOT = Whole(0, MAX_PILE - 1)
TURN = Whole(0, 32767)  # of a claim
COUNT = Whole(0, MAX_AMOUNT)
DIE = Whole(0, 6)

# Of a frame of unfinished work; `tasks.py` says which further fields each task uses.
TASK_ENTRY, PHASE, ANSWER = Entry("task", TASK), Entry("phase", COUNT), Entry("answer", Whole(0, N_ACTIONS - 1), NONE)
UNSET = ("seat", "other", "who", "target", "slot", "card", "source")  # NONE where a task has none

KEYS = (
    *("game", "content", "options", "seed", "turn", "active", "holder", "in_setup", "turn_ending", "over", "winners"),
    *("reason", "roles", "decision", "mp", "dice", "move_dice", "ritual", "opener", "lanterns", "skulls", "used"),
    *("context", "asked", "board", "gloom", "seats", "persistent", "gone", "decks", "discards", "claims", "n_claims"),
    *("events", "n_events", "ledger", "lanes", "force", "stack", "rng"),
)
SEAT_KEYS = ("ghost", "gloom", "health", "pawn", "pile", "up", "items", "grey", "gloom_to_place", "hand")

# Events whose `slot` is a cell of the board.
CELL_EVENTS = {
    Event.PLACE_GLOOM,
    Event.MOVE,
    Event.RELOCATE,
    Event.SEARCH,
    Event.SYPHON,
    Event.REMOVE_TILE,
    Event.TILE_GLOOM,
}


CLAIM_PARTS = ("kind", "seat", "card", "slot", "border")

# What an empty game has where it is not zero.
BLANKS = {
    **dict.fromkeys(("table.tile", "table.pawn", "table.up_at", "table.opener", "table.decider"), NONE),
    **dict.fromkeys(("secret.pile", "secret.search_deck", "secret.haunting_deck"), NONE),
    **dict.fromkeys(("secret.lane_card", "secret.lane_seat"), NONE),
    **dict.fromkeys(("ledger.hand", "ledger.face", "ledger.chosen_tile"), NONE),
    **dict.fromkeys([f"ledger.claim_{field}" for field in CLAIM_PARTS], NONE),
    **dict.fromkeys([f"table.claims.{field}" for field in ("speaker", "listener", *CLAIM_PARTS)], NONE),
    **dict.fromkeys([f"ledger.told.{field}" for field in ("speaker", "listener", *CLAIM_PARTS)], NONE),
    **dict.fromkeys([f"table.events.{field}" for field in ("actor", "target", "slot", "face")], NONE),
    "ledger.chosen_turn": NONE,
    "ledger.seat": range(MAX_SEATS),
}


class Forms:
    """The tables of a position in a game with a number of seats."""

    def __init__(self, n_seats: int) -> None:
        seat = self.seat = Whole(0, n_seats - 1)
        seats = self.seats = Bits(seat, n_seats)

        self.top = Form(
            Entry("turn", Whole(0, MAX_TURNS)),
            Entry("active", seat),
            Entry("holder", seat),
            Entry("in_setup", Flag()),
            Entry("turn_ending", Flag()),
            Entry("mp", Whole(0, 1000)),
            Entry("ritual", Flag()),
            Entry("lanterns", COUNT),
            Entry("skulls", COUNT),
            Entry("over", Flag()),
            Entry("winners", seats),
            Entry("reason", END),
        )
        self.context = Form(
            Entry("action", ACTION, NONE),
            Entry("actor", seat, NONE),
            Entry("opponent", seat, NONE),
            Entry("has_result", Flag()),
            Entry("result", Whole(-MAX_AMOUNT, MAX_AMOUNT)),
            Entry("look_seat", seat, NONE),
            Entry("look_pile", seat, NONE),
            Entry("look_slot", SLOT, NONE),
            Entry("obeyed", CARD, NONE),
            Entry("obeyed_self", seat, NONE),
            Entry("obeyed_other", seat, NONE),
            Entry("react", REACT),
            Entry("react_card", CARD, NONE),
            Entry("origin", ORIGIN),
            Entry("origin_seat", seat, NONE),
            Entry("origin_slot", SLOT, NONE),
            Entry("recipient", seat, NONE),
            Entry("trade_give", TRADED, NONE),
            Entry("trade_ask", TRADED, NONE),
            Entry("purpose", PURPOSE),
            Entry("pick_pile", seat, NONE),
        )
        self.used = Form(
            Entry("action", Flag(), field="action_used"),
            Entry("looked", seats),
            Entry("offers", COUNT),
            Entry("claims", COUNT, field="claims_made"),
            Entry("tells", COUNT, field="tells_made"),
            Entry("tile_removed", Flag()),
            Entry("stepped", Flag()),
        )
        self.asked = Form(
            Entry("decision", DECISION),
            Entry("seats", seats),
            Entry("options", Bits(OPTION, LAST_OPTION - FIRST_OPTION + 1, FIRST_OPTION)),
            Entry("amount", COUNT),
            Entry("face", CARD, NONE),
            Entry("lane", Whole(0, N_LANES - 1)),
            Entry("chosen_tile", Whole(0, N_HAND - 1), NONE),
            Entry("chosen_turn", Whole(0, N_TURNS - 1), NONE),
            Entry("claim_kind", CLAIM_KIND, NONE),
            Entry("claim_seat", seat, NONE),
            Entry("claim_slot", SLOT, NONE),
        )
        codecs: dict[str, Codec] = dict(zip(CLAIM_PARTS, (CLAIM_KIND, seat, PSYCHE, SLOT, BORDER)))
        parts = [Entry(name, codec, NONE) for name, codec in codecs.items()]
        speaker, listener, turn = Entry("speaker", seat, NONE), Entry("listener", seat, NONE), Entry("turn", TURN)
        self.claim = Form(speaker, *parts, turn)
        self.told = Form(speaker, listener, *parts, turn)
        self.word = Form(*(Entry(name, codec, NONE, f"claim_{name}") for name, codec in codecs.items()))
        event = (Entry("kind", EVENT), Entry("actor", seat, NONE), Entry("target", seat, NONE))
        face, amount = Entry("face", CARD, NONE), Entry("amount", Whole(-MAX_AMOUNT, MAX_AMOUNT), NONE)
        cell, tile = Entry("cell", CELL, NONE, "slot"), Entry("tile", TILE, NONE, "amount")
        self.event = Form(*event, Entry("slot", SLOT, NONE), face, amount)
        self.events = dict.fromkeys(CELL_EVENTS, Form(*event, cell, face, amount))
        self.events[Event.PLACE_TILE] = Form(*event, cell, face, tile)
        self.events[Event.CLAIM] = Form(*event, Entry("slot", SLOT, NONE), face, Entry("claim", CLAIMED, 0, "amount"))
        offer = Entry("trade_give", TRADED, NONE, "slot"), Entry("trade_ask", TRADED, NONE, "face")
        self.events[Event.TRADE] = Form(*event, *offer, Entry("amount", Whole(0, 1)))
        for kind, named in ((Event.BORDER, SETS), (Event.END, End)):
            amount = Entry("amount", Whole(0, len(named) - 1))
            self.events[kind] = Form(*event, Entry("slot", SLOT, NONE), face, amount)
        self.frame = Form(TASK_ENTRY, PHASE, ANSWER, *self._fields().values())
        self.frames = {task: self._frame(task) for task in WORK}

    def _fields(self) -> dict[str, Entry]:
        """The other fields of a frame, as most tasks use them."""
        seat, signed, code = self.seat, Whole(-MAX_AMOUNT, MAX_AMOUNT), Whole(0, len(OPS) - 1)
        codecs: dict[str, Codec] = {name: seat for name in ("seat", "other", "who", "target")}
        codecs |= {"slot": SLOT, "card": CARD, "n": signed, "bits": COUNT, "cause": COUNT, "flag": COUNT}
        codecs |= {"source": Whole(0, N_FRAMES - 1), "pc": code, "end": Whole(0, len(OPS))}
        return {name: Entry(name, codec, NONE if name in UNSET else 0) for name, codec in codecs.items()}

    def _frame(self, task: Task) -> Form:
        """The fields that a task uses, in the range that they have there."""
        fields, own = self._fields(), self._own(task)
        entries = [
            Entry(name, own.get(name, fields[name].codec), fields[name].default) for name in WORK[task].fields.split()
        ]
        return Form(TASK_ENTRY, PHASE, ANSWER, *entries)

    def _own(self, task: Task) -> dict[str, Codec]:
        """What a field means in a task, where that is something else than in most."""
        flag, amount, where = Whole(0, 1), COUNT, Whole(0, len(Where) - 1)
        own: dict[Task, dict[str, Codec]] = {
            Task.PLACE_TILES: {"n": Whole(1, N_HAND * (self.seat.high + 1))},
            Task.TURN: {"flag": flag},
            Task.ROLL: {"n": Whole(1, 2), "cause": Whole(0, max(RollKind)), "card": REROLLING},
            Task.EVIL_TWINS: {"flag": flag},
            Task.SEARCH: {"slot": CELL, "flag": flag, "bits": Whole(0, len(TIERS))},
            Task.PROBE: {"flag": flag},
            Task.ATTACK: {"flag": flag, "bits": flag, "cause": flag},
            Task.HAUNT: {"flag": flag, "bits": Whole(0, max(*HAUNT_DRAWS, *HAUNT_LOOKS))},
            Task.TRADE: {"card": TRADED, "slot": TRADED},
            Task.LOOK: {"card": PSYCHE},
            Task.ON_REVEAL: {"card": PSYCHE},
            Task.OBEY: {"card": GREY, "flag": flag},
            Task.DRAW_HAUNTING: {"n": amount},
            Task.DRAW_SEARCH: {"n": amount},
            Task.INSERT: {"n": Whole(0, N_LANES - 1), "cause": Whole(0, len(Origin) - 1)},
            Task.WOUND: {"n": amount, "cause": flag},
            Task.DEATH: {"flag": Whole(0, REVEALED | CONSUMED)},
            Task.OP: {"bits": Whole(0, (1 << self.seat.high + 1) - 1)},
            Task.REMOVE_PERSISTENT: {"card": PERSISTENT},
            Task.MOVE_CARD: {"n": Whole(0, MAX_PILE), "bits": Whole(0, MAX_PILE)},
            Task.SWAP: {"n": Whole(0, MAX_PILE - 1)},
        }
        picked: dict[str, Codec] = {"n": amount, "cause": where} if task in PICKING else {}
        return picked | own.get(task, {})

    def event_of(self, kind: int) -> Form:
        return self.events.get(Event(kind), self.event)

    def frame_of(self, task: int) -> Form:
        return self.frames[Task(task)]


@functools.cache
def forms(n_seats: int) -> Forms:
    return Forms(n_seats)


def in_deck(card: int, table: Any) -> bool:
    """Whether a Psyche card's set is used (HD-SETUP-1, HD-SETUP-2, HD-SETUP-22)."""
    number = int(PSYCHE_SET[card])
    if table["n_seats"] == 3 and table["removed_sets"]:
        return SETS[number] != "D"
    return number < min(int(table["n_seats"]), len(SETS))


def label_of(decision: int, is_private: bool) -> int:
    """HD-INFO-20: what others see of a decision, or of the steps of a private claim."""
    if is_private:
        return TELLING
    if decision in (Decision.LOOK_OUTCOME, Decision.WITNESS, Decision.OWN_OUTCOME, Decision.PICK_PROBER):
        return LOOKING
    return PLACING if decision in (Decision.INSERT_AT, Decision.DUAL_CARD) else decision


def kept(total: int, room: int) -> range:
    """The numbers of the events or claims that a ring of so much room still holds, oldest first."""
    return range(max(0, total - room), total)


def public_location(table: Any, card: int) -> int:
    """What everybody knows of where a Psyche card is (HD-INFO-4)."""
    if table["gone"][card]:
        return GONE
    return UP + int(table["up_at"][card]) if table["up_at"][card] >= 0 else UNKNOWN


def is_true(fact: int, card: int) -> bool:
    """Whether a slot fact is true of a card (HD-INV-13)."""
    if fact in (U, P, G):
        return fact == U or (card < N_PSYCHE) == (fact == P)
    return fact == SEEN + card or (card < N_PSYCHE and fact == PA + int(PSYCHE_SET[card]))
