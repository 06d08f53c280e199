"""Win conditions, the end of the game and rewards (section 14)."""

from haunted_env.games.haunted_destinies.actions import End, Event, Role
from haunted_env.games.haunted_destinies.rules.stack import ghost_seats, living_seats, note
from haunted_env.games.haunted_destinies.state import CELLS, N_LANES, N_PERSIST, NONE, rule
from haunted_env.games.haunted_destinies.tables import CEMETERY, OPENER, WIN_ARGS, WIN_COND, Cond


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
def opener_falls(game):
    """HD-WIN-3: after a ritual the Opener's health is 0."""
    finish(game, living_seats(game.table) & ~(1 << game.table.opener), End.OPENER_FELL)


@rule
def total_gloom(table):
    total = 0
    for cell in range(CELLS):
        total += table.gloom[cell]
    return total


@rule
def meets(table, design):
    """HD-FX-9: whether a ghost win condition is met."""
    cond = WIN_COND[design]
    first = WIN_ARGS[design, 0]
    second = WIN_ARGS[design, 1]
    if cond == Cond.BOARD_GLOOM:
        return total_gloom(table) >= first * table.n_seats + second
    ghosts_gloom = 0
    health = 0
    for seat in range(table.n_seats):
        ghosts_gloom += table.own_gloom[seat]
        health += table.health[seat]
        if table.ghost[seat]:
            if cond == Cond.GHOST_SINGLE_GLOOM and table.own_gloom[seat] >= first:
                return True
            if cond == Cond.CEMETERY_GLOOM:
                cell = table.pawn[seat]
                if table.tile[cell] == CEMETERY and table.gloom[cell] >= first:
                    return True
            if cond == Cond.POSSESSION and table.own_gloom[seat] >= first:
                for other in range(table.n_seats):
                    if (
                        not table.ghost[other]
                        and table.pawn[other] == table.pawn[seat]
                        and table.health[other] <= second
                    ):
                        return True
        elif cond == Cond.PILE_SIZE and table.pile_size[seat] >= first:
            return True
    return cond == Cond.GHOST_VS_HEALTH and ghosts_gloom >= health


@rule
def check_ghosts(game):
    """HD-WIN-6, HD-WIN-7: at the end of a turn, if any win condition in play is met, all ghosts win."""
    ghosts = ghost_seats(game.table)
    if ghosts == 0:
        return
    for design in range(N_PERSIST):
        if game.table.persist[design] > 0 and WIN_COND[design] != Cond.NONE and meets(game.table, design):
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
