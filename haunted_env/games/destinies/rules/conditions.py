"""Conditions (DS-DATA-8, DS-DATA-10)."""

from haunted_env.games.destinies.data import FLAG_BITS, NONE, Cond
from haunted_env.games.destinies.state import rule


@rule
def owns_category(table, scenario, seat, cat):
    """DS-ITEM-16."""
    for i in range(table.item_n[seat]):
        if scenario.item[table.item[seat, i]].cats >> cat & 1:
            return 1
    return 0


@rule
def owns_item(table, seat, item):
    for i in range(table.item_n[seat]):
        if table.item[seat, i] == item:
            return 1
    return 0


@rule
def any_finale(table):
    for seat in range(table.n_seats):
        if table.finale[seat] >= 0:
            return 1
    return 0


@rule
def has_pflag(table, seat, flag):
    return table.pflags[seat, flag // FLAG_BITS] >> (flag % FLAG_BITS) & 1


@rule
def somebody_has(table, flag, but):
    """Whether a player has the flag, defeated ones included, `but` one seat (NONE: nobody is left out)."""
    for seat in range(table.n_seats):
        if seat != but and has_pflag(table, seat, flag):
            return 1
    return 0


@rule
def is_shown(table, scenario, seat, kind, a):
    """A condition on what everybody sees: all but visit flags, virtue, and where people, places and ways are."""
    found = 0
    if kind == Cond.FLAG:
        found = table.flags >> a & 1
    elif kind == Cond.PFLAG:
        found = has_pflag(table, seat, a)
    elif kind == Cond.ANYONE:
        found = somebody_has(table, a, NONE)
    elif kind == Cond.OTHER:
        found = somebody_has(table, a, seat)
    elif kind == Cond.ITEM:
        found = owns_item(table, seat, a)
    elif kind == Cond.CAT:
        found = owns_category(table, scenario, seat, a)
    elif kind == Cond.CHAR:
        found = int(table.character[seat] == a)
    elif kind == Cond.COINS:
        found = int(table.coins[seat] >= a)
    elif kind == Cond.XP:
        found = int(table.xp[seat] >= a)
    elif kind == Cond.DAY:
        found = int(table.day >= a)
    else:
        found = any_finale(table)
    return found


@rule
def is_true(game, scenario, seat, kind, a, b):
    if kind == Cond.VFLAG:
        return game.secret.vflags >> a & 1
    if kind == Cond.NPC:
        return int(game.secret.npc[a] == b)
    if kind == Cond.POI:
        return int(game.secret.active[a])
    if kind == Cond.WAY:
        return game.secret.ways >> a & 1
    if kind == Cond.VIRTUE:
        return int(game.secret.virtue[seat] >= a)
    return is_shown(game.table, scenario, seat, kind, a)


@rule
def all_hold(game, scenario, seat, first, n):
    """Whether every condition of a span holds for a player now."""
    for i in range(first, first + n):
        row = scenario.condition[i]
        if is_true(game, scenario, seat, row.kind, row.a, row.b) == row.negated:
            return 0
    return 1


@rule
def asks_virtue(scenario, first, n):
    """Whether a condition of a span speaks of virtue."""
    for i in range(first, first + n):
        if scenario.condition[i].kind == Cond.VIRTUE:
            return 1
    return 0
