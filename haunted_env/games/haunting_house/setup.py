"""Setup (section 2)."""

from haunted_env.engine.rng import random_below, seed_generator
from haunted_env.games.haunting_house.actions import Decision, End, Event
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.options import ENTRANCE_SLOTS, EXIT_SLOTS
from haunted_env.games.haunting_house.rules.turn import begin_turn
from haunted_env.games.haunting_house.state import ENTRANCE, N_EVENTS, N_FORCED, NONE, rule
from haunted_env.games.haunting_house.tables import N_CELLS

# By the number of the option: 0 stands for "random" (HH-SETUP-3).
FIRST_ENTRANCE, SECOND_ENTRANCE = ENTRANCE_SLOTS[1], ENTRANCE_SLOTS[2]
FIRST_EXIT, SECOND_EXIT = EXIT_SLOTS[1], EXIT_SLOTS[2]


@rule
def clear_table(game):
    """Everything but the options and the house."""
    table = game.table
    table.turn = 1
    table.marker = 0  # HH-SETUP-5
    table.decider = NONE
    table.decision = Decision.NONE
    table.card = NONE
    table.step = 0
    table.chosen = NONE
    table.over = 0
    table.winner = NONE
    table.reason = End.NONE
    table.n_events = 0
    for i in range(N_EVENTS):
        event = table.events[i]
        event.kind = Event.NONE
        event.seat = 0
        event.card = 0
        event.place = 0
        event.other = 0
        event.n = 0


@rule
def clear_seats(game):
    """HH-SETUP-4, and no cards anywhere."""
    table = game.table
    for seat in range(MAX_SEATS):
        table.pawn[seat] = ENTRANCE
        table.programmed[seat] = 0
        table.removed[seat] = 0
        game.ledger[seat].seat = seat
        for slot in range(PROGRAM_CARDS):
            table.shown[seat, slot] = NONE
            table.past_chosen[seat, slot] = NONE
            game.ledger[seat].program[slot] = NONE
        for slot in range(RANDOM_CARDS):
            table.past_random[seat, slot] = NONE
            game.secret.drawn[seat, slot] = NONE
    game.secret.n_forced = 0
    for i in range(N_FORCED):
        for slot in range(RANDOM_CARDS):
            game.secret.forced[i, slot] = 0


@rule
def lay_house(game):
    """HH-SETUP-2: a uniform permutation of the tiles, a uniform rotation for each."""
    table = game.table
    for cell in range(N_CELLS):
        other = random_below(game.secret.rng, cell + 1)
        table.tile[cell] = table.tile[other]
        table.tile[other] = cell
    for cell in range(N_CELLS):
        table.rotation[cell] = random_below(game.secret.rng, 4)


@rule
def place_doors(game):
    """HH-SETUP-3, HH-OPT-4, HH-OPT-5: the sides of the two corners, drawn unless set."""
    table = game.table
    side = table.entrance_slot
    if side == 0:
        side = 1 + random_below(game.secret.rng, 2)
    table.entrance = FIRST_ENTRANCE if side == 1 else SECOND_ENTRANCE
    side = table.exit_slot
    if side == 0:
        side = 1 + random_below(game.secret.rng, 2)
    table.exit = FIRST_EXIT if side == 1 else SECOND_EXIT


@rule
def prepare(game, seed):
    """A game before its first draw, with the options in place."""
    game.secret.seed = seed
    seed_generator(game.secret.rng, seed, 0)
    clear_table(game)
    clear_seats(game)
    lay_house(game)
    place_doors(game)
    begin_turn(game)
