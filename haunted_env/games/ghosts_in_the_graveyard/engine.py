"""The engine's loop: carry out an action and go on to the next decision (GG-DEC-4, GG-OPT-7)."""

from haunted_env.engine.choice import only_action
from haunted_env.games.ghosts_in_the_graveyard.actions import N_ACTIONS, Act, Decision
from haunted_env.games.ghosts_in_the_graveyard.legal import legal
from haunted_env.games.ghosts_in_the_graveyard.rules.guess import declare_guess, name_number, pay_penalty
from haunted_env.games.ghosts_in_the_graveyard.rules.search import choose_light, declare_search, play_card, shine
from haunted_env.games.ghosts_in_the_graveyard.rules.vanish import declare_vanish, swap_haunt
from haunted_env.games.ghosts_in_the_graveyard.setup import choose_secret, hand_out, pick_flashlight, prepare
from haunted_env.games.ghosts_in_the_graveyard.state import compiler, rule


@rule
def take_turn(game, action):
    """TURN_MENU (GG-TURN-3, GG-TURN-4, GG-TURN-5)."""
    if action == Act.SEARCH:
        declare_search(game)
    elif action == Act.VANISH:
        declare_vanish(game.table)
    else:
        declare_guess(game.table, action == Act.RAVEN)


@rule
def answer(game, action):
    """Hand the action to the rule that asked."""
    decision = game.table.decision
    card = action - Act.TOMB
    if decision == Decision.TURN_MENU:
        take_turn(game, action)
    elif decision == Decision.GUESS_NUMBER:
        name_number(game, card)
    elif decision == Decision.PENALTY_REVEAL:
        pay_penalty(game, card)
    elif decision == Decision.VANISH_SWAP:
        swap_haunt(game, card)
    elif decision == Decision.PLAY_CARD:
        play_card(game, card)
    elif decision == Decision.CHOOSE_LIGHT:
        choose_light(game.table, action - Act.LIGHT)  # FLOOD follows the flashlights
    elif decision == Decision.AIM_FLOOD:
        shine(game, action - Act.DIR)
    elif decision == Decision.PLACE_FLASHLIGHT:
        shine(game, action - Act.PLACE)
    elif decision == Decision.PICK_FLASHLIGHT:
        pick_flashlight(game, action - Act.LIGHT)
    else:
        choose_secret(game, card)


@compiler.called
def run(game, mask, data):
    """Go on to the next decision; a position may leave the cards still to be handed out."""
    table = game.table
    if table.decider < 0 and not table.over:
        hand_out(game)
    for action in range(N_ACTIONS):
        mask[action] = 0
    while not table.over:
        legal(table, game.ledger[table.decider], mask, data)
        forced = only_action(mask, N_ACTIONS) if table.auto_forced else -1
        if forced < 0:
            return
        mask[forced] = 0
        answer(game, forced)


@compiler.called
def step(game, action, mask, data):
    """Carry out a legal action of the deciding seat."""
    answer(game, action)
    run(game, mask, data)


@rule
def deal(game, seed, mask, data):
    """Set up a new game with the options in place."""
    prepare(game, seed)
    run(game, mask, data)
