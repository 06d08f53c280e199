"""The game as a picture, as one seat knows it, or with every face shown (HD-INFO-19)."""

from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.state import GRID, NONE, SEEN
from haunted_env.games.haunted_destinies.tables import CEMETERY, OPENER
from haunted_env.games.haunted_destinies.words import names as words
from haunted_env.games.haunted_destinies.words import talk
from haunted_env.games.haunted_destinies.words.chronicle import claims, seat_events
from haunted_env.games.haunted_destinies.words.paint import Canvas
from haunted_env.games.haunted_destinies.words.view import (
    N_SHOWN_EVENTS,
    N_SHOWN_TOLD,
    facts,
    gone_words,
    headline,
    is_active,
    rumours,
    used_area,
)
from haunted_env.spec.paint import (
    BLOOD,
    DEEP,
    DIM,
    FAINT,
    GOLD,
    INK,
    MOON_RADIUS,
    PANEL,
    RIM,
    SEATS,
    Colour,
    mix,
)

WIDTH, HEIGHT = 1200, 900
EDGE = 14
HEAD = 66
Area = tuple[float, float, float, float]  # x, y, width, height
BOARD: Area = (EDGE, HEAD, 764, 652)
FOOT: Area = (EDGE, 728, 764, 158)
SIDE: Area = (792, HEAD, 394, 820)
TILE_SIZE = 118  # at most
SEAT_HEIGHT, GHOST_HEIGHT, GAP, LINE = 190, 62, 8, 15

MOOR: tuple[Colour, ...] = ((38, 52, 46), (42, 50, 42), (36, 48, 52), (46, 50, 44))
SEARCHABLE = (88, 66, 36)
GRAVES = (62, 64, 84)


def draw(game: np.ndarray, seat: int | None) -> np.ndarray:
    """An (H, W, 3) uint8 picture."""
    whole = words.record(game)
    canvas = Canvas(WIDTH, HEIGHT, _moon(whole["table"]))
    _head(canvas, game, seat)
    _board(canvas, whole["table"])
    _foot(canvas, game, seat)
    _seats(canvas, game, seat)
    return canvas.finish()


def _head(canvas: Canvas, game: np.ndarray, seat: int | None) -> None:
    table = words.record(game)["table"]
    title, question = headline(game, seat)
    canvas.text(EDGE, 11, "HAUNTED DESTINIES", 17, GOLD, bold=0.3)
    x = EDGE + canvas.width("HAUNTED DESTINIES", 17) + 18
    canvas.text(x, 14, canvas.fitted(title, 14, 1060 - x), 14, INK)
    canvas.text(EDGE, 39, canvas.fitted(question, 13, 1060 - EDGE), 13, DIM)
    view = "every face shown" if seat is None else f"seen by player {seat}"
    canvas.text(WIDTH - EDGE, 12, view, 12, FAINT, "ra")
    for i, (die, dark) in enumerate(((int(table["light"]), False), (int(table["dark"]), True))):
        if die:
            canvas.die(WIDTH - EDGE - 56 + 30 * i, 32, 25, die, dark)


def _grid(table: Any) -> tuple[list[tuple[int, float, float]], float]:
    """The cells shown with their places, and their size."""
    top, bottom, left, right = used_area(table)
    x, y, w, h = BOARD
    size = min(w / (right - left + 1), h / (bottom - top + 1), TILE_SIZE)
    x += (w - size * (right - left + 1)) / 2
    y += (h - size * (bottom - top + 1)) / 2
    cells = [(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)]
    return [(row * GRID + col, x + (col - left) * size, y + (row - top) * size) for row, col in cells], size


def _moon(table: Any) -> tuple[float, float]:
    """A corner of the moor without tiles; far outside the picture if there is none."""
    x, y, w, h = BOARD
    cells, size = _grid(table)
    tiles = [(tx, ty) for cell, tx, ty in cells if table["tile"][cell] >= 0 or table["in_setup"]]
    reach = MOON_RADIUS + 8
    for mx, my in ((x + 70, y + 70), (x + w - 70, y + 70), (x + 70, y + h - 70), (x + w - 70, y + h - 70)):
        if not any(tx - reach < mx < tx + size + reach and ty - reach < my < ty + size + reach for tx, ty in tiles):
            return mx, my
    return x + 70, -400


def _board(canvas: Canvas, table: Any) -> None:
    cells, size = _grid(table)
    for cell, x, y in cells:
        if table["tile"][cell] >= 0:
            _tile(canvas, int(table["tile"][cell]), x + 1.5, y + 1.5, size - 3)
            _upon(canvas, table, cell, x + 1.5, y + 1.5, size - 3)
        elif table["in_setup"]:
            canvas.box(x + 4, y + 4, size - 8, size - 8, None, (34, 38, 50), 8, 1)
            canvas.text(x + size / 2, y + size / 2, words.at(cell), 11, FAINT, "mm")


def _tile(canvas: Canvas, tile: int, x: float, y: float, size: float) -> None:
    """A tile by itself: name, ground and edges."""
    row = words.TILES[tile]
    fill = GRAVES if tile == CEMETERY else SEARCHABLE if row.searchable else MOOR[row.index % len(MOOR)]
    canvas.box(x, y, size, size, fill, mix(fill, INK, 0.22), size * 0.08, 1.2)
    _ground(canvas, row, fill, x, y, size)
    _edges(canvas, row, x, y, size)
    letters = max(8.5, size * 0.112)
    lines = canvas.lines(row.name, letters, size * 0.70, 2)
    first = y + size * (0.30 if len(lines) == 1 else 0.245)
    for i, line in enumerate(lines):
        shown = canvas.fitted(line, letters, size * 0.78)
        canvas.text(x + size / 2, first + i * letters * 1.12, shown, letters, INK, "mm")


def _upon(canvas: Canvas, table: Any, cell: int, x: float, y: float, size: float) -> None:
    """Gloom and pawns on a tile."""
    if table["gloom"][cell] > 0:
        canvas.gloom(x + size * 0.79, y + size * 0.80, size * 0.105, int(table["gloom"][cell]))
    here = [seat for seat in range(int(table["n_seats"])) if table["pawn"][seat] == cell]
    radius = size * (0.125 if len(here) <= 3 else 0.092)
    per_row = 3
    for i, seat in enumerate(here):
        r, c = divmod(i, per_row)
        n_row = min(per_row, len(here) - r * per_row)
        px = x + size / 2 + (c - (n_row - 1) / 2) * radius * 2.35
        py = y + size * (0.60 if len(here) <= per_row else 0.53 + 0.21 * r)
        canvas.pawn(px, py, radius, seat, bool(table["ghost"][seat]), is_active(table, seat))


def _ground(canvas: Canvas, row: Any, fill: Colour, x: float, y: float, size: float) -> None:
    """What lies there: graves, or the lantern of a searchable tile."""
    faint = mix(fill, INK, 0.20)
    if row.cemetery:
        for dx, dy in ((0.24, 0.64), (0.50, 0.55), (0.76, 0.62)):
            cx, cy, arm = x + size * dx, y + size * dy, size * 0.055
            canvas.line(cx, cy - arm * 1.6, cx, cy + arm * 2.2, faint, size * 0.03)
            canvas.line(cx - arm * 1.2, cy - arm * 0.4, cx + arm * 1.2, cy - arm * 0.4, faint, size * 0.03)
    elif row.searchable:
        cx, cy, r = x + size * 0.20, y + size * 0.785, size * 0.058
        canvas.line(cx + r * 0.7, cy + r * 0.7, cx + r * 1.8, cy + r * 1.8, GOLD, size * 0.028)
        canvas.disc(cx, cy, r, mix(fill, DEEP, 0.25), GOLD, size * 0.018)


def _edges(canvas: Canvas, row: Any, x: float, y: float, size: float) -> None:
    """The four costs on the sides; X is a bar across the side."""
    letters = max(9.0, size * 0.125)
    near, far, half = size * 0.085, size * 0.915, size / 2
    places = ((half, near), (far, half), (half, far), (near, half))
    for direction, ((dx, dy), edge) in enumerate(zip(places, row.edges)):
        if edge:
            shade = mix((196, 214, 180), (236, 150, 110), min(edge - 1, 4) / 4)
            canvas.text(x + dx, y + dy, str(edge), letters, shade, "mm", 0.15)
            continue
        thick, long = size * 0.055, size * 0.72
        across, along = 1 if direction in (0, 3) else size - thick - 1, half - long / 2
        if direction % 2 == 0:
            canvas.box(x + along, y + across, long, thick, BLOOD, None, thick / 2)
        else:
            canvas.box(x + across, y + along, thick, long, BLOOD, None, thick / 2)


def _seats(canvas: Canvas, game: np.ndarray, viewer: int | None) -> None:
    whole = words.record(game)
    x, y, w, h = SIDE
    n = int(whole["table"]["n_seats"])
    ghosts = int(whole["table"]["ghost"][:n].sum())
    room = h - GAP * (n - 1) - GHOST_HEIGHT * ghosts
    height = min(room / max(n - ghosts, 1), SEAT_HEIGHT)
    for seat in range(n):
        tall = GHOST_HEIGHT if whole["table"]["ghost"][seat] else height
        _seat(canvas, whole, viewer, seat, x, y, w, tall)
        y += tall + GAP
    if HEIGHT - EDGE - y > 90:
        told = talk.told(whole, viewer, N_SHOWN_TOLD)[::-1]
        title = "Told in private, then claims" if told else "Claims"
        _panel(canvas, title, told + claims(game)[::-1], x, y, w, HEIGHT - EDGE - y)


def _seat(canvas: Canvas, whole: Any, viewer: int | None, seat: int, x: float, y: float, w: float, h: float) -> None:
    table = whole["table"]
    ghost, won = bool(table["ghost"][seat]), bool(int(table["winners"]) >> seat & 1)
    active = is_active(table, seat) or won
    fill = mix(PANEL, (120, 128, 150), 0.13) if ghost else PANEL
    canvas.box(x, y, w, h, fill, GOLD if active else RIM, 8, 1.5 if active else 1)
    canvas.box(x, y + 8, 4, h - 16, SEATS[seat], None, 2)
    canvas.pawn(x + 24, y + 19, 11, seat, ghost, False)
    name = f"Player {seat}" + (" (you)" if seat == viewer else "")
    canvas.text(x + 42, y + 19, name, 14, INK, "lm")
    along = x + 42 + canvas.width(name, 14) + 12
    if ghost:
        canvas.text(along, y + 19, "ghost", 13, mix(SEATS[seat], INK, 0.6), "lm")
        canvas.gloom(along + 52, y + 19, 9, int(table["own_gloom"][seat]))
    else:
        health, wounds = int(table["health"][seat]), int(table["wounds"][seat])
        for i in range(health + wounds):
            canvas.heart(along + i * 15, y + 13, 13, i < health)
    if table["ritual"] and table["opener"] == seat:
        canvas.text(x + w - 10, y + 19, "the risen Opener", 12, BLOOD, "rm", 0.2)
    elif won or table["decider"] == seat:
        canvas.text(x + w - 10, y + 19, "wins" if won else "decides", 12, GOLD, "rm")
    rows = _front(canvas, table, seat, w - 28, 1 if h < 140 else 2)
    for i, (line, colour) in enumerate(rows):
        canvas.text(x + 14, y + 36 + LINE * i, line, 11.5, colour)
    if not ghost:
        _pile(canvas, whole, viewer, seat, x + 14, y + 38 + LINE * len(rows), w - 26, y + h - 8)


def _front(canvas: Canvas, table: Any, seat: int, width: float, most: int) -> list[tuple[str, Colour]]:
    """Items and face-up cards, each in a limited number of lines; of a ghost, where it wanders."""
    if table["ghost"][seat]:
        return [(f"wanders at {words.place(table, int(table['pawn'][seat]))}", DIM)]
    held = words.items_of(table, seat)
    up = [words.card(code) for code in words.face_up(table, seat)]
    rows: list[tuple[str, Colour]] = []
    if held:
        rows += [(line, mix(GOLD, INK, 0.3)) for line in canvas.lines(", ".join(held), 11.5, width, most)]
    if up:
        rows += [(line, (176, 200, 226)) for line in canvas.lines("up: " + ", ".join(up), 11.5, width, most)]
    return rows


def _pile(
    canvas: Canvas, whole: Any, viewer: int | None, owner: int, x: float, y: float, w: float, bottom: float
) -> None:
    """The Destiny pile as a row of cards from the top, with what is known of it beneath."""
    known = facts(whole, viewer, owner)
    table = whole["table"]
    low, high = int(table["grey_min"][owner]), int(table["grey_max"][owner])
    notes = [f"{low} grey" if low == high else f"{low} to {high} grey"] if high else []
    inside, doubtful = rumours(whole, viewer, owner)
    notes += [f"holds {name}" for name in inside] + [f"maybe {name}" for name in doubtful]
    note = " · ".join(notes)
    height = min(bottom - y - (LINE if note else 0), 92)
    step = min(w / max(len(known), 1), 62)
    for slot, fact in enumerate(known):
        name = words.card(fact - SEEN).removeprefix("The ") if fact >= SEEN else ""
        border = words.border(fact - SEEN) if fact >= SEEN else words.fact_mark(fact)
        canvas.card(x + slot * step, y, step - 3, height, border, name, slot, fact - SEEN == OPENER)
    if not known:
        canvas.text(x, y + 6, "no cards face down", 11.5, FAINT)
    canvas.text(x, bottom - 1, canvas.fitted(note, 10.5, w), 10.5, DIM, "ls")


def _panel(canvas: Canvas, title: str, rows: list[str], x: float, y: float, w: float, h: float) -> None:
    """A titled list, as much of it as there is room for."""
    canvas.box(x, y, w, h, PANEL, RIM, 8)
    canvas.text(x + 12, y + 9, title, 12, GOLD)
    below = y + 28
    for row in rows:
        lines = canvas.lines(words.sentence(row), 11.5, w - 24, 2)
        if below + LINE * len(lines) > y + h - 2:
            break
        for i, line in enumerate(lines):
            canvas.text(x + 12 + 10 * (i > 0), below, line, 11.5, INK if i == 0 else DIM)
            below += LINE


def _hand(canvas: Canvas, whole: Any, seat: int, x: float, y: float, w: float, h: float) -> None:
    """The tiles a seat still has to place."""
    _panel(canvas, f"Hand of player {seat}", [], x, y, w, h)
    tiles = [int(tile) for tile in whole["ledger"][seat]["hand"] if tile >= 0]
    size = min((w - 16) / max(len(tiles), 3), h - 44)
    for i, tile in enumerate(tiles):
        _tile(canvas, tile, x + 8 + i * size + 2, y + 32, size - 4)


def _foot(canvas: Canvas, game: np.ndarray, viewer: int | None) -> None:
    table = words.record(game)["table"]
    x, y, w, h = FOOT
    recent = seat_events(game, max(0, int(table["n_events"]) - N_SHOWN_EVENTS), viewer)[1]
    _panel(canvas, "Events, newest first", recent[::-1], x + 384, y, w - 384, h)
    seat = int(table["decider"]) if viewer is None else viewer
    if table["in_setup"] and seat != NONE:
        _hand(canvas, words.record(game), seat, x, y, 376, h)
        return
    rows = [
        f"{words.card(code)}{f' ×{copies}' if copies > 1 else ''}{f' on player {seat}' if seat != NONE else ''}: {what}"
        for code, copies, seat, what in words.in_play(table)
    ]
    counts = f"Search deck {table['search_left']} · Haunting deck {table['haunting_left']}"
    thrown = int(table["discard"].sum())
    rows.append(f"{counts} · {words.count(thrown, 'card')} discarded")
    gone = gone_words(table)
    rows += [f"gone: {', '.join(gone)}"] if gone else []
    _panel(canvas, "In play", rows, x, y, 376, h)
