"""Turn structure (section 3) and steps."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import N_ACTIONS, Act, Decision, End, Event
from haunted_env.games.haunted_destinies.blank import clear_turn
from haunted_env.games.haunted_destinies.outcome import check_ghosts, finish
from haunted_env.games.haunted_destinies.rules.board import neighbour, step_cost
from haunted_env.games.haunted_destinies.rules.dice import start_roll
from haunted_env.games.haunted_destinies.rules.paying import spend_health
from haunted_env.games.haunted_destinies.rules.stack import Task, ask, note, pop, push
from haunted_env.games.haunted_destinies.rules.standing import modifier
from haunted_env.games.haunted_destinies.state import NONE, rule
from haunted_env.games.haunted_destinies.tables import Roll, RollKind

# The task of each action that MAIN offers.
TASK_OF_ACTION = np.zeros(N_ACTIONS, np.int8)
TASK_OF_ACTION[Act.SEARCH] = Task.SEARCH
TASK_OF_ACTION[Act.PROBE] = Task.PROBE
TASK_OF_ACTION[Act.ATTACK] = Task.ATTACK
TASK_OF_ACTION[Act.HAUNT] = Task.HAUNT
TASK_OF_ACTION[Act.SYPHON] = Task.SYPHON
TASK_OF_ACTION[Act.MUTUAL_LOOK] = Task.MUTUAL_LOOK
TASK_OF_ACTION[Act.TRADE] = Task.TRADE
TASK_OF_ACTION[Act.TALK] = Task.TALK
TASK_OF_ACTION[Act.TELL] = Task.TELL
TASK_OF_ACTION[Act.USE_POWER] = Task.POWER
TASK_OF_ACTION[Act.REMOVE_TILE] = Task.REMOVE_TILE
TASK_OF_ACTION[Act.REVIVE] = Task.REVIVE

# Phases of a TURN frame.
START, ROLLED, MOVED, MAIN, CHOSEN, END = range(6)


@rule
def start_turn(game, seat):
    """HD-TURN-11: once-per-turn limits are reset."""
    table = game.table
    table.active = seat
    clear_turn(table)
    note(game, Event.TURN, seat, NONE, NONE, NONE, NONE)


@rule
def do_turn(game, frame):
    """The turns of the game, one after the other; seat is the active player."""
    table = game.table
    seat = int(frame.seat)
    if frame.phase == START:
        start_turn(game, seat)
        frame.phase = ROLLED
        ask(game, seat, Decision.ROLL)
    elif frame.phase == ROLLED:
        frame.flag = table.ghost[seat]
        frame.phase = MOVED
        start_roll(game, seat, RollKind.MOVE, 2 if frame.answer == Act.ROLL2 else 1)
    elif frame.phase == MOVED:
        table.move_light = table.light
        table.move_dark = table.dark
        if table.ghost[seat] == frame.flag:  # HD-MOVE-12: who died of the roll does not move
            table.mp = max(0, table.light + table.dark + modifier(table, seat, Roll.MOVE))
        frame.phase = MAIN
    elif frame.phase == MAIN:
        table.light = 0
        table.dark = 0
        frame.phase = CHOSEN
        if table.turn_ending:
            frame.phase = END
        else:
            ask(game, seat, Decision.MAIN)
    elif frame.phase == CHOSEN:
        frame.phase = MAIN
        answer = int(frame.answer)
        if answer == Act.END_TURN:
            frame.phase = END
        elif answer < Act.SEARCH:
            take_step(game, seat, answer - Act.MOVE_N)
        elif answer == Act.SPEND_HEALTH:
            spend_health(game, seat)
        else:
            start_action(game, seat, answer)
    else:
        end_turn(game, frame)


@rule
def end_turn(game, frame):
    """HD-TURN-10: ghost wins, the turn counter and dawn, then the next seat."""
    table = game.table
    check_ghosts(game)
    if table.over:
        return
    table.turn += 1
    if table.turn >= table.max_turns:
        finish(game, 0, End.DAWN)
        return
    frame.seat = (frame.seat + 1) % table.n_seats
    frame.phase = START


@rule
def take_step(game, seat, direction):
    """HD-MOVE-1 to HD-MOVE-5."""
    table = game.table
    table.mp -= step_cost(table, seat, direction)
    table.pawn[seat] = neighbour(table.pawn[seat], direction)
    table.stepped = 1
    note(game, Event.MOVE, seat, NONE, table.pawn[seat], NONE, NONE)


@rule
def start_action(game, seat, action):
    """One action per turn (HD-TURN-4) and free actions (HD-TURN-5)."""
    if action <= Act.SYPHON or action == Act.REVIVE:
        game.table.action_used = 1
    push(game, TASK_OF_ACTION[action], seat, NONE)


@rule
def begin_turns(game):
    """HD-SETUP-18: the holder takes the first turn."""
    pop(game)
    game.table.in_setup = 0
    push(game, Task.TURN, game.table.holder, NONE)
