"""The engine's loop: run unfinished work until somebody has to decide (HD-DEC-3, HD-DEC-6)."""

from haunted_env.engine.choice import only_action
from haunted_env.games.haunted_destinies.actions import N_ACTIONS
from haunted_env.games.haunted_destinies.blank import clear_context
from haunted_env.games.haunted_destinies.legal import legal
from haunted_env.games.haunted_destinies.rules.attack import do_attack
from haunted_env.games.haunted_destinies.rules.context import set_context
from haunted_env.games.haunted_destinies.rules.dice import do_evil_twins, do_roll
from haunted_env.games.haunted_destinies.rules.drawing import do_draw_haunting, do_draw_search, do_insert
from haunted_env.games.haunted_destinies.rules.effects import do_choice, do_effects, do_op
from haunted_env.games.haunted_destinies.rules.free import do_mutual_look, do_power
from haunted_env.games.haunted_destinies.rules.ghosts import do_death
from haunted_env.games.haunted_destinies.rules.haunt import do_haunt, do_syphon
from haunted_env.games.haunted_destinies.rules.health import do_wound
from haunted_env.games.haunted_destinies.rules.looking import do_look, do_look_own, do_obey, do_on_reveal
from haunted_env.games.haunted_destinies.rules.opener import do_declare, do_remove_tile
from haunted_env.games.haunted_destinies.rules.picking import (
    do_cleanse,
    do_discard_item,
    do_move_card,
    do_move_to,
    do_remove_gloom,
    do_remove_persistent,
    do_show,
    do_steal,
    do_swap,
    do_take,
)
from haunted_env.games.haunted_destinies.rules.probe import do_probe
from haunted_env.games.haunted_destinies.rules.revival import do_revive
from haunted_env.games.haunted_destinies.rules.search import do_search
from haunted_env.games.haunted_destinies.rules.stack import Task, clear_answered, clear_pick
from haunted_env.games.haunted_destinies.rules.talk import do_claim, do_talk, do_tell
from haunted_env.games.haunted_destinies.rules.trade import do_trade
from haunted_env.games.haunted_destinies.rules.turn import do_turn
from haunted_env.games.haunted_destinies.setup import do_place_gloom, do_place_tiles, prepare
from haunted_env.games.haunted_destinies.state import NONE, rule


@rule
def do_action_task(game, frame, task):
    """Tasks of the turn's actions and of setup."""
    if task == Task.TURN:
        do_turn(game, frame)
    elif task == Task.ROLL:
        do_roll(game, frame)
    elif task == Task.EVIL_TWINS:
        do_evil_twins(game, frame)
    elif task == Task.SEARCH:
        do_search(game, frame)
    elif task == Task.PROBE:
        do_probe(game, frame)
    elif task == Task.ATTACK:
        do_attack(game, frame)
    elif task == Task.HAUNT:
        do_haunt(game, frame)
    elif task == Task.SYPHON:
        do_syphon(game, frame)
    elif task == Task.MUTUAL_LOOK:
        do_mutual_look(game, frame)
    elif task == Task.TRADE:
        do_trade(game, frame)
    elif task == Task.TALK:
        do_talk(game, frame)
    elif task == Task.TELL:
        do_tell(game, frame)
    elif task == Task.CLAIM:
        do_claim(game, frame)
    elif task == Task.POWER:
        do_power(game, frame)
    elif task == Task.REMOVE_TILE:
        do_remove_tile(game, frame)
    elif task == Task.PLACE_TILES:
        do_place_tiles(game, frame)
    elif task == Task.REVIVE:
        do_revive(game, frame)
    else:
        do_place_gloom(game, frame)


@rule
def do_card_task(game, frame, task):
    """Tasks of cards, wounds and deaths."""
    if task == Task.LOOK:
        do_look(game, frame)
    elif task == Task.LOOK_OWN:
        do_look_own(game, frame)
    elif task == Task.ON_REVEAL:
        do_on_reveal(game, frame)
    elif task == Task.OBEY:
        do_obey(game, frame)
    elif task == Task.DRAW_HAUNTING:
        do_draw_haunting(game, frame)
    elif task == Task.DRAW_SEARCH:
        do_draw_search(game, frame)
    elif task == Task.INSERT:
        do_insert(game, frame)
    elif task == Task.WOUND:
        do_wound(game, frame)
    elif task == Task.DEATH:
        do_death(game, frame)
    else:
        do_declare(game, frame)


@rule
def do_effect_task(game, frame, task):
    """Tasks of the effect interpreter."""
    if task == Task.EFFECTS:
        do_effects(game, frame)
    elif task == Task.OP:
        do_op(game, frame)
    elif task == Task.CHOICE:
        do_choice(game, frame)
    elif task == Task.SHOW:
        do_show(game, frame)
    elif task == Task.CLEANSE:
        do_cleanse(game, frame)
    elif task == Task.MOVE_CARD:
        do_move_card(game, frame)
    elif task == Task.SWAP:
        do_swap(game, frame)
    elif task == Task.TAKE:
        do_take(game, frame)
    elif task == Task.STEAL:
        do_steal(game, frame)
    elif task == Task.DISCARD_ITEM:
        do_discard_item(game, frame)
    elif task == Task.MOVE_TO:
        do_move_to(game, frame)
    elif task == Task.REMOVE_GLOOM:
        do_remove_gloom(game, frame)
    else:
        do_remove_persistent(game, frame)


@rule
def answer(game, action):
    """Hand the decision to the frame that asked it."""
    clear_answered(game, game.table.decider)
    game.work.stack[game.work.depth - 1].answer = action


@rule
def run(game, mask, data):
    """Run until somebody has to decide, or the game is over. `mask` then holds the legal actions."""
    table = game.table
    while not table.over:
        if table.decider < 0:
            frame = game.work.stack[game.work.depth - 1]
            task = int(frame.task)
            if task < Task.LOOK:
                do_action_task(game, frame, task)
            elif task < Task.EFFECTS:
                do_card_task(game, frame, task)
            else:
                do_effect_task(game, frame, task)
            continue
        for action in range(N_ACTIONS):
            mask[action] = 0
        legal(table, game.ledger[table.decider], mask, data)
        forced = only_action(mask, N_ACTIONS) if table.auto_forced else NONE
        if forced < 0:
            set_context(game)
            return
        answer(game, forced)
    for action in range(N_ACTIONS):
        mask[action] = 0
    clear_context(table)
    clear_pick(table)


@rule
def step(game, action, mask, data):
    """Carry out a legal action of the deciding seat."""
    answer(game, action)
    run(game, mask, data)


@rule
def deal(game, seed, mask, data):
    """Set up a new game with the options in place."""
    prepare(game, seed)
    run(game, mask, data)
