"""What there is to find out: who is the Opener, and who holds each of the other Psyche cards?"""

from functools import partial

from haunted_env.games.haunted_destinies.belief import card_beliefs, holders
from haunted_env.games.haunted_destinies.state import N_PSYCHE
from haunted_env.games.haunted_destinies.tables import CARD_IDS, CARD_NAMES, OPENER
from haunted_env.spec.belief import Belief


def who_holds(card: int) -> Belief:
    name = CARD_NAMES[card]
    asked = "who is the Opener?" if card == OPENER else f"who holds {name}?"
    return Belief(asked, partial(card_beliefs, card=card), partial(holders, card=card), name=name)


QUESTIONS = {CARD_IDS[card]: who_holds(card) for card in range(N_PSYCHE)}
WHO_IS_THE_OPENER = QUESTIONS[CARD_IDS[OPENER]]
