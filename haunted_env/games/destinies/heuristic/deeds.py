"""How soon a deed that a path needs can be done, and what would help with it."""

from haunted_env.games.destinies.data import Kind
from haunted_env.games.destinies.heuristic.aims import (
    CATS,
    ITEMS,
    PASSES,
    PRICE,
    SOLD_CATS,
    SOLD_ITEMS,
    TESTS,
    grants,
    is_open,
)
from haunted_env.games.destinies.odds import chance, rule
from haunted_env.games.destinies.rules.conditions import owns_category, owns_item
from haunted_env.games.destinies.rules.trade import price_at

USUAL_DICE = 2
LONGEST = 3.0  # days reckoned for a deed
FOR_SALE, UNARMED = 2.0, 5.0  # days, by a scan for which the item is missing
SOON = 2  # coins that will be had before long


@rule
def pass_tier(scenario, option, aims):
    """The first tier of a test that sets a wanted flag; NONE (-1)."""
    about = scenario.option[option]
    for i in range(about.tier_first, about.tier_first + about.tier_n):
        if grants(scenario, aims, scenario.tier[i].effect_first, scenario.tier[i].effect_n):
            return i
    return -1


@rule
def scan_days(table, scenario, seat, aims, option):
    """Days for a deed by scanning an item; notes what would do. 0 if the scan does no deed."""
    about = scenario.option[option]
    days = 0.0
    for i in range(about.accept_first, about.accept_first + about.accept_n):
        entry = scenario.accept[i]
        if entry.negated or not grants(scenario, aims, entry.effect_first, entry.effect_n):
            continue
        if entry.is_cat:
            aims[CATS] |= 1 << entry.a
            owned = owns_category(table, scenario, seat, entry.a)
            sold = aims[SOLD_CATS] >> entry.a & 1
        else:
            aims[ITEMS] |= 1 << entry.a
            owned = owns_item(table, seat, entry.a)
            sold = aims[SOLD_ITEMS] >> entry.a & 1
        if owned:
            return 1.0
        if sold:
            days = FOR_SALE
        elif days == 0.0:
            days = UNARMED
    return days


@rule
def note_sold(table, scenario, seat, aims):
    """What is for sale; a stack not seen yet holds what the file says."""
    for stack in range(scenario.n_stacks):
        seen = table.stack_seen[stack]
        for i in range(table.stack_n[stack] if seen else scenario.stack[stack].n):
            item = table.stack[stack, i] if seen else scenario.stack[stack].item[i]
            if price_at(table, scenario, stack, item) <= table.coins[seat] + SOON:
                aims[SOLD_CATS] |= scenario.item[item].cats
                aims[SOLD_ITEMS] |= 1 << item


@rule
def deed_days(table, scenario, seat, aims, option):
    """Days until a wanted deed is done by this option; 0 if it does none."""
    about = scenario.option[option]
    if about.kind == Kind.TEST:
        tier = pass_tier(scenario, option, aims)
        if tier < 0:
            return 0.0
        return 1.0 / max(chance(scenario, aims, about.skill, USUAL_DICE, 0, scenario.tier[tier].min), 1.0 / LONGEST)
    if about.kind == Kind.SCAN_ITEM:
        return scan_days(table, scenario, seat, aims, option)
    found = grants(scenario, aims, about.effect_first, about.effect_n)
    for i in range(about.choice_first, about.choice_first + about.choice_n):
        found |= grants(scenario, aims, scenario.choice[i].effect_first, scenario.choice[i].effect_n)
    if not found:
        return 0.0
    if about.cost > table.coins[seat]:
        aims[PRICE] = max(aims[PRICE], about.cost)
        return 1.0 + (about.cost - table.coins[seat]) / 2
    return 1.0


@rule
def place_days(table, scenario, seat, aims, poi):
    """Days until a wanted deed is done at its place; notes the best test."""
    best = LONGEST
    skill = -1
    passes = 0
    for h in range(scenario.poi[poi].hosted_first, scenario.poi[poi].hosted_first + scenario.poi[poi].hosted_n):
        option = scenario.hosted[h]
        about = scenario.option[option]
        days = deed_days(table, scenario, seat, aims, option)
        if days > 0.0 and is_open(table, scenario, seat, about.when_first, about.when_n) > 0.0:
            if about.kind == Kind.TEST and (skill < 0 or days < best):
                skill = about.skill
                passes = scenario.tier[pass_tier(scenario, option, aims)].min
            best = min(best, days)
    if skill >= 0 and best > 1.0:
        aims[TESTS + skill] += 1
        aims[PASSES + skill] = max(aims[PASSES + skill], passes)
    return best
