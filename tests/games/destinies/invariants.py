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
from haunted_env.games.destinies.state import ABSENT, EXPLORED, PLACED, compiler
from tests.invariants import checked_by, types_of

rule = make_rule(types_of(compiler))


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
def tiles_are_sound(table, scenario):
    """DS-INV-5."""
    reached = 1 << scenario.start_tile
    for _ in range(scenario.n_tiles):
        for tile in range(scenario.n_tiles):
            if reached >> tile & 1:
                for side in range(4):
                    other = scenario.tile[tile].next[side]
                    if other >= 0 and table.tile[other] == EXPLORED:
                        reached |= 1 << other
    for tile in range(scenario.n_tiles):
        near = False
        for side in range(4):
            other = scenario.tile[tile].next[side]
            near = near or (other >= 0 and table.tile[other] == EXPLORED)
        if table.tile[tile] == EXPLORED:
            if reached >> tile & 1 == 0:
                return False
        elif table.tile[tile] != (PLACED if near else ABSENT):
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
        all_done = 1
        for step in range(ledger.n_steps[path]):
            met = is_met(game.table, scenario, seat, ledger.destiny, path, step)
            all_done &= met
            if (ledger.done[path] >> step & 1) != met:
                return False
        if ledger.complete[path] != all_done:
            return False
        if all_done and not game.secret.active[ledger.finale_poi[path]]:
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
    scenario = data[0]
    table = game.table
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
    if not tiles_are_sound(table, scenario):
        return 5
    if not decision_is_sound(game, mask, data):
        return 10
    if is_same_game(game, earlier):
        if not nothing_reverts(game, earlier):
            return 6
        if not finales_are_final(game, earlier):
            return 7
    return 0


violations = checked_by(SPEC, first_violation)
