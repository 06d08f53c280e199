"""Cards that change the house: Rotate 90 and 180, Switch 2 Tiles, Move Exit (section 5)."""

from haunted_env.games.haunting_house.actions import Act, Decision, Event
from haunted_env.games.haunting_house.rules.board import ALL, occupied, touching
from haunted_env.games.haunting_house.rules.log import note
from haunted_env.games.haunting_house.rules.turn import finish_card
from haunted_env.games.haunting_house.state import NONE, rule
from haunted_env.games.haunting_house.tables import N_SLOTS


@rule
def unoccupied(table):
    """HH-ROT-3: cells without any pawn, the own one included."""
    return ~occupied(table, NONE) & ALL


@rule
def first_tiles(table):
    """HH-SW-1: unoccupied, with an unoccupied tile touching."""
    free = unoccupied(table)
    return free & touching(free)


@rule
def second_tiles(table):
    """HH-SW-1, HH-SW-2: unoccupied and touching the first."""
    return unoccupied(table) & touching(1 << table.chosen)


@rule
def legal_exit(table, mask):
    """HH-EX-2: the exit never lies against the entrance's corner tile, that is on slots 0 and 23."""
    mask[Act.CW] = table.exit + 2 < N_SLOTS
    mask[Act.CCW] = table.exit > 1


@rule
def rotate(game, seat, cell, quarters):
    """HH-ROT-1, HH-ROT-2: rotate a tile clockwise by a number of quarter turns."""
    table = game.table
    table.rotation[cell] = (table.rotation[cell] + quarters) & 3
    note(game, Event.ROTATE, seat, table.card, cell, NONE, quarters)
    finish_card(game)


@rule
def choose_first(table, cell, following):
    """Remember the tile; its direction or its partner is a second decision."""
    table.chosen = cell
    table.decision = following


@rule
def choose_tile(game, seat, cell):
    """A TILE was chosen for a card that changes the house."""
    table = game.table
    if table.decision == Decision.ROT90_TILE:
        choose_first(table, cell, Decision.ROT90_DIR)
    elif table.decision == Decision.SWAP_FIRST:
        choose_first(table, cell, Decision.SWAP_SECOND)
    elif table.decision == Decision.SWAP_SECOND:
        switch_tiles(game, seat, table.chosen, cell)
    else:
        rotate(game, seat, cell, 2)


@rule
def switch_tiles(game, seat, one, two):
    """HH-SW-1, HH-SW-4: the tiles keep their rotation and trap doors."""
    table = game.table
    tile = table.tile[one]
    rotation = table.rotation[one]
    table.tile[one] = table.tile[two]
    table.rotation[one] = table.rotation[two]
    table.tile[two] = tile
    table.rotation[two] = rotation
    note(game, Event.SWAP, seat, table.card, one, two, 0)
    finish_card(game)


@rule
def move_exit(game, seat, by):
    """HH-EX-1, HH-EX-3."""
    game.table.exit += by
    note(game, Event.MOVE_EXIT, seat, game.table.card, game.table.exit, NONE, by)
    finish_card(game)
