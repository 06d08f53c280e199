"""RLCard's games for leakcheck: its environments as a `Game`, and what their players may not know.

    haunted-env leakcheck rlcard_games:RlcardGame -o name=uno --exchange rlcard_games:exchange

Run it in this folder. `exchange` deals the unseen cards anew: the deck and the other players' hands.
"""

import copy
from types import ModuleType

import rlcard


class RlcardGame:
    """What `haunted_env.leakcheck.Game` asks for."""

    def __init__(self, name, **config):
        self.name, self.config = name, config

    def reset(self, seed):
        self.raw = rlcard.make(self.name, {**self.config, "seed": seed})
        self.raw.reset()

    def copy(self):
        twin = copy.copy(self)
        modules = {id(value): value for value in vars(self.raw).values() if isinstance(value, ModuleType)}
        twin.raw = copy.deepcopy(self.raw, modules)  # gin rummy keeps some, and they cannot be copied
        return twin

    @property
    def seats(self):
        return range(self.raw.num_players)

    @property
    def acting(self):
        return None if self.raw.is_over() else self.raw.get_player_id()

    def legal(self):
        return list(self.raw.get_state(self.acting)["legal_actions"])

    def play(self, action):
        self.raw.step(action)

    def seen(self, seat):
        return {"acting": self.acting, "state": copy.deepcopy(dict(self.raw.get_state(seat)))}


def exchange(env, player, rng):
    """The unseen cards dealt anew, of an environment of RLCard."""
    return EXCHANGES[env.name](env.game, player, rng)


def poker(game, player, rng):
    deal_anew([other.hand for other in game.players if other is not game.players[player]], game.dealer.deck, rng)


def leduc(game, player, rng):
    others = [other for other in game.players if other is not game.players[player]]
    hands = [[other.hand] for other in others]
    deal_anew(hands, game.dealer.deck, rng)
    for other, (card,) in zip(others, hands, strict=True):
        other.hand = card


def uno_cards(game, player, rng):
    """That who draws had nothing to play is left out of account: nothing that is shown depends on it."""
    deal_anew([other.hand for other in game.players if other.player_id != player], game.round.dealer.deck, rng)


def gin(game, player, rng):
    """Cards that the other player took from the discard pile are known."""
    if game.is_over() or game.round is None:
        return False
    (other,) = (other for other in game.round.players if other.player_id != player)
    unseen = [card for card in other.hand if card not in other.known_cards]
    deal_anew([unseen], game.round.dealer.stock_pile, rng)
    other.hand[:] = unseen + [card for card in other.hand if card in other.known_cards]
    other.did_populate_hand()
    return True


def bridge_hands(game, player, rng):
    """Two unseen cards of a suit change places, so that who has followed suit still has. The dummy lies open once a
    card is played, and the declarer chooses for it: whoever acts in its place knows the declarer's hand."""
    known = [game.round.players[player]]
    if game.round.play_card_count:
        dummy = game.round.get_dummy()
        known += [dummy] + [game.round.get_declarer()] * (dummy is known[0])
    hidden = [other for other in game.round.players if other not in known]
    one, two = (hidden[place].hand for place in rng.permutation(len(hidden))[:2])
    pairs = [(i, j) for i, mine in enumerate(one) for j, theirs in enumerate(two) if mine.suit == theirs.suit]
    if not pairs:
        return False
    i, j = pairs[rng.integers(len(pairs))]
    one[i], two[j] = two[j], one[i]
    return True


def deal_anew(hands, deck, rng):
    """Shuffle hands and deck, in place."""
    cards = [card for hand in hands for card in hand] + list(deck)
    cards = [cards[place] for place in rng.permutation(len(cards))]
    for hand in [*hands, deck]:
        hand[:], cards = cards[: len(hand)], cards[len(hand) :]


EXCHANGES = {
    "leduc-holdem": leduc,
    "limit-holdem": poker,
    "no-limit-holdem": poker,
    "uno": uno_cards,
    "gin-rummy": gin,
    "bridge": bridge_hands,
}
