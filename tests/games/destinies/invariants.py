"""DS-INV: what holds at every decision, as compiled checks, so that millions of positions can be checked."""

from haunted_env.engine.jit import make_rule
from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.actions import N_ACTIONS, Node
from haunted_env.games.destinies.data import (
    GROUND_SIZE,
    HAND,
    MAX_COINS,
    MAX_EFFORT,
    MAX_XP,
    N_FLAG_WORDS,
    N_PATHS,
    N_SKILLS,
    NONE,
    STACK_SIZE,
)
from haunted_env.games.destinies.legal import legal
from haunted_env.games.destinies.rules.destiny import is_met
from haunted_env.games.destinies.rules.skills import n_markers
from haunted_env.games.destinies.state import EXPLORED, PLACED, compiler, world_of
from tests.games.destinies import hearths
from tests.invariants import checked_by, types_of

rule = make_rule(types_of(compiler))
SETTINGS = ({"campaign": hearths.FILE, "scenario": None},)  # for fuzzing, beside the options' own values


@rule
def tracks_are_sound(table, scenario, seat):
    """DS-INV-1."""
    for skill in range(N_SKILLS):
        track = table.track[seat, skill]
        n = n_markers(track)
        if table.character[seat] >= 0 and (n < 3 or n > scenario.max_markers):
            return False
        if track < 0 or track >= 1 << scenario.n_spaces:
            return False
    return True


@rule
def counters_are_sound(table, seat):
    """DS-INV-2."""
    effort = 0 <= table.effort[seat] <= MAX_EFFORT
    return effort and 0 <= table.coins[seat] <= MAX_COINS and 0 <= table.xp[seat] <= MAX_XP


@rule
def inventory_is_sound(table, scenario, seat):
    """DS-INV-3."""
    n = table.item_n[seat]
    overflow = table.node == Node.OVERFLOW and table.decider == seat
    if n < 0 or n > scenario.hand_limit + 1 or (n > scenario.hand_limit and not overflow and not table.over):
        return False
    for i in range(HAND):
        if (table.item[seat, i] != NONE) != (i < n):
            return False
    return True


@rule
def copies_of(game, scenario, item):
    """All copies of an item, wherever they are (DS-INV-4)."""
    table = game.table
    n = int(game.secret.box[item])
    for seat in range(table.n_seats):
        for i in range(table.item_n[seat]):
            n += table.item[seat, i] == item
    for tile in range(scenario.n_tiles):
        for i in range(table.ground_n[tile]):
            n += table.ground[tile, i] == item
    for stack in range(scenario.n_stacks):
        for i in range(STACK_SIZE):
            n += table.stack[stack, i] == item
            n += game.secret.stack[stack, i] == item
    return n


@rule
def items_are_conserved(game, scenario):
    for item in range(scenario.n_items):
        if game.secret.box[item] < 0 or copies_of(game, scenario, item) != scenario.item[item].copies:
            return False
    for tile in range(scenario.n_tiles):
        if game.table.ground_n[tile] > GROUND_SIZE:
            return False
    return True


@rule
def ways_of(scenario, tile):
    """The tiles that a tile is ever joined to: bits."""
    found = scenario.tile[tile].near
    for way in range(scenario.n_ways):
        row = scenario.way[way]
        if row.a == tile or row.b == tile:
            found |= 1 << (row.a + row.b - tile)
    return found


@rule
def tiles_are_sound(table, scenario):
    """DS-INV-5."""
    reached = 1 << scenario.start_tile
    explored = 0
    near = 0
    for tile in range(scenario.n_tiles):
        explored |= int(table.tile[tile] == EXPLORED) << tile
        near |= table.near[tile]
    for _ in range(scenario.n_tiles):
        for tile in range(scenario.n_tiles):
            if reached >> tile & 1:
                reached |= ways_of(scenario, tile) & explored
    for tile in range(scenario.n_tiles):
        if table.tile[tile] == EXPLORED:
            if reached >> tile & 1 == 0:
                return False
        elif (
            table.near[tile]
            or (near >> tile & 1 and table.tile[tile] != PLACED)
            or (table.tile[tile] == PLACED and ways_of(scenario, tile) & explored == 0)
        ):
            return False
    return True


@rule
def places_are_sound(game, scenario):
    """DS-WORLD-1 to DS-WORLD-4, DS-VOC-2: what is known of places, people and ways is as it is."""
    table = game.table
    secret = game.secret
    for poi in range(scenario.n_pois):
        known = int(secret.active[poi] and table.tile[secret.poi_tile[poi]] == EXPLORED)
        if table.known[poi] != known or table.poi_tile[poi] != (secret.poi_tile[poi] if known else NONE):
            return False
        if table.look[poi] != (secret.look[poi] if known else 0):
            return False
    for npc in range(scenario.n_npcs):
        poi = secret.npc[npc]
        if table.npc[npc] != (poi if poi >= 0 and table.known[poi] else NONE):
            return False
    for way in range(scenario.n_ways):
        row = scenario.way[way]
        for end in (row.a, row.b):
            if table.tile[end] == EXPLORED:
                if table.near[end] >> (row.a + row.b - end) & 1 != secret.ways >> way & 1:
                    return False
    return True


@rule
def is_same_game(game, earlier):
    """Whether `earlier` is the same game, a decision before (and not another one dealt in its place)."""
    return earlier.secret.seed == game.secret.seed and earlier.table.n_notes <= game.table.n_notes


@rule
def nothing_reverts(game, earlier):
    """DS-INV-6."""
    if earlier.table.flags & ~game.table.flags or earlier.table.fired & ~game.table.fired:
        return False
    for seat in range(game.table.n_seats):
        if earlier.table.heard[seat] & ~game.table.heard[seat]:
            return False
        for word in range(N_FLAG_WORDS):
            if earlier.table.pflags[seat, word] & ~game.table.pflags[seat, word]:
                return False
        for path in range(N_PATHS):
            before = earlier.ledger[seat]
            now = game.ledger[seat]
            if before.done[path] & ~now.done[path] or before.revealed[path] & ~now.revealed[path]:
                return False
    return True


@rule
def facts_stay(game, earlier):
    """DS-INV-6, over the chapters of a campaign."""
    table = game.table
    if earlier.table.chapter > table.chapter or earlier.table.facts & ~table.facts:
        return False
    for seat in range(table.n_seats):
        if earlier.table.pfacts[seat] & ~table.pfacts[seat]:
            return False
        for chapter in range(earlier.table.chapter):
            if earlier.table.past[chapter].worth[seat] != table.past[chapter].worth[seat]:
                return False
    return True


@rule
def chapter_is_sound(table, scenario):
    """DS-INV-12."""
    link = scenario.link
    if table.last_chapter != link.n_chapters - 1 or table.chapter != link.chapter:
        return False
    for seat in range(table.n_seats):
        rewards = 0
        scars = 0
        for number in range(link.n_legacies):
            if table.legacies[seat] >> number & 1:
                rewards += max(link.legacy[number].points, 0)
                scars -= min(link.legacy[number].points, 0)
        if rewards > link.limit or scars > link.limit:
            return False
    return True


@rule
def finales_are_final(game, earlier):
    """DS-INV-7."""
    table = game.table
    if table.decider >= 0 and table.defeated[table.decider]:
        return False
    if table.decider >= 0 and table.in_finale[table.decider] and table.node == Node.MOVE:
        return False
    for seat in range(table.n_seats):
        if earlier.table.in_finale[seat] and not table.in_finale[seat] and not table.defeated[seat]:
            return False
        if earlier.table.defeated[seat] and not table.defeated[seat]:
            return False
    return True


@rule
def destinies_are_sound(game, scenario, seat):
    """DS-INV-9, and steps are done exactly when all they need holds (DS-DEST-3)."""
    ledger = game.ledger[seat]
    if ledger.destiny < 0:
        return True
    for path in range(N_PATHS):
        way = scenario.destiny[ledger.destiny].path[path]
        n_done = 0
        for step in range(ledger.n_steps[path]):
            met = int(is_met(game.table, scenario, seat, ledger.destiny, path, step))
            if way.step[step].after & ~ledger.done[path]:
                met = 0
            n_done += met
            if (ledger.done[path] >> step & 1) != met:
                return False
        if ledger.complete[path] != int(n_done >= way.enough):
            return False
        if ledger.complete[path] and not game.secret.active[ledger.finale_poi[path]]:
            return False
    return True


@rule
def decision_is_sound(game, mask, data):
    """DS-DEC-6: somebody decides, and has a choice."""
    table = game.table
    if table.over:
        return table.decider == NONE
    if table.decider < 0 or table.decider >= table.n_seats or game.work.depth < 1:
        return False
    for action in range(N_ACTIONS):
        mask[action] = 0
    legal(table, game.ledger[table.decider], mask, data)
    n = 0
    for action in range(N_ACTIONS):
        n += mask[action]
    return n > 0 and not (table.auto_single and n == 1)


@rule
def first_violation(game, earlier, mask, data):
    """The number of the first DS-INV clause that does not hold; 0 if all do."""
    table = game.table
    scenario = data[world_of(table, data)]
    for seat in range(table.n_seats):
        if not tracks_are_sound(table, scenario, seat):
            return 1
        if not counters_are_sound(table, seat):
            return 2
        if not inventory_is_sound(table, scenario, seat):
            return 3
        if not destinies_are_sound(game, scenario, seat):
            return 9
    if not items_are_conserved(game, scenario):
        return 4
    if not tiles_are_sound(table, scenario) or not places_are_sound(game, scenario):
        return 5
    if not decision_is_sound(game, mask, data):
        return 10
    if not chapter_is_sound(table, scenario):
        return 12
    if is_same_game(game, earlier):
        if not facts_stay(game, earlier):
            return 6
        if earlier.table.chapter != table.chapter:
            return 0
        if not nothing_reverts(game, earlier):
            return 6
        if not finales_are_final(game, earlier):
            return 7
    return 0


violations = checked_by(SPEC, first_violation)
