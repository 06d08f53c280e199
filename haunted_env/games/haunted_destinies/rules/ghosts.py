"""Becoming a ghost (HD-GHOST-1 to HD-GHOST-12, HD-INFO-16)."""

from haunted_env.games.haunted_destinies.actions import Event, Origin
from haunted_env.games.haunted_destinies.outcome import check_deaths, opener_falls, opener_seat
from haunted_env.games.haunted_destinies.rules.chance import pick
from haunted_env.games.haunted_destinies.rules.drawing import start_insert
from haunted_env.games.haunted_destinies.rules.health import CONSUMED, REVEALED, add_tokens, discard_item, heal
from haunted_env.games.haunted_destinies.rules.knowledge import all_locate, bring, discard
from haunted_env.games.haunted_destinies.rules.picking import leave_play
from haunted_env.games.haunted_destinies.rules.stack import living_seats, next_seat, note, pop
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    CENTRE,
    N_ITEMS,
    N_PERSIST,
    N_PSYCHE,
    NONE,
    PA,
    PE,
    PILE,
    SEEN,
    STALE,
    UNKNOWN,
    UP,
    P,
    U,
    rule,
)
from haunted_env.games.haunted_destinies.tables import DEATH_GLOOM, FIRST_HAUNTING, OPENER

RISEN_HEAL = 5  # HD-OPEN-21
OPENER_ONLY, NOTHING = 1, 2  # values of `death_pass`


@rule
def starting_gloom(game, seat):
    """HD-GHOST-3."""
    gloom = 0
    for slot in range(game.table.pile_size[seat]):
        card = game.secret.pile[seat, slot]
        if card >= FIRST_HAUNTING:
            gloom += 1 + DEATH_GLOOM[card]
    return gloom


@rule
def card_to_pass(game, seat):
    """HD-GHOST-8, HD-GHOST-9: the Opener card, or a random Psyche card as a decoy; NONE if none passes."""
    n_psyche = 0
    for slot in range(game.table.pile_size[seat]):
        card = game.secret.pile[seat, slot]
        if card == OPENER:
            return int(card)
        if card < N_PSYCHE:
            n_psyche += 1
    if n_psyche == 0 or game.table.death_pass == OPENER_ONLY:
        return NONE
    wanted = pick(game, n_psyche)
    for slot in range(game.table.pile_size[seat]):
        card = game.secret.pile[seat, slot]
        if card < N_PSYCHE:
            if wanted == 0:
                return int(card)
            wanted -= 1
    return NONE


@rule
def passes(game, flags):
    """HD-GHOST-10, HD-GHOST-20: whether a face-down card is passed at this death."""
    up = game.table.up_at[OPENER]
    return not flags & REVEALED and not game.table.ritual and up < 0 and game.table.death_pass != NOTHING


@rule
def keep_borders(game, seat, passed):
    """HD-INFO-11: of the card passed each seat knows at least P, and its set if it knew that border."""
    for slot in range(game.table.pile_size[seat]):
        if game.secret.pile[seat, slot] != passed:
            continue
        for observer in range(game.table.n_seats):
            fact = int(game.ledger[observer].fact[seat, slot])
            if PA <= fact <= PE:
                game.ledger[observer].incoming[0] = fact


@rule
def update_locations(game, seat, passed, heir):
    """HD-INFO-16: who knew the passed card knows where it went; other entries about the pile are void."""
    for observer in range(game.table.n_seats):
        ledger = game.ledger[observer]
        for card in range(N_PSYCHE):
            location = ledger.location[card]
            known = location == AT_SLOT + seat or location == PILE + seat
            if known and card == passed:
                ledger.location[card] = PILE + heir
                ledger.incoming[0] = SEEN + card
            elif known or location == STALE + seat:
                ledger.location[card] = UNKNOWN
        for slot in range(game.table.pile_size[seat]):
            ledger.fact[seat, slot] = U


@rule
def give_up_cards(game, seat, passed):
    """HD-GHOST-4, HD-GHOST-5: everything but the passed card is discarded face up."""
    table = game.table
    for slot in range(table.pile_size[seat]):
        card = int(game.secret.pile[seat, slot])
        game.secret.pile[seat, slot] = NONE
        if card != passed:
            note(game, Event.DISCARD, seat, NONE, slot, card, NONE)
            discard(game, card)
    table.pile_size[seat] = 0
    table.grey_min[seat] = 0
    table.grey_max[seat] = 0
    for card in range(N_PSYCHE):
        if table.up_at[card] == seat:
            discard(game, card)
    for item in range(N_ITEMS):
        for _copy in range(table.items[seat, item]):
            discard_item(game, seat, item)
    for design in range(N_PERSIST):
        for _copy in range(table.curses[seat, design]):
            leave_play(game, design, seat)


@rule
def do_death(game, frame):
    """seat becomes a ghost; flags REVEALED (no card passes) and CONSUMED (the ritual's own victim)."""
    if frame.phase == 0:
        frame.phase = 1
        if game.table.death_pass == NOTHING and not game.table.ritual and opener_seat(game) == frame.seat:
            opener_falls(game, frame.seat)  # HD-WIN-13
        else:
            die(game, frame)
    else:
        rises = game.table.ritual and game.table.opener_power == 0 and not frame.flag & CONSUMED
        pop(game)
        if rises:  # HD-OPEN-21
            heal(game, game.table.opener, RISEN_HEAL)
            add_tokens(game, game.table.opener, 1)


@rule
def die(game, frame):
    """HD-GHOST-12: gloom, the passed card, discards, the pawn, win checks, then the insertion."""
    table = game.table
    seat = int(frame.seat)
    gloom = starting_gloom(game, seat)
    table.ghost[seat] = 1
    table.health[seat] = 0
    table.wounds[seat] = 0
    table.own_gloom[seat] = gloom
    note(game, Event.DEATH, seat, NONE, NONE, NONE, gloom)
    heir = next_seat(living_seats(table), seat, table.n_seats)
    passed = NONE
    if table.up_at[OPENER] == seat:  # HD-GHOST-11
        table.up_at[OPENER] = heir
        all_locate(game, OPENER, UP + heir)
        note(game, Event.PASS_CARD, seat, heir, NONE, OPENER, NONE)
    elif passes(game, frame.flag):
        passed = card_to_pass(game, seat)
    if passed >= 0:
        bring(game, passed, heir, 0, P)
        keep_borders(game, seat, passed)
        note(game, Event.PASS_CARD, seat, heir, NONE, NONE, NONE)
    update_locations(game, seat, passed, heir)
    give_up_cards(game, seat, passed)
    table.pawn[seat] = CENTRE
    if seat == table.active:
        table.turn_ending = 1  # HD-TURN-8
    check_deaths(game)
    if not table.over and passed >= 0:
        start_insert(game, heir, 0, Origin.DEATH, seat, NONE)
