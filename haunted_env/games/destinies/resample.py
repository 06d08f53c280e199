"""A complete game that one seat cannot tell from the real one, drawn without ever seeing the real one (DS-OBS-11).

The scenario file is printed matter and known. Destinies of the others: every way to deal them that agrees with the
finales shown and the hints read aloud is equally likely (`unseen/destinies.py`). Virtues: weighed by the public record
(`unseen/virtue.py`). Places, people, ways, stacks and the box follow from the file and what everybody saw
(`unseen/world.py`), and so does the visit in progress (`unseen/visit.py`). Other players know the steps that hints read
aloud may have been about, and have the hints of options with a limit they are seen to have used; what they learnt by
other scans and by peeks is left out. What players chose to do is no evidence: that is left to agents.
"""

import numpy as np

from haunted_env.engine.rng import next_word, random_below, seed_generator
from haunted_env.games.destinies.data import MAX_SEATS, N_HINTS, N_PATHS, Verb
from haunted_env.games.destinies.rules.destiny import find_done, hint, receive_destiny, reveal
from haunted_env.games.destinies.rules.visit import is_place_here, is_used_up
from haunted_env.games.destinies.setup import clear_ledger
from haunted_env.games.destinies.state import world_of
from haunted_env.games.destinies.unseen.destinies import draw_deal, rule
from haunted_env.games.destinies.unseen.virtue import draw_virtue
from haunted_env.games.destinies.unseen.visit import close_unexplained, fill_visit
from haunted_env.games.destinies.unseen.world import fill_world, is_plain


@rule
def resample(world, seat, generator, data):
    """Fill in everything `seat` may not know of a game of which only what it may know is in place, the rest zero."""
    table = world.table
    scenario = data[world_of(table, data)]
    world.secret.seed = (next_word(generator) << 30) ^ next_word(generator)
    seed_generator(world.secret.rng, next_word(generator), 0)
    fill_world(world, scenario, generator)
    fill_visit(world, scenario)
    for other in range(table.n_seats):
        draw_virtue(world, scenario, other, generator)
    close_unexplained(world, scenario)
    dealt = np.zeros(MAX_SEATS, np.int64)
    may = np.zeros(MAX_SEATS, np.int64)
    draw_deal(table, world.ledger[seat], scenario, may, dealt, generator)
    for other in range(MAX_SEATS):
        if other != seat:
            clear_ledger(world.ledger[other], other)
            if other < table.n_seats and dealt[other] >= 0:
                fill_ledger(world, scenario, other, dealt[other], generator)


@rule
def focus(world):
    """A search looks to the end of the scenario being played (DS-CAMP-9): what follows of a campaign is far away, and
    what came before is settled."""
    table = world.table
    table.last_chapter = table.chapter
    for chapter in range(table.chapter):
        for seat in range(table.n_seats):
            table.past[chapter].worth[seat] = 0


@rule
def fill_ledger(world, scenario, seat, destiny, generator):
    """What another seat knows of its destiny."""
    table = world.table
    ledger = world.ledger[seat]
    receive_destiny(world, scenario, seat, destiny)
    find_done(world, scenario, seat)
    world.secret.paid[seat] = 0
    for option in range(scenario.n_options):
        if is_used_up(table, scenario, seat, option) and is_plain(scenario, option):
            give_hints(world, scenario, seat, option)
    for number in range(N_HINTS):
        if table.heard[seat] >> number & 1:
            give_heard(world, scenario, seat, number, generator)
    if seat == table.active and table.visit_poi >= 0 and is_place_here(world):
        for path in range(N_PATHS):  # DS-FIN-1
            if ledger.complete[path] and ledger.finale_poi[path] == table.visit_poi:
                ledger.offered |= 1 << path


@rule
def give_hints(world, scenario, seat, option):
    first = scenario.option[option].effect_first
    for i in range(first, first + scenario.option[option].effect_n):
        effect = scenario.effect[i]
        if effect.verb == Verb.HINT:
            hint(world, scenario, seat, effect.a, effect.b, 0)


@rule
def give_heard(world, scenario, seat, number, generator):
    """A hint was read aloud: of the steps it may have been about, one is known, unless one is already."""
    ledger = world.ledger[seat]
    n = 0
    for path in range(N_PATHS):
        for step in range(ledger.n_steps[path]):
            if scenario.destiny[ledger.destiny].path[path].step[step].aloud == number:
                if ledger.revealed[path] >> step & 1:
                    return
                n += 1
    if n == 0:
        return
    wanted = random_below(generator, n)
    for path in range(N_PATHS):
        for step in range(ledger.n_steps[path]):
            if scenario.destiny[ledger.destiny].path[path].step[step].aloud == number:
                if wanted == 0:
                    reveal(world, scenario, seat, path, step)
                wanted -= 1
