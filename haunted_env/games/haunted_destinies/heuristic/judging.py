"""Who may be the Opener: counted, then shifted by what players did and said."""

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.counting import (
    count_unseen,
    may_be_opener,
    normalise,
    opener_known,
)
from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.heuristic.trusting import shift, weigh_claims
from haunted_env.games.haunted_destinies.state import N_EVENTS

# How much likelier a seat is the Opener if ...
ATTACKED = 1.4  # ... somebody attacked it
# How much likelier a card is the Opener if ...
RETURNED = 1.2  # ... somebody put it back unturned
GIVEN_UP = 2.4  # ... somebody did so who would have gained by turning it up


@rule
def judge(table, ledger, guess):
    """Counted, shifted by what players did and said."""
    count_unseen(table, ledger, guess)
    if opener_known(ledger) >= 0:
        return
    weigh_events(table, ledger, guess)
    weigh_claims(table, ledger, guess)
    normalise(table, guess)


@rule
def weigh_events(table, ledger, guess):
    """Who is attacked, or has cards put back unturned, is suspect; one's own deeds are no evidence."""
    for i in range(min(int(table.n_events), N_EVENTS)):
        event = table.events[i]
        if event.actor == ledger.seat or event.target < 0 or event.target == event.actor:
            continue
        if event.kind == Event.ATTACK:
            if event.target != ledger.seat:  # who attacks oneself may just be strong
                shift(guess, event.target, ATTACKED)
        elif event.kind == Event.RETURN and may_be_opener(ledger.fact[event.target, event.slot]):
            tempted = table.ghost[event.actor] or table.wounds[event.actor] > 0
            likelier = (GIVEN_UP if tempted else RETURNED) - 1.0
            shift(guess, event.target, 1.0 + likelier / max(1, int(table.pile_size[event.target])))
