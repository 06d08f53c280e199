"""A hand-written player: stateless, from the table and its own ledger alone.

Values are rough chances to win. Investigators look for the Opener where the odds are good and bind by belief; who
finds the Opener card among their own cards hunts for a ritual; after a ritual the Opener chases the living, who run
and search; ghosts gather gloom, wake Haunting cards and go for whatever win condition is in play. Its styles
(`styles.py`) differ in how they fight, what they fear, and whether what they say is true.
"""

import numpy as np

from haunted_env.engine.choice import random_action
from haunted_env.games.haunted_destinies.actions import N_ACTIONS, Act, Decision
from haunted_env.games.haunted_destinies.counting import N_GUESS
from haunted_env.games.haunted_destinies.heuristic import (
    effects,
    fighting,
    ghosts,
    living,
    looking,
    placing,
    talking,
    trading,
)
from haunted_env.games.haunted_destinies.heuristic.judging import judge
from haunted_env.games.haunted_destinies.heuristic.noise import rule
from haunted_env.games.haunted_destinies.state import MAX_SEATS


@rule
def suggest(table, ledger, mask, style, generator, data):
    """An action of the deciding seat, absolute and legal."""
    decision = ledger.decision
    if needs_no_judgement(decision):
        action = simple(table, ledger, mask, generator)
    else:
        guess = np.empty((N_GUESS, MAX_SEATS), np.float64)
        if decision == Decision.MAIN and table.ghost[ledger.seat]:
            action = ghost(table, ledger, mask, guess, style, generator)
        else:
            judge(table, ledger, guess)
            action = judged(table, ledger, mask, guess, style, generator)
    if 0 <= action < N_ACTIONS and mask[action]:
        return action
    return random_action(mask, N_ACTIONS, generator)


@rule
def ghost(table, ledger, mask, guess, style, generator):
    """MAIN of a ghost, who fears no Opener: `guess` is empty."""
    talk = living.talk(table, ledger, mask, guess, style)
    return talk if talk >= 0 else ghosts.main_ghost(table, ledger, mask, generator)


@rule
def needs_no_judgement(decision):
    """Decisions for which it does not matter who the Opener may be."""
    return (
        decision <= Decision.SETUP_GLOOM
        or decision == Decision.PICK_SLOT
        or decision == Decision.LOOK_OUTCOME
        or decision == Decision.REWARD
        or decision == Decision.WITNESS
        or decision == Decision.PICK_PROBER
        or decision == Decision.INSERT_AT
        or decision == Decision.EVIL_TWINS
        or decision == Decision.TAKE_CARD
        or decision == Decision.HAUNT_OPTION
        or decision == Decision.SYPHON_AMOUNT
        or decision == Decision.DUAL_CARD
        or decision == Decision.REACT
        or (decision >= Decision.FX_CELL and decision <= Decision.FX_PERSIST)
        or decision == Decision.REMOVE_CELL
        or decision == Decision.SETUP_TURN
        or decision == Decision.REVIVE_REPLY
    )


@rule
def simple(table, ledger, mask, generator):
    """Decisions that need no judgement."""
    decision = ledger.decision
    if decision <= Decision.SETUP_GLOOM:
        return set_up(table, ledger, mask, generator)
    if decision == Decision.PICK_SLOT:
        return looking.choose_slot(table, ledger, mask, generator)
    if decision == Decision.LOOK_OUTCOME:
        return looking.choose_outcome(table, ledger, generator)
    if decision == Decision.REWARD:
        return effects.choose_reward(table, ledger, mask)
    if decision == Decision.WITNESS or decision == Decision.PICK_PROBER:
        return looking.choose_witness(table, ledger, mask, generator)
    if decision == Decision.EVIL_TWINS:
        return effects.choose_twins(table, ledger, mask)
    if decision == Decision.TAKE_CARD:
        return fighting.choose_take(table, ledger, mask, generator)
    if decision == Decision.HAUNT_OPTION:
        return ghosts.choose_haunt(table, ledger, mask)
    if decision == Decision.SYPHON_AMOUNT:
        return ghosts.choose_syphoned(table, ledger, mask)
    if decision == Decision.DUAL_CARD:
        return looking.choose_dual(table, ledger, mask)
    if decision == Decision.REACT:
        return effects.choose_reaction(table, ledger)
    if decision == Decision.FX_CELL:
        return effects.choose_cell(table, ledger, mask, generator)
    if decision == Decision.FX_ITEM:
        return effects.choose_item(table, ledger, mask, generator)
    if decision == Decision.FX_PERSIST:
        return effects.choose_persistent(table, ledger, mask, generator)
    if decision == Decision.REMOVE_CELL:
        return effects.choose_removed(table, ledger, mask, generator)
    if decision == Decision.SETUP_TURN:
        return placing.choose_turn(table, ledger, mask, generator)
    if decision == Decision.REVIVE_REPLY:
        return ghosts.choose_revival(table)
    return random_action(mask, N_ACTIONS, generator)  # INSERT_AT


@rule
def set_up(table, ledger, mask, generator):
    if ledger.decision == Decision.SETUP_TILE:
        return placing.choose_tile(table, ledger, mask, generator)
    if ledger.decision == Decision.SETUP_CELL:
        return placing.choose_cell(table, ledger, mask, generator)
    return placing.choose_gloom(table, ledger, mask, generator)


@rule
def judged(table, ledger, mask, guess, style, generator):
    """Decisions in which it matters who the Opener may be."""
    decision = ledger.decision
    if decision == Decision.MAIN:
        return living.main_living(table, ledger, mask, guess, style, generator)
    if decision == Decision.ROLL:
        return living.choose_roll(table, ledger, mask, guess, style)
    if decision == Decision.TARGET:
        if table.action == Act.TELL:
            return Act.SEAT + talking.choose_listener(table, ledger, guess, style)
        if table.action == Act.TRADE:
            return Act.SEAT + trading.choose_partner(table, ledger, guess, style)
        if table.ghost[ledger.seat]:
            return ghosts.choose_haunted(table, ledger, mask, generator)
        if table.action == Act.REVIVE:
            return random_action(mask, N_ACTIONS, generator)
        return fighting.choose_target(table, ledger, mask, guess, style, generator)
    if decision == Decision.SEARCH_OPTION:
        return looking.choose_search_option(table, ledger, mask, guess)
    if decision == Decision.LOOK_SEAT:
        return looking.choose_look_seat(table, ledger, mask, guess, generator)
    if decision == Decision.OWN_OUTCOME:
        return looking.choose_own_outcome(table, ledger, mask, guess)
    if decision == Decision.PICK_DRAWER:
        return effects.choose_drawer(table, ledger, mask, guess, generator)
    if decision >= Decision.PROBE_PRIZE and decision <= Decision.ATTACK_PENALTY:
        return fighting.choose_prize(table, ledger, mask, guess)
    if decision == Decision.CONTINUE:
        return fighting.choose_continue(table, ledger, guess, style)
    if decision == Decision.DECLARE:
        return fighting.choose_declaration(table, ledger, guess)
    if decision == Decision.POWER:
        return Act.PSYCHE + living.best_power(table, ledger, guess)
    if decision == Decision.FX_SEAT:
        return effects.choose_seat(table, ledger, mask, guess, generator)
    if decision == Decision.FX_BRANCH:
        return effects.choose_branch(table, ledger, mask, guess)
    if decision == Decision.TRADE_REPLY:
        return trading.choose_reply(table, ledger, guess, style)
    if decision == Decision.TRADE_GIVE or decision == Decision.TRADE_ASK:
        return trading.choose_offer(table, ledger, guess, style)
    if decision >= Decision.TALK_KIND and decision <= Decision.TALK_CARD:
        return talking.choose_words(table, ledger, style)
    return random_action(mask, N_ACTIONS, generator)
