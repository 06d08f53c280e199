"""Movement, exploring, and what is known of the world (section 5)."""

from haunted_env.games.destinies.actions import Log, Task
from haunted_env.games.destinies.data import NONE, Ability
from haunted_env.games.destinies.rules.items import add_coins, always_sum
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.stack import pop, push
from haunted_env.games.destinies.state import ABSENT, EXPLORED, PLACED, rule


@rule
def reachable(table, scenario, seat):
    """DS-MOVE-1 to DS-MOVE-5: tiles in range over explored ones, as bits."""
    steps = scenario.base_range + always_sum(table, scenario, seat, Ability.RANGE, NONE)
    found = 1 << table.place[seat]
    edge = found
    for _ in range(steps):
        following = 0
        for tile in range(scenario.n_tiles):
            if edge >> tile & 1 and table.tile[tile] == EXPLORED:
                for side in range(4):
                    other = scenario.tile[tile].next[side]
                    if other >= 0 and table.tile[other] != ABSENT:
                        following |= 1 << other
        edge = following & ~found
        found |= edge
    return found


@rule
def n_explored(table, scenario):
    n = 0
    for tile in range(scenario.n_tiles):
        n += table.tile[tile] == EXPLORED
    return n


@rule
def show_world(game, scenario):
    """DS-VOC-2, DS-EVENT-7: which POIs are known, and where NPCs are seen."""
    table = game.table
    for poi in range(scenario.n_pois):
        explored = table.tile[scenario.poi[poi].tile] == EXPLORED
        table.known[poi] = int(explored and game.secret.active[poi])
    for npc in range(scenario.n_npcs):
        poi = game.secret.npc[npc]
        table.npc[npc] = poi if table.known[poi] else NONE


@rule
def turn_up(game, scenario, tile):
    """DS-SETUP-9, DS-MOVE-6: the tile is explored, its neighbours are placed."""
    table = game.table
    table.tile[tile] = EXPLORED
    for side in range(4):
        other = scenario.tile[tile].next[side]
        if other >= 0 and table.tile[other] == ABSENT:
            table.tile[other] = PLACED
    show_world(game, scenario)


@rule
def go_to(game, scenario, seat, tile, travelled):
    """The figure goes to another tile, or stays (DS-MOVE-5). The frame of MOVE is gone already."""
    table = game.table
    if table.place[seat] == tile:
        note(game, seat, Log.STAYED, tile, 0)
        push(game, Task.STAYING, seat, 0, 0)
        return
    table.place[seat] = tile
    note(game, seat, Log.MOVED, tile, travelled)
    if table.tile[tile] != EXPLORED:
        turn_up(game, scenario, tile)
        note(game, seat, Log.EXPLORED, tile, 0)
        push(game, Task.EXPLORED, seat, 0, 0)


@rule
def after_exploring(game, scenario, frame):
    """DS-MOVE-7: the effects of the tile, then the owner's explore abilities."""
    seat = frame.seat
    if frame.a == 0:
        frame.a = 1
        row = scenario.tile[game.table.place[seat]]
        push(game, Task.EFFECTS, seat, row.effect_first, row.effect_first + row.effect_n)
        return
    pop(game)
    coins = always_sum(game.table, scenario, seat, Ability.EXPLORE_COIN, NONE)
    if coins:
        add_coins(game, seat, coins)
