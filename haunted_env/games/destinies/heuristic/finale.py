"""Whether to begin a finale: the chance to come through its stages."""

import numpy as np

from haunted_env.games.destinies.data import HAND, MAX_EFFORT, N_STAGES, Ability, Kind, Skill, Verb
from haunted_env.games.destinies.heuristic.aims import has_verb, is_open
from haunted_env.games.destinies.heuristic.judging import accepted
from haunted_env.games.destinies.odds import chance, rule

BRAVE = 0.9  # begin with this chance to come through
BOLDER = 0.012  # less for each day
EAGER = 0.12  # less when another player is in a finale
DARING = 0.3  # the least
LATER_DICE = 1  # effort dice in the stages after the first


@rule
def helping_item(table, scenario, seat, skill, spent):
    """An item not `spent` (bits) that adds successes to a test of this skill: its inventory slot; -1."""
    for i in range(table.item_n[seat]):
        about = scenario.item[table.item[seat, i]]
        if spent >> i & 1 == 0 and (about.discard == Ability.SUCC or about.discard == Ability.SUCC_TURN):
            if about.discard == Ability.SUCC_TURN or about.discard_skill == skill or about.discard_skill == Skill.ANY:
                return i
    return -1


@rule
def passing_item(table, scenario, seat, option, spent):
    """An item not spent whose scan passes the stage: its inventory slot; -1."""
    for i in range(table.item_n[seat]):
        entry = accepted(scenario, option, table.item[seat, i])
        if entry >= 0 and spent >> i & 1 == 0:
            if has_verb(scenario, scenario.accept[entry].effect_first, scenario.accept[entry].effect_n, Verb.ADVANCE):
                return i
    return -1


@rule
def best_option(table, scenario, seat, aims, finale, number, dice, spent):
    """The option of a stage that is likeliest to pass it, and the item it takes (-1)."""
    stage = scenario.finale[finale].stage[number]
    best = -1
    item = -1
    highest = -1.0
    for h in range(stage.hosted_first, stage.hosted_first + stage.hosted_n):
        option = scenario.hosted[h]
        about = scenario.option[option]
        if is_open(table, scenario, seat, about.when_first, about.when_n) < 1.0 or about.cost > table.coins[seat]:
            continue
        used = -1
        likely = 0.0
        if about.kind == Kind.SCAN_ITEM:
            used = passing_item(table, scenario, seat, option, spent)
            likely = 1.0 if used >= 0 else 0.0
        elif about.kind == Kind.TEST:
            used = helping_item(table, scenario, seat, about.skill, spent)
            more = scenario.item[table.item[seat, used]].discard_n if used >= 0 else 0
            likely = chance(scenario, aims, about.skill, dice, more, about.pass_value)
        if likely > highest:
            highest = likely
            best = option
            item = used
    return best, item


@rule
def stage_chances(table, scenario, seat, aims, option, item, dice):
    """Of passing a stage by an option, and of losing resolve."""
    about = scenario.option[option]
    if about.kind != Kind.TEST:
        return 1.0, 0.0
    more = scenario.item[table.item[seat, item]].discard_n if item >= 0 else 0
    passes = chance(scenario, aims, about.skill, dice, more, about.pass_value)
    return passes, 1.0 - chance(scenario, aims, about.skill, dice, more, about.pass_value - 1)


@rule
def finale_chance(table, scenario, seat, aims, finale):
    """Of fulfilling the destiny: stage by stage, with one resolve less after each bad failure."""
    resolve = int(scenario.finale[finale].resolve)
    left = np.zeros(HAND + N_STAGES + 2, np.float64)  # by resolve: the chance to be there
    left[min(resolve, HAND)] = 1.0
    dice = min(table.effort[seat] + 1, MAX_EFFORT)
    spent = 0
    for number in range(scenario.finale[finale].n_stages):
        stage = scenario.finale[finale].stage[number]
        if stage.skip_n and is_open(table, scenario, seat, stage.skip_first, stage.skip_n) == 1.0:
            continue
        option, item = best_option(table, scenario, seat, aims, finale, number, dice, spent)
        passes, fails = stage_chances(table, scenario, seat, aims, option, item, dice)
        again, worse = stage_chances(table, scenario, seat, aims, option, item, LATER_DICE)
        if item >= 0:
            spent |= 1 << item
        later = again / max(again + worse, 1e-9)  # by trying until something happens
        first = passes + (1.0 - passes - fails) * later
        fallen = 0.0
        for r in range(min(resolve, HAND), 0, -1):
            fresh = left[r]
            left[r] = fresh * first + fallen * later
            fallen = fresh * (1.0 - first) + fallen * (1.0 - later)
        dice = LATER_DICE
    whole = 0.0
    for r in range(1, HAND + 1):
        whole += left[r]
    return whole


@rule
def is_ready(table, ledger, scenario, aims, path):
    """Whether to begin the finale of a path that is complete: the later, the bolder."""
    seat = ledger.seat
    least = BRAVE - BOLDER * table.day
    for other in range(table.n_seats):
        if other != seat and table.in_finale[other]:
            least -= EAGER
    finale = scenario.destiny[ledger.destiny].path[path].finale
    return finale_chance(table, scenario, seat, aims, finale) >= max(least, DARING)
