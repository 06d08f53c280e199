"""The game as text, as one seat knows it, or with everything shown."""

import textwrap
from typing import Any

import numpy as np

from haunted_env.games.destinies.actions import End, Node
from haunted_env.games.destinies.data import Mode
from haunted_env.games.destinies.scenario.schema import Path
from haunted_env.games.destinies.state import ABSENT, EXPLORED
from haunted_env.games.destinies.words import campaign, names
from haunted_env.games.destinies.words.campaign import ENDS
from haunted_env.games.destinies.words.chronicle import events
from haunted_env.games.destinies.words.explain import explain_decision
from haunted_env.games.destinies.words.names import World
from haunted_env.spec.phrases import count, listed, record, sentence

WIDTH = 100
N_SHOWN_EVENTS = 8
LEGEND = "Numbers are players; ? not explored yet; * something lies on the ground."


def headline(game: np.ndarray, viewer: int | None) -> tuple[str, str]:
    """Where the game stands, and what is asked."""
    world = World(record(game))
    table = world.table
    parts = [f"day {table['day']} of {last_day(world)}"]
    if table["over"]:
        winner = int(table["winner"])
        won = f"{world.who(winner)} wins" if winner >= 0 else "nobody wins"
        if world.scenario.link is not None:
            told = filter(None, (campaign.standing(world), campaign.epilogue(world)))
            return " · ".join([*parts, "the campaign is over"]), " ".join(told)
        return " · ".join([*parts, "game over"]), f"{sentence(ENDS[End(int(table['reason']))])}: {won}."
    if world.decider < 0:
        return parts[0], ""
    parts.append(f"turn of {world.who(world.active)}")
    parts.append(f"player {world.decider} decides: {Node(world.node).name}")
    asked = explain_decision(game, world.decider if viewer is None else viewer)
    return " · ".join(parts), asked.rpartition("\n")[2]  # what leads to the question is in the picture already


def last_day(world: World) -> int:
    last = int(world.table["max_days"])
    return min(last, world.scenario.header.challenger_days) if world.table["mode"] == Mode.CHALLENGER else last


def _cell(world: World, tile: Any, width: int) -> list[str]:
    """Three lines of one tile on the map."""
    state = int(world.table["tile"][tile.slot])
    if state == ABSENT:
        return [" " * width] * 3
    figures = "".join(str(s) for s in range(world.n_seats) if world.table["place"][s] == tile.slot)
    name = textwrap.shorten(tile.name, width - 3, placeholder="…") or tile.name[: width - 3]
    if state != EXPLORED:
        return [f"({name})".ljust(width), "   ?".ljust(width), " " * width]
    people = [name.partition(",")[0] for name in world.people_on(tile.slot)]
    mark = "*" if world.table["ground_n"][tile.slot] else ""
    who = f"[{figures}]" if figures else ""
    second = f" {who}{mark} {count(len(world.known_pois(tile.slot)), 'place')}"
    third = " " + ", ".join(people if len(people) < 2 else [person.split()[-1] for person in people])
    return [name.ljust(width), second[:width].ljust(width), third[: width - 1].ljust(width)]


def board(world: World) -> list[str]:
    """The map: tiles where they lie."""
    tiles = [tile for tile in world.scenario.tiles if world.table["tile"][tile.slot] != ABSENT]
    columns = range(min(t.x for t in tiles), max(t.x for t in tiles) + 1)
    width = min(20, WIDTH // len(columns))
    at = {(tile.x, tile.y): tile for tile in tiles}
    lines: list[str] = []
    for y in range(min(t.y for t in tiles), max(t.y for t in tiles) + 1):
        cells = [_cell(world, at[x, y], width) if (x, y) in at else [" " * width] * 3 for x in columns]
        lines += ["".join(cell[i] for cell in cells).rstrip() for i in range(3)] + [""]
    return lines[:-1]


def place_lines(world: World) -> list[str]:
    """Known places tile by tile, with the people there and what lies on the ground."""
    lines = []
    for tile in world.scenario.tiles:
        places = []
        for poi in world.known_pois(tile.slot):
            place, people = world.marked_at(poi)
            places.append(place + (f" ({listed(people)})" if people else ""))
        n = int(world.table["ground_n"][tile.slot])
        ground = [world.item(int(i)).name for i in world.table["ground"][tile.slot][:n]]
        if places or ground:
            more = f"; on the ground: {', '.join(ground)}" if ground else ""
            lines += wrapped(f"{tile.name}: {', '.join(places)}{more}")
    for number, stack in enumerate(world.scenario.stacks):
        if world.table["stack_seen"][number]:
            items = [world.item(int(i)) for i in world.table["stack"][number][: int(world.table["stack_n"][number])]]
            goods = ", ".join(f"{item.name} {world.price(number, item)}" for item in items) or "nothing left"
            lines += wrapped(f"For sale ({stack.id.replace('_', ' ')}): {goods}")
    for said, are_open in (("Ways that are open", True), ("Ways that are closed", False)):
        between = "; ".join(f"{a.name} - {b.name}" for a, b in world.ways(are_open))
        lines += wrapped(f"{said}: {between}") if between else []
    return lines


def wrapped(text: str, indent: str = "    ") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent)


def player_lines(world: World, viewer: int | None, seat: int) -> list[str]:
    """What everybody knows of a player."""
    table = world.table
    you = " (you)" if seat == viewer else ""
    where = "out of the game" if table["defeated"][seat] else f"on {world.tile(int(table['place'][seat]))}"
    if table["character"][seat] < 0:
        return [f"Player {seat}{you}: no character yet"]
    tracks = ", ".join(f"{names.SHORT[i]} {names.track(world.markers(seat, i))}" for i in range(3))
    wealth = f"{count(int(table['coins'][seat]), 'coin')}, {table['xp'][seat]} experience"
    effort = f"effort {table['effort'][seat]}"
    lines = wrapped(f"Player {seat}{you}: {world.character(seat)}, {where}; {tracks}; {wealth}, {effort}")
    items = world.items(seat)
    if items:
        lines += wrapped(
            f"    carries {'; '.join(f'{item.name} ({names.abilities(item)})' for item in items)}", " " * 6
        )
    deeds = [names.flag(flag) for flag in world.flags(seat)]
    if deeds:
        lines += wrapped(f"    deeds: {', '.join(deeds)}", " " * 6)
    heard = [hint.text for n, hint in enumerate(world.scenario.hints) if int(table["heard"][seat]) >> n & 1]
    for hint in heard:
        lines += wrapped(f'    was told: "{hint}"', " " * 6)
    if table["in_finale"][seat]:
        stage = world.stage(seat)[0]
        lines.append(f"    in their finale, at {stage}, resolve {table['resolve'][seat]}")
    if viewer is None:
        lines.append(f"    virtue {world.whole['secret']['virtue'][seat]}")
    return lines


def enough(path: Path) -> str:
    """DS-DEST-15, where not all steps are needed."""
    return f" {path.wanted} of its {len(path.steps)} steps are enough." if path.wanted < len(path.steps) else ""


def destiny_lines(world: World, seat: int, everything: bool = False) -> list[str]:
    """DS-OBS-5: the destiny of a seat as its owner knows it, or with all its steps."""
    ledger = world.whole["ledger"][seat]
    number = int(ledger["destiny"])
    if number < 0:
        return []
    destiny = world.scenario.destinies[number]
    lines = wrapped(f"Destiny of player {seat}, {destiny.id}: {destiny.card}")
    for n, path in enumerate(world.paths(seat)):
        complete = " COMPLETE" if ledger["complete"][n] else ""
        lines += wrapped(
            f"  {path.key} {path.name}: {path.card_hint} Ends at {world.poi(int(ledger['finale_poi'][n]))}."
            f"{enough(path)}{complete}"
        )
        for i, step in enumerate(path.steps):
            done, told = int(ledger["done"][n]) >> i & 1, int(ledger["revealed"][n]) >> i & 1
            where = next(poi.name for poi in world.scenario.pois if poi.id == step.where)
            what = f"{step.text} ({where})" if done or told or everything else "a step not revealed yet"
            hidden = " - not revealed" if everything and not (done or told) else ""
            lines += wrapped(f"      {'[x]' if done else '[ ]'} {what}{hidden}", " " * 10)
    return lines


def scene_lines(world: World) -> list[str]:
    """DS-OBS-12: the place being visited, or the stage being played, as the story has it."""
    poi, active = int(world.table["visit_poi"]), world.active
    if world.decider >= 0 and world.table["in_finale"][active]:
        name, told = world.stage(active)
        return wrapped(f"{name}: {told}")
    if poi < 0:
        return []
    people = "; ".join(world.people_at(poi))
    return wrapped(f"{world.poi(poi)}: {world.look(poi).text}{f' Here: {people}.' if people else ''}")


def text(game: np.ndarray, seat: int | None) -> str:
    """The game as a seat knows it; with everything if `seat` is None."""
    whole = record(game)
    world = World(whole)
    head, question = headline(game, seat)
    lines = [f"{campaign.title(world)} · {head}", *scene_lines(world), *wrapped(question)]
    lines += [] if world.table["over"] else wrapped(campaign.standing(world))
    lines += ["", *board(world)]
    lines += [LEGEND, ""]
    lines += place_lines(world) + [""]
    for other in range(world.n_seats):
        lines += player_lines(world, seat, other)
    for other in range(world.n_seats) if seat is None else [seat]:
        lines += ["", *destiny_lines(world, other, everything=seat is None)]
    recent = events(game, max(1, int(whole["table"]["n_notes"]) - N_SHOWN_EVENTS))[1]
    if recent:
        lines += ["", "Last happenings:"]
        for line in recent:
            lines += wrapped(f"  {line}")
    return "\n".join(line.rstrip() for line in lines)
