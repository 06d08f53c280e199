"""What has happened, in words."""

from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.haunting_house.actions import End, Event, Round
from haunted_env.games.haunting_house.state import N_EVENTS
from haunted_env.games.haunting_house.tables import N_SLOTS
from haunted_env.games.haunting_house.words import names
from haunted_env.spec.phrases import count, player, record, sentence

TURNS = {-1: "counter-clockwise", 1: "clockwise", 2: "by a half"}
ENDS = {End.EXIT: "the exit is reached", End.MAX_TURNS: "the last turn is over and nobody has reached the exit"}

# {who} is a player, {card} the card resolved, {place} a place, {n} a number.
SENTENCES: dict[Event, str | Callable[[Any], str]] = {
    Event.TURN: "Turn {n} begins; {who} holds the marker.",
    Event.PROGRAM: "{who} has chosen four cards.",
    Event.FLIP: lambda e: f"{names.ROUNDS[int(e['other'] == Round.CHOSEN)]}, flip {e['n']}: cards are turned up.",
    Event.STEP: "{who} ({card}) steps to {place}.",
    Event.PASSAGE: "{who} ({card}) slips through a wall to {place}.",
    Event.SWITCH_PAWN: lambda e: f"{{who}} ({{card}}) changes places with {player(e['other'])}, now on {{place}}.",
    Event.ROTATE: lambda e: f"{{who}} ({{card}}) turns the tile at {{place}} {TURNS.get(int(e['n']), 'round')}.",
    Event.SWAP: lambda e: f"{{who}} ({{card}}) exchanges the tiles at {{place}} and {names.at(int(e['other']))}.",
    Event.TRAP_DOOR: "{who} ({card}) drops to {place}.",
    Event.MIRRORS: "{who} ({card}): nothing happens.",
    Event.MOVE_EXIT: lambda e: f"{{who}} ({{card}}) moves the exit to the {names.slot(int(e['place']) % N_SLOTS)}.",
    Event.IMPOSSIBLE: "{who} ({card}): not possible, nothing happens.",
    Event.WIN: "{who} reaches the exit and wins.",
    Event.END: "Turn {n} was the last one: nobody has reached the exit.",
}


def events(game: np.ndarray, since: int) -> tuple[int, list[str]]:
    """How many public events there have been, and those after the first `since` in words."""
    table = record(game)["table"]
    total = int(table["n_events"])
    first = max(since, total - N_EVENTS)
    lines = [f"({count(first - since, 'earlier event')})"] if first > since else []
    return total, lines + [told(table["events"][i % N_EVENTS]) for i in range(first, total)]


def told(event: Any) -> str:
    """One event in words."""
    kind = Event(int(event["kind"]))
    chosen = SENTENCES[kind]
    template = chosen if isinstance(chosen, str) else chosen(event)
    where = "" if kind == Event.MOVE_EXIT else names.place(int(event["place"]))
    said = {"who": player(event["seat"]), "card": names.card(int(event["card"])), "place": where, "n": int(event["n"])}
    return sentence(template.format_map(said))
