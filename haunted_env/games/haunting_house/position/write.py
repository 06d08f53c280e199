"""Write a game out as a position, leaving out whatever is at its default."""

from typing import Any

import numpy as np

from haunted_env.games.haunting_house.actions import Decision, Round
from haunted_env.games.haunting_house.position import forms as w
from haunted_env.games.haunting_house.state import N_EVENTS
from haunted_env.games.haunting_house.tables import CONTENT_HASH, N_STARRED, SIZE
from haunted_env.spec.phrases import record
from haunted_env.spec.position import written_options


def to_position(game: np.ndarray) -> dict[str, Any]:
    """The whole game, mid-decision too: `from_position` gives the same record back, bit for bit."""
    whole = record(game)
    table, secret = whole["table"], whole["secret"]
    n_seats, kept = int(table["n_seats"]), int(table["n_events"])
    forms = w.forms(n_seats)
    position: dict[str, Any] = {
        "game": "haunting_house",
        "content": CONTENT_HASH,
        "options": written_options(w.spec(), table),
        "seed": int(secret["seed"]),
        "board": _board(table),
        "entrance": int(table["entrance"]),
        "pawns": [w.PLACE.write(place) for place in table["pawn"][:n_seats]],
        **forms.top.write(table),
    }
    parts = {
        "flip": int(table["flip"]),
        "acting": (int(table["marker"]) + int(table["acted"])) % n_seats if 0 < table["acted"] < n_seats else None,
        "cards": _cards(whole, n_seats),
        "removed": _removed(table, n_seats),
        "past": _past(table, n_seats),
        "decision": w.DECISION.write(table["decision"]) if table["decision"] != Decision.NONE else None,
        "context": forms.context.write(table),
        "events": [forms.event.write(table["events"][i % N_EVENTS]) for i in range(max(0, kept - N_EVENTS), kept)],
        "n_events": kept,
        "force": _force(secret),
    }
    # Seat 0 may be the one who acts: a seat is left out only where it is None.
    position |= {key: value for key, value in parts.items() if value or (key == "acting" and value is not None)}
    position["rng"] = [int(word) for word in secret["rng"]]
    return position


def _board(table: Any) -> list[str]:
    laid = [w.LAID.write(4 * int(tile) + int(turn)) for tile, turn in zip(table["tile"], table["rotation"])]
    return [" ".join(laid[SIZE * row : SIZE * (row + 1)]) for row in range(SIZE)]


def _cards(whole: Any, n_seats: int) -> list[list[str]]:
    """The cards of the round by seat and slot, those that lie face down too."""
    table = whole["table"]
    cards: list[list[str]] = []
    for seat in range(n_seats):
        if table["round"] == Round.RANDOM:
            numbers = whole["secret"]["drawn"][seat] if table["flip"] else []
        else:
            numbers = whole["ledger"][seat]["program"][: int(table["programmed"][seat])]
        cards.append([w.CARD.write(number) for number in numbers])
    return cards if any(cards) else []


def _removed(table: Any, n_seats: int) -> list[list[str]]:
    rows = [
        [w.STARRED.write(card) for card in range(N_STARRED) if int(table["removed"][seat]) >> card & 1]
        for seat in range(n_seats)
    ]
    return rows if any(rows) else []


def _past(table: Any, n_seats: int) -> dict[str, list[list[str]]]:
    past = {}
    for key, field in (("random", "past_random"), ("chosen", "past_chosen")):
        if table[field][0, 0] >= 0:
            past[key] = [[w.CARD.write(card) for card in row] for row in table[field][:n_seats]]
    return past


def _force(secret: Any) -> dict[str, Any]:
    draws = [[w.CARD.write(card) for card in row] for row in secret["forced"][: int(secret["n_forced"])]]
    return {"draws": draws} if draws else {}
