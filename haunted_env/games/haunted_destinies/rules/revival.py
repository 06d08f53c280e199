"""Bringing a ghost back (section 10a)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.amounts import REVIVAL_PRICE, REVIVED_HEALTH
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.paying import pay_health
from haunted_env.games.haunted_destinies.rules.stack import (
    ask_option,
    ask_seat,
    ghost_seats,
    n_living,
    note,
    others_here,
    pop,
)
from haunted_env.games.haunted_destinies.state import MAX_PILE, NONE, START_HEALTH, rule

# Phases of a REVIVE frame.
TARGET, CHOSEN, REPLY = range(3)


@rule
def has_room(table):
    """HD-REV-3: with one more living player, every pile could still take a card from each death (HD-COMP-16)."""
    most = MAX_PILE + 1 - n_living(table)
    for seat in range(table.n_seats):
        if table.pile_size[seat] > most:
            return False
    return True


@rule
def may_revive(table, seat):
    """HD-REV-1 to HD-REV-3: a living player with health to give, on the tile of a ghost."""
    if not table.revival or table.ghost[seat] or table.health[seat] <= REVIVAL_PRICE:
        return False
    return others_here(table, seat) & ghost_seats(table) != 0 and has_room(table)


@rule
def do_revive(game, frame):
    """seat offers to bring other back, who may refuse."""
    table = game.table
    seat = int(frame.seat)
    if frame.phase == TARGET:
        frame.phase = CHOSEN
        ask_seat(game, seat, Decision.TARGET, others_here(table, seat) & ghost_seats(table))
    elif frame.phase == CHOSEN:
        frame.other = frame.answer - Act.SEAT
        frame.phase = REPLY
        ask_option(game, frame.other, Decision.REVIVE_REPLY, choices.NO_OR_YES)
    else:
        other = int(frame.other)
        accepted = frame.answer == Act.YES
        pop(game)
        note(game, Event.REVIVE, seat, other, NONE, NONE, 1 if accepted else 0)
        if accepted:
            pay_health(game, seat, REVIVAL_PRICE)
            live_again(game, other)


@rule
def live_again(game, seat):
    """HD-REV-4: the opposite of a death, but for the cards, which stay lost."""
    table = game.table
    table.ghost[seat] = 0
    table.own_gloom[seat] = 0
    table.health[seat] = REVIVED_HEALTH
    table.wounds[seat] = START_HEALTH - REVIVED_HEALTH
