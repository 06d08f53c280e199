"""What things are worth to the player, in points: a day well spent is about two.

Settled by trying: games of the player against itself with other numbers.
"""

import numpy as np

from haunted_env.games.destinies.data import FLAG_BITS, MAX_EFFORT, N_ITEMS, N_SKILLS, Ability, Skill, Verb
from haunted_env.games.destinies.heuristic.aims import (
    CATS,
    EASING,
    ITEMS,
    LAST_CATS,
    LAST_ITEMS,
    OTHER,
    PASSES,
    PRICE,
    TESTS,
    WANTED,
    has_bit,
)
from haunted_env.games.destinies.heuristic.deeds import USUAL_DICE
from haunted_env.games.destinies.odds import chance, rule

# Entries of `values`: worked out once for a decision.
COIN = 0
STEP = 1  # a gain step, by skill; then the best of them
LEAST_ITEM = STEP + N_SKILLS + 1  # the item in hand that is worth least; UNKNOWN until it is asked for
ITEM = LEAST_ITEM + 1  # by item; likewise
N_VALUES = ITEM + N_ITEMS
UNKNOWN = -1.0

DEED = 6.0
OTHER_DEED = 0.8
EASIER = 2.5  # a stage less
FACT = 0.05  # any other flag
DIE = 0.35  # an effort die
MARKER = 2.5
NEEDED_COIN, SPARE_COIN, FEW_COINS, MANY_COINS = 0.7, 0.2, 4, 20
ADVANCE, RESOLVE = 8.0, 4.0
HINT = 0.05
KEY = 4.5  # an item that does a wanted deed
LAST_KEY = 3.0  # or helps in the finale
LEAST_STEP, MOST_STEP = 0.08, 0.6
SUCCESSES = 0.9  # each, of an item
RANGE = 1.5
TOTAL = 1.0


@rule
def fill_values(table, scenario, seat, aims, values):
    """Coins are worth more while they can buy a deed, and nothing to the rich; steps where tests are uncertain."""
    values[COIN] = SPARE_COIN
    if table.coins[seat] < max(aims[PRICE], FEW_COINS):
        values[COIN] = NEEDED_COIN
    elif table.coins[seat] >= MANY_COINS:
        values[COIN] = 0.0
    best = 0.0
    for skill in range(N_SKILLS):
        track = table.track[seat, skill]
        if track & (track + 1) == 0:  # the markers are as far left as they go
            values[STEP + skill] = 0.0
            continue
        step = LEAST_STEP
        if aims[TESTS + skill] > 0:
            doubt = 1.0 - chance(scenario, aims, skill, USUAL_DICE, 0, aims[PASSES + skill])
            step += (MOST_STEP - LEAST_STEP) * doubt * min(aims[TESTS + skill], 3) / 3
        values[STEP + skill] = step
        best = max(best, step)
    values[STEP + Skill.ANY] = best
    for i in range(LEAST_ITEM, N_VALUES):
        values[i] = UNKNOWN


@rule
def flag_worth(table, seat, aims, flag):
    if table.pflags[seat, flag // FLAG_BITS] >> (flag % FLAG_BITS) & 1:
        return 0.0
    found = FACT
    if has_bit(aims, WANTED, flag):
        found += DEED
    if has_bit(aims, OTHER, flag):
        found += OTHER_DEED
    if has_bit(aims, EASING, flag):
        found += EASIER
    return found


@rule
def ability_worth(aims, values, ability, skill, n):
    """Of an item's ability, used or sold some time."""
    tests = 0
    for s in range(N_SKILLS):
        if skill == s or skill == Skill.ANY:
            tests += aims[TESTS + s]
    useful = min(tests, 2) / 2
    if ability == Ability.SUCC or ability == Ability.SUCC_IF_ZERO:
        return SUCCESSES * min(n, 3) * (useful if ability == Ability.SUCC else 0.7)
    if ability == Ability.SUCC_TURN:
        return SUCCESSES * n
    if ability == Ability.TOTAL:
        return TOTAL * n * (0.3 + useful)
    if ability == Ability.ALL_EFFORT or ability == Ability.FIX_TOTAL:
        return 1.0 * useful
    if ability == Ability.RANGE:
        return RANGE * n
    if ability == Ability.GAIN or ability == Ability.GAIN_PER_ITEM:
        return values[STEP + skill] * max(n, 2)
    if ability == Ability.STAY_GAIN:
        return values[STEP + skill] * 2
    if ability == Ability.REFRESH:
        return DIE * n
    if ability == Ability.COINS:
        return values[COIN] * n
    if ability == Ability.REROLL:
        return 0.6
    if ability == Ability.AT_DAWN:
        return 1.5
    if ability == Ability.COST_SKILL or ability == Ability.REROLL_FOR:
        return 0.8
    if ability == Ability.ON_FAIL or ability == Ability.EXHAUST_FOR:
        return 0.4
    if ability == Ability.EXPLORE_COIN or ability == Ability.TRAVEL:
        return 0.4
    return 0.0


@rule
def item_worth(scenario, aims, values, item):
    if values[ITEM + item] == UNKNOWN:
        values[ITEM + item] = reckon_item(scenario, aims, values, item)
    return values[ITEM + item]


@rule
def reckon_item(scenario, aims, values, item):
    about = scenario.item[item]
    found = ability_worth(aims, values, about.discard, about.discard_skill, about.discard_n)
    found += ability_worth(aims, values, about.always, about.always_skill, about.always_n)
    if about.cats & aims[CATS] or aims[ITEMS] >> item & 1:
        found += KEY
    if about.cats & aims[LAST_CATS] or aims[LAST_ITEMS] >> item & 1:
        found += LAST_KEY
    return found


@rule
def least_item(table, scenario, seat, aims, values):
    """The inventory slot of the item worth least; -1 without items."""
    found = -1
    least = np.inf
    for i in range(table.item_n[seat]):
        value = item_worth(scenario, aims, values, table.item[seat, i])
        if value < least:
            least = value
            found = i
    return found


@rule
def new_item_worth(table, scenario, seat, aims, values, item):
    """Of one more item: with full hands another has to go; a second one of a kind does no deed twice."""
    found = item_worth(scenario, aims, values, item)
    for i in range(table.item_n[seat]):
        shared = scenario.item[table.item[seat, i]].cats & scenario.item[item].cats
        if shared & aims[CATS] and found > KEY:
            found -= KEY
        if shared & aims[LAST_CATS] and found > LAST_KEY:
            found -= LAST_KEY
    if table.item_n[seat] >= scenario.hand_limit:
        if values[LEAST_ITEM] == UNKNOWN:
            least = least_item(table, scenario, seat, aims, values)
            values[LEAST_ITEM] = item_worth(scenario, aims, values, table.item[seat, least])
        found -= values[LEAST_ITEM]
    return max(found, 0.0)


@rule
def effect_worth(table, scenario, seat, aims, values, verb, a, b):
    found = 0.0
    if verb == Verb.XP:
        found = 2 * a * values[STEP + Skill.ANY]
    elif verb == Verb.COINS:
        found = max(a, -table.coins[seat]) * values[COIN]
    elif verb == Verb.SKILL:
        found = b * values[STEP + a]
        if b < 0 and a == Skill.ANY:
            found = b * LEAST_STEP
    elif verb == Verb.MARKER:
        found = MARKER * values[STEP + a] / MOST_STEP
    elif verb == Verb.REFRESH:
        found = min(a, MAX_EFFORT - table.effort[seat]) * DIE
    elif verb == Verb.EXHAUST:
        found = -min(a, table.effort[seat]) * DIE
    elif verb == Verb.ITEM:
        found = new_item_worth(table, scenario, seat, aims, values, a)
    elif verb == Verb.PFLAG:
        found = flag_worth(table, seat, aims, a)
    elif verb == Verb.HINT:
        found = HINT * b
    elif verb == Verb.ADVANCE:
        found = ADVANCE * a
    elif verb == Verb.RESOLVE:
        found = RESOLVE * a
        if table.resolve[seat] + a <= 0:
            found -= ADVANCE
    return found


@rule
def effects_worth(table, scenario, seat, aims, values, first, n):
    found = 0.0
    for i in range(first, first + n):
        effect = scenario.effect[i]
        found += effect_worth(table, scenario, seat, aims, values, effect.verb, effect.a, effect.b)
    return found
