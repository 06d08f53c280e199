"""Write what one seat observes (GG-HID-1) and its partial-observation mask.

Nothing here is handed `secret` or another seat's ledger. Every seat is written relative to `origin`: the viewer's
seat, or 0 for absolute seats.
"""

from haunted_env.engine.encoding import put_bits, put_one, put_seat, put_wide, relative
from haunted_env.games.ghosts_in_the_graveyard.actions import Result
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.observation import (
    GUESS_SIZE,
    LIGHT_BITS,
    MIN_SEATS,
    N_OBSERVATION,
    NUMBER_BITS,
    PLACE_BITS,
    SEARCH_SIZE,
    SEAT_BITS,
    Guessed,
    Obs,
    Searched,
)
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import secrets_of
from haunted_env.games.ghosts_in_the_graveyard.state import MAX_SEATS, rule
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS

# The values of `card_mask`. Nothing is ever known of a card in part, so 1 does not occur.
IMPOSSIBLE, UNSEEN, SEEN = -1, 0, 2


@rule
def encode(table, ledger, origin, out, data):
    """The observation of the seat `ledger.seat`; every entry is written."""
    for i in range(N_OBSERVATION):
        out[i] = 0
    put_options(table, out)
    put_turn(table, origin, out)
    put_seats(table, origin, out)
    put_own_cards(ledger, out)
    put_marks(table, origin, out)
    put_searches(table, origin, out)
    put_guesses(table, origin, out)


@rule
def card_mask(table, ledger, origin, out, data):
    """By relative seat and tombstone: 2 held and seen, 0 may be held there unseen, -1 cannot be held there.

    Marked numbers are held by nobody, the viewer's cards by the viewer alone; anything else may be in any other
    seat's hand or Secrets. What the log lets one conclude is left to the agent.
    """
    own = ledger.hand | secrets_of(ledger)
    for i in range(MAX_SEATS * N_CARDS):
        out[i] = IMPOSSIBLE
    for seat in range(table.n_seats):
        first = N_CARDS * relative(table.n_seats, seat, origin)
        if seat == ledger.seat:
            for card in range(N_CARDS):
                out[first + card] = SEEN if own >> card & 1 else IMPOSSIBLE
        elif table.hand_size[seat] + table.n_secrets[seat] > 0:
            for card in range(N_CARDS):
                out[first + card] = IMPOSSIBLE if table.mark[card] or own >> card & 1 else UNSEEN


@rule
def put_options(table, out):
    out[Obs.PLAYERS + table.n_seats - MIN_SEATS] = 1
    out[Obs.OPT_OVERHANG] = table.overhang
    out[Obs.OPT_PRE_MARKED] = table.pre_marked
    out[Obs.OPT_DEAL_FLASHLIGHTS] = table.deal_flashlights
    out[Obs.OPT_ABILITIES] = table.abilities
    put_wide(out, Obs.OPT_MAX_TURNS, table.max_turns)
    out[Obs.OPT_AUTO_FORCED] = table.auto_forced


@rule
def put_turn(table, origin, out):
    """Whose turn it is, what is asked, and the context of an unfinished turn."""
    out[Obs.TURN] = table.turn
    put_seat(out, Obs.TURN_SEAT, table.n_seats, table.turn_seat, origin)
    put_seat(out, Obs.DECIDER, table.n_seats, table.decider, origin)
    put_one(out, Obs.DECISION, table.decision - 1)
    out[Obs.RAVEN_DECLARED] = table.raven
    put_bits(out, Obs.PLAYED, table.played + 1, NUMBER_BITS)
    put_one(out, Obs.LIGHT, table.light)
    out[Obs.DRAW_PILE] = table.draw_pile_size


@rule
def put_seats(table, origin, out):
    for seat in range(table.n_seats):
        place = relative(table.n_seats, seat, origin)
        out[Obs.HAND_SIZE + place] = table.hand_size[seat]
        out[Obs.SECRETS + place] = table.n_secrets[seat]
        out[Obs.VANISH + place] = table.vanish_left[seat]
        out[Obs.RAVEN + place] = table.raven_left[seat]
        out[Obs.HANDS + place] = table.hands_left[seat]
        out[Obs.SILENCED + place] = table.silenced[seat]
        out[Obs.VANISHED + place] = table.vanished[seat] + 1
        put_one(out, Obs.FLASHLIGHT + N_FLASHLIGHTS * place, table.flashlight[seat])


@rule
def put_own_cards(ledger, out):
    """GG-HID-3: the viewer's private part."""
    out[Obs.OWN_SEAT + ledger.seat] = 1
    put_bits(out, Obs.OWN_HAND, ledger.hand, N_CARDS)
    put_bits(out, Obs.OWN_DECOYS, ledger.decoys, N_CARDS)
    put_one(out, Obs.OWN_HAUNT, ledger.haunt)
    n = 0
    for card in range(N_CARDS):
        if ledger.dealt >> card & 1:
            put_bits(out, Obs.OWN_DEALT + NUMBER_BITS * n, card + 1, NUMBER_BITS)
            n += 1


@rule
def put_marks(table, origin, out):
    """Which numbers are marked, by whom and why, plane by plane."""
    n_seats = int(table.n_seats)
    for card in range(N_CARDS):
        why = int(table.mark[card])
        seat = int(table.marked_by[card])
        by = relative(n_seats, seat, origin) & ~(seat >> 63)  # nobody is 0
        out[Obs.MARKED + card] = why != 0
        out[Obs.MARKED_BY + card] = by & 1
        out[Obs.MARKED_BY + N_CARDS + card] = by >> 1
        out[Obs.REASON + card] = why & 1
        out[Obs.REASON + N_CARDS + card] = why >> 1 & 1
        out[Obs.REASON + 2 * N_CARDS + card] = why >> 2


@rule
def put_searches(table, origin, out):
    for i in range(table.n_searches):
        row = table.searches[i]
        first = Obs.SEARCHES + SEARCH_SIZE * i
        put_bits(out, first + Searched.SEAT, relative(table.n_seats, row.seat, origin), SEAT_BITS)
        put_bits(out, first + Searched.PLAYED, row.played + 1, NUMBER_BITS)
        put_bits(out, first + Searched.LIGHT, row.light + 1, LIGHT_BITS)
        put_bits(out, first + Searched.PLACE, row.place, PLACE_BITS)
        out[first + Searched.YES] = row.yes


@rule
def put_guesses(table, origin, out):
    for i in range(table.n_guesses):
        row = table.guesses[i]
        first = Obs.GUESSES + GUESS_SIZE * i
        out[first + Guessed.AFTER] = row.after + 1
        put_bits(out, first + Guessed.SEAT, relative(table.n_seats, row.seat, origin), SEAT_BITS)
        put_bits(out, first + Guessed.NAMED, row.named + 1, NUMBER_BITS)
        out[first + Guessed.RAVEN] = row.raven
        out[first + Guessed.DECOY] = row.result == Result.DECOY
        out[first + Guessed.HAUNT] = row.result == Result.HAUNT
        put_bits(out, first + Guessed.PENALTY, row.penalty + 1, NUMBER_BITS)
        out[first + Guessed.SILENCED] = row.silenced
