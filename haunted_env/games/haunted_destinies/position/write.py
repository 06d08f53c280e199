"""Write a game out as a position, leaving out whatever is at its default."""

from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.position.options import written_options
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    CELLS,
    CENTRE,
    N_CLAIMS,
    N_EVENTS,
    N_ITEMS,
    N_LANES,
    N_PERSIST,
    N_PSYCHE,
    N_TOLD,
    NONE,
    START_HEALTH,
    UNKNOWN,
    U,
)
from haunted_env.games.haunted_destinies.tables import CONTENT_HASH, FIRST_HAUNTING, FIRST_SEARCH, N_GREY


def to_position(game: np.ndarray) -> dict[str, Any]:
    """The whole game, mid-decision too: `from_position` gives the same record back, bit for bit."""
    record: Any = game[0] if game.shape else game
    table, secret = record["table"], record["secret"]
    n_seats = int(table["n_seats"])
    forms = w.forms(n_seats)
    position: dict[str, Any] = {
        "game": "haunted_destinies",
        "content": CONTENT_HASH,
        "options": written_options(table),
        "seed": int(secret["seed"]),
        **forms.top.write(table),
    }
    if table["opener"] != NONE:
        position["opener"] = int(table["opener"])
    for key, light, dark in (("dice", "light", "dark"), ("move_dice", "move_light", "move_dark")):
        if table[light] or table[dark]:
            position[key] = [int(table[light]), int(table[dark])]
    parts = {
        "used": _used(forms, table),
        "context": forms.context.write(table),
        "asked": _asked(forms, record),
        "board": {w.CELL.write(c): w.LAID.write(table["tile"][c]) for c in range(CELLS) if table["tile"][c] >= 0},
        "gloom": {w.CELL.write(c): int(table["gloom"][c]) for c in range(CELLS) if table["gloom"][c]},
        "seats": [_seat(record, seat) for seat in range(n_seats)],
        "persistent": _persistent(table, n_seats),
        "gone": [w.PSYCHE.write(c) for c in range(N_PSYCHE) if table["gone"][c] and w.in_deck(c, table)],
        "decks": _decks(table, secret),
        "discards": _discards(table),
        "roles": [w.ROLE.write(role) for role in secret["role"][:n_seats]] if secret["role"].any() else [],
        "claims": [forms.claim.write(table["claims"][i % N_CLAIMS]) for i in w.kept(int(table["n_claims"]), N_CLAIMS)],
        "n_claims": int(table["n_claims"]),
        "events": [
            forms.event_of(int(event["kind"])).write(event)
            for event in (table["events"][i % N_EVENTS] for i in w.kept(int(table["n_events"]), N_EVENTS))
        ],
        "n_events": int(table["n_events"]),
        "ledger": _ledgers(record, n_seats),
        "lanes": _lanes(secret),
        "force": _force(secret),
    }
    position |= {key: value for key, value in parts.items() if value}
    position["stack"] = [
        forms.frame_of(int(frame["task"])).write(frame)
        for frame in record["work"]["stack"][: int(record["work"]["depth"])]
    ]
    position["rng"] = [int(word) for word in secret["rng"]]
    return position


def _used(forms: w.Forms, table: Any) -> dict[str, Any]:
    written = forms.used.write(table)
    for key, psyche, item in (
        ("powers", "power_used", "item_power_used"),
        ("rerolls", "reroll_used", "item_reroll_used"),
    ):
        cards = [w.PSYCHE.write(card) for card in range(N_PSYCHE) if table[psyche][card]]
        cards += [w.ITEM.write(i) for i in range(N_ITEMS) if table[item][i]]
        if cards:
            written[key] = cards
    return written


def _asked(forms: w.Forms, record: Any) -> dict[str, Any]:
    """The decision being asked, together with what only its decider is told."""
    seat = int(record["table"]["decider"])
    if seat == NONE:
        return {}
    return {"seat": seat, **forms.asked.write(record["ledger"][seat])}


def _seat(record: Any, seat: int) -> dict[str, Any]:
    table = record["table"]
    size = int(table["pile_size"][seat])
    pile = [int(card) for card in record["secret"]["pile"][seat, :size]]
    hand = [w.TILE.write(tile) if tile >= 0 else "-" for tile in record["ledger"][seat]["hand"]]
    tokens = int(table["health"][seat]) + int(table["wounds"][seat])
    health = f"{table['health'][seat]}/{tokens}"
    grey = [int(table["grey_min"][seat]), int(table["grey_max"][seat])]
    written: dict[str, Any] = {}
    if table["ghost"][seat]:
        written |= {"ghost": True, "gloom": int(table["own_gloom"][seat])}
    elif health != f"{START_HEALTH}/{START_HEALTH}":
        written["health"] = health
    if table["pawn"][seat] != CENTRE:
        written["pawn"] = w.PAWN.write(table["pawn"][seat])
    parts = {
        "pile": [w.CARD.write(card) for card in pile],
        "up": [w.PSYCHE.write(card) for card in range(N_PSYCHE) if table["up_at"][card] == seat],
        "items": [w.ITEM.write(i) for i in range(N_ITEMS) for _ in range(table["items"][seat][i])],
        "grey": grey if grey != [sum(card >= N_PSYCHE for card in pile)] * 2 else [],
        "gloom_to_place": int(table["gloom_to_place"][seat]),
        "hand": hand if any(tile != "-" for tile in hand) else [],
    }
    return written | {key: value for key, value in parts.items() if value}


def _persistent(table: Any, n_seats: int) -> list[Any]:
    zone: list[Any] = [w.PERSISTENT.write(i) for i in range(N_PERSIST) for _ in range(table["persist"][i])]
    for seat in range(n_seats):
        for i in range(N_PERSIST):
            zone += [{"card": w.PERSISTENT.write(i), "seat": seat} for _ in range(table["curses"][seat][i])]
    return zone


def _decks(table: Any, secret: Any) -> dict[str, list[str]]:
    return {
        name: [w.CARD.write(card) for card in secret[f"{name}_deck"][: int(table[f"{name}_left"])][::-1]]
        for name in ("search", "haunting")
    }


def _discards(table: Any) -> dict[str, dict[str, int]]:
    discards: dict[str, dict[str, int]] = {}
    for design in range(N_GREY):
        if table["discard"][design]:
            name = "search" if FIRST_SEARCH + design < FIRST_HAUNTING else "haunting"
            discards.setdefault(name, {})[w.CARD.write(FIRST_SEARCH + design)] = int(table["discard"][design])
    return discards


def _ledgers(record: Any, n_seats: int) -> dict[str, Any]:
    ledgers = {}
    for seat in range(n_seats):
        ledger = record["ledger"][seat]
        written: dict[str, Any] = {}
        facts: dict[str, list[str]] = {}
        for pile in range(n_seats):
            known = [w.FACT.write(fact) for fact in ledger["fact"][pile][: int(record["table"]["pile_size"][pile])]]
            if any(fact != "U" for fact in known):
                facts[str(pile)] = known
        locations = {}
        for card in range(N_PSYCHE):
            location = int(ledger["location"][card])
            if location not in (UNKNOWN, w.public_location(record["table"], card)) and location < AT_SLOT:
                locations[w.PSYCHE.write(card)] = w.LOCATION.write(location)
        if facts:
            written["facts"] = facts
        if locations:
            written["locations"] = locations
        if any(ledger["incoming"] != U):
            written["incoming"] = [w.FACT.write(fact) for fact in ledger["incoming"]]
        written |= _said(record, seat, w.forms(n_seats))
        if written:
            ledgers[str(seat)] = written
    return ledgers


def _said(record: Any, seat: int, forms: w.Forms) -> dict[str, Any]:
    """A seat's private log, and its word in a trade that is chosen and not yet told."""
    ledger = record["ledger"][seat]
    total = int(ledger["n_told"])
    told = [forms.told.write(ledger["told"][i % N_TOLD]) for i in w.kept(total, N_TOLD)]
    written: dict[str, Any] = {"told": told} if told else {}
    if total > N_TOLD:
        written["n_told"] = total
    waits = seat != record["table"]["decider"] and ledger["claim_kind"] != NONE
    return written | ({"word": forms.word.write(ledger)} if waits else {})


def _lanes(secret: Any) -> list[dict[str, Any]]:
    if all(secret["lane_card"] == NONE):
        return []
    return [
        {"card": w.CARD.write(secret["lane_card"][i]), "seat": int(secret["lane_seat"][i])}
        if secret["lane_card"][i] != NONE
        else {}
        for i in range(N_LANES)
    ]


def _force(secret: Any) -> dict[str, Any]:
    force: dict[str, Any] = {}
    if secret["n_forced_dice"]:
        force["dice"] = [int(die) for die in secret["forced_dice"][: int(secret["n_forced_dice"])]]
    if secret["n_forced_picks"]:
        force["picks"] = [int(pick) for pick in secret["forced_picks"][: int(secret["n_forced_picks"])]]
    runs = [int(entry) for entry in secret["forced_shuffle"][: int(secret["n_forced_shuffle"])]]
    shuffles = []
    while runs:
        shuffles.append([w.CARD.write(card) for card in runs[1 : 1 + runs[0]]])
        del runs[: 1 + runs[0]]
    if shuffles:
        force["shuffles"] = shuffles
    return force
