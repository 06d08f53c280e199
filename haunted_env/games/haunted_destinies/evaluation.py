"""How likely a seat is to win from here, for search that does not play every game to its end.

It sees the whole game: search asks it about worlds it has imagined. A small network turns what is worked out here into
a chance; its weights come from games of the hand-written player (`training/fit_evaluation.py`).
"""

import math
from pathlib import Path

import numpy as np
from numba import float64

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies.counting import IS, N_GUESS, opener_known
from haunted_env.games.haunted_destinies.heuristic.judging import judge
from haunted_env.games.haunted_destinies.heuristic.noise import TYPES
from haunted_env.games.haunted_destinies.outcome import opener_seat
from haunted_env.games.haunted_destinies.rules.conditions import goal, is_condition, progress, total_gloom, weak_health
from haunted_env.games.haunted_destinies.rules.rolls import attack_lead, probe_lead, wins
from haunted_env.games.haunted_destinies.rules.stack import n_living
from haunted_env.games.haunted_destinies.rules.ways import DISTANCE
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_ITEMS, N_PERSIST
from haunted_env.games.haunted_destinies.tables import WIN_COND, Cond

rule = make_rule({**TYPES, "features": float64[::1]})

# Where things stand among the features.
TABLE, N_TABLE = 0, 14
OWN, N_OWN = TABLE + N_TABLE, 14
OPENER, N_OPENER = OWN + N_OWN, 16
OTHERS, N_OTHERS = OPENER + N_OPENER, 10
GHOSTS, N_GHOSTS = OTHERS + N_OTHERS, 12
N_FEATURES = GHOSTS + N_GHOSTS
MAX_DISTANCE = int(DISTANCE.max())

with np.load(Path(__file__).with_suffix(".npz")) as _weights:
    FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, LAST, LAST_BIAS = (
        _weights[name].astype(np.float64)
        for name in ("first", "first_bias", "second", "second_bias", "last", "last_bias")
    )


@rule
def fill_features(game, seat, features):
    """What the chances of a seat depend on, each about 0 to 1."""
    table = game.table
    opener = opener_seat(game)
    for i in range(N_FEATURES):
        features[i] = 0.0
    fill_table(table, seat, features)
    fill_own(table, seat, features)
    fill_opener(game, seat, opener, features)
    fill_others(game, seat, opener, features)
    fill_ghosts(table, seat, features)


@rule
def fill_table(table, seat, features):
    n = int(table.n_seats)
    features[TABLE + n - 3] = 1.0
    features[TABLE + 4] = table.in_setup
    features[TABLE + 5] = min(1.0, table.turn / (10.0 * n))
    features[TABLE + 6] = min(1.0, table.turn / (3.0 * n))
    features[TABLE + 7] = n_living(table) / n
    features[TABLE + 8] = ((seat - table.active) % n) / n
    features[TABLE + 9] = int(seat == table.active)
    features[TABLE + 10] = table.lanterns / 10.0
    features[TABLE + 11] = table.skulls / 10.0
    features[TABLE + 12] = table.search_left / 40.0
    features[TABLE + 13] = table.haunting_left / 40.0


@rule
def fill_own(table, seat, features):
    features[OWN] = table.ghost[seat]
    features[OWN + 1] = table.health[seat] / 6.0
    features[OWN + 2] = table.wounds[seat] / 5.0
    features[OWN + 3] = table.own_gloom[seat] / 10.0
    features[OWN + 4] = table.pile_size[seat] / 12.0
    features[OWN + 5] = table.grey_min[seat] / 6.0
    features[OWN + 6] = table.grey_max[seat] / 6.0
    for item in range(N_ITEMS):
        features[OWN + 7] += table.items[seat, item] / 5.0
    for card in range(N_PERSIST):
        features[OWN + 8] += table.curses[seat, card] / 3.0
    if table.active == seat:
        features[OWN + 9] = table.action_used
        features[OWN + 10] = min(1.0, table.mp / 12.0)
    features[OWN + 11] = table.gloom[table.pawn[seat]] / 6.0 if table.pawn[seat] >= 0 else 0.0
    features[OWN + 12] = int(table.health[seat] <= 1)
    features[OWN + 13] = int(table.health[seat] <= 2)


@rule
def fill_opener(game, seat, opener, features):
    """How the seat stands to the one with the Opener card, and who knows where that card is."""
    table = game.table
    features[OPENER] = table.ritual
    if opener < 0:
        return
    features[OPENER + 1] = int(opener == seat)
    features[OPENER + 2] = int(opener == seat and table.ritual)
    features[OPENER + 3] = table.ghost[opener]
    features[OPENER + 4] = table.health[opener] / 6.0
    features[OPENER + 5] = table.pile_size[opener] / 12.0
    features[OPENER + 6] = int(opener_known(game.ledger[seat]) == opener)
    features[OPENER + 7] = int(opener_known(game.ledger[opener]) == opener)
    guess = np.empty((N_GUESS, MAX_SEATS), np.float64)
    judge(table, game.ledger[seat], guess)
    features[OPENER + 8] = guess[IS, opener]
    if opener != seat and table.pawn[opener] >= 0 and table.pawn[seat] >= 0:
        features[OPENER + 9] = distance(table, seat, opener) / MAX_DISTANCE
        features[OPENER + 10] = int(table.pawn[opener] == table.pawn[seat])
        features[OPENER + 11] = wins(attack_lead(table, seat, opener))
        features[OPENER + 12] = wins(attack_lead(table, opener, seat))
        features[OPENER + 13] = wins(probe_lead(table, seat, opener))
        features[OPENER + 14] = features[OPENER + 6] * features[OPENER + 11]
        features[OPENER + 15] = features[OPENER + 8] * features[OPENER + 11]


@rule
def distance(table, seat, other):
    return int(DISTANCE[table.pawn[seat], table.pawn[other]])


@rule
def fill_others(game, seat, opener, features):
    """What the rivals know and could do."""
    table = game.table
    guess = np.empty((N_GUESS, MAX_SEATS), np.float64)
    n = int(table.n_seats)
    for other in range(n):
        if other == seat:
            continue
        features[OTHERS] += table.ghost[other] / n
        features[OTHERS + 1] = max(features[OTHERS + 1], table.health[other] / 6.0)
        features[OTHERS + 2] += table.health[other] / (6.0 * n)
        if table.ghost[other] or opener < 0 or table.pawn[other] < 0:
            continue
        if not table.ghost[seat]:
            features[OTHERS + 3] = max(features[OTHERS + 3], wins(attack_lead(table, other, seat)))
        if other == opener:
            continue
        knows = opener_known(game.ledger[other]) == opener
        features[OTHERS + 4] += knows / n
        judge(table, game.ledger[other], guess)
        features[OTHERS + 5] = max(features[OTHERS + 5], guess[IS, opener])
        features[OTHERS + 6] += guess[IS, opener] / n
        features[OTHERS + 7] += guess[IS, seat] / n
        near = 1.0 - distance(table, other, opener) / MAX_DISTANCE
        strong = wins(attack_lead(table, other, opener))
        features[OTHERS + 8] = max(features[OTHERS + 8], guess[IS, opener] * near * strong)
        features[OTHERS + 9] = max(features[OTHERS + 9], knows * near * strong)


@rule
def fill_ghosts(table, seat, features):
    """How far the ghosts are with each win condition in play."""
    gloom = 0
    most = 0
    weakest = 9
    n_ghosts = 0
    for other in range(table.n_seats):
        gloom += table.own_gloom[other]
        if table.ghost[other]:
            n_ghosts += 1
            most = max(most, int(table.own_gloom[other]))
        else:
            weakest = min(weakest, int(table.health[other]))
    features[GHOSTS] = n_ghosts / 3.0
    features[GHOSTS + 1] = gloom / 15.0
    features[GHOSTS + 2] = most / 10.0
    features[GHOSTS + 3] = total_gloom(table) / (8.0 * table.n_seats)
    for design in range(N_PERSIST):
        if not is_condition(table, design):
            continue
        cond = WIN_COND[design]
        done = progress(table, design) / max(1.0, float(goal(table, design)))
        if cond == Cond.POSSESSION:
            done = min(1.0, done) - 0.1 * max(0, weakest - weak_health(design))
        done = min(done, 1.5)
        features[GHOSTS + 4] = 1.0
        features[GHOSTS + 5] = max(features[GHOSTS + 5], done)
        features[GHOSTS + 5 + cond] = max(features[GHOSTS + 5 + cond], done)


@rule
def evaluate(game, seat, data):
    """The chance of a seat to win a game that is not over, if all play as the hand-written player does."""
    features = np.empty(N_FEATURES, np.float64)
    fill_features(game, seat, features)
    hidden = FIRST_BIAS.copy()
    for i in range(N_FEATURES):
        if features[i] != 0.0:
            for unit in range(hidden.shape[0]):
                hidden[unit] += FIRST[i, unit] * features[i]
    inner = SECOND_BIAS.copy()
    for i in range(hidden.shape[0]):
        if hidden[i] > 0.0:
            for unit in range(inner.shape[0]):
                inner[unit] += SECOND[i, unit] * hidden[i]
    total = LAST_BIAS[0]
    for i in range(inner.shape[0]):
        total += LAST[i, 0] * max(0.0, inner[i])
    return 1.0 / (1.0 + math.exp(-total))
