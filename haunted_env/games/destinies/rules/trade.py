"""Trade and coins (section 8)."""

from haunted_env.games.destinies.actions import Act
from haunted_env.games.destinies.data import NONE, STACK_SIZE
from haunted_env.games.destinies.rules.items import add_coins, lose_item, take_item, take_out, without_bit
from haunted_env.games.destinies.rules.stack import pop
from haunted_env.games.destinies.state import rule


@rule
def show_stack(game, stack):
    """DS-TRADE-1: from now on its content is public."""
    table = game.table
    secret = game.secret
    table.stack_seen[stack] = 1
    table.stack_n[stack] = secret.stack_n[stack]
    for i in range(STACK_SIZE):
        table.stack[stack, i] = secret.stack[stack, i]
        secret.stack[stack, i] = NONE
    secret.stack_n[stack] = 0


@rule
def put_on_stack(game, stack, item):
    """DS-TRADE-10: arrivals go to the end, seen or not."""
    if game.table.stack_seen[stack]:
        n = game.table.stack_n[stack]
        game.table.stack[stack, n] = item
        game.table.stack_n[stack] = n + 1
    else:
        n = game.secret.stack_n[stack]
        game.secret.stack[stack, n] = item
        game.secret.stack_n[stack] = n + 1


@rule
def stock(game, stack, item):
    """DS-TRADE-7: one copy from the box, if there is one and room for it."""
    if game.table.stack_n[stack] + game.secret.stack_n[stack] < STACK_SIZE and game.secret.box[item] > 0:
        game.secret.box[item] -= 1
        put_on_stack(game, stack, item)


@rule
def legal_trade(table, scenario, seat, mask):
    """DS-TRADE-5."""
    stack = table.trade
    for i in range(table.stack_n[stack]):
        price = scenario.item[table.stack[stack, i]].value
        mask[Act.BUY + i] = table.sold >> i & 1 == 0 and price <= table.coins[seat]
    if table.stack_n[stack] < STACK_SIZE:
        for i in range(table.item_n[seat]):
            mask[Act.ITEM + i] = table.bought >> i & 1 == 0
    mask[Act.DONE] = 1


@rule
def buy(game, scenario, seat, i):
    """DS-TRADE-2, DS-TRADE-4, DS-TRADE-6."""
    table = game.table
    stack = table.trade
    item = take_out(table.stack[stack], table.stack_n[stack], i)
    used = table.stack_used[stack] >> i & 1
    table.stack_n[stack] -= 1
    table.stack_used[stack] = without_bit(table.stack_used[stack], i)
    table.sold = without_bit(table.sold, i)
    n = table.item_n[seat]
    table.bought |= 1 << n
    table.item_used[seat] |= used << n
    add_coins(game, seat, -scenario.item[item].value)
    take_item(game, scenario, seat, item)


@rule
def sell(game, scenario, seat, i):
    """DS-TRADE-4; the copy keeps its mark (DS-ITEM-19)."""
    table = game.table
    stack = table.trade
    n = table.stack_n[stack]
    used = table.item_used[seat] >> i & 1
    item = lose_item(game, seat, i)
    put_on_stack(game, stack, item)
    table.sold |= 1 << n
    table.stack_used[stack] |= used << n
    add_coins(game, seat, scenario.item[item].value)


@rule
def end_trade(game):
    table = game.table
    table.trade = NONE
    table.option = NONE
    table.bought = 0
    table.sold = 0
    pop(game)
