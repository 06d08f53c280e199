"""Actions, decisions and results in words (DS-DEC-1, DS-DEC-2)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.destinies.actions import ACTIONS, MARKERS, End, Node
from haunted_env.games.destinies.data import N_HOSTED
from haunted_env.games.destinies.state import EXPLORED
from haunted_env.games.destinies.words import campaign, chances, names
from haunted_env.games.destinies.words.campaign import ENDS
from haunted_env.games.destinies.words.names import World
from haunted_env.spec.phrases import count, listed, record

ROLES = ("player",)
PAYING = ("exhaust_for", "cost_skill", "reroll_for")  # "always" abilities that are used, and cost something
DONE = {
    Node.STAY_GAIN: "decline",
    Node.VISIT: "visit nothing and end the turn",
    Node.OPTIONS: "leave and end the turn",
    Node.TRADE: "finish trading",
    Node.TEST_POST: "accept the result",
}


def _done(world: World, _: int) -> str:
    return DONE.get(Node(world.node), "go on")


def _step(world: World, number: int) -> str:
    track, k = divmod(number, MARKERS)
    markers = world.markers(world.decider, track)
    sign = int(world.table["step_sign"]) or 1
    if k >= len(markers):
        return f"{names.SKILLS[track]}: marker {k + 1}"
    faces = world.scenario.header.main_faces
    now, then = (f"{chances.reach(faces, space):.0%}" for space in (markers[k], markers[k] - sign))
    return (
        f"{names.SKILLS[track]} ({names.track(markers)}): {markers[k]} to {markers[k] - sign} "
        f"(two dice reach it in {then}, now {now})"
    )


def _tile(world: World, tile: int) -> str:
    if tile >= len(world.scenario.tiles):
        return f"go to tile {tile}"
    if world.table["place"][world.decider] == tile:
        return f"stay on {world.tile(tile)}"
    if world.table["tile"][tile] != EXPLORED:
        return f"explore {world.tile(tile)}"
    pois = [world.poi(poi) for poi in world.known_pois(tile)]
    return f"go to {world.tile(tile)}" + (f" ({', '.join(pois)})" if pois else "")


def _poi(world: World, poi: int) -> str:
    people = world.names_at(poi)
    return f"visit {world.poi(poi)}" + (f" (here: {listed(people)})" if people else "")


def _option(world: World, slot: int) -> str:
    if slot >= N_HOSTED:
        paths = world.paths(world.decider)
        return f"begin your finale: {paths[slot - N_HOSTED].name}" if paths else "begin your finale"
    option = world.slot_option(slot)
    return names.option_words(option) if option else f"option {slot}"


def _choice(world: World, number: int) -> str:
    option = int(world.table["option"])
    choices = world.option(option).choices if option >= 0 else ()
    return choices[number].text if number < len(choices) else f"choice {number + 1}"


def _item(world: World, number: int) -> str:
    items = world.items(world.decider)
    if number >= len(items):
        return f"item {number + 1}"
    item = items[number]
    if world.node == Node.TRADE:
        return f"sell {item.name} for {count(world.price(int(world.table['trade']), item), 'coin')}"
    verb = "abandon" if world.node == Node.OVERFLOW else "use"
    return f"{verb} {item.name} ({', '.join(item.cats)})"


def _use(world: World, number: int) -> str:
    items = world.items(world.decider)
    if number >= len(items):
        return f"use item {number + 1}"
    item = items[number]
    paying = item.always and item.always.verb in PAYING
    if paying and not item.discard:
        return f"{item.name}: {names.ability(item.always)}"
    more = f" (or {names.ability(item.always)})" if paying else ""
    return f"give up {item.name}: {names.ability(item.discard)}{more}"


def _buy(world: World, number: int) -> str:
    stack = int(world.table["trade"])
    if stack < 0 or number >= world.table["stack_n"][stack]:
        return f"buy number {number + 1}"
    item = world.item(int(world.table["stack"][stack][number]))
    return f"buy {item.name} for {count(world.price(stack, item), 'coin')} ({names.abilities(item)})"


def _pick(world: World, number: int) -> str:
    tile = int(world.table["place"][world.decider])
    if tile < 0 or number >= world.table["ground_n"][tile]:
        return f"pick up item {number + 1}"
    item = world.item(int(world.table["ground"][tile][number]))
    return f"pick up {item.name} ({names.abilities(item)})"


def _path(world: World, number: int) -> str:
    paths = world.paths(world.decider)
    if not paths:
        return f"speak of path {names.PATHS[number]}"
    ledger = world.whole["ledger"][world.decider]
    unknown = len(paths[number].steps) - (int(ledger["done"][number]) | int(ledger["revealed"][number])).bit_count()
    return f"speak of path {names.PATHS[number]}, {paths[number].name} ({count(unknown, 'step')} unknown)"


def _effort(world: World, n: int) -> str:
    said = f"roll with {names.dice(n)}"
    option = int(world.table["option"])
    if option < 0 or world.node != Node.TEST_PRE:
        return said
    skill = names.FULL[world.option(option).skill]
    markers, head = world.markers(world.decider, skill), world.scenario.header
    abilities = [item.always for item in world.items(world.decider) if item.always and item.always.verb == "total"]
    more = sum(ability.number for ability in abilities if names.FULL[ability.skill] in (skill, names.FULL["any"]))
    mean = chances.successes(head.main_faces, head.effort_faces, n, markers, more) + int(world.table["succ_turn"])
    return f"{said} ({mean:.1f} successes on average)"


def _character(world: World, number: int) -> str:
    if number >= len(world.scenario.characters):
        return f"take character {number}"
    row = world.scenario.characters[number]
    tracks = ", ".join(f"{names.SHORT[i]} {names.track(list(track))}" for i, track in enumerate(row.tracks))
    return f"take {row.name} ({tracks})"


BLOCKS: dict[str, Callable[[World, int], str]] = {
    "DONE": _done,
    "SPEND_XP": lambda world, _: "spend 1 experience: two gain steps",
    "STEP": _step,
    "TILE": _tile,
    "POI": _poi,
    "OPTION": _option,
    "CHOICE": _choice,
    "ITEM": _item,
    "USE": _use,
    "BUY": _buy,
    "PICK": _pick,
    "PATH": _path,
    "EFFORT": _effort,
    "CHARACTER": _character,
}


def describe_action(game: np.ndarray, action: int) -> str:
    """An absolute action in words, for the decision now being taken."""
    whole = record(game)
    block, offset = ACTIONS.find(int(action))
    if whole["table"]["decider"] < 0:
        return block.meaning
    return BLOCKS[block.name](World(whole), offset)


def decision_name(game: np.ndarray, seat: int) -> str:
    """The node being asked; it is public (DS-OBS-3)."""
    return Node(int(record(game)["table"]["node"])).name


def role_of(games: np.ndarray, seats: np.ndarray) -> np.ndarray:
    return np.zeros(len(games), np.int8)


def turn(game: np.ndarray) -> int:
    """Turns of the days so far, those of earlier chapters and of defeated players counted."""
    table = record(game)["table"]
    days = int(table["past"]["day"][: int(table["chapter"])].sum()) + int(table["day"]) - 1
    return days * int(table["n_seats"]) + int(table["active"])


def truncated(game: np.ndarray) -> bool:
    return bool(record(game)["table"]["reason"] == End.MAX_DAYS)


def gone(game: np.ndarray) -> list[int]:
    """The seats that are defeated (DS-END-5), and will not be back in another chapter (DS-CAMP-5)."""
    table = record(game)["table"]
    if table["chapter"] < table["last_chapter"]:
        return []
    return [seat for seat in range(int(table["n_seats"])) if table["defeated"][seat]]


def days_taken(game: np.ndarray, seat: int) -> float | None:
    """In how many days a seat fulfilled its destiny, if it did; in a campaign, on average of those it fulfilled."""
    table = record(game)["table"]
    if table["last_chapter"]:
        past = table["past"][: int(table["last_chapter"]) + 1]
        days = past["day"][past["winner"] == seat]
        return float(days.mean()) if len(days) else None
    return float(table["day"]) if table["winner"] == seat else None


def result(game: np.ndarray) -> dict[str, Any]:
    """Who won and why, and who everybody was."""
    world = World(record(game))
    winner = int(world.table["winner"])
    destinies = [int(world.whole["ledger"][seat]["destiny"]) for seat in range(world.n_seats)]
    return {
        "winners": [winner] if winner >= 0 else [],
        "reason": ENDS.get(End(int(world.table["reason"])), ""),
        "roles": [ROLES[0]] * world.n_seats,
        "characters": [world.character(seat) for seat in range(world.n_seats)],
        "destinies": [world.scenario.destinies[number].id if number >= 0 else "" for number in destinies],
        "day": int(world.table["day"]),
        **(campaign.result(game) if world.scenario.link else {}),
    }
