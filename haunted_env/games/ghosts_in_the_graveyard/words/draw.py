"""The game as a picture, as one seat knows it, or with every card shown (GG-HID-2, GG-HID-3)."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.content import COLS, ROWS
from haunted_env.games.ghosts_in_the_graveyard.tables import FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.words import names
from haunted_env.games.ghosts_in_the_graveyard.words.chronicle import events
from haunted_env.games.ghosts_in_the_graveyard.words.paint import Canvas
from haunted_env.games.ghosts_in_the_graveyard.words.view import headline, holdings, last_area
from haunted_env.spec.paint import BLOOD, DEEP, DIM, FAINT, GOLD, INK, PANEL, RIM, SEATS, mix
from haunted_env.spec.phrases import record

WIDTH, HEIGHT = 1200, 760
EDGE, HEAD, GAP, LINE = 14, 66, 8, 15
SIZE_X, SIZE_Y = 80, 90  # of a grave
MAP_X, MAP_Y = EDGE + 22, HEAD + 22
FOOT = MAP_Y + ROWS * SIZE_Y + 36
SIDE = MAP_X + COLS * SIZE_X + 30
MOON = (1120, 36)
SEAT_HEIGHT = (HEIGHT - HEAD - EDGE - 3 * GAP) / 4
REASONS = ("", "before", "start", "played", "Decoy", "penalty", "silenced", "HAUNT")  # by Mark
YES, NO = (92, 190, 120), (118, 124, 196)


def draw(game: np.ndarray, seat: int | None) -> np.ndarray:
    """An (H, W, 3) uint8 picture."""
    whole = record(game)
    canvas = Canvas(WIDTH, HEIGHT, MOON)
    _head(canvas, game, seat)
    _map(canvas, whole, seat)
    n_seats = int(whole["table"]["n_seats"])
    for other in range(n_seats):
        _seat(canvas, whole, seat, other, HEAD + other * (SEAT_HEIGHT + GAP), SEAT_HEIGHT)
    top = HEAD + n_seats * (SEAT_HEIGHT + GAP)
    if HEIGHT - EDGE - top > SEAT_HEIGHT / 2:
        _questions(canvas, whole["table"], top)
    _events(canvas, game)
    return canvas.finish()


def _head(canvas: Canvas, game: np.ndarray, seat: int | None) -> None:
    title, question = headline(game, seat)
    canvas.text(EDGE, 11, "GHOSTS IN THE GRAVEYARD", 17, GOLD, bold=0.3)
    x = EDGE + canvas.width("GHOSTS IN THE GRAVEYARD", 17) + 18
    canvas.text(x, 14, canvas.fitted(title, 14, SIDE - x), 14)
    canvas.text(EDGE, 39, canvas.fitted(question, 13, SIDE + 120), 13, DIM)
    canvas.text(SIDE, 12, "every card shown" if seat is None else f"seen by player {seat}", 12, FAINT)


def _map(canvas: Canvas, whole: Any, viewer: int | None) -> None:
    """The graves with what is known of them, lit where the last question was asked."""
    table = whole["table"]
    width, height = COLS * SIZE_X, ROWS * SIZE_Y
    for letter, x, y in (
        ("N", MAP_X + width / 2, MAP_Y - 11),
        ("S", MAP_X + width / 2, MAP_Y + height + 11),
        ("W", MAP_X - 12, MAP_Y + height / 2),
        ("E", MAP_X + width + 12, MAP_Y + height / 2),
    ):
        canvas.text(x, y, letter, 13, GOLD, "mm", 0.2)
    held = holdings(whole, viewer)
    asked, yes = last_area(table)
    last = int(table["searches"][int(table["n_searches"]) - 1]["played"]) if asked else -1
    for card in range(ROWS * COLS):
        x, y = MAP_X + SIZE_X * (card % COLS), MAP_Y + SIZE_Y * (card // COLS)
        lit = (YES if yes else NO) if asked >> card & 1 else None
        canvas.plot(x, y, SIZE_X, SIZE_Y, lit, card in (table["played"], last))
        mark, by = int(table["mark"][card]), int(table["marked_by"][card])
        what, owner = held.get(card, ("", -1))
        canvas.grave(
            x + 10, y + 9, SIZE_X - 20, SIZE_Y - 17, names.tomb(card), bool(mark), SEATS[owner] if what else None
        )
        if mark:
            canvas.cross(x + 10, y + 9, SIZE_X - 20, SIZE_Y - 17, SEATS[by] if by >= 0 else FAINT)
            canvas.text(x + SIZE_X / 2, y + SIZE_Y - 19, REASONS[mark], 9, DIM, "mm")
        elif what:
            canvas.sign(x + SIZE_X / 2, y + 55, what, SEATS[owner])
    canvas.text(MAP_X, MAP_Y + height + 12, f"draw pile: {table['draw_pile_size']} cards", 12, DIM, "lm")
    if asked:
        word = f"last question: {'Yes' if yes else 'No'}"
        canvas.text(MAP_X + width, MAP_Y + height + 12, word, 12, YES if yes else NO, "rm", 0.2)


def _seat(canvas: Canvas, whole: Any, viewer: int | None, seat: int, y: float, h: float) -> None:
    """One player: flashlight, icons, hand and Secrets."""
    table, x, w = whole["table"], SIDE, WIDTH - EDGE - SIDE
    won = bool(table["over"] and table["winner"] == seat)
    bright = seat == table["turn_seat"] or won
    canvas.box(x, y, w, h, mix(PANEL, DEEP, 0.5) if table["silenced"][seat] else PANEL, GOLD if bright else RIM, 8, 1.5)
    canvas.box(x, y + 8, 4, h - 16, SEATS[seat], None, 2)
    canvas.piece(x + 24, y + 20, 11, seat)
    canvas.text(x + 42, y + 20, f"Player {seat}" + (" (you)" if seat == viewer else ""), 14, INK, "lm")
    state = "wins" if won else "silenced" if table["silenced"][seat] else ""
    state = state or ("decides" if table["decider"] == seat else "")
    canvas.text(x + w - 10, y + 20, state, 12, BLOOD if state == "silenced" else GOLD, "rm")
    canvas.text(x + 14, y + 40, f"seeks player {names.target_of(table, seat)}'s Haunt", 11, DIM)
    light = int(table["flashlight"][seat])
    if light >= 0:
        canvas.text(x + w - 10, y + 40, FLASHLIGHTS[light].name, 11.5, mix(GOLD, INK, 0.4), "ra")
        canvas.lamp(x + w - 12, y + 60, FLASHLIGHTS[light].squares, min(13, (h - 70) / 4))
    left = (table["vanish_left"][seat], table["raven_left"][seat], table["hands_left"][seat])
    for i, (name, n) in enumerate(zip(("Vanish", "Raven", "Hands"), left)):
        canvas.icon(x + 14 + 62 * i, y + 58, name, int(n))
    _cards(canvas, whole, seat, viewer in (None, seat), x + 14, y + 84, h - 94)


def _cards(canvas: Canvas, whole: Any, seat: int, shown: bool, x: float, y: float, h: float) -> None:
    """Secrets, then the hand; face down unless shown."""
    table, ledger = whole["table"], whole["ledger"][seat]
    secrets = [("H", int(ledger["haunt"]))] if ledger["haunt"] >= 0 else []
    secrets += [("D", card) for card in names.cards_in(ledger["decoys"])]
    cards = [*secrets, *[("C", card) for card in names.cards_in(ledger["hand"])]] if shown else []
    n_secrets, n = int(table["n_secrets"][seat]), int(table["n_secrets"][seat] + table["hand_size"][seat])
    tall = min(h, 62)
    for i in range(n):
        at = x + 37 * i + (12 if i >= n_secrets else 0)
        what, card = cards[i] if shown else ("D" if i < n_secrets else "C", -1)
        canvas.card(at, y, 33, tall, what, names.tomb(card) if shown else "", SEATS[seat], i < n_secrets)


def _questions(canvas: Canvas, table: Any, y: float) -> None:
    """The Searches so far, newest first: who asked whom, from which tombstone, about what, and the answer."""
    x, w, h = SIDE, WIDTH - EDGE - SIDE, HEIGHT - EDGE - y
    canvas.box(x, y, w, h, PANEL, RIM, 8)
    canvas.text(x + 12, y + 9, "Questions, newest first", 12, GOLD)
    rows = int((h - 34) // (LINE + 3))
    for i, row in enumerate(table["searches"][: int(table["n_searches"])][::-1][:rows]):
        seat, played, at = int(row["seat"]), int(row["played"]), y + 38 + (LINE + 3) * i
        asked = names.tombs(names.area(table, int(row["light"]), played, int(row["place"])))
        for j, who in enumerate((seat, names.target_of(table, seat))):
            canvas.piece(x + 20 + 20 * j, at, 6.5, who)
        line = canvas.fitted(f"{names.tomb(played)}:  {asked}", 11, w - 100)
        canvas.text(x + 56, at, line, 11, DIM, "lm")
        canvas.text(x + w - 12, at, "Yes" if row["yes"] else "No", 11.5, YES if row["yes"] else NO, "rm", 0.2)


def _events(canvas: Canvas, game: np.ndarray) -> None:
    """What happened lately, in two columns, newest first."""
    w, h = COLS * SIZE_X + 16, HEIGHT - EDGE - FOOT
    canvas.box(MAP_X - 8, FOOT, w, h, PANEL, RIM, 8)
    canvas.text(MAP_X + 4, FOOT + 9, "Events, newest first", 12, GOLD)
    rows = int((h - 32) // LINE)
    for i, line in enumerate(events(game, 0)[1][::-1][: 2 * rows]):
        x, y = MAP_X + 4 + (w / 2 if i >= rows else 0), FOOT + 28 + LINE * (i % rows)
        canvas.text(x, y, canvas.fitted(line, 11.5, w / 2 - 24), 11.5, INK if i == 0 else DIM)
