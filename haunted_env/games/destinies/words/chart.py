"""A scenario for its author: what is in it, and its map with the paths of every destiny. Hides nothing.

A game has such a map, too: of the world as it stands, with what has changed marked.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from haunted_env.games.destinies.campaign import library as campaigns
from haunted_env.games.destinies.campaign.schema import Campaign
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.scenario.schema import Destiny, Poi, Scenario, Tile
from haunted_env.games.destinies.scenario.ways import neighbours
from haunted_env.games.destinies.words.draw import LAND, TOKENS
from haunted_env.games.destinies.words.now import Now, Start
from haunted_env.spec.paint import DEEP, DIM, FAINT, GOLD, INK, PANEL, PARCHMENT, RIM, Canvas, Colour, mix
from haunted_env.spec.phrases import count, listed, record

MARGIN, GAP, TOP = 24, 26, 84
TILE_WIDTH, LEGEND_WIDTH = 250, 430
ROW, HEAD, BADGE = 17, 34, 8
STEP_ROW = 19
CHANGED: Colour = (126, 214, 255)  # what is no longer as at the start
WORDS = {"interaction": "deed", "test": "test", "scan_item": "item scan", "scan_destiny": "question", "trade": "trade"}
# Verbs that change the world for everybody (DS-DATA-11).
CHANGING = (
    *("npc", "npc_off", "poi_on", "poi_off", "poi_at", "poi_look", "way_on", "way_off"),
    *("stock", "unstock", "restock", "price"),
)
# One colour per destiny; its paths A and B are full and hollow.
DESTINIES: tuple[Colour, ...] = (
    (226, 104, 92),
    (98, 170, 226),
    (128, 200, 104),
    (232, 190, 84),
    (190, 136, 226),
    (92, 204, 190),
    (236, 150, 188),
    (200, 200, 200),
)


def summary(name: str) -> str:
    """How much there is of everything, in a scenario or in a campaign."""
    return campaign_summary(campaigns.find(name)) if campaigns.is_campaign(name) else scenario_summary(name)


def campaign_summary(campaign: Campaign) -> str:
    lines = [campaign.header.title, f"{count(len(campaign.chapters), 'chapter')}, version {campaign.version}"]
    for number, (chapter, scenario) in enumerate(zip(campaign.chapters, campaign.scenarios), 1):
        now = scenario.link.file_hash if scenario.link else ""
        written = "" if chapter.hash else ", to be written into the chapter"
        lines.append(f'{number}. {chapter.id}: {scenario.header.title} ({chapter.scenario}; hash = "{now}"{written})')
    lines.append(f"facts of the world: {', '.join(campaign.facts) or 'none'}")
    lines.append(f"facts of players: {', '.join(campaign.pfacts) or 'none'}")
    legacies = sum(len(chapter.legacies) for chapter in campaign.chapters)
    said = f"{count(legacies, 'legacy').replace('legacys', 'legacies')}, {count(len(campaign.epilogues), 'epilogue')}"
    return "\n  ".join([*lines, said])


def scenario_summary(name: str) -> str:
    s = library.find(name)
    present = sum(poi.active for poi in s.pois)
    copies = sum(item.copies for item in s.items)
    places = f"{count(len(s.tiles), 'tile')}, {count(len(s.pois), 'point')} of interest ({present} at the start)"
    things = f"{count(len(s.items), 'item')} ({count(copies, 'copy').replace('copys', 'copies')})"
    paths = sum(len(destiny.paths) for destiny in s.destinies)
    kinds = [f"{sum(o.kind == kind for o in s.options)} {kind}" for kind in dict.fromkeys(o.kind for o in s.options)]
    people = f"{len(s.npcs)} {'person' if len(s.npcs) == 1 else 'people'}"
    changing = sum(effect.verb in CHANGING for effect in s.effects())
    touching = sum(any(e.verb in (*CHANGING, "flag") for es in o.effect_lists for e in es) for o in s.options)
    world = f"{count(len(s.ways), 'way')} that may open or close, {count(len(s.hints), 'hint')} read aloud"
    who = f"{count(len(s.characters), 'character')}, {count(paths, 'path')}, {count(len(s.finales), 'finale')}"
    lines = (
        s.header.title,
        f"{places}, {people}, {things}, {count(len(s.stacks), 'trade stack')}",
        f"{count(len(s.options), 'option')}: {', '.join(kinds)}",
        f"{count(changing, 'effect')} on the world, {touching} of the options have one; {world}",
        f"{who}, {count(len(s.events), 'event')}; Challenger ends after day {s.header.challenger_days}",
    )
    return "\n  ".join(lines)


@dataclass
class Badge:
    """A place on a path: the number of a step, or the finale."""

    destiny: int
    path: int
    word: str


@dataclass
class Place:
    """What is drawn of a point of interest."""

    poi: Poi
    options: str = ""  # how many of which kind
    people: list[tuple[str, bool]] = field(default_factory=list)  # name, and whether they have come here
    badges: list[Badge] = field(default_factory=list)

    @property
    def height(self) -> float:
        return ROW * (1 + bool(self.options) + len(self.people)) + (2 * BADGE + 6) * -(-len(self.badges) // PER_ROW) + 4


PER_ROW = int((TILE_WIDTH - 40) // (2 * BADGE + 4))


def places_of(scenario: Scenario, now: Start) -> dict[str, Place]:
    """Every point of interest with those who stand there and the paths that lead there."""
    places = {poi.id: Place(poi, offers(scenario, f"poi:{poi.id}")) for poi in scenario.pois}
    for npc in scenario.npcs:
        if now.at(npc):
            places[now.at(npc)].people.append((npc.name, bool(now.person_mark(npc))))
    ends = {finale.id: finale.poi for finale in scenario.finales}
    for number, destiny in enumerate(scenario.destinies):
        for p, path in enumerate(sorted(destiny.paths, key=lambda path: path.key)):
            for n, step in enumerate(path.steps, 1):
                places[step.where].badges.append(Badge(number, p, str(n)))
            places[ends[path.finale]].badges.append(Badge(number, p, "F"))
    return places


def offers(scenario: Scenario, host: str) -> str:
    """The options of a host by kind: 2 tests, 1 trade."""
    kinds = Counter(WORDS[option.kind] for option in scenario.options if option.host == host)
    return ", ".join(count(n, kind) for kind, n in kinds.items())


def draw(name: str) -> np.ndarray:
    """The map of a scenario; of a campaign those of all its chapters, one below the other."""
    if not campaigns.is_campaign(name):
        return Chart(library.find(name)).finish()
    pictures = [Chart(scenario).finish() for scenario in campaigns.find(name).scenarios]
    width = max(picture.shape[1] for picture in pictures)
    return np.vstack([np.pad(one, ((0, 0), (0, width - one.shape[1]), (0, 0)), mode="edge") for one in pictures])


def draw_world(game: np.ndarray) -> np.ndarray:
    """The map of the world as a game has it."""
    scenario = library.of(game)
    return Chart(scenario, Now(scenario, record(game))).finish()


def panel_height(destiny: Destiny) -> float:
    return 36 + sum(28 + STEP_ROW * (len(path.steps) + 1) for path in destiny.paths)


class Chart:
    """The map on the left, the paths in words on the right."""

    def __init__(self, scenario: Scenario, now: Start | None = None) -> None:
        self.scenario = scenario
        self.now = now or Start(scenario)
        self.places = places_of(scenario, self.now)
        tiles = scenario.tiles
        self.left, self.top = min(t.x for t in tiles), min(t.y for t in tiles)
        columns, rows = max(t.x for t in tiles) - self.left + 1, max(t.y for t in tiles) - self.top + 1
        self.map_width = columns * (TILE_WIDTH + GAP) - GAP
        self.width = self.map_width + LEGEND_WIDTH + 3 * MARGIN
        legend = sum(panel_height(destiny) + 8 for destiny in scenario.destinies)
        needed = max(HEAD + sum(place.height for place in self.on(tile)) + 12 for tile in tiles)
        self.tile_height = max(needed, min(1.15 * needed, (legend + GAP) / rows - GAP))  # the map as tall as the words
        height = TOP + max(rows * (self.tile_height + GAP), legend) + MARGIN
        self.canvas = Canvas(round(self.width), round(height), (self.width - 60, 44))

    def on(self, tile: Tile) -> list[Place]:
        return [place for place in self.places.values() if self.now.tile(place.poi) == tile.id]

    def corner(self, tile: Tile) -> tuple[float, float]:
        x = MARGIN + (tile.x - self.left) * (TILE_WIDTH + GAP)
        return x, TOP + (tile.y - self.top) * (self.tile_height + GAP)

    def finish(self) -> np.ndarray:
        c, s = self.canvas, self.scenario
        c.text(MARGIN, 16, s.header.title, 26, GOLD, bold=0.3)
        said = [count(len(s.tiles), "tile"), count(len(s.pois), "place"), count(len(s.options), "option")]
        c.text(
            MARGIN,
            51,
            f"{listed(said)}. Numbers are steps of a path, F its finale; path A is full, path B hollow.",
            13.5,
            DIM,
        )
        self.roads()
        for tile in s.tiles:
            self.tile(tile)
        self.legend(MARGIN * 2 + self.map_width, TOP)
        return c.finish()

    def roads(self) -> None:
        """A line between tiles: whoever stands on one can go to the other. Red: closed; wide: not so at the start."""
        middle = {}
        for tile in self.scenario.tiles:
            x, y = self.corner(tile)
            middle[tile.id] = x + TILE_WIDTH / 2, y + self.tile_height / 2
        for name, near in neighbours(self.scenario).items():
            for other in near:
                self.canvas.line(*middle[name], *middle[other], mix(GOLD, DEEP, 0.45), 5)
        for way in self.scenario.ways:  # those that may open and close
            colour = mix(GOLD if self.now.is_open(way) else TOKENS["danger"], DEEP, 0.1)
            self.canvas.line(*middle[way.a], *middle[way.b], colour, 9 if self.now.has_changed(way) else 5)

    def tile(self, tile: Tile) -> None:
        c = self.canvas
        x, y = self.corner(tile)
        start = tile.id == self.scenario.header.start_tile
        c.box(
            x,
            y,
            TILE_WIDTH,
            self.tile_height,
            LAND[tile.slot % len(LAND)],
            GOLD if start else RIM,
            9,
            2 if start else 1,
        )
        c.text(x + 12, y + 8, c.fitted(tile.name, 15, TILE_WIDTH - 60), 15, PARCHMENT, bold=0.15)
        c.text(x + TILE_WIDTH - 10, y + 10, "start" if start else str(tile.slot), 11.5, GOLD if start else FAINT, "ra")
        row = y + HEAD
        for place in self.on(tile):
            self.place(place, x, row)
            row += place.height

    def place(self, place: Place, x: float, y: float) -> None:
        c, poi = self.canvas, place.poi
        there, mark, token = self.now.is_there(poi), self.now.place_mark(poi), TOKENS.get(self.now.look(poi).token, DIM)
        c.disc(x + 18, y + 8, 4.5, token if there else None, token)
        name = f"{poi.name} ({mark})" if mark else poi.name
        colour = DIM if not there else CHANGED if mark else INK
        c.text(x + 30, y, c.fitted(name, 12.5, TILE_WIDTH - 40), 12.5, colour)
        y += ROW
        if place.options:
            c.text(x + 30, y - 2, c.fitted(place.options, 10.5, TILE_WIDTH - 40), 10.5, DIM)
            y += ROW
        for person, has_come in place.people:
            c.text(x + 30, y - 1, c.fitted(f"~ {person}", 11.5, TILE_WIDTH - 40), 11.5, CHANGED if has_come else GOLD)
            y += ROW
        for i, badge in enumerate(place.badges):
            line, column = divmod(i, PER_ROW)
            self.badge(badge, x + 38 + column * (2 * BADGE + 4), y + BADGE + 2 + line * (2 * BADGE + 6))

    def badge(self, badge: Badge, x: float, y: float) -> None:
        colour = DESTINIES[badge.destiny]
        full = badge.path == 0
        self.canvas.disc(x, y, BADGE, colour if full else mix(PANEL, DEEP, 0.4), colour, 2)
        self.canvas.text(x, y, badge.word, 11, DEEP if full else colour, "mm", 0.25)

    def legend(self, x: float, y: float) -> None:
        """Every destiny with its paths, step by step."""
        c, s = self.canvas, self.scenario
        names = {character.id: character.name for character in s.characters}
        ends = {finale.id: finale for finale in s.finales}
        for number, destiny in enumerate(s.destinies):
            height = panel_height(destiny)
            c.box(x, y, LEGEND_WIDTH, height, PANEL, DESTINIES[number], 8, 1.2)
            c.text(x + 12, y + 8, c.fitted(names[destiny.character], 14, LEGEND_WIDTH - 24), 14, INK, bold=0.15)
            row = y + 31
            for p, path in enumerate(sorted(destiny.paths, key=lambda path: path.key)):
                some = f" ({path.wanted} steps are enough)" if path.wanted < len(path.steps) else ""
                c.text(x + 12, row + 3, f"{path.key}  {path.name}{some}", 12.5, DESTINIES[number], bold=0.12)
                row += 25
                finale = ends[path.finale]
                rows = [(str(n), step.where, step.text) for n, step in enumerate(path.steps, 1)]
                stages = ", ".join(stage.name for stage in finale.stages)
                for word, where, what in [*rows, ("F", finale.poi, stages)]:
                    self.badge(Badge(number, p, word), x + 22, row + 6)
                    said = f"{self.places[where].poi.name}: {what}"
                    c.text(x + 38, row - 1, c.fitted(said, 11.5, LEGEND_WIDTH - 48), 11.5, INK)
                    row += STEP_ROW
                row += 3
            y += height + 8
