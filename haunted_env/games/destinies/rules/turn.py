"""Turns, days and events (DS-TURN, DS-EVENT, DS-VOC-3)."""

from haunted_env.games.destinies.actions import End, Log, Node, Phase, Task
from haunted_env.games.destinies.data import NONE, Ability, Mode
from haunted_env.games.destinies.outcome import finish
from haunted_env.games.destinies.rules.conditions import all_hold
from haunted_env.games.destinies.rules.destiny import pass_stages
from haunted_env.games.destinies.rules.effects import add_effort, give_always
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.skills import can_step
from haunted_env.games.destinies.rules.stack import pop, push
from haunted_env.games.destinies.rules.visit import begin_stage, clear_visit
from haunted_env.games.destinies.state import rule


@rule
def next_event(game, scenario, frame):
    """DS-EVENT-2, DS-EVENT-3: one pass in file order."""
    table = game.table
    event = int(frame.a)
    if event >= scenario.n_events:
        pop(game)
        return
    frame.a += 1
    if table.fired >> event & 1:
        return
    row = scenario.event[event]
    if row.modes >> table.mode & 1 and all_hold(game, scenario, frame.seat, row.when_first, row.when_n):
        table.fired |= 1 << event
        note(game, frame.seat, Log.EVENT, event, 0)
        push(game, Task.EFFECTS, frame.seat, row.effect_first, row.effect_first + row.effect_n)


@rule
def go_on(game, scenario, frame):
    """DS-TURN-1 to DS-TURN-4: the next part of the turn."""
    table = game.table
    seat = int(frame.seat)
    phase = int(frame.a)
    frame.a = phase + 1
    if phase == Phase.START:
        table.active = seat
        note(game, seat, Log.TURN, 0, 0)
        add_effort(game, seat, 1)  # DS-TURN-2
        give_always(game, scenario, seat, Ability.AT_DAWN)
        push(game, Task.EVENTS, seat, 0, 0)
    elif phase == Phase.MOVE:
        if table.in_finale[seat]:
            frame.a = Phase.END
            pass_stages(game, scenario, seat, 0)  # DS-FIN-7
            if not table.over:
                begin_stage(game, scenario, seat)
        else:
            push(game, Node.MOVE, seat, 0, 0)
    elif phase == Phase.VISIT:
        push(game, Node.VISIT, seat, 0, 0)
    else:
        end_turn(game, scenario, frame)


@rule
def next_stay(game, scenario, frame):
    """DS-ITEM-18, DS-SKILL-7: each `stay_gain` item in inventory order."""
    table = game.table
    seat = frame.seat
    i = int(frame.a)
    if i >= table.item_n[seat]:
        pop(game)
        return
    frame.a += 1
    row = scenario.item[table.item[seat, i]]
    if row.always == Ability.STAY_GAIN and can_step(table, scenario, seat, row.always_skill, 1):
        push(game, Node.STAY_GAIN, seat, row.always_skill, row.always_n)


@rule
def clear_turn(game, scenario):
    """What lasts for one turn only."""
    table = game.table
    clear_visit(game)
    table.succ_turn = 0
    for seat in range(table.n_seats):
        table.item_used[seat] = 0
    for tile in range(scenario.n_tiles):
        table.ground_fresh[tile] = 0
    for stack in range(scenario.n_stacks):
        table.stack_used[stack] = 0


@rule
def end_turn(game, scenario, frame):
    """DS-VOC-3, DS-TURN-5: the next seat still in the game, on the same day or the next."""
    table = game.table
    clear_turn(game, scenario)
    seat = frame.seat + 1
    while seat < table.n_seats and table.defeated[seat]:
        seat += 1
    if seat == table.n_seats:
        end_day(game, scenario)
        if table.over:
            return
        seat = 0
        while table.defeated[seat]:
            seat += 1
    frame.seat = seat
    frame.a = Phase.START


@rule
def end_day(game, scenario):
    """DS-SOLO-3, DS-END-3, DS-END-6."""
    table = game.table
    if table.mode == Mode.CHALLENGER and table.day >= scenario.challenger_days:
        finish(game, NONE, End.TIME)
    elif table.day >= table.max_days:
        finish(game, NONE, End.MAX_DAYS)
    else:
        table.day += 1
        note(game, NONE, Log.DAY, table.day, 0)
