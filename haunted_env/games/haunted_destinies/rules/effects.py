"""The effect interpreter: lists of ops carried out in order (section 15)."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.board import add_gloom, is_searchable
from haunted_env.games.haunted_destinies.rules.chance import shuffle_pile_cards
from haunted_env.games.haunted_destinies.rules.drawing import start_draw_haunting, start_draw_search
from haunted_env.games.haunted_destinies.rules.health import OTHER_CAUSE, add_tokens, change_gloom, heal, wound
from haunted_env.games.haunted_destinies.rules.knowledge import border, forget_slots, learn
from haunted_env.games.haunted_destinies.rules.looking import start_look
from haunted_env.games.haunted_destinies.rules.skipping import (
    can_do,
    chooser_of,
    has_target,
    is_branch_offered,
    is_pick,
    is_skipped,
    target_seats,
    who_seats,
)
from haunted_env.games.haunted_destinies.rules.stack import Task, ask_option, ask_seat, next_seat, note, pop, push
from haunted_env.games.haunted_destinies.state import CELLS, NONE, rule
from haunted_env.games.haunted_destinies.tables import (
    CEMETERY,
    OPS,
    PERSIST_INDEX,
    PERSIST_KIND,
    Col,
    Op,
    PersistKind,
    Where,
)

# Ops in which somebody picks a slot, a cell, an item or a persistent card, and their tasks (`rules/picking.py`).
TASK_OF_OP = np.zeros(len(Op), np.int8)
TASK_OF_OP[Op.SHOW_CARD] = Task.SHOW
TASK_OF_OP[Op.CLEANSE] = Task.CLEANSE
TASK_OF_OP[Op.MOVE_CARD] = Task.MOVE_CARD
TASK_OF_OP[Op.SWAP_CARD] = Task.SWAP
TASK_OF_OP[Op.TAKE_CARD] = Task.TAKE
TASK_OF_OP[Op.STEAL_ITEM] = Task.STEAL
TASK_OF_OP[Op.DISCARD_ITEM] = Task.DISCARD_ITEM
TASK_OF_OP[Op.MOVE_TO] = Task.MOVE_TO
TASK_OF_OP[Op.REMOVE_GLOOM] = Task.REMOVE_GLOOM
TASK_OF_OP[Op.REMOVE_PERSISTENT] = Task.REMOVE_PERSISTENT


@rule
def do_effects(game, frame):
    """Carry out the ops pc..end in order; `seat` is self, `source` the OBEY frame the list belongs to."""
    pc = int(frame.pc)
    if pc >= frame.end:
        pop(game)
        return
    frame.pc = pc + 1
    self = int(frame.seat)
    other = int(frame.other)
    source = int(frame.source)
    skipped = is_skipped(game.table, pc, self, other)
    if pc + 1 >= frame.end:
        pop(game)  # before the last op starts: chains of effects do not pile up frames
    if skipped:
        return
    op = OPS[pc, Col.OP]
    if op == Op.CHOICE:
        child = push(game, Task.CHOICE, self, other)
    else:
        child = push(game, Task.OP, self, other)
    child.pc = pc
    child.source = source


@rule
def do_choice(game, frame):
    """`choice`: one of two lists, of those that would not be skipped at once."""
    pc = int(frame.pc)
    self = int(frame.seat)
    other = int(frame.other)
    if frame.phase == 0:
        options = 0
        if is_branch_offered(game.table, pc, self, other, 0):
            options |= choices.BRANCH_A
        if is_branch_offered(game.table, pc, self, other, 1):
            options |= choices.BRANCH_B
        frame.phase = 1
        ask_option(game, chooser_of(pc, self, other), Decision.FX_BRANCH, options)
        return
    source = int(frame.source)
    first = frame.answer == Act.BRANCH_A
    pop(game)
    effects = push(game, Task.EFFECTS, self, other)
    effects.source = source
    effects.pc = OPS[pc, Col.A] if first else OPS[pc, Col.B]
    effects.end = OPS[pc, Col.A_END] if first else OPS[pc, Col.B_END]


@rule
def do_op(game, frame):
    """One op: find out who (bits), then for each, clockwise from the active player, whom; then do it (HD-HP-5)."""
    pc = int(frame.pc)
    self = int(frame.seat)
    other = int(frame.other)
    chooser = chooser_of(pc, self, other)
    if frame.phase == 0:
        frame.bits = who_seats(game.table, pc, self, other)
        frame.phase = 2
        if is_pick(OPS[pc, Col.WHO]):
            frame.phase = 1
            ask_seat(game, chooser, Decision.FX_SEAT, frame.bits)
            return
    if frame.phase == 1:
        frame.bits = 1 << (frame.answer - Act.SEAT)
        frame.phase = 2
    if frame.phase == 2:
        who = next_seat(frame.bits, game.table.active - 1 + game.table.n_seats, game.table.n_seats)
        if who < 0:
            pop(game)
            return
        frame.bits &= ~(1 << who)
        if not can_do(game.table, pc, who):  # died, or lost the last card, while others had their turn
            return
        frame.who = who
        if has_target(OPS[pc, Col.OP]):
            targets = target_seats(game.table, pc, who, self, other)
            if targets == 0:
                return
            if is_pick(OPS[pc, Col.TARGET]):
                frame.phase = 3
                ask_seat(game, chooser, Decision.FX_SEAT, targets)
                return
            frame.target = next_seat(targets, 0, game.table.n_seats)
    if frame.phase == 3:
        frame.target = frame.answer - Act.SEAT
    frame.phase = 2
    who = int(frame.who)
    target = int(frame.target)
    source = int(frame.source)
    if frame.bits == 0:
        pop(game)  # as in do_effects
    perform(game, pc, self, who, target, source)


@rule
def perform(game, pc, self, who, target, source):
    """The op itself (HD-FX-7), after every seat has been picked."""
    op = OPS[pc, Col.OP]
    n = int(OPS[pc, Col.N])
    if op == Op.HEAL:
        heal(game, who, n)
    elif op == Op.WOUND:
        wound(game, who, n, OTHER_CAUSE)
    elif op == Op.ADD_TOKEN:
        add_tokens(game, who, n)
    elif op == Op.DRAW_HAUNTING:
        start_draw_haunting(game, who, n)
    elif op == Op.DRAW_SEARCH:
        start_draw_search(game, who, n)
    elif op == Op.LOOK_OWN:
        push(game, Task.LOOK_OWN, who, NONE)
    elif op == Op.LOOK_OTHER:
        start_look(game, who, target, NONE)
    elif op == Op.SCAN_BORDERS:
        scan_borders(game, who, target)
    elif op == Op.SHUFFLE_PILE:
        shuffle_pile(game, who)
    elif op == Op.EXTRA_MOVE:
        if not game.table.tile_removed:  # HD-OPEN-16
            game.table.mp += n
    elif op == Op.ADD_GLOOM:
        spread_gloom(game, self, OPS[pc, Col.WHERE], n)
    elif op == Op.GAIN_GLOOM:
        change_gloom(game, who, n)
    elif op == Op.LOSE_GLOOM:
        change_gloom(game, who, -n)
    elif op == Op.END_TURN:
        game.table.turn_ending = 1
    elif op == Op.ENTER_PLAY:
        enter_play(game, self, source)
    elif op == Op.REMOVE_GLOOM and OPS[pc, Col.WHERE] != Where.PICK_ANY:
        lift_gloom(game, self, OPS[pc, Col.WHERE], n)
    else:
        frame = push(game, TASK_OF_OP[op], who, target)
        frame.n = n
        frame.cause = OPS[pc, Col.WHERE]


@rule
def scan_borders(game, who, target):
    """HD-INFO-17: the scanner alone learns every border of the pile."""
    for slot in range(game.table.pile_size[target]):
        learn(game, who, target, slot, border(game.secret.pile[target, slot]))
    note(game, Event.SCAN, who, target, NONE, NONE, NONE)


@rule
def shuffle_pile(game, who):
    """HD-INFO-17: everybody, the owner included, loses sight of the slots; one card alone stays where it is."""
    note(game, Event.SHUFFLE, who, NONE, NONE, NONE, NONE)
    if game.table.pile_size[who] < 2:
        return
    for observer in range(game.table.n_seats):
        forget_slots(game, observer, who)
    shuffle_pile_cards(game, who)


@rule
def is_named(table, cell, self, where):
    """Whether a gloom op's `where` includes a cell."""
    if where == Where.SELF_TILE:
        return cell == table.pawn[self]
    if where == Where.CEMETERY:
        return table.tile[cell] == CEMETERY
    return is_searchable(table, cell)


@rule
def spread_gloom(game, self, where, n):
    for cell in range(CELLS):
        if game.table.tile[cell] >= 0 and is_named(game.table, cell, self, where):
            add_gloom(game, cell, n)


@rule
def lift_gloom(game, self, where, n):
    for cell in range(CELLS):
        if game.table.gloom[cell] > 0 and is_named(game.table, cell, self, where):
            add_gloom(game, cell, -min(n, game.table.gloom[cell]))


@rule
def enter_play(game, self, source):
    """HD-OBEY-27, HD-FX-12: the card being obeyed goes to the persistent zone."""
    obeyed = game.work.stack[source]
    card = int(obeyed.card)
    design = PERSIST_INDEX[card]
    kind = PERSIST_KIND[design]
    cursed = NONE
    if kind == PersistKind.CURSE_SELF:
        if game.table.ghost[self]:
            return
        game.table.curses[self, design] += 1
        cursed = self
    elif kind == PersistKind.WIN and game.table.persist[design] > 0:
        return
    else:
        game.table.persist[design] += 1
    obeyed.flag = 1
    note(game, Event.ENTER_PLAY, self, cursed, NONE, card, NONE)
