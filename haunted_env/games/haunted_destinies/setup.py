"""Setup: the deal, the tiles, the gloom (section 2)."""

from haunted_env.engine.rng import random_below, seed_generator
from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.amounts import N_TURNS
from haunted_env.games.haunted_destinies.blank import clear_game
from haunted_env.games.haunted_destinies.content.rows import SETS
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.board import is_searchable
from haunted_env.games.haunted_destinies.rules.chance import (
    pick,
    shuffle_haunting_deck,
    shuffle_pile_cards,
    shuffle_search_deck,
)
from haunted_env.games.haunted_destinies.rules.placing import in_hand, is_free, may_choose, may_place, may_turn
from haunted_env.games.haunted_destinies.rules.stack import Task, ask, ask_option, note, pop, push
from haunted_env.games.haunted_destinies.rules.turn import begin_turns
from haunted_env.games.haunted_destinies.state import (
    CELLS,
    CENTRE,
    GONE,
    N_HAND,
    N_PSYCHE,
    NONE,
    P,
    rule,
)
from haunted_env.games.haunted_destinies.tables import (
    CEMETERY,
    COPIES,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    N_CARDS,
    N_HAUNTING_CARDS,
    N_SEARCH_CARDS,
    N_TILES,
    PSYCHE_SET,
    TILE_SEARCHABLE,
)

# Phases of a PLACE_TILES frame in which something is asked.
TILE, CELL, TURN = 1, 2, 3

SEARCHABLE_IN_HAND = 2  # HD-SETUP-7
PAWN_ON = 4  # HD-SETUP-14
SET_D = SETS.index("D")


@rule
def is_set_used(table, card):
    """HD-SETUP-1, HD-SETUP-2, HD-SETUP-22: three players leave out sets D and E, or D alone; four leave out E."""
    if table.n_seats == 3:
        return PSYCHE_SET[card] < SET_D or (table.removed_sets == 1 and PSYCHE_SET[card] > SET_D)
    if table.n_seats == 4:
        return PSYCHE_SET[card] <= SET_D
    return True


@rule
def deal_psyche(game):
    """HD-SETUP-3, HD-INFO-5: dealt evenly and unseen."""
    table = game.table
    n_seats = int(table.n_seats)
    n = 0
    for card in range(N_PSYCHE):
        if is_set_used(table, card):
            n += 1
        else:
            table.gone[card] = 1
            for seat in range(n_seats):
                game.ledger[seat].location[card] = GONE
    left = n
    for card in range(N_PSYCHE):
        if not is_set_used(table, card):
            continue
        # Each card takes a uniformly random one of the places left: seat = place // size is what matters,
        # the order inside a pile is shuffled below.
        place = random_below(game.secret.rng, left)
        left -= 1
        seat = 0
        while place >= n // n_seats - table.pile_size[seat]:
            place -= n // n_seats - table.pile_size[seat]
            seat += 1
        game.secret.pile[seat, table.pile_size[seat]] = card
        table.pile_size[seat] += 1
    for seat in range(n_seats):
        shuffle_pile_cards(game, seat)
        for observer in range(n_seats):
            for slot in range(table.pile_size[seat]):
                game.ledger[observer].fact[seat, slot] = P


@rule
def shuffle_decks(game):
    """HD-SETUP-5."""
    n_search = 0
    n_haunting = 0
    for card in range(FIRST_SEARCH, N_CARDS):
        for _copy in range(COPIES[card]):
            if card < FIRST_HAUNTING:
                game.secret.search_deck[n_search] = card
                n_search += 1
            else:
                game.secret.haunting_deck[n_haunting] = card
                n_haunting += 1
    game.table.search_left = N_SEARCH_CARDS
    game.table.haunting_left = N_HAUNTING_CARDS
    shuffle_search_deck(game, N_SEARCH_CARDS)
    shuffle_haunting_deck(game, N_HAUNTING_CARDS)


@rule
def deal_tiles(game):
    """HD-SETUP-7: two searchable and four other tiles each, kept sorted by tile index (HD-DEC-1)."""
    n_seats = int(game.table.n_seats)
    left_searchable = 0
    left_other = 0
    for tile in range(N_TILES):
        if TILE_SEARCHABLE[tile]:
            left_searchable += 1
        elif tile != CEMETERY:
            left_other += 1
    room_searchable = SEARCHABLE_IN_HAND * n_seats
    room_other = (N_HAND - SEARCHABLE_IN_HAND) * n_seats
    for tile in range(N_TILES):
        if tile == CEMETERY:
            continue
        # A uniformly random place among the hands' places and the undealt rest.
        searchable = TILE_SEARCHABLE[tile] == 1
        place = random_below(game.secret.rng, left_searchable if searchable else left_other)
        if searchable:
            left_searchable -= 1
            if place < room_searchable:
                room_searchable -= 1
                give_tile(game, tile, place, SEARCHABLE_IN_HAND, 1)
        else:
            left_other -= 1
            if place < room_other:
                room_other -= 1
                give_tile(game, tile, place, N_HAND - SEARCHABLE_IN_HAND, 0)


@rule
def give_tile(game, tile, place, per_seat, searchable):
    """The tile goes to the seat that owns the place-th free place of its kind."""
    for seat in range(game.table.n_seats):
        ledger = game.ledger[seat]
        n_kind = 0
        n_hand = 0
        for i in range(N_HAND):
            if ledger.hand[i] >= 0:
                n_hand += 1
                if TILE_SEARCHABLE[ledger.hand[i]] == searchable:
                    n_kind += 1
        if place < per_seat - n_kind:
            ledger.hand[n_hand] = tile  # tiles are dealt in index order: the hand stays sorted
            return
        place -= per_seat - n_kind


@rule
def prepare(game, seed):
    """Deal everything; the engine then runs to the first decision."""
    clear_game(game)
    game.secret.seed = seed
    seed_generator(game.secret.rng, seed, 0)
    deal_psyche(game)
    shuffle_decks(game)
    deal_tiles(game)
    table = game.table
    table.holder = pick(game, table.n_seats)  # HD-SETUP-8
    table.active = table.holder
    table.tile[CENTRE] = CEMETERY  # HD-SETUP-9, HD-SETUP-10
    note(game, Event.PLACE_TILE, table.holder, NONE, CENTRE, NONE, CEMETERY)
    frame = push(game, Task.PLACE_TILES, NONE, NONE)
    frame.n = 1


@rule
def random_tile(game, seat):
    """HD-SETUP-19: a uniformly random legal tile of the hand."""
    table = game.table
    ledger = game.ledger[seat]
    free = is_free(table, ledger)
    n = 0
    for i in range(N_HAND):
        n += may_choose(table, free, ledger.hand[i])
    wanted = pick(game, n)
    for i in range(N_HAND):
        if may_choose(table, free, ledger.hand[i]):
            if wanted == 0:
                return i
            wanted -= 1
    return NONE


@rule
def random_turn(game, seat):
    """Uniformly random among the ways to turn the chosen tile."""
    table = game.table
    ledger = game.ledger[seat]
    free = is_free(table, ledger)
    tile = ledger.hand[ledger.chosen_tile]
    n = 0
    for turn in range(N_TURNS):
        n += may_turn(table, free, tile, turn)
    wanted = pick(game, n)
    for turn in range(N_TURNS):
        if may_turn(table, free, tile, turn):
            if wanted == 0:
                return turn
            wanted -= 1
    return NONE


@rule
def random_cell(game, seat, tile):
    """A uniformly random legal cell for the tile."""
    table = game.table
    free = is_free(table, game.ledger[seat])
    n = 0
    for cell in range(CELLS):
        n += may_place(table, free, tile, cell)
    wanted = pick(game, n)
    for cell in range(CELLS):
        if may_place(table, free, tile, cell):
            if wanted == 0:
                return cell
            wanted -= 1
    return NONE


@rule
def do_place_tiles(game, frame):
    """HD-SETUP-11, HD-SETUP-13: n counts placements, the Cemetery was the first."""
    table = game.table
    n_seats = int(table.n_seats)
    if frame.n > N_HAND * n_seats:
        pop(game)
        push(game, Task.PLACE_GLOOM, table.holder, NONE)
        return
    seat = (table.holder + frame.n) % n_seats
    ledger = game.ledger[seat]
    table.active = seat
    if frame.phase == 0:
        if table.setup == 1:
            ledger.chosen_tile = random_tile(game, seat)
            if table.rotation:
                ledger.chosen_turn = random_turn(game, seat)
            frame.answer = Act.CELL + random_cell(game, seat, in_hand(ledger))
            frame.phase = CELL
        else:
            frame.phase = TILE
            ask(game, seat, Decision.SETUP_TILE)
            return
    if frame.phase == TILE or frame.phase == TURN:
        choose_placement(game, frame, seat)
        return
    cell = frame.answer - Act.CELL
    tile = int(ledger.hand[ledger.chosen_tile])
    table.tile[cell] = in_hand(ledger)
    ledger.hand[ledger.chosen_tile] = NONE
    ledger.chosen_tile = NONE
    ledger.chosen_turn = NONE
    if frame.n // n_seats == PAWN_ON - 1:  # HD-SETUP-14, HD-SETUP-15: every seat's fourth placement
        table.pawn[seat] = cell
    note(game, Event.PLACE_TILE, seat, NONE, cell, NONE, tile)
    frame.n += 1
    frame.phase = 0


@rule
def choose_placement(game, frame, seat):
    """The tile is chosen, and how it lies (HD-SETUP-23); what is asked next."""
    ledger = game.ledger[seat]
    if frame.phase == TILE:
        ledger.chosen_tile = frame.answer - Act.TILE
        if game.table.rotation:
            frame.phase = TURN
            ask(game, seat, Decision.SETUP_TURN)
            return
    else:
        ledger.chosen_turn = frame.answer - Act.AMOUNT
    frame.phase = CELL
    ask(game, seat, Decision.SETUP_CELL)


@rule
def random_gloom_cell(game, may_pass):
    """A uniformly random searchable tile, or NONE for passing."""
    n = may_pass
    for cell in range(CELLS):
        n += is_searchable(game.table, cell)
    wanted = pick(game, n)
    for cell in range(CELLS):
        if is_searchable(game.table, cell):
            if wanted == 0:
                return cell
            wanted -= 1
    return NONE


@rule
def place_gloom(game, seat, cell):
    game.table.gloom[cell] += 1
    game.table.gloom_to_place[seat] -= 1
    note(game, Event.PLACE_GLOOM, seat, NONE, cell, NONE, NONE)


@rule
def do_place_gloom(game, frame):
    """HD-SETUP-16, HD-SETUP-17: turns of one or two tokens, clockwise from the holder."""
    table = game.table
    seat = int(frame.seat)
    table.active = seat
    if frame.phase == 0:
        total = 0
        for other in range(table.n_seats):
            total += table.gloom_to_place[other]
        if total == 0:
            begin_turns(game)
            return
        if table.gloom_to_place[seat] == 0:
            frame.seat = (seat + 1) % table.n_seats
            return
        frame.phase = 1
        if table.setup == 0:
            ask(game, seat, Decision.SETUP_GLOOM)
            return
        frame.answer = Act.CELL + random_gloom_cell(game, 0)
    if frame.phase == 1:
        place_gloom(game, seat, frame.answer - Act.CELL)
        frame.phase = 2
        if table.gloom_to_place[seat] > 0:
            if table.setup == 0:
                ask_option(game, seat, Decision.SETUP_GLOOM, choices.PASS)
                return
            cell = random_gloom_cell(game, 1)
            frame.answer = Act.CELL + cell if cell >= 0 else Act.PASS
        else:
            frame.answer = Act.PASS
    if frame.answer >= Act.CELL:
        place_gloom(game, seat, frame.answer - Act.CELL)
    frame.seat = (seat + 1) % table.n_seats
    frame.phase = 0
