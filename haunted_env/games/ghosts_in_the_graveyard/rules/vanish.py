"""Vanish (GG-VAN): the Haunt changes places with a Decoy."""

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import ask
from haunted_env.games.ghosts_in_the_graveyard.state import rule


@rule
def declare_vanish(table):
    """GG-ICON-2, GG-VAN-3: spent with the declaration, for all to see."""
    seat = int(table.turn_seat)
    table.vanish_left[seat] -= 1
    table.vanished[seat] = table.turn
    ask(table, seat, Decision.VANISH_SWAP)


@rule
def swap_haunt(game, card):
    """GG-VAN-1, GG-VAN-4: the set of Secrets stays the same; the turn goes on (GG-DEC-3)."""
    table = game.table
    ledger = game.ledger[table.turn_seat]
    ledger.decoys = (ledger.decoys | 1 << ledger.haunt) & ~(1 << card)
    ledger.haunt = card
    ask(table, table.turn_seat, Decision.TURN_MENU)
