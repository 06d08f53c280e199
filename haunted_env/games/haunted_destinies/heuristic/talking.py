"""What players say, to everybody or to one other, and when.

Who has found itself to be the Opener accuses somebody else and clears itself. Who knows the Opener but is too weak to
bind them alone says so; with `bind_win="living"` the truth is always worth telling. Who is certainly not the Opener
clears itself, so as not to be attacked. Ghosts would rather have the living hunt the wrong one. Some styles say more,
or less, or lie. Nothing is said twice to the same ears while it is remembered.
"""

from haunted_env.games.haunted_destinies.actions import Act, Claim, Decision
from haunted_env.games.haunted_destinies.counting import IS, holder_known, may_be_opener, opener_known
from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.heuristic.styles import ALWAYS, LIES, NEVER, TELLS, trait
from haunted_env.games.haunted_destinies.rules.rolls import attack_lead
from haunted_env.games.haunted_destinies.rules.stack import n_living
from haunted_env.games.haunted_destinies.state import N_CLAIMS, N_PSYCHE, N_TOLD, NONE
from haunted_env.games.haunted_destinies.tables import OPENER

SUSPECT = 0.92  # who is the Opener with so many times the chance of anybody living is not trusted

# A statement is a claim in one number: its kind, whom it is about, the card it names (or NONE).
NOTHING = -1
KINDS, SEATS = 8, 8


@rule
def stated(kind, seat, card):
    return kind + KINDS * (seat + SEATS * (card + 1))


@rule
def kind_of(statement):
    return statement % KINDS


@rule
def seat_of(statement):
    return statement // KINDS % SEATS


@rule
def card_of(statement):
    return statement // (KINDS * SEATS) - 1


@rule
def is_repeated(claim, speaker, statement):
    return claim.speaker == speaker and stated(claim.kind, claim.seat, claim.card) == statement


@rule
def is_news(table, ledger, listener, statement):
    """Whether the listener (NONE: everybody) has not heard it from this seat, as far as claims are kept."""
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        if is_repeated(table.claims[i], ledger.seat, statement):
            return False
    if listener >= 0:
        for i in range(min(int(ledger.n_told), N_TOLD)):
            if ledger.told[i].listener == listener and is_repeated(ledger.told[i], ledger.seat, statement):
                return False
    return True


@rule
def is_cleared(table, ledger, seat):
    """Whether a living player is certainly not the Opener."""
    known = opener_known(ledger)
    if known >= 0:
        return known != seat
    for slot in range(table.pile_size[seat]):
        if may_be_opener(ledger.fact[seat, slot]):
            return False
    return True


@rule
def statement_for(table, ledger, style, listener, is_word):
    """What to say to the listener (NONE: everybody), freely or as a word in a trade, if anything."""
    seat = int(ledger.seat)
    if table.ritual:
        return NOTHING
    if is_liar(table, ledger, style):
        return lie(table, ledger, listener)
    if opener_known(ledger) == seat or trait(style, TELLS) == NEVER:
        return NOTHING
    return truth(table, ledger, style, listener, is_word)


@rule
def is_liar(table, ledger, style):
    """Openers and ghosts gain by lies; some always lie, some never."""
    seat = int(ledger.seat)
    lies = trait(style, LIES)
    return lies == ALWAYS or (lies > NEVER and (table.ghost[seat] or opener_known(ledger) == seat))


@rule
def lie(table, ledger, listener):
    """Accuse somebody who is certainly not the Opener; the Opener also clears itself."""
    seat = int(ledger.seat)
    scapegoat = choose_scapegoat(table, ledger, listener)
    if scapegoat >= 0 and is_news(table, ledger, listener, stated(Claim.ACCUSE, scapegoat, NONE)):
        return stated(Claim.ACCUSE, scapegoat, NONE)
    if opener_known(ledger) == seat and is_news(table, ledger, listener, stated(Claim.CLEAR, seat, NONE)):
        return stated(Claim.CLEAR, seat, NONE)
    return NOTHING


@rule
def choose_scapegoat(table, ledger, listener):
    """The weakest, whom others will dare to attack; not who listens, who knows better."""
    best = -1
    for other in range(table.n_seats):
        if other == ledger.seat or other == listener or table.ghost[other]:
            continue
        if (best < 0 or table.health[other] < table.health[best]) and is_cleared(table, ledger, other):
            best = other
    return best


@rule
def shares(table, ledger, style, known):
    """Whether to let others know who the Opener is."""
    tells = trait(style, TELLS)
    if tells == ALWAYS:
        return True
    return tells > NEVER and (table.bind_win == 1 or attack_lead(table, ledger.seat, known) < 0)


@rule
def truth(table, ledger, style, listener, is_word):
    """The most useful of what is certain."""
    seat = int(ledger.seat)
    known = opener_known(ledger)
    if known >= 0 and known != listener and shares(table, ledger, style, known):
        if is_news(table, ledger, listener, stated(Claim.ACCUSE, known, NONE)):
            return stated(Claim.ACCUSE, known, NONE)
    if not table.ghost[seat] and is_cleared(table, ledger, seat):
        if is_news(table, ledger, listener, stated(Claim.CLEAR, seat, NONE)):
            return stated(Claim.CLEAR, seat, NONE)
    if listener >= 0 and (is_word or table.bind_win == 1 or trait(style, TELLS) == ALWAYS):
        return detail(table, ledger, listener)
    return NOTHING


@rule
def detail(table, ledger, listener):
    """Who else is not the Opener; otherwise where a card is that makes its place less likely to be the Opener's."""
    for other in range(table.n_seats):
        if other != listener and not table.ghost[other] and is_cleared(table, ledger, other):
            if is_news(table, ledger, listener, stated(Claim.CLEAR, other, NONE)):
                return stated(Claim.CLEAR, other, NONE)
    for card in range(N_PSYCHE):
        holder = holder_known(ledger, card)
        if card == OPENER or holder < 0 or holder == listener or table.up_at[card] >= 0:
            continue
        if is_news(table, ledger, listener, stated(Claim.HOLDS, holder, card)):
            return stated(Claim.HOLDS, holder, card)
    return NOTHING


@rule
def trusts(table, ledger, other, guess):
    """Whether the truth may be told to another player; those who lie need no trust, and ghosts have nothing to lose."""
    known = opener_known(ledger)
    if known >= 0:
        return known != other
    return table.ghost[ledger.seat] or guess[IS, other] * n_living(table) < SUSPECT


@rule
def choose_listener(table, ledger, guess, style):
    """Whom of those here to tell something; -1 for nobody."""
    seat = int(ledger.seat)
    for other in range(table.n_seats):
        if other == seat or table.pawn[other] != table.pawn[seat] or table.ghost[other]:
            continue
        if trusts(table, ledger, other, guess) and statement_for(table, ledger, style, other, False) >= 0:
            return other
    return -1


@rule
def wants_to_talk(table, ledger, style):
    return statement_for(table, ledger, style, NONE, False) >= 0


@rule
def choose_words(table, ledger, style):
    """TALK_KIND, TALK_SEAT and TALK_CARD: the statement, step by step; -1 if there is none."""
    listener = NONE
    if table.action == Act.TELL or table.action == Act.TRADE:
        listener = int(table.opponent if table.actor == ledger.seat else table.actor)
    statement = statement_for(table, ledger, style, listener, table.action == Act.TRADE)
    if statement < 0:
        return -1
    if ledger.decision == Decision.TALK_KIND:
        return Act.ACCUSE + kind_of(statement)
    if ledger.decision == Decision.TALK_SEAT:
        return Act.SEAT + seat_of(statement)
    return Act.PSYCHE + card_of(statement)
