"""Tiles and POIs: how far they are, what they offer, and where the own destiny leads."""

from haunted_env.engine.encoding import MOST
from haunted_env.games.destinies.data import FLAG_BITS, N_PATHS
from haunted_env.games.destinies.features.layout import POI_SIZE, TILE_SIZE, At, Poi, Tile
from haunted_env.games.destinies.rules.movement import place_of, reachable
from haunted_env.games.destinies.state import ABSENT, rule


@rule
def put_places(table, ledger, scenario, out):
    seat = ledger.seat
    here = table.place[seat]
    in_reach = reachable(table, scenario, seat) if here >= 0 else 0
    for tile in range(scenario.n_tiles):
        first = At.TILES + TILE_SIZE * tile
        out[first + Tile.STATE] = table.tile[tile]
        out[first + Tile.IN_REACH] = in_reach >> tile & 1
        out[first + Tile.OFFERS] = table.ground_n[tile]
    for poi in range(scenario.n_pois):
        if table.known[poi]:
            tile = table.poi_tile[poi]
            is_new = table.visited[seat, poi // FLAG_BITS] >> (poi % FLAG_BITS) & 1 == 0
            out[At.TILES + TILE_SIZE * tile + Tile.OFFERS] += is_new
            if tile == here:
                out[At.POIS + POI_SIZE * poi + Poi.HERE] = 2 if is_new else 1
    for npc in range(scenario.n_npcs):
        poi = table.npc[npc]
        if poi >= 0:
            out[At.POIS + POI_SIZE * poi + Poi.PEOPLE] += 1
            out[At.TILES + TILE_SIZE * table.poi_tile[poi] + Tile.OFFERS] += 1
    for path in range(N_PATHS):
        put_aims(table, ledger, scenario, path, out)


@rule
def put_aims(table, ledger, scenario, path, out):
    """Where a path leads: to open steps that are known, at last to its finale."""
    if ledger.complete[path]:
        put_aim(table, scenario, path, ledger.finale_poi[path], out)
        return
    for step in range(ledger.n_steps[path]):
        if ledger.done[path] >> step & 1 == 0 and ledger.where[path, step] >= 0:
            put_aim(table, scenario, path, ledger.where[path, step], out)


@rule
def put_aim(table, scenario, path, poi, out):
    out[At.POIS + POI_SIZE * poi + Poi.AIMS] += 1
    goal = place_of(table, scenario, poi)
    for tile in range(scenario.n_tiles):
        if table.tile[tile] != ABSENT:
            first = At.TILES + TILE_SIZE * tile + Tile.TO_PATH + path
            away = min(scenario.steps[tile, goal] + 1, MOST)
            if out[first] == 0 or away < out[first]:
                out[first] = away
