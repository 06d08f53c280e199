"""A whole game told afterwards: what was done, what became of the world, and who had come for what.

Of what happened, what counts is told; of rolls, coins and dice, nothing. When a scenario is over, destinies are told,
too: this is for readers, not for players.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from haunted_env.games.destinies.actions import End, Log
from haunted_env.games.destinies.scenario.schema import Destiny, Option, Path
from haunted_env.games.destinies.state import N_NOTES
from haunted_env.games.destinies.words import campaign, names
from haunted_env.games.destinies.words.campaign import ENDS
from haunted_env.games.destinies.words.chronicle import chapters_of, is_told_by
from haunted_env.games.destinies.words.names import World
from haunted_env.spec.phrases import listed, record, sentence

WIDTH = 88


def outcome(option: Option, successes: int) -> str:
    tier = max((tier for tier in option.tiers if tier.min <= successes), key=lambda tier: tier.min)
    return "It was well done." if tier.passes else "It came to nothing."


# (world, a, b) -> a sentence of the turn; {who} is the player.
TOLD: dict[Log, Callable[[World, int, int], str]] = {
    Log.MOVED: lambda w, a, b: f"{{who}} {'travelled' if b else 'went'} to {w.tile(a)}.",
    Log.EXPLORED: lambda w, a, b: f"{{who}} came to {w.tile(a)}, where nobody had been.",
    Log.STAYED: lambda w, a, b: f"{{who}} stayed on {w.tile(a)}.",
    Log.VISITED: lambda w, a, b: f"At {w.poi(a)}:",
    Log.OPTION: lambda w, a, b: f'{"{who}: " * w.option(a).host.startswith("stage:")}"{w.option(a).text}"',
    Log.CHOICE: lambda w, a, b: f'"{w.option(a).choices[b].text}"',
    Log.TEST: lambda w, a, b: outcome(w.option(a), b),
    Log.SAID: lambda w, a, b: f'{w.npc(a)} said: "{w.scenario.npcs[a].says[b].text}"',
    Log.HEARD: lambda w, a, b: f'Everybody heard what {{who}} was told: "{w.scenario.hints[a].text}"',
    Log.FINALE: lambda w, a, b: "Then {who} went to meet their fate: {path}.",
    Log.STAGE: lambda w, a, b: f"{{who}} came through {w.scenario.finales[a].stages[b - 1].name}.",
    Log.DEFEATED: lambda w, a, b: "It was too much. {who} was defeated.",
    Log.FULFILLED: lambda w, a, b: "So the destiny of {who} was fulfilled: {path}.",
    Log.CHARACTER: lambda w, a, b: f"{{who}} was {w.scenario.characters[a].name}.",
    Log.LEGACY: lambda w, a, b: campaign.legacy(w, a),
    Log.EVENT: lambda w, a, b: w.scenario.events[a].text,
}
HANDED = {Log.GAINED: "{who} took", Log.LOST: "{who} gave up"}  # several in a row are one sentence
# What has become of the world: told as it happens, and once more, as it stood in the end.
CHANGES: dict[Log, Callable[[World, int, int], str]] = {
    Log.PLACE: lambda w, a, b: f"{w.poi(a)} was {f'on {w.tile(b)}' if b >= 0 else 'no longer there'}.",
    Log.LOOK: lambda w, a, b: f"{w.poi(a)} was no longer what it had been: {w.scenario.pois[a].look(b).text}",
    Log.PERSON: lambda w, a, b: f"{w.npc(a)} was {f'at {w.poi(b)}' if b >= 0 else 'gone'}.",
    Log.WAY: lambda w, a, b: f"The way between {w.ends(a)} was {'open' if b else 'closed'}.",
    Log.PRICE: lambda w, a, b: f"Prices were {'as before' if b == 0 else 'higher' if b > 0 else 'lower'}.",
    Log.FLAG: lambda w, a, b: f"It was remembered: {names.flag(w.scenario.flags[a])}.",
}


def is_as_it_was(world: World, code: Log, a: int, b: int) -> bool:
    """Whether the world is again, in this, as the scenario begins."""
    s = world.scenario
    if code == Log.PLACE:
        return s.pois[a].active and b >= 0 and s.tiles[b].id == s.pois[a].tile
    if code == Log.PERSON:
        return b >= 0 and s.pois[b].id == s.npcs[a].at
    if code == Log.WAY:
        return bool(b) == s.ways[a].open
    return code in (Log.LOOK, Log.PRICE) and b == 0


def story(games: Iterable[np.ndarray]) -> str:
    """The text; `games` is the same game at its start and after every action."""
    return Story().told(games)


class Story:
    """Collects the sentences of a turn into a paragraph, and what is to be told when the scenario is over."""

    def __init__(self) -> None:
        self.paragraphs: list[str] = []
        self.turn: list[str] = []  # sentences of the turn being told
        self.arrived: list[str] = []  # where, at the beginning of a visit
        self.idle = True  # nothing has happened in it yet but moving
        self.begin()

    def begin(self) -> None:
        """What is remembered while a scenario is told."""
        self.day = self.day_told = 0
        self.seen: set[str] = set()  # what has been described
        self.handed: tuple[Log, int, list[str]] = (Log.NONE, 0, [])  # items in a row
        self.changes: dict[tuple[Log, int], str] = {}
        self.deeds: dict[int, set[str]] = {}  # player flags by seat

    def told(self, games: Iterable[np.ndarray]) -> str:
        seen, world = 0, None
        for game in games:
            world = World(record(game))
            if not self.paragraphs:
                self.open(world.at_chapter(0))
            for at, row, after in happenings(world, seen):
                self.tell(at, row, after)
            seen = int(world.table["n_notes"])
        if world is not None:
            self.end_turn()
            if world.table["over"]:
                self.close(world)
                self.paragraph(campaign.epilogue(world))
            else:
                self.paragraph("Here the story breaks off: the game is not over yet.")
        return "\n\n".join(self.paragraphs) + "\n"

    # Parts of the text

    def paragraph(self, text: str) -> None:
        self.paragraphs += [textwrap.fill(text, WIDTH)] if text else []

    def heading(self, text: str, line: str) -> None:
        self.paragraphs.append(f"{text}\n{line * len(text)}")

    def open(self, world: World) -> None:
        """Title, what went before, and who is there."""
        head, link = world.scenario.header, world.scenario.link
        if link is None:
            self.heading(head.title, "=")
        else:
            if world.chapter == 0:
                self.heading(link.campaign.header.title, "=")
                self.paragraph(link.campaign.header.intro)
            self.heading(f"Chapter {world.chapter + 1}: {head.title}", "-")
            self.paragraph(link.chapter.text)
        self.paragraph(head.intro)
        self.paragraph(" ".join(campaign.past_told(world, lambda seat: names.first(world, seat))))
        who = [world.character(seat) for seat in range(world.n_seats) if world.characters[seat] >= 0]
        self.paragraph(f"These were there: {'; '.join(who)}." if len(who) == world.n_seats else "")
        self.begin()

    def close(self, world: World) -> None:
        """What has become of the world, and who had come for what."""
        if self.changes:
            self.paragraph(" ".join(["What was left behind:", *self.changes.values()]))
        for seat in range(world.n_seats):
            self.paragraph(self.destiny(world, seat))

    def destiny(self, world: World, seat: int) -> str:
        destiny = destiny_of(world, seat)
        if destiny is None:
            return ""
        paths = sorted(destiny.paths, key=lambda path: path.key)
        done = [f'"{path.name}" ({"; ".join(steps)})' for path in paths if (steps := self.done(path, seat))]
        went = f" What was done of {listed(done)}." if done else " Nothing of it was done."
        return f"{names.first(world, seat)} had come with this: {destiny.card}{went}"

    def done(self, path: Path, seat: int) -> list[str]:
        """The steps of a path that a player has done, in words."""
        deeds = self.deeds.get(seat, set())
        found: list[str] = []
        ids: set[str] = set()
        for step in path.steps:
            held = sum(name in deeds for name in {condition.words[0] for condition in step.need})
            if held >= step.wanted and set(step.after) <= ids:
                ids.add(step.id)
                found.append(step.text.rstrip("."))
        return found

    # Happenings

    def tell(self, world: World, row: Any, after: Any) -> None:
        code, seat, a, b = Log(int(row["code"])), int(row["seat"]), int(row["a"]), int(row["b"])
        if code == Log.CHAPTER:
            self.end_turn()
            self.close(world.at_chapter(a - 1))
            self.open(world)
        elif code == Log.END:
            self.end_turn()
            self.paragraph(f"{sentence(ENDS[End(a)])}, on day {row['day']}." if a != End.FULFILLED else "")
        elif code in (Log.DAY, Log.TURN):
            self.end_turn()
            self.day = int(row["day"])
            self.handed = (Log.NONE, 0, [])
        elif code == Log.PFLAG:
            self.deeds.setdefault(seat, set()).add(world.scenario.pflags[a])
        elif not is_told_by(row, after):
            self.add(world, code, seat, a, b)

    def add(self, world: World, code: Log, seat: int, a: int, b: int) -> None:
        """One happening more in the turn."""
        if code in HANDED:
            self.hand(world, code, seat, a)
            return
        if code in CHANGES:
            said = sentence(CHANGES[code](world, a, b))
            self.changes.pop((code, a), None)
            if not is_as_it_was(world, code, a, b):
                self.changes[code, a] = said
            if code == Log.FLAG:  # the deed has been told
                return
        elif code in TOLD:
            said = sentence(TOLD[code](world, a, b).replace("{who}", names.first(world, seat)))
            if "{path}" in said:
                said = said.replace("{path}", path_to(world, seat, a))
        else:
            return
        self.handed = (Log.NONE, 0, [])
        scene = self.scene(world, code, a)
        if code == Log.VISITED and not scene:
            self.arrived = [said]  # told only with what is done there
            return
        if code == Log.FINALE and self.arrived:
            said, self.arrived = said.replace("Then", self.arrived[0].rstrip(":"), 1), []
        self.idle = self.idle and code in (Log.STAYED, Log.MOVED)
        self.turn += [*self.arrived, *scene, *([] if code == Log.VISITED else [said])]
        self.arrived = []

    def hand(self, world: World, code: Log, seat: int, item: int) -> None:
        """Items that change hands, those in a row in one sentence."""
        if self.handed[:2] == (code, seat):
            self.turn.pop()
        else:
            self.handed = (code, seat, [])
        self.handed[2].append(world.item(item).name)
        self.turn += self.arrived
        self.arrived = []
        self.idle = False
        who = HANDED[code].replace("{who}", names.first(world, seat))
        self.turn.append(f"{sentence(who)} {listed(self.handed[2])}.")

    def scene(self, world: World, code: Log, a: int) -> list[str]:
        """What a place or a stage is like, when it is first come to, or has changed."""
        if code == Log.VISITED:
            look = world.look(a) if world.chapter == int(world.table["chapter"]) else world.scenario.pois[a].look(0)
            text = look.text
            return [] if self.is_old(f"{a} {text}") else [f"{world.poi(a)}. {text}"]
        host = world.option(a).host if code == Log.OPTION else ""
        if host.startswith("stage:") and not self.is_old(host):
            finale, _, number = host.removeprefix("stage:").rpartition(".")
            stage = next(row for row in world.scenario.finales if row.id == finale).stages[int(number) - 1]
            return [f"{stage.name}: {stage.text}"]
        return []

    def is_old(self, text: str) -> bool:
        was_there = text in self.seen
        self.seen.add(text)
        return was_there

    def end_turn(self) -> None:
        """A turn in which nothing was done is not told."""
        if not self.idle:
            day = [] if self.day in (0, self.day_told) else [f"Day {self.day}."]
            self.day_told = self.day
            self.paragraph(" ".join([*day, *self.turn]))
        self.turn, self.arrived, self.idle = [], [], True


def destiny_of(world: World, seat: int) -> Destiny | None:
    """Of a chapter that is over, or of the scenario being played."""
    table = world.table
    is_past = world.chapter < int(table["chapter"])
    number = int(table["past"][world.chapter]["destiny"][seat] if is_past else world.whole["ledger"][seat]["destiny"])
    return world.scenario.destinies[number] if number >= 0 else None


def path_to(world: World, seat: int, number: int) -> str:
    """The name of a player's path that ends in a finale; several may share one."""
    destiny, finale = destiny_of(world, seat), world.scenario.finales[number].id
    own = [path.name for path in destiny.paths if path.finale == finale] if destiny else []
    return " or ".join(own) or world.finale_path(number)


def happenings(world: World, seen: int) -> Iterator[tuple[World, Any, Any]]:
    """What is new, each with the names of its chapter and with what came after it."""
    total = int(world.table["n_notes"])
    rows = [world.table["notes"][i % N_NOTES] for i in range(max(seen, total - N_NOTES), total)]
    worlds = [world.at_chapter(number) for number in chapters_of(rows, world.chapter)]
    yield from zip(worlds, rows, [*rows[1:], None])
