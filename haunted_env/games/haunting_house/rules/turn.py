"""Turns, rounds, flips and programs (section 3)."""

from haunted_env.engine.rng import random_below
from haunted_env.games.haunting_house.actions import FIRST_DECISION, Decision, Event, Round
from haunted_env.games.haunting_house.content import PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.outcome import truncate
from haunted_env.games.haunting_house.rules.log import note
from haunted_env.games.haunting_house.state import NONE, rule
from haunted_env.games.haunting_house.tables import N_CARDS, N_ORDINARY

ALL_CARDS = (1 << N_CARDS) - 1


@rule
def acting_seat(table):
    """HH-TURN-2: from the marker holder clockwise."""
    return (table.marker + table.acted) % table.n_seats


@rule
def deck(removed):
    """The cards of a deck as bits: all but the starred ones removed under `quick` (HH-OPT-2)."""
    return ALL_CARDS & ~(removed << N_ORDINARY)


@rule
def pick_card(generator, allowed):
    """A uniformly random card of a set."""
    n = 0
    for card in range(N_CARDS):
        n += allowed >> card & 1
    wanted = random_below(generator, n)
    for card in range(N_CARDS):
        if allowed >> card & 1:
            if wanted == 0:
                return card
            wanted -= 1
    return NONE


@rule
def draw_seat(game, seat):
    """HH-RAND-2: an ordered sample of three cards of the seat's deck."""
    allowed = deck(game.table.removed[seat])
    for slot in range(RANDOM_CARDS):
        card = pick_card(game.secret.rng, allowed)
        allowed &= ~(1 << card)
        game.secret.drawn[seat, slot] = card


@rule
def draw_cards(game):
    """HH-RAND-1, HH-ENV-6: the cards of a Random Round, seat by seat, from the script while there is one."""
    secret = game.secret
    for seat in range(game.table.n_seats):
        if secret.n_forced == 0:
            draw_seat(game, seat)
            continue
        secret.n_forced -= 1
        for slot in range(RANDOM_CARDS):
            secret.drawn[seat, slot] = secret.forced[0, slot]
            for i in range(secret.n_forced):
                secret.forced[i, slot] = secret.forced[i + 1, slot]
            secret.forced[secret.n_forced, slot] = 0


@rule
def turn_up(game):
    """HH-FLIP-1, HH-HID-6: the next card of all seats at the same time."""
    table = game.table
    slot = table.flip
    for seat in range(table.n_seats):
        if table.round == Round.RANDOM:
            table.shown[seat, slot] = game.secret.drawn[seat, slot]
        else:
            table.shown[seat, slot] = game.ledger[seat].program[slot]
    table.flip += 1
    table.acted = 0
    note(game, Event.FLIP, NONE, NONE, NONE, table.round, table.flip)


@rule
def end_random_round(game):
    """HH-FLIP-3, HH-OPT-2: the cards go back, starred ones not under `quick`; the Chosen Round begins."""
    table = game.table
    for seat in range(table.n_seats):
        for slot in range(RANDOM_CARDS):
            card = table.shown[seat, slot]
            if table.quick and card >= N_ORDINARY:
                table.removed[seat] |= 1 << (card - N_ORDINARY)
            table.past_random[seat, slot] = card
            table.shown[seat, slot] = NONE
            game.secret.drawn[seat, slot] = NONE
    table.round = Round.CHOSEN
    table.flip = 0
    table.acted = 0


@rule
def end_turn(game):
    """HH-TURN-3, HH-WIN-4: the marker passes to the left, unless this was the last turn."""
    table = game.table
    if table.turn == table.max_turns:
        truncate(game)
        return
    for seat in range(table.n_seats):
        table.programmed[seat] = 0
        for slot in range(PROGRAM_CARDS):
            table.past_chosen[seat, slot] = table.shown[seat, slot]
            table.shown[seat, slot] = NONE
            game.ledger[seat].program[slot] = NONE
    table.marker = (table.marker + 1) % table.n_seats
    table.turn += 1
    begin_turn(game)


@rule
def begin_turn(game):
    """HH-TURN-1: a turn begins with its Random Round."""
    table = game.table
    table.round = Round.RANDOM
    table.flip = 0
    table.acted = 0
    note(game, Event.TURN, table.marker, NONE, NONE, NONE, table.turn)


@rule
def program(game, seat, card):
    """HH-CHOS-1, HH-CHOS-2: the next slot of the program; after the last one the next seat programs."""
    table = game.table
    game.ledger[seat].program[table.programmed[seat]] = card
    table.programmed[seat] += 1
    table.decision = Decision.NONE
    table.decider = NONE
    if table.programmed[seat] == PROGRAM_CARDS:
        table.acted += 1
        note(game, Event.PROGRAM, seat, NONE, NONE, NONE, 0)


@rule
def begin_card(game, seat):
    """The seat resolves the card it turned up; the engine skips what is not possible (HH-MUST-2)."""
    table = game.table
    card = table.shown[seat, table.flip - 1]
    table.card = card
    table.decision = FIRST_DECISION[card]
    if table.decision == Decision.NONE:  # HH-HM-1
        note(game, Event.MIRRORS, seat, card, NONE, NONE, 0)
        finish_card(game)
        return
    table.step = table.decision == Decision.STEP
    table.decider = seat


@rule
def finish_card(game):
    """The card is done; the next seat follows."""
    table = game.table
    table.decision = Decision.NONE
    table.decider = NONE
    table.card = NONE
    table.step = 0
    table.chosen = NONE
    table.acted += 1


@rule
def skip_card(game):
    """HH-MUST-2, HH-M2-4: there is no option, so nothing happens; a second step without one ends the move."""
    table = game.table
    if table.step < 2:
        note(game, Event.IMPOSSIBLE, table.decider, table.card, NONE, NONE, 0)
    finish_card(game)


@rule
def go_on(game):
    """What is not a decision (HH-ENV-5): draws, flips, the ends of rounds and turns."""
    table = game.table
    everybody = table.acted == table.n_seats
    if table.flip > 0 and not everybody:
        begin_card(game, acting_seat(table))
    elif table.round == Round.RANDOM:
        if table.flip == RANDOM_CARDS:
            end_random_round(game)
            return
        if table.flip == 0:
            draw_cards(game)
        turn_up(game)
    elif table.flip == PROGRAM_CARDS:
        end_turn(game)
    elif not everybody:
        seat = acting_seat(table)
        table.decision = Decision.PROGRAM_1 + table.programmed[seat]
        table.decider = seat
    else:
        turn_up(game)
