"""Choices that cards ask for, rewards and reactions."""

from haunted_env.games.haunted_destinies.actions import Act, Purpose, React
from haunted_env.games.haunted_destinies.heuristic.fighting import fall_worth
from haunted_env.games.haunted_destinies.heuristic.looking import choose_look_seat
from haunted_env.games.haunted_destinies.heuristic.noise import noise, rule
from haunted_env.games.haunted_destinies.heuristic.worth import ITEM_WORTH, PROBE_LOOKER, PROBE_OWNER
from haunted_env.games.haunted_destinies.rules.board import is_searchable
from haunted_env.games.haunted_destinies.rules.conditions import in_play
from haunted_env.games.haunted_destinies.rules.rolls import attack_lead
from haunted_env.games.haunted_destinies.rules.ways import DISTANCE
from haunted_env.games.haunted_destinies.state import CELLS, N_ITEMS, N_PERSIST
from haunted_env.games.haunted_destinies.tables import (
    DRAW_LIST,
    EFFECT_LIST,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    OPS,
    PERSIST_KIND,
    PROBE_LIST,
    Col,
    Cond,
    Op,
    PersistKind,
)


@rule
def asks(table, op):
    """Whether the card being obeyed asks because of this op: its first one, most likely."""
    card = int(table.obeyed)
    if card < 0:
        return False
    if card < FIRST_SEARCH:
        return OPS[EFFECT_LIST[card, 0], Col.OP] == op
    if table.obeyed_other < 0 and DRAW_LIST[card, 0] < DRAW_LIST[card, 1]:
        return OPS[DRAW_LIST[card, 0], Col.OP] == op
    return PROBE_LIST[card, 0] < PROBE_LIST[card, 1] and OPS[PROBE_LIST[card, 0], Col.OP] == op


@rule
def choose_seat(table, ledger, mask, guess, generator):
    """FX_SEAT: looks go where the Opener may be, harm to rivals, help to the weak."""
    if asks(table, Op.DRAW_HAUNTING) or asks(table, Op.WOUND):
        return choose_drawer(table, ledger, mask, guess, generator)
    if asks(table, Op.HEAL):
        return weakest(table, mask, generator)
    return choose_look_seat(table, ledger, mask, guess, generator)


@rule
def weakest(table, mask, generator):
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if mask[Act.SEAT + other]:
            worth = noise(generator) - float(table.health[other])
            if other == table.opener:
                worth -= 50.0
            if worth > top:
                top = worth
                best = other
    return Act.SEAT + best


@rule
def choose_drawer(table, ledger, mask, guess, generator):
    """PICK_DRAWER: a strong rival; for ghosts the fullest pile."""
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if not mask[Act.SEAT + other]:
            continue
        worth = noise(generator)
        if other == ledger.seat:
            worth -= 50.0
        if table.ghost[ledger.seat]:
            worth += float(table.pile_size[other])
        else:
            worth += 0.3 * float(table.health[other]) + 3.0 * (other == table.opener)
            if in_play(table, Cond.PILE_SIZE) >= 0:
                worth -= float(table.pile_size[other])
        if worth > top:
            top = worth
            best = other
    return Act.SEAT + best


@rule
def choose_reward(table, ledger, mask):
    """REWARD for turning up a card."""
    if mask[Act.OPT_HEAL]:
        return Act.OPT_HEAL
    return Act.OPT_HAUNTING if mask[Act.OPT_HAUNTING] else Act.PASS


@rule
def choose_twins(table, ledger, mask):
    """EVIL_TWINS: an unseen Haunting card is the lesser evil, unless ghosts are about and health is not."""
    if not mask[Act.OPT_HAUNTING]:
        return Act.OPT_WOUND
    seat = int(ledger.seat)
    if not table.ghost[seat] and mask[Act.OPT_WOUND]:
        if in_play(table, Cond.PILE_SIZE) >= 0 and table.pile_size[seat] >= 9 and table.health[seat] > 1:
            return Act.OPT_WOUND
    return Act.OPT_HAUNTING


@rule
def choose_reaction(table, ledger):
    """REACT: rerolls of bad dice, wounds prevented, harmful cards cancelled; effects of own cards are used."""
    if table.react == React.REROLL:
        return Act.YES if table.light + 1 < table.dark else Act.NO
    if table.react == React.CANCEL_HAUNTING:
        card = int(table.obeyed)
        is_mine = table.obeyed_self == ledger.seat
        worth = PROBE_OWNER[card] if is_mine else PROBE_LOOKER[card]
        return Act.YES if card >= FIRST_HAUNTING and worth <= -0.5 else Act.NO
    return Act.YES


@rule
def choose_cell(table, ledger, mask, generator):
    """FX_CELL: a place to search in peace, or the gloom to clear away."""
    seat = int(ledger.seat)
    best = -1
    top = -1e9
    for cell in range(CELLS):
        if not mask[Act.CELL + cell]:
            continue
        worth = noise(generator)
        if table.purpose == Purpose.GLOOM_TILE:
            worth += float(table.gloom[cell]) - 0.5 * DISTANCE[cell, table.pawn[seat]]
        else:
            worth += 5.0 * is_searchable(table, cell) - float(table.gloom[cell])
            for other in range(table.n_seats):
                if other != seat and not table.ghost[other] and attack_lead(table, other, seat) > 0:
                    worth += 0.2 * DISTANCE[cell, table.pawn[other]]
        if worth > top:
            top = worth
            best = cell
    return Act.CELL + best


@rule
def choose_item(table, ledger, mask, generator):
    """FX_ITEM: the best one to steal, the worst one to give up."""
    best = -1
    top = -1e9
    sign = -1.0 if table.purpose == Purpose.DISCARD_ITEM else 1.0
    for item in range(N_ITEMS):
        if mask[Act.ITEM + item]:
            worth = sign * ITEM_WORTH[item] + noise(generator)
            if worth > top:
                top = worth
                best = item
    return Act.ITEM + best


@rule
def choose_persistent(table, ledger, mask, generator):
    """FX_PERSIST: ghost win conditions first, then one's own curses."""
    best = -1
    top = -1e9
    for design in range(N_PERSIST):
        if mask[Act.PERSIST + design]:
            worth = noise(generator) + 2.0 * (PERSIST_KIND[design] == PersistKind.WIN)
            worth += 1.0 * (table.curses[ledger.seat, design] > 0)
            if worth > top:
                top = worth
                best = design
    return Act.PERSIST + best


@rule
def choose_branch(table, ledger, mask, guess):
    """FX_BRANCH: hurt whom one would like to see fall; otherwise the second effect of a card."""
    if not mask[Act.BRANCH_B]:
        return Act.BRANCH_A
    if not mask[Act.BRANCH_A]:
        return Act.BRANCH_B
    owner = int(table.obeyed_self)
    if ledger.seat != owner and owner >= 0:
        return Act.BRANCH_A if fall_worth(table, ledger.seat, owner, guess) > 0.0 else Act.BRANCH_B
    return Act.BRANCH_A if table.action_used else Act.BRANCH_B


@rule
def choose_removed(table, ledger, mask, generator):
    """REMOVE_CELL: a tile at the edge, away from the Opener's prey, so that ways grow short."""
    best = -1
    top = -1e9
    for cell in range(CELLS):
        if mask[Act.CELL + cell]:
            worth = noise(generator) + 0.1 * DISTANCE[cell, table.pawn[ledger.seat]]
            for other in range(table.n_seats):
                if other != ledger.seat and not table.ghost[other]:
                    worth += 0.1 * DISTANCE[cell, table.pawn[other]]
            if worth > top:
                top = worth
                best = cell
    return Act.CELL + best
