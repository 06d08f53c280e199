"""Write what one seat observes (HH-HID-1 to HH-HID-4) and its partial-observation mask.

Nothing here is handed `secret`. Every seat is written relative to `origin`: the viewer's seat, or 0 for
absolute seats.
"""

from haunted_env.engine.encoding import put_one, put_seat, put_wide, relative
from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.observation import MIN_SEATS, N_OBSERVATION, Obs
from haunted_env.games.haunting_house.state import N_PLACES, rule
from haunted_env.games.haunting_house.tables import N_CARDS, N_CELLS, N_ORDINARY, N_STARRED, OPENINGS, TRAP_DOOR

EMPTY, FACE_DOWN, SEEN = -1, 0, 2  # of card_mask; nothing is ever partly known (1) here


@rule
def encode(table, ledger, origin, out, data):
    """The observation of the seat `ledger.seat`; every entry is written."""
    for i in range(N_OBSERVATION):
        out[i] = 0
    put_options(table, out)
    put_turn(table, origin, out)
    put_house(table, out)
    for seat in range(table.n_seats):
        put_player(table, seat, relative(table.n_seats, seat, origin), out)
    out[Obs.OWN_SEAT + ledger.seat] = 1
    for slot in range(PROGRAM_CARDS):
        put_one(out, Obs.PROGRAM + N_ORDINARY * slot, ledger.program[slot])


@rule
def card_mask(table, ledger, origin, out, data):
    """By relative seat and slot of the current round: -1 empty, 0 face down, 2 turned up or one's own program."""
    n_random = RANDOM_CARDS if table.round == Round.RANDOM and table.flip > 0 else 0
    for i in range(MAX_SEATS * PROGRAM_CARDS):
        out[i] = EMPTY
    for seat in range(table.n_seats):
        first = PROGRAM_CARDS * relative(table.n_seats, seat, origin)
        for slot in range(table.programmed[seat] + n_random):
            own = n_random == 0 and seat == ledger.seat
            out[first + slot] = SEEN if own or table.shown[seat, slot] >= 0 else FACE_DOWN


@rule
def put_options(table, out):
    out[Obs.PLAYERS + table.n_seats - MIN_SEATS] = 1
    out[Obs.OPT_QUICK] = table.quick
    out[Obs.OPT_PASSAGE_TO_EXIT] = table.passage_to_exit
    out[Obs.OPT_AUTO_FORCED] = table.auto_forced
    put_wide(out, Obs.OPT_MAX_TURNS, table.max_turns)


@rule
def put_turn(table, origin, out):
    """Where the turn stands, who decides what, and the context of the decision."""
    put_wide(out, Obs.TURN, table.turn)
    out[Obs.CHOSEN_ROUND] = table.round == Round.CHOSEN
    out[Obs.FLIP + table.flip] = 1
    put_seat(out, Obs.MARKER, table.n_seats, table.marker, origin)
    put_seat(out, Obs.DECIDER, table.n_seats, table.decider, origin)
    put_one(out, Obs.DECISION, table.decision - 1)
    put_one(out, Obs.CARD, table.card)
    put_one(out, Obs.STEP, table.step - 1)
    put_one(out, Obs.CHOSEN_TILE, table.chosen)


@rule
def put_house(table, out):
    for cell in range(N_CELLS):
        openings = OPENINGS[table.tile[cell], table.rotation[cell]]
        out[Obs.OPEN_N + cell] = openings & 1
        out[Obs.OPEN_E + cell] = openings >> 1 & 1
        out[Obs.OPEN_S + cell] = openings >> 2 & 1
        out[Obs.OPEN_W + cell] = openings >> 3
        out[Obs.TRAP_DOOR + cell] = TRAP_DOOR[table.tile[cell]]
    out[Obs.ENTRANCE + table.entrance] = 1
    out[Obs.EXIT + table.exit] = 1


@rule
def put_player(table, seat, index, out):
    """What everybody knows of a seat, written at its relative index."""
    out[Obs.PAWN + N_PLACES * index + table.pawn[seat]] = 1
    out[Obs.PROGRAMMED + index] = table.programmed[seat]
    for card in range(N_STARRED):
        out[Obs.REMOVED + N_STARRED * index + card] = table.removed[seat] >> card & 1
    for slot in range(PROGRAM_CARDS):
        row = PROGRAM_CARDS * index + slot
        put_one(out, Obs.SHOWN + N_CARDS * row, table.shown[seat, slot])
        put_one(out, Obs.PAST_CHOSEN + N_ORDINARY * row, table.past_chosen[seat, slot])
    for slot in range(RANDOM_CARDS):
        put_one(out, Obs.PAST_RANDOM + N_CARDS * (RANDOM_CARDS * index + slot), table.past_random[seat, slot])
