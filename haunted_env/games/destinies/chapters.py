"""From one scenario of a campaign to the next: what is noted, carried and left behind (DS-CAMP)."""

import numpy as np

from haunted_env.games.destinies.actions import Log, Task
from haunted_env.games.destinies.data import (
    FLAG_BITS,
    MAX_SEATS,
    N_FLAG_WORDS,
    N_LEGACIES,
    N_PAST,
    NONE,
    Keep,
)
from haunted_env.games.destinies.outcome import worth
from haunted_env.games.destinies.rules.conditions import has_pflag
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.stack import pop, push
from haunted_env.games.destinies.setup import cast, lay_out, take_character
from haunted_env.games.destinies.state import rule, world_of
from haunted_env.games.destinies.unseen.virtue import spoken_for


@rule
def keep_facts(game, scenario):
    """DS-CAMP-2, DS-CAMP-3: what holds at the end of a chapter, and who has won it."""
    table = game.table
    link = scenario.link
    for number in range(N_PAST):
        flag = link.fact[number]
        if flag >= 0 and table.flags >> flag & 1:
            table.facts |= 1 << number
        flag = link.pfact[number]
        for seat in range(table.n_seats):
            if flag >= 0 and has_pflag(table, seat, flag):
                table.pfacts[seat] |= 1 << number
    fact = int(link.nobody)
    if table.winner >= 0:
        fact = int(link.won[table.finale[table.winner]])
        if link.winner >= 0:
            table.pfacts[table.winner] |= 1 << link.winner
    if fact >= 0:
        table.facts |= 1 << fact


@rule
def close_chapter(game, scenario):
    """DS-CAMP-8: how the chapter ended, for all to see."""
    table = game.table
    past = table.past[table.chapter]
    past.winner = table.winner
    past.reason = table.reason
    past.finale = table.finale[table.winner] if table.winner >= 0 else NONE
    past.day = table.day
    for seat in range(table.n_seats):
        past.character[seat] = table.character[seat]
        past.destiny[seat] = game.ledger[seat].destiny
        past.worth[seat] = int(worth(table, seat))
    keep_facts(game, scenario)


@rule
def kept(virtue, halves, scenario):
    """DS-CAMP-6: halved towards 0, within the limits of the next scenario."""
    size = abs(virtue) * halves // Keep.WHOLE
    return min(max(size if virtue > 0 else -size, scenario.virtue_min), scenario.virtue_max)


@rule
def take_facts(game, scenario):
    """DS-CAMP-4: flags of the scenario that come from before."""
    table = game.table
    link = scenario.link
    table.flags = 0
    for seat in range(table.n_seats):
        for word in range(N_FLAG_WORDS):
            table.pflags[seat, word] = 0
    for number in range(N_PAST):
        if (link.taken & table.facts) >> number & 1:
            table.flags |= 1 << link.fact[number]
        for seat in range(table.n_seats):
            if (link.ptaken & table.pfacts[seat]) >> number & 1:
                flag = link.pfact[number]
                table.pflags[seat, flag // FLAG_BITS] |= 1 << (flag % FLAG_BITS)


@rule
def next_chapter(game, data):
    """Close the chapter that is over and begin the next one."""
    table = game.table
    before = data[world_of(table, data)]
    close_chapter(game, before)
    virtue = np.zeros(MAX_SEATS, np.int64)
    for seat in range(table.n_seats):
        if not table.defeated[seat]:  # who is has been paid (DS-CAMP-9)
            game.secret.due[seat] = table.past[table.chapter].worth[seat]
        virtue[seat] = game.secret.virtue[seat]
        table.spoken[seat] = spoken_for(table, before, seat)
    table.data_key = before.link.next
    table.chapter += 1
    scenario = data[world_of(table, data)]
    lay_out(game, scenario)
    take_facts(game, scenario)
    for seat in range(table.n_seats):
        game.secret.virtue[seat] = kept(virtue[seat], scenario.link.virtue, scenario)
        table.spoken[seat] = kept(int(table.spoken[seat]), scenario.link.virtue, scenario)
        heir = int(scenario.link.heir[table.past[table.chapter - 1].character[seat]])
        if heir >= 0:  # DS-CAMP-5
            take_character(game, scenario, seat, heir)
    note(game, NONE, Log.CHAPTER, table.chapter, 0)
    cast(game, scenario)


@rule
def close_campaign(game, data):
    """The last chapter is over: what has become of it is noted, and nothing follows."""
    close_chapter(game, data[world_of(game.table, data)])


@rule
def is_due(table, scenario, seat, number):
    """Whether a legacy is for this player, and its limit not reached (DS-CAMP-7)."""
    link = scenario.link
    row = link.legacy[number]
    facts = table.facts
    own = table.pfacts[seat]
    if row.with_facts & ~facts or row.without & facts or row.with_pfacts & ~own or row.without_own & own:
        return 0
    points = int(row.points)
    for other in range(N_LEGACIES):
        if table.legacies[seat] >> other & 1 and (link.legacy[other].points > 0) == (row.points > 0):
            points += link.legacy[other].points
    return int(abs(points) <= link.limit)


@rule
def next_legacy(game, scenario, frame):
    """DS-CAMP-7: player after player, in the order of the file."""
    table = game.table
    number = int(frame.a)
    seat = int(frame.seat)
    if number >= scenario.link.n_legacies:
        pop(game)
        if seat + 1 < table.n_seats:
            push(game, Task.LEGACIES, seat + 1, 0, 0)
        return
    frame.a += 1
    if is_due(table, scenario, seat, number):
        row = scenario.link.legacy[number]
        table.legacies[seat] |= 1 << number
        note(game, seat, Log.LEGACY, number, 0)
        push(game, Task.EFFECTS, seat, row.effect_first, row.effect_first + row.effect_n)
