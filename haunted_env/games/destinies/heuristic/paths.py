"""The better of the two paths: what it needs, and the days reckoned to its end."""

from haunted_env.games.destinies.data import FLAG_BITS, N_FLAG_WORDS, N_PATHS, Cond, Kind, Verb
from haunted_env.games.destinies.heuristic.aims import (
    EASING,
    LAST_CATS,
    LAST_ITEMS,
    N_AIMS,
    OTHER,
    PASSES,
    PATH,
    PLACES,
    PRICE,
    SOLD_CATS,
    TESTS,
    WANTED,
    has_verb,
    is_open,
)
from haunted_env.games.destinies.heuristic.deeds import LONGEST, USUAL_DICE, note_sold, place_days
from haunted_env.games.destinies.odds import chance, read_tracks, rule

DISTANCE = 0.5  # days for each step between the place of a deed and the end of the path


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
        if has_verb(scenario, entry.effect_first, entry.effect_n, Verb.ADVANCE) and not entry.negated:
            if entry.is_cat:
                aims[LAST_CATS] |= 1 << entry.a
            else:
                aims[LAST_ITEMS] |= 1 << entry.a


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
