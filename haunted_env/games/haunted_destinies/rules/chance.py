"""Dice, random picks and shuffles, from the game's own generator or from a position's forced results."""

from haunted_env.engine.rng import random_below
from haunted_env.games.haunted_destinies.state import rule


@rule
def roll_die(game):
    """A number 1..6."""
    secret = game.secret
    if secret.n_forced_dice > 0:
        die = int(secret.forced_dice[0])
        secret.n_forced_dice -= 1
        for i in range(secret.n_forced_dice):
            secret.forced_dice[i] = secret.forced_dice[i + 1]
        secret.forced_dice[secret.n_forced_dice] = 0
        return die
    return 1 + random_below(secret.rng, 6)


@rule
def pick(game, n):
    """A uniformly random number 0..n-1 (a forced one counts modulo n)."""
    secret = game.secret
    if secret.n_forced_picks > 0:
        picked = int(secret.forced_picks[0])
        secret.n_forced_picks -= 1
        for i in range(secret.n_forced_picks):
            secret.forced_picks[i] = secret.forced_picks[i + 1]
        secret.forced_picks[secret.n_forced_picks] = 0
        return picked % n
    return random_below(secret.rng, n)


@rule
def is_forced(game, row, n):
    """Whether the next forced shuffle is one of exactly these n cards; it stands at forced_shuffle[1..n], top first."""
    forced = game.secret.forced_shuffle
    if game.secret.n_forced_shuffle == 0 or forced[0] != n:
        return False
    for i in range(n):
        surplus = 0
        for j in range(n):
            surplus += int(forced[1 + j] == row[i]) - int(row[j] == row[i])
        if surplus != 0:
            return False
    return True


@rule
def drop_forced_shuffle(game):
    """The first forced shuffle is used up."""
    secret = game.secret
    used = secret.forced_shuffle[0] + 1
    for i in range(secret.n_forced_shuffle):
        after = i + used
        secret.forced_shuffle[i] = secret.forced_shuffle[after] if after < secret.n_forced_shuffle else 0
    secret.n_forced_shuffle -= used


@rule
def shuffle(game, row, n, top):
    """Put the first n cards of a row in random order; `top` is the place of the top card, 0 or n - 1."""
    if is_forced(game, row, n):
        for i in range(n):
            row[top - i if top > 0 else i] = game.secret.forced_shuffle[1 + i]
        drop_forced_shuffle(game)
        return
    for i in range(n - 1, 0, -1):
        j = random_below(game.secret.rng, i + 1)
        card = row[i]
        row[i] = row[j]
        row[j] = card


@rule
def shuffle_search_deck(game, n):
    """The first n cards of the Search deck; the top card is the last one."""
    shuffle(game, game.secret.search_deck, n, n - 1)


@rule
def shuffle_haunting_deck(game, n):
    """The same for the Haunting deck."""
    shuffle(game, game.secret.haunting_deck, n, n - 1)


@rule
def shuffle_pile_cards(game, seat):
    """A Destiny pile; what is known of it is the caller's business."""
    shuffle(game, game.secret.pile[seat], game.table.pile_size[seat], 0)
