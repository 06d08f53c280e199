"""Tests (section 6)."""

from haunted_env.engine.rng import random_below
from haunted_env.games.destinies.actions import Log, Node, Task
from haunted_env.games.destinies.data import HAND, MAX_EFFORT, N_FACES, N_MAIN, NONE, SUCCESS, Ability
from haunted_env.games.destinies.rules.effects import give_always
from haunted_env.games.destinies.rules.items import always_sum
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.skills import n_markers
from haunted_env.games.destinies.rules.stack import pop, push
from haunted_env.games.destinies.state import rule


@rule
def forced_die(game):
    """DS-ENV-4: the next face of a position's script; NONE if there is none."""
    secret = game.secret
    if secret.n_forced == 0:
        return NONE
    face = int(secret.forced[0])
    secret.n_forced -= 1
    for i in range(secret.n_forced):
        secret.forced[i] = secret.forced[i + 1]
    secret.forced[secret.n_forced] = 0
    return face


@rule
def roll_main(game, scenario):
    """DS-TEST-3."""
    for die in range(N_MAIN):
        face = forced_die(game)
        if face < 0:
            face = scenario.main_faces[random_below(game.secret.rng, N_FACES)]
        game.table.main[die] = face


@rule
def roll_effort(game, scenario, n):
    """DS-TEST-4, DS-TEST-6."""
    for die in range(n):
        face = forced_die(game)
        if face < 0:
            face = scenario.effort_faces[random_below(game.secret.rng, N_FACES)]
        game.table.effort_die[die] = face


@rule
def clear_test(table):
    table.testing = 0
    for die in range(N_MAIN):
        table.main[die] = 0
    for die in range(MAX_EFFORT):
        table.effort_die[die] = NONE
    table.fixed_total = NONE
    table.bonus = 0
    table.total = 0
    table.successes = 0
    for i in range(HAND):
        table.test_items[i] = NONE


@rule
def begin_test(game, seat, option):
    """DS-TEST-2."""
    clear_test(game.table)
    game.table.testing = 1
    push(game, Node.TEST_PRE, seat, option, 0)


@rule
def recount(game, scenario):
    """DS-TEST-7 to DS-TEST-9: total and successes, from scratch."""
    table = game.table
    if table.testing != 2:
        return
    seat = table.active
    skill = scenario.option[table.option].skill
    total = 0
    successes = table.bonus + table.succ_turn
    if table.fixed_total >= 0:
        total += table.fixed_total
    else:
        for die in range(N_MAIN):
            total += table.main[die]
        for die in range(MAX_EFFORT):
            if table.effort_die[die] == SUCCESS:
                successes += 1
            elif table.effort_die[die] > 0:
                total += table.effort_die[die]
    total += always_sum(table, scenario, seat, Ability.TOTAL, skill)
    reached = min(max(total - scenario.track_min + 1, 0), scenario.n_spaces)
    table.total = total
    table.successes = successes + n_markers(table.track[seat, skill] & ((1 << reached) - 1))


@rule
def show_roll(game, scenario, frame):
    """From TEST_PRE to TEST_POST."""
    frame.task = Node.TEST_POST
    game.table.testing = 2
    recount(game, scenario)
    note(game, game.table.active, Log.ROLL, game.table.total, game.table.successes)


@rule
def roll(game, scenario, frame, n, exhausted):
    """DS-TEST-3 to DS-TEST-6: both main dice and n effort dice; `exhausted` dice leave the supply."""
    game.table.effort[frame.seat] -= exhausted
    roll_main(game, scenario)
    roll_effort(game, scenario, n)
    show_roll(game, scenario, frame)


@rule
def end_test(game, scenario, frame):
    """DS-TEST-10: the result is accepted, its tier applies."""
    table = game.table
    option = int(table.option)
    successes = int(table.successes)
    seat = int(frame.seat)
    note(game, seat, Log.TEST, option, successes)
    clear_test(table)
    table.option = NONE
    pop(game)
    row = scenario.option[option]
    chosen = row.tier_first
    for i in range(row.tier_first, row.tier_first + row.tier_n):
        if scenario.tier[i].min <= successes:
            chosen = i
    tier = scenario.tier[chosen]
    if not tier.passes:
        give_always(game, scenario, seat, Ability.ON_FAIL)
    push(game, Task.EFFECTS, seat, tier.effect_first, tier.effect_first + tier.effect_n)
