"""What has happened, for all to see, told from the public record (GG-HID-2, GG-HID-10)."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.state import N_SECRETS, NONE
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD, N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.words import names
from haunted_env.spec.phrases import listed, player, record, sentence

ENDS = {
    End.HAUNT_FOUND: "a Haunt was found",
    End.LAST_SECRET: "a guess missed and there was only the Haunt left to lose",
    End.LAST_ACTIVE: "everybody else is silenced",
    End.MAX_TURNS: "the limit of turns is reached",
}
SEARCHING = (Decision.PLAY_CARD, Decision.CHOOSE_LIGHT, Decision.AIM_FLOOD, Decision.PLACE_FLASHLIGHT)


def events(game: np.ndarray, since: int) -> tuple[int, list[str]]:
    """How many public events there have been, and those after the first `since`, in words."""
    table = record(game)["table"]
    told = [sentence(event) + "." for event in [*_setup(table), *_turns(table)]]
    if table["over"]:
        winner = f"{player(table['winner'])} wins" if table["winner"] >= 0 else "nobody wins"
        told.append(f"The game is over, {ENDS[End(int(table['reason']))]}: {winner}.")
    return len(told), told[since:]


def marked(table: Any, why: Mark, seat: int = NONE) -> list[int]:
    """The cards marked for a reason, of a seat."""
    return [c for c in range(N_CARDS) if table["mark"][c] == why and table["marked_by"][c] == seat]


def _setup(table: Any) -> list[str]:
    """Up to the first turn."""
    n_seats = int(table["n_seats"])
    told = []
    gone = marked(table, Mark.PRE_MARKED)
    if gone:
        told.append(f"{listed([names.tomb(card) for card in gone])} are marked before the game")
    choosing = Decision.CHOOSE_HAUNT <= table["decision"] <= Decision.CHOOSE_DECOY_2
    for seat in range(n_seats):
        if not choosing or table["n_secrets"][seat] == N_SECRETS:
            told.append(f"{player(seat)} has hidden three Secrets")
    for seat in range(n_seats):
        if table["flashlight"][seat] >= 0:
            verb = "is dealt" if table["deal_flashlights"] else "takes"
            told.append(f"{player(seat)} {verb} the {names.light_name(table['flashlight'][seat])}")
    for seat in range(n_seats):
        for card in marked(table, Mark.START_DRAW, seat):
            told.append(f"{player(seat)} draws {names.tomb(card)} for the start: it is marked")
    return told


def _turns(table: Any) -> list[str]:
    """Turn after turn, the unfinished one too. An event once told stays as it is."""
    told: list[str] = []
    logged = names.turns(table)
    for turn in logged:
        told += _vanish(table, turn.seat, turn.number)
        told += _guess(table, turn) if turn.guess is not None else _search(table, turn)
    if table["turn_seat"] >= 0 and (not logged or logged[-1].number < table["turn"]):
        told += _unfinished(table)
    return told


def _vanish(table: Any, seat: int, number: int) -> list[str]:
    used = table["vanished"][seat] == number
    return [f"{player(seat)} uses Vanish: its Haunt may have changed places with a Decoy"] if used else []


def _unfinished(table: Any) -> list[str]:
    seat = int(table["turn_seat"])
    told = _vanish(table, seat, int(table["turn"]))
    if table["decision"] == Decision.GUESS_NUMBER:
        told.append(_declares(seat, bool(table["raven"])))
    elif table["decision"] in SEARCHING:
        told.append(f"{player(seat)} searches")
        if table["played"] >= 0:
            told.append(_plays(seat, int(table["played"])))
        if table["light"] >= 0:
            told.append(_takes(table, seat, int(table["light"])))
    return told


def _declares(seat: int, raven: bool) -> str:
    return f"{player(seat)} guesses" + (" under Raven" if raven else "")


def _plays(seat: int, card: int) -> str:
    return f"{player(seat)} plays {names.tomb(card)}: it is marked"


def _takes(table: Any, seat: int, light: int) -> str:
    name = names.light_name(light)
    if light == FLOOD or light == table["flashlight"][seat]:
        return f"{player(seat)} uses the {name}"
    return f"{player(seat)} spends a Hand to use the {name} of {player(names.owner_of(table, light))}"


def _search(table: Any, turn: names.Turn) -> list[str]:
    row, seat = turn.search, turn.seat
    played, light, place = int(row["played"]), int(row["light"]), int(row["place"])
    asked = names.tombs(names.area(table, light, played, place))
    how = f" ({names.DIRECTIONS[place]} of {names.tomb(played)})" if light == FLOOD else ""
    target = player(names.target_of(table, seat))
    return [
        f"{player(seat)} searches",
        _plays(seat, played),
        _takes(table, seat, light),
        f"{player(seat)} asks {target} about {asked}{how}: {'Yes' if row['yes'] else 'No'}",
    ]


def _guess(table: Any, turn: names.Turn) -> list[str]:
    row, seat = turn.guess, turn.seat
    target = names.target_of(table, seat)
    named = f"{player(seat)} names {names.tomb(row['named'])} to {player(target)}"
    found = {
        Result.HAUNT: "it is the Haunt",
        Result.DECOY: f"it is a Decoy, {player(seat)} has a free turn",
        Result.MISS: "a miss",
    }
    told = [_declares(seat, bool(row["raven"])), f"{named}: {found[Result(int(row['result']))]}"]
    if row["penalty"] >= 0:
        told.append(f"{player(seat)} reveals its Decoy {names.tomb(row['penalty'])}")
    if row["silenced"]:
        hand = listed([names.tomb(card) for card in marked(table, Mark.SILENCING, seat)])
        told.append(f"{player(seat)} has only its Haunt left and is silenced" + (f": {hand} marked" if hand else ""))
    return told
