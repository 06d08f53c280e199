"""Cards that move pawns: Move 1 and 2, Secret Passage, Switch Places, Trap Door (sections 4 and 5)."""

from haunted_env.games.haunting_house.actions import Act, Decision, Event
from haunted_env.games.haunting_house.outcome import win
from haunted_env.games.haunting_house.rules.board import WALLS, may_enter, touching, way
from haunted_env.games.haunting_house.rules.log import note
from haunted_env.games.haunting_house.rules.turn import finish_card
from haunted_env.games.haunting_house.state import EXIT, NONE, rule
from haunted_env.games.haunting_house.tables import AMOUNT, N_CELLS, N_SIDES


@rule
def legal_ways(table, seat, walls, mask):
    """Directions with exactly this number of walls: 0 for a step (HH-MOVE-1), 1 for a passage (HH-PASS-1)."""
    for direction in range(N_SIDES):
        place = way(table, table.pawn[seat], direction) - WALLS * walls
        if place < 0 or place >= WALLS or not may_enter(table, seat, place):
            continue
        if place == EXIT and walls and not table.passage_to_exit:  # HH-PASS-4
            continue
        mask[Act.DIR + direction] = 1


@rule
def legal_partners(table, seat, mask):
    """HH-SP-1 to HH-SP-4: pawns on touching tiles; neither pawn on the entrance."""
    here = table.pawn[seat]
    if here >= N_CELLS:
        return
    near = touching(1 << here)
    for other in range(table.n_seats):
        mask[Act.PAWN + other] = near >> table.pawn[other] & 1


@rule
def go(game, seat, direction, event):
    """Move the pawn to the next place; onto the exit wins (HH-WIN-1). Whether the game goes on."""
    table = game.table
    place = way(table, table.pawn[seat], direction) % WALLS
    table.pawn[seat] = place
    note(game, event, seat, table.card, place, NONE, 0)
    if place == EXIT:
        win(game, seat)
        return False
    return True


@rule
def take_step(game, seat, direction):
    """HH-M1-1, HH-M2-1, HH-M2-2: one step, or two that are decided one by one."""
    table = game.table
    if go(game, seat, direction, Event.STEP):
        if table.step < AMOUNT[table.card]:
            table.step += 1
            table.decision = Decision.STEP
        else:
            finish_card(game)


@rule
def take_passage(game, seat, direction):
    """HH-PASS-1."""
    if go(game, seat, direction, Event.PASSAGE):
        finish_card(game)


@rule
def switch_places(game, seat, other):
    """HH-SP-1."""
    table = game.table
    place = table.pawn[seat]
    table.pawn[seat] = table.pawn[other]
    table.pawn[other] = place
    note(game, Event.SWITCH_PAWN, seat, table.card, table.pawn[seat], other, 0)
    finish_card(game)


@rule
def drop(game, seat, cell):
    """HH-TD-7: straight onto the trap door."""
    game.table.pawn[seat] = cell
    note(game, Event.TRAP_DOOR, seat, game.table.card, cell, NONE, 0)
    finish_card(game)
