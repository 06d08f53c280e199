"""What the player is after: the better of its two paths, missing deeds, what helps with them or in the finale."""

from haunted_env.games.destinies.data import (
    FLAG_BITS,
    N_FLAG_WORDS,
    N_PATHS,
    N_SKILLS,
    Cond,
    Kind,
    Verb,
)
from haunted_env.games.destinies.heuristic.odds import N_ODDS, chance, read_tracks, rule
from haunted_env.games.destinies.rules.conditions import is_shown, owns_category, owns_item

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

USUAL_DICE = 2
LONGEST = 3.0  # days reckoned for a deed
FOR_SALE, UNARMED = 2.0, 5.0  # days, by a scan for which the item is missing
DISTANCE = 0.5  # days for each step between the place of a deed and the end of the path
SOON = 2  # coins that will be had before long


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
        elif is_shown(table, scenario, seat, condition.kind, condition.a) == condition.negated:
            return 0.0
    return likely


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
            if scenario.item[item].value <= table.coins[seat] + SOON:
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


@rule
def want(table, scenario, seat, need, word, aims):
    """A step needs these flags: they are wanted as far as they are missing, and what comes before them."""
    missing = need & ~table.pflags[seat, word]
    aims[WANTED + word] |= missing
    for bit in range(FLAG_BITS):
        if missing >> bit & 1:
            for other in range(N_FLAG_WORDS):
                earlier = scenario.before[word * FLAG_BITS + bit, other]
                aims[WANTED + other] |= earlier & ~table.pflags[seat, other]


@rule
def follow(table, ledger, scenario, path, aims):
    """Fill in what a path needs; returns the days reckoned to its end."""
    seat = ledger.seat
    for i in range(WANTED, N_AIMS):
        if i < OTHER or EASING <= i < SOLD_CATS or i >= PRICE:
            aims[i] = 0
    aims[PATH] = path
    days = 0.0
    way = scenario.destiny[ledger.destiny].path[path]
    end = scenario.poi[scenario.finale[way.finale].poi].tile
    if not table.in_finale[seat]:
        for step in range(way.n_steps):
            for word in range(N_FLAG_WORDS):
                want(table, scenario, seat, way.step[step].need[word], word, aims)
        for step in range(way.n_steps):
            if ledger.done[path] >> step & 1 == 0:
                aims[PLACES] |= 1 << way.step[step].poi
                days += place_days(table, scenario, seat, aims, way.step[step].poi)
                days += DISTANCE * scenario.steps[end, scenario.poi[way.step[step].poi].tile]
        aims[PLACES] |= 1 << scenario.finale[way.finale].poi
    return days + finale_days(table, scenario, seat, aims, way.finale)


@rule
def note_skip(table, scenario, seat, aims, first, n):
    """What would skip a stage; returns whether it is skipped as things are."""
    skipped = n > 0
    for i in range(first, first + n):
        condition = scenario.condition[i]
        if is_open(table, scenario, seat, i, 1) == 1.0:
            continue
        skipped = False
        if not condition.negated:
            if condition.kind == Cond.PFLAG:
                aims[EASING + condition.a // FLAG_BITS] |= 1 << (condition.a % FLAG_BITS)
            elif condition.kind == Cond.CAT:
                aims[LAST_CATS] |= 1 << condition.a
            elif condition.kind == Cond.ITEM:
                aims[LAST_ITEMS] |= 1 << condition.a
    return skipped


@rule
def note_scans(scenario, aims, option):
    about = scenario.option[option]
    for i in range(about.accept_first, about.accept_first + about.accept_n):
        entry = scenario.accept[i]
        if advances(scenario, entry.effect_first, entry.effect_n) and not entry.negated:
            if entry.is_cat:
                aims[LAST_CATS] |= 1 << entry.a
            else:
                aims[LAST_ITEMS] |= 1 << entry.a


@rule
def advances(scenario, first, n):
    for i in range(first, first + n):
        if scenario.effect[i].verb == Verb.ADVANCE:
            return 1
    return 0


@rule
def finale_days(table, scenario, seat, aims, finale):
    """Days of the stages ahead; notes their tests and what helps."""
    days = 0.0
    row_first = max(table.stage[seat] - 1, 0) if table.in_finale[seat] else 0
    for number in range(row_first, scenario.finale[finale].n_stages):
        stage = scenario.finale[finale].stage[number]
        if note_skip(table, scenario, seat, aims, stage.skip_first, stage.skip_n):
            continue
        best = 0.0
        skill = -1
        for h in range(stage.hosted_first, stage.hosted_first + stage.hosted_n):
            option = scenario.hosted[h]
            about = scenario.option[option]
            if about.kind == Kind.SCAN_ITEM:
                note_scans(scenario, aims, option)
            elif about.kind == Kind.TEST:
                likely = chance(scenario, aims, about.skill, USUAL_DICE, 0, about.pass_value)
                if skill < 0 or likely > best:
                    best = likely
                    skill = about.skill
                    aims[PASSES + skill] = max(aims[PASSES + skill], about.pass_value)
        if skill >= 0:
            aims[TESTS + skill] += 1
        days += 1.0 / max(best, 1.0 / LONGEST)
    return days


@rule
def find_aims(table, ledger, scenario, aims):
    """Choose the path that ends sooner."""
    read_tracks(table, scenario, ledger.seat, aims)
    if ledger.destiny < 0:
        return
    way = scenario.destiny[ledger.destiny]
    if table.in_finale[ledger.seat]:
        for path in range(N_PATHS):
            if way.path[path].finale == table.finale[ledger.seat]:
                follow(table, ledger, scenario, path, aims)
                return
    note_sold(table, scenario, ledger.seat, aims)
    first = follow(table, ledger, scenario, 0, aims)
    kept = aims.copy()
    second = follow(table, ledger, scenario, 1, aims)
    for word in range(N_FLAG_WORDS):
        kept[OTHER + word] = aims[WANTED + word]
        aims[OTHER + word] = kept[WANTED + word]
    if first <= second:
        aims[:] = kept
