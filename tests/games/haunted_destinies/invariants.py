"""HD-INV: what holds at every decision, as compiled checks, so that millions of positions can be checked."""

from haunted_env.engine.jit import make_rule
from haunted_env.games.haunted_destinies import SPEC
from haunted_env.games.haunted_destinies.actions import GREY_BORDER, N_ACTIONS, Act, Claim, Decision, End
from haunted_env.games.haunted_destinies.legal import legal
from haunted_env.games.haunted_destinies.outcome import opener_seat
from haunted_env.games.haunted_destinies.rules.board import stays_connected
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.setup import is_set_used
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    CELLS,
    GONE,
    MAX_PILE,
    MAX_SEATS,
    MAX_TOKENS,
    N_CLAIMS,
    N_ITEMS,
    N_LANES,
    N_PERSIST,
    N_PSYCHE,
    N_TOLD,
    NONE,
    PA,
    PE,
    PILE,
    SEEN,
    STALE,
    UNKNOWN,
    UP,
    G,
    P,
    U,
    compiler,
)
from haunted_env.games.haunted_destinies.tables import (
    CEMETERY,
    COPIES,
    FIRST_SEARCH,
    ITEM_INDEX,
    N_CARDS,
    N_TILES,
    PERSIST_INDEX,
    PSYCHE_SET,
    TILE_SEARCHABLE,
)
from tests.invariants import checked_by, types_of

rule = make_rule(types_of(compiler))


@rule
def opener_is_held(game):
    """HD-INV-1."""
    holder = opener_seat(game)
    return holder >= 0 and not game.table.ghost[holder]


@rule
def copies_of(game, card):
    """All copies of a card, wherever they are (HD-INV-2)."""
    table = game.table
    n = 0
    for seat in range(table.n_seats):
        for slot in range(table.pile_size[seat]):
            n += game.secret.pile[seat, slot] == card
    for lane in range(N_LANES):
        n += game.secret.lane_card[lane] == card
    for depth in range(game.work.depth):
        frame = game.work.stack[depth]
        n += frame.task == Task.OBEY and frame.flag == 0 and frame.card == card
    if card < N_PSYCHE:
        return n + int(table.gone[card]) + int(table.up_at[card] >= 0)
    for i in range(table.search_left):
        n += game.secret.search_deck[i] == card
    for i in range(table.haunting_left):
        n += game.secret.haunting_deck[i] == card
    n += table.discard[card - FIRST_SEARCH]
    for seat in range(table.n_seats):
        if ITEM_INDEX[card] >= 0:
            n += table.items[seat, ITEM_INDEX[card]]
        if PERSIST_INDEX[card] >= 0:
            n += table.curses[seat, PERSIST_INDEX[card]]
    if PERSIST_INDEX[card] >= 0:
        n += table.persist[PERSIST_INDEX[card]]
    return n


@rule
def cards_are_conserved(game):
    """HD-INV-2."""
    for card in range(N_CARDS):
        if copies_of(game, card) != COPIES[card]:
            return False
        if card < N_PSYCHE and not is_set_used(game.table, card) and not game.table.gone[card]:
            return False
    return True


@rule
def health_is_sound(game):
    """HD-INV-3: 1 <= health <= tokens <= 12 for the living, but for the fallen during DECLARE."""
    table = game.table
    declaring = table.decider >= 0 and game.ledger[table.decider].decision == Decision.DECLARE
    top = game.work.stack[max(0, game.work.depth - 1)]
    for seat in range(table.n_seats):
        if table.ghost[seat]:
            continue
        if table.wounds[seat] < 0 or table.health[seat] + table.wounds[seat] > MAX_TOKENS:
            return False
        fallen = declaring and top.other == seat
        if table.health[seat] < (0 if fallen or table.over else 1):
            return False
    return True


@rule
def ghosts_hold_nothing(game):
    """HD-INV-4."""
    table = game.table
    for seat in range(table.n_seats):
        if not table.ghost[seat]:
            if table.own_gloom[seat] != 0:
                return False
            continue
        if table.health[seat] + table.wounds[seat] + table.pile_size[seat] != 0 or table.own_gloom[seat] < 0:
            return False
        for item in range(N_ITEMS):
            if table.items[seat, item] != 0:
                return False
        for design in range(N_PERSIST):
            if table.curses[seat, design] != 0:
                return False
        for card in range(N_PSYCHE):
            if table.up_at[card] == seat:
                return False
    return True


@rule
def piles_fit(game, earlier):
    """HD-INV-5: a pile grows past 16 only by a card passed at a death."""
    for seat in range(game.table.n_seats):
        size = game.table.pile_size[seat]
        if size < 0 or size > MAX_PILE:
            return False
        for slot in range(MAX_PILE):
            if (game.secret.pile[seat, slot] >= 0) != (slot < size):
                return False
    return True


@rule
def board_is_sound(game):
    """HD-INV-6, HD-INV-7."""
    table = game.table
    total = 0
    n_tiles = 0
    cemeteries = 0
    for cell in range(CELLS):
        tile = table.tile[cell]
        if table.gloom[cell] < 0 or (tile < 0 and table.gloom[cell] > 0):
            return False
        if table.in_setup and table.gloom[cell] > 0 and not TILE_SEARCHABLE[tile]:
            return False
        total += table.gloom[cell]
        if tile >= N_TILES and not table.rotation:  # HD-COMP-13
            return False
        n_tiles += tile >= 0
        cemeteries += tile == CEMETERY
    if cemeteries != 1 or not stays_connected(table, NONE):
        return False
    if table.in_setup:
        return True
    for seat in range(table.n_seats):
        if table.pawn[seat] < 0 or table.tile[table.pawn[seat]] < 0:
            return False
    if table.turn == 0 and game.work.depth == 1 and game.work.stack[0].phase == 1:  # the very first decision
        if n_tiles != 6 * table.n_seats + 1 or total != 4 * table.n_seats:
            return False
        for seat in range(table.n_seats):
            for other in range(seat):
                if table.pawn[seat] == table.pawn[other]:
                    return False
    return True


@rule
def turn_is_sound(game, mask, data):
    """HD-INV-8, HD-INV-9, HD-INV-11."""
    table = game.table
    if table.mp < 0 or table.action_used > 1:
        return False
    if table.over:
        return table.decider == NONE
    decider = table.decider
    if decider < 0 or decider >= table.n_seats:
        return False
    for seat in range(table.n_seats):
        if (game.ledger[seat].decision != Decision.NONE) != (seat == decider):
            return False
    for action in range(N_ACTIONS):
        mask[action] = 0
    legal(table, game.ledger[decider], mask, data)
    n = 0
    for action in range(N_ACTIONS):
        n += mask[action]
    if n == 0 or (table.auto_forced and n == 1):
        return False
    if table.ghost[decider]:
        n = mask[Act.SEARCH] + mask[Act.PROBE] + mask[Act.ATTACK] + mask[Act.MUTUAL_LOOK]
        n += mask[Act.USE_POWER] + mask[Act.SPEND_HEALTH] + mask[Act.REVIVE]
        decision = game.ledger[decider].decision
        if decision == Decision.TRADE_GIVE or decision == Decision.TRADE_ASK:
            for item in range(N_ITEMS):
                n += mask[Act.ITEM + item]
        return n == 0
    return mask[Act.HAUNT] + mask[Act.SYPHON] == 0


@rule
def history_is_sound(game, earlier):
    """HD-INV-10, HD-INV-12."""
    if earlier.table.turn > game.table.turn or earlier.table.in_setup:
        return True
    for seat in range(game.table.n_seats):
        if earlier.table.ghost[seat] and not game.table.ghost[seat]:
            was_asked = earlier.ledger[seat].decision == Decision.REVIVE_REPLY and earlier.table.decider == seat
            if not game.table.revival or not was_asked:
                return False
    if earlier.table.ritual:
        return (
            game.table.ritual == 1
            and game.table.opener == earlier.table.opener
            and opener_seat(game) == game.table.opener
        )
    return True


@rule
def is_true(card, fact):
    """Whether a slot fact is true of a card."""
    if fact == U:
        return True
    if fact == P:
        return card < N_PSYCHE
    if PA <= fact <= PE:
        return card < N_PSYCHE and PSYCHE_SET[card] == fact - PA
    if fact == G:
        return card >= N_PSYCHE
    return card == fact - SEEN


@rule
def is_in_pile(game, card, seat):
    """In the pile, or on its way into it (HD-INFO-24)."""
    for slot in range(game.table.pile_size[seat]):
        if game.secret.pile[seat, slot] == card:
            return True
    for lane in range(N_LANES):
        if game.secret.lane_card[lane] == card and game.secret.lane_seat[lane] == seat:
            return True
    return False


@rule
def ledgers_are_true(game, observer):
    """HD-INV-13, HD-INV-14."""
    table = game.table
    ledger = game.ledger[observer]
    n_seen = 0
    for pile in range(MAX_SEATS):
        for slot in range(MAX_PILE):
            fact = ledger.fact[pile, slot]
            if slot >= table.pile_size[pile]:
                if fact != U:
                    return False
                continue
            if not is_true(game.secret.pile[pile, slot], fact):
                return False
            if SEEN <= fact < SEEN + N_PSYCHE:
                n_seen += 1
                if ledger.location[fact - SEEN] != AT_SLOT + pile:
                    return False
    for card in range(N_PSYCHE):
        location = ledger.location[card]
        if (location == GONE) != (table.gone[card] == 1):
            return False
        if (table.up_at[card] >= 0) != (UP <= location < PILE):
            return False
        if UP <= location < PILE and table.up_at[card] != location - UP:
            return False
        if PILE <= location < STALE and not is_in_pile(game, card, location - PILE):
            return False
        n_seen -= location >= AT_SLOT
        if location < UNKNOWN or location >= AT_SLOT + MAX_SEATS:
            return False
    return n_seen == 0


@rule
def claim_is_sound(table, claim):
    """HD-FREE-13: a kind, and exactly the parts that it names."""
    if claim.turn < 0 or claim.turn > table.turn or not 0 <= claim.kind <= Claim.SEEN:
        return False
    if not 0 <= claim.speaker < table.n_seats or not 0 <= claim.seat < table.n_seats:
        return False
    names_card = claim.kind == Claim.HOLDS or claim.kind == Claim.NOT_HOLDS
    if names_card != (claim.card >= 0) or (names_card and not is_set_used(table, claim.card)):
        return False
    names_slot = claim.kind >= Claim.GREY
    if names_slot != (claim.slot >= 0) or claim.slot >= MAX_PILE:
        return False
    return (claim.kind == Claim.SEEN) == (claim.border >= 0) and claim.border <= GREY_BORDER


@rule
def told_between(ledger, seat, other, back):
    """The place in a log of the last private claim between two seats before number `back`; NONE beyond its memory."""
    for i in range(back - 1, max(0, ledger.n_told - N_TOLD) - 1, -1):
        claim = ledger.told[i % N_TOLD]
        if (claim.speaker == seat and claim.listener == other) or (claim.speaker == other and claim.listener == seat):
            return i
    return NONE


@rule
def logs_agree(game, seat, other):
    """HD-INV-20: what two logs have of each other is the same, as far back as both reach."""
    one = int(game.ledger[seat].n_told)
    two = int(game.ledger[other].n_told)
    while True:
        one = told_between(game.ledger[seat], seat, other, one)
        two = told_between(game.ledger[other], seat, other, two)
        if one < 0 or two < 0:
            forgot_one = one >= 0 or game.ledger[seat].n_told > N_TOLD
            forgot_two = two >= 0 or game.ledger[other].n_told > N_TOLD
            return (forgot_one and forgot_two) or one == two
        claim = game.ledger[seat].told[one % N_TOLD]
        same = game.ledger[other].told[two % N_TOLD]
        if claim.turn != same.turn or claim.speaker != same.speaker or claim.listener != same.listener:
            return False
        if claim.kind != same.kind or claim.seat != same.seat or claim.card != same.card:
            return False
        if claim.slot != same.slot or claim.border != same.border:
            return False


@rule
def talk_is_sound(game):
    """HD-INV-20, and the same of public claims."""
    table = game.table
    for i in range(min(table.n_claims, N_CLAIMS)):
        if not claim_is_sound(table, table.claims[i]) or table.claims[i].listener != NONE:
            return False
    for seat in range(table.n_seats):
        ledger = game.ledger[seat]
        for i in range(min(ledger.n_told, N_TOLD)):
            claim = ledger.told[i]
            if not claim_is_sound(table, claim) or not 0 <= claim.listener < table.n_seats:
                return False
            if claim.speaker == claim.listener or (claim.speaker != seat and claim.listener != seat):
                return False
        for other in range(seat):
            if not logs_agree(game, seat, other):
                return False
    return True


@rule
def grey_is_bounded(game):
    """HD-INV-15."""
    for seat in range(game.table.n_seats):
        grey = 0
        for slot in range(game.table.pile_size[seat]):
            grey += game.secret.pile[seat, slot] >= N_PSYCHE
        if grey < game.table.grey_min[seat] or grey > game.table.grey_max[seat]:
            return False
        if game.table.grey_max[seat] > game.table.pile_size[seat]:
            return False
    return True


@rule
def end_is_sound(game):
    """HD-INV-19: winners, or a draw at dawn."""
    table = game.table
    if not table.over:
        return table.winners == 0 and table.reason == End.NONE
    return (table.winners == 0) == (table.reason == End.DAWN) and table.reason != End.NONE


@rule
def first_violation(game, earlier, mask, data):
    """The number of the first HD-INV clause that does not hold; 0 if all do."""
    if not opener_is_held(game) and not (game.table.over and game.table.reason == End.BOUND):
        return 1
    if not cards_are_conserved(game):
        return 2
    if not health_is_sound(game):
        return 3
    if not ghosts_hold_nothing(game):
        return 4
    if not piles_fit(game, earlier):
        return 5
    if not board_is_sound(game):
        return 7
    if not turn_is_sound(game, mask, data):
        return 9
    if not history_is_sound(game, earlier):
        return 12
    for observer in range(game.table.n_seats):
        if not ledgers_are_true(game, observer):
            return 13
    if not grey_is_bounded(game):
        return 15
    if not end_is_sound(game):
        return 19
    if not talk_is_sound(game):
        return 20
    return 0


violations = checked_by(SPEC, first_violation)
