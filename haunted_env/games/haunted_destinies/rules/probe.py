"""Probe (section 7)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.dice import start_roll
from haunted_env.games.haunted_destinies.rules.drawing import start_draw_haunting
from haunted_env.games.haunted_destinies.rules.health import OTHER_CAUSE, wound
from haunted_env.games.haunted_destinies.rules.looking import start_look
from haunted_env.games.haunted_destinies.rules.rolls import probe_lead
from haunted_env.games.haunted_destinies.rules.stack import ask_option, ask_seat, note, others_here, pop
from haunted_env.games.haunted_destinies.state import NONE, rule
from haunted_env.games.haunted_destinies.tables import RollKind

# Phases of a PROBE frame; its prize or penalty is part of the action (HD-INFO-25), so the frame stays until it is over.
TARGET, CHOSEN, ROLLED, PRIZE, PENALTY, SETTLED = range(6)


@rule
def do_probe(game, frame):
    """seat probes other; n is the result."""
    table = game.table
    seat = int(frame.seat)
    if frame.phase == TARGET:
        frame.phase = CHOSEN
        ask_seat(game, seat, Decision.TARGET, others_here(table, seat))
    elif frame.phase == CHOSEN:
        frame.other = frame.answer - Act.SEAT
        frame.phase = ROLLED
        start_roll(game, seat, RollKind.PROBE, 2)
    elif table.ghost[seat] or frame.phase == SETTLED:  # HD-DICE-4
        pop(game)
    elif frame.phase == ROLLED:
        other = int(frame.other)
        result = probe_lead(table, seat, other) + table.light - table.dark
        frame.n = max(result, -127)
        frame.flag = 1
        note(game, Event.PROBE, seat, other, NONE, NONE, result)
        ask_prize(game, frame, seat, other, result)
    else:
        answer = int(frame.answer)
        winner = seat if frame.phase == PRIZE else int(frame.other)
        loser = int(frame.other) if frame.phase == PRIZE else seat
        frame.phase = SETTLED
        if answer == Act.OPT_LOOK_OTHER:
            start_look(game, winner, loser, NONE)
        elif answer == Act.OPT_HAUNTING:
            start_draw_haunting(game, loser, 1)
        elif answer == Act.OPT_WOUND:
            wound(game, loser, 1, OTHER_CAUSE)


@rule
def ask_prize(game, frame, seat, other, result):
    """HD-PROBE-4 to HD-PROBE-10."""
    table = game.table
    if result == 0:
        table.turn_ending = 1
        pop(game)
        return
    loser = other if result > 0 else seat
    options = choices.HAUNTING
    if table.pile_size[loser] > 0:
        options |= choices.LOOK_OTHER
    if result > 0:
        if table.ghost[other]:
            options = choices.WOUND
        frame.phase = PRIZE
        ask_option(game, seat, Decision.PROBE_PRIZE, options | choices.PASS)
    else:
        frame.phase = PENALTY
        ask_option(game, other, Decision.PROBE_PENALTY, options)
