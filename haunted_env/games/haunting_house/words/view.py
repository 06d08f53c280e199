"""The game as text, as one seat knows it, or with every card shown."""

import textwrap
from typing import Any

import numpy as np

from haunted_env.games.haunting_house.actions import End, Round
from haunted_env.games.haunting_house.content import PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, NONE
from haunted_env.games.haunting_house.tables import N_ORDINARY, N_STARRED, RING_CELL, RING_SIDE, SIZE
from haunted_env.games.haunting_house.words import names
from haunted_env.games.haunting_house.words.chronicle import ENDS, events
from haunted_env.games.haunting_house.words.describe import decision_name, explain_decision
from haunted_env.spec.phrases import player, record, sentence

WIDTH = 100
CELL_WIDTH, MARGIN = 9, 10
N_SHOWN_EVENTS = 8
LEGEND = "Gaps are halls, lines are walls (two between tiles: both have one); * trap door; numbers are pawns."
EMPTY, FACE_DOWN = -2, NONE  # of `cards`, beside the cards themselves


def cards(whole: Any, viewer: int | None, seat: int) -> list[int]:
    """The slots of a seat in this round as the viewer knows them; everything if the viewer is None."""
    table = whole["table"]
    shown = [int(card) for card in table["shown"][seat]]
    if table["round"] == Round.RANDOM:
        known = whole["secret"]["drawn"][seat] if viewer is None else [NONE] * RANDOM_CARDS
        size = RANDOM_CARDS if table["flip"] else 0
        slots = RANDOM_CARDS
    else:
        mine = viewer in (None, seat)
        known = whole["ledger"][seat]["program"] if mine else [NONE] * PROGRAM_CARDS
        size = int(table["programmed"][seat])
        slots = PROGRAM_CARDS
    return [max(shown[i], int(known[i])) if i < size else EMPTY for i in range(slots)]


def headline(game: np.ndarray, viewer: int | None) -> tuple[str, str]:
    """Where the game stands, and what is asked."""
    table = record(game)["table"]
    last = f" of {table['max_turns']}" if table["max_turns"] else ""
    flip = f"flip {table['flip']}" if table["flip"] else "programs are made"
    parts = [f"turn {table['turn']}{last}", f"{names.ROUNDS[table['round']]}, {flip}"]
    if table["over"]:
        won = f"{player(table['winner'])} wins" if table["winner"] != NONE else "nobody wins"
        return " · ".join([*parts, "game over"]), f"{sentence(ENDS[End(int(table['reason']))])}: {won}."
    decider = int(table["decider"])
    seat = decider if viewer is None else viewer
    if decider >= 0:
        parts.append(f"{player(decider)} decides: {decision_name(game, seat)}")
    return " · ".join(parts), explain_decision(game, seat)


def _door(table: Any, place: int) -> tuple[str, int, int]:
    """What stands at the entrance or exit, the cell it lies against and the side."""
    slot = int(table["entrance" if place == ENTRANCE else "exit"])
    here = "".join(str(seat) for seat in names.pawns_at(table, place))
    word = "IN" if place == ENTRANCE else "EXIT"
    return f"{word} {here}".strip(), int(RING_CELL[slot]), int(RING_SIDE[slot])


def _box(table: Any, cell: int) -> list[str]:
    """The three lines of one tile."""
    north, east, south, west = names.openings(table, cell)
    pawns = "".join(str(seat) for seat in names.pawns_at(table, cell))
    inner = CELL_WIDTH - 2
    label = pawns + "*" * names.is_trap_door(table, cell)
    if table["chosen"] == cell and not table["over"]:
        label = f"[{label or ' '}]"
    gap = inner - 4

    def edge(is_open: bool) -> str:
        return "──" + (" " * gap if is_open else "─" * gap) + "──"

    middle = (" " if west else "│") + label.center(inner) + (" " if east else "│")
    return ["┌" + edge(north) + "┐", middle, "└" + edge(south) + "┘"]


def board(table: Any) -> list[str]:
    """The house with entrance and exit around it."""
    rows = [[" " * MARGIN] * 3 for _ in range(SIZE)]
    right = [""] * SIZE
    above, below = [" " * CELL_WIDTH] * SIZE, [" " * CELL_WIDTH] * SIZE
    for row in range(SIZE):
        rows[row][1] = f"{row}".rjust(MARGIN - 1) + " "
    for place in (ENTRANCE, EXIT):
        word, cell, side = _door(table, place)
        row, col = divmod(cell, SIZE)
        if side == 0:
            above[col] = f"{word} ↓".center(CELL_WIDTH) if place == ENTRANCE else f"{word}".center(CELL_WIDTH)
        elif side == 1:
            right[row] = f" {word}"
        elif side == 2:
            below[col] = word.center(CELL_WIDTH)
        else:
            arrow = "→" if place == ENTRANCE else ""
            rows[row][1] = f"{word}{arrow}".rjust(MARGIN - 3) + f" {row} "
    head = " " * MARGIN + "".join(f"{col}".center(CELL_WIDTH) for col in range(SIZE))
    lines = [head, " " * MARGIN + "".join(above)]
    for row in range(SIZE):
        boxes = [_box(table, SIZE * row + col) for col in range(SIZE)]
        for i in range(3):
            lines.append(rows[row][i] + "".join(box[i] for box in boxes) + (right[row] if i == 1 else ""))
    return [line.rstrip() for line in [*lines, " " * MARGIN + "".join(below)] if line.strip()]


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _slot(table: Any, seat: int, slot: int, card: int) -> str:
    """One card: in brackets while it lies face down."""
    if card == EMPTY:
        return "-"
    if card == FACE_DOWN:
        return "?"
    return names.card(card) if table["shown"][seat, slot] >= 0 else f"({names.card(card)})"


def seat_lines(whole: Any, viewer: int | None, seat: int) -> list[str]:
    """One player: place, cards of this round."""
    table = whole["table"]
    marks = ["you"] if seat == viewer else []
    marks += ["marker"] if seat == table["marker"] else []
    marks += ["winner"] if seat == table["winner"] else []
    name = f"Player {seat}" + (f" ({', '.join(marks)})" if marks else "")
    shown = " | ".join(_slot(table, seat, slot, card) for slot, card in enumerate(cards(whole, viewer, seat)))
    lines = _wrap(f"{name:<22} on {names.place(int(table['pawn'][seat])):<12} {shown}")
    gone = [names.card(N_ORDINARY + i) for i in range(N_STARRED) if int(table["removed"][seat]) >> i & 1]
    return lines + ([f"    removed from the deck: {', '.join(gone)}"] if gone else [])


def past_lines(table: Any) -> list[str]:
    """HH-HID-8: the cards of the latest finished rounds."""
    lines = []
    for field, name in (("past_random", names.ROUNDS[0]), ("past_chosen", names.ROUNDS[1])):
        if table[field][0, 0] >= 0:
            rows = [
                f"{seat}: {', '.join(names.card(int(card)) for card in table[field][seat])}"
                for seat in range(int(table["n_seats"]))
            ]
            lines += _wrap(f"Last {name}: {'; '.join(rows)}")
    return lines


def text(game: np.ndarray, seat: int | None) -> str:
    """The game as a seat knows it; with every card if `seat` is None."""
    whole = record(game)
    table = whole["table"]
    head, question = headline(game, seat)
    lines = [*_wrap(f"The Haunting House · {head}"), *_wrap(question), ""]
    lines += [*board(table), LEGEND, ""]
    for other in range(int(table["n_seats"])):
        lines += seat_lines(whole, seat, other)
    lines.append("Cards of this round in their order: turned up, (own, face down), ? face down, - still to come.")
    lines += past_lines(table)
    recent = events(game, max(0, int(table["n_events"]) - N_SHOWN_EVENTS))[1]
    if recent:
        lines += ["", "Last events:", *(f"  {line}" for line in recent)]
    return "\n".join(line.rstrip() for line in lines)
