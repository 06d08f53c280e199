"""The words of positions, and their tables key by key."""

import functools
from typing import Any

from haunted_env.games.haunting_house.actions import Decision, End, Event, Round
from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, NONE
from haunted_env.games.haunting_house.tables import CARD_IDS, MAX_STEPS, N_CELLS, N_ORDINARY, N_SLOTS, SIZE, TILE_IDS
from haunted_env.spec.position import Entry, Form, Whole, Words

MAX_TURN = 2**31 - 1

CARD = Words("card", {name: number for number, name in enumerate(CARD_IDS)})
ORDINARY = Words("ordinary card", {name: number for number, name in enumerate(CARD_IDS[:N_ORDINARY])})
STARRED = Words("starred card", {name: number for number, name in enumerate(CARD_IDS[N_ORDINARY:])})
CELL = Words("cell", {f"{cell // SIZE},{cell % SIZE}": cell for cell in range(N_CELLS)})
PLACE = Words("place", {**CELL.numbers, "entrance": ENTRANCE, "exit": EXIT})
LAID = Words("tile", {f"{name}.{turn}": 4 * tile + turn for tile, name in enumerate(TILE_IDS) for turn in range(4)})
ROUND = Words("round", {kind.name.lower(): int(kind) for kind in Round})
DECISION = Words("decision", {decision.name: int(decision) for decision in Decision if decision})
EVENT = Words("event", {event.name: int(event) for event in Event if event})
END = Words("end reason", {end.name.lower(): int(end) for end in End if end})

# HH-FIX-1, used where a position shows no house.
HOUSE_A = (
    "T15.3 T12.3 T06.3 T23.3 T10.3 T30.1",
    "T14.2 T17.0 T02.0 T27.1 T22.3 T25.1",
    "T29.2 T11.3 T04.2 T05.3 T13.3 T32.2",
    "T28.3 T33.1 T26.2 T07.0 T08.2 T18.1",
    "T34.2 T36.0 T01.1 T20.2 T03.2 T19.0",
    "T21.0 T31.3 T24.3 T09.0 T35.2 T16.0",
)
ENTRANCE_A, EXIT_A = 23, 11

KEYS = (
    *("game", "content", "options", "seed", "board", "entrance", "exit", "pawns", "turn", "marker", "round", "flip"),
    *("acting", "cards", "removed", "past", "decision", "context", "winner", "reason", "events", "n_events", "force"),
    "rng",
)


class Forms:
    """The tables of a position in a game with a number of seats."""

    def __init__(self, n_seats: int) -> None:
        seat = self.seat = Whole(0, n_seats - 1)
        self.top = Form(
            Entry("exit", Whole(1, N_SLOTS - 2), EXIT_A),
            Entry("turn", Whole(1, MAX_TURN), 1),
            Entry("marker", seat),
            Entry("round", ROUND),
            Entry("winner", seat, NONE),
            Entry("reason", END),
        )
        self.context = Form(
            Entry("card", CARD, NONE),
            Entry("step", Whole(0, MAX_STEPS)),
            Entry("tile", CELL, NONE, "chosen"),
        )
        self.event = Form(
            Entry("kind", EVENT),
            Entry("seat", seat, NONE),
            Entry("card", CARD, NONE),
            Entry("place", Whole(0, EXIT), NONE),
            Entry("other", Whole(0, N_CELLS), NONE),
            Entry("n", Whole(-1, MAX_TURN)),
        )


@functools.cache
def forms(n_seats: int) -> Forms:
    return Forms(n_seats)


def spec() -> Any:
    from haunted_env.games.haunting_house import SPEC  # the description of the game names this package's functions

    return SPEC
