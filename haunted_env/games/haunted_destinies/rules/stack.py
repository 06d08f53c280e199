"""Unfinished work as a stack of frames: what lets a rule pause for a decision and go on afterwards (HD-OBEY-25).

A task is a function that is called again and again with its frame until it pops it. Between calls it may push
other tasks (which finish first) or ask a decision, whose answer it finds in `frame.answer`. Only the top frame
asks.
"""

from enum import IntEnum

from haunted_env.games.haunted_destinies.actions import LOOKING, PLACING, TELLING, Decision
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_EVENTS, NONE, rule


class Task(IntEnum):
    NONE = 0
    PLACE_TILES = 1
    PLACE_GLOOM = 2
    TURN = 3
    ROLL = 4
    EVIL_TWINS = 5
    SEARCH = 6
    PROBE = 7
    ATTACK = 8
    HAUNT = 9
    SYPHON = 10
    MUTUAL_LOOK = 11
    TRADE = 12
    TALK = 13
    TELL = 14
    CLAIM = 15  # a claim is being chosen: under TALK in public, under TELL or TRADE in private
    POWER = 16
    REVIVE = 17
    REMOVE_TILE = 18
    LOOK = 19
    LOOK_OWN = 20
    ON_REVEAL = 21
    OBEY = 22
    DRAW_HAUNTING = 23
    DRAW_SEARCH = 24
    INSERT = 25
    WOUND = 26
    DEATH = 27
    DECLARE = 28
    EFFECTS = 29
    OP = 30
    SHOW = 31
    CLEANSE = 32
    MOVE_CARD = 33
    SWAP = 34
    TAKE = 35
    STEAL = 36
    DISCARD_ITEM = 37
    MOVE_TO = 38
    REMOVE_GLOOM = 39
    REMOVE_PERSISTENT = 40
    CHOICE = 41


@rule
def set_frame(frame, task, seat, other, blank):
    """All fields of a frame; `blank` is what the unused ones hold."""
    frame.task = task
    frame.phase = 0
    frame.answer = blank
    frame.seat = seat
    frame.other = other
    frame.who = blank
    frame.target = blank
    frame.slot = blank
    frame.card = blank
    frame.source = blank
    frame.n = 0
    frame.bits = 0
    frame.cause = 0
    frame.flag = 0
    frame.pc = 0
    frame.end = 0


@rule
def push(game, task, seat, other):
    """A new frame on top; returns it so that the caller can fill in the rest."""
    frame = game.work.stack[game.work.depth]
    game.work.depth += 1
    set_frame(frame, task, seat, other, NONE)
    return frame


@rule
def pop(game):
    """The top task is done. Its frame is wiped so that equal games have equal bytes: read it before."""
    game.work.depth -= 1
    set_frame(game.work.stack[game.work.depth], 0, 0, 0, 0)


@rule
def clear_pick(table):
    """Nothing is being picked or reacted to."""
    table.purpose = 0
    table.pick_pile = NONE
    table.react = 0
    table.react_card = NONE


@rule
def ask(game, seat, decision):
    """Let a seat decide. What is offered is filled in by the callers below, or follows from the table."""
    game.table.decider = seat
    ledger = game.ledger[seat]
    ledger.decision = decision
    ledger.seats = 0
    ledger.options = 0
    ledger.amount = 0
    clear_pick(game.table)
    label = int(decision)
    if (
        decision == Decision.LOOK_OUTCOME
        or decision == Decision.WITNESS
        or decision == Decision.OWN_OUTCOME
        or decision == Decision.PICK_PROBER
    ):
        label = LOOKING
    elif decision == Decision.INSERT_AT or decision == Decision.DUAL_CARD:
        label = PLACING
    elif is_private_claim(game):
        label = TELLING
    game.table.label = label


@rule
def is_private_claim(game):
    """Whether a claim is being chosen that only one other player is to hear (HD-INFO-20)."""
    top = game.work.stack[game.work.depth - 1]
    return top.task == Task.CLAIM and top.other >= 0


@rule
def ask_seat(game, seat, decision, seats):
    """Offer the seats given as bits."""
    ask(game, seat, decision)
    game.ledger[seat].seats = seats


@rule
def ask_option(game, seat, decision, options):
    """Offer named actions given as bits (see `option`)."""
    ask(game, seat, decision)
    game.ledger[seat].options = options


@rule
def note(game, kind, actor, target, slot, face, amount):
    """Append a public event (HD-INFO-21)."""
    event = game.table.events[game.table.n_events % N_EVENTS]
    event.kind = kind
    event.actor = actor
    event.target = target
    event.slot = slot
    event.face = face
    event.amount = min(max(amount, -127), 127)
    game.table.n_events += 1


@rule
def clear_answered(game, seat):
    """The decision has been taken: forget what was asked."""
    ledger = game.ledger[seat]
    ledger.decision = 0
    ledger.seats = 0
    ledger.options = 0
    ledger.amount = 0
    ledger.face = NONE
    ledger.lane = 0
    game.table.decider = NONE


@rule
def living_seats(table):
    """Bits of the living players."""
    bits = 0
    for seat in range(table.n_seats):
        if not table.ghost[seat]:
            bits |= 1 << seat
    return bits


@rule
def ghost_seats(table):
    """Bits of the ghosts."""
    return ((1 << table.n_seats) - 1) & ~living_seats(table)


@rule
def n_living(table):
    n = 0
    for seat in range(table.n_seats):
        n += not table.ghost[seat]
    return n


@rule
def others_here(table, seat):
    """Bits of the other players, ghosts included, on the seat's tile."""
    bits = 0
    for other in range(table.n_seats):
        if other != seat and table.pawn[other] == table.pawn[seat]:
            bits |= 1 << other
    return bits


@rule
def with_piles(table):
    """Bits of the players whose pile holds a card."""
    bits = 0
    for seat in range(table.n_seats):
        if table.pile_size[seat] > 0:
            bits |= 1 << seat
    return bits


@rule
def next_seat(bits, after, n_seats):
    """The first seat of `bits` clockwise after a seat (that seat itself last); NONE if there is none."""
    for i in range(1, MAX_SEATS + 1):
        if i > n_seats:
            break
        seat = (after + i) % n_seats
        if bits >> seat & 1:
            return seat
    return NONE
