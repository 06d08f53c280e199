"""Free actions: mutual look, turn powers (HD-FREE-1 to HD-FREE-7, HD-OBEY-23). Talk and trades: `talk`, `trade`."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event, Purpose
from haunted_env.games.haunted_destinies.rules.looking import start_look
from haunted_env.games.haunted_destinies.rules.picking import ask_slot
from haunted_env.games.haunted_destinies.rules.skipping import is_power_usable
from haunted_env.games.haunted_destinies.rules.stack import (
    Task,
    ask,
    ask_seat,
    living_seats,
    note,
    others_here,
    pop,
    push,
    with_piles,
)
from haunted_env.games.haunted_destinies.state import N_ITEMS, N_PSYCHE, NONE, rule
from haunted_env.games.haunted_destinies.tables import COST_LIST, EFFECT_LIST, ITEM_CODE, ITEM_INDEX, TIMING, Timing


@rule
def mutual_seats(table, seat):
    """HD-FREE-1, HD-FREE-2: living players here who can still be asked for a mutual look this turn."""
    if table.pile_size[seat] == 0:
        return 0
    return others_here(table, seat) & living_seats(table) & with_piles(table) & ~int(table.looked)


@rule
def do_mutual_look(game, frame):
    """seat and other show each other a card (HD-FREE-5, HD-FREE-6)."""
    table = game.table
    seat = int(frame.seat)
    other = int(frame.other)
    if frame.phase == 0:
        frame.phase = 1
        ask_seat(game, seat, Decision.TARGET, mutual_seats(table, seat))
    elif frame.phase == 1:
        frame.other = frame.answer - Act.SEAT
        table.looked |= 1 << frame.other
        note(game, Event.MUTUAL_LOOK, seat, frame.other, NONE, NONE, NONE)
        frame.phase = 2
        ask_slot(game, seat, seat, Purpose.SHOW)
    elif frame.phase == 2:
        frame.phase = 3
        start_look(game, other, seat, frame.answer - Act.SLOT)
    elif frame.phase == 3:
        if table.ghost[seat] or table.ghost[other] or table.pile_size[other] == 0:
            pop(game)
            return
        frame.phase = 4
        ask_slot(game, other, other, Purpose.SHOW)
    elif frame.phase == 4:
        frame.phase = 5
        start_look(game, seat, other, frame.answer - Act.SLOT)
    else:
        pop(game)


@rule
def can_use_psyche(table, seat, card):
    """HD-OBEY-23: a turn power, once per turn, if its cost can be paid and it has a legal target."""
    return (
        table.up_at[card] == seat
        and TIMING[card] == Timing.TURN
        and not table.power_used[card]
        and is_power_usable(
            table, seat, COST_LIST[card, 0], COST_LIST[card, 1], EFFECT_LIST[card, 0], EFFECT_LIST[card, 1]
        )
    )


@rule
def can_use_item(table, seat, item):
    """The same for an item with a `turn` list."""
    if table.items[seat, item] <= table.item_power_used[item]:
        return False
    card = ITEM_CODE[item]
    return is_power_usable(
        table, seat, COST_LIST[card, 0], COST_LIST[card, 1], EFFECT_LIST[card, 0], EFFECT_LIST[card, 1]
    )


@rule
def has_power(table, seat):
    for card in range(N_PSYCHE):
        if can_use_psyche(table, seat, card):
            return True
    for item in range(N_ITEMS):
        if can_use_item(table, seat, item):
            return True
    return False


@rule
def do_power(game, frame):
    """seat uses a turn power: first its cost, then its effects."""
    seat = int(frame.seat)
    if frame.phase == 0:
        frame.phase = 1
        ask(game, seat, Decision.POWER)
        return
    if frame.phase == 2:
        pop(game)
        return
    frame.phase = 2
    card = frame.answer - Act.PSYCHE
    if frame.answer >= Act.ITEM:
        card = int(ITEM_CODE[frame.answer - Act.ITEM])
        game.table.item_power_used[ITEM_INDEX[card]] += 1
    else:
        game.table.power_used[card] = 1
    frame.card = card
    note(game, Event.POWER, seat, NONE, NONE, card, NONE)
    effects = push(game, Task.EFFECTS, seat, NONE)
    effects.pc = EFFECT_LIST[card, 0]
    effects.end = EFFECT_LIST[card, 1]
    if COST_LIST[card, 0] < COST_LIST[card, 1]:
        cost = push(game, Task.EFFECTS, seat, NONE)
        cost.pc = COST_LIST[card, 0]
        cost.end = COST_LIST[card, 1]
