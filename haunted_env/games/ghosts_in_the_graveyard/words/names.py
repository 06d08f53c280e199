"""Names of tombstones, lights and seats, and the log in order."""

from dataclasses import dataclass
from typing import Any

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.content import N_SQUARES
from haunted_env.games.ghosts_in_the_graveyard.tables import (
    FLASHLIGHTS,
    FLOOD,
    FLOOD_AREA,
    LIGHT_NAMES,
    N_CARDS,
    PLACE_AREA,
)
from haunted_env.spec.phrases import count, player

DIRECTIONS = ("north", "east", "south", "west")


def tomb(card: int) -> str:
    """A tombstone by its number."""
    return f"{int(card) + 1:02}"


def cards_in(cards: int) -> list[int]:
    """The members of a set of cards, ascending."""
    return [card for card in range(N_CARDS) if int(cards) >> card & 1]


def tombs(cards: int) -> str:
    """A set of tombstones in words; runs of three and more are drawn together."""
    parts: list[str] = []
    found = cards_in(cards)
    while found:
        run = 1
        while run < len(found) and found[run] == found[0] + run:
            run += 1
        parts += [f"{tomb(found[0])}-{tomb(found[run - 1])}"] if run > 2 else [tomb(card) for card in found[:run]]
        del found[:run]
    return ", ".join(parts) or "none"


def light_name(light: int) -> str:
    return LIGHT_NAMES[int(light)]


def picture(light: int) -> str:
    """The shape of a flashlight on one line: its rows from the top."""
    squares = FLASHLIGHTS[light].squares
    height, width = max(r for r, _ in squares) + 1, max(c for _, c in squares) + 1
    return " / ".join("".join("#" if (r, c) in squares else "." for c in range(width)) for r in range(height))


def area(table: Any, light: int, played: int, place: int) -> int:
    """The set of tombstones asked about."""
    if light == FLOOD:
        return int(FLOOD_AREA[played, place])
    return int(PLACE_AREA[int(table["overhang"]), light, played, place])


def aimed(light: int, place: int) -> str:
    """How a light was aimed or turned."""
    if light == FLOOD:
        return DIRECTIONS[place]
    return f"turned {90 * (place // N_SQUARES)} degrees"


def target_of(table: Any, seat: int) -> int:
    return (seat + 1) % int(table["n_seats"])


def owner_of(table: Any, light: int) -> int:
    """The seat a flashlight belongs to."""
    return [int(own) for own in table["flashlight"]].index(int(light))


def icons(table: Any, seat: int) -> str:
    """The icons a seat has left."""
    found = [
        "Vanish" * int(table["vanish_left"][seat]),
        "Raven" * int(table["raven_left"][seat]),
        count(int(table["hands_left"][seat]), "Hand") if table["hands_left"][seat] else "",
    ]
    return ", ".join(filter(None, found)) or "no icons"


@dataclass(frozen=True)
class Turn:
    """One logged turn: `search` or `guess` is its row of the log."""

    number: int  # completed turns before it
    seat: int
    search: Any = None
    guess: Any = None


def turns(table: Any) -> list[Turn]:
    """The log in the order of play."""
    n_searches, n_guesses = int(table["n_searches"]), int(table["n_guesses"])
    pending = int(table["decision"] == Decision.PENALTY_REVEAL)  # logged, but the turn is not over
    first = int(table["turn"]) + pending - n_searches - n_guesses
    found: list[Turn] = []
    asked = 0
    for i in range(n_guesses + 1):
        until = int(table["guesses"][i]["after"]) if i < n_guesses else n_searches
        for row in table["searches"][asked:until]:
            found.append(Turn(first + len(found), int(row["seat"]), search=row))
        asked = until
        if i < n_guesses:
            row = table["guesses"][i]
            found.append(Turn(first + len(found), int(row["seat"]), guess=row))
    return found


def whose(seat: int, viewer: int | None) -> str:
    return "your" if seat == viewer else f"{player(seat)}'s"
