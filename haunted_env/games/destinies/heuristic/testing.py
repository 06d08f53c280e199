"""During a test: effort dice and items; and items at other times."""

from haunted_env.games.destinies.actions import Act
from haunted_env.games.destinies.data import MAX_EFFORT, Ability, What
from haunted_env.games.destinies.heuristic.aims import CATS, ITEMS, LAST_CATS, LAST_ITEMS, PRICE
from haunted_env.games.destinies.heuristic.judging import best_dice, test_worth, tier_worth
from haunted_env.games.destinies.heuristic.worth import DIE, item_worth, least_item
from haunted_env.games.destinies.odds import chance, reached, rule

SAVED = 0.2  # an item used has to bring so much more than it is worth


@rule
def before_roll(table, scenario, seat, aims, values, mask):
    """TEST_PRE."""
    option = table.option
    skill = scenario.option[option].skill
    more = table.succ_turn + table.bonus
    dice = best_dice(table, scenario, seat, aims, values, option, more)
    plain = test_worth(table, scenario, seat, aims, values, option, dice, more)
    best = Act.EFFORT + dice
    highest = plain + SAVED
    for i in range(table.item_n[seat]):
        if not mask[Act.USE + i]:
            continue
        item = table.item[seat, i]
        about = scenario.item[item]
        value = -item_worth(scenario, aims, values, item)
        if about.discard == Ability.FIX_TOTAL:
            successes = reached(aims, skill, about.discard_n) + more
            value += tier_worth(table, scenario, seat, aims, values, option, successes)
        elif about.discard == Ability.ALL_EFFORT:
            value += test_worth(table, scenario, seat, aims, values, option, MAX_EFFORT, more)
            value += DIE * (MAX_EFFORT - table.effort[seat])
        elif about.discard == Ability.REFRESH:
            dice = min(table.effort[seat] + about.discard_n, MAX_EFFORT)
            value += test_worth(table, scenario, seat, aims, values, option, dice, more)
            value += DIE * (dice - table.effort[seat])
        else:
            continue
        if value > highest:
            highest = value
            best = Act.USE + i
    return best


@rule
def added(table, scenario, seat, i):
    """Successes that an item adds after the roll."""
    about = scenario.item[table.item[seat, i]]
    if about.discard == Ability.SUCC or about.discard == Ability.SUCC_IF_ZERO or about.discard == Ability.SUCC_TURN:
        return int(about.discard_n)
    return 0


@rule
def after_roll(table, scenario, seat, aims, values, mask):
    """TEST_POST: an item (or two) that lifts the result, a new roll, or accept it."""
    option = table.option
    now = tier_worth(table, scenario, seat, aims, values, option, table.successes)
    best = Act.DONE + 0
    highest = now + SAVED
    for i in range(table.item_n[seat]):
        if not mask[Act.USE + i]:
            continue
        item = table.item[seat, i]
        cost = item_worth(scenario, aims, values, item)
        n = added(table, scenario, seat, i)
        if n > 0:
            value = tier_worth(table, scenario, seat, aims, values, option, table.successes + n) - cost
            for k in range(table.item_n[seat]):
                if k != i and mask[Act.USE + k] and added(table, scenario, seat, k) > 0:
                    both = table.successes + n + added(table, scenario, seat, k)
                    two = tier_worth(table, scenario, seat, aims, values, option, both) - cost
                    value = max(value, two - item_worth(scenario, aims, values, table.item[seat, k]))
        elif scenario.item[item].discard == Ability.REROLL:
            value = reroll_worth(table, scenario, seat, aims, values, option) - cost
        elif scenario.item[item].always == Ability.REROLL_FOR:
            value = reroll_worth(table, scenario, seat, aims, values, option) - DIE
        else:
            continue
        if value > highest:
            highest = value
            best = Act.USE + i
    return best


@rule
def reroll_worth(table, scenario, seat, aims, values, option):
    """Of rolling the main dice again; numbers on effort dice are left out of the reckoning."""
    about = scenario.option[option]
    more = table.bonus + table.succ_turn
    for die in range(MAX_EFFORT):
        more += table.effort_die[die] == 0
    found = 0.0
    likely = 1.0
    for i in range(about.tier_first, about.tier_first + about.tier_n):
        after = 0.0
        if i + 1 < about.tier_first + about.tier_n:
            after = chance(scenario, aims, about.skill, 0, more, scenario.tier[i + 1].min)
        found += (likely - after) * tier_worth(table, scenario, seat, aims, values, option, scenario.tier[i].min)
        likely = after
    return found


@rule
def is_good_deal(table, scenario, seat, aims, item):
    """Whether to pay a skill step: experience moves markers by two, and coins may buy a deed."""
    about = scenario.item[item]
    if about.always != Ability.COST_SKILL:
        return False
    return about.always_what == What.XP or (about.always_what == What.COINS and table.coins[seat] < aims[PRICE])


@rule
def is_kept(scenario, aims, item):
    """Whether the item is wanted for what it is."""
    cats = scenario.item[item].cats
    return cats & (aims[CATS] | aims[LAST_CATS]) != 0 or (aims[ITEMS] | aims[LAST_ITEMS]) >> item & 1 == 1


@rule
def use_freely(table, scenario, seat, aims, mask):
    """Abilities that are as good now as ever: gains and coins. -1 if there is none."""
    for i in range(table.item_n[seat]):
        if mask[Act.USE + i] and is_good_deal(table, scenario, seat, aims, table.item[seat, i]):
            return Act.USE + i
        if mask[Act.USE + i] and not is_kept(scenario, aims, table.item[seat, i]):
            about = scenario.item[table.item[seat, i]]
            if about.discard == Ability.GAIN or about.discard == Ability.COINS:
                return Act.USE + i
            if about.discard == Ability.GAIN_PER_ITEM and table.item_n[seat] >= 3:
                return Act.USE + i
    return -1


@rule
def drop(table, scenario, seat, aims, values, mask):
    """OVERFLOW: use the item worth least, or leave it behind."""
    i = least_item(table, scenario, seat, aims, values)
    ability = scenario.item[table.item[seat, i]].discard
    if mask[Act.USE + i] and ability != Ability.SUCC_TURN:
        return Act.USE + i
    return Act.ITEM + i
