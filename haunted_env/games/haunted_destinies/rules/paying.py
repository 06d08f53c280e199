"""Health as movement: what the living may pay for going further (HD-MOVE-13 to HD-MOVE-15)."""

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.rules.stack import note
from haunted_env.games.haunted_destinies.state import NONE, rule


@rule
def pay_health(game, seat, n):
    """HD-MOVE-14: a price is no wound suffered, so nothing prevents it; it never takes the last health."""
    game.table.health[seat] -= n
    game.table.wounds[seat] += n
    note(game, Event.WOUND, seat, NONE, NONE, NONE, n)


@rule
def may_spend_health(table, seat):
    """HD-MOVE-13: not a ghost, not the last health, and not after giving up moving (HD-OPEN-16)."""
    return table.health_moves > 0 and table.health[seat] > 1 and not table.ghost[seat] and not table.tile_removed


@rule
def spend_health(game, seat):
    """HD-MOVE-13."""
    table = game.table
    note(game, Event.SPEND_HEALTH, seat, NONE, NONE, NONE, table.health_moves)
    pay_health(game, seat, 1)
    table.mp += table.health_moves
