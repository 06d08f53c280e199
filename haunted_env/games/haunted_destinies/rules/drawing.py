"""Drawing and inserting cards (HD-OBEY-16 to HD-OBEY-21, HD-COMP-16, HD-GHOST-15)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event, Origin
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.chance import pick, shuffle_haunting_deck, shuffle_search_deck
from haunted_env.games.haunted_destinies.rules.knowledge import bring, count_grey, leave_lane, put_in
from haunted_env.games.haunted_destinies.rules.looking import show_and_discard
from haunted_env.games.haunted_destinies.rules.stack import (
    Task,
    ask,
    ask_option,
    ask_seat,
    living_seats,
    note,
    pop,
    push,
)
from haunted_env.games.haunted_destinies.state import FULL_PILE, NONE, SEEN, G, rule
from haunted_env.games.haunted_destinies.tables import (
    DRAW_LIST,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    ITEM_INDEX,
    LANTERN_LIST,
    N_HAUNTING,
    N_SEARCH,
    PROBE_LIST,
    SKULL_LIST,
)


@rule
def start_draw_haunting(game, seat, n):
    frame = push(game, Task.DRAW_HAUNTING, seat, NONE)
    frame.n = n


@rule
def start_draw_search(game, seat, n):
    frame = push(game, Task.DRAW_SEARCH, seat, NONE)
    frame.n = n


@rule
def start_insert(game, seat, lane, origin, origin_seat, origin_slot):
    """seat will insert the card on its way in a lane."""
    frame = push(game, Task.INSERT, seat, origin_seat)
    frame.n = lane
    frame.cause = origin
    frame.slot = origin_slot


@rule
def refill_haunting(game):
    """The Haunting discard is shuffled into a new deck."""
    n = 0
    for design in range(N_HAUNTING):
        place = N_SEARCH + design
        for _copy in range(game.table.discard[place]):
            game.secret.haunting_deck[n] = FIRST_HAUNTING + design
            n += 1
        game.table.discard[place] = 0
    game.table.haunting_left = n
    shuffle_haunting_deck(game, n)


@rule
def refill_search(game):
    """The Search discard is shuffled into a new deck."""
    n = 0
    for design in range(N_SEARCH):
        for _copy in range(game.table.discard[design]):
            game.secret.search_deck[n] = FIRST_SEARCH + design
            n += 1
        game.table.discard[design] = 0
    game.table.search_left = n
    shuffle_search_deck(game, n)


@rule
def obey_marker(game, seat, event, start, end):
    """Lantern or Skull: `self` is the player who had to draw (HD-FX-2)."""
    note(game, event, seat, NONE, NONE, NONE, NONE)
    effects = push(game, Task.EFFECTS, seat, NONE)
    effects.pc = start
    effects.end = end


@rule
def do_draw_haunting(game, frame):
    """seat draws n Haunting cards one by one; a ghost lets living players draw them (HD-OBEY-16, HD-OBEY-17)."""
    table = game.table
    if frame.phase == 0:
        if frame.n <= 0:
            pop(game)
            return
        frame.who = frame.seat
        frame.phase = 2
        if table.ghost[frame.seat]:
            frame.phase = 1
            ask_seat(game, frame.seat, Decision.PICK_DRAWER, living_seats(table))
            return
    if frame.phase == 1:
        frame.who = frame.answer - Act.SEAT
        frame.phase = 2
    if frame.phase == 2 and table.haunting_left == 0:
        frame.phase = 3
        table.skulls = min(table.skulls + 1, 127)
        obey_marker(game, frame.who, Event.SKULL, SKULL_LIST[0], SKULL_LIST[1])
        return
    if frame.phase == 3:
        refill_haunting(game)
        if table.haunting_left == 0:  # nothing is drawn; the next card due finds the Skull again (HD-OBEY-21)
            frame.n -= 1
            frame.phase = 0
            return
    who = int(frame.who)
    frame.phase = 0
    if table.ghost[who]:  # died of the Skull: whoever had to draw decides anew
        return
    frame.n -= 1
    table.haunting_left -= 1
    card = int(game.secret.haunting_deck[table.haunting_left])
    game.secret.haunting_deck[table.haunting_left] = NONE
    note(game, Event.DRAW_HAUNTING, who, NONE, NONE, NONE, NONE)
    enter_pile(game, who, card, Origin.HAUNTING_DECK)


@rule
def enter_pile(game, seat, card, origin):
    """A grey card from a deck goes into a pile, or past a full one (HD-COMP-16)."""
    if game.table.pile_size[seat] >= FULL_PILE:
        show_and_discard(game, seat, NONE, card)
        return
    bring(game, card, seat, 0, G)
    if origin == Origin.SEARCH_DECK:
        game.ledger[seat].incoming[0] = SEEN + card  # HD-OBEY-19: known only to the drawer
    start_insert(game, seat, 0, origin, NONE, NONE)


@rule
def do_draw_search(game, frame):
    """seat draws and obeys n Search cards one by one (HD-OBEY-18 to HD-OBEY-20)."""
    table = game.table
    seat = int(frame.seat)
    if frame.phase == 0:
        if frame.n <= 0 or table.ghost[seat]:
            pop(game)
            return
        frame.phase = 2
        if table.search_left == 0:
            frame.phase = 1
            table.lanterns = min(table.lanterns + 1, 127)
            obey_marker(game, seat, Event.LANTERN, LANTERN_LIST[0], LANTERN_LIST[1])
            return
    if frame.phase == 1:
        refill_search(game)
        frame.phase = 2
        if table.search_left == 0 or table.ghost[seat]:
            frame.n -= 1
            frame.phase = 0
            return
    if frame.phase == 2:
        frame.n -= 1
        table.search_left -= 1
        card = int(game.secret.search_deck[table.search_left])
        game.secret.search_deck[table.search_left] = NONE
        bring(game, card, seat, 0, G)  # until it is known where it goes
        note(game, Event.DRAW_SEARCH, seat, NONE, NONE, NONE, NONE)
        has_draw = DRAW_LIST[card, 0] < DRAW_LIST[card, 1]
        if ITEM_INDEX[card] >= 0:
            table.items[seat, ITEM_INDEX[card]] += 1
            note(game, Event.ITEM, seat, NONE, NONE, card, NONE)
            leave_lane(game, 0)
            frame.phase = 0
            return
        if has_draw and PROBE_LIST[card, 0] < PROBE_LIST[card, 1]:
            frame.phase = 3
            full = table.pile_size[seat] >= FULL_PILE
            ask_option(
                game, seat, Decision.DUAL_CARD, choices.USE_DRAW if full else choices.USE_DRAW | choices.KEEP_PROBE
            )
            game.ledger[seat].face = card
            return
        frame.answer = Act.USE_DRAW if has_draw else Act.KEEP_PROBE
    card = int(game.secret.lane_card[0])
    uses = frame.answer == Act.USE_DRAW
    leave_lane(game, 0)
    frame.phase = 0
    if uses:
        obey_draw(game, seat, card)
    else:
        enter_pile(game, seat, card, Origin.SEARCH_DECK)


@rule
def obey_draw(game, seat, card):
    note(game, Event.OBEY, seat, NONE, NONE, card, NONE)
    frame = push(game, Task.OBEY, seat, NONE)
    frame.card = card
    frame.pc = DRAW_LIST[card, 0]
    frame.end = DRAW_LIST[card, 1]


@rule
def do_insert(game, frame):
    """seat inserts the card of lane n at a secret slot (HD-OBEY-16, HD-OPT-2)."""
    seat = int(frame.seat)
    if frame.phase == 0:
        if game.table.insert_mode == 1:
            frame.answer = Act.INSERT + pick(game, game.table.pile_size[seat] + 1)
        else:
            frame.phase = 1
            ask(game, seat, Decision.INSERT_AT)
            game.ledger[seat].lane = frame.n
            return
    lane = int(frame.n)
    slot = frame.answer - Act.INSERT
    origin = int(frame.cause)
    pop(game)
    put_in(game, lane, slot)
    if origin == Origin.HAUNTING_DECK or origin == Origin.SEARCH_DECK:
        count_grey(game, seat, 1, 1)
    elif origin == Origin.SEAT_SLOT:
        count_grey(game, seat, 0, 1)  # HD-INFO-28: unidentified, whatever individuals know
    note(game, Event.INSERT, seat, NONE, NONE, NONE, NONE)
