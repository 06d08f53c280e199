"""Claims and trades: few words, mostly true.

Who knows the Opener but is too weak to bind them alone lets everybody know; an Opener who feels hunted accuses
somebody else. With `bind_win="living"` the truth is always worth telling. Some styles say more, or less, or lie.
"""

from haunted_env.games.haunted_destinies.actions import Act, Claim
from haunted_env.games.haunted_destinies.counting import IS, opener_known
from haunted_env.games.haunted_destinies.heuristic.noise import noise, rule
from haunted_env.games.haunted_destinies.heuristic.styles import (
    ALWAYS,
    LIES,
    NEVER,
    TELLS,
    trait,
)
from haunted_env.games.haunted_destinies.heuristic.worth import ITEM_WORTH
from haunted_env.games.haunted_destinies.rules.rolls import attack_lead
from haunted_env.games.haunted_destinies.state import N_CLAIMS, N_ITEMS


@rule
def accused_seat(table, ledger, style):
    """Whom to accuse; -1 for nobody."""
    seat = int(ledger.seat)
    known = opener_known(ledger)
    if table.ritual or known < 0:
        return -1
    lies = trait(style, LIES)
    if known == seat:
        return scapegoat(table, seat, known) if lies > NEVER else -1
    if lies == ALWAYS:
        return scapegoat(table, seat, known)
    tells = trait(style, TELLS)
    if tells == ALWAYS or (tells > NEVER and (table.bind_win == 1 or attack_lead(table, seat, known) < 0)):
        return known
    return -1


@rule
def scapegoat(table, seat, opener):
    """Whom to accuse who is not the Opener: the weakest, whom others will dare to attack."""
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if other != seat and other != opener and not table.ghost[other] and -table.health[other] > top:
            top = float(-table.health[other])
            best = other
    return best


@rule
def wants_to_talk(table, ledger, style):
    """A claim that has not been made lately."""
    accused = accused_seat(table, ledger, style)
    if accused < 0:
        return False
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        claim = table.claims[i]
        if claim.speaker == ledger.seat and claim.kind == Claim.ACCUSE and claim.seat == accused:
            return False
    return True


@rule
def choose_claim_seat(table, ledger, mask, guess, style, generator):
    """TALK_SEAT."""
    accused = accused_seat(table, ledger, style)
    if accused >= 0 and mask[Act.SEAT + accused]:
        return Act.SEAT + accused
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if mask[Act.SEAT + other] and noise(generator) + guess[IS, other] > top:
            top = noise(generator) + guess[IS, other]
            best = other
    return Act.SEAT + best


@rule
def choose_reply(table):
    """TRADE_REPLY: yes to what is worth more; knowledge is neither given nor paid for."""
    if table.trade_give >= N_ITEMS or table.trade_ask >= N_ITEMS:
        return Act.NO
    gets = ITEM_WORTH[table.trade_give] if table.trade_give >= 0 else 0.0
    gives = ITEM_WORTH[table.trade_ask] if table.trade_ask >= 0 else 0.0
    return Act.YES if gets > gives else Act.NO
