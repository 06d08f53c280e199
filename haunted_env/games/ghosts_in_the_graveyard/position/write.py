"""Write a game out as a position, leaving out whatever is at its default."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.position import forms as w
from haunted_env.games.ghosts_in_the_graveyard.state import NONE
from haunted_env.games.ghosts_in_the_graveyard.tables import CONTENT_HASH, FLOOD, N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.words.names import Turn, cards_in, turns
from haunted_env.spec.phrases import record
from haunted_env.spec.position import written_options


def to_position(game: np.ndarray) -> dict[str, Any]:
    """The whole game, mid-decision too: `from_position` gives the same record back, bit for bit."""
    whole = record(game)
    table, secret = whole["table"], whole["secret"]
    position: dict[str, Any] = {
        "game": w.GAME,
        "content": CONTENT_HASH,
        "options": written_options(w.spec(), table),
        "seed": int(secret["seed"]),
        "rng": [int(word) for word in secret["rng"]],
    }
    hidden = [w.FLASHLIGHT.write(light) for light in secret["flashlight"] if light >= 0]
    if hidden:
        position["flashlights"] = hidden
    pile = numbers(secret["draw_pile"][: int(table["draw_pile_size"])][::-1])
    if table["decider"] < 0 and not table["over"]:
        return position | {"deck": pile}
    position |= _stage(table)
    position["seats"] = [_seat(whole, seat) for seat in range(int(table["n_seats"]))]
    position["marks"] = {
        str(card + 1): w.MARK.write(8 * int(table["mark"][card]) + int(table["marked_by"][card]) + 1)
        for card in range(N_CARDS)
        if table["mark"][card]
    }
    position["draw_pile"] = pile
    position["log"] = [_turn(turn) for turn in turns(table)]
    return position


def numbers(cards: Any) -> list[int]:
    return [int(card) + 1 for card in cards]


def _stage(table: Any) -> dict[str, Any]:
    """Whose decision it is, and the context of an unfinished turn."""
    stage: dict[str, Any] = {"turn": int(table["turn"])}
    if table["over"]:
        stage["over"] = {"reason": w.END.write(table["reason"])}
        if table["winner"] >= 0:
            stage["over"]["winner"] = int(table["winner"])
        return stage
    stage |= {"seat": int(table["decider"]), "decision": w.DECISION.write(table["decision"])}
    if table["raven"]:
        stage["raven"] = True
    if table["played"] >= 0:
        stage["played"] = int(table["played"]) + 1
    if table["decision"] == Decision.PLACE_FLASHLIGHT:
        stage["light"] = w.LIGHT.write(table["light"])
    return stage


def _seat(whole: Any, seat: int) -> dict[str, Any]:
    table, ledger = whole["table"], whole["ledger"][seat]
    written: dict[str, Any] = {}
    if ledger["haunt"] >= 0:
        written["haunt"] = int(ledger["haunt"]) + 1
    for key in ("decoys", "hand", "dealt"):
        written[key] = numbers(cards_in(ledger[key]))
    if table["flashlight"][seat] >= 0:
        written["flashlight"] = w.FLASHLIGHT.write(table["flashlight"][seat])
    for key, field, most in w.ICONS:
        if table[field][seat] != most * int(table["abilities"]):
            written[key] = int(table[field][seat])
    if table["silenced"][seat]:
        written["silenced"] = True
    if table["vanished"][seat] != NONE:
        written["vanished"] = int(table["vanished"][seat])
    return written


def _turn(turn: Turn) -> dict[str, Any]:
    """A Search or a Guess; the number of the turn follows from its place in the log."""
    if turn.search is not None:
        row = turn.search
        written = {"search": turn.seat, "played": int(row["played"]) + 1, "light": w.LIGHT.write(row["light"])}
        if row["light"] == FLOOD:
            written["direction"] = w.DIRECTION.write(row["place"])
        else:
            written["place"] = int(row["place"])
        return written | {"yes": bool(row["yes"])}
    row = turn.guess
    written = {"guess": turn.seat, "number": int(row["named"]) + 1, "result": w.RESULT.write(row["result"])}
    if row["raven"]:
        written["raven"] = True
    if row["penalty"] != NONE:
        written["penalty"] = int(row["penalty"]) + 1
    if row["silenced"]:
        written["silenced"] = True
    return written
