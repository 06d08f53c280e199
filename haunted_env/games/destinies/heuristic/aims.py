"""What the player is after, as entries of `aims`, and what conditions and effects say about it."""

from haunted_env.games.destinies.data import FLAG_BITS, N_FLAG_WORDS, N_SKILLS, Cond, Verb
from haunted_env.games.destinies.odds import N_ODDS, rule
from haunted_env.games.destinies.rules.conditions import is_shown
from haunted_env.games.destinies.rules.world import way_is_seen
from haunted_env.games.destinies.state import EXPLORED

# More entries of `aims`.
PATH = N_ODDS
WANTED = PATH + 1  # player flags that the path needs, bits in words
OTHER = WANTED + N_FLAG_WORDS  # those of the other path
EASING = OTHER + N_FLAG_WORDS  # those that skip a stage of the finale
CATS = EASING + N_FLAG_WORDS  # categories and items that do a wanted deed
ITEMS = CATS + 1
LAST_CATS = ITEMS + 1  # likewise in the finale
LAST_ITEMS = LAST_CATS + 1
PLACES = LAST_ITEMS + 1  # POIs where wanted deeds are done, and of the finale, bits
SOLD_CATS = PLACES + 1  # what stacks hold, as far as it can be paid
SOLD_ITEMS = SOLD_CATS + 1
PRICE = SOLD_ITEMS + 1  # coins that would buy a wanted deed
TESTS = PRICE + 1  # tests ahead, by skill
PASSES = TESTS + N_SKILLS  # the most successes they need
N_AIMS = PASSES + N_SKILLS


@rule
def has_bit(aims, first, flag):
    return aims[first + flag // FLAG_BITS] >> (flag % FLAG_BITS) & 1


@rule
def grants(scenario, aims, first, n):
    """Whether a list of effects sets a wanted flag."""
    for i in range(first, first + n):
        if scenario.effect[i].verb == Verb.PFLAG and has_bit(aims, WANTED, scenario.effect[i].a):
            return 1
    return 0


@rule
def has_verb(scenario, first, n, verb):
    """Whether one of a list of effects is of this kind."""
    for i in range(first, first + n):
        if scenario.effect[i].verb == verb:
            return 1
    return 0


@rule
def holds(table, scenario, seat, kind, a):
    """A condition as far as it is known; unseen places and ways are as the file has them."""
    if kind == Cond.POI:
        unseen = table.tile[scenario.poi[a].tile] != EXPLORED
        return int(table.known[a] or (unseen and scenario.poi[a].active))
    if kind == Cond.WAY:
        seen = way_is_seen(table, scenario, a)
        return seen if seen >= 0 else int(scenario.way[a].open)
    return is_shown(table, scenario, seat, kind, a)


@rule
def is_open(table, scenario, seat, first, n):
    """How likely all conditions of a span hold at the start of a visit: virtue is even, visit flags are not set."""
    likely = 1.0
    for i in range(first, first + n):
        condition = scenario.condition[i]
        if condition.kind == Cond.VIRTUE:
            likely *= 0.5
        elif condition.kind == Cond.VFLAG:
            likely *= condition.negated
        elif condition.kind == Cond.NPC:
            likely *= (table.npc[condition.a] == condition.b) != condition.negated
        elif holds(table, scenario, seat, condition.kind, condition.a) == condition.negated:
            return 0.0
    return likely
