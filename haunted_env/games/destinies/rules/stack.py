"""Unfinished work: a stack of frames, the topmost goes on first (DS-DEC-3, DS-DATA-13)."""

from haunted_env.games.destinies.state import rule


@rule
def push(game, task, seat, a, b):
    frame = game.work.stack[game.work.depth]
    frame.task = task
    frame.seat = seat
    frame.a = a
    frame.b = b
    frame.c = 0
    game.work.depth += 1


@rule
def pop(game):
    """Remove the topmost frame and leave no trace of it."""
    game.work.depth -= 1
    frame = game.work.stack[game.work.depth]
    frame.task = 0
    frame.seat = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0
