"""The visit or stage in progress: option slots, what was chosen, visit flags (DS-VISIT-3, DS-OPT-1).

All of it happened before everybody's eyes; it is read back from the notes of the turn and from what is offered.
"""

from haunted_env.games.destinies.actions import Log, Node, Task
from haunted_env.games.destinies.data import N_HOSTED, N_SLOTS, NONE, Cond, Verb
from haunted_env.games.destinies.rules.visit import add_slots, is_offered, use_up
from haunted_env.games.destinies.state import N_NOTES, rule
from haunted_env.games.destinies.unseen.world import is_plain


@rule
def fill_slots(world, scenario):
    """DS-VISIT-3, DS-FIN-4; an option that is offered stands where it is seen."""
    table = world.table
    secret = world.secret
    for slot in range(N_SLOTS):
        secret.slot[slot] = NONE
    if table.over or table.active < 0:
        return
    if table.visit_poi >= 0:
        place = scenario.poi[table.visit_poi]
        slot = add_slots(world, scenario, 0, place.hosted_first, place.hosted_n)
        for npc in range(scenario.n_npcs):
            if secret.npc[npc] == table.visit_poi:
                slot = add_slots(world, scenario, slot, scenario.npc[npc].hosted_first, scenario.npc[npc].hosted_n)
    elif table.offered and table.in_finale[table.active]:
        stage = scenario.finale[table.finale[table.active]].stage[table.stage[table.active] - 1]
        add_slots(world, scenario, 0, stage.hosted_first, stage.hosted_n)
    for slot in range(N_HOSTED):
        if table.offered >> slot & 1:
            secret.slot[slot] = table.slot[slot]


@rule
def first_note(table):
    """The number of the first note of the visit, or of the turn if there is no visit."""
    number = int(table.n_notes)
    while number > 0 and number > table.n_notes - N_NOTES:
        note = table.notes[(number - 1) % N_NOTES]
        if note.code == Log.TURN or (note.code == Log.VISITED and note.seat == table.active):
            break
        number -= 1
    return number


@rule
def set_flags(world, scenario, first, n):
    for i in range(first, first + n):
        if scenario.effect[i].verb == Verb.VFLAG:
            world.secret.vflags |= 1 << scenario.effect[i].a


@rule
def fill_chosen(world, scenario):
    """DS-OPT-4, DS-OPT-9: the options chosen so far, their groups, and the visit flags of their outcomes."""
    table = world.table
    for number in range(first_note(table), table.n_notes):
        note = table.notes[number % N_NOTES]
        if note.seat != table.active:
            continue
        if note.code == Log.OPTION:
            for slot in range(N_HOSTED):
                if world.secret.slot[slot] == note.a:
                    use_up(world, scenario, note.seat, slot, note.a)
            if is_plain(scenario, note.a):
                set_flags(world, scenario, scenario.option[note.a].effect_first, scenario.option[note.a].effect_n)
        elif note.code == Log.CHOICE:
            entry = scenario.choice[scenario.option[note.a].choice_first + note.b]
            set_flags(world, scenario, entry.effect_first, entry.effect_n)
        elif note.code == Log.TEST:
            tier = tier_of(scenario, note.a, note.b)
            set_flags(world, scenario, scenario.tier[tier].effect_first, scenario.tier[tier].effect_n)


@rule
def tier_of(scenario, option, successes):
    """DS-TEST-10."""
    about = scenario.option[option]
    chosen = int(about.tier_first)
    for i in range(about.tier_first, about.tier_first + about.tier_n):
        if scenario.tier[i].min <= successes:
            chosen = i
    return chosen


@rule
def fit_flags(world, scenario):
    """Visit flags are as the offered options ask for."""
    table = world.table
    for slot in range(N_HOSTED):
        if table.offered >> slot & 1:
            about = scenario.option[table.slot[slot]]
            for i in range(about.when_first, about.when_first + about.when_n):
                condition = scenario.condition[i]
                if condition.kind == Cond.VFLAG:
                    world.secret.vflags |= 1 << condition.a
                    if condition.negated:
                        world.secret.vflags ^= 1 << condition.a


@rule
def span_start(scenario, end):
    """Where the list of an option's effects begins that ends here."""
    for option in range(scenario.n_options):
        about = scenario.option[option]
        if about.effect_n > 0 and about.effect_first + about.effect_n == end:
            return int(about.effect_first)
        for i in range(about.choice_first, about.choice_first + about.choice_n):
            if scenario.choice[i].effect_n > 0 and scenario.choice[i].effect_first + scenario.choice[i].effect_n == end:
                return int(scenario.choice[i].effect_first)
        for i in range(about.tier_first, about.tier_first + about.tier_n):
            if scenario.tier[i].effect_n > 0 and scenario.tier[i].effect_first + scenario.tier[i].effect_n == end:
                return int(scenario.tier[i].effect_first)
        for i in range(about.accept_first, about.accept_first + about.accept_n):
            if scenario.accept[i].effect_n > 0 and scenario.accept[i].effect_first + scenario.accept[i].effect_n == end:
                return int(scenario.accept[i].effect_first)
    return end


@rule
def is_leaving(world, scenario):
    """DS-VISIT-6: whether `end_visit` has come in a list that is not finished."""
    for depth in range(world.work.depth):
        frame = world.work.stack[depth]
        if frame.task == Task.EFFECTS:
            for i in range(span_start(scenario, frame.b), frame.a):
                if scenario.effect[i].verb == Verb.END_VISIT:
                    return 1
    return 0


@rule
def fill_visit(world, scenario):
    """Everything but what virtue decides."""
    fill_slots(world, scenario)
    if world.table.visit_poi >= 0 or world.table.offered:
        fill_chosen(world, scenario)
        fit_flags(world, scenario)
        world.secret.leaving = is_leaving(world, scenario)


@rule
def close_unexplained(world, scenario):
    """An option that could be offered but is not was chosen earlier in a long visit."""
    table = world.table
    if table.node == Node.OPTIONS or table.node == Node.STAGE:
        for slot in range(N_HOSTED):
            if table.offered >> slot & 1 == 0 and is_offered(world, scenario, table.active, slot):
                world.secret.chosen |= 1 << slot
