"""What the other seats have said and heard in a drawn world: what the viewer knows of it, else anything."""

from haunted_env.engine.rng import random_below
from haunted_env.games.haunted_destinies.actions import Claim
from haunted_env.games.haunted_destinies.blank import clear_claim, clear_record
from haunted_env.games.haunted_destinies.rules.stack import Task, with_piles
from haunted_env.games.haunted_destinies.rules.talk import borders_used, claim_seats
from haunted_env.games.haunted_destinies.rules.trade import TOLD
from haunted_env.games.haunted_destinies.setup import is_set_used
from haunted_env.games.haunted_destinies.state import N_PSYCHE, N_TOLD, NONE, TRADE_WORD
from haunted_env.games.haunted_destinies.unseen.places import rule


@rule
def fill_log(world, seat, other):
    """HD-FREE-22: of the viewer's private claims, those that the other seat said or heard."""
    log = world.ledger[seat]
    ledger = world.ledger[other]
    clear_claim(ledger)
    ledger.n_told = 0
    for i in range(N_TOLD):  # the rest of the log as in a game dealt: equal games must have equal bytes
        clear_record(ledger.told[i])
    for i in range(max(0, log.n_told - N_TOLD), log.n_told):
        claim = log.told[i % N_TOLD]
        if claim.speaker == other or claim.listener == other:
            copy_claim(claim, ledger.told[ledger.n_told])
            ledger.n_told += 1


@rule
def copy_claim(claim, copy):
    copy.turn = claim.turn
    copy.speaker = claim.speaker
    copy.listener = claim.listener
    copy.kind = claim.kind
    copy.seat = claim.seat
    copy.card = claim.card
    copy.slot = claim.slot
    copy.border = claim.border


@rule
def choose_waiting_word(world, generator):
    """In a trade of words, while the partner chooses, the active player's word is chosen but unknown (HD-FREE-9)."""
    if world.work.depth < 2:
        return
    trade = world.work.stack[world.work.depth - 2]
    if trade.task == Task.TRADE and trade.phase == TOLD and trade.card == TRADE_WORD:
        choose_claim(world, world.ledger[trade.seat], generator)


@rule
def choose_claim(world, ledger, generator):
    """Any claim of HD-FREE-13, each choice of HD-FREE-18 as likely as the others."""
    table = world.table
    n_kinds = Claim.SEEN + 1 if with_piles(table) else Claim.NOT_HOLDS + 1
    ledger.claim_kind = random_below(generator, n_kinds)
    ledger.claim_seat = any_of(claim_seats(table, ledger.claim_kind), generator)
    if ledger.claim_kind >= Claim.GREY:
        ledger.claim_slot = random_below(generator, table.pile_size[ledger.claim_seat])
        if ledger.claim_kind == Claim.SEEN:
            ledger.claim_border = any_of(borders_used(table), generator)
    elif ledger.claim_kind >= Claim.HOLDS:
        cards = 0
        for card in range(N_PSYCHE):
            cards |= is_set_used(table, card) << card
        ledger.claim_card = any_of(cards, generator)


@rule
def any_of(bits, generator):
    """One of the numbers of a set."""
    n = 0
    found = NONE
    for number in range(N_PSYCHE):
        if bits >> number & 1:
            n += 1
            if random_below(generator, n) == 0:
                found = number
    return found
