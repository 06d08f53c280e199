"""Effects (DS-DATA-11 to DS-DATA-13)."""

from haunted_env.games.destinies.actions import Log
from haunted_env.games.destinies.data import MAX_EFFORT, MAX_XP, Verb, What, Who
from haunted_env.games.destinies.rules.destiny import change_resolve, hint, pass_stages, set_pflag
from haunted_env.games.destinies.rules.items import add_coins, gain_item
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.skills import ask_steps, gain_marker
from haunted_env.games.destinies.rules.stack import pop
from haunted_env.games.destinies.rules.trade import change_price, restock, stock, unstock
from haunted_env.games.destinies.rules.world import change_map
from haunted_env.games.destinies.state import rule

MAP_EFFECTS = (
    *(Verb.NPC, Verb.NPC_OFF, Verb.POI_ON, Verb.POI_OFF, Verb.POI_AT, Verb.POI_LOOK, Verb.WAY_ON, Verb.WAY_OFF),
)
STOCK_EFFECTS = (Verb.STOCK, Verb.UNSTOCK, Verb.RESTOCK, Verb.PRICE)
WORLD_EFFECTS = sum(1 << verb for verb in (Verb.FLAG, Verb.VFLAG, Verb.END_VISIT, *MAP_EFFECTS, *STOCK_EFFECTS))  # bits


@rule
def add_effort(game, seat, n):
    """DS-COMP-7: move up to n effort dice into (n < 0: out of) the supply."""
    table = game.table
    before = int(table.effort[seat])
    after = min(max(before + n, 0), MAX_EFFORT)
    table.effort[seat] = after
    if after != before:
        note(game, seat, Log.EFFORT, after - before, 0)


@rule
def add_xp(game, seat, n):
    """DS-COMP-9."""
    table = game.table
    before = int(table.xp[seat])
    table.xp[seat] = min(before + n, MAX_XP)
    note(game, seat, Log.XP, n, 0)


@rule
def give(game, seat, what, n):
    """What an "always" ability gives (DS-ITEM-9)."""
    if what == What.COINS:
        add_coins(game, seat, n)
    elif what == What.XP:
        add_xp(game, seat, n)
    else:
        add_effort(game, seat, n)


@rule
def give_always(game, scenario, seat, ability):
    """Abilities that act by themselves: `at_dawn`, `on_fail` (DS-ITEM-22, DS-ITEM-23), in inventory order."""
    for i in range(game.table.item_n[seat]):
        row = scenario.item[game.table.item[seat, i]]
        if row.always == ability:
            give(game, seat, row.always_what, row.always_n)


@rule
def change_player(game, scenario, seat, verb, a, b):
    """Effects on one player."""
    secret = game.secret
    if verb == Verb.XP:
        add_xp(game, seat, a)
    elif verb == Verb.COINS:
        add_coins(game, seat, a)
    elif verb == Verb.SKILL:
        ask_steps(game, seat, a, b)
    elif verb == Verb.MARKER:
        gain_marker(game, scenario, seat, a)
    elif verb == Verb.REFRESH:
        add_effort(game, seat, a)
    elif verb == Verb.EXHAUST:
        add_effort(game, seat, -a)
    elif verb == Verb.ITEM:
        gain_item(game, scenario, seat, a)
    elif verb == Verb.VIRTUE:  # DS-VIRTUE-2; nobody is told (DS-VIRTUE-3)
        secret.virtue[seat] = min(max(secret.virtue[seat] + a, scenario.virtue_min), scenario.virtue_max)
    elif verb == Verb.PFLAG:
        set_pflag(game, scenario, seat, a)
    elif verb == Verb.HINT:
        hint(game, scenario, seat, a, b, 1)
    elif verb == Verb.ADVANCE:
        pass_stages(game, scenario, seat, a)
    else:
        change_resolve(game, seat, a)


@rule
def change_world(game, scenario, verb, a, b):
    """Effects on the world and the visit in progress."""
    secret = game.secret
    if verb == Verb.FLAG:
        game.table.flags |= 1 << a
        note(game, game.table.active, Log.FLAG, a, 0)
    elif verb == Verb.VFLAG:
        secret.vflags |= 1 << a
    elif verb == Verb.END_VISIT:
        secret.leaving = 1
    elif verb == Verb.STOCK:
        stock(game, a, b)
    elif verb == Verb.UNSTOCK:
        unstock(game, a, b)
    elif verb == Verb.RESTOCK:
        restock(game, scenario, a)
    elif verb == Verb.PRICE:
        change_price(game, a, b)
    else:
        change_map(game, scenario, verb, a, b)


@rule
def is_world_effect(verb):
    return WORLD_EFFECTS >> verb & 1


@rule
def next_effect(game, scenario, frame):
    """Apply the next effect of a list, to one player at a time (DS-DATA-12); 0 at the end of the list."""
    if frame.a >= frame.b:
        pop(game)
        return
    table = game.table
    row = scenario.effect[frame.a]
    if is_world_effect(row.verb):
        frame.a += 1
        change_world(game, scenario, row.verb, row.a, row.b)
    elif row.who == Who.SELF:
        frame.a += 1
        change_player(game, scenario, frame.seat, row.verb, row.a, row.b)
    elif frame.c == table.n_seats:
        frame.a += 1
        frame.c = 0
    else:
        seat = (table.active + frame.c) % table.n_seats
        frame.c += 1
        if not table.defeated[seat] and not (row.who == Who.REST and table.in_finale[seat]):
            change_player(game, scenario, seat, row.verb, row.a, row.b)
