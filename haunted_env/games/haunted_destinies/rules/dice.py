"""Rolls, the reroll window and the Evil Twins (HD-DICE, HD-FX-13)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event, React
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.chance import roll_die
from haunted_env.games.haunted_destinies.rules.health import OTHER_CAUSE, wound
from haunted_env.games.haunted_destinies.rules.stack import Task, ask_option, note, pop, push
from haunted_env.games.haunted_destinies.rules.standing import is_immune_to_twins, reroll_card
from haunted_env.games.haunted_destinies.state import N_PSYCHE, NONE, rule
from haunted_env.games.haunted_destinies.tables import ITEM_INDEX, RollKind


@rule
def start_roll(game, seat, kind, n_dice):
    frame = push(game, Task.ROLL, seat, NONE)
    frame.cause = kind
    frame.n = n_dice


@rule
def throw(game, seat, n_dice):
    """The light die falls first. One die is the light one (HD-TURN-3)."""
    game.table.light = roll_die(game)
    game.table.dark = roll_die(game) if n_dice == 2 else 0
    note(game, Event.ROLL, seat, NONE, NONE, NONE, 10 * game.table.light + game.table.dark)


@rule
def use_reroll(game, seat, card):
    if card < N_PSYCHE:
        game.table.reroll_used[card] = 1
    else:
        game.table.item_reroll_used[ITEM_INDEX[card]] += 1
    note(game, Event.REROLL, seat, NONE, NONE, card, NONE)


@rule
def do_roll(game, frame):
    """seat rolls n dice for `cause` (RollKind). HD-DICE-3: dice, rerolls, Evil Twins; the result is the caller's."""
    table = game.table
    seat = frame.seat
    if frame.phase == 0:
        throw(game, seat, frame.n)
        frame.phase = 1
    elif frame.phase == 2:
        frame.phase = 3
        if frame.answer == Act.YES:
            use_reroll(game, seat, frame.card)
            throw(game, seat, frame.n)
            frame.phase = 1
    if frame.phase == 1:
        card = reroll_card(table, seat, frame.cause) if seat == table.active else NONE
        if card >= 0:
            frame.card = card
            frame.phase = 2
            ask_option(game, seat, Decision.REACT, choices.NO_OR_YES)
            table.react = React.REROLL
            table.react_card = card
            return
    twins = frame.n == 2 and table.light == table.dark
    if table.evil_twins_scope == 1 and frame.cause != RollKind.MOVE:  # HD-DICE-8
        twins = False
    pop(game)
    if twins and not is_immune_to_twins(table, seat):
        note(game, Event.EVIL_TWINS, seat, NONE, NONE, NONE, NONE)
        push(game, Task.EVIL_TWINS, seat, NONE)


@rule
def do_evil_twins(game, frame):
    """HD-DICE-1, HD-DICE-5 to HD-DICE-7: a wound or a Haunting card, or both."""
    seat = frame.seat
    if frame.phase == 0:
        frame.flag = game.table.ghost[seat]
        if game.table.evil_twins == 1:
            frame.phase = 2
            wound(game, seat, 1, OTHER_CAUSE)
            return
        options = choices.HAUNTING
        if not game.table.ghost[seat] or game.table.own_gloom[seat] > 0:
            options |= choices.WOUND
        frame.phase = 1
        ask_option(game, seat, Decision.EVIL_TWINS, options)
        return
    draws = frame.answer == Act.OPT_HAUNTING
    if frame.phase == 2:
        draws = frame.flag == 1 or not game.table.ghost[seat]
        pop(game)
    else:
        pop(game)
        if not draws:
            wound(game, seat, 1, OTHER_CAUSE)
    if draws:
        frame = push(game, Task.DRAW_HAUNTING, seat, NONE)
        frame.n = 1
