"""The public context of the decision being asked (HD-INFO-25), read off the unfinished work."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import LOOKING, PLACING, Origin
from haunted_env.games.haunted_destinies.blank import clear_context
from haunted_env.games.haunted_destinies.rules.picking import SECOND_PICK
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.rules.turn import TASK_OF_ACTION
from haunted_env.games.haunted_destinies.state import NONE, rule

# The action a task carries out; NONE for tasks that are parts of others.
ACTION_OF_TASK = np.full(len(Task), NONE, np.int16)
for _action, _task in enumerate(TASK_OF_ACTION):
    if _task:
        ACTION_OF_TASK[_task] = _action


@rule
def set_context(game):
    """Called whenever a decision is asked. Under LOOKING and PLACING little may be told."""
    table = game.table
    clear_context(table)
    top = game.work.stack[game.work.depth - 1]
    if table.label == LOOKING:
        table.look_seat = top.seat
        table.look_pile = top.seat if top.task == Task.LOOK_OWN else top.other
        table.look_slot = top.slot
        return
    if table.label == PLACING:
        table.recipient = top.seat
        table.origin = Origin.SEARCH_DECK
        if top.task == Task.INSERT:
            table.origin = top.cause
            table.origin_seat = top.other
            table.origin_slot = top.slot
        return
    for depth in range(game.work.depth - 1, -1, -1):
        frame = game.work.stack[depth]
        task = frame.task
        is_obeyed = task == Task.OBEY or ((task == Task.ON_REVEAL or task == Task.POWER) and frame.phase == 2)
        if is_obeyed and table.obeyed < 0:
            table.obeyed = frame.card
            table.obeyed_self = frame.seat
            table.obeyed_other = frame.other
        if task == Task.SWAP and frame.phase == SECOND_PICK:
            table.origin_seat = frame.seat
            table.origin_slot = frame.slot
        elif task == Task.LOOK and table.look_seat < 0 and frame.slot >= 0:
            table.look_seat = frame.seat
            table.look_pile = frame.other
            table.look_slot = frame.slot
        elif table.action < 0 and ACTION_OF_TASK[task] >= 0:
            table.action = ACTION_OF_TASK[task]
            table.actor = frame.seat
            table.opponent = frame.other
            if frame.flag == 1:
                table.has_result = 1
                table.result = frame.n
            if task == Task.TRADE:
                table.trade_give = frame.card
                table.trade_ask = frame.slot
