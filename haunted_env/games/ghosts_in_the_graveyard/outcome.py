"""The end of the game and rewards (GG-END)."""

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End
from haunted_env.games.ghosts_in_the_graveyard.state import NONE, rule


@rule
def clear_context(table):
    """Nothing of the turn is unfinished any more."""
    table.raven = 0
    table.played = NONE
    table.light = NONE


@rule
def finish(table, winner, reason):
    """The game ends at once: no acting seat, no decision, no context (GG-HID-10)."""
    clear_context(table)
    table.over = 1
    table.winner = winner
    table.reason = reason
    table.turn_seat = NONE
    table.decider = NONE
    table.decision = Decision.NONE


@rule
def win(table, seat, reason):
    """A seat wins; the turn counts as completed (GG-TURN-6)."""
    table.turn += 1
    finish(table, seat, reason)


@rule
def returns(game, seat, data):
    """GG-END-5: +1 for the winner, -1/(n-1) for the others, 0 for all on truncation."""
    table = game.table
    if table.reason == End.MAX_TURNS:
        return 0.0
    if table.winner == seat:
        return 1.0
    return -1.0 / (table.n_seats - 1)
