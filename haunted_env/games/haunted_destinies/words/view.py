"""The game as text, as one seat knows it, or with every face shown (HD-INFO-1 to HD-INFO-4, HD-INFO-19)."""

import textwrap
from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.actions import End
from haunted_env.games.haunted_destinies.state import GRID, MAX_SEATS, N_PSYCHE, N_TOLD, NONE, PILE, SEEN, STALE
from haunted_env.games.haunted_destinies.tables import FIRST_HAUNTING, FIRST_SEARCH, OPENER, PSYCHE_SET
from haunted_env.games.haunted_destinies.words import names as words
from haunted_env.games.haunted_destinies.words import talk
from haunted_env.games.haunted_destinies.words.chronicle import ENDS, claims, seat_events
from haunted_env.games.haunted_destinies.words.explain import decision_name, explain_decision

WIDTH = 100
CELL_WIDTHS = (10, 18)  # of a tile's box, narrowest and widest
MARGIN = 2  # for the numbers of the rows
N_SHOWN_EVENTS = 8
N_SHOWN_CLAIMS = 6
N_SHOWN_TOLD = N_TOLD  # all of a log
N_SHOWN_DECK = 4
LEGEND = "* searchable   ●n gloom   [n] player   (n) ghost   on the sides: cost to leave that way, X = closed"


def facts(whole: Any, viewer: int | None, owner: int) -> list[int]:
    """What the viewer knows of each slot of a pile; everything if the viewer is None."""
    size = int(whole["table"]["pile_size"][owner])
    if viewer is None:
        return [SEEN + int(code) for code in whole["secret"]["pile"][owner][:size]]
    return [int(fact) for fact in whole["ledger"][viewer]["fact"][owner][:size]]


def rumours(whole: Any, viewer: int | None, owner: int) -> tuple[list[str], list[str]]:
    """Psyche cards known to lie somewhere in a pile, and those that did but may have left it."""
    if viewer is None:
        return [], []
    location = whole["ledger"][viewer]["location"]
    inside = [words.card(code) for code in range(N_PSYCHE) if location[code] == PILE + owner]
    doubtful = [words.card(code) for code in range(N_PSYCHE) if location[code] == STALE + owner]
    return inside, doubtful


def used_area(table: Any) -> tuple[int, int, int, int]:
    """First and last row and column that hold a tile; during setup with the free cells around them."""
    cells = np.flatnonzero(table["tile"] >= 0)
    if not len(cells):
        return 4, 4, 4, 4
    rows, cols = cells // GRID, cells % GRID
    more = int(table["in_setup"])
    top, bottom = max(int(rows.min()) - more, 0), min(int(rows.max()) + more, GRID - 1)
    return top, bottom, max(int(cols.min()) - more, 0), min(int(cols.max()) + more, GRID - 1)


def is_active(table: Any, seat: int) -> bool:
    """Whether it is the seat's turn."""
    return bool(seat == table["active"] and not table["in_setup"] and not table["over"])


def headline(game: np.ndarray, viewer: int | None) -> tuple[str, str]:
    """Where the game stands, and who is asked what, as the viewer may know it."""
    table = words.record(game)["table"]
    turn, last = int(table["turn"]) + 1, int(table["max_turns"])
    phase = "setup" if table["in_setup"] else f"turn {min(turn, last)} of {last}"
    if table["over"]:
        winners = [words.player(s) for s in range(MAX_SEATS) if int(table["winners"]) >> s & 1]
        won = f"{words.listed(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else "nobody wins"
        return f"{phase} · game over", f"{words.sentence(ENDS.get(End(int(table['reason'])), ''))}: {won}."
    decider = int(table["decider"])
    seat = decider if viewer is None else viewer
    parts = [phase]
    if not table["in_setup"]:
        parts.append(f"{words.player(table['active'])}'s turn")
    if table["ritual"]:
        parts.append(f"{words.player(table['opener'])} is the risen Opener")
    if decider >= 0:
        parts.append(f"{words.player(decider)} decides: {decision_name(game, seat)}")
    return " · ".join(parts), explain_decision(game, seat).replace("\n", " ") if decider >= 0 else ""


def _box(table: Any, cell: int, width: int) -> list[str]:
    """The four lines of one cell."""
    tile = int(table["tile"][cell])
    if tile < 0:
        return [" " * width, f"{words.at(cell) if table['in_setup'] else '':^{width}}", " " * width, " " * width]
    row, inner = words.TILES[tile], width - 2
    north, east, south, west = (str(edge or "X") for edge in row.edges)
    name = words.short(row.name, inner - row.searchable) + "*" * row.searchable
    here = [seat for seat in range(int(table["n_seats"])) if table["pawn"][seat] == cell]
    living = "".join(str(seat) for seat in here if not table["ghost"][seat])
    ghosts = "".join(str(seat) for seat in here if table["ghost"][seat])
    gloom = f"●{table['gloom'][cell]}" if table["gloom"][cell] else ""
    shown = [(f"[{living}]" if living else "") + (f"({ghosts})" if ghosts else ""), gloom]
    for parts in (" ".join(filter(None, shown)), "".join(shown), living + ghosts):
        status = parts
        if len(parts) <= inner - 2:
            break
    bottom = south if gloom in status else south + gloom
    return [
        "┌" + north.center(inner, "─") + "┐",
        "│" + name.center(inner) + "│",
        "│" + west + status.center(inner - 2) + east + "│",
        "└" + bottom.center(inner, "─") + "┘",
    ]


def board(table: Any) -> list[str]:
    """The moor, cropped to the tiles."""
    top, bottom, left, right = used_area(table)
    width = min(max((WIDTH - MARGIN) // (right - left + 1), CELL_WIDTHS[0]), CELL_WIDTHS[1])
    lines = [(" " * MARGIN + "".join(f"col {col}".center(width) for col in range(left, right + 1))).rstrip()]
    for row in range(top, bottom + 1):
        boxes = [_box(table, row * GRID + col, width) for col in range(left, right + 1)]
        for i in range(4):
            label = f"{row}" if i == 1 else ""
            lines.append((label.ljust(MARGIN) + "".join(box[i] for box in boxes)).rstrip())
    return lines


def _wrap(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)


def _pile(whole: Any, viewer: int | None, owner: int) -> list[str]:
    """A pile slot by slot, and what else is known of it."""
    table = whole["table"]
    known = facts(whole, viewer, owner)
    slots = "  ".join(f"{i}:{words.fact_mark(fact).replace(' ', chr(0xA0))}" for i, fact in enumerate(known))
    low, high = int(table["grey_min"][owner]), int(table["grey_max"][owner])
    grey = f"{low} grey" if low == high else f"{low} to {high} grey"
    lines = _wrap(f"  pile of {len(known)}, {grey}:  {slots}", 6)
    inside, doubtful = rumours(whole, viewer, owner)
    if inside:
        lines += _wrap(f"  somewhere in this pile: {', '.join(inside)}", 6)
    if doubtful:
        lines += _wrap(f"  was in this pile, may have left: {', '.join(doubtful)}", 6)
    return [line.replace(chr(0xA0), " ") for line in lines]


def seat_lines(whole: Any, viewer: int | None, seat: int) -> list[str]:
    """One player: condition, cards in front, Destiny pile."""
    table = whole["table"]
    marks = ["you"] if seat == viewer else []
    marks += ["winner"] if int(table["winners"]) >> seat & 1 else []
    marks += ["active"] if is_active(table, seat) else []
    marks += ["the risen Opener"] if table["ritual"] and seat == table["opener"] else []
    marks += ["holder"] if table["in_setup"] and seat == table["holder"] else []
    if viewer is None and OPENER in whole["secret"]["pile"][seat][: table["pile_size"][seat]]:
        marks.append("holds the Opener card")
    name = f"Player {seat}" + (f" ({', '.join(marks)})" if marks else "")
    if table["ghost"][seat]:
        state = f"ghost, gloom {table['own_gloom'][seat]}"
    else:
        state = f"{words.condition(table, seat)} {'♥' * table['health'][seat]}{'♡' * table['wounds'][seat]}"
    where = f" · at {words.place(table, int(table['pawn'][seat]))}" if table["pawn"][seat] >= 0 else ""
    lines = [f"{name}: {state}{where}"]
    held = words.items_of(table, seat)
    up = [words.card(code) for code in words.face_up(table, seat)]
    if held:
        lines += _wrap(f"  items: {', '.join(held)}", 6)
    if up:
        lines += _wrap(f"  face up: {', '.join(up)}", 6)
    if not table["ghost"][seat]:
        lines += _pile(whole, viewer, seat)
    if table["in_setup"]:
        lines += _hand(whole, viewer, seat)
    return lines


def _hand(whole: Any, viewer: int | None, seat: int) -> list[str]:
    if viewer not in (None, seat):
        return []
    tiles = [words.TILES[tile] for tile in whole["ledger"][seat]["hand"] if tile >= 0]
    names = [f"{row.name}{'*' * row.searchable} {'/'.join(str(e or 'X') for e in row.edges)}" for row in tiles]
    return _wrap(f"  hand (N/E/S/W): {', '.join(names)}", 6) if names else []


def zone_lines(table: Any) -> list[str]:
    """The persistent zone."""
    lines = []
    for code, copies, seat, what in words.in_play(table):
        times = f" ×{copies}" if copies > 1 else ""
        on = f" on {words.player(seat)}" if seat != NONE else ""
        lines += _wrap(f"In play: {words.card(code)}{times}{on}: {what}.", 4)
    return lines


def deck_lines(whole: Any, viewer: int | None) -> list[str]:
    """Decks and discards."""
    table = whole["table"]
    lines = []
    decks = (
        ("Search", "search", "lanterns", "Lantern", FIRST_SEARCH, FIRST_HAUNTING),
        ("Haunting", "haunting", "skulls", "Skull", FIRST_HAUNTING, len(words.CARDS)),
    )
    for name, field, reached, marker, first, end in decks:
        left = int(table[f"{field}_left"])
        thrown = [(words.card(code), int(table["discard"][code - FIRST_SEARCH])) for code in range(first, end)]
        shown = ", ".join(card + (f" ×{n}" if n > 1 else "") for card, n in thrown if n) or "none"
        times = f", {marker} reached {words.count(int(table[reached]), 'time')}" if table[reached] else ""
        lines += _wrap(f"{name} deck: {left} left{times}. Discarded: {shown}.", 4)
        if viewer is None and left:
            top = whole["secret"][f"{field}_deck"][:left][::-1][:N_SHOWN_DECK]
            lines += _wrap(f"    next: {', '.join(words.card(int(code)) for code in top)}", 8)
    gone = gone_words(table)
    return lines + (_wrap(f"Psyche cards gone: {', '.join(gone)}.", 4) if gone else [])


def private_lines(whole: Any, viewer: int | None) -> list[str]:
    """What was said in private to or by the viewer (None: by anybody)."""
    told = talk.told(whole, viewer, N_SHOWN_TOLD)
    lead = ["", "In private (may be false; slots as they were then):"] if told else []
    return lead + [wrapped for line in told for wrapped in _wrap(f"  {line}", 6)]


def gone_words(table: Any) -> list[str]:
    """The Psyche cards that have left the game, whole sets by their letter."""
    shown = []
    for number, letter in enumerate(words.SETS):
        codes = [code for code in range(N_PSYCHE) if PSYCHE_SET[code] == number]
        gone = [words.card(code) for code in codes if table["gone"][code]]
        shown += [f"all of set {letter}"] if len(gone) == len(codes) else gone
    return shown


def text(game: np.ndarray, seat: int | None) -> str:
    """The game as a seat knows it; with every face if `seat` is None."""
    whole = words.record(game)
    table = whole["table"]
    head, question = headline(game, seat)
    lines = [*_wrap(f"Haunted Destinies · {head}", 4), *_wrap(question, 4), ""]
    lines += [*board(table), LEGEND, ""]
    for other in range(int(table["n_seats"])):
        lines += seat_lines(whole, seat, other)
    if not table["ghost"].all() and not table["in_setup"]:
        lines += ["Slots from the top: ? unseen, P Psyche, A-E border of that set, g grey border, or the card's name."]
    zone = zone_lines(table)
    lines += ["", *zone] if zone else [""]
    lines += deck_lines(whole, seat)
    for line in claims(game)[-N_SHOWN_CLAIMS:]:
        lines += _wrap(line, 4)
    lines += private_lines(whole, seat)
    recent = seat_events(game, max(0, int(table["n_events"]) - N_SHOWN_EVENTS), seat)[1]
    if recent:
        lines += ["", "Last events:"]
        for line in recent:
            lines += _wrap(f"  {line}", 6)
    return "\n".join(line.rstrip() for line in lines)
