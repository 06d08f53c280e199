"""What everybody saw happen, for the words of the game."""

from haunted_env.games.haunting_house.state import N_EVENTS, rule


@rule
def note(game, kind, seat, card, place, other, n):
    """Remember a public event."""
    table = game.table
    event = table.events[table.n_events % N_EVENTS]
    event.kind = kind
    event.seat = seat
    event.card = card
    event.place = place
    event.other = other
    event.n = n
    table.n_events += 1
