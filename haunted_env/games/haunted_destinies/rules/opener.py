"""Declarations, the ritual, tile removal (section 13)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, End, Event
from haunted_env.games.haunted_destinies.outcome import finish, opener_seat
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.board import can_remove
from haunted_env.games.haunted_destinies.rules.health import (
    CONSUMED,
    MAX_TOKENS,
    OTHER_CAUSE,
    REVEALED,
    add_tokens,
    heal,
    wound,
)
from haunted_env.games.haunted_destinies.rules.knowledge import all_locate, discard, see
from haunted_env.games.haunted_destinies.rules.stack import Task, ask, ask_option, living_seats, note, pop, push
from haunted_env.games.haunted_destinies.state import CELLS, N_PSYCHE, NONE, UP, U, rule

MERCY = 5  # HD-OPEN-11

# Phases of a DECLARE frame.
ASK, DECLARED, PENALTY, RISE, SPARE = range(5)


@rule
def reveal_pile(game, seat):
    """HD-OPEN-3, HD-OPEN-6, HD-OBEY-28: all see every card; no Probe effect is triggered."""
    for slot in range(game.table.pile_size[seat]):
        note(game, Event.REVEAL, seat, NONE, slot, game.secret.pile[seat, slot], NONE)
        for observer in range(game.table.n_seats):
            see(game, observer, seat, slot)


@rule
def lay_open(game, seat):
    """HD-OPEN-7: grey cards of the revealed pile are discarded, Psyche cards stay face up."""
    for slot in range(game.table.pile_size[seat]):
        card = int(game.secret.pile[seat, slot])
        game.secret.pile[seat, slot] = NONE
        for observer in range(game.table.n_seats):
            game.ledger[observer].fact[seat, slot] = U
        if card < N_PSYCHE:
            game.table.up_at[card] = seat
            all_locate(game, card, UP + seat)
        else:
            discard(game, card)
    game.table.pile_size[seat] = 0
    game.table.grey_min[seat] = 0
    game.table.grey_max[seat] = 0


@rule
def start_death(game, seat, flags):
    frame = push(game, Task.DEATH, seat, NONE)
    frame.flag = flags


@rule
def do_declare(game, frame):
    """seat declares over the fallen other (HD-OPEN-3 to HD-OPEN-12)."""
    table = game.table
    seat = int(frame.seat)
    fallen = int(frame.other)
    if frame.phase == ASK:
        frame.phase = DECLARED
        ask_option(game, seat, Decision.DECLARE, choices.DECLARATIONS)
    elif frame.phase == DECLARED and frame.answer == Act.BIND:
        note(game, Event.BIND, seat, fallen, NONE, NONE, NONE)
        reveal_pile(game, fallen)
        if opener_seat(game) == fallen:
            winners = 1 << seat
            if table.bind_win == 1:
                winners = living_seats(table) & ~(1 << fallen)
            finish(game, winners, End.BOUND)
            return
        frame.phase = PENALTY
        start_death(game, fallen, REVEALED)
    elif frame.phase == DECLARED:
        note(game, Event.RITUAL, seat, fallen, NONE, NONE, NONE)
        reveal_pile(game, seat)
        if opener_seat(game) == seat:
            lay_open(game, seat)
            table.ritual = 1
            table.opener = seat
            note(game, Event.RISE, seat, NONE, NONE, NONE, NONE)
            frame.phase = RISE
            start_death(game, fallen, REVEALED | CONSUMED)
        else:
            frame.phase = SPARE
            start_death(game, seat, REVEALED)
    elif frame.phase == PENALTY:
        pop(game)
        wound(game, seat, (table.health[seat] + 1) // 2, OTHER_CAUSE)
    elif frame.phase == RISE:
        pop(game)
        if table.opener_power == 0:  # HD-OPEN-21
            heal(game, seat, MAX_TOKENS)
            add_tokens(game, seat, table.n_seats - 2)
    else:
        pop(game)
        heal(game, fallen, MERCY)


@rule
def may_remove_tile(table, seat):
    """HD-OPEN-14 to HD-OPEN-16: before the first step and the action, once per turn, and some tile can go."""
    if not table.ritual or seat != table.opener or table.stepped or table.action_used or table.tile_removed:
        return False
    for cell in range(CELLS):
        if can_remove(table, cell):
            return True
    return False


@rule
def do_remove_tile(game, frame):
    """The Opener gives up moving and removes a tile (HD-OPEN-16)."""
    if frame.phase == 0:
        frame.phase = 1
        ask(game, frame.seat, Decision.REMOVE_CELL)
        return
    seat = int(frame.seat)
    cell = frame.answer - Act.CELL
    pop(game)
    game.table.tile[cell] = NONE
    game.table.tile_removed = 1
    game.table.mp = 0
    note(game, Event.REMOVE_TILE, seat, NONE, cell, NONE, NONE)
