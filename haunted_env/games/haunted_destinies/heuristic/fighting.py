"""Attacks, probes and declarations: what they are worth, and the decisions inside them."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.counting import FIND, IS, opener_known
from haunted_env.games.haunted_destinies.heuristic.noise import noise, rule
from haunted_env.games.haunted_destinies.heuristic.odds import (
    ATTACKS,
    BY_OPENER,
    DEALT,
    DOWN,
    EQUALS,
    FALLS,
    MAX_EDGE,
    ON_OPENER,
    TAKEN,
)
from haunted_env.games.haunted_destinies.heuristic.styles import CAUTION, FURY, trait
from haunted_env.games.haunted_destinies.heuristic.worth import ITEM_WORTH, TURNED_UP
from haunted_env.games.haunted_destinies.rules.attack import round_wounds
from haunted_env.games.haunted_destinies.rules.rolls import attack_edge, attack_lead, loses, probe_lead, wins
from haunted_env.games.haunted_destinies.rules.stack import n_living
from haunted_env.games.haunted_destinies.state import MAX_PILE, N_ITEMS, N_PSYCHE, SEEN, G
from haunted_env.games.haunted_destinies.tables import OPENER

# Chances to win, by the number of living players: near what games of this player gave, then tuned in play.
HOPES = np.array([1.0, 1.0, 0.5, 0.33, 0.27, 0.24, 0.22], np.float64)  # of a living player
ERRED = np.array([0.0, 1.0, 1.0, 0.07, 0.14, 0.23, 0.28], np.float64)  # who bound the wrong player
RISEN = np.array([1.0, 1.0, 1.0, 0.86, 0.77, 0.58, 0.49], np.float64)  # who began the ritual as the Opener
DEAD = np.array([0.0, 0.0, 0.0, 0.18, 0.2, 0.24, 0.27], np.float64)  # who began it and was not
ERRED_OPENER = 0.06  # what an Opener gains by a binding that fails
RIVAL_GONE = 0.11  # and by every other player's fall
HAUNTED_RISEN, HAUNTED_GONE = 0.15, 0.35  # what ghosts in the game add to these two: time is on their side
OPENER_EAGER = 0.3  # an Opener has less to lose: its own attacks count for more

# The more rivals, the sooner somebody else would do it; the last two fight for everything.
EAGERNESS = np.array([0.0, 0.0, 3.3, 1.25, 2.1, 4.0, 4.6], np.float64)
WOUNDS_ARE = 0.475  # how much of a fall wounds are, beside their share
FALLEN = 0.37  # the cost of falling
WOUND = 0.105  # the cost of a wound
ACTION = 0.012  # the cost of an action
FOUND = 0.25  # finding the Opener card
KNOWN_LOOK = 0.021  # a look that cannot find it
LOOT = 1.3  # a card worth so much is taken instead of dealing a wound


@rule
def bind_worth(table, seat, other, guess):
    """BIND over a fallen player. With two living it always wins: either binds the Opener, or is the Opener."""
    if n_living(table) <= 2:
        return 1.0
    after = ERRED[n_living(table)] + ERRED_OPENER * guess[IS, seat]
    return guess[IS, other] + (1.0 - guess[IS, other]) * after


@rule
def ritual_worth(table, guess, seat):
    """RITUAL: it succeeds if the declarer is the Opener, and makes a ghost of anybody else."""
    risen = RISEN[n_living(table)] + HAUNTED_RISEN * (n_living(table) < table.n_seats)
    return guess[IS, seat] * risen + (1.0 - guess[IS, seat]) * DEAD[n_living(table)]


@rule
def fall_worth(table, seat, other, guess):
    """What it gains `seat` that `other` falls to its attack."""
    if table.ritual:
        if seat == table.opener:
            return 0.8
        return 0.8 if other == table.opener else -0.5
    best = max(bind_worth(table, seat, other, guess), ritual_worth(table, guess, seat))
    gone = RIVAL_GONE + HAUNTED_GONE * (n_living(table) < table.n_seats)
    return best - HOPES[n_living(table)] + gone * guess[IS, seat]


@rule
def fight_worth(table, seat, other, guess, style):
    """What attacking another player is worth."""
    if table.ghost[other]:
        return -0.05
    side = EQUALS
    if round_wounds(table, seat, other) > 1:
        side = BY_OPENER
    elif round_wounds(table, other, seat) > 1:
        side = ON_OPENER
    edge = min(max(attack_edge(table, seat, other), -MAX_EDGE), MAX_EDGE) + MAX_EDGE
    health = int(table.health[other])
    ends = ATTACKS[side, edge, table.health[seat], health]
    eager = EAGERNESS[n_living(table)] * (1.0 + OPENER_EAGER * guess[IS, seat])
    gain = eager * (fall_worth(table, seat, other, guess) + trait(style, FURY))
    loss = 1.0 if table.ritual and seat == table.opener else FALLEN
    worth = (ends[FALLS] + WOUNDS_ARE * ends[DEALT] / (health + 0.5)) * gain
    return worth - trait(style, CAUTION) * (loss * ends[DOWN] + WOUND * ends[TAKEN]) - ACTION


@rule
def look_worth(table, ledger, pile, guess):
    """What a look at a card of somebody else's pile is worth."""
    heal = 0.03 if table.wounds[ledger.seat] > 0 or table.ghost[ledger.seat] else 0.0
    return KNOWN_LOOK + heal + FOUND * guess[FIND, pile]


@rule
def probe_worth(table, ledger, other, guess):
    """What probing another player is worth."""
    lead = probe_lead(table, ledger.seat, other)
    if table.ghost[other]:
        return 0.02 * wins(lead) - 0.06 * loses(lead)
    gain = look_worth(table, ledger, other, guess) if table.pile_size[other] > 0 else 0.02
    return wins(lead) * gain - loses(lead) * 0.04


@rule
def choose_target(table, ledger, mask, guess, style, generator):
    """TARGET: whom to attack, probe or look at."""
    best = -1
    top = -1e9
    for other in range(table.n_seats):
        if not mask[Act.SEAT + other]:
            continue
        if table.action == Act.ATTACK:
            worth = fight_worth(table, ledger.seat, other, guess, style)
        elif table.action == Act.PROBE:
            worth = probe_worth(table, ledger, other, guess)
        else:
            worth = guess[FIND, other]
        worth += noise(generator)
        if worth > top:
            top = worth
            best = other
    return Act.SEAT + best


@rule
def choose_declaration(table, ledger, guess):
    """DECLARE. The fallen player is `opponent`."""
    bind = bind_worth(table, ledger.seat, table.opponent, guess)
    return Act.BIND if bind >= ritual_worth(table, guess, ledger.seat) else Act.RITUAL


@rule
def choose_continue(table, ledger, guess, style):
    """CONTINUE: the attacker, or the defender, may go on."""
    seat = int(ledger.seat)
    if seat == table.actor:
        return Act.YES if fight_worth(table, seat, table.opponent, guess, style) > 0.0 else Act.NO
    if table.ghost[seat]:
        return Act.YES if attack_lead(table, table.actor, seat) < 0 else Act.NO
    lead = attack_lead(table, table.actor, seat)
    gain = fall_worth(table, seat, table.actor, guess)
    return Act.YES if lead < 0 and gain > 0.0 else Act.NO


@rule
def choose_prize(table, ledger, mask, guess):
    """PROBE_PRIZE, PROBE_PENALTY, ATTACK_PRIZE and ATTACK_PENALTY."""
    seat = int(ledger.seat)
    loser = int(table.opponent) if seat == table.actor else int(table.actor)
    if mask[Act.OPT_LOOK_OTHER]:
        wants_draw = opener_known(ledger) >= 0 and not table.ghost[seat] and table.wounds[seat] == 0
        if wants_draw or (table.ghost[seat] and table.grey_max[loser] == 0):
            return Act.OPT_HAUNTING
        return Act.OPT_LOOK_OTHER
    if mask[Act.OPT_TAKE] and takes(table, ledger, loser, guess):
        return Act.OPT_TAKE
    if mask[Act.OPT_WOUND]:
        if mask[Act.PASS] and fall_worth(table, seat, loser, guess) < -0.2:
            return Act.PASS
        return Act.OPT_WOUND
    return Act.OPT_HAUNTING


@rule
def takes(table, ledger, loser, guess):
    """Whether to take a card instead of wounding: a good fighting card of somebody who is far from falling."""
    if table.health[loser] <= 2 or guess[IS, loser] > 0.6 or guess[IS, ledger.seat] > 0.6:
        return False
    return best_loot(table, loser) >= LOOT


@rule
def best_loot(table, loser):
    """The worth of the best face-up card or item of a seat."""
    top = 0.0
    for card in range(N_PSYCHE):
        if table.up_at[card] == loser and card != OPENER:
            top = max(top, TURNED_UP[card])
    for item in range(N_ITEMS):
        if table.items[loser, item] > 0:
            top = max(top, ITEM_WORTH[item])
    return top


@rule
def choose_take(table, ledger, mask, generator):
    """TAKE_CARD: the best card on show; otherwise any slot, rather no grey one."""
    best = -1
    top = -1e9
    for card in range(N_PSYCHE):
        if mask[Act.PSYCHE + card] and TURNED_UP[card] + noise(generator) > top:
            top = TURNED_UP[card] + noise(generator)
            best = Act.PSYCHE + card
    for item in range(N_ITEMS):
        if mask[Act.ITEM + item] and ITEM_WORTH[item] + noise(generator) > top:
            top = ITEM_WORTH[item] + noise(generator)
            best = Act.ITEM + item
    for slot in range(MAX_PILE):
        if mask[Act.SLOT + slot]:
            fact = ledger.fact[table.pick_pile, slot]
            worth = 0.05
            if fact == G or fact >= SEEN + N_PSYCHE:
                worth = -0.3
            elif fact == SEEN + OPENER:
                worth = -1.0
            worth += noise(generator)
            if worth > top:
                top = worth
                best = Act.SLOT + slot
    return best
