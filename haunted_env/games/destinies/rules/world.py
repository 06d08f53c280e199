"""Worlds that change: people, places and ways (DS-WORLD)."""

from haunted_env.games.destinies.actions import Log
from haunted_env.games.destinies.data import NONE, Verb
from haunted_env.games.destinies.rules.conditions import all_hold
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.movement import show_places, show_ways
from haunted_env.games.destinies.state import EXPLORED, rule


@rule
def way_is_seen(table, scenario, way):
    """DS-WORLD-4: whether a way is open, as far as everybody knows: NONE while neither end is explored."""
    row = scenario.way[way]
    if table.tile[row.a] != EXPLORED and table.tile[row.b] != EXPLORED:
        return NONE
    return int((table.near[row.a] >> row.b | table.near[row.b] >> row.a) & 1)


@rule
def change_way(game, scenario, way, is_open):
    """DS-WORLD-4."""
    before = way_is_seen(game.table, scenario, way)
    game.secret.ways = game.secret.ways & ~(1 << way) | is_open << way
    show_ways(game, scenario, scenario.way[way].a)
    show_ways(game, scenario, scenario.way[way].b)
    if before >= 0 and before != is_open:
        note(game, game.table.active, Log.WAY, way, is_open)


@rule
def move_person(game, scenario, npc, poi):
    """DS-EVENT-7, DS-WORLD-3."""
    before = int(game.table.npc[npc])
    game.secret.npc[npc] = poi
    show_places(game, scenario)
    if game.table.npc[npc] != before:
        note(game, game.table.active, Log.PERSON, npc, game.table.npc[npc])


@rule
def change_place(game, scenario, poi, verb, b):
    """DS-WORLD-1, DS-WORLD-2; noted is what is seen of it (DS-WORLD-7)."""
    table = game.table
    tile = int(table.poi_tile[poi])
    look = int(table.look[poi])
    if verb == Verb.POI_AT:
        game.secret.poi_tile[poi] = b
    elif verb == Verb.POI_LOOK:
        game.secret.look[poi] = b
    else:
        game.secret.active[poi] = int(verb == Verb.POI_ON)
    show_places(game, scenario)
    if table.poi_tile[poi] != tile:
        note(game, table.active, Log.PLACE, poi, table.poi_tile[poi])
    elif table.look[poi] != look:
        note(game, table.active, Log.LOOK, poi, table.look[poi])


@rule
def change_map(game, scenario, verb, a, b):
    """An effect on people, places or ways."""
    if verb == Verb.NPC:
        move_person(game, scenario, a, b)
    elif verb == Verb.NPC_OFF:
        move_person(game, scenario, a, NONE)
    elif verb == Verb.WAY_ON or verb == Verb.WAY_OFF:
        change_way(game, scenario, a, int(verb == Verb.WAY_ON))
    else:
        change_place(game, scenario, a, verb, b)


@rule
def greet(game, scenario, seat, npc):
    """DS-WORLD-8: the first of what an NPC has to say that is meant for this visitor."""
    person = scenario.npc[npc]
    for number in range(person.say_n):
        row = scenario.say[person.say_first + number]
        if all_hold(game, scenario, seat, row.when_first, row.when_n):
            note(game, seat, Log.SAID, npc, number)
            return
