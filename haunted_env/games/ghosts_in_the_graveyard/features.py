"""The compact observation: what a careful player has on the notepad, from the table and the seat's own cards alone.

The log is told by what follows from it: how likely every tombstone hides a Secret, and what each question would be
answered. Rows of one kind (seats, tombstones, lights, placements) have the same entries, so that one set of weights can
judge all actions that name a tombstone, a light or a placement. Chances are in per cent, and never 0 for what is
possible. Left out: who gave up which card, in which turn, and what other seats' hands can be told to hold.
"""

import numpy as np
from numba import float64

from haunted_env.engine.encoding import MOST, put_one, relative
from haunted_env.engine.jit import make_rule
from haunted_env.engine.layout import Block, Layout
from haunted_env.engine.scratch import list_of
from haunted_env.games.ghosts_in_the_graveyard.actions import N_DECISIONS, Decision
from haunted_env.games.ghosts_in_the_graveyard.observation import MIN_SEATS
from haunted_env.games.ghosts_in_the_graveyard.rules.search import asked_area
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import target_of
from haunted_env.games.ghosts_in_the_graveyard.state import MAX_SEATS
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD, N_CARDS, N_DIRECTIONS, N_LIGHTS, N_PLACES
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import N_CLUE, TYPES, read_clue, unmarked, unseen_by
from haunted_env.games.ghosts_in_the_graveyard.unseen.counting import fill_hits, n_missing, new_sets, prepare

# Rows that repeat: a seat, a tombstone, a light.
SEAT = Layout(
    Block("PLAYS", meaning="1, at the table"),
    Block("DECIDES", meaning="decides"),
    Block("HAND_SIZE", meaning="cards in hand"),
    Block("SECRETS", meaning="Secrets left"),
    Block("VANISH", meaning="Vanish left"),
    Block("RAVEN", meaning="Raven left"),
    Block("HANDS", meaning="Hands left"),
    Block("SILENCED", meaning="silenced"),
    Block("FOUND", meaning="chance that the likeliest number is its Haunt, to the viewer; of its own, to the others"),
)
TOMBSTONE = Layout(
    Block("TARGET", meaning="chance of being a Secret of the target"),
    Block("SHOWN", meaning="chance of being an own Secret, as others see it"),
    Block("HAND", meaning="in the own hand"),
    Block("SECRET", meaning="1 an own Decoy, 2 the own Haunt"),
    Block("MARKED", meaning="marked"),
    Block("QUESTION", meaning="the best question to ask with this card: 100 if Yes and No are even"),
)
LIGHT = Layout(
    Block("OWN", meaning="the own flashlight, or the Flood Light"),
    Block("BORROWED", meaning="another seat's: it costs a Hand"),
    Block("CHOSEN", meaning="chosen"),
    Block("QUESTION", meaning="the best question to ask with it: 100 if Yes and No are even"),
)


FEATURES = Layout(
    Block("PLAYERS", MAX_SEATS - MIN_SEATS + 1, "number of players 2..4, one-hot"),
    Block("OVERHANG", meaning="overhang"),
    Block("TURN", meaning="completed turns"),
    Block("TURNS_LEFT", meaning="turns until the game is cut off, at most 127; 0 = never"),
    Block("DRAW_PILE", meaning="cards in the draw pile"),
    Block("DECISION", N_DECISIONS, "the decision, CHOOSE_HAUNT to PLACE_FLASHLIGHT, one-hot"),
    Block("RAVEN_DECLARED", meaning="the number is named under Raven"),
    Block.of_rows("SEATS", MAX_SEATS, SEAT, "per seat", seats=True),
    Block.of_rows("TOMBSTONES", N_CARDS, TOMBSTONE, "per tombstone"),
    Block.of_rows("LIGHTS", N_LIGHTS, LIGHT, "per light (flashlights, Flood Light)"),
    Block("DIRECTIONS", N_DIRECTIONS, "per direction of the Flood Light: chance of Yes", rows=N_DIRECTIONS),
    Block("PLACES", N_PLACES, "per placement of the flashlight: chance of Yes", rows=N_PLACES),
)
POINTERS = (("TOMB", "TOMBSTONES"), ("LIGHT", "LIGHTS"), ("DIR", "DIRECTIONS"), ("PLACE", "PLACES"))
N_FEATURES = FEATURES.size
At = FEATURES.enum("At")
Seat, Tombstone, Light = SEAT.enum("Seat"), TOMBSTONE.enum("Tombstone"), LIGHT.enum("Light")
SEAT_SIZE, TOMBSTONE_SIZE, LIGHT_SIZE = SEAT.size, TOMBSTONE.size, LIGHT.size

rule = make_rule({**TYPES, "chance": float64}, inline=True)


@rule
def features(table, ledger, origin, out, data):
    """The compact observation of the seat `ledger.seat`; every entry is written."""
    for i in range(N_FEATURES):
        out[i] = 0
    put_course(table, out)
    put_tombstones(table, ledger, out)
    put_lights(table, ledger, out)
    clue = list_of(N_CLUE, np.int64)
    chances = list_of(N_CARDS, np.float64)
    shown = unmarked(table)
    unseen = unseen_by(table, ledger)
    seat = target_of(table, ledger.seat)
    for _ in range(table.n_seats):  # the target comes last: its clue is what questions are about
        seat = target_of(table, seat)
        first = At.SEATS + SEAT_SIZE * relative(table.n_seats, seat, origin)
        put_seat_row(table, seat, first, out)
        read_clue(table, shown if seat == ledger.seat else unseen, seat, clue)
        best = fill_hits(clue, chances)
        if best >= 0 and table.n_secrets[seat] > 0:
            out[first + Seat.FOUND] = per_cent(chances[best] / table.n_secrets[seat])
        if seat == ledger.seat:
            put_chances(chances, At.TOMBSTONES + Tombstone.SHOWN, out)
    put_chances(chances, At.TOMBSTONES + Tombstone.TARGET, out)
    if table.decider == ledger.seat and table.decision >= Decision.PLAY_CARD:
        put_questions(table, ledger, clue, out)


@rule
def per_cent(chance):
    """A chance in per cent, rounded; not 0 for what is possible."""
    return max(int(100.0 * chance + 0.5), int(chance > 0.0))


@rule
def put_course(table, out):
    out[At.PLAYERS + table.n_seats - MIN_SEATS] = 1
    out[At.OVERHANG] = table.overhang
    out[At.TURN] = table.turn
    out[At.TURNS_LEFT] = min(max(table.max_turns - table.turn, 0), MOST)
    out[At.DRAW_PILE] = table.draw_pile_size
    put_one(out, At.DECISION, table.decision - 1)
    out[At.RAVEN_DECLARED] = table.raven


@rule
def put_seat_row(table, seat, first, out):
    out[first + Seat.PLAYS] = 1
    out[first + Seat.DECIDES] = table.decider == seat
    out[first + Seat.HAND_SIZE] = table.hand_size[seat]
    out[first + Seat.SECRETS] = table.n_secrets[seat]
    out[first + Seat.VANISH] = table.vanish_left[seat]
    out[first + Seat.RAVEN] = table.raven_left[seat]
    out[first + Seat.HANDS] = table.hands_left[seat]
    out[first + Seat.SILENCED] = table.silenced[seat]


@rule
def put_tombstones(table, ledger, out):
    for card in range(N_CARDS):
        row = At.TOMBSTONES + TOMBSTONE_SIZE * card
        out[row + Tombstone.HAND] = ledger.hand >> card & 1
        out[row + Tombstone.SECRET] = ledger.decoys >> card & 1
        out[row + Tombstone.MARKED] = table.mark[card] != 0
    if ledger.haunt >= 0:
        out[At.TOMBSTONES + TOMBSTONE_SIZE * ledger.haunt + Tombstone.SECRET] = 2


@rule
def put_lights(table, ledger, out):
    out[At.LIGHTS + LIGHT_SIZE * FLOOD + Light.OWN] = 1
    for seat in range(table.n_seats):
        if table.flashlight[seat] >= 0:
            whose = Light.OWN if seat == ledger.seat else Light.BORROWED
            out[At.LIGHTS + LIGHT_SIZE * table.flashlight[seat] + whose] = 1
    if table.light >= 0:
        out[At.LIGHTS + LIGHT_SIZE * table.light + Light.CHOSEN] = 1


@rule
def put_chances(chances, first, out):
    for card in range(N_CARDS):
        out[first + TOMBSTONE_SIZE * card] = per_cent(chances[card])


@rule
def put_questions(table, ledger, clue, out):
    """What the seat that searches may ask: by card, by light, by placement, as far as the turn has come."""
    sets = new_sets(clue)
    n = prepare(clue, sets)
    total = n_missing(clue, sets, n, 0)
    if total == 0:  # the log of a position made by hand need not be one that can come about
        return
    if table.decision == Decision.PLAY_CARD:
        for card in range(N_CARDS):
            if ledger.hand >> card & 1:
                best = best_question(table, clue, sets, n, total, FLOOD, card)
                best = max(best, best_question(table, clue, sets, n, total, table.flashlight[ledger.seat], card))
                out[At.TOMBSTONES + TOMBSTONE_SIZE * card + Tombstone.QUESTION] = best
    elif table.decision == Decision.CHOOSE_LIGHT:
        for light in range(N_LIGHTS):
            row = At.LIGHTS + LIGHT_SIZE * light
            if out[row + Light.OWN] or (out[row + Light.BORROWED] and table.hands_left[ledger.seat] > 0):
                out[row + Light.QUESTION] = best_question(table, clue, sets, n, total, light, table.played)
    else:
        first = At.DIRECTIONS if table.light == FLOOD else At.PLACES
        for place in range(N_DIRECTIONS if table.light == FLOOD else N_PLACES):
            area = asked_area(table, table.light, table.played, place)
            if area:
                out[first + place] = per_cent(1.0 - n_missing(clue, sets, n, area) / total)


@rule
def best_question(table, clue, sets, n, total, light, card):
    """How even the answers of the best placement of a light are, 0..100."""
    best = 0.0
    for place in range(N_DIRECTIONS if light == FLOOD else N_PLACES):
        area = asked_area(table, light, card, place)
        if area:
            no = n_missing(clue, sets, n, area) / total
            best = max(best, no * (1.0 - no))
    return int(400.0 * best + 0.5)
