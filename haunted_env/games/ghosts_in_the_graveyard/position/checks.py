"""Whether a position could arise in play: cards, marks, seats and the decision fit together."""

from typing import Any, NoReturn

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark
from haunted_env.games.ghosts_in_the_graveyard.state import HAND, N_DEALT, N_HANDS, N_SECRETS, N_TURNS, NONE
from haunted_env.spec.position import Node, PositionError

STAGES = {Decision.CHOOSE_HAUNT: 0, Decision.CHOOSE_DECOY_1: 1, Decision.CHOOSE_DECOY_2: 2}  # Secrets by then
LOST = (Mark.DECOY_FOUND, Mark.PENALTY, Mark.HAUNT_FOUND)


def fail(path: str, reason: str) -> NoReturn:
    raise PositionError(path, reason)


def check(game: Any, top: dict[str, Node]) -> None:
    """Raise a PositionError for what could not be."""
    table = game["table"]
    if _marks(table, Mark.PRE_MARKED) != table["pre_marked"]:
        fail("marks", f"expected {table['pre_marked']} pre_marked numbers, as the option says (GG-OPT-3)")
    if not table["over"] and table["turn_seat"] == NONE:
        _setup(game)
        return
    if table["deal_flashlights"] and "flashlights" in top:
        fail("flashlights", "they have been shown already (GG-OPT-4); give them to the seats")
    for seat in range(int(table["n_seats"])):
        _seat(game, seat)
    _turns(table)
    if table["over"]:
        _end(game)
    else:
        _decision(game)


def _marks(table: Any, why: Mark, seat: int | None = None) -> int:
    found = table["mark"] == why
    return int((found if seat is None else found & (table["marked_by"] == seat)).sum())


def _setup(game: Any) -> None:
    """GG-SETUP-5, GG-SETUP-12: nothing has happened but the choices so far."""
    table, decider = game["table"], int(game["table"]["decider"])
    n_seats, picking = int(table["n_seats"]), table["decision"] == Decision.PICK_FLASHLIGHT
    if (table["mark"] > Mark.PRE_MARKED).any():
        fail("marks", "in the setup only pre_marked numbers are marked (GG-SETUP-9)")
    if table["turn"] or table["n_searches"] or table["n_guesses"]:
        fail("turn", "no turn is taken in the setup")
    if picking and table["deal_flashlights"]:
        fail("decision", "flashlights are dealt, not picked (GG-OPT-4)")
    if table["deal_flashlights"] and game["secret"]["flashlight"][0] == NONE:
        fail("flashlights", "missing: which flashlights will be dealt to the seats (GG-OPT-4)")
    for seat in range(n_seats):
        ledger = game["ledger"][seat]
        secrets = N_SECRETS if picking or seat < decider else STAGES[Decision(int(table["decision"]))]
        secrets = secrets if picking or seat <= decider else 0
        if table["n_secrets"][seat] != secrets or (secrets > 0) != (ledger["haunt"] >= 0):
            fail(f"seats[{seat}]", f"expected {secrets} Secrets by now, the Haunt first (GG-SETUP-5)")
        if table["hand_size"][seat] != N_DEALT - secrets:
            fail(f"seats[{seat}].hand", f"expected {N_DEALT - secrets} cards (GG-SETUP-12)")
        if int(ledger["dealt"]).bit_count() != N_DEALT or ledger["hand"] & ~ledger["dealt"]:
            fail(f"seats[{seat}].dealt", "in the setup these are the Secrets and the hand (GG-SETUP-12)")
        if (table["flashlight"][seat] >= 0) != (picking and seat < decider):
            fail(f"seats[{seat}].flashlight", "flashlights are taken in the order of seats (GG-SETUP-6)")
        icons = int(table["abilities"])
        if table["vanish_left"][seat] != icons or table["raven_left"][seat] != icons or table["silenced"][seat]:
            fail(f"seats[{seat}]", "nobody has used an icon or is silenced in the setup")
        if table["hands_left"][seat] != N_HANDS * icons:
            fail(f"seats[{seat}].hands", "nobody has used a Hand in the setup")


def _seat(game: Any, seat: int) -> None:
    table, ledger = game["table"], game["ledger"][seat]
    lost = sum(_marks(table, why, seat) for why in LOST)
    exposed = _marks(table, Mark.HAUNT_FOUND, seat)
    if (ledger["haunt"] >= 0) == bool(exposed):
        fail(f"seats[{seat}].haunt", "every seat has a Haunt until it is found (GG-INV-3)")
    if exposed and (exposed > 1 or table["reason"] != End.HAUNT_FOUND):
        fail("marks", f"the Haunt of seat {seat} is found once, and that ends the game (GG-GUESS-5)")
    if table["n_secrets"][seat] + lost != N_SECRETS:
        reason = f"{table['n_secrets'][seat]} Secrets and {lost} marked decoy_found or penalty, expected {N_SECRETS}"
        fail(f"seats[{seat}].decoys", f"{reason} together (GG-INV-3)")
    if _marks(table, Mark.START_DRAW, seat) != 1:
        fail("marks", f'expected one number marked "start_draw {seat}" (GG-SETUP-9)')
    silenced = bool(table["silenced"][seat])
    if silenced and (table["n_seats"] == 2 or table["n_secrets"][seat] - (ledger["haunt"] >= 0)):
        fail(f"seats[{seat}].silenced", "only with 3 or 4 seats, and only with no Decoy left (GG-SIL-2)")
    if _marks(table, Mark.SILENCING, seat) > (HAND if silenced else 0):
        fail("marks", f"silencing marks the hand of a silenced seat, at most {HAND} cards (GG-SIL-2)")
    _hand(table, seat, silenced)


def _hand(table: Any, seat: int, silenced: bool) -> None:
    """GG-INV-4."""
    playing = table["decision"] == Decision.PLAY_CARD and seat == table["turn_seat"]
    full = 0 if silenced else HAND + playing
    size = int(table["hand_size"][seat])
    if size > full or (size < full and table["draw_pile_size"] > 0) or (playing and size == 0):
        wanted = f"{full}" if table["draw_pile_size"] or silenced else f"at most {full}"
        fail(f"seats[{seat}].hand", f"expected {wanted} cards, found {size} (GG-INV-4)")


def _turns(table: Any) -> None:
    """GG-INV-9: what is left to play and what has been played are bounded together."""
    n_seats = int(table["n_seats"])
    left = int(table["draw_pile_size"]) + int(table["hand_size"].sum()) + int(table["raven_left"].sum())
    left += int(table["n_secrets"].sum()) - n_seats + max(0, n_seats - int(table["silenced"].sum()) - 2) + 1
    most = N_TURNS - int(table["pre_marked"]) - (0 if table["over"] else left)
    if table["turn"] > most:
        fail("turn", f"at most {max(most, 0)} turns can have been completed with these cards and icons (GG-END-4)")
    if not table["over"] and 0 < table["max_turns"] <= table["turn"]:
        fail("turn", "the limit of turns is reached; the game must be over (GG-OPT-6)")


def _decision(game: Any) -> None:
    """What the decision needs beside its context."""
    table, seat = game["table"], int(game["table"]["turn_seat"])
    decision, decoys = table["decision"], int(game["ledger"][seat]["decoys"])
    if table["silenced"][seat]:
        fail("seat", "a silenced seat takes no turns (GG-SIL-1)")
    if int(table["silenced"].sum()) > int(table["n_seats"]) - 2:
        fail("seats", "when one active seat is left, it has won (GG-END-3)")
    if decision == Decision.VANISH_SWAP and (not decoys or table["vanished"][seat] != table["turn"]):
        fail("decision", f"VANISH_SWAP needs a Decoy and seats[{seat}].vanished = {table['turn']} (GG-VAN-2)")
    if decision == Decision.PENALTY_REVEAL and not decoys:
        fail("decision", "PENALTY_REVEAL needs a Decoy (GG-GUESS-9)")
    if table["raven"] and (table["raven_left"][seat] or not table["abilities"]):
        fail("raven", "a declared Raven is spent; set raven = 0 for the seat (GG-RAV-2)")
    for other in range(int(table["n_seats"])):
        if table["vanished"][other] > table["turn"] - (other != seat):
            fail(f"seats[{other}].vanished", "that turn is still to come")
    if table["played"] >= 0:
        _played(table, seat)


def _played(table: Any, seat: int) -> None:
    card, light = int(table["played"]), int(table["light"])
    if table["mark"][card] != Mark.PLAYED or table["marked_by"][card] != seat:
        fail("played", f'tombstone {card + 1:02} is not marked "played {seat}" (GG-SEARCH-2)')
    if card in table["searches"]["played"][: int(table["n_searches"])]:
        fail("played", f"tombstone {card + 1:02} was played in an earlier turn")
    if table["decision"] == Decision.PLACE_FLASHLIGHT:
        if light not in table["flashlight"][: int(table["n_seats"])]:
            fail("light", "nobody has this flashlight (GG-SETUP-8)")
        if light != table["flashlight"][seat] and table["hands_left"][seat] == N_HANDS * int(table["abilities"]):
            fail("light", "another seat's flashlight costs a Hand; set hands = 1 or 0 for the seat (GG-HAND-3)")


def _end(game: Any) -> None:
    table, winner, reason = game["table"], int(game["table"]["winner"]), End(int(game["table"]["reason"]))
    n_seats = int(table["n_seats"])
    active = [seat for seat in range(n_seats) if not table["silenced"][seat]]
    if reason == End.HAUNT_FOUND and not _marks(table, Mark.HAUNT_FOUND, (winner + 1) % n_seats):
        fail("over", f"the winner's target has no number marked haunt_found {(winner + 1) % n_seats} (GG-GUESS-11)")
    if reason == End.LAST_SECRET and n_seats != 2:
        fail("over.reason", "last_secret ends a game of two seats only (GG-END-2)")
    if (reason == End.LAST_ACTIVE) != (len(active) == 1) or (reason == End.LAST_ACTIVE and active != [winner]):
        fail("over", "the last active seat wins by last_active (GG-END-3)")
    if winner >= 0 and table["silenced"][winner]:
        fail("over.winner", "a silenced seat cannot win (GG-SIL-1)")
    if reason == End.MAX_TURNS and (table["max_turns"] == 0 or table["turn"] < table["max_turns"]):
        fail("over.reason", "the option max_turns is not reached (GG-OPT-6)")
