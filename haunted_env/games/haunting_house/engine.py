"""Deciding seat after deciding seat: the engine runs whatever nobody decides (HH-ENV-5)."""

from haunted_env.engine.choice import only_action
from haunted_env.games.haunting_house.actions import N_ACTIONS, Act, Decision
from haunted_env.games.haunting_house.legal import legal
from haunted_env.games.haunting_house.rules.house import choose_tile, move_exit, rotate
from haunted_env.games.haunting_house.rules.movement import drop, switch_places, take_passage, take_step
from haunted_env.games.haunting_house.rules.turn import go_on, program, skip_card
from haunted_env.games.haunting_house.setup import prepare
from haunted_env.games.haunting_house.state import compiler, rule


@rule
def answer(game, action):
    """Carry out what the deciding seat has chosen."""
    seat = game.table.decider
    decision = game.table.decision
    if decision <= Decision.PROGRAM_4:
        program(game, seat, action - Act.CARD)
    elif decision == Decision.STEP:
        take_step(game, seat, action - Act.DIR)
    elif decision == Decision.PASSAGE:
        take_passage(game, seat, action - Act.DIR)
    elif decision == Decision.SWITCH_PAWN:
        switch_places(game, seat, action - Act.PAWN)
    elif decision == Decision.TRAP_TARGET:
        drop(game, seat, action - Act.TILE)
    elif decision == Decision.ROT90_DIR:
        rotate(game, seat, game.table.chosen, 1 if action == Act.CW else -1)
    elif decision == Decision.EXIT_DIR:
        move_exit(game, seat, 1 if action == Act.CW else -1)
    else:
        choose_tile(game, seat, action - Act.TILE)


@compiler.called
def run(game, mask, data):
    """Run until somebody has to decide, or the game is over. `mask` then holds the legal actions."""
    table = game.table
    while not table.over:
        if table.decider < 0:
            go_on(game)
            continue
        for action in range(N_ACTIONS):
            mask[action] = 0
        legal(table, game.ledger[table.decider], mask, data)
        n_legal = 0
        for action in range(N_ACTIONS):
            n_legal += mask[action]
        if n_legal == 0:
            skip_card(game)
        elif n_legal == 1 and table.auto_forced:  # HH-OPT-7
            answer(game, only_action(mask, N_ACTIONS))
        else:
            return
    for action in range(N_ACTIONS):
        mask[action] = 0


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
