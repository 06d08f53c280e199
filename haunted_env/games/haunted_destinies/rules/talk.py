"""Talk: public claims, private ones, and how a claim is chosen (HD-FREE-12 to HD-FREE-14, HD-FREE-17, 18, 22)."""

from haunted_env.games.haunted_destinies.actions import GREY_BORDER, Act, Claim, Decision, Event
from haunted_env.games.haunted_destinies.blank import clear_claim
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.stack import (
    Task,
    ask,
    ask_option,
    ask_seat,
    living_seats,
    note,
    others_here,
    pop,
    push,
    with_piles,
)
from haunted_env.games.haunted_destinies.setup import is_set_used
from haunted_env.games.haunted_destinies.state import N_CLAIMS, N_PSYCHE, N_TOLD, NONE, rule
from haunted_env.games.haunted_destinies.tables import PSYCHE_SET

MAX_TURN = 32767  # of a record's `turn`


@rule
def claim_kinds(table):
    """HD-FREE-13: the kinds of claims that can be made, as options; living players have piles before ghosts have."""
    return choices.CLAIMS | choices.CLAIMS_OF_SLOTS if with_piles(table) else choices.CLAIMS


@rule
def claim_seats(table, kind):
    """HD-FREE-13: whom a claim of this kind can be about, as bits. Ghosts have no piles."""
    return with_piles(table) if kind >= Claim.GREY else living_seats(table)


@rule
def borders_used(table):
    """HD-FREE-13: the borders that a claim can name, as bits: sets of this game, and grey."""
    bits = 1 << GREY_BORDER
    for card in range(N_PSYCHE):
        if is_set_used(table, card):
            bits |= 1 << PSYCHE_SET[card]
    return bits


@rule
def do_claim(game, frame):
    """seat chooses a claim, for other in private or, if there is none, for everybody (HD-FREE-18).

    It stays in the speaker's ledger until the task below makes it known.
    """
    seat = int(frame.seat)
    ledger = game.ledger[seat]
    phase = int(frame.phase)
    frame.phase = phase + 1
    if phase == 0:
        ask_option(game, seat, Decision.TALK_KIND, claim_kinds(game.table))
    elif phase == 1:
        ledger.claim_kind = frame.answer - Act.ACCUSE
        ask_seat(game, seat, Decision.TALK_SEAT, claim_seats(game.table, ledger.claim_kind))
    elif phase == 2:
        ledger.claim_seat = frame.answer - Act.SEAT
        if ledger.claim_kind <= Claim.CLEAR:
            pop(game)
        else:
            ask(game, seat, Decision.TALK_CARD if ledger.claim_kind <= Claim.NOT_HOLDS else Decision.TALK_SLOT)
    elif phase == 3 and ledger.claim_kind <= Claim.NOT_HOLDS:
        ledger.claim_card = frame.answer - Act.PSYCHE
        pop(game)
    elif phase == 3:
        ledger.claim_slot = frame.answer - Act.SLOT
        if ledger.claim_kind == Claim.SEEN:
            ask(game, seat, Decision.TALK_BORDER)
        else:
            pop(game)
    else:
        ledger.claim_border = frame.answer - Act.BORDER
        pop(game)


@rule
def write_claim(table, ledger, listener, claim):
    """Record the claim that a ledger holds."""
    claim.turn = min(table.turn, MAX_TURN)
    claim.speaker = ledger.seat
    claim.listener = listener
    claim.kind = ledger.claim_kind
    claim.seat = ledger.claim_seat
    claim.card = ledger.claim_card
    claim.slot = ledger.claim_slot
    claim.border = ledger.claim_border


@rule
def do_talk(game, frame):
    """seat makes a public claim (HD-FREE-12, HD-FREE-14)."""
    table = game.table
    seat = int(frame.seat)
    if frame.phase == 0:
        frame.phase = 1
        table.claims_made += 1
        push(game, Task.CLAIM, seat, NONE)
        return
    pop(game)
    ledger = game.ledger[seat]
    write_claim(table, ledger, NONE, table.claims[table.n_claims % N_CLAIMS])
    table.n_claims += 1
    said = ledger.claim_kind + 10 * (1 + ledger.claim_border)
    note(game, Event.CLAIM, seat, ledger.claim_seat, ledger.claim_slot, ledger.claim_card, said)
    clear_claim(ledger)


@rule
def do_tell(game, frame):
    """seat tells another player here a claim in private (HD-FREE-17)."""
    seat = int(frame.seat)
    if frame.phase == 0:
        frame.phase = 1
        game.table.tells_made += 1
        ask_seat(game, seat, Decision.TARGET, others_here(game.table, seat))
    elif frame.phase == 1:
        frame.phase = 2
        frame.other = frame.answer - Act.SEAT
        push(game, Task.CLAIM, seat, frame.other)
    else:
        other = int(frame.other)
        pop(game)
        tell(game, seat, other)


@rule
def tell(game, speaker, listener):
    """The claim chosen by the speaker reaches the listener; only these two have it in their logs (HD-FREE-22)."""
    ledger = game.ledger[speaker]
    add_to_log(game, speaker, speaker, listener)
    add_to_log(game, listener, speaker, listener)
    clear_claim(ledger)
    note(game, Event.TELL, speaker, listener, NONE, NONE, NONE)


@rule
def add_to_log(game, seat, speaker, listener):
    ledger = game.ledger[seat]
    write_claim(game.table, game.ledger[speaker], listener, ledger.told[ledger.n_told % N_TOLD])
    ledger.n_told += 1
