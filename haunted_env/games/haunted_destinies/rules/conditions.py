"""Ghost win conditions: what each asks for and how far it has come (HD-FX-9). All of it is public."""

from haunted_env.games.haunted_destinies.state import CELLS, N_PERSIST, NONE, rule
from haunted_env.games.haunted_destinies.tables import CEMETERY, WIN_ARGS, WIN_COND, Cond


@rule
def total_gloom(table):
    """Gloom on the board."""
    total = 0
    for cell in range(CELLS):
        total += table.gloom[cell]
    return total


@rule
def in_play(table, cond):
    """The design of a ghost win condition in play; NONE if there is none."""
    for design in range(N_PERSIST):
        if table.persist[design] > 0 and WIN_COND[design] == cond:
            return design
    return NONE


@rule
def is_condition(table, design):
    """Whether a design is a ghost win condition in play."""
    return table.persist[design] > 0 and WIN_COND[design] != Cond.NONE


@rule
def goal(table, design):
    """The number that a condition asks for."""
    cond = WIN_COND[design]
    if cond == Cond.BOARD_GLOOM or cond == Cond.GHOST_SINGLE_GLOOM:
        return int(WIN_ARGS[design, 0]) * table.n_seats + WIN_ARGS[design, 1]
    if cond == Cond.GHOST_VS_HEALTH:
        health = 0
        for seat in range(table.n_seats):
            health += table.health[seat]
        return health
    return int(WIN_ARGS[design, 0])


@rule
def progress(table, design):
    """How much of that number there is: gloom on the board or the Cemetery, of one ghost or all; cards in a pile."""
    cond = WIN_COND[design]
    if cond == Cond.BOARD_GLOOM:
        return total_gloom(table)
    if cond == Cond.CEMETERY_GLOOM:
        return gloom_on_cemetery(table)
    most = 0
    total = 0
    largest = 0
    for seat in range(table.n_seats):
        if table.ghost[seat]:
            most = max(most, int(table.own_gloom[seat]))
            total += table.own_gloom[seat]
        else:
            largest = max(largest, int(table.pile_size[seat]))
    if cond == Cond.PILE_SIZE:
        return largest
    return total if cond == Cond.GHOST_VS_HEALTH else most


@rule
def gloom_on_cemetery(table):
    for cell in range(CELLS):
        if table.tile[cell] == CEMETERY:
            return int(table.gloom[cell])
    return 0


@rule
def weak_health(design):
    """POSSESSION: the health at which the living can be possessed."""
    return int(WIN_ARGS[design, 1])


@rule
def meets(table, design):
    """Whether a condition is met: its number is reached, by a ghost in the right place where it asks for one."""
    if progress(table, design) < goal(table, design):
        return False
    cond = WIN_COND[design]
    if cond != Cond.CEMETERY_GLOOM and cond != Cond.POSSESSION:
        return True
    for seat in range(table.n_seats):
        if not table.ghost[seat]:
            continue
        if cond == Cond.CEMETERY_GLOOM:
            if table.tile[table.pawn[seat]] == CEMETERY:
                return True
        elif table.own_gloom[seat] >= goal(table, design) and is_with_weak(table, design, seat):
            return True
    return False


@rule
def is_with_weak(table, design, ghost):
    """POSSESSION: whether a ghost shares its tile with somebody weak enough."""
    for seat in range(table.n_seats):
        is_weak = not table.ghost[seat] and table.health[seat] <= weak_health(design)
        if is_weak and table.pawn[seat] == table.pawn[ghost]:
            return True
    return False
