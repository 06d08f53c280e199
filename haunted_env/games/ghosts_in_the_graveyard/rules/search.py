"""Search (GG-SEARCH), lights (GG-FLOOD, GG-PLACE) and Hands (GG-HAND)."""

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, Mark
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import (
    draw_card,
    leave_hand,
    mark,
    secrets_of,
    take_in_hand,
)
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import ask, end_turn, next_active, target_of
from haunted_env.games.ghosts_in_the_graveyard.state import rule
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD, FLOOD_AREA, PLACE_AREA


@rule
def declare_search(game):
    """GG-SEARCH-1, GG-SEARCH-8: draw a card if there is one, then play one."""
    table = game.table
    if table.draw_pile_size > 0:
        take_in_hand(game, table.turn_seat, draw_card(game))
    ask(table, table.turn_seat, Decision.PLAY_CARD)


@rule
def play_card(game, card):
    """GG-SEARCH-2."""
    table = game.table
    leave_hand(game, table.turn_seat, card)
    mark(table, card, table.turn_seat, Mark.PLAYED)
    table.played = card
    ask(table, table.turn_seat, Decision.CHOOSE_LIGHT)


@rule
def choose_light(table, light):
    """GG-HAND-1, GG-HAND-3: another seat's flashlight costs a Hand, at once."""
    seat = int(table.turn_seat)
    table.light = light
    if light == FLOOD:
        ask(table, seat, Decision.AIM_FLOOD)
        return
    if light != table.flashlight[seat]:
        table.hands_left[seat] -= 1
    ask(table, seat, Decision.PLACE_FLASHLIGHT)


@rule
def asked_area(table, light, card, place):
    """The tombstones asked about from a played one (GG-FLOOD-2, GG-PLACE-4); 0 if the placement is not legal."""
    if light == FLOOD:
        return FLOOD_AREA[card, place]
    return PLACE_AREA[table.overhang, light, card, place]


@rule
def shine(game, place):
    """Place or aim the light; the target answers truthfully (GG-SEARCH-5, GG-SEARCH-6), and the turn ends."""
    table = game.table
    seat = int(table.turn_seat)
    area = asked_area(table, table.light, table.played, place)
    row = table.searches[table.n_searches]
    row.seat = seat
    row.played = table.played
    row.light = table.light
    row.place = place
    row.yes = int(secrets_of(game.ledger[target_of(table, seat)]) & area != 0)
    table.n_searches += 1
    end_turn(table, next_active(table, seat))
