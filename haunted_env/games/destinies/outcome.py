"""The end of the game and rewards (section 14)."""

from haunted_env.games.destinies.actions import End, Log
from haunted_env.games.destinies.data import NONE
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.state import rule


@rule
def finish(game, winner, reason):
    """Nothing further is asked."""
    table = game.table
    table.over = 1
    table.winner = winner
    table.reason = reason
    table.decider = NONE
    note(game, winner, Log.END, reason, 0)


@rule
def fulfil(game, seat):
    """DS-END-1: the player wins alone."""
    note(game, seat, Log.FULFILLED, game.table.finale[seat], 0)
    finish(game, seat, End.FULFILLED)


@rule
def players_left(table):
    n = 0
    for seat in range(table.n_seats):
        n += not table.defeated[seat]
    return n


@rule
def defeat(game, seat):
    """DS-FIN-8, DS-FIN-13: out of the game; DS-END-2 if nobody is left."""
    table = game.table
    note(game, seat, Log.DEFEATED, 0, 0)
    table.defeated[seat] = 1
    game.secret.fell[seat] = 1
    for i in range(table.item_n[seat]):
        game.secret.box[table.item[seat, i]] += 1
        table.item[seat, i] = NONE
    table.item_n[seat] = 0
    table.item_used[seat] = 0
    table.place[seat] = NONE
    table.in_finale[seat] = 0
    table.stage[seat] = 0
    table.resolve[seat] = 0
    if players_left(table) == 0:
        finish(game, NONE, End.DEFEATED)


@rule
def outcome_of(table, seat):
    """DS-END-4: what the scenario is worth to a seat that is still in it."""
    if table.winner >= 0:
        return 1.0 if table.winner == seat else -1.0
    return -1.0 if table.reason == End.TIME else 0.0


@rule
def worth(table, seat):
    """DS-END-4, DS-CAMP-9: what the scenario being played is worth to a seat, as it stands."""
    return -1.0 if table.defeated[seat] else outcome_of(table, seat)


@rule
def returns(game, seat, data):
    """What a finished game brought the seat, steps of its destiny aside: all its chapters (DS-CAMP-9)."""
    table = game.table
    total = worth(table, seat)
    for chapter in range(table.chapter):
        total += table.past[chapter].worth[seat]
    return total


@rule
def pay(game, seat, data):
    """DS-END-4, DS-CONF-3: what the last action brought the seat; a defeated one is paid at once and never again."""
    reward = game.secret.paid[seat] * float(game.table.step_reward) + game.secret.due[seat]
    if game.secret.fell[seat]:
        reward -= 1.0
    elif game.table.over and not game.table.defeated[seat]:
        reward += outcome_of(game.table, seat)
    return reward
