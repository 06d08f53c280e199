"""Effect ops in which somebody picks a card, a cell, an item or a persistent card (HD-FX-6, HD-FX-7)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event, Origin, Purpose
from haunted_env.games.haunted_destinies.rules.board import add_gloom, relocate
from haunted_env.games.haunted_destinies.rules.drawing import start_insert
from haunted_env.games.haunted_destinies.rules.health import discard_item
from haunted_env.games.haunted_destinies.rules.knowledge import all_learn, border, discard, send, take_out_grey
from haunted_env.games.haunted_destinies.rules.looking import show_and_discard, start_look
from haunted_env.games.haunted_destinies.rules.skipping import has_item, has_persistent
from haunted_env.games.haunted_destinies.rules.stack import (
    ask,
    ask_seat,
    living_seats,
    next_seat,
    note,
    pop,
)
from haunted_env.games.haunted_destinies.state import CENTRE, FULL_PILE, N_PSYCHE, NONE, PA, rule
from haunted_env.games.haunted_destinies.tables import ITEM_CODE, PERSIST_CODE, Where

SECOND_PICK = 2  # phase of a SWAP frame: the own card is chosen, the other's not yet


@rule
def ask_slot(game, seat, pile, purpose):
    ask(game, seat, Decision.PICK_SLOT)
    game.table.purpose = purpose
    game.table.pick_pile = pile


@rule
def receiver(game, seat, owner, face_down):
    """HD-GHOST-7: who gets a card given to `seat`: for a ghost the next living player; NONE if nobody can."""
    if not game.table.ghost[seat]:
        return seat
    bits = living_seats(game.table) & ~(1 << owner)
    if face_down:
        for other in range(game.table.n_seats):
            if game.table.pile_size[other] >= FULL_PILE:
                bits &= ~(1 << other)
    return next_seat(bits, seat, game.table.n_seats)


@rule
def do_show(game, frame):
    """`show_card`: seat picks an own slot, other looks at it."""
    if frame.phase == 0:
        frame.phase = 1
        ask_slot(game, frame.seat, frame.seat, Purpose.SHOW)
        return
    seat = int(frame.seat)
    other = int(frame.other)
    slot = frame.answer - Act.SLOT
    pop(game)
    start_look(game, other, seat, slot)


@rule
def do_cleanse(game, frame):
    """`cleanse`: a grey card of seat is discarded, a Psyche card shows its border to all."""
    if frame.phase == 0:
        frame.phase = 1
        ask_slot(game, frame.seat, frame.seat, Purpose.CLEANSE)
        return
    seat = int(frame.seat)
    slot = frame.answer - Act.SLOT
    card = int(game.secret.pile[seat, slot])
    pop(game)
    if card < N_PSYCHE:
        fact = border(card)
        all_learn(game, seat, slot, fact)
        note(game, Event.BORDER, seat, NONE, slot, NONE, fact - PA)
    else:
        take_out_grey(game, seat, slot)
        show_and_discard(game, seat, slot, card)


@rule
def do_move_card(game, frame):
    """`move_card`: seat reinserts an own card at a secret slot (HD-INFO-17, HD-INFO-26)."""
    table = game.table
    seat = int(frame.seat)
    if frame.phase == 0:
        frame.phase = 1
        ask_slot(game, seat, seat, Purpose.MOVE_CARD)
    elif frame.phase == 1:
        slot = frame.answer - Act.SLOT
        frame.n = table.grey_min[seat]
        frame.bits = table.grey_max[seat]
        frame.phase = 2
        send(game, seat, slot, seat, 0)
        note(game, Event.MOVE_CARD, seat, NONE, slot, NONE, NONE)
        start_insert(game, seat, 0, Origin.SEAT_SLOT, seat, slot)
    else:
        table.grey_min[seat] = frame.n
        table.grey_max[seat] = frame.bits
        pop(game)


@rule
def do_swap(game, frame):
    """`swap_card`: both cards are taken out, then other and seat insert the card received (HD-INFO-27)."""
    seat = int(frame.seat)
    other = int(frame.other)
    if frame.phase == 0:
        frame.phase = 1
        ask_slot(game, seat, seat, Purpose.SWAP_OWN)
    elif frame.phase == 1:
        frame.slot = frame.answer - Act.SLOT
        frame.phase = SECOND_PICK
        ask_slot(game, seat, other, Purpose.SWAP_OTHER)
    elif frame.phase == SECOND_PICK:
        frame.n = frame.answer - Act.SLOT
        frame.phase = 3
        send(game, seat, frame.slot, other, 0)
        send(game, other, frame.n, seat, 1)
        note(game, Event.SWAP, seat, other, frame.slot, NONE, NONE)
        note(game, Event.SWAP, other, seat, frame.n, NONE, NONE)
        start_insert(game, other, 0, Origin.SEAT_SLOT, seat, frame.slot)
    else:
        slot = int(frame.n)
        pop(game)
        start_insert(game, seat, 1, Origin.SEAT_SLOT, other, slot)


@rule
def take_face_down(game, taker, owner, slot):
    """A face-down card of owner goes to the taker's pile, unseen (HD-ATT-8, HD-GHOST-7)."""
    to = receiver(game, taker, owner, 1)
    if to < 0:
        return
    note(game, Event.TAKE, taker, owner, slot, NONE, NONE)
    send(game, owner, slot, to, 0)
    start_insert(game, to, 0, Origin.SEAT_SLOT, owner, slot)


@rule
def do_take(game, frame):
    """`take_card`: seat picks a slot of other's pile and takes that card."""
    if frame.phase == 0:
        frame.phase = 1
        ask_slot(game, frame.seat, frame.other, Purpose.TAKE)
        return
    seat = int(frame.seat)
    other = int(frame.other)
    slot = frame.answer - Act.SLOT
    pop(game)
    take_face_down(game, seat, other, slot)


@rule
def take_item(game, taker, owner, item):
    """An item changes hands; a ghost passes it on (HD-GHOST-7)."""
    to = receiver(game, taker, owner, 0)
    if to < 0:
        return
    game.table.items[owner, item] -= 1
    game.table.items[to, item] += 1
    note(game, Event.ITEM, to, owner, NONE, ITEM_CODE[item], NONE)


@rule
def do_steal(game, frame):
    """`steal_item`: seat picks an item of other and takes it."""
    if frame.phase == 0:
        frame.phase = 1
        ask(game, frame.seat, Decision.FX_ITEM)
        game.table.purpose = Purpose.STEAL_ITEM
        game.table.pick_pile = frame.other
        return
    seat = int(frame.seat)
    other = int(frame.other)
    item = frame.answer - Act.ITEM
    pop(game)
    take_item(game, seat, other, item)


@rule
def do_discard_item(game, frame):
    """`discard_item`: seat discards n items, one by one."""
    seat = int(frame.seat)
    if frame.phase == 1:
        item = frame.answer - Act.ITEM
        note(game, Event.DISCARD, seat, NONE, NONE, ITEM_CODE[item], NONE)
        discard_item(game, seat, item)
        frame.n -= 1
    if frame.n <= 0 or not has_item(game.table, seat):
        pop(game)
        return
    frame.phase = 1
    ask(game, seat, Decision.FX_ITEM)
    game.table.purpose = Purpose.DISCARD_ITEM
    game.table.pick_pile = seat


@rule
def do_move_to(game, frame):
    """`move_to`: seat's pawn goes to the Cemetery, or to a tile of its choice."""
    seat = int(frame.seat)
    if frame.phase == 0:
        if frame.cause == Where.CEMETERY:
            pop(game)
            relocate(game, seat, CENTRE)
            return
        frame.phase = 1
        ask(game, seat, Decision.FX_CELL)
        searchable = frame.cause == Where.PICK_SEARCHABLE
        game.table.purpose = Purpose.SEARCHABLE_TILE if searchable else Purpose.ANY_TILE
        return
    cell = frame.answer - Act.CELL
    pop(game)
    relocate(game, seat, cell)


@rule
def do_remove_gloom(game, frame):
    """`remove_gloom` with where="pick_any": seat picks a tile with gloom."""
    if frame.phase == 0:
        frame.phase = 1
        ask(game, frame.seat, Decision.FX_CELL)
        game.table.purpose = Purpose.GLOOM_TILE
        return
    cell = frame.answer - Act.CELL
    n = int(frame.n)
    pop(game)
    add_gloom(game, cell, -min(n, game.table.gloom[cell]))


@rule
def cursed_seats(table, design):
    bits = 0
    for seat in range(table.n_seats):
        if table.curses[seat, design] > 0:
            bits |= 1 << seat
    return bits


@rule
def do_remove_persistent(game, frame):
    """`remove_persistent`: seat picks n cards of the persistent zone and discards them."""
    table = game.table
    seat = int(frame.seat)
    if frame.phase == 1:
        frame.card = frame.answer - Act.PERSIST
        bits = cursed_seats(table, frame.card)
        if bits & (bits - 1) != 0:
            frame.phase = 2
            ask_seat(game, seat, Decision.FX_SEAT, bits)
            table.react_card = PERSIST_CODE[frame.card]  # of whose copies one is to go
            return
        frame.target = next_seat(bits, 0, table.n_seats)
    if frame.phase == 2:
        frame.target = frame.answer - Act.SEAT
    if frame.phase > 0:
        leave_play(game, frame.card, frame.target)
        frame.n -= 1
    if frame.n <= 0 or not has_persistent(table):
        pop(game)
        return
    frame.phase = 1
    ask(game, seat, Decision.FX_PERSIST)


@rule
def leave_play(game, design, cursed):
    """A card of the persistent zone is discarded."""
    if cursed >= 0:
        game.table.curses[cursed, design] -= 1
    else:
        game.table.persist[design] -= 1
    note(game, Event.LEAVE_PLAY, NONE, cursed, NONE, PERSIST_CODE[design], NONE)
    discard(game, PERSIST_CODE[design])
