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
                following |= table.near[tile]
        edge = following & ~found
        found |= edge
    return found


@rule
def place_of(table, scenario, poi):
    """The tile of a POI as far as everybody knows: where it is seen, or where the file has it."""
    return table.poi_tile[poi] if table.known[poi] else scenario.poi[poi].tile


@rule
def n_explored(table, scenario):
    n = 0
    for tile in range(scenario.n_tiles):
        n += table.tile[tile] == EXPLORED
    return n


@rule
def show_ways(game, scenario, tile):
    """DS-WORLD-4, DS-SETUP-9: the open ways of an explored tile are known, and the tiles they lead to are placed."""
    table = game.table
    if table.tile[tile] != EXPLORED:
        return
    near = int(scenario.tile[tile].near)
    for way in range(scenario.n_ways):
        row = scenario.way[way]
        if game.secret.ways >> way & 1 and (row.a == tile or row.b == tile):
            near |= 1 << (row.a + row.b - tile)
    table.near[tile] = near
    for other in range(scenario.n_tiles):
        if near >> other & 1 and table.tile[other] == ABSENT:
            table.tile[other] = PLACED


@rule
def show_places(game, scenario):
    """DS-VOC-2, DS-WORLD-1, DS-WORLD-2, DS-EVENT-7: which POIs are known and what they look like, where NPCs are."""
    table = game.table
    secret = game.secret
    for poi in range(scenario.n_pois):
        tile = int(secret.poi_tile[poi])
        known = int(table.tile[tile] == EXPLORED and secret.active[poi])
        table.known[poi] = known
        table.poi_tile[poi] = tile if known else NONE
        table.look[poi] = secret.look[poi] if known else 0
    for npc in range(scenario.n_npcs):
        poi = secret.npc[npc]
        table.npc[npc] = poi if poi >= 0 and table.known[poi] else NONE


@rule
def turn_up(game, scenario, tile):
    """DS-SETUP-9, DS-MOVE-6: the tile is explored."""
    game.table.tile[tile] = EXPLORED
    show_ways(game, scenario, tile)
    show_places(game, scenario)


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
