"""A complete game that one seat cannot tell from the real one (HH-HID-4, HH-HID-5).

Face-down cards are independent of everything a seat sees but the cards turned up, so all choices of cards that their
owners could have there are equally likely. Draws to come are left to a new generator.
"""

from haunted_env.engine.rng import next_word, seed_generator
from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.rules.turn import deck, pick_card
from haunted_env.games.haunting_house.state import NONE, rule
from haunted_env.games.haunting_house.tables import N_ORDINARY

ORDINARY_CARDS = (1 << N_ORDINARY) - 1


@rule
def resample(world, seat, generator, data):
    """Fill in what the seat may not know; the rest of the world is zero beforehand."""
    table = world.table
    seed_generator(world.secret.rng, next_word(generator), 0)
    for owner in range(MAX_SEATS):
        for slot in range(RANDOM_CARDS):
            world.secret.drawn[owner, slot] = NONE
        if owner != seat:
            world.ledger[owner].seat = owner
            for slot in range(PROGRAM_CARDS):
                world.ledger[owner].program[slot] = NONE
        if owner >= table.n_seats:
            continue
        if table.round == Round.CHOSEN and owner != seat:
            resample_program(world, owner, generator)
        elif table.round == Round.RANDOM and table.flip > 0:
            resample_draw(world, owner, generator)


@rule
def resample_draw(world, owner, generator):
    """HH-RAND-2: the cards turned up, then others of the deck."""
    allowed = deck(world.table.removed[owner])
    for slot in range(RANDOM_CARDS):
        card = world.table.shown[owner, slot]
        if card < 0:
            card = pick_card(generator, allowed)
        allowed &= ~(1 << card)
        world.secret.drawn[owner, slot] = card


@rule
def resample_program(world, owner, generator):
    """HH-CHOS-1: the cards turned up, then other ordinary ones."""
    allowed = ORDINARY_CARDS
    for slot in range(world.table.programmed[owner]):
        card = world.table.shown[owner, slot]
        if card < 0:
            card = pick_card(generator, allowed)
        allowed &= ~(1 << card)
        world.ledger[owner].program[slot] = card
