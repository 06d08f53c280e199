"""Visits, stages and their options (DS-VISIT, DS-OPT, DS-FIN-1, DS-FIN-4)."""

from haunted_env.games.destinies.actions import Act, Log, Node, Task
from haunted_env.games.destinies.data import (
    FLAG_BITS,
    N_CHOICES,
    N_HOSTED,
    N_PATHS,
    N_SLOTS,
    NONE,
    Host,
    Kind,
    Limit,
)
from haunted_env.games.destinies.rules.conditions import all_hold
from haunted_env.games.destinies.rules.destiny import trigger_finale
from haunted_env.games.destinies.rules.dice import begin_test
from haunted_env.games.destinies.rules.items import add_coins, discard_item
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.stack import pop, push
from haunted_env.games.destinies.rules.trade import show_stack
from haunted_env.games.destinies.rules.world import greet
from haunted_env.games.destinies.state import rule


@rule
def clear_visit(game):
    """Nothing of a visit or stage is left."""
    table = game.table
    secret = game.secret
    table.visit_poi = NONE
    table.offered = 0
    game.ledger[table.active].offered = 0
    for slot in range(N_SLOTS):
        table.slot[slot] = NONE
        secret.slot[slot] = NONE
    secret.chosen = 0
    secret.blocked = 0
    secret.leaving = 0
    secret.vflags = 0


@rule
def add_slots(game, scenario, slot, first, n):
    """DS-VISIT-3: hosted options take the next slots. Returns the next free one."""
    for i in range(first, first + n):
        if slot < N_HOSTED:
            game.secret.slot[slot] = scenario.hosted[i]
            slot += 1
    return slot


@rule
def begin_visit(game, scenario, seat, poi):
    """DS-VISIT-3: options of the POI, then of each NPC standing there."""
    table = game.table
    note(game, seat, Log.VISITED, poi, 0)
    table.visited[seat, poi // FLAG_BITS] |= 1 << (poi % FLAG_BITS)
    table.visit_poi = poi
    row = scenario.poi[poi]
    slot = add_slots(game, scenario, 0, row.hosted_first, row.hosted_n)
    for npc in range(scenario.n_npcs):
        if game.secret.npc[npc] == poi:
            person = scenario.npc[npc]
            slot = add_slots(game, scenario, slot, person.hosted_first, person.hosted_n)
            greet(game, scenario, seat, npc)
    push(game, Node.OPTIONS, seat, 0, 0)


@rule
def begin_stage(game, scenario, seat):
    """DS-FIN-4: the options of the current stage."""
    table = game.table
    row = scenario.finale[table.finale[seat]].stage[table.stage[seat] - 1]
    add_slots(game, scenario, 0, row.hosted_first, row.hosted_n)
    push(game, Node.STAGE, seat, 0, 0)


@rule
def is_place_here(game):
    """DS-VISIT-9: whether the visited POI is still present, and on the visitor's tile."""
    table = game.table
    poi = table.visit_poi
    return game.secret.active[poi] and game.secret.poi_tile[poi] == table.place[table.active]


@rule
def is_host_here(game, scenario, option):
    """DS-VISIT-8, DS-VISIT-9."""
    row = scenario.option[option]
    if row.host_kind == Host.STAGE:
        return 1
    if not is_place_here(game):
        return 0
    return int(row.host_kind == Host.POI or game.secret.npc[row.host] == game.table.visit_poi)


@rule
def is_used_up(table, scenario, seat, option):
    number = scenario.option[option].limited
    return number >= 0 and table.limits[seat, number // FLAG_BITS] >> (number % FLAG_BITS) & 1 == 1


@rule
def is_offered(game, scenario, seat, slot):
    """DS-OPT-1."""
    secret = game.secret
    option = secret.slot[slot]
    if option < 0 or (secret.chosen | secret.blocked) >> slot & 1:
        return 0
    if is_used_up(game.table, scenario, seat, option) or not is_host_here(game, scenario, option):
        return 0
    row = scenario.option[option]
    return all_hold(game, scenario, seat, row.when_first, row.when_n)


@rule
def find_offered(game, scenario, seat):
    """DS-OPT-2: which options are offered now; a trade that is shows its stack (DS-TRADE-11)."""
    table = game.table
    table.offered = 0
    for slot in range(N_HOSTED):
        table.slot[slot] = NONE
        if is_offered(game, scenario, seat, slot):
            option = game.secret.slot[slot]
            table.offered |= 1 << slot
            table.slot[slot] = option
            row = scenario.option[option]
            if row.kind == Kind.TRADE and not table.stack_seen[row.stack]:
                show_stack(game, row.stack)
    ledger = game.ledger[seat]
    ledger.offered = 0
    poi = table.visit_poi
    if poi >= 0 and is_place_here(game):
        for path in range(N_PATHS):  # DS-FIN-1
            if ledger.complete[path] and ledger.finale_poi[path] == poi:
                ledger.offered |= 1 << path


@rule
def is_legal_option(table, scenario, seat, option):
    """DS-OPT-3."""
    row = scenario.option[option]
    return table.coins[seat] >= row.cost and (row.kind != Kind.SCAN_ITEM or table.item_n[seat] > 0)


@rule
def legal_options(table, ledger, scenario, mask):
    for slot in range(N_HOSTED):
        if table.offered >> slot & 1:
            mask[Act.OPTION + slot] = is_legal_option(table, scenario, ledger.seat, table.slot[slot])
    for path in range(N_PATHS):
        mask[Act.OPTION + N_HOSTED + path] = ledger.offered >> path & 1


@rule
def use_up(game, scenario, seat, slot, option):
    """DS-OPT-4, DS-OPT-9: mark the option, block its group."""
    table = game.table
    secret = game.secret
    row = scenario.option[option]
    secret.chosen |= 1 << slot
    if row.group >= 0:
        for other in range(N_HOSTED):
            if secret.slot[other] >= 0 and scenario.option[secret.slot[other]].group == row.group:
                secret.blocked |= 1 << other
    if row.limited >= 0:
        for player in range(table.n_seats):
            if player == seat or row.limit == Limit.WORLD:
                table.limits[player, row.limited // FLAG_BITS] |= 1 << (row.limited % FLAG_BITS)


@rule
def choose(game, scenario, seat, slot):
    """DS-OPT-4 to DS-OPT-7."""
    table = game.table
    if slot >= N_HOSTED:
        pop(game)
        trigger_finale(game, scenario, seat, slot - N_HOSTED)
        return
    option = int(game.secret.slot[slot])
    row = scenario.option[option]
    use_up(game, scenario, seat, slot, option)
    note(game, seat, Log.OPTION, option, 0)
    if row.cost:
        add_coins(game, seat, -row.cost)
    if row.kind == Kind.INTERACTION and row.choice_n == 0:
        push(game, Task.EFFECTS, seat, row.effect_first, row.effect_first + row.effect_n)
        return
    table.option = option
    if row.kind == Kind.INTERACTION:
        push(game, Node.CHOICE, seat, option, 0)
    elif row.kind == Kind.TEST:
        begin_test(game, seat, option)
    elif row.kind == Kind.SCAN_ITEM:
        push(game, Node.SCAN_ITEM, seat, option, 0)
    elif row.kind == Kind.SCAN_DESTINY:
        push(game, Node.SCAN_PATH, seat, option, 0)
    else:
        table.trade = row.stack
        push(game, Node.TRADE, seat, option, 0)


@rule
def find_choices(game, scenario, frame):
    """DS-OPT-6: the entries whose `when` holds."""
    table = game.table
    row = scenario.option[frame.a]
    table.choices = 0
    for i in range(min(row.choice_n, N_CHOICES)):
        entry = scenario.choice[row.choice_first + i]
        if all_hold(game, scenario, frame.seat, entry.when_first, entry.when_n):
            table.choices |= 1 << i


@rule
def make_choice(game, scenario, frame, i):
    table = game.table
    seat = int(frame.seat)
    note(game, seat, Log.CHOICE, frame.a, i)
    entry = scenario.choice[scenario.option[frame.a].choice_first + i]
    table.choices = 0
    table.option = NONE
    pop(game)
    push(game, Task.EFFECTS, seat, entry.effect_first, entry.effect_first + entry.effect_n)


@rule
def scan_item(game, scenario, frame, i):
    """DS-OPT-8, DS-OPT-10, DS-OPT-11: the first entry that matches, or `wrong`."""
    seat = int(frame.seat)
    row = scenario.option[frame.a]
    item = game.table.item[seat, i]
    game.table.option = NONE
    pop(game)
    for k in range(row.accept_first, row.accept_first + row.accept_n):
        entry = scenario.accept[k]
        if entry.is_cat:
            matches = scenario.item[item].cats >> entry.a & 1
        else:
            matches = int(item == entry.a)
        if matches != entry.negated:
            if entry.consume:
                discard_item(game, seat, i)
            push(game, Task.EFFECTS, seat, entry.effect_first, entry.effect_first + entry.effect_n)
            return
    push(game, Task.EFFECTS, seat, row.effect_first, row.effect_first + row.effect_n)
