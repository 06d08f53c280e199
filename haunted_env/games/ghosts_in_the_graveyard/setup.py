"""Setup (GG-SETUP): shuffle, deal, Secrets, flashlights, start draws."""

from haunted_env.engine.rng import random_below, seed_generator
from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.outcome import clear_context
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import draw_card, leave_hand, mark, take_in_hand
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import ask, begin_turn
from haunted_env.games.ghosts_in_the_graveyard.state import (
    MAX_SEATS,
    N_DEALT,
    N_GUESSES,
    N_HANDS,
    N_SEARCHES,
    NONE,
    rule,
)
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS


@rule
def clear_log(table):
    """No turns yet. Every byte is set, so that equal games have equal records."""
    table.n_searches = 0
    table.n_guesses = 0
    for i in range(N_SEARCHES):
        row = table.searches[i]
        row.seat = NONE
        row.played = NONE
        row.light = NONE
        row.place = NONE
        row.yes = 0
    for i in range(N_GUESSES):
        guess = table.guesses[i]
        guess.after = 0
        guess.seat = NONE
        guess.named = NONE
        guess.raven = 0
        guess.result = Result.NONE
        guess.penalty = NONE
        guess.silenced = 0


@rule
def clear_seat(game, seat):
    """GG-ICON-1, GG-OPT-5: a seat with nothing but its icons."""
    table = game.table
    icons = int(table.abilities and seat < table.n_seats)
    table.hand_size[seat] = 0
    table.n_secrets[seat] = 0
    table.flashlight[seat] = NONE
    table.vanish_left[seat] = icons
    table.raven_left[seat] = icons
    table.hands_left[seat] = N_HANDS * icons
    table.silenced[seat] = 0
    table.vanished[seat] = NONE
    ledger = game.ledger[seat]
    ledger.seat = seat
    ledger.dealt = 0
    ledger.hand = 0
    ledger.decoys = 0
    ledger.haunt = NONE
    game.secret.flashlight[seat] = NONE


@rule
def clear_game(game):
    """Everything but the options, seed and generator, as it is before the deal: the cards lie in order."""
    table = game.table
    table.turn = 0
    table.turn_seat = NONE
    table.over = 0
    table.winner = NONE
    table.reason = End.NONE
    ask(table, NONE, Decision.NONE)
    clear_context(table)
    clear_log(table)
    for seat in range(MAX_SEATS):
        clear_seat(game, seat)
    table.draw_pile_size = N_CARDS
    for card in range(N_CARDS):
        game.secret.draw_pile[card] = card
        mark(table, card, NONE, Mark.NONE)


@rule
def prepare(game, seed):
    """A new game: shuffled (GG-SETUP-2) and handed out."""
    clear_game(game)
    secret = game.secret
    secret.seed = seed
    seed_generator(secret.rng, seed, 0)
    for last in range(N_CARDS - 1, 0, -1):
        other = random_below(secret.rng, last + 1)
        card = secret.draw_pile[last]
        secret.draw_pile[last] = secret.draw_pile[other]
        secret.draw_pile[other] = card
    hand_out(game)


@rule
def hand_out(game):
    """GG-SETUP-3 from a shuffled draw pile, GG-OPT-3: the deal, the pre-marked cards, and the first decision."""
    table = game.table
    if table.deal_flashlights and game.secret.flashlight[0] < 0:
        deal_flashlights(game)
    for seat in range(table.n_seats):
        for _ in range(N_DEALT):
            take_in_hand(game, seat, draw_card(game))
        game.ledger[seat].dealt = game.ledger[seat].hand
    for _ in range(table.pre_marked):
        mark(table, draw_card(game), NONE, Mark.PRE_MARKED)
    ask(table, 0, Decision.CHOOSE_HAUNT)


@rule
def deal_flashlights(game):
    """GG-OPT-4: distinct ones, fixed at reset and shown later."""
    taken = 0
    for seat in range(game.table.n_seats):
        wanted = random_below(game.secret.rng, N_FLASHLIGHTS - seat)
        for light in range(N_FLASHLIGHTS):
            if taken >> light & 1 == 0:
                if wanted == 0:
                    taken |= 1 << light
                    game.secret.flashlight[seat] = light
                    break
                wanted -= 1


@rule
def choose_secret(game, card):
    """GG-SETUP-4, GG-SETUP-5: Haunt, first Decoy, second Decoy; seat after seat."""
    table = game.table
    seat = int(table.decider)
    ledger = game.ledger[seat]
    leave_hand(game, seat, card)
    table.n_secrets[seat] += 1
    if table.decision == Decision.CHOOSE_HAUNT:
        ledger.haunt = card
        table.decision = Decision.CHOOSE_DECOY_1
        return
    ledger.decoys |= 1 << card
    if table.decision == Decision.CHOOSE_DECOY_1:
        table.decision = Decision.CHOOSE_DECOY_2
    elif seat + 1 < table.n_seats:
        ask(table, seat + 1, Decision.CHOOSE_HAUNT)
    elif table.deal_flashlights:
        show_flashlights(game)
        start_draws(game)
    else:
        ask(table, 0, Decision.PICK_FLASHLIGHT)


@rule
def show_flashlights(game):
    """GG-OPT-4: the deal becomes public."""
    for seat in range(game.table.n_seats):
        game.table.flashlight[seat] = game.secret.flashlight[seat]
        game.secret.flashlight[seat] = NONE


@rule
def pick_flashlight(game, light):
    """GG-SETUP-6, GG-SETUP-7."""
    table = game.table
    seat = int(table.decider)
    table.flashlight[seat] = light
    if seat + 1 < table.n_seats:
        ask(table, seat + 1, Decision.PICK_FLASHLIGHT)
    else:
        start_draws(game)


@rule
def start_draws(game):
    """GG-SETUP-9, GG-SETUP-10: everybody draws and marks a card; the highest number begins."""
    highest = NONE
    first = NONE
    for seat in range(game.table.n_seats):
        card = draw_card(game)
        mark(game.table, card, seat, Mark.START_DRAW)
        if card > highest:
            highest = card
            first = seat
    begin_turn(game.table, first)
