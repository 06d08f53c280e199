"""The moment of a decision as the deciding seat knows it: the values that sentences are filled with.

Made of the table and the deciding seat's ledger alone, so no sentence can leak.
"""

from typing import Any

from haunted_env.games.haunted_destinies.actions import TELLING, Act, Decision, Event
from haunted_env.games.haunted_destinies.amounts import REVIVAL_PRICE, REVIVED_HEALTH, WOUND_PRICE
from haunted_env.games.haunted_destinies.state import (
    MAX_TOKENS,
    NONE,
    SEEN,
    START_HEALTH,
    TRADE_NOTES,
    TRADE_WORD,
)
from haunted_env.games.haunted_destinies.words import names as words
from haunted_env.games.haunted_destinies.words import rulings, talk

VERBS = {
    int(Act.PROBE): "probe",
    int(Act.ATTACK): "attack",
    int(Act.HAUNT): "haunt",
    int(Act.MUTUAL_LOOK): "exchange looks with",
    int(Act.TRADE): "offer a trade to",
    int(Act.TELL): "tell something in private to",
    int(Act.SEARCH): "search",
    int(Act.SYPHON): "syphon",
    int(Act.REVIVE): "bring back",
}


class Scene:
    """`scene["name"]` is the property of that name, so that a template can be filled with `format_map(scene)`."""

    def __init__(self, table: Any, ledger: Any) -> None:
        self.table = table
        self.ledger = ledger
        self.seat = int(ledger["seat"])
        self.decision = Decision(int(ledger["decision"]))

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def number(self, name: str) -> int:
        return int(self.table[name])

    def player(self, seat: int) -> str:
        return words.player(seat)

    def someone(self, seat: int) -> str:
        """A player with health or gloom."""
        return f"{words.player(seat)} ({words.condition(self.table, seat)})"

    def pile(self, seat: int, own: str = "own pile") -> str:
        return own if seat == self.seat else f"{words.player(seat)}'s pile"

    def slot(self, pile: int, slot: int) -> str:
        """A slot with what the deciding seat knows of it."""
        fact = words.fact_words(int(self.ledger["fact"][pile, slot]))
        return f"slot {slot} of {self.pile(pile)} ({fact})"

    def here(self, living: bool) -> list[int]:
        """The other players on the seat's tile."""
        pawn, ghost = self.table["pawn"], self.table["ghost"]
        others = [s for s in range(self.number("n_seats")) if s != self.seat and pawn[s] == pawn[self.seat]]
        return [s for s in others if not (living and ghost[s])]

    @property
    def is_ghost(self) -> bool:
        return bool(self.table["ghost"][self.seat])

    @property
    def cell(self) -> int:
        return int(self.table["pawn"][self.seat])

    @property
    def tile(self) -> str:
        return words.place(self.table, self.cell)

    @property
    def gloom(self) -> int:
        return int(self.table["gloom"][self.cell])

    @property
    def mp(self) -> str:
        return words.count(self.number("mp"), "movement point")

    @property
    def verb(self) -> str:
        return VERBS.get(self.number("action"), "choose")

    @property
    def foe_seat(self) -> int:
        """The other side of the action in progress; in DECLARE the fallen player."""
        if self.decision == Decision.DECLARE:
            fallen = (self.table["health"] == 0) & (self.table["ghost"] == 0)
            return int(fallen[: self.number("n_seats")].argmax())
        actor, opponent = self.number("actor"), self.number("opponent")
        return opponent if self.seat == actor else actor

    @property
    def foe(self) -> str:
        return words.player(self.foe_seat)

    @property
    def foe_state(self) -> str:
        return self.someone(self.foe_seat) if self.foe_seat >= 0 else self.foe

    @property
    def foe_short(self) -> str:
        return words.condition(self.table, self.foe_seat)

    @property
    def wound_price(self) -> int:
        return WOUND_PRICE

    @property
    def own_state(self) -> str:
        return words.condition(self.table, self.seat)

    @property
    def foe_wound(self) -> str:
        """What a prize or penalty does to the other side (HD-PROBE-8, HD-ATT-14, HD-OPEN-22)."""
        if self.foe_seat >= 0 and self.table["ghost"][self.foe_seat]:
            return f"{self.foe} loses 1 gloom (has {self.table['own_gloom'][self.foe_seat]})"
        n = rulings.round_wounds(self.table, self.seat, self.foe_seat)
        return f"{self.foe} takes {words.count(n, 'wound')} ({self.foe_short})"

    @property
    def own_wound(self) -> str:
        return f"lose 1 gloom ({self.own_state})" if self.is_ghost else f"take 1 wound ({self.own_state})"

    @property
    def heal(self) -> str:
        if self.is_ghost:
            return "gain 1 gloom"
        token = self.table["reward_health"] and self.table["health"][self.seat] < MAX_TOKENS
        return f"gain 1 health token ({self.own_state})" if token else f"heal 1 wound ({self.own_state})"

    @property
    def own_draw(self) -> str:
        return "make a living player draw a Haunting card" if self.is_ghost else "draw a Haunting card, unseen"

    @property
    def move_bonus(self) -> int:
        return rulings.move_bonus(self.table, self.seat)

    @property
    def one_die(self) -> str:
        return f"{1 + self.move_bonus} to {6 + self.move_bonus}"

    @property
    def two_dice(self) -> str:
        return f"{2 + self.move_bonus} to {12 + self.move_bonus}"

    @property
    def dice(self) -> str:
        light, dark = self.number("light"), self.number("dark")
        return f"light {light}, dark {dark}" if dark else f"a {light}"

    @property
    def result(self) -> str:
        return f"{self.number('result'):+d}" if self.table["has_result"] else "not known yet"

    @property
    def face_code(self) -> int:
        """The card this seat is looking at, or holds to insert."""
        if self.ledger["face"] >= 0:
            return int(self.ledger["face"])
        return max(int(self.ledger["incoming"][self.ledger["lane"]]) - SEEN, NONE)

    @property
    def face(self) -> str:
        return words.card(self.face_code) if self.face_code >= 0 else "the card"

    @property
    def face_text(self) -> str:
        return words.card_text(self.face_code) if self.face_code >= 0 else ""

    @property
    def draw_words(self) -> str:
        return words.ops_words(getattr(words.CARDS[self.face_code], "draw", ()), words.player(self.seat))

    @property
    def probe_words(self) -> str:
        return words.ops_words(getattr(words.CARDS[self.face_code], "probe", ())) or "it is discarded without effect"

    @property
    def owner(self) -> str:
        return words.player(self.number("look_pile"))

    @property
    def in_front(self) -> str:
        return "" if self.table["look_pile"] == self.seat else f" in front of {self.owner}"

    @property
    def looked_at(self) -> str:
        return f"slot {self.number('look_slot')} of {self.pile(self.number('look_pile'), 'your own pile')}"

    @property
    def obeyed_code(self) -> int:
        """The card whose effect is under way: turned up and obeyed, or else the power used last."""
        if self.table["obeyed"] >= 0:
            return self.number("obeyed")
        total, ring = self.number("n_events"), self.table["events"]
        for i in range(total - 1, max(total - len(ring), 0) - 1, -1):
            if ring[i % len(ring)]["kind"] == Event.POWER:
                return int(ring[i % len(ring)]["face"])
        return NONE

    @property
    def obeyed(self) -> str:
        return words.card(self.obeyed_code)

    @property
    def obeyed_ops(self) -> list[dict[str, Any]]:
        """The effect list under way, its cost included."""
        if self.obeyed_code < 0:
            return []
        row = words.CARDS[self.obeyed_code]
        if self.table["obeyed"] < 0:
            return [*row.cost, *getattr(row, "effects", getattr(row, "turn", ()))]
        is_draw = self.table["obeyed_other"] < 0 and getattr(row, "draw", ())
        return list(row.draw if is_draw else getattr(row, "probe", ()))

    @property
    def obeyed_players(self) -> tuple[str, str]:
        """`self` and `other` of the effect under way."""
        if self.table["obeyed"] < 0:
            return words.player(self.seat), "nobody"
        return words.player(self.number("obeyed_self")), words.player(self.number("obeyed_other"))

    @property
    def obeyed_words(self) -> str:
        return words.ops_words(self.obeyed_ops, *self.obeyed_players) or "nothing happens"

    @property
    def cause(self) -> str:
        """The card a REACT decision is about."""
        return words.card(self.number("react_card"))

    @property
    def cause_words(self) -> str:
        """What an on-reveal effect does for this seat."""
        row = words.CARDS[self.number("react_card")]
        return words.ops_words(getattr(row, "effects", ()), words.player(self.seat))

    @property
    def pick_pile(self) -> str:
        return self.pile(self.number("pick_pile"), "your own pile")

    @property
    def shown_to(self) -> str:
        """Who will look at a card that is being shown."""
        seats = [self.number(name) for name in ("look_seat", "obeyed_self", "opponent", "actor")]
        return words.player(next((seat for seat in seats if seat not in (NONE, self.seat)), NONE))

    @property
    def chosen_tile(self) -> str:
        position = int(self.ledger["chosen_tile"])
        if position < 0:
            return "the tile"
        turn = max(int(self.ledger["chosen_turn"]), 0)
        return words.TILES[self.ledger["hand"][position]].name + (f", {words.TURNED[turn]}," if turn else "")

    @property
    def chosen_row(self) -> Any:
        """The chosen tile as it is printed."""
        return words.TILES[self.ledger["hand"][int(self.ledger["chosen_tile"])]]

    @property
    def health_moves(self) -> str:
        return words.count(self.number("health_moves"), "movement point")

    @property
    def revival_price(self) -> int:
        return REVIVAL_PRICE

    @property
    def revived(self) -> str:
        return f"health {REVIVED_HEALTH}/{START_HEALTH}"

    @property
    def to_place(self) -> str:
        return words.count(int(self.table["gloom_to_place"][self.seat]), "gloom token")

    def traded(self, what: int, giver: int) -> str:
        """What one side of a trade gives, to the deciding seat (HD-FREE-9)."""
        whose = "your" if giver == self.seat else "their"
        if what in (TRADE_WORD, TRADE_NOTES):
            return f"{whose} {'word' if what == TRADE_WORD else 'notes'}"
        return words.item(what) if what >= 0 else "nothing"

    @property
    def given(self) -> str:
        return self.traded(self.number("trade_give"), self.number("actor"))

    @property
    def asked(self) -> str:
        return self.traded(self.number("trade_ask"), self.number("opponent"))

    @property
    def is_private(self) -> bool:
        """Whether the claim being chosen is told to one player only."""
        return self.number("label") == TELLING

    @property
    def claim(self) -> talk.Said:
        """The claim being chosen, as far as it has got."""
        return talk.begun(self.ledger, self.foe_seat if self.is_private else NONE)

    @property
    def saying(self) -> str:
        """What a claim begins with."""
        return f"tell {self.foe} that" if self.is_private else "claim that"
