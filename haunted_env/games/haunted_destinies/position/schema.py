"""The JSON Schema of positions. `python -m haunted_env.games.haunted_destinies.position.schema` writes the file."""

import json
from pathlib import Path
from typing import Any

from haunted_env.engine.files import write_atomically
from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.state import (
    MAX_PILE,
    MAX_SEATS,
    N_CLAIMS,
    N_EVENTS,
    N_FORCED,
    N_FRAMES,
    N_HAND,
    N_LANES,
    N_TOLD,
)
from haunted_env.spec.position import object_schema

DECKS = ("search", "haunting")
FILE = Path(__file__).parents[1] / "position.schema.json"


def schema() -> dict[str, Any]:
    """What a position may look like; that it also makes sense is checked when it is read."""
    forms = w.forms(MAX_SEATS)
    count = {"type": "integer", "minimum": 0}
    cards = array(w.CARD.schema())
    pile_keys = "^[0-5]$"
    fact = w.FACT.schema()
    knowledge = {
        "facts": table(pile_keys, {"anyOf": [fact, array(fact), table("^[0-9]+$", fact)]}),
        "locations": named(w.PSYCHE, w.LOCATION.schema()),
        "incoming": array(fact, N_LANES),
    }
    log = {
        "told": array(object_schema(forms.told.schema()), N_TOLD),
        "n_told": count,
        "word": object_schema(forms.word.schema()),
    }
    seat = {
        "ghost": {"type": "boolean"},
        "gloom": count,
        "health": {"anyOf": [{"type": "string", "pattern": "^[0-9]{1,2}/[0-9]{1,2}$"}, count]},
        "pawn": w.PAWN.schema(),
        "pile": array(w.CARD.schema(), MAX_PILE),
        "up": array(w.PSYCHE.schema()),
        "items": array(w.ITEM.schema()),
        "grey": {**array(count, 2), "minItems": 2},
        "gloom_to_place": count,
        "hand": {**array(w.HAND.schema(), N_HAND), "minItems": N_HAND},
    }
    frame = forms.frame.schema()
    frame["card"] = {"anyOf": [w.CARD.schema(), w.TRADED.schema()]}
    frame["slot"] = {"anyOf": [w.SLOT.schema(), w.CELL.schema(), w.TRADED.schema()]}
    curse = object_schema({"card": w.PERSISTENT.schema(), "seat": forms.seat.schema()}, ["card"])
    event = forms.event.schema() | {
        "cell": w.CELL.schema(),
        "tile": w.TILE.schema(),
        "claim": w.CLAIMED.schema(),
        "trade_give": w.TRADED.schema(),
        "trade_ask": w.TRADED.schema(),
    }
    properties = {
        "game": {"const": "haunted_destinies"},
        "content": {"type": "string"},
        "options": {"type": "object"},
        "seed": {"type": "integer"},
        **forms.top.schema(),
        "opener": forms.seat.schema(),
        "decision": {"enum": ["ROLL", "MAIN"]},
        "dice": {**array(w.DIE.schema(), 2), "minItems": 2},
        "move_dice": {**array(w.DIE.schema(), 2), "minItems": 2},
        "roles": array(w.ROLE.schema(), MAX_SEATS),
        "used": object_schema(forms.used.schema() | {"powers": cards, "rerolls": cards}),
        "context": object_schema(forms.context.schema()),
        "asked": object_schema({"seat": forms.seat.schema(), **forms.asked.schema()}, ["seat", "decision"]),
        "board": named(w.CELL, w.LAID.schema()),
        "gloom": named(w.CELL, count),
        "seats": array(object_schema(seat), MAX_SEATS),
        "persistent": array({"anyOf": [w.PERSISTENT.schema(), curse]}),
        "gone": array(w.PSYCHE.schema()),
        "decks": object_schema({name: array({"anyOf": [w.GREY.schema(), {"const": "..."}]}) for name in DECKS}),
        "discards": object_schema({name: {"anyOf": [array(w.GREY.schema()), named(w.GREY, count)]} for name in DECKS}),
        "claims": array(object_schema(forms.claim.schema()), N_CLAIMS),
        "n_claims": count,
        "events": array(object_schema(event, ["kind"]), N_EVENTS),
        "n_events": count,
        "ledger": {
            "type": "object",
            "properties": {"all": object_schema(knowledge)},
            "patternProperties": {"^[0-5]$": object_schema(knowledge | log)},
            "additionalProperties": False,
        },
        "lanes": array(object_schema({"card": w.CARD.schema(), "seat": forms.seat.schema()}), N_LANES),
        "force": object_schema(
            {
                "dice": array({"type": "integer", "minimum": 1, "maximum": 6}, N_FORCED),
                "picks": array(w.COUNT.schema(), N_FORCED),
                "shuffles": array(cards),
            }
        ),
        "stack": array(object_schema(frame, ["task"]), N_FRAMES - 1),
        "rng": {**array({"type": "integer", "minimum": 0, "maximum": 2**32 - 1}, 4), "minItems": 4},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of Haunted Destinies",
        **object_schema({key: properties[key] for key in w.KEYS}),
        "$defs": {word.name: word.definition() for word in w.VOCABULARY},
    }


def array(items: dict[str, Any], most: int | None = None) -> dict[str, Any]:
    return {"type": "array", "items": items} | ({} if most is None else {"maxItems": most})


def table(pattern: str, values: dict[str, Any]) -> dict[str, Any]:
    """A table whose keys match a pattern."""
    return {"type": "object", "patternProperties": {pattern: values}, "additionalProperties": False}


def named(keys: w.Words, values: dict[str, Any]) -> dict[str, Any]:
    """A table whose keys are words."""
    return {"type": "object", "propertyNames": keys.schema(), "additionalProperties": values}


def main() -> None:
    write_atomically(FILE, json.dumps(schema(), indent=1) + "\n")


if __name__ == "__main__":
    main()
