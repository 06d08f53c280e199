"""Actions, decisions, roles and results in words (HD-DEC-1, HD-DEC-2, HD-INFO-20, HD-WIN-11).

An action is described for the deciding seat, from the table and that seat's own ledger.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.actions import ACTIONS, Act, Decision, End, Purpose, React, Role
from haunted_env.games.haunted_destinies.content.checks import walk
from haunted_env.games.haunted_destinies.rules.board import NEIGHBOUR
from haunted_env.games.haunted_destinies.state import MAX_PILE, NONE
from haunted_env.games.haunted_destinies.tables import N_TILES, OPENER
from haunted_env.games.haunted_destinies.words import names as words
from haunted_env.games.haunted_destinies.words import rulings
from haunted_env.games.haunted_destinies.words.chronicle import claims, events, seat_events
from haunted_env.games.haunted_destinies.words.explain import decision_name, explain_decision
from haunted_env.games.haunted_destinies.words.scene import Scene
from haunted_env.games.haunted_destinies.words.view import text

__all__ = [
    "claims",
    "dealt_roles",
    "decision_name",
    "describe_action",
    "events",
    "explain_decision",
    "result",
    "role_of",
    "seat_events",
    "text",
]

# Named options: by decision and action, or by action alone. Filled in from a Scene.
OPTIONS: dict[tuple[Decision, str] | str, str] = {
    "ROLL1": "roll one die ({one_die} movement points)",
    "ROLL2": "roll both dice ({two_dice} movement points, doubles wake the Evil Twins)",
    "SEARCH": "search {tile} (gloom {gloom})",
    "SYPHON": "syphon gloom from {tile} (gloom {gloom})",
    "TALK": "claim something, for all to hear",
    "USE_POWER": "use the power of a face-up card",
    "REMOVE_TILE": "give up moving and remove a tile from the moor",
    "END_TURN": "end the turn ({mp} left)",
    "OPT_DRAW_SEARCH": "draw a Search card",
    "OPT_LOOK_OTHER": "look at a card of another player's pile",
    "OPT_LOOK_OWN": "look at a card of own pile",
    (Decision.SEARCH_OPTION, "PASS"): "leave this reward",
    (Decision.SETUP_GLOOM, "PASS"): "place no second token this time",
    "FACE_UP": "turn {face} face up{in_front}",
    "FACE_DOWN": "put {face} back face down",
    "TRIGGER": "trigger {face}: {probe_words}",
    "OPT_HEAL": "{heal}",
    (Decision.REWARD, "OPT_HAUNTING"): "make a living player draw a Haunting card",
    (Decision.REWARD, "PASS"): "take no reward",
    (Decision.EVIL_TWINS, "OPT_WOUND"): "{own_wound}",
    (Decision.EVIL_TWINS, "OPT_HAUNTING"): "{own_draw}",
    (Decision.PROBE_PRIZE, "OPT_LOOK_OTHER"): "look at a card of {foe}'s pile",
    (Decision.PROBE_PENALTY, "OPT_LOOK_OTHER"): "look at a card of {foe}'s pile",
    "OPT_HAUNTING": "{foe} draws a Haunting card",
    "OPT_WOUND": "{foe_wound}",
    "OPT_TAKE": "take one of {foe}'s cards",
    "PASS": "take nothing",
    (Decision.CONTINUE, "YES"): "fight on: another round against {foe_state}",
    (Decision.CONTINUE, "NO"): "end the attack",
    "BIND": "bind {foe} as the Opener: their pile is revealed",
    "RITUAL": "declare yourself the Opener and start the ritual over {foe}: own pile is revealed",
    "H_DRAW1": "{foe} draws a Haunting card",
    "H_DRAW2": "{foe} draws two Haunting cards",
    "H_DRAW3": "{foe} draws three Haunting cards",
    "H_LOOK1": "look at a card of {foe}'s pile",
    "H_LOOK2": "look at two cards of {foe}'s pile, one after the other",
    "H_WOUND": "spend {wound_price} gloom: {foe_wound}",
    "USE_DRAW": "obey {face} now: {draw_words}",
    "KEEP_PROBE": "keep {face} face down in own pile (when looked at: {probe_words})",
    (Decision.TRADE_GIVE, "PASS"): "offer nothing",
    (Decision.TRADE_GIVE, "WORD"): "offer your word: a claim in private, to be chosen later",
    (Decision.TRADE_GIVE, "NOTES"): "offer your notes: all that you know for certain",
    (Decision.TRADE_ASK, "PASS"): "ask for nothing",
    (Decision.TRADE_ASK, "WORD"): "ask for a word of {foe}: a claim in private, which may be false",
    (Decision.TRADE_ASK, "NOTES"): "ask for the notes of {foe}: all that they know for certain",
    (Decision.TRADE_REPLY, "YES"): "accept: get {given}, give {asked}",
    (Decision.TRADE_REPLY, "NO"): "refuse: {foe} gets nothing, nor do you",
    "ACCUSE": "{saying} someone is the Opener",
    "CLEAR": "{saying} someone is not the Opener",
    "HOLDS": "{saying} a card is in someone's pile",
    "NOT_HOLDS": "{saying} a card is not in someone's pile",
    "GREY": "{saying} a slot of someone's pile holds a grey card",
    "NOT_GREY": "{saying} a slot of someone's pile holds a Psyche card",
    "SEEN": "{saying} you have looked at a slot of someone's pile, and what was there",
    "SPEND_HEALTH": "pay 1 health for {health_moves} ({own_state})",
    (Decision.REVIVE_REPLY, "YES"): "live again: {revived}, no gloom and no cards",
    (Decision.REVIVE_REPLY, "NO"): "stay a ghost ({own_state})",
}
# REACT: what YES and NO mean, by cause.
REACTIONS = {
    React.REROLL: ("reroll both dice with {cause} (now {dice})", "keep the dice ({dice})"),
    React.PREVENT_WOUND: ("discard {cause} to prevent a wound", "keep {cause} and be wounded ({own_state})"),
    React.CANCEL_HAUNTING: ("discard {cause} to cancel {obeyed}", "let {obeyed} take effect: {obeyed_words}"),
    React.ON_REVEAL: ("use {cause}: {cause_words}", "leave {cause} unused"),
}
SLOTS = {
    Purpose.LOOK: "look at {}",
    Purpose.LOOK_OWN: "look at {}",
    Purpose.SHOW: "show {} to {shown_to}",
    Purpose.TAKE: "take {}, face down",
    Purpose.CLEANSE: "cleanse {}",
    Purpose.MOVE_CARD: "pick up {} and hide it anew",
    Purpose.SWAP_OWN: "give {} in the swap",
    Purpose.SWAP_OTHER: "receive {} in the swap",
}
CELLS = {
    Purpose.ANY_TILE: "move to {}",
    Purpose.SEARCHABLE_TILE: "move to {}",
    Purpose.GLOOM_TILE: "remove gloom from {}",
}
SEATS = {
    Decision.LOOK_SEAT: "look at a card of {seat} (pile of {size})",
    Decision.PICK_DRAWER: "{who} draws the Haunting card",
    Decision.WITNESS: "show the border of {face} to {who}",
    Decision.PICK_PROBER: "let {who} count as the one who looked",
}
ENTRIES = {  # MAIN actions aimed at a player: verb, only at the living
    "PROBE": ("probe", False),
    "ATTACK": ("attack", False),
    "HAUNT": ("haunt", True),
    "MUTUAL_LOOK": ("exchange looks with", True),
    "TRADE": ("trade items or knowledge with", False),
    "TELL": ("tell something in private to", False),
    "REVIVE": ("bring back", False),
}


def _entry(scene: Scene, name: str) -> str:
    verb, living = ENTRIES[name]
    seats = scene.here(living)
    if name == "MUTUAL_LOOK":
        looked = scene.number("looked")
        seats = [s for s in seats if scene.table["pile_size"][s] > 0 and not looked >> s & 1]
    if name == "REVIVE":
        seats = [s for s in seats if scene.table["ghost"][s]]
        verb = f"pay {scene.revival_price} health ({scene.own_state}) to bring back"
    if name == "TRADE" and scene.is_ghost:
        verb = "trade knowledge with"
    return f"{verb} {words.listed([scene.someone(s) for s in seats], 'or') or 'a player here'}"


def _move(scene: Scene, name: str) -> str:
    direction = int(Act[name] - Act.MOVE_N)
    cost, target = rulings.step_cost(scene.table, scene.seat, direction), int(NEIGHBOUR[scene.cell, direction])
    left = scene.number("mp") - cost
    return f"step {words.DIRECTIONS[direction]} to {words.place(scene.table, target)} (cost {cost}, {left} left)"


def _branch(scene: Scene, name: str) -> str:
    """The two lists of the card's choice, with the players they concern."""
    for op in scene.obeyed_ops:
        if op["op"] == "choice":
            return words.ops_words(op["a" if name == "BRANCH_A" else "b"], *scene.obeyed_players)
    return "the first effect" if name == "BRANCH_A" else "the second effect"


def _picked(scene: Scene, seat: int) -> str:
    """An effect with the player that is being picked filled in."""
    one, other = scene.obeyed_players
    for op in walk(tuple(scene.obeyed_ops)):
        if any(str(op.get(key)).startswith("pick_") for key in ("who", "target", "from", "to")):
            return words.op_words(op, one, other, picked=scene.someone(seat))
    return f"choose {scene.someone(seat)}"


def _seat(scene: Scene, seat: int) -> str:
    if scene.decision == Decision.TARGET:
        extra = ""
        if scene.number("action") == Act.TRADE and not scene.is_ghost and not scene.table["ghost"][seat]:
            extra = f", items: {words.listed(words.items_of(scene.table, seat)) or 'none'}"
        return f"{scene.verb} {scene.someone(seat)}{extra}"
    if scene.decision == Decision.TALK_SEAT:
        return _claim(scene, seat=seat)
    if scene.decision == Decision.FX_SEAT:
        return _picked(scene, seat)
    template = SEATS.get(scene.decision, "choose {who}")
    size = words.count(int(scene.table["pile_size"][seat]), "card")
    return template.format(seat=words.player(seat), who=scene.someone(seat), size=size, face=scene.face)


def _sides(row: Any) -> str:
    return ", ".join(f"{name[0].upper()} {edge or 'X'}" for name, edge in zip(words.DIRECTIONS, row.edges))


def _claim(scene: Scene, **chosen: int) -> str:
    """The claim begun, with one more choice."""
    return f"{scene.saying} {scene.claim._replace(**chosen).words(scene.seat)}"


def _tile(scene: Scene, position: int) -> str:
    row = words.TILES[scene.ledger["hand"][position]]
    return f"place {row.name} ({'searchable; ' if row.searchable else ''}{_sides(row)})"


def _amount(scene: Scene, n: int) -> str:
    if scene.decision != Decision.SETUP_TURN:
        return f"take {n or 'no'} gloom from {scene.tile}"
    row = scene.chosen_row
    return f"lay {row.name} {words.TURNED[n]} ({_sides(words.TILES[row.index + N_TILES * n])})"


def _slot(scene: Scene, slot: int) -> str:
    if scene.decision == Decision.TALK_SLOT:
        known = words.fact_known(int(scene.ledger["fact"][scene.claim.seat, slot]))
        return f"{_claim(scene, slot=slot)} (you know: {known})"
    pile = scene.number("pick_pile")
    if scene.decision == Decision.TAKE_CARD:
        return f"take {scene.slot(pile, slot)}, face down"
    template = SLOTS.get(Purpose(scene.number("purpose")), "pick {}")
    return template.format(scene.slot(pile, slot), shown_to=scene.shown_to)


def _insert(scene: Scene, slot: int) -> str:
    """Where the card goes, between what the seat knows of its neighbours."""
    facts, size = scene.ledger["fact"][scene.seat], int(scene.table["pile_size"][scene.seat])
    above = words.fact_card(int(facts[slot - 1])) if slot > 0 else ""
    below = words.fact_card(int(facts[slot])) if slot < size else ""
    between = f"between {above} and {below}" if above and below else f"on top of {below}" if below else f"under {above}"
    return f"hide {scene.face} as slot {slot} ({between if size else 'the only card'})"


def _psyche(scene: Scene, code: int) -> str:
    if scene.decision == Decision.TALK_CARD:
        return _claim(scene, card=code)
    if scene.decision == Decision.TAKE_CARD:
        does = words.card_text(code) if words.CARDS[code].kind == "power" else f"set {words.border(code)}"
        return f"take {words.card(code)}, face up ({does.rstrip('.')})"
    return f"use {words.card(code)}: {words.card_text(code)}"


def _item(scene: Scene, design: int) -> str:
    name, what = words.item(design), words.card_text(int(words.ITEM_CODE[design]))
    verbs = {Decision.TAKE_CARD: "take", Decision.TRADE_GIVE: "offer", Decision.TRADE_ASK: "ask for"}
    verb = verbs.get(scene.decision, "use")
    if scene.decision == Decision.FX_ITEM:
        verb = "discard" if scene.number("purpose") == Purpose.DISCARD_ITEM else "take"
    return f"{verb} {name} ({what.rstrip('.')})"


def _cell(scene: Scene, cell: int) -> str:
    table = scene.table
    name = f"{words.place(table, cell)} {words.at(cell)}"
    if scene.decision == Decision.SETUP_CELL:
        near = [
            f"{words.DIRECTIONS[d ^ 2]} of {words.place(table, NEIGHBOUR[cell, d])}"
            for d in range(4)
            if NEIGHBOUR[cell, d] >= 0 and table["tile"][NEIGHBOUR[cell, d]] >= 0
        ]
        return f"place {scene.chosen_tile} at {words.at(cell)}, {words.listed(near)}"
    if scene.decision == Decision.SETUP_GLOOM:
        return f"put a gloom token on {name}, gloom {table['gloom'][cell]}"
    if scene.decision == Decision.REMOVE_CELL:
        return f"remove {name}, edges {sum(words.TILES[table['tile'][cell]].edges)} in all"
    gloom = f", gloom {table['gloom'][cell]}" if table["gloom"][cell] else ""
    return CELLS.get(Purpose(scene.number("purpose")), "choose {}").format(name) + gloom


def _persist(scene: Scene, design: int) -> str:
    code = int(words.PERSIST_CODE[design])
    rows = [row for row in words.in_play(scene.table) if row[0] == code]
    on = words.listed([words.player(seat) for _, _, seat, _ in rows if seat != NONE], "or")
    return f"discard {words.card(code)}{f' of {on}' if on else ''}: {rows[0][3] if rows else 'not in play'}"


BLOCKS: dict[str, Callable[[Scene, int], str]] = {
    "AMOUNT": _amount,
    "SEAT": _seat,
    "TILE": _tile,
    "SLOT": _slot,
    "INSERT": _insert,
    "PSYCHE": _psyche,
    "ITEM": _item,
    "PERSIST": _persist,
    "BORDER": lambda scene, border: _claim(scene, border=border),
    "CELL": _cell,
}


def describe_action(game: np.ndarray, action: int) -> str:
    """An absolute action in words, for the decision now being taken."""
    whole = words.record(game)
    block, offset = ACTIONS.find(int(action))
    decider = int(whole["table"]["decider"])
    if decider < 0:
        return block.meaning or block.name.lower()
    scene = Scene(whole["table"], whole["ledger"][decider])
    if block.name in BLOCKS:
        return BLOCKS[block.name](scene, offset)
    if block.name in ENTRIES:
        return _entry(scene, block.name)
    if block.name.startswith("MOVE_"):
        return _move(scene, block.name)
    if block.name.startswith("BRANCH_"):
        return _branch(scene, block.name)
    if scene.decision == Decision.REACT and block.name in ("YES", "NO"):
        template = REACTIONS[React(scene.number("react"))][block.name == "NO"]
    else:
        template = OPTIONS.get((scene.decision, block.name)) or OPTIONS.get(block.name) or block.name.lower()
    return template.format_map(scene)


def role_of(games: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """The public role of a seat in each game: ghost, the risen Opener, or investigator."""
    table = games["table"]
    ghost = table["ghost"][np.arange(len(games)), seats] == 1
    opener = (table["ritual"] == 1) & (table["opener"] == seats)
    roles = np.full(len(games), Role.INVESTIGATOR, np.int8)
    roles[opener] = Role.OPENER
    roles[ghost] = Role.GHOST
    return roles


def dealt_roles(games: np.ndarray) -> np.ndarray:
    """Who holds the Opener card (HD-OPEN-1), in the pile or face up; the others investigate."""
    n = int(games["table"]["n_seats"][0])
    lies = np.arange(MAX_PILE) < games["table"]["pile_size"][:, :n, None]
    holds = (lies & (games["secret"]["pile"][:, :n] == OPENER)).any(axis=2)
    holds |= games["table"]["up_at"][:, OPENER, None] == np.arange(n)
    return np.where(holds, Role.OPENER, Role.INVESTIGATOR).astype(np.int8)


def result(game: np.ndarray) -> dict[str, Any]:
    """Who has won, why, and what everybody was (HD-WIN-11)."""
    whole = words.record(game)
    table, n = whole["table"], int(whole["table"]["n_seats"])
    return {
        "winners": [seat for seat in range(n) if int(table["winners"]) >> seat & 1],
        "reason": End(int(table["reason"])).name.lower(),
        "roles": [Role(int(role)).name.lower() for role in whole["secret"]["role"][:n]],
    }
