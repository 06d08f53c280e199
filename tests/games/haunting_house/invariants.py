"""HH-INV: what holds at every decision, as compiled checks, so that millions of positions can be checked."""

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.actions import FIRST_DECISION, N_ACTIONS, Decision, End, Round
from haunted_env.games.haunting_house.content import PROGRAM_CARDS, RANDOM_CARDS
from haunted_env.games.haunting_house.legal import legal
from haunted_env.games.haunting_house.outcome import returns
from haunted_env.games.haunting_house.rules.turn import acting_seat, deck
from haunted_env.games.haunting_house.state import ENTRANCE, EXIT, N_PLACES, NONE, compiler
from haunted_env.games.haunting_house.tables import N_CELLS, N_ORDINARY, N_SLOTS, N_STARRED, OPENINGS, TRAP_DOOR
from tests.invariants import checked_by, types_of

rule = make_rule(types_of(compiler))
N_OPENINGS = int(sum(int(mask).bit_count() for mask in OPENINGS[:, 0]))


@rule
def board_is_whole(table):
    """HH-INV-1: every tile once; 96 openings and 8 trap doors."""
    tiles = 0
    openings = 0
    traps = 0
    for cell in range(N_CELLS):
        tiles |= 1 << table.tile[cell]
        mask = int(OPENINGS[table.tile[cell], table.rotation[cell]])
        openings += (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3)
        traps += TRAP_DOOR[table.tile[cell]]
        if table.rotation[cell] < 0 or table.rotation[cell] > 3:
            return False
    return tiles == (1 << N_CELLS) - 1 and openings == N_OPENINGS and traps == 8


@rule
def pawns_fit(table):
    """HH-INV-2, HH-INV-9: one pawn on a trap door, none on the exit but the winner's."""
    for seat in range(table.n_seats):
        place = table.pawn[seat]
        if place < 0 or place >= N_PLACES:
            return False
        if (place == EXIT) != (table.winner == seat):
            return False
        for other in range(seat):
            if place < N_CELLS and TRAP_DOOR[table.tile[place]] and table.pawn[other] == place:
                return False
    return table.winner < 0 or table.over == 1


@rule
def is_same_game(game, earlier):
    """Whether `earlier` is the same game, a decision before (and not another one dealt in its place)."""
    return earlier.secret.seed == game.secret.seed and earlier.table.turn <= game.table.turn


@rule
def nobody_returns(game, earlier):
    """HH-INV-3, and the entrance never moves (HH-INV-4)."""
    if game.table.entrance != earlier.table.entrance:
        return False
    for seat in range(game.table.n_seats):
        if game.table.pawn[seat] == ENTRANCE and earlier.table.pawn[seat] != ENTRANCE:
            return False
    return True


@rule
def exit_is_sound(game, earlier):
    """HH-INV-4: the exit moves only by the Move Exit cards resolved since, one place each."""
    if game.table.exit < 1 or game.table.exit > N_SLOTS - 2:
        return False
    moved = game.table.exit - earlier.table.exit
    asked = earlier.table.decision == Decision.EXIT_DIR
    forced = game.table.auto_forced and (game.table.exit == 2 or game.table.exit == N_SLOTS - 3)
    return moved == 0 or forced or (asked and abs(moved) == 1)


@rule
def occupied_tiles_stay(game, earlier):
    """HH-INV-5: the deciding seat's action neither turned nor switched a tile with a pawn on it."""
    for seat in range(game.table.n_seats):
        cell = earlier.table.pawn[seat]
        if cell >= N_CELLS or game.table.pawn[seat] != cell:
            continue
        if game.table.tile[cell] != earlier.table.tile[cell]:
            return False
        if game.table.rotation[cell] != earlier.table.rotation[cell]:
            return False
    return True


@rule
def cards_are_sound(game, seat):
    """HH-INV-6: different cards of the deck, face up where the flip says so."""
    table = game.table
    random = table.round == Round.RANDOM
    seen = 0
    for slot in range(PROGRAM_CARDS):
        card = NONE
        if not random:
            card = game.ledger[seat].program[slot]
            if (card >= 0) != (slot < table.programmed[seat]) or card >= N_ORDINARY:
                return False
        elif slot < RANDOM_CARDS:
            card = game.secret.drawn[seat, slot]
            if card < 0 or deck(table.removed[seat]) >> card & 1 == 0:
                return False
        if card >= 0:
            if seen >> card & 1:
                return False
            seen |= 1 << card
        if table.shown[seat, slot] != (card if slot < table.flip else NONE):
            return False
        if random and game.ledger[seat].program[slot] != NONE:
            return False
    return random or game.secret.drawn[seat, 0] == NONE


@rule
def decks_are_sound(game, earlier, seat):
    """HH-INV-7: starred cards leave under `quick` only, and do not come back."""
    removed = game.table.removed[seat]
    if removed & earlier.table.removed[seat] != earlier.table.removed[seat]:
        return False
    return 0 <= removed < 1 << N_STARRED and (removed == 0 or game.table.quick == 1)


@rule
def decision_is_sound(game, mask, data):
    """HH-DEC-4, HH-INV-8: the acting seat decides and has an option; certain cards always have one."""
    table = game.table
    if table.over:
        return table.decider == NONE and table.decision == Decision.NONE
    if table.decider != acting_seat(table) or table.decision == Decision.NONE:
        return False
    if table.decision > Decision.PROGRAM_4:
        if table.card != table.shown[table.decider, table.flip - 1]:
            return False
        follows = table.decision == Decision.ROT90_DIR or table.decision == Decision.SWAP_SECOND
        if follows != (table.chosen >= 0) or (not follows and table.decision != FIRST_DECISION[table.card]):
            return False
        if (table.step > 0) != (table.decision == Decision.STEP):
            return False
    elif table.card >= 0 or table.decision != Decision.PROGRAM_1 + table.programmed[table.decider]:
        return False
    for action in range(N_ACTIONS):
        mask[action] = 0
    legal(table, game.ledger[table.decider], mask, data)
    n = 0
    for action in range(N_ACTIONS):
        n += mask[action]
    return n > 0 and not (table.auto_forced and n == 1)


@rule
def end_is_sound(game, data):
    """HH-INV-10, HH-WIN-4, HH-WIN-5."""
    table = game.table
    if not table.over:
        return table.winner == NONE and table.reason == End.NONE
    total = 0.0
    for seat in range(table.n_seats):
        total += returns(game, seat, data)
    if abs(total) > 1e-9 or (table.winner >= 0) != (table.reason == End.EXIT):
        return False
    last = table.round == Round.CHOSEN and table.flip == PROGRAM_CARDS and table.turn == table.max_turns
    return table.reason == End.EXIT or last


@rule
def first_violation(game, earlier, mask, data):
    """The number of the first HH-INV clause that does not hold; 0 if all do."""
    if not board_is_whole(game.table):
        return 1
    if not pawns_fit(game.table):
        return 2
    if not decision_is_sound(game, mask, data):
        return 8
    for seat in range(game.table.n_seats):
        if not cards_are_sound(game, seat):
            return 6
    if not end_is_sound(game, data):
        return 10
    if not is_same_game(game, earlier):
        return 0
    if not nobody_returns(game, earlier):
        return 3
    if not exit_is_sound(game, earlier):
        return 4
    if not occupied_tiles_stay(game, earlier):
        return 5
    for seat in range(game.table.n_seats):
        if not decks_are_sound(game, earlier, seat):
            return 7
    return 0


violations = checked_by(SPEC, first_violation)
