"""GG-INV: what holds at every decision, as compiled checks, so that millions of positions can be checked."""

from haunted_env.engine.jit import make_rule
from haunted_env.games.ghosts_in_the_graveyard import SPEC
from haunted_env.games.ghosts_in_the_graveyard.actions import N_ACTIONS, Decision, End, Mark, Result
from haunted_env.games.ghosts_in_the_graveyard.legal import legal
from haunted_env.games.ghosts_in_the_graveyard.outcome import returns
from haunted_env.games.ghosts_in_the_graveyard.rules.cards import secrets_of
from haunted_env.games.ghosts_in_the_graveyard.rules.search import asked_area
from haunted_env.games.ghosts_in_the_graveyard.rules.turn import target_of
from haunted_env.games.ghosts_in_the_graveyard.state import HAND, N_HANDS, N_SECRETS, N_TURNS, NONE, compiler
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from tests.invariants import checked_by, types_of

rule = make_rule(types_of(compiler))


@rule
def n_in(some):
    n = 0
    for card in range(N_CARDS):
        n += some >> card & 1
    return n


@rule
def places_of(game, card):
    """In how many places a card is."""
    n = int(game.table.mark[card] != Mark.NONE)
    for seat in range(game.table.n_seats):
        ledger = game.ledger[seat]
        n += (ledger.hand >> card & 1) + (ledger.decoys >> card & 1) + int(ledger.haunt == card)
    for i in range(game.table.draw_pile_size):
        n += game.secret.draw_pile[i] == card
    return n


@rule
def cards_are_conserved(game):
    """GG-INV-1, GG-INV-5: every card is in exactly one place; nothing lies beyond the draw pile."""
    for card in range(N_CARDS):
        if places_of(game, card) != 1:
            return False
        if card >= game.table.draw_pile_size and game.secret.draw_pile[card] != NONE:
            return False
    return True


@rule
def marks_only_grow(game, earlier):
    """GG-INV-2."""
    for card in range(N_CARDS):
        if earlier.table.mark[card] != Mark.NONE:
            if game.table.mark[card] != earlier.table.mark[card]:
                return False
            if game.table.marked_by[card] != earlier.table.marked_by[card]:
                return False
        elif game.table.mark[card] == Mark.NONE and game.table.marked_by[card] != NONE:
            return False
    return True


@rule
def secrets_are_sound(game, earlier):
    """GG-INV-3, and the public counts agree with the cards."""
    table = game.table
    for seat in range(table.n_seats):
        ledger = game.ledger[seat]
        n_decoys = n_in(ledger.decoys)
        if table.n_secrets[seat] != n_decoys + int(ledger.haunt >= 0) or table.hand_size[seat] != n_in(ledger.hand):
            return False
        if table.turn_seat == NONE and not table.over:
            continue
        if earlier.table.turn_seat >= 0 and n_decoys > n_in(earlier.ledger[seat].decoys):
            return False
        exposed = False
        lost = 0
        for card in range(N_CARDS):
            if table.marked_by[card] == seat:
                exposed = exposed or table.mark[card] == Mark.HAUNT_FOUND
                lost += table.mark[card] == Mark.DECOY_FOUND or table.mark[card] == Mark.PENALTY
        if exposed == (ledger.haunt >= 0) or n_decoys + lost + 1 != N_SECRETS:
            return False
    return True


@rule
def hands_are_sound(game):
    """GG-INV-4: a draw pile that is not empty has never been."""
    table = game.table
    for seat in range(table.n_seats):
        size = int(table.hand_size[seat])
        if table.silenced[seat] and size != 0:
            return False
        if table.decision == Decision.TURN_MENU and not table.silenced[seat]:
            if size > HAND or (size < HAND and table.draw_pile_size > 0):
                return False
    return True


@rule
def icons_only_fall(game, earlier):
    """GG-INV-6."""
    table = game.table
    new = table.turn_seat == NONE and not table.over
    for seat in range(table.n_seats):
        if not 0 <= table.vanish_left[seat] <= 1 or not 0 <= table.raven_left[seat] <= 1:
            return False
        if not 0 <= table.hands_left[seat] <= N_HANDS:
            return False
        if new:
            continue
        if table.vanish_left[seat] > earlier.table.vanish_left[seat]:
            return False
        if table.raven_left[seat] > earlier.table.raven_left[seat]:
            return False
        if table.hands_left[seat] > earlier.table.hands_left[seat]:
            return False
    return True


@rule
def log_is_true(game, earlier):
    """GG-INV-7: what was logged since the last decision is what the cards said then."""
    table = game.table
    if table.n_searches < earlier.table.n_searches or table.n_guesses < earlier.table.n_guesses:
        return False
    for i in range(earlier.table.n_searches, table.n_searches):
        row = table.searches[i]
        held = secrets_of(earlier.ledger[target_of(table, row.seat)])
        if int(held & asked_area(table, row.light, row.played, row.place) != 0) != row.yes:
            return False
    for i in range(earlier.table.n_guesses, table.n_guesses):
        guess = table.guesses[i]
        target = target_of(table, guess.seat)
        was_secret = secrets_of(earlier.ledger[target]) >> guess.named & 1
        if (guess.result == Result.MISS) == (was_secret == 1):
            return False
        if (guess.result == Result.HAUNT) != (earlier.ledger[target].haunt == guess.named):
            return False
    return True


@rule
def end_is_sound(game, data):
    """GG-INV-8: rewards sum to 0, exactly one winner unless truncated."""
    table = game.table
    if not table.over:
        return table.reason == End.NONE and table.winner == NONE and table.decider >= 0
    total = 0.0
    winners = 0
    for seat in range(table.n_seats):
        total += returns(game, seat, data)
        winners += returns(game, seat, data) == 1.0
    cut = table.reason == End.MAX_TURNS
    return abs(total) < 1e-6 and winners == (0 if cut else 1) and table.decider == NONE


@rule
def turns_are_sound(game, mask, data):
    """GG-INV-9, GG-DEC-5: the bound of turns, and the decider can act."""
    table = game.table
    pending = int(table.decision == Decision.PENALTY_REVEAL)
    if table.turn > N_TURNS - table.pre_marked or table.turn + pending != table.n_searches + table.n_guesses:
        return False
    if table.over:
        return True
    for action in range(N_ACTIONS):
        mask[action] = 0
    legal(table, game.ledger[table.decider], mask, data)
    n = 0
    for action in range(N_ACTIONS):
        n += mask[action]
    return n > (1 if table.auto_forced else 0) and not table.silenced[table.decider]


@rule
def first_violation(game, earlier, mask, data):
    """The number of the violated clause, 0 for none."""
    if not cards_are_conserved(game):
        return 1
    if not marks_only_grow(game, earlier):
        return 2
    if not secrets_are_sound(game, earlier):
        return 3
    if not hands_are_sound(game):
        return 4
    if not icons_only_fall(game, earlier):
        return 6
    if not log_is_true(game, earlier):
        return 7
    if not end_is_sound(game, data):
        return 8
    if not turns_are_sound(game, mask, data):
        return 9
    return 0


violations = checked_by(SPEC, first_violation)
