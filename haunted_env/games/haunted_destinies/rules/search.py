"""Search (section 6)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.amounts import TIERS
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.board import add_gloom
from haunted_env.games.haunted_destinies.rules.dice import start_roll
from haunted_env.games.haunted_destinies.rules.drawing import start_draw_haunting, start_draw_search
from haunted_env.games.haunted_destinies.rules.looking import start_look
from haunted_env.games.haunted_destinies.rules.rolls import search_lead
from haunted_env.games.haunted_destinies.rules.stack import Task, ask_option, ask_seat, note, pop, push, with_piles
from haunted_env.games.haunted_destinies.state import NONE, rule
from haunted_env.games.haunted_destinies.tables import RollKind

N_TIERS = len(TIERS)


@rule
def tier_option(table, seat, tier, result):
    """The option of a tier as a bit; 0 if it is not reached or impossible (HD-SEARCH-6 to HD-SEARCH-9)."""
    if result < TIERS[tier]:
        return 0
    if tier == 0:
        return choices.DRAW_SEARCH
    if tier == 1:
        return choices.LOOK_OTHER if with_piles(table) & ~(1 << seat) != 0 else 0
    return choices.LOOK_OWN if table.pile_size[seat] > 0 else 0


@rule
def do_search(game, frame):
    """seat searches the tile of cell `slot`; n is the result."""
    table = game.table
    seat = int(frame.seat)
    if frame.phase == 0:
        frame.phase = 1
        start_roll(game, seat, RollKind.SEARCH, 2)
        return
    if table.ghost[seat]:  # HD-DICE-4; HD-SEARCH-11: the rest is dropped
        pop(game)
        return
    if frame.phase == 1:
        cell = int(table.pawn[seat])
        result = search_lead(table, seat, cell) + table.light - table.dark
        frame.slot = cell
        frame.n = max(result, -127)
        frame.flag = 1
        note(game, Event.SEARCH, seat, NONE, cell, NONE, result)
        if result <= 0:
            pop(game)
            if result < 0:
                start_draw_haunting(game, seat, 1)
            else:
                table.turn_ending = 1
            return
        frame.phase = 2
        if table.search_tiers == 0:
            add_gloom(game, cell, 1)
    if table.search_tiers == 0:
        choose_one(game, frame, seat)
    else:
        go_through_tiers(game, frame, seat)


@rule
def choose_one(game, frame, seat):
    """HD-SEARCH-5: exactly one option. Phase 2 asks, 3 is answered, 4 has the seat to look at, 5 is done."""
    if frame.phase == 2:
        options = 0
        for tier in range(N_TIERS):
            options |= tier_option(game.table, seat, tier, frame.n)
        frame.phase = 3
        ask_option(game, seat, Decision.SEARCH_OPTION, options)
        return
    if frame.phase == 5:
        pop(game)
        return
    answer = int(frame.answer)
    if answer == Act.OPT_LOOK_OTHER:
        frame.phase = 4
        ask_seat(game, seat, Decision.LOOK_SEAT, with_piles(game.table) & ~(1 << seat))
        return
    looks = frame.phase == 4
    frame.phase = 5  # what is taken is part of the action (HD-INFO-25)
    take_tier(game, seat, answer, looks)


@rule
def take_tier(game, seat, answer, looks):
    if looks:
        start_look(game, seat, answer - Act.SEAT, NONE)
    elif answer == Act.OPT_DRAW_SEARCH:
        start_draw_search(game, seat, 1)
    else:
        push(game, Task.LOOK_OWN, seat, NONE)


@rule
def go_through_tiers(game, frame, seat):
    """HD-SEARCH-11: every reached tier in order, `bits` is the next one. Phases as in choose_one."""
    table = game.table
    answer = int(frame.answer)
    if frame.phase == 3 and answer != Act.PASS:
        add_gloom(game, frame.slot, 1)
        if answer == Act.OPT_LOOK_OTHER:
            frame.phase = 4
            ask_seat(game, seat, Decision.LOOK_SEAT, with_piles(table) & ~(1 << seat))
            return
        frame.phase = 2
        take_tier(game, seat, answer, 0)
        return
    if frame.phase == 4:
        frame.phase = 2
        take_tier(game, seat, answer, 1)
        return
    while frame.bits < N_TIERS:
        tier = int(frame.bits)
        option = tier_option(table, seat, tier, frame.n)
        frame.bits = tier + 1
        if option != 0:
            frame.phase = 3
            ask_option(game, seat, Decision.SEARCH_OPTION, option | choices.PASS if tier > 0 else option)
            return
    pop(game)
