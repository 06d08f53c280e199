"""What has happened, in words: for all, and as one seat heard it (HD-INFO-21, HD-INFO-30, HD-FREE-22)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.actions import End, Event
from haunted_env.games.haunted_destinies.state import N_EVENTS, TRADE_NOTES, TRADE_WORD
from haunted_env.games.haunted_destinies.words import names as words
from haunted_env.games.haunted_destinies.words import talk

ENDS = {
    End.BOUND: "the Opener is bound",
    End.CONSUMED: "the Opener has consumed everyone",
    End.OPENER_FELL: "the Opener has fallen",
    End.LAST_LIVING: "only the Opener is left alive",
    End.GHOSTS: "the ghosts have reached their goal",
    End.DAWN: "dawn breaks",
}


def _dice(e: dict[str, Any]) -> str:
    light, dark = divmod(e["n"], 10)
    return "{actor} rolls " + (f"light {light}, dark {dark}." if dark else f"a {light}.")


def _if_target(with_target: str, without: str) -> Callable[[dict[str, Any]], str]:
    return lambda e: with_target if e["has_target"] else without


# Sentences by event; a function chooses among several. {actor} and {target} are players, {their} is the
# target's or, if that is the actor, "their own".
SENTENCES: dict[Event, str | Callable[[dict[str, Any]], str]] = {
    Event.PLACE_TILE: "{actor} places {tile} at {cell}.",
    Event.PLACE_GLOOM: "{actor} puts a gloom token on {place}.",
    Event.TURN: "{actor}'s turn begins.",
    Event.ROLL: _dice,
    Event.MOVE: "{actor} steps to {place}.",
    Event.RELOCATE: "{actor} is moved to {place}.",
    Event.SEARCH: "{actor} searches {place}: result {n}.",
    Event.PROBE: "{actor} probes {target}: result {n}.",
    Event.ATTACK: "{actor} attacks {target}: result {n}.",
    Event.HAUNT: "{actor} haunts {target}: result {n}.",
    Event.SYPHON: lambda e: (
        "{actor} syphons {none_or_n} gloom from {place}."
        if e["n"] >= 0
        else "{actor} fails to syphon gloom from {place}."
    ),
    Event.MUTUAL_LOOK: "{actor} and {target} let each other look at a card.",
    Event.TRADE: lambda e: ("{target} accepts" if e["n"] else "{target} refuses") + " {actor}'s offer: {offer}.",
    Event.CLAIM: "{actor} claims: {claim}.",
    Event.POWER: "{actor} uses {face}.",
    Event.REMOVE_TILE: "{actor} removes the tile at {cell}.",
    Event.LOOK: "{actor} looks at slot {slot} of {their} pile.",
    Event.TURN_UP: "{face} is turned face up in front of {actor}.",
    Event.RETURN: "{actor} puts the card back face down as slot {slot} of {their} pile.",
    Event.WITNESS: "{actor} shows the border of the card to {target}.",
    Event.OBEY: _if_target(
        "{face} is obeyed: {actor} is the owner, {target} the looker.", "{face} is obeyed by {actor}."
    ),
    Event.CANCEL: "{actor} cancels {face}.",
    Event.DISCARD: _if_target("{face} of {target} is discarded.", "{face} of {actor} is discarded."),
    Event.ENTER_PLAY: _if_target("{face} stays in play, attached to {target}.", "{face} stays in play."),
    Event.LEAVE_PLAY: _if_target("{face} no longer weighs on {target}.", "{face} leaves play."),
    Event.DRAW_HAUNTING: "{actor} draws a Haunting card.",
    Event.DRAW_SEARCH: "{actor} draws a Search card.",
    Event.INSERT: "{actor} hides a face-down card in their own pile.",
    Event.ITEM: _if_target("{actor} gets {face} from {target}.", "{actor} gets {face}."),
    Event.WOUND: "{actor} takes {n_wound}.",
    Event.HEAL: "{actor} heals {n_wound}.",
    Event.TOKEN: "{actor} gains {n_health_token}.",
    Event.GLOOM: lambda e: "{actor} gains {n} gloom." if e["n"] >= 0 else "{actor} loses {size} gloom.",
    Event.TILE_GLOOM: lambda e: (
        "{n} gloom is added to {place}." if e["n"] >= 0 else "{size} gloom is removed from {place}."
    ),
    Event.TAKE: lambda e: (
        "{actor} takes {face} from {target}." if e["has_face"] else "{actor} takes slot {slot} of {their} pile, unseen."
    ),
    Event.SWAP: "{actor} gives the face-down card in slot {slot} to {target} in a swap.",
    Event.MOVE_CARD: "{actor} takes up slot {slot} of their own pile and hides it anew.",
    Event.SHUFFLE: "{actor}'s pile is shuffled.",
    Event.SCAN: "{actor} studies the borders of {their} pile.",
    Event.BORDER: "Slot {slot} of {actor}'s pile shows the border of set {set}.",
    Event.EVIL_TWINS: "The Evil Twins wake for {actor}.",
    Event.REROLL: "{actor} rerolls with {face}.",
    Event.PREVENT: "{actor} discards {face} to prevent a wound.",
    Event.BIND: "{actor} tries to bind {target} as the Opener.",
    Event.RITUAL: "{actor} starts the ritual over {target}.",
    Event.REVEAL: "{actor} reveals {face}.",
    Event.DEATH: "{actor} becomes a ghost with {n} gloom.",
    Event.PASS_CARD: lambda e: (
        "{face} passes from {actor} to {target}." if e["has_face"] else "A Psyche card passes from {actor} to {target}."
    ),
    Event.RISE: "The ritual succeeds: {actor} is the Opener.",
    Event.LANTERN: "The Lantern is reached: gloom fades and the living heal.",
    Event.SKULL: "The Skull is reached: gloom gathers.",
    Event.END: "The game ends: {end}.",
    Event.TELL: "{actor} told {target} something.",
    Event.NOTES: "{actor} shows {target} all of their notes.",
    Event.SPEND_HEALTH: "{actor} pays a health for {n_movement_point}.",
    Event.REVIVE: lambda e: "{actor} brings {target} back to life." if e["n"] else "{target} refuses to live again.",
}


def claims(game: np.ndarray) -> list[str]:
    """The public claims still remembered, oldest first."""
    return talk.claims(words.record(game))


def events(game: np.ndarray, since: int) -> tuple[int, list[str]]:
    """How many public events there have been, and those after the first `since` in words."""
    return _events(words.record(game), since, {})


def seat_events(game: np.ndarray, since: int, seat: int | None) -> tuple[int, list[str]]:
    """The same as a seat heard them (None: all that was said): with the private claims of its own log (HD-FREE-22)."""
    whole = words.record(game)
    return _events(whole, since, _private(whole, seat))


def _events(whole: Any, since: int, private: dict[int, str]) -> tuple[int, list[str]]:
    table = whole["table"]
    total = int(table["n_events"])
    first = max(since, total - N_EVENTS)
    lines = [f"({words.count(first - since, 'earlier event')})"] if first > since else []
    numbers = range(first, total)
    return total, lines + [private.get(i) or sentence(table, table["events"][i % N_EVENTS]) for i in numbers]


def _private(whole: Any, seat: int | None) -> dict[int, str]:
    """What was said at the TELL events, by their numbers: of two players, the newest event told their newest claim."""
    table, told = whole["table"], {}
    log = list(talk.heard(whole, seat))
    for number in range(int(table["n_events"]) - 1, max(int(table["n_events"]) - N_EVENTS, 0) - 1, -1):
        event = table["events"][number % N_EVENTS]
        two = (int(event["actor"]), int(event["target"]))
        if event["kind"] == Event.TELL:
            i = next((i for i, said in enumerate(log) if (said.speaker, said.listener) == two), None)
            if i is not None:
                told[number] = words.sentence(log.pop(i).told(seat))
    return told


def _claimed(event: Any) -> talk.Said:
    """The claim of a CLAIM event (its `amount`: kind + 10 x (1 + border))."""
    border, kind = divmod(int(event["amount"]), 10)
    about, slot, card = (int(event[name]) for name in ("target", "slot", "face"))
    return talk.Said(kind, int(event["actor"]), seat=about, slot=slot, card=card, border=border - 1)


def _offered(event: Any) -> str:
    """What a TRADE event says was offered and asked for (its `slot` and `face`), to whoever reads of it."""
    give, ask = (_good(int(event[name])) for name in ("slot", "face"))
    return f"{give} for {ask}"


def _good(what: int) -> str:
    """One side of a trade (HD-FREE-9)."""
    if what in (TRADE_WORD, TRADE_NOTES):
        return "a word" if what == TRADE_WORD else "notes"
    return words.item(what) if what >= 0 else "nothing"


def sentence(table: Any, event: Any) -> str:
    """One event in words."""
    kind, n, slot = Event(int(event["kind"])), int(event["amount"]), int(event["slot"])
    actor, target, face = int(event["actor"]), int(event["target"]), int(event["face"])
    said = {
        "actor": words.player(actor),
        "target": words.player(target),
        "has_target": target >= 0,
        "their": "their own" if actor == target else f"{words.player(target)}'s",
        "slot": slot,
        "cell": words.at(slot),
        "place": words.place(table, slot),
        "face": words.card(face),
        "has_face": face >= 0,
        "n": n,
        "size": abs(n),
        "none_or_n": n or "no",
        "n_wound": words.count(n, "wound"),
        "n_health_token": words.count(n, "health token"),
        "n_movement_point": words.count(n, "movement point"),
        "tile": words.TILES[n].name if kind == Event.PLACE_TILE else "",
        "set": words.SETS[n] if kind == Event.BORDER else "",
        "end": ENDS.get(End(n), "") if kind == Event.END else "",
        "claim": _claimed(event).words() if kind == Event.CLAIM else "",
        "offer": _offered(event) if kind == Event.TRADE else "",
    }
    chosen = SENTENCES[kind]
    template = chosen if isinstance(chosen, str) else chosen(said)
    return words.sentence(template.format_map(said))
