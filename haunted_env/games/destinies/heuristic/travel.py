"""Where to go: the place that promises most for the days it takes to get there."""

from haunted_env.engine.rng import random_below
from haunted_env.games.destinies.actions import Act
from haunted_env.games.destinies.data import FLAG_BITS, MAX_EFFORT, N_PATHS, N_POIS, NONE, Ability, Kind
from haunted_env.games.destinies.heuristic.aims import PLACES, is_open
from haunted_env.games.destinies.heuristic.finale import is_ready
from haunted_env.games.destinies.heuristic.judging import option_worth
from haunted_env.games.destinies.heuristic.worth import N_VALUES, effects_worth
from haunted_env.games.destinies.odds import rule
from haunted_env.games.destinies.rules.conditions import asks_virtue
from haunted_env.games.destinies.rules.items import always_sum
from haunted_env.games.destinies.rules.movement import place_of
from haunted_env.games.destinies.rules.visit import is_used_up
from haunted_env.games.destinies.rules.world import way_is_seen
from haunted_env.games.destinies.state import EXPLORED

# More entries of `values`; last the worth of each POI.
RIVAL = N_VALUES  # of the place in question: its best deed, and the sum of everything else
OTHERS = RIVAL + 1
PLACE = OTHERS + 1
N_ALL_VALUES = PLACE + N_POIS

PATIENCE = 0.6  # what is had a day later is worth so much of it,
SOON = 3  # up to so many days;
HURRY = 0.5  # of whoever has further to go: what each day more must bring, lest one never sets out
TIE = 0.002  # of a random number up to 7: which of two tiles that are worth the same
DEED_LIKE = 2.0  # options of more than this are rivals: only the best of a place counts
MOST_OTHER = 4.0
NEWS = 0.3  # of exploring a tile
FAR = 99
NEAR = 1  # turns; places further away are considered for deeds only
FINALE = 12.0


@rule
def add_hosted(table, scenario, seat, aims, values, first, n, seen):
    """Add the options of a host: to the best rival, or to the sum of the others. What depends on virtue is hoped for
    where one has not been, or has a deed to do (`seen` otherwise)."""
    for h in range(first, first + n):
        option = scenario.hosted[h]
        about = scenario.option[option]
        if about.kind == Kind.SCAN_DESTINY or about.cost > table.coins[seat]:
            continue
        if is_used_up(table, scenario, seat, option):
            continue
        if seen and asks_virtue(scenario, about.when_first, about.when_n):
            continue
        likely = is_open(table, scenario, seat, about.when_first, about.when_n)
        if likely > 0.0:
            dice = min(table.effort[seat] + 1, MAX_EFFORT)
            value = likely * option_worth(table, scenario, seat, aims, values, option, dice)
            if value > DEED_LIKE:
                values[RIVAL] = max(values[RIVAL], value)
            elif value > 0.0:
                values[OTHERS] += value


@rule
def is_there(table, scenario, npc, poi):
    """Whether a person is at a place, or may be expected there."""
    if table.npc[npc] >= 0:
        return table.npc[npc] == poi
    return scenario.npc[npc].at == poi and not table.known[poi]


@rule
def place_worth(table, ledger, scenario, aims, values, poi):
    """Of a visit."""
    seat = ledger.seat
    values[RIVAL] = 0.0
    values[OTHERS] = 0.0
    seen = table.visited[seat, poi // FLAG_BITS] >> (poi % FLAG_BITS) & ~(aims[PLACES] >> poi) & 1
    row = scenario.poi[poi]
    add_hosted(table, scenario, seat, aims, values, row.hosted_first, row.hosted_n, seen)
    for npc in range(scenario.n_npcs):
        if is_there(table, scenario, npc, poi):
            who = scenario.npc[npc]
            add_hosted(table, scenario, seat, aims, values, who.hosted_first, who.hosted_n, seen)
    for path in range(N_PATHS):
        if ledger.complete[path] and ledger.finale_poi[path] == poi:
            if is_ready(table, ledger, scenario, aims, path):
                values[RIVAL] = max(values[RIVAL], FINALE)
    return values[RIVAL] + min(values[OTHERS], MOST_OTHER)


@rule
def fill_places(table, ledger, scenario, aims, values, turns):
    """The worth of the places near by, and of those where the player's deeds wait."""
    for poi in range(scenario.n_pois):
        values[PLACE + poi] = 0.0
        tile = place_of(table, scenario, poi)
        if turns[tile] > NEAR and aims[PLACES] >> poi & 1 == 0:
            continue
        if table.known[poi] or (table.tile[tile] != EXPLORED and scenario.poi[poi].active):
            values[PLACE + poi] = place_worth(table, ledger, scenario, aims, values, poi)


@rule
def ways_from(table, scenario, tile):
    """The tiles next to one, as bits: as they are seen, or as the file has them."""
    if table.tile[tile] == EXPLORED:
        return table.near[tile]
    found = scenario.tile[tile].near
    for way in range(scenario.n_ways):
        row = scenario.way[way]
        if row.a == tile or row.b == tile:
            seen = way_is_seen(table, scenario, way)
            if (seen if seen >= 0 else row.open) == 1:
                found |= 1 << (row.a + row.b - tile)
    return found


@rule
def fill_turns(table, scenario, seat, reach, turns):
    """By tile: turns until the figure can be there; a tile that is not explored ends the movement."""
    for tile in range(scenario.n_tiles):
        turns[tile] = FAR
    found = 1 << table.place[seat]
    turns[table.place[seat]] = 1
    for turn in range(1, scenario.n_tiles + 1):
        start = found
        edge = found
        for _ in range(reach):
            following = 0
            for tile in range(scenario.n_tiles):
                if edge >> tile & 1 and (start >> tile & 1 or table.tile[tile] == EXPLORED):
                    following |= ways_from(table, scenario, tile)
            edge = following & ~found
            found |= edge
        for tile in range(scenario.n_tiles):
            if found >> tile & 1 and turns[tile] == FAR:
                turns[tile] = turn
        if found == start:
            return


@rule
def fill_away(table, scenario, goal, away):
    """By tile: steps to a tile, over the ways that are open as far as the player can know."""
    for tile in range(scenario.n_tiles):
        away[tile] = FAR
    away[goal] = 0
    found = 1 << goal
    edge = found
    for step in range(1, scenario.n_tiles):
        following = 0
        for tile in range(scenario.n_tiles):
            if edge >> tile & 1:
                following |= ways_from(table, scenario, tile)
        edge = following & ~found
        found |= edge
        for tile in range(scenario.n_tiles):
            if edge >> tile & 1:
                away[tile] = step
        if edge == 0:
            return


@rule
def later(days):
    """How much a goal is worth that is so many days away, beside others."""
    return PATIENCE ** min(days, SOON) * min(1.0, SOON / max(days, 1))


@rule
def best_goal(table, scenario, values, turns):
    """The POI to go for."""
    goal = 0
    highest = -1.0
    for poi in range(scenario.n_pois):
        days = turns[place_of(table, scenario, poi)]
        if days < FAR and values[PLACE + poi] * later(days - 1) > highest:
            highest = values[PLACE + poi] * later(days - 1)
            goal = poi
    return goal


@rule
def tile_worth(table, scenario, seat, aims, values, tile):
    """Of being on a tile now: its best visit, and news."""
    found = 0.0
    for poi in range(scenario.n_pois):
        if values[PLACE + poi] > found and place_of(table, scenario, poi) == tile:
            found = values[PLACE + poi]
    if table.tile[tile] != EXPLORED:
        row_first = scenario.tile[tile].effect_first
        found += NEWS + effects_worth(table, scenario, seat, aims, values, row_first, scenario.tile[tile].effect_n)
    return found


@rule
def choose_tile(table, ledger, scenario, aims, values, turns, mask, generator):
    """MOVE and TRAVEL: to the goal, or on the way to it where a visit is worth most."""
    seat = ledger.seat
    reach = scenario.base_range + always_sum(table, scenario, seat, Ability.RANGE, NONE)
    fill_turns(table, scenario, seat, reach, turns)
    fill_places(table, ledger, scenario, aims, values, turns)
    goal = best_goal(table, scenario, values, turns)
    goal_tile = place_of(table, scenario, goal)
    away = turns  # how long it takes to get anywhere is no longer asked
    fill_away(table, scenario, goal_tile, away)
    best = -1
    highest = 0.0
    for tile in range(scenario.n_tiles):
        if not mask[Act.TILE + tile]:
            continue
        value = tile_worth(table, scenario, seat, aims, values, tile) + TIE * random_below(generator, 8)
        if tile != goal_tile:
            days = away[tile] / reach  # half a day less is something, too
            value += values[PLACE + goal] * PATIENCE ** min(days, SOON) - HURRY * max(days - SOON, 0)
        else:
            value += values[PLACE + goal] * (1.0 - PATIENCE)
        if best < 0 or value > highest:
            highest = value
            best = tile
    return Act.TILE + best


@rule
def choose_place(table, ledger, scenario, aims, values, mask):
    """VISIT: the place worth most, or none."""
    best = Act.DONE + 0
    highest = 0.0
    for poi in range(scenario.n_pois):
        if mask[Act.POI + poi]:
            value = place_worth(table, ledger, scenario, aims, values, poi)
            if value > highest:
                highest = value
                best = Act.POI + poi
    return best
