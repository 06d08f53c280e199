"""Whose turn it is (GG-TURN), and seats that take no turns any more (GG-SIL)."""

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark
from haunted_env.games.ghosts_in_the_graveyard.outcome import clear_context, finish, win
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import leave_hand, mark
from haunted_env.games.ghosts_in_the_graveyard.state import rule
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS


@rule
def ask(table, seat, decision):
    """Somebody has to decide."""
    table.decider = seat
    table.decision = decision


@rule
def target_of(table, seat):
    """GG-TURN-2: the player on the left, silenced or not."""
    left = seat + 1
    return left if left < table.n_seats else 0  # a division would take longer than all else here


@rule
def next_active(table, seat):
    """GG-TURN-1: the next seat clockwise that is not silenced."""
    seat = target_of(table, seat)
    while table.silenced[seat]:
        seat = target_of(table, seat)
    return seat


@rule
def begin_turn(table, seat):
    table.turn_seat = seat
    ask(table, seat, Decision.TURN_MENU)


@rule
def end_turn(table, following):
    """GG-TURN-6, GG-OPT-6: count the turn; then `following` has the next one, if the game goes on."""
    table.turn += 1
    clear_context(table)
    if table.max_turns > 0 and table.turn >= table.max_turns:
        finish(table, -1, End.MAX_TURNS)
    else:
        begin_turn(table, following)


@rule
def silence(game, seat):
    """GG-SIL-2: the Haunt stays hidden, the hand is marked in ascending order; a last active seat wins (GG-END-3)."""
    table = game.table
    for card in range(N_CARDS):
        if game.ledger[seat].hand >> card & 1:
            leave_hand(game, seat, card)
            mark(table, card, seat, Mark.SILENCING)
    table.silenced[seat] = 1
    following = next_active(table, seat)
    if next_active(table, following) == following:
        win(table, following, End.LAST_ACTIVE)
    else:
        end_turn(table, following)
