"""The game as text, as one seat knows it, or with every card shown (GG-HID-2, GG-HID-3)."""

import textwrap
from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.content import COLS, ROWS
from haunted_env.games.ghosts_in_the_graveyard.state import MAX_SEATS
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD
from haunted_env.games.ghosts_in_the_graveyard.words import names
from haunted_env.games.ghosts_in_the_graveyard.words.chronicle import ENDS, events
from haunted_env.games.ghosts_in_the_graveyard.words.explain import decision_name, explain_decision
from haunted_env.spec.phrases import player, record

WIDTH = 100
CELL = 7
N_SHOWN_EVENTS = 10
N_SHOWN_ANSWERS = 14
N_SHOWN_PILE = 8
SIGNS = {
    Mark.PRE_MARKED: "m",
    Mark.START_DRAW: "s",
    Mark.PLAYED: "p",
    Mark.DECOY_FOUND: "d",
    Mark.PENALTY: "y",
    Mark.SILENCING: "q",
    Mark.HAUNT_FOUND: "h",
}
LEGEND = (
    "x marked, then why and by which player: s start draw, p played, d Decoy found, y penalty, q silenced, h Haunt "
    "found, m before the game.  < > asked about last.  {own}"
)


def holdings(whole: Any, viewer: int | None) -> dict[int, tuple[str, int]]:
    """Who holds which card as what (Haunt, Decoy, Card in hand), as far as the viewer sees."""
    found: dict[int, tuple[str, int]] = {}
    for seat in range(int(whole["table"]["n_seats"])) if viewer is None else [viewer]:
        ledger = whole["ledger"][seat]
        found |= {card: ("C", seat) for card in names.cards_in(ledger["hand"])}
        found |= {card: ("D", seat) for card in names.cards_in(ledger["decoys"])}
        if ledger["haunt"] >= 0:
            found[int(ledger["haunt"])] = ("H", seat)
    return found


def last_area(table: Any) -> tuple[int, bool]:
    """The area asked about last, and the answer; the empty set if there was no Search yet."""
    if not table["n_searches"]:
        return 0, False
    row = table["searches"][int(table["n_searches"]) - 1]
    return names.area(table, int(row["light"]), int(row["played"]), int(row["place"])), bool(row["yes"])


def headline(game: np.ndarray, viewer: int | None) -> tuple[str, str]:
    """Where the game stands, and who is asked what."""
    table = record(game)["table"]
    if table["over"]:
        winner = f"{player(table['winner'])} wins" if table["winner"] >= 0 else "nobody wins"
        why = next(reason for end, reason in ENDS.items() if end == table["reason"])
        return f"game over after {table['turn']} turns", f"{winner[0].upper()}{winner[1:]}: {why}."
    decider = int(table["decider"])
    if decider < 0:
        return "before the deal", ""
    phase = "setup" if table["turn_seat"] < 0 else f"turn {table['turn'] + 1} · {player(table['turn_seat'])}'s turn"
    asked = f"{player(decider)} decides: {decision_name(game, decider)}"
    return f"{phase} · {asked}", explain_decision(game, decider if viewer is None else viewer)


def _cell(table: Any, card: int, held: dict[int, tuple[str, int]], viewer: int | None, asked: int) -> str:
    number = names.tomb(card)
    sign = ""
    if table["mark"][card]:
        by = table["marked_by"][card]
        sign = f"x{SIGNS[Mark(int(table['mark'][card]))]}{by if by >= 0 else ''}"
    elif card in held:
        what, seat = held[card]
        sign = what if viewer is not None else f"{what}{seat}"
    frame = "[]" if card == table["played"] else "<>" if asked >> card & 1 else "  "
    return (frame[0] + number + frame[1] + sign).ljust(CELL)[:CELL]


def board(whole: Any, viewer: int | None) -> list[str]:
    """The map with its marks, north above."""
    table = whole["table"]
    held = holdings(whole, viewer)
    asked = last_area(table)[0]
    rule = "─" * CELL
    lines = [" " * (CELL * 5 + 4) + "N"]
    for row in range(ROWS):
        lines.append(("  ┌" + "┬".join([rule] * COLS) + "┐") if row == 0 else ("  ├" + "┼".join([rule] * COLS) + "┤"))
        cells = [_cell(table, COLS * row + col, held, viewer, asked) for col in range(COLS)]
        edge, end = ("W ", " E") if row == ROWS // 2 else ("  ", "")
        lines.append(edge + "│" + "│".join(cells) + "│" + end)
    lines.append("  └" + "┴".join([rule] * COLS) + "┘")
    return lines


def _wrap(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)


def _seat(whole: Any, viewer: int | None, seat: int) -> list[str]:
    """One player: flashlight, cards, icons."""
    table, ledger = whole["table"], whole["ledger"][seat]
    signs = ["you"] if seat == viewer else []
    signs += ["winner"] if table["over"] and seat == table["winner"] else []
    signs += ["turn"] if seat == table["turn_seat"] else []
    signs += ["silenced"] if table["silenced"][seat] else []
    name = f"Player {seat}" + (f" ({', '.join(signs)})" if signs else "")
    light = names.light_name(table["flashlight"][seat]) if table["flashlight"][seat] >= 0 else "no flashlight"
    hand, secrets = f"hand {table['hand_size'][seat]}", f"Secrets {table['n_secrets'][seat]}"
    if viewer in (None, seat):
        hand += f": {' '.join(names.tomb(card) for card in names.cards_in(ledger['hand']))}" if ledger["hand"] else ""
        shown = [f"Haunt {names.tomb(ledger['haunt'])}"] if ledger["haunt"] >= 0 else []
        shown += [f"Decoy {names.tomb(card)}" for card in names.cards_in(ledger["decoys"])]
        secrets += f": {', '.join(shown)}" if shown else ""
    line = f"{name}: {light} · {hand} · {secrets} · {names.icons(table, seat)}"
    return _wrap(f"{line} · seeks player {names.target_of(table, seat)}", 4)


def _lights(table: Any) -> list[str]:
    """The flashlights in the game, side by side."""
    columns: list[list[str]] = []
    for seat in range(MAX_SEATS):
        light = int(table["flashlight"][seat])
        if light < 0:
            continue
        rows = [row.replace("#", "■ ").replace(".", "· ") for row in names.picture(light).split(" / ")]
        columns.append([f"{names.light_name(light)} (player {seat})", *rows])
    if not columns:
        return []
    tall, wide = max(map(len, columns)), max(len(column[0]) for column in columns) + 3
    return ["".join((column[i] if i < len(column) else "").ljust(wide) for column in columns) for i in range(tall)]


def _answers(table: Any, viewer: int) -> list[str]:
    """What the viewer's target has told it so far."""
    target, told = player(names.target_of(table, viewer)), []
    missed = []
    for turn in names.turns(table):
        if turn.seat == viewer and turn.search is not None:
            row = turn.search
            asked = names.area(table, int(row["light"]), int(row["played"]), int(row["place"]))
            told.append(f"{'Yes' if row['yes'] else 'No':5}{names.tombs(asked)}")
        elif turn.seat == viewer and turn.guess["result"] == Result.MISS:
            missed.append(names.tomb(turn.guess["named"]))
    if missed:
        told.append(f"miss {', '.join(missed)}")
    lines = [line for answer in told[-N_SHOWN_ANSWERS:] for line in _wrap(f"  {answer}", 7)]
    return ["", f"Answers of {target}:", *lines] if told else []


def _context(table: Any) -> list[str]:
    """What is known of an unfinished turn."""
    parts = [f"Draw pile: {table['draw_pile_size']} cards"]
    if table["played"] >= 0:
        parts.append(f"played [ ]: {names.tomb(table['played'])}")
    if table["light"] >= 0:
        parts.append(f"light: {names.light_name(table['light'])}")
    if table["raven"]:
        parts.append("under Raven")
    return [" · ".join(parts)]


def text(game: np.ndarray, seat: int | None) -> str:
    """The game as a seat knows it; with every card if `seat` is None."""
    whole = record(game)
    table = whole["table"]
    head, question = headline(game, seat)
    lines = [*_wrap(f"Ghosts in the Graveyard · {head}", 4), *_wrap(question, 4), *board(whole, seat)]
    own = "H Haunt, D Decoy, C card in hand" + (" and of which player." if seat is None else " (yours).")
    lines += [*_wrap(LEGEND.format(own=own), 4), ""]
    for other in range(int(table["n_seats"])):
        lines += _seat(whole, seat, other)
    lines += _context(table)
    if seat is None and table["draw_pile_size"]:
        pile = whole["secret"]["draw_pile"][: int(table["draw_pile_size"])][::-1][:N_SHOWN_PILE]
        lines.append(f"    next: {' '.join(names.tomb(card) for card in pile)}")
    choosing = table["decision"] in (Decision.CHOOSE_LIGHT, Decision.PLACE_FLASHLIGHT) and table["light"] != FLOOD
    if choosing:
        lines += ["", *_lights(table)]
    lines += _answers(table, seat) if seat is not None else []
    recent = events(game, 0)[1][-N_SHOWN_EVENTS:]
    if recent:
        lines += ["", "Last events:"]
        for line in recent:
            lines += _wrap(f"  {line}", 6)
    return "\n".join(line.rstrip() for line in lines)
