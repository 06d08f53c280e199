"""Places, people, stacks and the box as far as they are unseen (DS-OBS-9).

The scenario file is printed matter: what is unseen follows from it and from the events and deeds everybody saw, in
the order of the file. Only of a person who is not where that leads, chance decides the place.
"""

from haunted_env.engine.rng import random_below
from haunted_env.games.destinies.data import N_NPCS, N_POIS, N_STACKS, NONE, STACK_SIZE, Kind, Verb
from haunted_env.games.destinies.rules.trade import restock, stock, unstock
from haunted_env.games.destinies.rules.visit import is_used_up
from haunted_env.games.destinies.rules.world import way_is_seen
from haunted_env.games.destinies.setup import lay_map
from haunted_env.games.destinies.state import EXPLORED, rule

STOCK_EFFECTS = 1 << Verb.STOCK | 1 << Verb.UNSTOCK | 1 << Verb.RESTOCK  # bits


@rule
def is_plain(scenario, option):
    """Whether choosing the option has one outcome only."""
    return scenario.option[option].kind == Kind.INTERACTION and scenario.option[option].choice_n == 0


@rule
def count_visible(world, scenario):
    """The box holds every copy that lies nowhere else in the open."""
    table = world.table
    box = world.secret.box
    for item in range(scenario.n_items):
        box[item] = scenario.item[item].copies
    for seat in range(table.n_seats):
        for i in range(table.item_n[seat]):
            box[table.item[seat, i]] -= 1
    for tile in range(scenario.n_tiles):
        for i in range(table.ground_n[tile]):
            box[table.ground[tile, i]] -= 1
    for stack in range(scenario.n_stacks):
        for i in range(table.stack_n[stack]):
            box[table.stack[stack, i]] -= 1


@rule
def fill_stacks(world, scenario):
    """DS-SETUP-11: what the file says, as far as it is nowhere else."""
    for stack in range(N_STACKS):
        for i in range(STACK_SIZE):
            world.secret.stack[stack, i] = NONE
    for stack in range(scenario.n_stacks):
        if not world.table.stack_seen[stack]:
            for i in range(scenario.stack[stack].n):
                stock(world, stack, scenario.stack[stack].item[i])


@rule
def apply_unseen(world, scenario, first, n):
    """The effects of a list on what is unseen."""
    secret = world.secret
    for i in range(first, first + n):
        effect = scenario.effect[i]
        if effect.verb == Verb.NPC:
            secret.npc[effect.a] = effect.b
        elif effect.verb == Verb.NPC_OFF:
            secret.npc[effect.a] = NONE
        elif effect.verb == Verb.POI_ON or effect.verb == Verb.POI_OFF:
            secret.active[effect.a] = effect.verb == Verb.POI_ON
        elif effect.verb == Verb.POI_AT:
            secret.poi_tile[effect.a] = effect.b
        elif effect.verb == Verb.POI_LOOK:
            secret.look[effect.a] = effect.b
        elif effect.verb == Verb.WAY_ON or effect.verb == Verb.WAY_OFF:
            secret.ways = secret.ways & ~(1 << effect.a) | (effect.verb == Verb.WAY_ON) << effect.a
        elif STOCK_EFFECTS >> effect.verb & 1 and not world.table.stack_seen[effect.a]:
            apply_stock(world, scenario, effect.verb, effect.a, effect.b)


@rule
def apply_stock(world, scenario, verb, stack, item):
    """What comes into a stack that nobody has seen, or leaves it."""
    if verb == Verb.STOCK:
        stock(world, stack, item)
    elif verb == Verb.UNSTOCK:
        unstock(world, stack, item)
    else:
        restock(world, scenario, stack)


@rule
def apply_record(world, scenario):
    """Everything that everybody saw happen for certain: options with a limit and one outcome, then events."""
    table = world.table
    for option in range(scenario.n_options):
        if scenario.option[option].limited >= 0 and is_plain(scenario, option):
            used = False
            for seat in range(table.n_seats):
                used = used or is_used_up(table, scenario, seat, option)
            if used:
                apply_unseen(world, scenario, scenario.option[option].effect_first, scenario.option[option].effect_n)
    for event in range(scenario.n_events):
        if table.fired >> event & 1:
            apply_unseen(world, scenario, scenario.event[event].effect_first, scenario.event[event].effect_n)


@rule
def is_sent(scenario, npc, poi):
    """Whether the person starts at a place or is ever sent there."""
    if scenario.npc[npc].at == poi:
        return True
    for event in range(scenario.n_events):
        first = scenario.event[event].effect_first
        for i in range(first, first + scenario.event[event].effect_n):
            effect = scenario.effect[i]
            if effect.verb == Verb.NPC and effect.a == npc and effect.b == poi:
                return True
    return False


@rule
def draw_place(world, scenario, npc, generator):
    """A person out of sight is at a place that is not known: one that the file speaks of, or else any. Where all places
    are known the person has gone."""
    table = world.table
    for anywhere in range(2):
        n = 0
        for poi in range(scenario.n_pois):
            n += not table.known[poi] and (anywhere or is_sent(scenario, npc, poi))
        if n == 0:
            continue
        wanted = random_below(generator, n)
        for poi in range(scenario.n_pois):
            if not table.known[poi] and (anywhere or is_sent(scenario, npc, poi)):
                if wanted == 0:
                    return poi
                wanted -= 1
    return NONE


@rule
def fill_world(world, scenario, generator):
    table = world.table
    secret = world.secret
    count_visible(world, scenario)
    fill_stacks(world, scenario)
    for poi in range(N_POIS):
        secret.poi_tile[poi] = NONE
    for npc in range(N_NPCS):
        secret.npc[npc] = NONE
    lay_map(world, scenario)
    apply_record(world, scenario)
    keep_seen(world, scenario)
    for npc in range(scenario.n_npcs):
        if table.npc[npc] >= 0:
            secret.npc[npc] = table.npc[npc]
        elif secret.npc[npc] >= 0 and table.known[secret.npc[npc]]:
            secret.npc[npc] = draw_place(world, scenario, npc, generator)


@rule
def keep_seen(world, scenario):
    """Places and ways are as they are seen; a place that would be seen and is not is absent."""
    table = world.table
    secret = world.secret
    for poi in range(scenario.n_pois):
        if table.known[poi]:
            secret.active[poi] = 1
            secret.poi_tile[poi] = table.poi_tile[poi]
            secret.look[poi] = table.look[poi]
        elif table.tile[secret.poi_tile[poi]] == EXPLORED:
            secret.active[poi] = 0
    for way in range(scenario.n_ways):
        seen = way_is_seen(table, scenario, way)
        if seen >= 0:
            secret.ways = secret.ways & ~(1 << way) | seen << way
