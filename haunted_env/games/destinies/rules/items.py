"""Items: gaining, losing, the ground (section 7). Abilities are in `abilities.py`."""

from haunted_env.games.destinies.actions import Log, Node
from haunted_env.games.destinies.data import GROUND_SIZE, MAX_COINS, NONE
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.stack import push
from haunted_env.games.destinies.state import rule


@rule
def without_bit(bits, i):
    """The bits of a list whose i-th entry is taken out."""
    return (bits & ((1 << i) - 1)) | bits >> (i + 1) << i


@rule
def add_coins(game, seat, n):
    """DS-COMP-9: never below 0, what exceeds the cap is lost."""
    table = game.table
    before = int(table.coins[seat])
    after = min(max(before + n, 0), MAX_COINS)
    table.coins[seat] = after
    if after != before:
        note(game, seat, Log.COINS, after - before, 0)


@rule
def take_item(game, scenario, seat, item):
    """DS-ITEM-2: the item takes the next inventory slot; too many are an OVERFLOW."""
    table = game.table
    table.item[seat, table.item_n[seat]] = item
    table.item_n[seat] += 1
    note(game, seat, Log.GAINED, item, 0)
    if table.item_n[seat] > scenario.hand_limit:
        push(game, Node.OVERFLOW, seat, 0, 0)


@rule
def gain_item(game, scenario, seat, item):
    """DS-ITEM-3: from the box, or else half its value in coins."""
    if game.secret.box[item] > 0:
        game.secret.box[item] -= 1
        take_item(game, scenario, seat, item)
    else:
        add_coins(game, seat, max(1, (scenario.item[item].value + 1) // 2))


@rule
def take_out(items, n, i):
    """An item leaves a row of n; later ones shift down. Returns it."""
    item = int(items[i])
    for k in range(i, n - 1):
        items[k] = items[k + 1]
    items[n - 1] = NONE
    return item


@rule
def lose_item(game, seat, i):
    """The item in an inventory slot leaves the player; later ones shift down (DS-ITEM-2). Returns it."""
    table = game.table
    item = take_out(table.item[seat], table.item_n[seat], i)
    table.item_n[seat] -= 1
    table.item_used[seat] = without_bit(table.item_used[seat], i)
    if seat == table.active:
        table.bought = without_bit(table.bought, i)
    note(game, seat, Log.LOST, item, 0)
    return item


@rule
def discard_item(game, seat, i):
    """DS-ITEM-6: the item returns to the box."""
    item = lose_item(game, seat, i)
    game.secret.box[item] += 1
    return item


@rule
def lift_ground(game, tile, i):
    """An item leaves the ground. Returns it."""
    table = game.table
    item = take_out(table.ground[tile], table.ground_n[tile], i)
    table.ground_n[tile] -= 1
    table.ground_fresh[tile] = without_bit(table.ground_fresh[tile], i)
    return item


@rule
def abandon(game, seat, i):
    """DS-ITEM-13, DS-ITEM-14: the item lies on the tile, the oldest of nine goes to the box."""
    table = game.table
    tile = table.place[seat]
    item = lose_item(game, seat, i)
    if table.ground_n[tile] == GROUND_SIZE:
        game.secret.box[lift_ground(game, tile, 0)] += 1
    n = table.ground_n[tile]
    table.ground[tile, n] = item
    table.ground_n[tile] = n + 1
    table.ground_fresh[tile] |= 1 << n


@rule
def pick_up(game, scenario, seat, i):
    """DS-VISIT-7, DS-ITEM-15."""
    item = lift_ground(game, game.table.place[seat], i)
    take_item(game, scenario, seat, item)


@rule
def always_sum(table, scenario, seat, ability, skill):
    """The sum over the items owned with this "always" ability (DS-ITEM-5); skill NONE: whatever the skill."""
    n = 0
    for i in range(table.item_n[seat]):
        row = scenario.item[table.item[seat, i]]
        if row.always == ability and (skill < 0 or row.always_skill == skill or row.always_skill == 3):
            n += row.always_n
    return n
