"""What players trade: notes for notes among those who seek, notes sold by those who are too weak to use them, words.

Worths are in units of one wound, like those of items. Who knows the Opener and wants to bind them alone shows nobody
its notes, and the Opener never does.
"""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.counting import opener_known
from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.heuristic.styles import NEVER, TELLS, trait
from haunted_env.games.haunted_destinies.heuristic.talking import is_liar, shares, statement_for, trusts
from haunted_env.games.haunted_destinies.heuristic.worth import ITEM_WORTH
from haunted_env.games.haunted_destinies.state import N_EVENTS, N_ITEMS, NONE, TRADE_NOTES, TRADE_WORD

NOTES_WORTH, NOTES_COST = 1.5, 0.5  # to who seeks the Opener; of helping a rival to find them
WORD_WORTH, WORD_COST = 0.2, 0.1
NEVER_GIVEN = 99.0

# A deal is what is given and what is asked for in one number.
NO_DEAL = -1
THINGS = 32


@rule
def dealt(given, wanted):
    return given + 1 + THINGS * (wanted + 1)


@rule
def has_news(table, seat, other):
    """Whether a seat has looked at a card since the two last spoke of a trade, as far as events are kept."""
    newest = int(table.n_events)
    for i in range(newest - 1, max(newest - N_EVENTS, 0) - 1, -1):
        event = table.events[i % N_EVENTS]
        if event.kind == Event.LOOK and event.actor == seat:
            return True
        if event.kind == Event.TRADE and (event.actor == seat or event.actor == other):
            if event.target == seat or event.target == other:
                return False
    return False


@rule
def wants_notes(table, ledger, other):
    """The living seek the Opener, ghosts the Haunting cards; neither can do much with the others' notes."""
    if table.ghost[ledger.seat] != table.ghost[other]:
        return False
    return table.ghost[other] or (not table.ritual and opener_known(ledger) < 0)


@rule
def gives_notes(table, ledger, other, guess, style):
    """Whether another player may see the notes at all."""
    seat = int(ledger.seat)
    if table.ghost[seat] != table.ghost[other] or trait(style, TELLS) == NEVER:
        return False
    if table.ghost[seat]:
        return True
    known = opener_known(ledger)
    if table.ritual or known == seat or not trusts(table, ledger, other, guess):
        return False
    return known < 0 or shares(table, ledger, style, known)


@rule
def bargain(table, owner):
    """An item of the owner's that is worth notes to both sides; NONE if there is none."""
    best = NONE
    for item in range(N_ITEMS):
        if table.items[owner, item] > 0 and NOTES_COST < ITEM_WORTH[item] < NOTES_WORTH:
            if best < 0 or ITEM_WORTH[item] < ITEM_WORTH[best]:
                best = item
    return best


@rule
def deal_with(table, ledger, other, guess, style):
    """What to offer another player; NO_DEAL for nothing."""
    seat = int(ledger.seat)
    if not has_news(table, seat, other):
        return NO_DEAL
    wants = wants_notes(table, ledger, other)
    if gives_notes(table, ledger, other, guess, style):
        if wants:  # and the other has something new to show as well
            return dealt(TRADE_NOTES, TRADE_NOTES) if has_news(table, other, seat) else NO_DEAL
        return dealt(TRADE_NOTES, bargain(table, other))
    if statement_for(table, ledger, style, other, True) < 0:
        return NO_DEAL
    item = bargain(table, seat)
    if wants and item >= 0 and not table.ghost[seat]:
        return dealt(item, TRADE_NOTES)
    return dealt(TRADE_WORD, TRADE_WORD) if is_liar(table, ledger, style) and not table.ghost[other] else NO_DEAL


@rule
def choose_partner(table, ledger, guess, style):
    """Whom of those here to offer a trade; -1 for nobody."""
    seat = int(ledger.seat)
    for other in range(table.n_seats):
        if other != seat and table.pawn[other] == table.pawn[seat]:
            if deal_with(table, ledger, other, guess, style) >= 0:
                return other
    return -1


@rule
def choose_offer(table, ledger, guess, style):
    """TRADE_GIVE and TRADE_ASK."""
    deal = deal_with(table, ledger, int(table.opponent), guess, style)
    if deal < 0:
        return -1
    thing = (deal % THINGS if ledger.decision == Decision.TRADE_GIVE else deal // THINGS) - 1
    if thing == TRADE_WORD:
        return Act.WORD
    if thing == TRADE_NOTES:
        return Act.NOTES
    return Act.ITEM + thing if thing >= 0 else Act.PASS


@rule
def choose_reply(table, ledger, guess, style):
    """TRADE_REPLY: yes to what is worth more."""
    gains = gain_of(table, ledger, int(table.trade_give))
    return Act.YES if gains > cost_of(table, ledger, int(table.trade_ask), guess, style) else Act.NO


@rule
def gain_of(table, ledger, thing):
    if thing == TRADE_NOTES:
        return NOTES_WORTH if wants_notes(table, ledger, int(table.actor)) else 0.0
    if thing == TRADE_WORD:
        return WORD_WORTH
    return ITEM_WORTH[thing] if thing >= 0 else 0.0


@rule
def cost_of(table, ledger, thing, guess, style):
    partner = int(table.actor)
    if thing == TRADE_NOTES:
        return NOTES_COST if gives_notes(table, ledger, partner, guess, style) else NEVER_GIVEN
    if thing == TRADE_WORD:
        return WORD_COST if statement_for(table, ledger, style, partner, True) >= 0 else NEVER_GIVEN
    return ITEM_WORTH[thing] if thing >= 0 else 0.0
