"""How the living play their turns: what to do where they are, free actions, how many dice to move with."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import Act
from haunted_env.games.haunted_destinies.counting import opener_known
from haunted_env.games.haunted_destinies.heuristic.fighting import fight_worth, probe_worth
from haunted_env.games.haunted_destinies.heuristic.looking import has_safe_show
from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.heuristic.talking import choose_listener, wants_to_talk
from haunted_env.games.haunted_destinies.heuristic.trading import choose_partner
from haunted_env.games.haunted_destinies.heuristic.walking import N_VALUES, choose_step, search_worth, value_search
from haunted_env.games.haunted_destinies.rules.board import is_searchable
from haunted_env.games.haunted_destinies.rules.free import can_use_psyche, mutual_seats
from haunted_env.games.haunted_destinies.state import CELLS, N_PSYCHE
from haunted_env.games.haunted_destinies.tables import EFFECT_LIST, OPS, Col, Op

HERE = 0.026  # how much better it must be here for one die to be enough
ALLY, SPARES = 0.1, 5  # what one more against the risen Opener is worth, and to whom: who has so much health


@rule
def main_living(table, ledger, mask, guess, style, generator):
    """MAIN of a living player."""
    free = free_action(table, ledger, mask, guess, style)
    if free >= 0:
        return free
    values = np.empty(N_VALUES, np.float64)
    value_search(table, ledger, guess, style, values)
    if table.mp > 0 and not table.tile_removed:
        step = choose_step(table, ledger, mask, guess, style, values, generator)
        if step >= 0:
            return step
    if mask[Act.REMOVE_TILE]:
        return Act.REMOVE_TILE
    return act_here(table, ledger, mask, guess, style, values)


@rule
def act_here(table, ledger, mask, guess, style, values):
    """The best action on this tile; END_TURN if none is worth it."""
    seat = int(ledger.seat)
    here = int(table.pawn[seat])
    best = Act.END_TURN
    top = 0.0
    if mask[Act.SEARCH]:
        worth = search_worth(table, here, values)
        if worth > top:
            top = worth
            best = Act.SEARCH
    if mask[Act.ATTACK]:
        for other in range(table.n_seats):
            if other == seat or table.pawn[other] != here:
                continue
            worth = fight_worth(table, seat, other, guess, style)
            if worth > top:
                top = worth
                best = Act.ATTACK
            worth = probe_worth(table, ledger, other, guess)
            if worth > top:
                top = worth
                best = Act.PROBE
    if mask[Act.REVIVE] and table.ritual and seat != table.opener and table.health[seat] >= SPARES and top < ALLY:
        best = Act.REVIVE
    return best


@rule
def free_action(table, ledger, mask, guess, style):
    """A free action worth taking now; -1 if there is none."""
    if mask[Act.MUTUAL_LOOK] and wants_mutual_look(table, ledger, guess):
        return Act.MUTUAL_LOOK
    if mask[Act.USE_POWER] and best_power(table, ledger, guess) >= 0:
        return Act.USE_POWER
    return talk(table, ledger, mask, guess, style)


@rule
def talk(table, ledger, mask, guess, style):
    """Something worth trading or saying now, of the living or of ghosts; -1 if there is nothing."""
    if mask[Act.TRADE] and choose_partner(table, ledger, guess, style) >= 0:
        return Act.TRADE
    if mask[Act.TELL] and choose_listener(table, ledger, guess, style) >= 0:
        return Act.TELL
    if mask[Act.TALK] and wants_to_talk(table, ledger, style):
        return Act.TALK
    return -1


@rule
def wants_mutual_look(table, ledger, guess):
    """With a card to show that tells nothing new; for what the other must show, or for the reward."""
    if mutual_seats(table, ledger.seat) == 0 or not has_safe_show(table, ledger):
        return False
    return opener_known(ledger) < 0 or table.wounds[ledger.seat] > 0


@rule
def best_power(table, ledger, guess):
    """A turn power worth using now; -1 if there is none."""
    seat = int(ledger.seat)
    for card in range(N_PSYCHE):
        if not can_use_psyche(table, seat, card):
            continue
        op = OPS[EFFECT_LIST[card, 0], Col.OP]
        if op == Op.REMOVE_GLOOM and not table.action_used and is_searchable(table, table.pawn[seat]):
            return card
        if op == Op.MOVE_CARD and opener_known(ledger) == seat and not table.ritual:
            return card
        if op == Op.HEAL and table.ritual and seat != table.opener:
            return card
    return -1


@rule
def choose_roll(table, ledger, mask, guess, style):
    """ROLL: two dice unless what one wants is here already."""
    if not mask[Act.ROLL2]:
        return Act.ROLL1
    seat = int(ledger.seat)
    here = int(table.pawn[seat])
    values = np.empty(N_VALUES, np.float64)
    value_search(table, ledger, guess, style, values)
    stay = 0.0
    if is_searchable(table, here):
        stay = search_worth(table, here, values)
    others = 0.0
    for other in range(table.n_seats):
        if other != seat and not table.ghost[other]:
            worth = fight_worth(table, seat, other, guess, style)
            if table.pawn[other] == here:
                stay = max(stay, worth)
            else:
                others = max(others, worth)
    for cell in range(CELLS):
        if table.tile[cell] >= 0 and cell != here and is_searchable(table, cell):
            others = max(others, search_worth(table, cell, values))
    return Act.ROLL1 if stay > 0.0 and stay >= others + HERE else Act.ROLL2
