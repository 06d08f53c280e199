"""What ghosts do: Haunt and Syphon (sections 11 and 12)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.amounts import HAUNT_DRAWS, HAUNT_LOOKS, TIERS, WOUND_PRICE
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.board import add_gloom
from haunted_env.games.haunted_destinies.rules.dice import start_roll
from haunted_env.games.haunted_destinies.rules.drawing import start_draw_haunting
from haunted_env.games.haunted_destinies.rules.health import OTHER_CAUSE, change_gloom, wound
from haunted_env.games.haunted_destinies.rules.looking import start_look
from haunted_env.games.haunted_destinies.rules.rolls import haunt_lead
from haunted_env.games.haunted_destinies.rules.stack import (
    ask,
    ask_option,
    ask_seat,
    living_seats,
    note,
    others_here,
    pop,
)
from haunted_env.games.haunted_destinies.state import NONE, rule
from haunted_env.games.haunted_destinies.tables import RollKind

# Phases of a HAUNT frame.
TARGET, CHOSEN, ROLLED, OPTION, DRAWING, LOOKING = range(6)


@rule
def haunt_options(table, seat, other, result):
    """HD-HAUNT-5 to HD-HAUNT-8."""
    has_cards = table.pile_size[other] > 0
    options = choices.H_DRAW1
    if result >= TIERS[1]:
        options |= choices.H_DRAW2
        if has_cards:
            options |= choices.H_LOOK1
    if result >= TIERS[2]:
        options |= choices.H_DRAW3
        if has_cards:
            options |= choices.H_LOOK2
        if table.own_gloom[seat] >= WOUND_PRICE:
            options |= choices.H_WOUND
    return options


@rule
def do_haunt(game, frame):
    """seat haunts other; n is the result, bits the draws or looks still to come."""
    table = game.table
    seat = int(frame.seat)
    other = int(frame.other)
    if frame.phase == TARGET:
        frame.phase = CHOSEN
        ask_seat(game, seat, Decision.TARGET, others_here(table, seat) & living_seats(table))
    elif frame.phase == CHOSEN:
        frame.other = frame.answer - Act.SEAT
        frame.phase = ROLLED
        start_roll(game, seat, RollKind.HAUNT, 2)
    elif table.ghost[other]:  # HD-HAUNT-10
        pop(game)
    elif frame.phase == ROLLED:
        result = haunt_lead(table, seat, other) + table.dark - table.light
        frame.n = min(max(result, -127), 127)
        frame.flag = 1
        note(game, Event.HAUNT, seat, other, NONE, NONE, result)
        if result > 0:
            frame.phase = OPTION
            ask_option(game, seat, Decision.HAUNT_OPTION, haunt_options(table, seat, other, result))
            return
        pop(game)
        if result < 0:
            change_gloom(game, seat, -1)
        else:
            table.turn_ending = 1
    elif frame.phase == OPTION:
        choose_haunt(game, frame, seat, other)
    elif frame.bits <= 0 or (frame.phase == LOOKING and table.pile_size[other] == 0):
        pop(game)
    else:
        frame.bits -= 1
        if frame.phase == DRAWING:
            start_draw_haunting(game, other, 1)
        else:
            start_look(game, seat, other, NONE)


@rule
def n_times(answer):
    """HD-HAUNT-5 to HD-HAUNT-7: how many looks or draws an option gives."""
    if answer == Act.H_LOOK1:
        return HAUNT_LOOKS[1]
    if answer == Act.H_LOOK2:
        return HAUNT_LOOKS[2]
    if answer == Act.H_DRAW1:
        return HAUNT_DRAWS[0]
    return HAUNT_DRAWS[1] if answer == Act.H_DRAW2 else HAUNT_DRAWS[2]


@rule
def choose_haunt(game, frame, seat, other):
    answer = int(frame.answer)
    if answer == Act.H_WOUND:
        frame.phase = DRAWING
        frame.bits = 0
        change_gloom(game, seat, -WOUND_PRICE)
        wound(game, other, 1, OTHER_CAUSE)
        return
    frame.phase = LOOKING if answer == Act.H_LOOK1 or answer == Act.H_LOOK2 else DRAWING
    frame.bits = n_times(answer)


@rule
def do_syphon(game, frame):
    """seat syphons gloom from its tile."""
    table = game.table
    seat = int(frame.seat)
    cell = int(table.pawn[seat])
    if frame.phase == 0:
        frame.phase = 1
        start_roll(game, seat, RollKind.SYPHON, 2)
        return
    if frame.phase == 1:
        if table.dark > table.light:
            frame.phase = 2
            ask(game, seat, Decision.SYPHON_AMOUNT)
            game.ledger[seat].amount = min(table.dark, table.gloom[cell])
            return
        frame.answer = Act.AMOUNT + int(table.gloom[cell])
        if table.light > table.dark:
            pop(game)
            note(game, Event.SYPHON, seat, NONE, cell, NONE, -1)
            add_gloom(game, cell, 1)
            return
    taken = frame.answer - Act.AMOUNT
    pop(game)
    note(game, Event.SYPHON, seat, NONE, cell, NONE, taken)
    if taken > 0:
        add_gloom(game, cell, -taken)
        change_gloom(game, seat, taken)
