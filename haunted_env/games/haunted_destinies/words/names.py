"""Names of players, places and cards, and card effects in words, all from the content file (HD-FX-7 to HD-FX-9)."""

from typing import Any

from haunted_env.games.haunted_destinies.content.rows import SETS
from haunted_env.games.haunted_destinies.state import GRID, N_PSYCHE, NONE, PA, PE, SEEN, G, P, U
from haunted_env.games.haunted_destinies.tables import (
    CARDS,
    ITEM_CODE,
    PERSIST_CODE,
    TURNED_TILES,
)
from haunted_env.games.haunted_destinies.words import rulings
from haunted_env.spec.phrases import count as count
from haunted_env.spec.phrases import listed as listed
from haunted_env.spec.phrases import player as player
from haunted_env.spec.phrases import record as record
from haunted_env.spec.phrases import sentence as sentence

TILES = TURNED_TILES
DIRECTIONS = ("north", "east", "south", "west")
TURNED = ("as printed", "turned right", "turned upside down", "turned left")  # by quarter turns clockwise


def at(cell: int) -> str:
    """The cell as the rules write it."""
    return f"({cell // GRID},{cell % GRID})"


def place(table: Any, cell: int) -> str:
    """The tile on a cell, by name."""
    if cell < 0:
        return "nowhere"
    tile = table["tile"][cell]
    return TILES[tile].name if tile >= 0 else f"the empty cell {at(cell)}"


def condition(table: Any, seat: int) -> str:
    """Health of the living, gloom of a ghost."""
    if table["ghost"][seat]:
        return f"ghost, gloom {table['own_gloom'][seat]}"
    health, wounds = int(table["health"][seat]), int(table["wounds"][seat])
    return f"health {health}/{health + wounds}"


def card(code: int) -> str:
    return CARDS[code].name if code >= 0 else "a card"


def item(design: int) -> str:
    return card(int(ITEM_CODE[design]))


def persistent(design: int) -> str:
    return card(int(PERSIST_CODE[design]))


def items_of(table: Any, seat: int) -> list[str]:
    """Item names, with a number where there are several copies."""
    held = table["items"][seat]
    return [item(d) + (f" ×{held[d]}" if held[d] > 1 else "") for d in range(len(held)) if held[d] > 0]


def face_up(table: Any, seat: int) -> list[int]:
    """Codes of the Psyche cards that lie face up in front of a seat."""
    return [code for code in range(N_PSYCHE) if table["up_at"][code] == seat]


def fact_words(fact: int) -> str:
    """What a slot fact says (HD-INFO-2)."""
    if fact == U:
        return "unseen"
    if fact == P:
        return "border: Psyche"
    if PA <= fact <= PE:
        return f"border: set {SETS[fact - PA]}"
    if fact == G:
        return "border: grey"
    return card(fact - SEEN)


def fact_card(fact: int) -> str:
    """The card of a slot fact, as part of a sentence."""
    if PA <= fact <= PE:
        return f"a card of set {SETS[fact - PA]}"
    return {U: "an unseen card", P: "a Psyche card", G: "a grey card"}.get(fact) or card(fact - SEEN)


def fact_known(fact: int) -> str:
    """The same as what somebody knows."""
    return "nothing" if fact == U else fact_card(fact)


def fact_mark(fact: int) -> str:
    """The same in one sign, or the name of a seen card."""
    if PA <= fact <= PE:
        return SETS[fact - PA]
    return {U: "?", P: "P", G: "g"}.get(fact) or card(fact - SEEN)


def border(code: int) -> str:
    """The border of a card: its set, or g for grey."""
    return CARDS[code].set if code < N_PSYCHE else "g"


def short(name: str, width: int) -> str:
    """A name in at most `width` signs: whole, or initials before the last word, or cut."""
    if len(name) <= width:
        return name
    *before, last = name.removeprefix("The ").replace(",", "").split()
    tries = [" ".join([*before, last]), "".join(f"{word[0]}." for word in before) + " " + last]
    tries += ["".join(word[0] for word in before) + " " + last, last]
    return next((text.strip() for text in tries if len(text.strip()) <= width), last[: max(width, 1)])


# Effects. `self` and `other` are named by the caller; the rest comes from the op.
OPS = {
    "heal": "{who} heals {n}",
    "wound": "{who} takes {n_wound}",
    "add_token": "{who} gains {n_health_token}",
    "draw_haunting": "{who} draws {n_Haunting_card}",
    "draw_search": "{who} draws {n_Search_card}",
    "look_own": "{who} looks at a card of their own",
    "look_other": "{who} looks at a card of {target}",
    "show_card": "{who} shows a card of their own to {to}",
    "scan_borders": "{who} learns all borders in the pile of {target}",
    "cleanse": "{who} picks a card of their own, unseen; a grey one is discarded",
    "move_card": "{who} secretly moves a card within their pile",
    "shuffle_pile": "the pile of {who} is shuffled",
    "swap_card": "{who} swaps a face-down card with {target}",
    "take_card": "{who} takes a face-down card of {from}",
    "steal_item": "{who} takes an item of {from}",
    "discard_item": "{who} discards {n_item}",
    "move_to": "{who} moves to {place}",
    "extra_move": "{self} gains {n_movement_point} (on their own turn)",
    "add_gloom": "add {n} gloom to {place}",
    "remove_gloom": "remove {n} gloom from {place}",
    "gain_gloom": "{who} gains {n} gloom",
    "lose_gloom": "{who} loses {n} gloom",
    "end_turn": "the turn ends",
    "remove_persistent": "{self} discards {n_Haunting_card} in play",
    "choice": "{by} chooses: {a}; or {b}",
    "edge_cap": "numbered edges cost at most {n}",
    "edge_x": "X edges may be left for {cost}",
    "reroll": "once per turn, reroll a {kinds}",
    "immune": "doubles never wake the Evil Twins",
    "limit_move_dice": "only one die for movement",
    "prevent_wound": "discard this to prevent {n_wound}",
    "cancel_haunting": "discard this to cancel a Haunting card",
    "death_gloom": "who dies with this in the pile has {n} more gloom",
}
PLAYERS = {
    "all_living": "every living player",
    "all_ghosts": "every ghost",
    "pick_other": "another living player",
    "pick_here": "another living player on the tile",
}
PLACES = {
    "self_tile": "the tile of {self}",
    "cemetery": "the Cemetery",
    "each_searchable": "every searchable tile",
    "pick_any": "any tile",
    "pick_searchable": "any searchable tile",
}
ROLLS = {
    "move": "+{n} movement on every roll",
    "search": "+{n} to searches",
    "probe_att": "+{n} to probes",
    "probe_def": "probes against you {n} lower",
    "attack_att": "+{n} to attacks",
    "attack_def": "attacks against you {n} lower",
    "haunt_att": "+{n} to every haunt",
    "haunt_def": "haunts against you {n} lower",
}
WINS = {
    "board_gloom": "there is {need} gloom on the moor",
    "ghost_single_gloom": "one ghost has {need} gloom",
    "ghost_vs_health": "the ghosts together have as much gloom as the living have health",
    "possession": "a ghost with {ghost_gloom} gloom shares a tile with a living player of health {health}",
    "pile_size": "a living player's pile has {need} cards",
    "cemetery_gloom": "the Cemetery has {need} gloom and a ghost stands there",
}
LEADS = {"draw": "on drawing: ", "probe": "when looked at: ", "turn": "once per turn: "}
LEADS |= {"death": "", "standing": "", "reaction": ""}


def op_words(op: dict[str, Any], one: str, other: str, picked: str = "") -> str:
    """One op in words; `one` and `other` stand for `self` and `other`, `picked` for whoever is to be picked."""
    names = {**PLAYERS, "self": one, "other": other}
    if picked:
        names |= {"pick_other": picked, "pick_here": picked}
    if op["op"] == "modify_roll":
        return listed([ROLLS[kind].format(n=op["n"]) for kind in op["kinds"]])
    if op["op"] == "enter_play":
        return f"it stays in play: {standing_words(op)}"
    said: dict[str, Any] = {"self": one}
    for key, value in op.items():
        if key in ("who", "target", "from", "to", "by") and value in names:
            said[key] = names[value]
        elif key in ("where", "dest"):
            said["place"] = PLACES[value].format(self=one)
        elif key in ("a", "b"):
            said[key] = ops_words(value, one, other)
        elif key == "kinds":
            said[key] = listed(list(value), "or")
        else:
            said[key] = value
    for noun in ("wound", "health token", "Haunting card", "Search card", "item", "movement point"):
        said["n_" + noun.replace(" ", "_")] = count(op.get("n", 1), noun)
    return OPS[op["op"]].format_map(said)


def ops_words(ops: Any, one: str = "the owner", other: str = "the looker") -> str:
    return ", then ".join(op_words(op, one, other) for op in ops)


def standing_words(op: dict[str, Any]) -> str:
    """What a card in the persistent zone does."""
    if op["kind"] == "curse":
        return ops_words(op["standing"])
    need = op.get("min", f"{op.get('per_player')} per player + {op.get('plus')}")
    return "the ghosts win if " + WINS[op["cond"]].format_map({**op, "need": need})


def card_text(code: int) -> str:
    """What a card does: its own text, or its ops in words."""
    row = CARDS[code]
    if row.text:
        return row.text
    parts = []
    for field, lead in LEADS.items():
        ops = getattr(row, field, ())
        if ops:
            parts.append(lead + ops_words(ops, "the drawer" if field == "draw" else "the owner"))
    return sentence("; ".join(parts)) + "." if parts else "No effect."


def win_progress(table: Any, design: int, op: dict[str, Any]) -> str:
    """A ghost win condition with how far it has come (HD-FX-9)."""
    have, need, is_met = rulings.progress(table, design)
    now = ("yes" if is_met else "no") if op["cond"] == "possession" else f"{have} of {need}"
    return f"the ghosts win if {WINS[op['cond']].format_map({**op, 'need': need})} (now {now})"


def in_play(table: Any) -> list[tuple[int, int, int, str]]:
    """The persistent zone: (card code, copies, cursed seat or NONE, what it does and how far it has come)."""
    rows = []
    for design in range(len(table["persist"])):
        holders = [(NONE, table["persist"][design])]
        holders += [(seat, table["curses"][seat][design]) for seat in range(int(table["n_seats"]))]
        for seat, copies in holders:
            if copies > 0:
                code = int(PERSIST_CODE[design])
                op = next(op for op in CARDS[code].probe if op["op"] == "enter_play")
                words = win_progress(table, design, op) if op["kind"] == "win" else standing_words(op)
                rows.append((code, int(copies), seat, words))
    return rows
