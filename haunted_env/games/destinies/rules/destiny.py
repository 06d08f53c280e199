"""Destinies: steps done, hints, paths, and the finale (section 10)."""

from haunted_env.games.destinies.actions import Log
from haunted_env.games.destinies.data import FLAG_BITS, N_FLAG_WORDS, N_PATHS
from haunted_env.games.destinies.outcome import defeat, fulfil
from haunted_env.games.destinies.rules.conditions import all_hold
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.state import rule


@rule
def receive_destiny(game, scenario, seat, destiny):
    """DS-SETUP-6, DS-DEST-7: only its owner knows it, with the POIs of both finales."""
    ledger = game.ledger[seat]
    ledger.destiny = destiny
    for path in range(N_PATHS):
        row = scenario.destiny[destiny].path[path]
        ledger.n_steps[path] = row.n_steps
        ledger.finale_poi[path] = scenario.finale[row.finale].poi


@rule
def n_bits(bits):
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@rule
def is_met(table, scenario, seat, destiny, path, step):
    """Whether as much as a step needs holds (DS-DEST-3, DS-DEST-13)."""
    row = scenario.destiny[destiny].path[path].step[step]
    n = 0
    for word in range(N_FLAG_WORDS):
        n += n_bits(row.need[word] & table.pflags[seat, word])
    return int(n >= row.least)


@rule
def steps_met(table, scenario, seat, destiny, path):
    """The steps whose needs hold and that are open: bits. A step opens after steps listed before it (DS-DEST-14)."""
    way = scenario.destiny[destiny].path[path]
    done = 0
    for step in range(way.n_steps):
        if way.step[step].after & ~done == 0 and is_met(table, scenario, seat, destiny, path, step):
            done |= 1 << step
    return done


@rule
def is_complete(scenario, destiny, path, done):
    """DS-DEST-4, DS-DEST-15."""
    return int(n_bits(done) >= scenario.destiny[destiny].path[path].enough)


@rule
def find_done(game, scenario, seat):
    """DS-DEST-3, DS-DEST-4: note the steps and paths that are done now."""
    ledger = game.ledger[seat]
    if ledger.destiny < 0:
        return
    for path in range(N_PATHS):
        met = steps_met(game.table, scenario, seat, ledger.destiny, path)
        for step in range(ledger.n_steps[path]):
            if (met & ~ledger.done[path]) >> step & 1:
                ledger.done[path] |= 1 << step
                ledger.where[path, step] = scenario.destiny[ledger.destiny].path[path].step[step].poi
                game.secret.paid[seat] += 1
        ledger.complete[path] = is_complete(scenario, ledger.destiny, path, ledger.done[path])


@rule
def set_pflag(game, scenario, seat, flag):
    """A fact about one player, public (DS-OBS-4)."""
    game.table.pflags[seat, flag // FLAG_BITS] |= 1 << (flag % FLAG_BITS)
    note(game, seat, Log.PFLAG, flag, 0)
    find_done(game, scenario, seat)


@rule
def reveal(game, scenario, seat, path, step):
    """DS-DEST-10."""
    ledger = game.ledger[seat]
    ledger.revealed[path] |= 1 << step
    ledger.where[path, step] = scenario.destiny[ledger.destiny].path[path].step[step].poi


@rule
def read_aloud(game, scenario, seat, path, step):
    """DS-DEST-12: everybody hears the hint, which speaks of the destiny and not of the path."""
    number = int(scenario.destiny[game.ledger[seat].destiny].path[path].step[step].aloud)
    if number >= 0:
        game.table.heard[seat] |= 1 << number
        note(game, seat, Log.HEARD, number, 0)


@rule
def hidden_step(ledger, path, lore, scenario):
    """The first step of a path neither done nor revealed and, unless `lore` is -1, of these tags; NONE."""
    seen = ledger.done[path] | ledger.revealed[path]
    for step in range(ledger.n_steps[path]):
        if seen >> step & 1 == 0:
            if lore < 0 or lore & scenario.destiny[ledger.destiny].path[path].step[step].lore:
                return step
    return -1


@rule
def has_hidden_step(ledger):
    for path in range(N_PATHS):
        if (ledger.done[path] | ledger.revealed[path]) != (1 << ledger.n_steps[path]) - 1:
            return 1
    return 0


@rule
def hint(game, scenario, seat, which, n, aloud):
    """DS-DEST-9: path A, B, or (2) A, then B; everybody hears it (`aloud`), or it is only worked out."""
    ledger = game.ledger[seat]
    for path in range(N_PATHS):
        if which != path and which != N_PATHS:
            continue
        while n > 0:
            step = hidden_step(ledger, path, -1, scenario)
            if step < 0:
                break
            reveal(game, scenario, seat, path, step)
            if aloud:
                read_aloud(game, scenario, seat, path, step)
            n -= 1


@rule
def scan_destiny(game, scenario, seat, npc, path):
    """DS-DEST-8: the NPC may know of a step."""
    step = hidden_step(game.ledger[seat], path, scenario.npc[npc].lore, scenario)
    if step >= 0:
        reveal(game, scenario, seat, path, step)
        read_aloud(game, scenario, seat, path, step)


@rule
def trigger_finale(game, scenario, seat, path):
    """DS-FIN-2."""
    table = game.table
    finale = scenario.destiny[game.ledger[seat].destiny].path[path].finale
    table.in_finale[seat] = 1
    table.finale[seat] = finale
    table.stage[seat] = 1
    table.resolve[seat] = scenario.finale[finale].resolve
    note(game, seat, Log.FINALE, finale, 0)


@rule
def pass_stages(game, scenario, seat, n):
    """DS-FIN-6, DS-FIN-7: move n stages on, then past every stage that is skipped; past the last one is the end."""
    table = game.table
    finale = table.finale[seat]
    row = scenario.finale[finale]
    while table.stage[seat] <= row.n_stages:
        if n == 0:
            stage = row.stage[table.stage[seat] - 1]
            if stage.skip_n == 0 or not all_hold(game, scenario, seat, stage.skip_first, stage.skip_n):
                return
        else:
            n -= 1
        note(game, seat, Log.STAGE, finale, table.stage[seat])
        table.stage[seat] += 1
    fulfil(game, seat)


@rule
def change_resolve(game, seat, n):
    game.table.resolve[seat] = min(max(game.table.resolve[seat] + n, -100), 100)


@rule
def end_stage(game, seat):
    """DS-FIN-8: after the option has fully resolved."""
    if game.table.resolve[seat] <= 0:
        defeat(game, seat)
