"""Which effects have no legal target and are skipped (HD-FX-3 to HD-FX-5, HD-FX-18)."""

from haunted_env.games.haunted_destinies.rules.board import is_searchable
from haunted_env.games.haunted_destinies.rules.stack import ghost_seats, living_seats, others_here
from haunted_env.games.haunted_destinies.state import (
    CELLS,
    FULL_PILE,
    MAX_SEATS,
    N_ITEMS,
    N_PERSIST,
    NONE,
    rule,
)
from haunted_env.games.haunted_destinies.tables import OPS, Col, Op, Where, Who


@rule
def chooser_of(pc, self, other):
    """HD-FX-3: the chooser is `self` unless by="other"."""
    return other if OPS[pc, Col.BY] == 1 else self


@rule
def selected(table, selector, chooser, self, other):
    """Bits of the players a selector names."""
    if selector == Who.SELF:
        return 1 << self if self >= 0 else 0
    if selector == Who.OTHER:
        return 1 << other if other >= 0 else 0
    if selector == Who.ALL_LIVING:
        return living_seats(table)
    if selector == Who.ALL_GHOSTS:
        return ghost_seats(table)
    if chooser < 0:
        return 0
    if selector == Who.PICK_OTHER:
        return living_seats(table) & ~(1 << chooser)
    if selector == Who.PICK_HERE:
        return living_seats(table) & others_here(table, chooser)
    return 0


@rule
def is_pick(selector):
    return selector == Who.PICK_OTHER or selector == Who.PICK_HERE


@rule
def n_items(table, seat):
    n = 0
    for item in range(N_ITEMS):
        n += table.items[seat, item]
    return n


@rule
def has_item(table, seat):
    return n_items(table, seat) > 0


@rule
def has_destination(table, seat, where):
    """Whether `move_to` has somewhere to go."""
    if where == Where.CEMETERY:
        return True
    for cell in range(CELLS):
        if (
            table.tile[cell] >= 0
            and cell != table.pawn[seat]
            and (where == Where.PICK_ANY or is_searchable(table, cell))
        ):
            return True
    return False


@rule
def can_do(table, pc, seat):
    """HD-FX-5: whether the op means anything for this `who`, ghost or living."""
    op = OPS[pc, Col.OP]
    if op == Op.GAIN_GLOOM or op == Op.LOSE_GLOOM:
        return table.ghost[seat] == 1
    if op == Op.DRAW_SEARCH:
        return table.ghost[seat] == 0
    if (
        op == Op.LOOK_OWN
        or op == Op.SHOW_CARD
        or op == Op.CLEANSE
        or op == Op.MOVE_CARD
        or op == Op.SHUFFLE_PILE
        or op == Op.SWAP_CARD
    ):
        return table.pile_size[seat] > 0
    if op == Op.TAKE_CARD:
        return table.pile_size[seat] < FULL_PILE
    if op == Op.DISCARD_ITEM:
        return has_item(table, seat)
    if op == Op.MOVE_TO:
        return has_destination(table, seat, OPS[pc, Col.WHERE])
    return True


@rule
def can_suffer(table, op, who, seat):
    """Whether a seat can be the target of what `who` does."""
    if seat == who:
        return False
    if op == Op.STEAL_ITEM:
        return has_item(table, seat)
    if op == Op.SHOW_CARD:
        return True
    return table.pile_size[seat] > 0


@rule
def has_target(op):
    return (
        op == Op.LOOK_OTHER
        or op == Op.SHOW_CARD
        or op == Op.SCAN_BORDERS
        or op == Op.SWAP_CARD
        or op == Op.TAKE_CARD
        or op == Op.STEAL_ITEM
    )


@rule
def target_seats(table, pc, who, self, other):
    """Bits of the legal targets of what `who` does."""
    bits = 0
    named = selected(table, OPS[pc, Col.TARGET], chooser_of(pc, self, other), self, other)
    for seat in range(MAX_SEATS):
        if named >> seat & 1 and can_suffer(table, OPS[pc, Col.OP], who, seat):
            bits |= 1 << seat
    return bits


@rule
def who_seats(table, pc, self, other):
    """Bits of the players for whom the op would do something."""
    bits = 0
    op = OPS[pc, Col.OP]
    named = selected(table, OPS[pc, Col.WHO], chooser_of(pc, self, other), self, other)
    for seat in range(MAX_SEATS):
        if named >> seat & 1 and can_do(table, pc, seat):
            if has_target(op) and target_seats(table, pc, seat, self, other) == 0:
                continue
            bits |= 1 << seat
    return bits


@rule
def has_gloom(table, where, self):
    """Whether `remove_gloom` finds any."""
    if where == Where.SELF_TILE:
        return table.gloom[table.pawn[self]] > 0
    for cell in range(CELLS):
        if table.gloom[cell] > 0 and (where == Where.PICK_ANY or is_searchable(table, cell)):
            return True
    return False


@rule
def has_persistent(table):
    for design in range(N_PERSIST):
        if table.persist[design] > 0:
            return True
        for seat in range(table.n_seats):
            if table.curses[seat, design] > 0:
                return True
    return False


@rule
def is_op_skipped(table, pc, self, other):
    """HD-FX-18 for everything but `choice`."""
    op = OPS[pc, Col.OP]
    if op == Op.EXTRA_MOVE:
        return self != table.active
    if op == Op.REMOVE_GLOOM:
        return not has_gloom(table, OPS[pc, Col.WHERE], self)
    if op == Op.REMOVE_PERSISTENT:
        return not has_persistent(table)
    if op == Op.ADD_GLOOM or op == Op.END_TURN or op == Op.ENTER_PLAY or op == Op.CHOICE:
        return False
    return who_seats(table, pc, self, other) == 0


@rule
def is_inner_choice_open(table, pc, self, other):
    """Whether a `choice` inside another one could offer a list; its own lists hold no further choice."""
    a = OPS[pc, Col.A]
    b = OPS[pc, Col.B]
    return not is_op_skipped(table, a, self, other) or not is_op_skipped(table, b, self, other)


@rule
def is_branch_offered(table, pc, self, other, second):
    """A list of a `choice` is offered unless its first op would be skipped."""
    start = OPS[pc, Col.B] if second else OPS[pc, Col.A]
    end = OPS[pc, Col.B_END] if second else OPS[pc, Col.A_END]
    if start == end:
        return False
    if OPS[start, Col.OP] == Op.CHOICE:
        return is_inner_choice_open(table, start, self, other)
    return not is_op_skipped(table, start, self, other)


@rule
def is_skipped(table, pc, self, other):
    """HD-FX-18: whether the op would be skipped."""
    if OPS[pc, Col.OP] == Op.CHOICE:
        if chooser_of(pc, self, other) < 0:
            return True
        return not (is_branch_offered(table, pc, self, other, 0) or is_branch_offered(table, pc, self, other, 1))
    return is_op_skipped(table, pc, self, other)


@rule
def is_list_skipped(table, start, end, self, other):
    """A list would be skipped if all its ops would be."""
    for pc in range(start, end):
        if not is_skipped(table, pc, self, other):
            return False
    return True


@rule
def is_power_usable(table, seat, cost, cost_end, start, end):
    """HD-OBEY-23, HD-FX-18: no op of the cost and not the first effect op would be skipped."""
    for pc in range(cost, cost_end):
        if is_skipped(table, pc, seat, NONE):
            return False
        if OPS[pc, Col.OP] == Op.DISCARD_ITEM and n_items(table, seat) < OPS[pc, Col.N]:
            return False
    return start < end and not is_skipped(table, start, seat, NONE)
