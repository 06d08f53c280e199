"""Trade and coins (section 8)."""

from haunted_env.games.destinies.actions import Act, Log
from haunted_env.games.destinies.data import NONE, STACK_SIZE
from haunted_env.games.destinies.rules.items import add_coins, lose_item, take_item, take_out, without_bit
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.stack import pop
from haunted_env.games.destinies.state import rule

MOST_DEARER = 20


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
def unstock(game, stack, item):
    """DS-WORLD-5: the first copy in the stack, if there is one, goes to the box; later goods move up."""
    table = game.table
    secret = game.secret
    for i in range(STACK_SIZE):
        if table.stack_seen[stack] and table.stack[stack, i] == item:
            take_out(table.stack[stack], table.stack_n[stack], i)
            table.stack_n[stack] -= 1
            table.stack_used[stack] = without_bit(table.stack_used[stack], i)
            secret.box[item] += 1
            return
        if not table.stack_seen[stack] and secret.stack[stack, i] == item:
            take_out(secret.stack[stack], secret.stack_n[stack], i)
            secret.stack_n[stack] -= 1
            secret.box[item] += 1
            return


@rule
def n_stocked(game, stack, item):
    """Copies of an item in a stack, seen or not."""
    n = 0
    for i in range(STACK_SIZE):
        n += game.table.stack[stack, i] == item
        n += game.secret.stack[stack, i] == item
    return n


@rule
def restock(game, scenario, stack):
    """DS-WORLD-5: what it held at setup and lacks now, in that order."""
    row = scenario.stack[stack]
    for i in range(row.n):
        wanted = 0
        for k in range(i + 1):
            wanted += row.item[k] == row.item[i]
        if n_stocked(game, stack, row.item[i]) < wanted:
            stock(game, stack, row.item[i])


@rule
def change_price(game, stack, n):
    """DS-WORLD-6."""
    table = game.table
    table.price[stack] = min(max(table.price[stack] + n, -MOST_DEARER), MOST_DEARER)
    note(game, table.active, Log.PRICE, stack, table.price[stack])


@rule
def price_at(table, scenario, stack, item):
    """DS-TRADE-2, DS-WORLD-6: what an item costs at a stack, and brings there."""
    return max(scenario.item[item].value + table.price[stack], 0)


@rule
def legal_trade(table, scenario, seat, mask):
    """DS-TRADE-5."""
    stack = table.trade
    for i in range(table.stack_n[stack]):
        price = price_at(table, scenario, stack, table.stack[stack, i])
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
    add_coins(game, seat, -price_at(table, scenario, stack, item))
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
    add_coins(game, seat, price_at(table, scenario, stack, item))


@rule
def end_trade(game):
    table = game.table
    table.trade = NONE
    table.option = NONE
    table.bought = 0
    table.sold = 0
    pop(game)
