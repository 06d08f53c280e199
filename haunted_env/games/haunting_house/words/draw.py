"""The game as a picture, as one seat knows it, or with every card shown."""

from typing import Any

import numpy as np

from haunted_env.games.haunting_house.content import PROGRAM_CARDS
from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, NONE
from haunted_env.games.haunting_house.tables import CARDS, N_CELLS, N_ORDINARY, N_STARRED, RING_CELL, RING_SIDE, SIZE
from haunted_env.games.haunting_house.words import names
from haunted_env.games.haunting_house.words.chronicle import events
from haunted_env.games.haunting_house.words.paint import LIGHT, MOONLIGHT, SIDES, Canvas
from haunted_env.games.haunting_house.words.view import EMPTY, FACE_DOWN, cards, headline
from haunted_env.spec.paint import DIM, FAINT, GOLD, INK, PANEL, RIM, SEATS, mix
from haunted_env.spec.phrases import record, sentence

WIDTH, HEIGHT = 1200, 900
EDGE, HEAD = 14, 66
TILE = 106
DOOR = 66
HOUSE_X, HOUSE_Y = 82, 150  # its north-west corner: a ring for the doors fits around it
SIDE_X, SIDE_WIDTH = 800, 386
GAP, LINE = 8, 15
SEAT_HEIGHT = 118  # at most


def draw(game: np.ndarray, seat: int | None) -> np.ndarray:
    """An (H, W, 3) uint8 picture."""
    whole = record(game)
    canvas = Canvas(WIDTH, HEIGHT, (700, -60))
    _head(canvas, game, seat)
    _house(canvas, whole["table"])
    below = _seats(canvas, whole, seat)
    _log(canvas, game, below)
    return canvas.finish()


def _head(canvas: Canvas, game: np.ndarray, seat: int | None) -> None:
    title, question = headline(game, seat)
    name = "THE HAUNTING HOUSE"
    canvas.text(EDGE, 11, name, 17, GOLD, bold=0.3)
    x = EDGE + canvas.width(name, 17) + 18
    canvas.text(x, 14, canvas.fitted(title, 14, 1050 - x), 14, INK)
    canvas.text(EDGE, 39, canvas.fitted(question, 13, WIDTH - 2 * EDGE), 13, DIM)
    view = "every card shown" if seat is None else f"seen by player {seat}"
    canvas.text(WIDTH - EDGE, 12, view, 12, FAINT, "ra")


def _house(canvas: Canvas, table: Any) -> None:
    edge = SIZE * TILE + 12
    canvas.box(HOUSE_X - 6, HOUSE_Y - 6, edge, edge, (24, 22, 29), (84, 78, 92), 6, 2)
    for place in (ENTRANCE, EXIT):
        _door(canvas, table, place)
    for cell in range(N_CELLS):
        x, y = HOUSE_X + cell % SIZE * TILE, HOUSE_Y + cell // SIZE * TILE
        halls, tile = names.openings(table, cell), int(table["tile"][cell])
        canvas.tile(x + 1, y + 1, TILE - 2, halls, names.is_trap_door(table, cell), tile)
        canvas.text(x + 6, y + 5, f"{cell // SIZE},{cell % SIZE}", 9, mix(DIM, PANEL, 0.25))
        if table["chosen"] == cell and not table["over"]:
            canvas.box(x + 1, y + 1, TILE - 2, TILE - 2, None, GOLD, 4, 3)
        _pawns(canvas, table, cell, x + TILE / 2, y + TILE / 2, 15)


def _door(canvas: Canvas, table: Any, place: int) -> None:
    """Entrance or exit outside the house, with the pawns on it."""
    slot = int(table["entrance" if place == ENTRANCE else "exit"])
    side = int(RING_SIDE[slot])
    row, col = divmod(int(RING_CELL[slot]), SIZE)
    away = TILE / 2 + DOOR / 2 + 5
    cx = HOUSE_X + (col + 0.5) * TILE + SIDES[side][0] * away
    cy = HOUSE_Y + (row + 0.5) * TILE + SIDES[side][1] * away
    canvas.doorway(cx - DOOR / 2, cy - DOOR / 2, DOOR, side, place == EXIT)
    label, colour = ("EXIT", LIGHT) if place == EXIT else ("ENTRANCE", MOONLIGHT)
    here = names.pawns_at(table, place)
    canvas.text(cx, cy - DOOR / 2 + (11 if here else DOOR / 2), label, 11, colour, "mm", 0.2)
    _pawns(canvas, table, place, cx, cy + 7, 9)


def _pawns(canvas: Canvas, table: Any, place: int, x: float, y: float, radius: float) -> None:
    """The pawns on a place, in rows of up to three."""
    here = names.pawns_at(table, place)
    if len(here) > 2:
        radius = min(radius, 12)
    for i, seat in enumerate(here):
        row, col = divmod(i, 3)
        n_row, n_rows = min(3, len(here) - 3 * row), (len(here) + 2) // 3
        px = x + (col - (n_row - 1) / 2) * radius * 2.2
        py = y + (row - (n_rows - 1) / 2) * radius * 2.2
        canvas.piece(px, py, radius, seat, seat == table["decider"] or seat == table["winner"])


def _seats(canvas: Canvas, whole: Any, viewer: int | None) -> float:
    """One panel per player; the height below them."""
    n = int(whole["table"]["n_seats"])
    height = min((HEIGHT - HEAD - 150) / n - GAP, SEAT_HEIGHT)
    y: float = HEAD
    for seat in range(n):
        _seat(canvas, whole, viewer, seat, y, height)
        y += height + GAP
    return y


def _seat(canvas: Canvas, whole: Any, viewer: int | None, seat: int, y: float, height: float) -> None:
    table, x = whole["table"], SIDE_X
    won, decides = table["winner"] == seat, table["decider"] == seat
    canvas.box(x, y, SIDE_WIDTH, height, PANEL, GOLD if won or decides else RIM, 8, 1.5 if won or decides else 1)
    canvas.box(x, y + 8, 4, height - 16, SEATS[seat], None, 2)
    canvas.piece(x + 24, y + 19, 11, seat)
    name = f"Player {seat}" + (" (you)" if seat == viewer else "")
    canvas.text(x + 42, y + 19, name, 14, INK, "lm")
    along = x + 42 + canvas.width(name, 14) + 10
    notes = [f"on {names.place(int(table['pawn'][seat]))}"]
    gone = [names.card(N_ORDINARY + i) for i in range(N_STARRED) if int(table["removed"][seat]) >> i & 1]
    notes += [f"without {', '.join(gone)}"] if gone else []
    right = ["marker"] if table["marker"] == seat else []
    right += ["wins"] if won else ["decides"] if decides else []
    room = SIDE_WIDTH - (along - x) - canvas.width(" · ".join(right), 12) - 20
    canvas.text(along, y + 20, canvas.fitted(" · ".join(notes), 12, room), 12, DIM, "lm")
    canvas.text(x + SIDE_WIDTH - 10, y + 19, " · ".join(right), 12, GOLD, "rm")
    width = (SIDE_WIDTH - 24) / PROGRAM_CARDS
    for slot, card in enumerate(cards(whole, viewer, seat)):
        place = (x + 14 + slot * width, y + 36, width - 6, height - 44)
        if card == EMPTY:
            canvas.empty_slot(*place, slot + 1)
        elif card == FACE_DOWN:
            canvas.back(*place)
        else:
            hidden = table["shown"][seat, slot] == NONE
            now = decides and table["card"] != NONE and slot == table["flip"] - 1
            canvas.face(*place, names.card(card), CARDS[card].starred, hidden, now)


def _log(canvas: Canvas, game: np.ndarray, y: float) -> None:
    """What has happened, newest first, as much of it as there is room for."""
    height = HEIGHT - EDGE - y
    canvas.box(SIDE_X, y, SIDE_WIDTH, height, PANEL, RIM, 8)
    canvas.text(SIDE_X + 12, y + 9, "Events, newest first", 12, GOLD)
    below = y + 28
    total = int(record(game)["table"]["n_events"])
    for event in events(game, max(0, total - 40))[1][::-1]:
        lines = canvas.lines(sentence(event), 11.5, SIDE_WIDTH - 24, 2)
        if below + LINE * len(lines) > y + height - 2:
            break
        for i, line in enumerate(lines):
            canvas.text(SIDE_X + 12 + 10 * (i > 0), below, line, 11.5, INK if i == 0 else DIM)
            below += LINE
