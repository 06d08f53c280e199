"""Tables at which seat 0 has just drawn, looked at, or been shown a certain card."""

from typing import Any

from tests.games.haunted_destinies.table import Table

KIRK = "4,5"  # searchable, east of the Cemetery
FOLD = "3,5"  # not searchable, north of the Kirk
MILL = "4,6"  # searchable, east of the Kirk
BOARD = {KIRK: "ti_old_kirk", FOLD: "ti_fold", MILL: "ti_mill"}
LUCK = [6, 1]  # a search, probe or attack that succeeds, whatever the health (up to 5)
DOOM = [1, 6]  # a haunt that succeeds against 5 health with 6 gloom
GHOST = {"ghost": True, "gloom": 3}


def start(*seats: dict[str, Any], dice: list[int] = LUCK, n: int = 4, **more: Any) -> Table:
    """Seat 0 may act. Seats not given sit at the Cemetery; the last one holds the Opener card unless another does."""
    rows = [dict(seat) for seat in seats] + [{} for _ in range(n - len(seats))]
    if not any("ps_opener" in row.get("pile", []) + row.get("up", []) for row in rows):
        rows[-1] = {"pile": ["ps_opener"], **rows[-1]}
    position = {"decision": "MAIN", "board": BOARD, "seats": rows, **more}
    position["force"] = {"dice": dice, **position.get("force", {})}
    return Table(position)


def against_seat_1(table: Table, action: str) -> Table:
    """Start an action against seat 1, who need not be the only one there."""
    table.do(action)
    return table.do("SEAT 1") if table.decision == "TARGET" else table


def search(drawer: dict[str, Any] | None = None, *others: dict[str, Any], **more: Any) -> Table:
    """Seat 0 searches the Kirk and may choose any option."""
    return start({"pawn": KIRK, "pile": ["ps_warden"], **(drawer or {})}, *others, **more).do("SEARCH")


def draw(card: str, drawer: dict[str, Any] | None = None, *others: dict[str, Any], **more: Any) -> Table:
    """Seat 0 searches the Kirk (which has 1 gloom more now) and draws this Search card."""
    return search(drawer, *others, decks={"search": [card, "..."]}, **more).do("OPT_DRAW_SEARCH")


def own_look(card: str, looker: dict[str, Any] | None = None, *others: dict[str, Any], **more: Any) -> Table:
    """Seat 0 looks at slot 1 of its own pile, Warden and this card."""
    table = search({"pile": ["ps_warden", card], **(looker or {})}, *others, **more)
    return table.do("OPT_LOOK_OWN", "SLOT 1")


def look(card: str, owner: dict[str, Any] | None = None, *others: dict[str, Any], **more: Any) -> Table:
    """Seat 0 looks at slot 1 of seat 1's pile, Warden and this card, after a probe at the Kirk.

    Keyword `looker` adds to seat 0, which has one card.
    """
    looker = {"pawn": KIRK, "pile": ["ps_medium"], **more.pop("looker", {})}
    table = start(looker, {"pawn": KIRK, "pile": ["ps_warden", card], **(owner or {})}, *others, **more)
    return against_seat_1(table, "PROBE").do("OPT_LOOK_OTHER", "SLOT 1")


def haunt(*seats: dict[str, Any], gloom: int = 6, **more: Any) -> Table:
    """Seat 0, a ghost at the Kirk, haunts seat 1 there and may choose any option."""
    more = {"dice": DOOM, **more}
    victim = {"pawn": KIRK, "pile": ["ps_warden"], **(seats[0] if seats else {})}
    return against_seat_1(start({"ghost": True, "gloom": gloom, "pawn": KIRK}, victim, *seats[1:], **more), "HAUNT")


def ghost_look(card: str, owner: dict[str, Any] | None = None, *others: dict[str, Any], **more: Any) -> Table:
    """Seat 0, a ghost, looks at slot 1 of seat 1's pile, Warden and this card."""
    return haunt({"pile": ["ps_warden", card], **(owner or {})}, *others, **more).do("H_LOOK1", "SLOT 1")


def check(table: Table, facts: dict[str, Any]) -> None:
    """Compare facts written as a question to the table and its answer: {"health 0": "4/5", "mp": 3}."""
    for question, answer in facts.items():
        name, *words = question.split()
        arguments = [int(word) if word.isdigit() else word for word in words]
        found = getattr(table, name) if hasattr(table, name) else int(table.table[name])
        assert (found(*arguments) if callable(found) else found) == answer, question
