"""Win conditions, the end of the game and rewards (section 14)."""

from haunted_env.games.haunted_destinies.actions import End, Event, Role
from haunted_env.games.haunted_destinies.rules.conditions import is_condition, meets
from haunted_env.games.haunted_destinies.rules.stack import ghost_seats, living_seats, note
from haunted_env.games.haunted_destinies.state import N_LANES, N_PERSIST, NONE, rule
from haunted_env.games.haunted_destinies.tables import OPENER


@rule
def opener_seat(game):
    """HD-OPEN-1: who holds the Opener card, in the pile, face up or on its way."""
    if game.table.up_at[OPENER] >= 0:
        return int(game.table.up_at[OPENER])
    for lane in range(N_LANES):
        if game.secret.lane_card[lane] == OPENER:
            return int(game.secret.lane_seat[lane])
    for seat in range(game.table.n_seats):
        for slot in range(game.table.pile_size[seat]):
            if game.secret.pile[seat, slot] == OPENER:
                return seat
    return NONE


@rule
def finish(game, winners, reason):
    """The game ends at once, cancelling everything pending (HD-WIN-8); roles are labelled (HD-WIN-11)."""
    table = game.table
    table.over = 1
    table.winners = winners
    table.reason = reason
    table.decider = NONE
    table.label = 0
    opener = opener_seat(game)
    for seat in range(table.n_seats):
        role = Role.INVESTIGATOR
        if seat == opener:
            role = Role.OPENER
        elif table.ghost[seat]:
            role = Role.GHOST
        game.secret.role[seat] = role
    note(game, Event.END, NONE, NONE, NONE, NONE, reason)


@rule
def check_deaths(game):
    """HD-WIN-2 and HD-WIN-4, checked when a player has become a ghost."""
    living = living_seats(game.table)
    if game.table.ritual:
        if living == 1 << game.table.opener:
            finish(game, living, End.CONSUMED)
    elif living & (living - 1) == 0:
        finish(game, living, End.LAST_LIVING)


@rule
def opener_falls(game, opener):
    """HD-WIN-3: after a ritual the Opener's health is 0. HD-WIN-13: the Opener card would be discarded."""
    finish(game, living_seats(game.table) & ~(1 << opener), End.OPENER_FELL)


@rule
def check_ghosts(game):
    """HD-WIN-6, HD-WIN-7: at the end of a turn, if any win condition in play is met, all ghosts win."""
    ghosts = ghost_seats(game.table)
    if ghosts == 0:
        return
    for design in range(N_PERSIST):
        if is_condition(game.table, design) and meets(game.table, design):
            finish(game, ghosts, End.GHOSTS)
            return


@rule
def returns(game, seat, data):
    """HD-WIN-10: +1 for winners, -1 for others, `draw_reward` for all at dawn."""
    if game.table.reason == End.DAWN:
        return int(game.table.draw_reward)
    if game.table.winners >> seat & 1:
        return 1
    return -1
