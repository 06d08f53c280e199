"""Virtue, which nobody is told (DS-VIRTUE-3).

What is offered in a visit or stage, and which entries of a choice are open, rules values out. The others are weighed
by 2 ** -|v - speaks|, where `speaks` is what the public record speaks for: the virtue of all options with a limit and
one outcome that the player has used, and for each player flag the mean virtue of the outcomes that grant it.
"""

import numpy as np

from haunted_env.engine.rng import random_below
from haunted_env.games.destinies.actions import Node
from haunted_env.games.destinies.data import FLAG_BITS, N_CHOICES, N_HOSTED, N_PLAYER_FLAGS, Cond, Limit, Verb
from haunted_env.games.destinies.rules.conditions import asks_virtue, is_true
from haunted_env.games.destinies.rules.visit import is_host_here, is_used_up
from haunted_env.games.destinies.unseen.destinies import rule
from haunted_env.games.destinies.unseen.world import is_plain

SHIFT = 20  # of the weights: whole numbers


@rule
def virtue_of(scenario, first, n):
    """The change of virtue in a list of effects."""
    change = 0
    for i in range(first, first + n):
        if scenario.effect[i].verb == Verb.VIRTUE:
            change += scenario.effect[i].a
    return change


@rule
def add_grants(table, scenario, seat, first, n, sums, counts):
    """Note the virtue of a list that grants player flags the seat has."""
    for i in range(first, first + n):
        flag = scenario.effect[i].a
        if scenario.effect[i].verb == Verb.PFLAG and table.pflags[seat, flag // FLAG_BITS] >> (flag % FLAG_BITS) & 1:
            sums[flag] += virtue_of(scenario, first, n)
            counts[flag] += 1


@rule
def add_outcomes(table, scenario, seat, option, sums, counts):
    """The same for all outcomes of an option."""
    about = scenario.option[option]
    add_grants(table, scenario, seat, about.effect_first, about.effect_n, sums, counts)
    for i in range(about.choice_first, about.choice_first + about.choice_n):
        add_grants(table, scenario, seat, scenario.choice[i].effect_first, scenario.choice[i].effect_n, sums, counts)
    for i in range(about.tier_first, about.tier_first + about.tier_n):
        add_grants(table, scenario, seat, scenario.tier[i].effect_first, scenario.tier[i].effect_n, sums, counts)
    for i in range(about.accept_first, about.accept_first + about.accept_n):
        add_grants(table, scenario, seat, scenario.accept[i].effect_first, scenario.accept[i].effect_n, sums, counts)


@rule
def spoken_for(table, scenario, seat):
    """The virtue that the public record of a seat speaks for."""
    sums = np.zeros(N_PLAYER_FLAGS, np.int64)
    counts = np.zeros(N_PLAYER_FLAGS, np.int64)
    total = float(table.spoken[seat])  # in earlier chapters (DS-CAMP-6)
    for option in range(scenario.n_options):
        about = scenario.option[option]
        if about.limit == Limit.PLAYER and is_plain(scenario, option):
            if is_used_up(table, scenario, seat, option):
                total += virtue_of(scenario, about.effect_first, about.effect_n)
        else:
            add_outcomes(table, scenario, seat, option, sums, counts)
    for flag in range(N_PLAYER_FLAGS):
        if counts[flag]:
            total += sums[flag] / counts[flag]
    return min(max(int(np.floor(total + 0.5)), scenario.virtue_min), scenario.virtue_max)


@rule
def hold_but_virtue(world, scenario, seat, first, n, virtue):
    """Whether the conditions of a span hold, those on virtue alone (virtue = 1) or all others (0)."""
    for i in range(first, first + n):
        condition = scenario.condition[i]
        if (condition.kind == Cond.VIRTUE) == virtue:
            if is_true(world, scenario, seat, condition.kind, condition.a, condition.b) == condition.negated:
                return 0
    return 1


@rule
def may_be_offered(world, scenario, seat, slot):
    """Whether nothing but virtue can keep an option from being offered."""
    option = world.secret.slot[slot]
    if option < 0 or (world.secret.chosen | world.secret.blocked) >> slot & 1:
        return 0
    if is_used_up(world.table, scenario, seat, option) or not is_host_here(world, scenario, option):
        return 0
    about = scenario.option[option]
    return hold_but_virtue(world, scenario, seat, about.when_first, about.when_n, 0)


@rule
def agrees(world, scenario, seat):
    """Whether the active seat's virtue agrees with the options and entries shown."""
    table = world.table
    for slot in range(N_HOSTED):
        option = world.secret.slot[slot]
        if option >= 0:
            about = scenario.option[option]
            offered = table.offered >> slot & 1
            if offered or may_be_offered(world, scenario, seat, slot):
                if hold_but_virtue(world, scenario, seat, about.when_first, about.when_n, 1) != offered:
                    return 0
    if table.node == Node.CHOICE and table.option >= 0:
        about = scenario.option[table.option]
        for i in range(min(about.choice_n, N_CHOICES)):
            entry = scenario.choice[about.choice_first + i]
            shown = table.choices >> i & 1
            if shown or hold_but_virtue(world, scenario, seat, entry.when_first, entry.when_n, 0):
                if hold_but_virtue(world, scenario, seat, entry.when_first, entry.when_n, 1) != shown:
                    return 0
    return 1


@rule
def says_something(world, scenario):
    """Whether the options and entries shown can rule out a virtue of the active seat."""
    table = world.table
    for slot in range(N_HOSTED):
        option = world.secret.slot[slot]
        if option >= 0 and asks_virtue(scenario, scenario.option[option].when_first, scenario.option[option].when_n):
            return 1
    if table.node == Node.CHOICE and table.option >= 0:
        about = scenario.option[table.option]
        for i in range(about.choice_first, about.choice_first + about.choice_n):
            if asks_virtue(scenario, scenario.choice[i].when_first, scenario.choice[i].when_n):
                return 1
    return 0


@rule
def virtue_weight(world, scenario, seat, virtue, speaks, strict):
    """The weight of a value; 0 if it is ruled out."""
    if strict:
        world.secret.virtue[seat] = virtue
        if not agrees(world, scenario, seat):
            return 0
    return 1 << max(SHIFT - abs(virtue - speaks), 0)


@rule
def draw_virtue(world, scenario, seat, generator):
    """`slot`, `chosen`, `blocked` and `vflags` of the world are in place."""
    table = world.table
    speaks = spoken_for(table, scenario, seat)
    strict = int(seat == table.active and table.offered != 0 and says_something(world, scenario) == 1)
    total = 0
    for virtue in range(scenario.virtue_min, scenario.virtue_max + 1):
        total += virtue_weight(world, scenario, seat, virtue, speaks, strict)
    if total == 0:  # it has changed since, or the position is made by hand
        strict = 0
        for virtue in range(scenario.virtue_min, scenario.virtue_max + 1):
            total += virtue_weight(world, scenario, seat, virtue, speaks, strict)
    wanted = random_below(generator, total)
    for virtue in range(scenario.virtue_min, scenario.virtue_max + 1):
        wanted -= virtue_weight(world, scenario, seat, virtue, speaks, strict)
        if wanted < 0:
            world.secret.virtue[seat] = virtue
            return
