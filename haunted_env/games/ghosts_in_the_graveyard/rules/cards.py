"""Where cards go: draw pile, hands, Secrets, discard pile (GG-CARD-1, GG-CARD-2)."""

from haunted_env.games.ghosts_in_the_graveyard.state import NONE, rule


@rule
def draw_card(game):
    """The next card of the draw pile."""
    table = game.table
    table.draw_pile_size -= 1
    card = int(game.secret.draw_pile[table.draw_pile_size])
    game.secret.draw_pile[table.draw_pile_size] = NONE
    return card


@rule
def take_in_hand(game, seat, card):
    game.ledger[seat].hand |= 1 << card
    game.table.hand_size[seat] += 1


@rule
def leave_hand(game, seat, card):
    game.ledger[seat].hand &= ~(1 << card)
    game.table.hand_size[seat] -= 1


@rule
def mark(table, card, seat, why):
    """GG-CARD-2: the number is marked and the card discarded; `seat` gave it up (GG-HID-9)."""
    table.mark[card] = why
    table.marked_by[card] = seat


@rule
def lose_decoy(game, seat, card, why):
    """A Decoy is revealed, marked and discarded (GG-GUESS-6, GG-GUESS-8)."""
    game.ledger[seat].decoys &= ~(1 << card)
    game.table.n_secrets[seat] -= 1
    mark(game.table, card, seat, why)


@rule
def secrets_of(ledger):
    """The set of a seat's Secrets: Haunt and Decoys."""
    if ledger.haunt < 0:
        return int(ledger.decoys)
    return ledger.decoys | 1 << ledger.haunt
