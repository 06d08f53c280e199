"""The end of the game and rewards (section 6)."""

from haunted_env.games.haunting_house.actions import Decision, End, Event
from haunted_env.games.haunting_house.rules.log import note
from haunted_env.games.haunting_house.state import NONE, rule


@rule
def finish(game, winner, reason):
    """Nothing further is asked; everything else stays as it is (HH-WIN-5)."""
    table = game.table
    table.over = 1
    table.winner = winner
    table.reason = reason
    table.decision = Decision.NONE
    table.decider = NONE


@rule
def win(game, seat):
    """HH-WIN-1: the pawn has moved onto the exit."""
    finish(game, seat, End.EXIT)
    note(game, Event.WIN, seat, NONE, NONE, NONE, 0)


@rule
def truncate(game):
    """HH-WIN-4: the last turn is completed without a winner."""
    finish(game, NONE, End.MAX_TURNS)
    note(game, Event.END, NONE, NONE, NONE, NONE, game.table.turn)


@rule
def returns(game, seat, data):
    """HH-WIN-3: +1 for the winner, -1/(n-1) for each other seat; 0 for all at truncation."""
    if game.table.winner < 0:
        return 0.0
    if game.table.winner == seat:
        return 1.0
    return -1.0 / (game.table.n_seats - 1)
