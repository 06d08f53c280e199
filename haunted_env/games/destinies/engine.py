"""Decision after decision: the engine runs whatever nobody decides (DS-ENV-2)."""

from haunted_env.engine.choice import only_action
from haunted_env.games.destinies.actions import N_ACTIONS, Act, Log, Node, Task
from haunted_env.games.destinies.chapters import close_campaign, next_chapter, next_legacy
from haunted_env.games.destinies.legal import legal
from haunted_env.games.destinies.rules.abilities import use
from haunted_env.games.destinies.rules.destiny import end_stage, scan_destiny
from haunted_env.games.destinies.rules.dice import end_test, recount, roll
from haunted_env.games.destinies.rules.effects import next_effect
from haunted_env.games.destinies.rules.items import abandon, pick_up
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.movement import after_exploring, go_to
from haunted_env.games.destinies.rules.skills import decline_steps, show_steps, spend_xp, take_step
from haunted_env.games.destinies.rules.stack import pop, push
from haunted_env.games.destinies.rules.trade import buy, end_trade, sell
from haunted_env.games.destinies.rules.turn import go_on, next_event, next_stay
from haunted_env.games.destinies.rules.visit import (
    begin_visit,
    choose,
    find_choices,
    find_offered,
    make_choice,
    scan_item,
)
from haunted_env.games.destinies.setup import clear_pay, deal_destinies, prepare, take_character
from haunted_env.games.destinies.state import rule, world_of


@rule
def next_draft(game, scenario, frame):
    """DS-SETUP-13: seat after seat chooses, then destinies are dealt. Who has an heir does not choose (DS-CAMP-5)."""
    seat = int(frame.a)
    while seat < game.table.n_seats and game.table.character[seat] >= 0:
        seat += 1
    if seat == game.table.n_seats:
        pop(game)
        game.table.active = 0
        deal_destinies(game, scenario)
        return
    frame.a = seat + 1
    game.table.active = seat
    push(game, Node.CHARACTER, seat, 0, 0)


@rule
def work(game, scenario, frame):
    """Go on with a frame that asks nothing."""
    task = frame.task
    if task == Task.EFFECTS:
        next_effect(game, scenario, frame)
    elif task == Task.EVENTS:
        next_event(game, scenario, frame)
    elif task == Task.TURN:
        go_on(game, scenario, frame)
    elif task == Task.STAYING:
        next_stay(game, scenario, frame)
    elif task == Task.EXPLORED:
        after_exploring(game, scenario, frame)
    elif task == Task.LEGACIES:
        next_legacy(game, scenario, frame)
    else:
        next_draft(game, scenario, frame)


@rule
def is_asked(game, scenario, frame):
    """Whether the node has something to ask; otherwise it is finished."""
    node = frame.task
    if node == Node.STEP_GAIN or node == Node.STAY_GAIN:
        return show_steps(game, scenario, frame, 1)
    if node == Node.STEP_LOSS:
        return show_steps(game, scenario, frame, -1)
    if node == Node.OVERFLOW and game.table.item_n[frame.seat] <= scenario.hand_limit:
        pop(game)
        return 0
    if node == Node.OPTIONS:
        if game.secret.leaving:  # DS-VISIT-6
            pop(game)
            return 0
        find_offered(game, scenario, frame.seat)
    elif node == Node.STAGE:
        if frame.a:
            seat = int(frame.seat)
            pop(game)
            end_stage(game, seat)
            return 0
        find_offered(game, scenario, frame.seat)
    elif node == Node.CHOICE:
        find_choices(game, scenario, frame)
    return 1


@rule
def answer(game, scenario, action):
    """Carry out what the deciding seat has chosen."""
    node = game.table.node
    seat = game.table.decider
    frame = game.work.stack[game.work.depth - 1]
    if action == Act.SPEND_XP:
        spend_xp(game, seat)
    elif Act.USE <= action < Act.BUY:
        use(game, scenario, frame, action - Act.USE)
    elif action == Act.DONE:
        finish_node(game, scenario, frame)
    elif action < Act.TILE:
        take_step(game, frame, action - Act.STEP)
        recount(game, scenario)
    elif action < Act.POI:
        pop(game)
        if node == Node.TRAVEL:
            pop(game)
        go_to(game, scenario, seat, action - Act.TILE, int(node == Node.TRAVEL))
    elif action < Act.OPTION:
        pop(game)
        begin_visit(game, scenario, seat, action - Act.POI)
    elif action < Act.CHOICE:
        frame.a = node == Node.STAGE
        choose(game, scenario, seat, action - Act.OPTION)
    elif action < Act.ITEM:
        make_choice(game, scenario, frame, action - Act.CHOICE)
    elif action < Act.USE:
        point_at_item(game, scenario, frame, action - Act.ITEM)
    elif action < Act.PICK:
        buy(game, scenario, seat, action - Act.BUY)
    elif action < Act.PATH:
        pick_up(game, scenario, seat, action - Act.PICK)
    elif action < Act.EFFORT:
        speak_of(game, scenario, frame, action - Act.PATH)
    elif action < Act.CHARACTER:
        roll(game, scenario, frame, action - Act.EFFORT, action - Act.EFFORT)
    else:
        pop(game)
        take_character(game, scenario, seat, action - Act.CHARACTER)
        note(game, seat, Log.CHARACTER, action - Act.CHARACTER, 0)


@rule
def finish_node(game, scenario, frame):
    """DONE."""
    node = frame.task
    if node == Node.STAY_GAIN:
        decline_steps(game)
    elif node == Node.TRADE:
        end_trade(game)
    elif node == Node.TEST_POST:
        end_test(game, scenario, frame)
    else:
        pop(game)


@rule
def point_at_item(game, scenario, frame, i):
    """ITEM: scan, sell or abandon."""
    node = frame.task
    if node == Node.SCAN_ITEM:
        scan_item(game, scenario, frame, i)
    elif node == Node.TRADE:
        sell(game, scenario, frame.seat, i)
    else:
        abandon(game, frame.seat, i)


@rule
def speak_of(game, scenario, frame, path):
    """DS-DEST-8."""
    seat = int(frame.seat)
    npc = scenario.option[frame.a].host
    game.table.option = -1
    pop(game)
    scan_destiny(game, scenario, seat, npc, path)


@rule
def run(game, mask, data):
    """Run until somebody has to decide, or the game is over. `mask` then holds the legal actions."""
    run_scenario(game, mask, data)
    while game.table.over and game.table.chapter < game.table.last_chapter:
        next_chapter(game, data)
        run_scenario(game, mask, data)
    if game.table.over and game.table.last_chapter > 0:
        close_campaign(game, data)


@rule
def run_scenario(game, mask, data):
    """The same within one scenario."""
    table = game.table
    scenario = data[world_of(table, data)]
    while not table.over:
        frame = game.work.stack[game.work.depth - 1]
        if frame.task >= Task.DRAFT:
            work(game, scenario, frame)
            continue
        if not is_asked(game, scenario, frame):
            continue
        table.decider = frame.seat
        table.node = frame.task
        for action in range(N_ACTIONS):
            mask[action] = 0
        legal(table, game.ledger[table.decider], mask, data)
        if not table.auto_single:
            return
        only = only_action(mask, N_ACTIONS)  # DS-DEC-6
        if only < 0:
            return
        answer(game, scenario, only)
    for action in range(N_ACTIONS):
        mask[action] = 0


@rule
def step(game, action, mask, data):
    """Carry out a legal action of the deciding seat."""
    clear_pay(game)
    answer(game, data[world_of(game.table, data)], action)
    run(game, mask, data)


@rule
def deal(game, seed, mask, data):
    """Set up a new game with the options in place; a campaign from its first chapter."""
    table = game.table
    table.data_key = data[world_of(table, data)].link.first
    prepare(game, data[world_of(table, data)], seed)
    run(game, mask, data)
