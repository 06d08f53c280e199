"""Attack (section 8)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.amounts import OPENER_WOUNDS
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.dice import start_roll
from haunted_env.games.haunted_destinies.rules.drawing import start_draw_haunting
from haunted_env.games.haunted_destinies.rules.health import OTHER_CAUSE, ROUND_WOUND, wound
from haunted_env.games.haunted_destinies.rules.knowledge import all_locate
from haunted_env.games.haunted_destinies.rules.picking import take_face_down, take_item
from haunted_env.games.haunted_destinies.rules.rolls import attack_lead
from haunted_env.games.haunted_destinies.rules.skipping import has_item
from haunted_env.games.haunted_destinies.rules.stack import (
    Task,
    ask,
    ask_option,
    ask_seat,
    note,
    others_here,
    pop,
    push,
)
from haunted_env.games.haunted_destinies.state import FULL_PILE, N_PSYCHE, NONE, UP, rule
from haunted_env.games.haunted_destinies.tables import OPENER, RollKind

# Phases of an ATTACK frame.
TARGET, ROUND, ROLLED, PRIZE, TAKING, SETTLED, CONTINUE, AGAIN, OVER = range(9)


@rule
def may_take_psyche(table, card):
    """HD-OPEN-10: after a ritual the Opener card cannot be taken."""
    return card != OPENER or not table.ritual


@rule
def can_take(table, taker, loser):
    """HD-ATT-7: whether some card of the loser can be taken."""
    if table.pile_size[loser] > 0 and table.pile_size[taker] < FULL_PILE:
        return True
    for card in range(N_PSYCHE):
        if table.up_at[card] == loser and may_take_psyche(table, card):
            return True
    return has_item(table, loser)


@rule
def do_attack(game, frame):
    """seat attacks other; n is the result, who the winner of the round, cause a round wound just dealt."""
    table = game.table
    seat = int(frame.seat)
    phase = frame.phase
    if phase == TARGET:
        frame.phase = ROUND
        ask_seat(game, seat, Decision.TARGET, others_here(table, seat))
        return
    if phase == ROUND or phase == AGAIN:
        if phase == ROUND:
            frame.other = frame.answer - Act.SEAT
            frame.bits = table.ghost[frame.other]  # whether the defender was a ghost from the start
        frame.flag = 0
        frame.phase = ROLLED
        start_roll(game, seat, RollKind.ATTACK, 2)
        return
    other = int(frame.other)
    if phase == ROLLED:
        if has_died(table, frame):
            pop(game)
        else:
            judge_round(game, frame, seat, other)
    elif phase == PRIZE:
        settle_prize(game, frame, seat, other)
    elif phase == TAKING:
        take_chosen(game, frame)
    elif phase == SETTLED:
        end_round(game, frame, seat, other)
    elif phase == CONTINUE and frame.answer == Act.YES:
        frame.phase = AGAIN
    else:
        pop(game)


@rule
def has_died(table, frame):
    """HD-ATT-17: a combatant has become a ghost during the attack."""
    return table.ghost[frame.seat] or (table.ghost[frame.other] and not frame.bits)


@rule
def judge_round(game, frame, seat, other):
    """HD-ATT-2 to HD-ATT-6, HD-ATT-13, HD-ATT-14."""
    table = game.table
    result = attack_lead(table, seat, other) + table.light - table.dark
    frame.n = min(max(result, -127), 127)
    frame.flag = 1
    frame.phase = PRIZE
    note(game, Event.ATTACK, seat, other, NONE, NONE, result)
    options = choices.WOUND
    if result == 0:
        table.turn_ending = 1
        pop(game)
    elif result > 0:
        frame.who = seat
        if not table.ghost[other] and can_take(table, seat, other):
            options |= choices.TAKE
        ask_option(game, seat, Decision.ATTACK_PRIZE, options | choices.PASS)
    else:
        frame.who = other
        if table.ghost[other]:
            options |= choices.HAUNTING
        elif can_take(table, other, seat):
            options |= choices.TAKE
        ask_option(game, other, Decision.ATTACK_PENALTY, options)


@rule
def round_wounds(table, winner, loser):
    """HD-ATT-5, HD-OPEN-22: the wounds that winning a round deals."""
    is_risen = table.ritual and table.opener_power == 0 and winner == table.opener
    return OPENER_WOUNDS if is_risen and not table.ghost[loser] else 1


@rule
def settle_prize(game, frame, seat, other):
    """The winner of the round has chosen."""
    table = game.table
    winner = int(frame.who)
    loser = other if winner == seat else seat
    answer = int(frame.answer)
    frame.phase = SETTLED
    frame.cause = 0
    if answer == Act.OPT_WOUND:
        n = round_wounds(table, winner, loser)
        if table.ghost[winner]:  # HD-ATT-13: an undeclared death if it kills
            wound(game, loser, n, OTHER_CAUSE)
        else:
            frame.cause = 1
            wound(game, loser, n, ROUND_WOUND)
    elif answer == Act.OPT_HAUNTING:
        start_draw_haunting(game, loser, 1)
    elif answer == Act.OPT_TAKE:
        frame.phase = TAKING
        frame.target = loser
        ask(game, winner, Decision.TAKE_CARD)
        table.pick_pile = loser


@rule
def take_chosen(game, frame):
    """HD-ATT-7 to HD-ATT-9: a slot, a face-up Psyche card or an item of the loser."""
    winner = int(frame.who)
    loser = int(frame.target)
    answer = int(frame.answer)
    frame.phase = SETTLED
    if answer >= Act.ITEM:
        take_item(game, winner, loser, answer - Act.ITEM)
    elif answer >= Act.PSYCHE:
        card = answer - Act.PSYCHE
        game.table.up_at[card] = winner
        all_locate(game, card, UP + winner)
        note(game, Event.TAKE, winner, loser, NONE, card, NONE)
    else:
        take_face_down(game, winner, loser, answer - Act.SLOT)


@rule
def end_round(game, frame, seat, other):
    """HD-ATT-11, HD-ATT-12, HD-ATT-15 to HD-ATT-18: a fall, the end, or another round."""
    table = game.table
    if frame.cause and (table.health[seat] == 0 or (table.health[other] == 0 and not table.ghost[other])):
        fallen = seat if table.health[seat] == 0 else other
        frame.phase = OVER
        if table.ritual or (fallen == seat and table.attacker_down == 1):
            push(game, Task.DEATH, fallen, NONE)
        else:
            push(game, Task.DECLARE, other if fallen == seat else seat, fallen)
        return
    if has_died(table, frame) or table.turn_ending:
        pop(game)
    elif table.light == table.dark:
        table.turn_ending = 1
        pop(game)
    else:
        frame.phase = CONTINUE
        decider = seat if table.light > table.dark else other
        ask_option(game, decider, Decision.CONTINUE, choices.NO_OR_YES)
