"""The better of the two paths: what it needs, and the days reckoned to its end."""

from haunted_env.games.destinies.data import FLAG_BITS, N_FLAG_WORDS, N_PATHS, Cond, Kind, Verb
from haunted_env.games.destinies.heuristic.aims import (
    EASING,
    LAST_CATS,
    LAST_ITEMS,
    OTHER,
    PASSES,
    PATH,
    PLACES,
    TESTS,
    WANTED,
    has_verb,
    is_open,
)
from haunted_env.games.destinies.heuristic.deeds import LONGEST, USUAL_DICE, note_sold
from haunted_env.games.destinies.heuristic.steps import clear_wants, follow_steps, steps_to_do
from haunted_env.games.destinies.odds import chance, read_tracks, rule


@rule
def follow(table, ledger, scenario, path, aims):
    """Fill in what a path needs; returns the days reckoned to its end."""
    clear_wants(aims)
    days = 0.0
    way = scenario.destiny[ledger.destiny].path[path]
    if not table.in_finale[ledger.seat]:
        steps = steps_to_do(table, ledger, scenario, path, aims)
        days = follow_steps(table, ledger, scenario, path, steps, aims)
        aims[PLACES] |= 1 << scenario.finale[way.finale].poi
    aims[PATH] = path
    return days + finale_days(table, scenario, ledger.seat, aims, way.finale)


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
