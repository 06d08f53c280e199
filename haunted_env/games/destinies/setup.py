"""Setup (section 4)."""

from haunted_env.engine.rng import random_below, seed_generator
from haunted_env.games.destinies.actions import Phase, Task
from haunted_env.games.destinies.data import (
    GROUND_SIZE,
    HAND,
    MAX_SEATS,
    N_CHAPTERS,
    N_FLAG_WORDS,
    N_ITEMS,
    N_LIMIT_WORDS,
    N_NPCS,
    N_OPTIONS,
    N_PATHS,
    N_POI_WORDS,
    N_POIS,
    N_SKILLS,
    N_STACKS,
    N_STEPS,
    N_TILES,
    NONE,
    STACK_SIZE,
)
from haunted_env.games.destinies.options import DRAFT, FIXED, SHUFFLED
from haunted_env.games.destinies.rules.destiny import receive_destiny
from haunted_env.games.destinies.rules.dice import clear_test
from haunted_env.games.destinies.rules.log import write_row
from haunted_env.games.destinies.rules.movement import turn_up
from haunted_env.games.destinies.rules.stack import pop, push
from haunted_env.games.destinies.rules.visit import clear_visit
from haunted_env.games.destinies.state import ABSENT, N_FORCED, N_FRAMES, N_LOG, N_NOTES, rule


@rule
def clear_course(game):
    """The course of the game, the turn, the log, unfinished work."""
    table = game.table
    table.day = 1
    table.active = 0
    table.decider = NONE
    table.node = 0
    table.over = 0
    table.winner = NONE
    table.reason = 0
    table.succ_turn = 0
    table.choices = 0
    table.option = NONE
    table.trade = NONE
    table.bought = 0
    table.sold = 0
    table.step_sign = 0
    table.step_skill = 0
    table.step_left = 0
    clear_test(table)
    clear_visit(game)
    table.n_log = 0
    for i in range(N_LOG):
        write_row(table.log[i], 0, 0, 0, 0, 0)
    game.work.depth = N_FRAMES
    while game.work.depth > 0:
        pop(game)


@rule
def clear_memory(game):
    """What outlasts a chapter: what is carried, notes, chance to come."""
    table = game.table
    table.chapter = 0
    table.facts = 0
    for seat in range(MAX_SEATS):
        table.pfacts[seat] = 0
        table.spoken[seat] = 0
    for chapter in range(N_CHAPTERS):
        clear_chapter(table.past[chapter])
    table.n_notes = 0
    for i in range(N_NOTES):
        write_row(table.notes[i], 0, 0, 0, 0, 0)
    game.secret.n_forced = 0
    for i in range(N_FORCED):
        game.secret.forced[i] = 0


@rule
def clear_chapter(past):
    past.winner = 0
    past.reason = 0
    past.finale = 0
    past.day = 0
    for seat in range(MAX_SEATS):
        past.worth[seat] = 0
        past.character[seat] = 0
        past.destiny[seat] = 0


@rule
def clear_world(game):
    table = game.table
    secret = game.secret
    table.flags = 0
    table.fired = 0
    for tile in range(N_TILES):
        table.tile[tile] = ABSENT
        table.near[tile] = 0
        table.ground_n[tile] = 0
        table.ground_fresh[tile] = 0
        for i in range(GROUND_SIZE):
            table.ground[tile, i] = NONE
    for poi in range(N_POIS):
        table.known[poi] = 0
        table.poi_tile[poi] = NONE
        table.look[poi] = 0
        secret.active[poi] = 0
        secret.poi_tile[poi] = NONE
        secret.look[poi] = 0
    for npc in range(N_NPCS):
        table.npc[npc] = NONE
        secret.npc[npc] = NONE
    for stack in range(N_STACKS):
        table.stack_seen[stack] = 0
        table.stack_n[stack] = 0
        table.price[stack] = 0
        table.stack_used[stack] = 0
        secret.stack_n[stack] = 0
        for i in range(STACK_SIZE):
            table.stack[stack, i] = NONE
            secret.stack[stack, i] = NONE
    for item in range(N_ITEMS):
        secret.box[item] = 0
    secret.ways = 0


@rule
def clear_player(game, seat):
    """DS-SETUP-10, DS-SETUP-13: nothing but a place at the table."""
    table = game.table
    table.defeated[seat] = 0
    table.character[seat] = NONE
    table.place[seat] = NONE
    table.coins[seat] = 0
    table.xp[seat] = 0
    table.effort[seat] = 0
    table.item_n[seat] = 0
    table.item_used[seat] = 0
    table.heard[seat] = 0
    table.legacies[seat] = 0
    table.in_finale[seat] = 0
    table.finale[seat] = NONE
    table.stage[seat] = 0
    table.resolve[seat] = 0
    for skill in range(N_SKILLS):
        table.track[seat, skill] = 0
    for i in range(HAND):
        table.item[seat, i] = NONE
    for word in range(N_FLAG_WORDS):
        table.pflags[seat, word] = 0
    for word in range(N_POI_WORDS):
        table.visited[seat, word] = 0
    for word in range(N_LIMIT_WORDS):
        table.limits[seat, word] = 0
    game.secret.virtue[seat] = 0
    clear_ledger(game.ledger[seat], seat)


@rule
def clear_pay(game):
    """What the last action brought."""
    for seat in range(MAX_SEATS):
        game.secret.paid[seat] = 0
        game.secret.fell[seat] = 0
        game.secret.due[seat] = 0


@rule
def clear_ledger(ledger, seat):
    ledger.seat = seat
    ledger.destiny = NONE
    ledger.offered = 0
    for path in range(N_PATHS):
        ledger.done[path] = 0
        ledger.revealed[path] = 0
        ledger.n_steps[path] = 0
        ledger.complete[path] = 0
        ledger.finale_poi[path] = NONE
        for step in range(N_STEPS):
            ledger.where[path, step] = NONE
    for option in range(N_OPTIONS):
        ledger.peeked[option] = 0


@rule
def lay_world(game, scenario):
    """DS-SETUP-8, DS-SETUP-9, DS-SETUP-11, DS-DATA-22."""
    secret = game.secret
    game.table.flags = scenario.flags
    for item in range(scenario.n_items):
        secret.box[item] = scenario.item[item].copies
    for stack in range(scenario.n_stacks):
        row = scenario.stack[stack]
        secret.stack_n[stack] = row.n
        for i in range(row.n):
            secret.stack[stack, i] = row.item[i]
            secret.box[row.item[i]] -= 1
    lay_map(game, scenario)
    turn_up(game, scenario, scenario.start_tile)


@rule
def lay_map(game, scenario):
    """Places, people and ways as the file has them (DS-SETUP-8)."""
    secret = game.secret
    for poi in range(scenario.n_pois):
        secret.active[poi] = scenario.poi[poi].active
        secret.poi_tile[poi] = scenario.poi[poi].tile
    for npc in range(scenario.n_npcs):
        secret.npc[npc] = scenario.npc[npc].at
    for way in range(scenario.n_ways):
        secret.ways |= scenario.way[way].open << way


@rule
def take_character(game, scenario, seat, character):
    """DS-SETUP-1, DS-SETUP-5, DS-SETUP-8."""
    table = game.table
    table.character[seat] = character
    table.place[seat] = scenario.start_tile
    for skill in range(N_SKILLS):
        table.track[seat, skill] = scenario.character[character].track[skill]


@rule
def draw_unused(game, taken, n):
    """A random number below n whose bit is not set in `taken`."""
    left = 0
    for i in range(n):
        left += taken >> i & 1 == 0
    wanted = random_below(game.secret.rng, left)
    for i in range(n):
        if taken >> i & 1 == 0:
            if wanted == 0:
                return i
            wanted -= 1
    return 0


@rule
def deal_characters(game, scenario):
    """DS-SETUP-2, for those who have none yet (DS-CAMP-5)."""
    table = game.table
    taken = 0
    for seat in range(table.n_seats):
        if table.character[seat] >= 0:
            taken |= 1 << table.character[seat]
    for seat in range(table.n_seats):
        if table.character[seat] >= 0:
            continue
        character = int(table.fixed[seat])
        if table.assign != FIXED or table.chapter > 0:
            character = draw_unused(game, taken, scenario.n_characters)
            taken |= 1 << character
        take_character(game, scenario, seat, character)


@rule
def deal_destinies(game, scenario):
    """DS-SETUP-7; then what earlier chapters have left is given out (DS-CAMP-7)."""
    table = game.table
    taken = 0
    for seat in range(table.n_seats):
        destiny = int(scenario.character[table.character[seat]].destiny)
        if table.destiny_deal == SHUFFLED:
            destiny = draw_unused(game, taken, scenario.n_destinies)
            taken |= 1 << destiny
        receive_destiny(game, scenario, seat, destiny)
    if scenario.link.n_legacies > 0:
        push(game, Task.LEGACIES, 0, 0, 0)


@rule
def clear_scenario(game):
    """Everything but the options, and what outlasts a scenario."""
    clear_course(game)
    clear_world(game)
    for seat in range(MAX_SEATS):
        clear_player(game, seat)


@rule
def lay_out(game, scenario):
    """The scenario on the table: places, things, and what every player has."""
    table = game.table
    clear_scenario(game)
    lay_world(game, scenario)
    for seat in range(table.n_seats):
        table.coins[seat] = scenario.start_coins
        table.effort[seat] = scenario.start_effort  # DS-SETUP-4
        for word in range(N_FLAG_WORDS):
            table.pflags[seat, word] = scenario.pflags[word]


@rule
def cast(game, scenario):
    """Who plays whom, at once or in a draft, before the first turn."""
    push(game, Task.TURN, 0, Phase.START, 0)
    if game.table.assign == DRAFT:
        push(game, Task.DRAFT, 0, 0, 0)
    else:
        deal_characters(game, scenario)
        deal_destinies(game, scenario)


@rule
def prepare(game, scenario, seed):
    """A game before its first decision, with the options in place."""
    clear_memory(game)
    clear_pay(game)
    game.table.last_chapter = scenario.link.n_chapters - 1
    game.secret.seed = seed
    seed_generator(game.secret.rng, seed, 0)
    lay_out(game, scenario)
    cast(game, scenario)
