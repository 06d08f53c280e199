"""Record, layouts and compiled rules of the toy game. Functions of a game take `data` last; this one has none."""

from pathlib import Path

import numpy as np

from haunted_env.engine.encoding import put_one
from haunted_env.engine.jit import Compiler
from haunted_env.engine.layout import Block, Layout
from haunted_env.engine.rng import next_word, random_below, seed_generator

MAX_SEATS, N_CARDS = 4, 10
MAIN, TARGET = 0, 1

TABLE = np.dtype(
    [(name, "i1") for name in ("n_seats", "rounds", "decider", "asked", "over", "cut", "winners")]
    + [("limit", "i2"), ("turn", "i2")],
    align=True,
)
LEDGER = np.dtype([("seat", "i1"), ("known", "i1", (MAX_SEATS,))], align=True)
SECRET = np.dtype([("seed", "i8"), ("rng", "u4", (4,)), ("card", "i1", (MAX_SEATS,))], align=True)
GAME = np.dtype([("table", TABLE), ("ledger", LEDGER, (MAX_SEATS,)), ("secret", SECRET)], align=True)

ACTIONS = Layout(
    Block("PASS", meaning="pass"),
    Block("DRAW", meaning="draw another card"),
    Block("PEEK", meaning="peek at a card"),
    Block("SEAT", MAX_SEATS, "a player", seats=True),
)
OBSERVATION = Layout(
    Block("TURN"),
    Block("ASKED"),
    Block("DECIDER", MAX_SEATS, seats=True),
    Block("KNOWN", MAX_SEATS * N_CARDS, seats=True),
)
FEATURES = Layout(
    Block("TARGET", meaning="somebody is to be chosen"),
    Block("CARD", N_CARDS, "one's own card"),
    Block("HIGHEST", N_CARDS, "the highest of the others' cards that one knows"),
)
Act = ACTIONS.enum("Act")
Out = OBSERVATION.enum("Out")
Feature = FEATURES.enum("Feature")
N_ACTIONS, N_OBSERVED, N_FEATURES = ACTIONS.size, OBSERVATION.size, FEATURES.size

compiler = Compiler("toy_game", Path(__file__).parent, {"game": GAME, "table": TABLE, "ledger": LEDGER})
rule = compiler.rule


@rule
def take_card(game, seat):
    """A card that nobody else has seen."""
    game.secret.card[seat] = random_below(game.secret.rng, N_CARDS)
    for other in range(MAX_SEATS):
        game.ledger[other].known[seat] = -1
    game.ledger[seat].known[seat] = game.secret.card[seat]


@rule
def run(game, mask, data):
    """Nothing happens by itself in this game."""
    for action in range(N_ACTIONS):
        mask[action] = 0
    if not game.table.over:
        legal(game.table, game.ledger[game.table.decider], mask, data)


@rule
def deal(game, seed, mask, data):
    table = game.table
    game.secret.seed = seed
    seed_generator(game.secret.rng, seed, 0)
    for seat in range(MAX_SEATS):
        game.ledger[seat].seat = seat
        game.secret.card[seat] = -1
        for other in range(MAX_SEATS):
            game.ledger[seat].known[other] = -1
    for seat in range(table.n_seats):
        take_card(game, seat)
    table.decider = random_below(game.secret.rng, table.n_seats)
    table.asked = MAIN
    table.over = 0
    table.cut = 0
    table.winners = 0
    table.turn = 0
    run(game, mask, data)


@rule
def finish(game):
    best = -1
    for seat in range(game.table.n_seats):
        card = game.secret.card[seat]
        if card > best:
            best = card
            game.table.winners = 0
        if card == best:
            game.table.winners |= 1 << seat
    game.table.over = 1
    game.table.decider = -1


@rule
def step(game, action, mask, data):
    if action == Act.PEEK:
        game.table.asked = TARGET
    else:
        end_turn(game, action)
    run(game, mask, data)


@rule
def end_turn(game, action):
    table = game.table
    seat = table.decider
    if action == Act.DRAW:
        take_card(game, seat)
    elif action >= Act.SEAT:
        target = action - Act.SEAT
        game.ledger[seat].known[target] = game.secret.card[target]
    table.asked = MAIN
    table.turn += 1
    table.decider = (seat + 1) % table.n_seats
    if table.turn == table.limit:
        table.cut = 1
    if table.cut != 0 or table.turn == table.rounds * table.n_seats:
        finish(game)


@rule
def legal(table, ledger, mask, data):
    mask[Act.PASS] = table.asked == MAIN
    mask[Act.DRAW] = table.asked == MAIN
    mask[Act.PEEK] = table.asked == MAIN
    for seat in range(table.n_seats):
        mask[Act.SEAT + seat] = table.asked == TARGET and seat != ledger.seat


@rule
def encode(table, ledger, origin, out, data):
    for i in range(N_OBSERVED):
        out[i] = 0
    out[Out.TURN] = min(127, table.turn + 1)
    out[Out.ASKED] = table.asked
    for i in range(table.n_seats):
        seat = (origin + i) % table.n_seats
        out[Out.DECIDER + i] = table.decider == seat
        if ledger.known[seat] >= 0:
            out[Out.KNOWN + i * N_CARDS + ledger.known[seat]] = 1


@rule
def card_mask(table, ledger, origin, out, data):
    for i in range(MAX_SEATS):
        out[i] = -1
    for i in range(table.n_seats):
        out[i] = 2 if ledger.known[(origin + i) % table.n_seats] >= 0 else 0


@rule
def location_mask(table, ledger, origin, out, data):
    """By card and relative seat: nobody's card is excluded but by one that is known to be there."""
    for i in range(N_CARDS * MAX_SEATS):
        out[i] = 0
    for i in range(table.n_seats):
        known = ledger.known[(origin + i) % table.n_seats]
        for card in range(N_CARDS):
            out[MAX_SEATS * card + i] = 2 * (card == known) if known >= 0 else 1


@rule
def features(table, ledger, origin, out, data):
    """The compact observation."""
    for i in range(N_FEATURES):
        out[i] = 0
    highest = -1
    for seat in range(table.n_seats):
        if seat != ledger.seat:
            highest = max(highest, ledger.known[seat])
    out[Feature.TARGET] = table.asked == TARGET
    put_one(out, Feature.CARD, ledger.known[ledger.seat])
    put_one(out, Feature.HIGHEST, highest)


@rule
def returns(game, seat, data):
    return 1 if (game.table.winners >> seat) & 1 else -1


@rule
def suggest(table, ledger, mask, style, generator, data):
    """The hand-written player: keep a good card, draw instead of a poor one."""
    if table.asked == TARGET:
        return Act.SEAT + (ledger.seat + 1 + random_below(generator, table.n_seats - 1)) % table.n_seats
    return Act.DRAW if 2 * ledger.known[ledger.seat] < N_CARDS else Act.PASS


@rule
def resample(world, seat, generator, data):
    """Cards the seat has not seen may be any; nobody else is imagined to have peeked."""
    seed_generator(world.secret.rng, next_word(generator), 0)
    for other in range(MAX_SEATS):
        known = world.ledger[seat].known[other]
        world.secret.card[other] = known
        if other < world.table.n_seats and known < 0:
            world.secret.card[other] = random_below(generator, N_CARDS)
        if other != seat:
            world.ledger[other].seat = other
            for third in range(MAX_SEATS):
                world.ledger[other].known[third] = -1
            world.ledger[other].known[other] = world.secret.card[other]
