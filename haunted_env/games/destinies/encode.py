"""Write what one seat observes (DS-OBS) and its partial-observation mask.

Nothing here is handed `secret` or `work`. Every seat is written relative to `origin`: the viewer's seat, or 0 for
absolute seats. Of the scenario only what is printed on the table is read: kinds, costs, words of difficulty.
"""

from haunted_env.engine.encoding import MOST, put_bits, put_one, put_seat, put_wide, relative
from haunted_env.games.destinies.data import (
    FLAG_BITS,
    GROUND_SIZE,
    HAND,
    MAX_SEATS,
    N_CHARACTERS,
    N_EVENTS,
    N_FINALES,
    N_HINTS,
    N_LEGACIES,
    N_LIMITED,
    N_NPCS,
    N_PAST,
    N_PATHS,
    N_PLAYER_FLAGS,
    N_POIS,
    N_SKILLS,
    N_STACKS,
    N_STAGES,
    N_STEPS,
    N_TILES,
    N_WORLD_FLAGS,
    STACK_SIZE,
    TRACK_SPACES,
    Mode,
)
from haunted_env.games.destinies.encode_turn import put_log, put_test, put_visit
from haunted_env.games.destinies.observation import ITEM_BITS, N_OBSERVATION, OPTION_BITS, POI_BITS, Obs
from haunted_env.games.destinies.options import DRAFT
from haunted_env.games.destinies.rules.world import way_is_seen
from haunted_env.games.destinies.state import EXPLORED, PLACED, rule, world_of

UNSEEN, SEEN, NO_CARD = 0, 2, -1  # of card_mask


@rule
def encode(table, ledger, origin, out, data):
    """The observation of the seat `ledger.seat`; every entry is written."""
    scenario = data[world_of(table, data)]
    for i in range(N_OBSERVATION):
        out[i] = 0
    put_options(table, scenario, out)
    if scenario.link.n_chapters > 1:
        put_campaign(table, scenario, origin, out)
    put_course(table, ledger, origin, out)
    put_world(table, ledger, out)
    put_map(table, scenario, out)
    put_things(table, ledger, out)
    for seat in range(table.n_seats):
        put_player(table, seat, relative(table.n_seats, seat, origin), out)
    put_destiny(ledger, scenario, out)
    put_visit(table, ledger, scenario, out)
    put_test(table, ledger, scenario, out)
    put_log(table, origin, out)


@rule
def card_mask(table, ledger, origin, out, data):
    """By relative seat: the destiny card and both its paths; -1 none, 0 unseen, 2 one's own or shown by a finale."""
    for i in range(MAX_SEATS):
        out[i] = NO_CARD
    for seat in range(table.n_seats):
        index = relative(table.n_seats, seat, origin)
        if is_cast(table):  # after the draft (DS-SETUP-13)
            out[index] = SEEN if seat == ledger.seat or table.finale[seat] >= 0 else UNSEEN


@rule
def is_cast(table):
    for seat in range(table.n_seats):
        if table.character[seat] < 0:
            return 0
    return 1


@rule
def put_options(table, scenario, out):
    out[Obs.PLAYERS + table.n_seats - 1] = 1
    out[Obs.MODE + table.mode] = 1
    out[Obs.OPT_DRAFT] = table.assign == DRAFT
    out[Obs.OPT_SHUFFLED] = table.destiny_deal
    out[Obs.OPT_AUTO_SINGLE] = table.auto_single
    last = int(table.max_days)
    if table.mode == Mode.CHALLENGER:
        last = min(last, int(scenario.challenger_days))
    put_wide(out, Obs.LAST_DAY, last)


@rule
def put_campaign(table, scenario, origin, out):
    """DS-OBS-19."""
    out[Obs.CHAPTER + table.chapter] = 1
    out[Obs.CHAPTERS] = scenario.link.n_chapters
    put_bits(out, Obs.FACTS, table.facts, N_PAST)
    for seat in range(table.n_seats):
        index = relative(table.n_seats, seat, origin)
        put_bits(out, Obs.PFACTS + N_PAST * index, table.pfacts[seat], N_PAST)
        put_bits(out, Obs.LEGACIES + N_LEGACIES * index, table.legacies[seat], N_LEGACIES)
        for chapter in range(table.chapter):
            out[Obs.SCORE + index] += table.past[chapter].worth[seat]


@rule
def put_course(table, ledger, origin, out):
    """Whose turn it is, who decides what, and the context of the decision."""
    out[Obs.OWN_SEAT + ledger.seat] = 1
    put_wide(out, Obs.DAY, table.day)
    put_seat(out, Obs.ACTIVE, table.n_seats, table.active, origin)
    put_seat(out, Obs.DECIDER, table.n_seats, table.decider, origin)
    if table.decider >= 0:
        out[Obs.NODE + table.node] = 1
    put_bits(out, Obs.OPTION, table.option + 1, OPTION_BITS)
    put_one(out, Obs.TRADE, table.trade)
    out[Obs.STEP_GAIN] = table.step_sign
    if table.step_sign != 0:
        out[Obs.STEP_SKILL + table.step_skill] = 1
        out[Obs.STEP_LEFT] = min(table.step_left, MOST)
    out[Obs.SUCC_TURN] = table.succ_turn


@rule
def put_world(table, ledger, out):
    seat = ledger.seat
    for tile in range(N_TILES):
        out[Obs.PLACED + tile] = table.tile[tile] >= PLACED
        out[Obs.EXPLORED + tile] = table.tile[tile] == EXPLORED
    for poi in range(N_POIS):
        out[Obs.KNOWN + poi] = table.known[poi]
        out[Obs.VISITED + poi] = table.visited[seat, poi // FLAG_BITS] >> (poi % FLAG_BITS) & 1
    for npc in range(N_NPCS):
        put_bits(out, Obs.NPC + POI_BITS * npc, table.npc[npc] + 1, POI_BITS)
    put_bits(out, Obs.FLAGS, table.flags, N_WORLD_FLAGS)
    put_bits(out, Obs.FIRED, table.fired, N_EVENTS)


@rule
def put_map(table, scenario, out):
    """What may have changed about places and ways (DS-WORLD)."""
    for poi in range(scenario.n_pois):
        out[Obs.POI_TILE + poi] = table.poi_tile[poi] + 1
        out[Obs.LOOK + poi] = table.look[poi]
    for way in range(scenario.n_ways):
        seen = way_is_seen(table, scenario, way)
        out[Obs.WAY + way] = 2 * seen - 1 if seen >= 0 else 0


@rule
def put_things(table, ledger, out):
    """Items on the ground and in stacks."""
    for tile in range(N_TILES):
        if table.ground_n[tile]:
            for i in range(GROUND_SIZE):
                out[Obs.GROUND + GROUND_SIZE * tile + i] = table.ground[tile, i] + 1
    here = table.place[ledger.seat]
    if here >= 0:
        for i in range(table.ground_n[here]):
            put_bits(out, Obs.GROUND_HERE + ITEM_BITS * i, table.ground[here, i] + 1, ITEM_BITS)
    for stack in range(N_STACKS):
        out[Obs.PRICE + stack] = table.price[stack]
        if table.stack_seen[stack]:
            out[Obs.STACK_SEEN + stack] = 1
            for i in range(STACK_SIZE):
                out[Obs.STACK + STACK_SIZE * stack + i] = table.stack[stack, i] + 1
    if table.trade >= 0:
        for i in range(table.stack_n[table.trade]):
            put_bits(out, Obs.STACK_HERE + ITEM_BITS * i, table.stack[table.trade, i] + 1, ITEM_BITS)


@rule
def put_player(table, seat, index, out):
    """What everybody knows of a seat (DS-OBS-4), written at its relative index."""
    out[Obs.IN_GAME + index] = table.defeated[seat] == 0
    out[Obs.DEFEATED + index] = table.defeated[seat]
    put_one(out, Obs.CHARACTER + N_CHARACTERS * index, table.character[seat])
    put_one(out, Obs.PLACE + N_TILES * index, table.place[seat])
    out[Obs.COINS + index] = table.coins[seat]
    out[Obs.XP + index] = table.xp[seat]
    out[Obs.EFFORT + index] = table.effort[seat]
    for skill in range(N_SKILLS):
        first = Obs.TRACK + TRACK_SPACES * (N_SKILLS * index + skill)
        put_bits(out, first, table.track[seat, skill], TRACK_SPACES)
    for i in range(table.item_n[seat]):
        put_bits(out, Obs.INVENTORY + ITEM_BITS * (HAND * index + i), table.item[seat, i] + 1, ITEM_BITS)
    for word in range(N_PLAYER_FLAGS // FLAG_BITS):
        put_bits(out, Obs.PFLAGS + N_PLAYER_FLAGS * index + FLAG_BITS * word, table.pflags[seat, word], FLAG_BITS)
    if table.heard[seat]:
        put_bits(out, Obs.HEARD + N_HINTS * index, table.heard[seat], N_HINTS)
    for word in range(N_LIMITED // FLAG_BITS):
        put_bits(out, Obs.LIMITS + N_LIMITED * index + FLAG_BITS * word, table.limits[seat, word], FLAG_BITS)
    put_one(out, Obs.FINALE + N_FINALES * index, table.finale[seat])
    out[Obs.IN_FINALE + index] = table.in_finale[seat]
    put_one(out, Obs.STAGE + N_STAGES * index, min(table.stage[seat], N_STAGES) - 1)
    out[Obs.RESOLVE + index] = table.resolve[seat]


@rule
def put_destiny(ledger, scenario, out):
    """DS-OBS-5."""
    put_one(out, Obs.DESTINY, ledger.destiny)
    for path in range(N_PATHS):
        first = N_STEPS * path
        put_bits(out, Obs.STEP_EXISTS + first, (1 << ledger.n_steps[path]) - 1, N_STEPS)
        put_bits(out, Obs.STEP_DONE + first, ledger.done[path], N_STEPS)
        put_bits(out, Obs.STEP_REVEALED + first, ledger.revealed[path], N_STEPS)
        for step in range(N_STEPS):
            put_bits(out, Obs.STEP_WHERE + POI_BITS * (first + step), ledger.where[path, step] + 1, POI_BITS)
        if ledger.destiny >= 0:
            out[Obs.ENOUGH + path] = scenario.destiny[ledger.destiny].path[path].enough
        out[Obs.COMPLETE + path] = ledger.complete[path]
        put_bits(out, Obs.FINALE_POI + POI_BITS * path, ledger.finale_poi[path] + 1, POI_BITS)
