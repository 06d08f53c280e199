"""Guess (GG-GUESS), Raven included (GG-RAV)."""

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision, End, Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.outcome import win
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import lose_decoy, mark
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import ask, end_turn, next_active, silence, target_of
from haunted_env.games.ghosts_in_the_graveyard.state import NONE, rule


@rule
def declare_guess(table, raven):
    """GG-RAV-1, GG-RAV-2: Raven is declared, and spent, before the number is named."""
    seat = int(table.turn_seat)
    if raven:
        table.raven = 1
        table.raven_left[seat] -= 1
    ask(table, seat, Decision.GUESS_NUMBER)


@rule
def result_of(ledger, card):
    """GG-GUESS-4: only the target's Secrets count."""
    if ledger.haunt == card:
        return Result.HAUNT
    if ledger.decoys >> card & 1:
        return Result.DECOY
    return Result.MISS


@rule
def log_guess(table, card, result):
    """GG-HID-10: logged with its result when the number is named."""
    row = table.guesses[table.n_guesses]
    row.after = table.n_searches
    row.seat = table.turn_seat
    row.named = card
    row.raven = table.raven
    row.result = result
    table.n_guesses += 1


@rule
def name_number(game, card):
    """The number is named to the target (GG-GUESS-1)."""
    table = game.table
    seat = int(table.turn_seat)
    target = target_of(table, seat)
    result = result_of(game.ledger[target], card)
    log_guess(table, card, result)
    if result == Result.HAUNT:
        expose_haunt(game, target, card)
        win(table, seat, End.HAUNT_FOUND)
    elif result == Result.DECOY:
        # GG-GUESS-6: the guesser's free turn is a turn of its own.
        lose_decoy(game, target, card, Mark.DECOY_FOUND)
        end_turn(table, seat)
    elif table.raven:
        end_turn(table, next_active(table, seat))  # GG-RAV-3, GG-RAV-4
    elif game.ledger[seat].decoys:
        ask(table, seat, Decision.PENALTY_REVEAL)
    else:
        miss_with_the_last_secret(game, seat)


@rule
def expose_haunt(game, seat, card):
    """GG-GUESS-11: marked and discarded; Decoys stay hidden."""
    game.ledger[seat].haunt = NONE
    game.table.n_secrets[seat] -= 1
    mark(game.table, card, seat, Mark.HAUNT_FOUND)


@rule
def miss_with_the_last_secret(game, seat):
    """GG-GUESS-10: with two seats the other one wins (GG-END-2), otherwise the guesser is silenced (GG-SIL-2)."""
    table = game.table
    if table.n_seats == 2:
        win(table, 1 - seat, End.LAST_SECRET)
    else:
        table.guesses[table.n_guesses - 1].silenced = 1
        silence(game, seat)


@rule
def pay_penalty(game, card):
    """GG-GUESS-8, GG-GUESS-9: a Decoy of the guesser's choice."""
    table = game.table
    seat = int(table.turn_seat)
    table.guesses[table.n_guesses - 1].penalty = card
    lose_decoy(game, seat, card, Mark.PENALTY)
    end_turn(table, next_active(table, seat))
