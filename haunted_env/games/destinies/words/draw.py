"""The game as a picture, as one seat knows it, or with everything shown."""

from typing import Any

import numpy as np

from haunted_env.games.destinies.data import N_HOSTED, N_SKILLS, TRACK_SPACES
from haunted_env.games.destinies.scenario.schema import Path
from haunted_env.games.destinies.state import ABSENT, EXPLORED
from haunted_env.games.destinies.words import campaign, names
from haunted_env.games.destinies.words.chronicle import events
from haunted_env.games.destinies.words.names import World
from haunted_env.games.destinies.words.view import headline
from haunted_env.spec.paint import DEEP, DIM, FAINT, GOLD, INK, PANEL, PARCHMENT, RIM, SEATS, Canvas, Colour, mix
from haunted_env.spec.phrases import count, record

WIDTH, HEIGHT, MARGIN = 1320, 880, 20
MAP_WIDTH, TOP = 800, 92
SIDE = MAP_WIDTH + 2 * MARGIN
SIDE_WIDTH = WIDTH - SIDE - MARGIN
GAP = 10
N_SHOWN_EVENTS = 7
PLAYER_HEIGHT = 132
ROW = 15
AFTER_ROLL = 2  # of `testing`
MOON = (WIDTH - 70, 52)

TOKENS: dict[str, Colour] = {
    "trade": (219, 180, 106),
    "house": (190, 120, 84),
    "wild": (112, 170, 104),
    "work": (142, 150, 166),
    "holy": (206, 206, 232),
    "wreck": (104, 150, 176),
    "danger": (200, 74, 70),
}
LAND: tuple[Colour, ...] = ((54, 62, 58), (58, 60, 66), (64, 60, 54), (50, 60, 68))


def draw(game: np.ndarray, seat: int | None) -> np.ndarray:
    return Picture(game, seat).finish()


class Picture:
    """The map on the left, players and destiny on the right, the story below."""

    def __init__(self, game: np.ndarray, viewer: int | None) -> None:
        self.game, self.viewer = game, viewer
        self.world = World(record(game))
        self.canvas = Canvas(WIDTH, HEIGHT, MOON)

    def finish(self) -> np.ndarray:
        self.head()
        bottom = self.map()
        self.story(bottom + GAP)
        y = TOP
        for seat in range(self.world.n_seats):
            self.player(seat, y)
            y += PLAYER_HEIGHT + GAP
        shown = self.viewer if self.viewer is not None else max(self.world.decider, 0)
        self.scene(self.destiny(shown, y) + GAP)
        return self.canvas.finish()

    def head(self) -> None:
        head, question = headline(self.game, self.viewer)
        c = self.canvas
        title, size = campaign.title(self.world), 25 if self.world.scenario.link is None else 18
        c.text(MARGIN, 14, title, size, GOLD, bold=0.3)
        c.text(MARGIN + 14 + c.width(title, size), 22 if size > 20 else 17, head, 15, DIM)
        for i, line in enumerate(c.lines(question, 13.5, WIDTH - 2 * MARGIN - 120, 2)):
            c.text(MARGIN, 49 + 17 * i, line, 13.5, INK)

    # The map

    def map(self) -> float:
        """Returns where it ends."""
        tiles = self.world.scenario.tiles
        left, top = min(t.x for t in tiles), min(t.y for t in tiles)
        n_columns, n_rows = max(t.x for t in tiles) - left + 1, max(t.y for t in tiles) - top + 1
        w = (MAP_WIDTH - GAP * (n_columns - 1)) / n_columns
        h = min((HEIGHT - TOP - 150 - GAP * (n_rows - 1)) / n_rows, w)
        for tile in tiles:
            self.tile(tile, MARGIN + (tile.x - left) * (w + GAP), TOP + (tile.y - top) * (h + GAP), w, h)
        for are_open, colour in ((True, GOLD), (False, TOKENS["danger"])):
            for a, b in self.world.ways(are_open):
                ax, ay = MARGIN + (a.x - left) * (w + GAP) + w / 2, TOP + (a.y - top) * (h + GAP) + h / 2
                self.way(ax, ay, (b.x - a.x) * (w + GAP), (b.y - a.y) * (h + GAP), colour)
        return TOP + n_rows * (h + GAP)

    def way(self, x: float, y: float, dx: float, dy: float, colour: Colour) -> None:
        """The middle third of the line between two tiles: between neighbours, about where they meet."""
        self.canvas.line(x + dx / 3, y + dy / 3, x + 2 * dx / 3, y + 2 * dy / 3, colour, 4)

    def tile(self, tile: Any, x: float, y: float, w: float, h: float) -> None:
        c, table = self.canvas, self.world.table
        state = int(table["tile"][tile.slot])
        if state == ABSENT:
            return
        figures = [s for s in range(self.world.n_seats) if table["place"][s] == tile.slot]
        if state != EXPLORED:
            c.box(x, y, w, h, mix(PANEL, DEEP, 0.35), RIM, 8)
            c.text(x + w / 2, y + h / 2 - 8, c.fitted(tile.name, 13, w - 12), 13, FAINT, "mm")
            c.text(x + w / 2, y + h / 2 + 14, "?", 22, FAINT, "mm")
            return
        here = self.world.active in figures
        c.box(x, y, w, h, LAND[tile.slot % len(LAND)], GOLD if here else RIM, 8, 2 if here else 1)
        c.text(x + 9, y + 6, c.fitted(tile.name, 13.5, w - 18), 13.5, PARCHMENT, bold=0.15)
        self.places(tile, x, y + 26, w, h)
        for i, seat in enumerate(figures):
            c.piece(x + w - 15 - 25 * i, y + h - 15, 10.5, seat, seat == self.world.active)
        n = int(table["ground_n"][tile.slot])
        if n:
            c.text(x + 9, y + h - 18, f"{n} on the ground", 10.5, GOLD)

    def places(self, tile: Any, x: float, y: float, w: float, h: float) -> None:
        c = self.canvas
        rows = max(1, int((h - 40) // 15))
        lines: list[tuple[str, Colour | None]] = []
        for poi in self.world.known_pois(tile.slot):
            place, people = self.world.marked_at(poi)
            lines.append((place, TOKENS.get(self.world.look(poi).token, DIM)))
            lines += [(name, None) for name in people]
        for i, (name, colour) in enumerate(lines[:rows]):
            if colour:
                has_changed = name not in (self.world.poi(poi) for poi in self.world.known_pois(tile.slot))
                c.disc(x + 14, y + 15 * i + 7, 4, colour, GOLD if has_changed else DEEP)
                c.text(x + 23, y + 15 * i, c.fitted(name, 11.5, w - 30), 11.5, GOLD if has_changed else INK)
            else:
                c.text(x + 23, y + 15 * i, c.fitted(f"~ {name}", 10.5, w - 30), 10.5, GOLD)

    # Players

    def player(self, seat: int, y: float) -> None:
        c, world, table = self.canvas, self.world, self.world.table
        rim = SEATS[seat] if seat == self.viewer else RIM
        c.box(SIDE, y, SIDE_WIDTH, PLAYER_HEIGHT, PANEL, rim, 8, 1.5)
        c.piece(SIDE + 20, y + 20, 11, seat, seat == world.active)
        name = world.character(seat) + (" (defeated)" if table["defeated"][seat] else "")
        c.text(SIDE + 40, y + 10, c.fitted(name, 15, SIDE_WIDTH - 50), 15, INK, bold=0.15)
        place = "" if table["place"][seat] < 0 else world.tile(int(table["place"][seat]))
        wealth = f"{count(int(table['coins'][seat]), 'coin')} · {table['xp'][seat]} experience · {place}"
        c.text(SIDE + 40, y + 31, c.fitted(wealth, 12, SIDE_WIDTH - 110), 12, DIM)
        for die in range(3):
            ready = die < table["effort"][seat]
            c.box(SIDE + SIDE_WIDTH - 66 + 19 * die, y + 30, 14, 14, GOLD if ready else None, RIM, 3)
        for skill in range(N_SKILLS):
            self.track(seat, skill, y + 50 + 16 * skill)
        items = ", ".join(item.name for item in world.items(seat)) or "nothing"
        if table["in_finale"][seat]:
            stage, _ = world.stage(seat)
            items = f"In the finale: {stage}, resolve {table['resolve'][seat]}"
        for i, line in enumerate(c.lines(items, 11.5, SIDE_WIDTH - 24, 2)):
            c.text(SIDE + 12, y + 100 + 14 * i, line, 11.5, PARCHMENT)

    def track(self, seat: int, skill: int, y: float) -> None:
        """Spaces from good (left) to bad, markers filled."""
        c = self.canvas
        c.text(SIDE + 12, y, names.SHORT[skill], 11.5, DIM)
        low = self.world.scenario.header.track_min
        spaces = min(TRACK_SPACES, self.world.scenario.header.track_max - low + 1)
        step = (SIDE_WIDTH - 60) / spaces
        markers = self.world.markers(seat, skill)
        for i in range(spaces):
            x, on = SIDE + 46 + step * i, low + i in markers
            c.box(x, y, step - 3, 13, SEATS[seat] if on else mix(PANEL, DEEP, 0.5), RIM, 3)
            c.text(x + (step - 3) / 2, y + 6.5, str(low + i), 9.5, DEEP if on else FAINT, "mm")

    def destiny(self, seat: int, y: float) -> float:
        """What the viewer knows of the own destiny. Returns where the panel ends."""
        c, world = self.canvas, self.world
        ledger = world.whole["ledger"][seat]
        paths = world.paths(seat)
        if not paths:
            return y
        card = c.lines(world.scenario.destinies[int(ledger["destiny"])].card, 12, SIDE_WIDTH - 24, 3)
        height = 26 + ROW * (len(card) + sum(len(path.steps) for path in paths)) + 24 * len(paths)
        c.box(SIDE, y, SIDE_WIDTH, height, mix(PARCHMENT, DEEP, 0.82), GOLD, 8)
        row = y + 9
        for line in card:
            c.text(SIDE + 12, row, line, 12, PARCHMENT)
            row += ROW
        for n, path in enumerate(paths):
            title = f"{path.key}  {path.name} · ends at {world.poi(int(ledger['finale_poi'][n]))}"
            c.text(SIDE + 12, row + 6, c.fitted(title, 12.5, SIDE_WIDTH - 24), 12.5, GOLD, bold=0.1)
            row = self.steps(ledger, n, path, row + 24)
        return y + height

    def steps(self, ledger: Any, n: int, path: Path, row: float) -> float:
        """A ring for each step, filled when it is done; words once it is revealed."""
        c = self.canvas
        for i, step in enumerate(path.steps):
            done, told = int(ledger["done"][n]) >> i & 1, int(ledger["revealed"][n]) >> i & 1
            known = bool(done or told)
            c.disc(SIDE + 20, row + 7, 4.5, GOLD if done else None, GOLD if known else FAINT, 1.2)
            where = f"{step.text} ({self.world.poi(int(ledger['where'][n][i]))})" if known else "not revealed yet"
            c.text(SIDE + 32, row, c.fitted(where, 11.5, SIDE_WIDTH - 44), 11.5, INK if known else FAINT)
            row += ROW
        return row

    def scene(self, y: float) -> None:
        """The test being made, or what can be done here (DS-OBS-6, DS-OBS-7)."""
        c, table = self.canvas, self.world.table
        offered = [self.world.slot_option(slot) for slot in range(N_HOSTED)]
        lines = [names.option_words(option) for option in offered if option is not None]
        title = "What can be done here"
        if table["testing"]:
            title = f"Test: {names.option_words(self.world.option(int(table['option'])))}"
            roll = f"{names.rolled(table)}: total {table['total']}, successes {table['successes']}"
            lines = [roll if table["testing"] == AFTER_ROLL else "not rolled yet"]
        room = int((HEIGHT - MARGIN - y - 32) // ROW)
        if not lines or room < 1:
            return
        c.box(SIDE, y, SIDE_WIDTH, 32 + ROW * min(room, len(lines)), PANEL, RIM, 8)
        c.text(SIDE + 12, y + 8, c.fitted(title, 12.5, SIDE_WIDTH - 24), 12.5, GOLD, bold=0.1)
        for i, line in enumerate(lines[:room]):
            c.text(SIDE + 12, y + 27 + ROW * i, c.fitted(line, 11.5, SIDE_WIDTH - 24), 11.5, INK)

    def story(self, y: float) -> None:
        c = self.canvas
        height = HEIGHT - MARGIN - y
        c.box(MARGIN, y, MAP_WIDTH, height, PANEL, RIM, 8)
        recent = events(self.game, max(1, int(self.world.table["n_notes"]) - N_SHOWN_EVENTS))[1]
        room = int((height - 14) // 15)
        for i, line in enumerate(recent[-room:] if room > 0 else []):
            c.text(MARGIN + 12, y + 8 + 15 * i, c.fitted(line, 12, MAP_WIDTH - 24), 12, INK if i else DIM)
