"""What an option is worth: its outcomes by their odds."""

import numpy as np

from haunted_env.games.destinies.data import NONE, STACK_SIZE, Kind, Verb
from haunted_env.games.destinies.heuristic.aims import has_verb, is_open
from haunted_env.games.destinies.heuristic.worth import COIN, DIE, effects_worth, item_worth, new_item_worth
from haunted_env.games.destinies.odds import chance, rule
from haunted_env.games.destinies.rules.trade import price_at


@rule
def tier_worth(table, scenario, seat, aims, values, option, successes):
    """The worth of accepting a test with `successes`."""
    about = scenario.option[option]
    chosen = about.tier_first
    for i in range(about.tier_first, about.tier_first + about.tier_n):
        if scenario.tier[i].min <= successes:
            chosen = i
    tier = scenario.tier[chosen]
    return effects_worth(table, scenario, seat, aims, values, tier.effect_first, tier.effect_n)


@rule
def test_worth(table, scenario, seat, aims, values, option, dice, more):
    """The worth of a roll with `dice` effort dice, which are spent, and `more` successes from items."""
    about = scenario.option[option]
    found = -DIE * dice
    likely = 1.0
    for i in range(about.tier_first, about.tier_first + about.tier_n):
        tier = scenario.tier[i]
        after = 0.0
        if i + 1 < about.tier_first + about.tier_n:
            after = chance(scenario, aims, about.skill, dice, more, scenario.tier[i + 1].min)
        if likely > after:
            value = effects_worth(table, scenario, seat, aims, values, tier.effect_first, tier.effect_n)
            found += (likely - after) * value
        likely = after
    return found


@rule
def try_worth(table, scenario, seat, aims, values, option, dice):
    """The worth of taking a test with `dice` effort dice or none, whichever is better."""
    about = scenario.option[option]
    without = 0.0
    likely_without = 1.0
    found = -DIE * dice
    likely = 1.0
    for i in range(about.tier_first, about.tier_first + about.tier_n):
        tier = scenario.tier[i]
        value = effects_worth(table, scenario, seat, aims, values, tier.effect_first, tier.effect_n)
        after_without = 0.0
        after = 0.0
        if i + 1 < about.tier_first + about.tier_n:
            wanted = scenario.tier[i + 1].min
            after_without = chance(scenario, aims, about.skill, 0, table.succ_turn, wanted)
            after = chance(scenario, aims, about.skill, dice, table.succ_turn, wanted)
        without += (likely_without - after_without) * value
        found += (likely - after) * value
        likely_without = after_without
        likely = after
    return max(found, without)


@rule
def best_dice(table, scenario, seat, aims, values, option, more):
    """How many effort dice to roll."""
    best = 0
    highest = -np.inf
    for dice in range(table.effort[seat] + 1):
        value = test_worth(table, scenario, seat, aims, values, option, dice, more)
        if value > highest:
            highest = value
            best = dice
    return best


@rule
def accepted(scenario, option, item):
    """The entry of a scan that an item matches (DS-OPT-8); NONE if it is wrong."""
    about = scenario.option[option]
    for i in range(about.accept_first, about.accept_first + about.accept_n):
        entry = scenario.accept[i]
        matches = int(item == entry.a)
        if entry.is_cat:
            matches = scenario.item[item].cats >> entry.a & 1
        if matches != entry.negated:
            return i
    return NONE


@rule
def scanned_worth(table, scenario, seat, aims, values, option, item):
    """Of scanning an item."""
    i = accepted(scenario, option, item)
    if i < 0:
        about = scenario.option[option]
        return effects_worth(table, scenario, seat, aims, values, about.effect_first, about.effect_n) - 0.01
    entry = scenario.accept[i]
    found = effects_worth(table, scenario, seat, aims, values, entry.effect_first, entry.effect_n)
    if entry.consume:
        found -= 0.5 * item_worth(scenario, aims, values, item)
    return found


@rule
def scan_worth(table, scenario, seat, aims, values, option):
    """Of scanning the best item in hand, be it a wrong one."""
    best = -np.inf
    for i in range(table.item_n[seat]):
        best = max(best, scanned_worth(table, scenario, seat, aims, values, option, table.item[seat, i]))
    return best


@rule
def entry_worth(table, scenario, seat, aims, values, entry):
    """Of an entry of a choice."""
    row_first = scenario.choice[entry].effect_first
    return effects_worth(table, scenario, seat, aims, values, row_first, scenario.choice[entry].effect_n)


@rule
def choice_worth(table, scenario, seat, aims, values, option):
    about = scenario.option[option]
    best = -np.inf
    for i in range(about.choice_first, about.choice_first + about.choice_n):
        if is_open(table, scenario, seat, scenario.choice[i].when_first, scenario.choice[i].when_n) == 1.0:
            best = max(best, entry_worth(table, scenario, seat, aims, values, i))
    return best


@rule
def bargain(table, scenario, seat, aims, values, stack, item):
    """What buying an item brings beyond its price."""
    price = price_at(table, scenario, stack, item)
    return new_item_worth(table, scenario, seat, aims, values, item) - price * values[COIN]


@rule
def trade_worth(table, scenario, seat, aims, values, stack):
    """Of the best purchase; a stack not seen yet holds what the file says."""
    best = 0.0
    for i in range(STACK_SIZE):
        item = NONE
        if table.stack_seen[stack]:
            item = int(table.stack[stack, i])
        elif i < scenario.stack[stack].n:
            item = int(scenario.stack[stack].item[i])
        if item >= 0 and price_at(table, scenario, stack, item) <= table.coins[seat]:
            best = max(best, bargain(table, scenario, seat, aims, values, stack, item))
    return best


@rule
def option_worth(table, scenario, seat, aims, values, option, dice):
    """The worth of choosing an option that is offered, with up to `dice` effort dice."""
    about = scenario.option[option]
    found = 0.0
    if about.kind == Kind.TEST:
        found = try_worth(table, scenario, seat, aims, values, option, dice)
    elif about.kind == Kind.SCAN_ITEM:
        found = scan_worth(table, scenario, seat, aims, values, option)
    elif about.kind == Kind.TRADE:
        found = trade_worth(table, scenario, seat, aims, values, about.stack)
    elif about.kind == Kind.INTERACTION:
        if about.choice_n:
            found = choice_worth(table, scenario, seat, aims, values, option)
        else:
            found = effects_worth(table, scenario, seat, aims, values, about.effect_first, about.effect_n)
    return found - about.cost * values[COIN]


@rule
def may_end(scenario, option):
    """Whether choosing the option can end the visit: then it is left for the end."""
    about = scenario.option[option]
    if has_verb(scenario, about.effect_first, about.effect_n, Verb.END_VISIT):
        return 1
    for i in range(about.tier_first, about.tier_first + about.tier_n):
        if has_verb(scenario, scenario.tier[i].effect_first, scenario.tier[i].effect_n, Verb.END_VISIT):
            return 1
    return 0
