"""Write the compact observation. Nothing here is handed `secret` or `work`; seats are written relative to `origin`."""

import numpy as np

from haunted_env.engine.encoding import MOST, put_bits, put_one, relative
from haunted_env.games.destinies.actions import MARKERS
from haunted_env.games.destinies.data import MAX_EFFORT, N_PATHS, N_SKILLS, N_STEPS, NONE, Mode
from haunted_env.games.destinies.features.choices import per_cent, put_hand, put_slots, put_things
from haunted_env.games.destinies.features.layout import (
    MOST_WANTED,
    N_FEATURES,
    OPTION_BITS,
    SEAT_SIZE,
    STEP_SIZE,
    At,
    Seat,
)
from haunted_env.games.destinies.features.places import put_places
from haunted_env.games.destinies.odds import ADDED, MARKS, N_ODDS, NO_MARKER, chance, read_tracks, rule
from haunted_env.games.destinies.state import world_of


@rule
def features(table, ledger, origin, out, data):
    """The compact observation of the seat `ledger.seat`; every entry is written."""
    scenario = data[world_of(table, data)]
    for i in range(N_FEATURES):
        out[i] = 0
    aims = np.empty(N_ODDS, np.int64)
    read_tracks(table, scenario, ledger.seat, aims)
    put_course(table, scenario, out)
    for seat in range(table.n_seats):
        put_seat_row(
            table, scenario, ledger.seat, seat, At.SEATS + SEAT_SIZE * relative(table.n_seats, seat, origin), out
        )
    put_destiny(table, ledger, out)
    put_tracks(aims, out)
    put_hand(table, scenario, ledger.seat, out)
    if table.testing:
        put_test(table, ledger, scenario, aims, out)
    put_slots(table, ledger, scenario, aims, out)
    put_things(table, scenario, ledger.seat, out)
    put_places(table, ledger, scenario, out)


@rule
def put_course(table, scenario, out):
    """Where the game stands, and what is asked."""
    out[At.PLAYERS + table.n_seats - 1] = 1
    if scenario.link.n_chapters > 1:
        out[At.CHAPTER + table.chapter] = 1
    last = int(table.max_days)
    if table.mode == Mode.CHALLENGER:
        last = min(last, int(scenario.challenger_days))
    out[At.DAY] = min(table.day, MOST)
    out[At.DAYS_LEFT] = min(max(last - table.day + 1, 0), MOST)
    if table.decider >= 0:
        out[At.NODE + table.node] = 1
    put_bits(out, At.OPTION, table.option + 1, OPTION_BITS)
    out[At.STEP_GAIN] = table.step_sign
    if table.step_sign != 0:
        out[At.STEP_SKILL + table.step_skill] = 1
        out[At.STEP_LEFT] = min(table.step_left, MOST)
    out[At.SUCC_TURN] = table.succ_turn


@rule
def put_seat_row(table, scenario, viewer, seat, first, out):
    out[first + Seat.PLAYS] = table.defeated[seat] == 0
    out[first + Seat.DECIDES] = table.decider == seat
    out[first + Seat.ACTIVE] = table.active == seat
    out[first + Seat.COINS] = table.coins[seat]
    out[first + Seat.XP] = table.xp[seat]
    out[first + Seat.EFFORT] = table.effort[seat]
    out[first + Seat.ITEMS] = table.item_n[seat]
    if table.place[seat] >= 0 and table.place[viewer] >= 0:
        out[first + Seat.AWAY] = scenario.steps[table.place[viewer], table.place[seat]]
    if table.in_finale[seat]:
        out[first + Seat.STAGE] = table.stage[seat]
        out[first + Seat.RESOLVE] = table.resolve[seat]


@rule
def put_destiny(table, ledger, out):
    put_one(out, At.CHARACTER, table.character[ledger.seat])
    put_one(out, At.DESTINY, ledger.destiny)
    for path in range(N_PATHS):
        out[At.COMPLETE + path] = ledger.complete[path]
        for step in range(ledger.n_steps[path]):
            if ledger.done[path] >> step & 1 == 0:
                first = At.STEPS + STEP_SIZE * (N_STEPS * path + step)
                out[first] = 1
                out[first + 1] = ledger.where[path, step] != NONE


@rule
def put_tracks(aims, out):
    for i in range(N_SKILLS * MARKERS):
        if aims[MARKS + i] != NO_MARKER:
            out[At.MARKERS + i] = aims[MARKS + i]
    for skill in range(N_SKILLS):
        out[At.ADDED + skill] = min(max(aims[ADDED + skill], -MOST), MOST)


@rule
def put_test(table, ledger, scenario, aims, out):
    """The test at hand; its odds to the player who is to roll."""
    about = scenario.option[table.option]
    out[At.TESTING + table.testing - 1] = 1
    out[At.TEST_SKILL + about.skill] = 1
    out[At.TEST_DESCRIBED] = about.described + 1
    out[At.TEST_PEEKED] = ledger.peeked[table.option]
    out[At.TOTAL] = min(table.total, MOST)
    out[At.SUCCESSES] = min(table.successes, MOST)
    if table.testing == 1 and table.active == ledger.seat:
        for dice in range(MAX_EFFORT + 1):
            for wanted in range(1, MOST_WANTED + 1):
                found = chance(scenario, aims, about.skill, dice, table.succ_turn, wanted)
                out[At.ODDS + MOST_WANTED * dice + wanted - 1] = per_cent(found)
