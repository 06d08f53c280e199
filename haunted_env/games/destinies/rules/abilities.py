"""Abilities of items: their windows and what they do (DS-ITEM-4 to DS-ITEM-12, DS-ITEM-18, DS-ITEM-19)."""

from haunted_env.engine.encoding import MOST
from haunted_env.games.destinies.actions import Act, Node
from haunted_env.games.destinies.data import HAND, MAX_COINS, MAX_EFFORT, N_PATHS, NONE, Ability, Skill
from haunted_env.games.destinies.rules.destiny import has_hidden_step, hint
from haunted_env.games.destinies.rules.dice import recount, roll, roll_main, show_roll
from haunted_env.games.destinies.rules.effects import add_effort, give
from haunted_env.games.destinies.rules.items import add_coins, discard_item
from haunted_env.games.destinies.rules.movement import n_explored
from haunted_env.games.destinies.rules.skills import ask_steps, can_step
from haunted_env.games.destinies.rules.stack import push
from haunted_env.games.destinies.state import rule


@rule
def is_free_node(node):
    """DS-TURN-6."""
    return node == Node.MOVE or node == Node.VISIT or node == Node.OPTIONS or node == Node.TRADE or node == Node.STAGE


@rule
def can_discard(table, ledger, scenario, ability, skill):
    """Whether a "discard" ability may be used now and would change something (DS-ITEM-9, DS-ITEM-10)."""
    seat = ledger.seat
    if ability == Ability.SUCC_TURN:
        return True
    if ability == Ability.GAIN:
        return can_step(table, scenario, seat, skill, 1) == 1
    if ability == Ability.GAIN_PER_ITEM:
        return table.item_n[seat] > 1 and can_step(table, scenario, seat, skill, 1) == 1
    if ability == Ability.REFRESH:
        return table.effort[seat] < MAX_EFFORT
    if ability == Ability.COINS:
        return table.coins[seat] < MAX_COINS
    if ability == Ability.HINT:
        return has_hidden_step(ledger) == 1
    if ability == Ability.TRAVEL:
        return table.node == Node.MOVE and n_explored(table, scenario) > 1
    if table.node == Node.TEST_PRE:
        if ability == Ability.PEEK:
            return ledger.peeked[table.option] == 0
        if ability == Ability.FIX_TOTAL or ability == Ability.ALL_EFFORT:
            return skill == Skill.ANY or skill == scenario.option[table.option].skill
    elif table.node == Node.TEST_POST:
        if ability == Ability.SUCC:
            return skill == Skill.ANY or skill == scenario.option[table.option].skill
        if ability == Ability.SUCC_IF_ZERO:
            return table.successes == 0
        if ability == Ability.REROLL:
            return table.fixed_total < 0
    return False


@rule
def can_pay(table, scenario, seat, i):
    """Abilities that cost something, once per turn per item: `exhaust_for`, `cost_skill`, `reroll_for`
    (DS-ITEM-19 to DS-ITEM-21)."""
    row = scenario.item[table.item[seat, i]]
    if table.item_used[seat] >> i & 1:
        return False
    if row.always == Ability.EXHAUST_FOR:
        return table.effort[seat] > 0 and is_free_node(table.node)
    if row.always == Ability.COST_SKILL:
        return is_free_node(table.node) and can_step(table, scenario, seat, row.always_skill, -1) == 1
    if row.always == Ability.REROLL_FOR:
        return table.effort[seat] > 0 and table.node == Node.TEST_POST and table.fixed_total < 0
    return False


@rule
def legal_uses(table, ledger, scenario, mask):
    """USE, for the active player only (DS-DEC-5)."""
    seat = ledger.seat
    if table.active != seat:
        return
    for i in range(table.item_n[seat]):
        row = scenario.item[table.item[seat, i]]
        if row.discard != Ability.NONE and can_discard(table, ledger, scenario, row.discard, row.discard_skill):
            mask[Act.USE + i] = 1
        elif can_pay(table, scenario, seat, i):
            mask[Act.USE + i] = 1


@rule
def use(game, scenario, frame, i):
    """DS-DEC-5: the Discard ability if it is legal here, else the one that costs something."""
    table = game.table
    seat = table.decider
    row = scenario.item[table.item[seat, i]]
    if row.discard != Ability.NONE and can_discard(table, game.ledger[seat], scenario, row.discard, row.discard_skill):
        discard(game, scenario, frame, seat, i)
        return
    table.item_used[seat] |= 1 << i
    if row.always == Ability.COST_SKILL:
        give(game, seat, row.always_what, row.always_n)
        ask_steps(game, seat, row.always_skill, -1)
        return
    add_effort(game, seat, -1)
    if row.always == Ability.EXHAUST_FOR:
        add_coins(game, seat, row.always_n)
    else:
        roll_main(game, scenario)
        recount(game, scenario)


@rule
def note_test_item(table, item):
    """DS-OBS-7: items used in this test."""
    if table.testing:
        for k in range(HAND):
            if table.test_items[k] == NONE:
                table.test_items[k] = item
                return


@rule
def discard(game, scenario, frame, seat, i):
    """DS-ITEM-6: the item returns to the box, its ability acts."""
    table = game.table
    item = discard_item(game, seat, i)
    row = scenario.item[item]
    ability = row.discard
    n = row.discard_n
    note_test_item(table, item)
    if ability == Ability.SUCC or ability == Ability.SUCC_IF_ZERO:
        table.bonus += n
    elif ability == Ability.SUCC_TURN:
        table.succ_turn = min(table.succ_turn + n, MOST)
    elif ability == Ability.GAIN:
        ask_steps(game, seat, row.discard_skill, n)
    elif ability == Ability.GAIN_PER_ITEM:
        ask_steps(game, seat, row.discard_skill, table.item_n[seat])
    elif ability == Ability.REFRESH:
        add_effort(game, seat, n)
    elif ability == Ability.COINS:
        add_coins(game, seat, n)
    elif ability == Ability.HINT:
        hint(game, scenario, seat, N_PATHS, n, 1)
    elif ability == Ability.TRAVEL:
        push(game, Node.TRAVEL, seat, 0, 0)
    elif ability == Ability.PEEK:
        game.ledger[seat].peeked[table.option] = scenario.option[table.option].pass_value
    else:
        replace_roll(game, scenario, frame, ability, n)
    recount(game, scenario)


@rule
def replace_roll(game, scenario, frame, ability, n):
    """DS-ITEM-11, and `reroll`."""
    table = game.table
    if ability == Ability.FIX_TOTAL:
        table.fixed_total = n
        show_roll(game, scenario, frame)
    elif ability == Ability.ALL_EFFORT:
        roll(game, scenario, frame, MAX_EFFORT, table.effort[frame.seat])
    else:
        roll_main(game, scenario)  # effort results stay
