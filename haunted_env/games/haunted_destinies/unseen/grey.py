"""Draw the grey cards of the piles and the order of both decks."""

import numpy as np

from haunted_env.engine.rng import random_below
from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.state import (
    MAX_PILE,
    N_EVENTS,
    N_ITEMS,
    N_LANES,
    N_PERSIST,
    N_PSYCHE,
    NONE,
    SEEN,
    G,
)
from haunted_env.games.haunted_destinies.tables import (
    COPIES,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    ITEM_CODE,
    N_CARDS,
    N_GREY,
    N_HAUNTING_CARDS,
    N_SEARCH,
    N_SEARCH_CARDS,
    PERSIST_CODE,
    PROBE_LIST,
)
from haunted_env.games.haunted_destinies.unseen.places import (
    ANY_KIND,
    GROUP,
    KIND,
    N_GROUPS,
    PLACE,
    SEARCH_KIND,
    rule,
)


@rule
def count_hidden(world, facts, hidden):
    """How many copies of each grey design are out of sight."""
    table = world.table
    for i in range(N_GREY):
        hidden[i] = COPIES[FIRST_SEARCH + i] - table.discard[i]
    for item in range(N_ITEMS):
        if ITEM_CODE[item] >= 0:
            for seat in range(table.n_seats):
                hidden[ITEM_CODE[item] - FIRST_SEARCH] -= table.items[seat, item]
    for design in range(N_PERSIST):
        if PERSIST_CODE[design] >= 0:
            i = PERSIST_CODE[design] - FIRST_SEARCH
            hidden[i] -= table.persist[design]
            for seat in range(table.n_seats):
                hidden[i] -= table.curses[seat, design]
    for group in range(N_GROUPS):
        for place in range(MAX_PILE):
            if facts[group, place] >= SEEN + N_PSYCHE:
                hidden[facts[group, place] - SEEN - FIRST_SEARCH] -= 1
    for depth in range(world.work.depth):
        frame = world.work.stack[depth]
        if frame.task == Task.OBEY and frame.flag == 0:
            hidden[frame.card - FIRST_SEARCH] -= 1


@rule
def total(hidden, first, last):
    n = 0
    for i in range(first, last):
        n += hidden[i]
    return n


@rule
def leave_out_obeyed(table, hidden, n):
    """`n` turned-up cards are being obeyed, but which ones stands in the work of the seat that decides.

    Another seat has seen them turned up: the latest cards obeyed and not discarded since. If the events that are
    kept do not tell (a death may have discarded a second copy), the latest cards obeyed, or any.
    """
    closed = np.zeros(N_CARDS, np.int64)
    for strict in range(2):
        for back in range(1, min(int(table.n_events), N_EVENTS) + 1):
            event = table.events[(table.n_events - back) % N_EVENTS]
            face = int(event.face)
            if strict == 0 and (event.kind == Event.DISCARD or event.kind == Event.ENTER_PLAY):
                closed[face] += 1
            elif event.kind == Event.OBEY and n > 0:
                if strict == 0 and closed[face] > 0:
                    closed[face] -= 1
                elif hidden[face - FIRST_SEARCH] > 0:
                    hidden[face - FIRST_SEARCH] -= 1
                    n -= 1


@rule
def can_be_kept(i):
    """Whether a grey design may lie in a pile: Search cards only with a Probe effect (HD-OBEY-18)."""
    card = FIRST_SEARCH + i
    return card >= FIRST_HAUNTING or PROBE_LIST[card, 0] < PROBE_LIST[card, 1]


@rule
def draw(hidden, first, last, generator):
    """A random hidden copy of the designs first..last-1, one that can be kept in a pile if there is any."""
    n = 0
    n_kept = 0
    for i in range(first, last):
        n += hidden[i]
        if can_be_kept(i):
            n_kept += hidden[i]
    wanted = random_below(generator, n_kept if n_kept > 0 else n)
    for i in range(first, last):
        if n_kept == 0 or can_be_kept(i):
            wanted -= hidden[i]
            if wanted < 0:
                hidden[i] -= 1
                return FIRST_SEARCH + i
    return NONE


@rule
def lay_grey(world, facts, faces, lanes, generator):
    """Fill the grey places from what is hidden; the rest, in random order, is the decks."""
    table = world.table
    hidden = np.zeros(N_GREY, np.int64)
    count_hidden(world, facts, hidden)
    in_decks = int(table.search_left) + int(table.haunting_left)
    obeyed = total(hidden, 0, N_GREY) - in_decks - n_grey_places(facts, faces)
    if obeyed > 0:
        leave_out_obeyed(table, hidden, obeyed)
    n_search = total(hidden, 0, N_SEARCH) - table.search_left  # in piles and on their way
    n_haunting = total(hidden, N_SEARCH, N_GREY) - table.haunting_left
    for lane in range(N_LANES):  # first the cards of which the kind is known
        group = lanes[lane, GROUP]
        if group < 0 or lanes[lane, KIND] == ANY_KIND or faces[group, lanes[lane, PLACE]] != NONE:
            continue
        if lanes[lane, KIND] == SEARCH_KIND:
            faces[group, lanes[lane, PLACE]] = draw(hidden, 0, N_SEARCH, generator)
            n_search -= 1
        else:
            faces[group, lanes[lane, PLACE]] = draw(hidden, N_SEARCH, N_GREY, generator)
            n_haunting -= 1
    for group in range(N_GROUPS):
        for place in range(MAX_PILE):
            if facts[group, place] == G and faces[group, place] == NONE:
                if random_below(generator, max(1, n_search + n_haunting)) < n_search:
                    faces[group, place] = draw(hidden, 0, N_SEARCH, generator)
                    n_search -= 1
                else:
                    faces[group, place] = draw(hidden, N_SEARCH, N_GREY, generator)
                    n_haunting -= 1
    shuffle(hidden, 0, N_SEARCH, world.secret.search_deck, generator)
    shuffle(hidden, N_SEARCH, N_GREY, world.secret.haunting_deck, generator)
    clear_above(world)


@rule
def shuffle(hidden, first, last, deck, generator):
    """The hidden copies of designs first..last-1 in random order."""
    n = 0
    for i in range(first, last):
        for _copy in range(hidden[i]):
            other = random_below(generator, n + 1)
            deck[n] = deck[other]
            deck[other] = FIRST_SEARCH + i
            n += 1


@rule
def clear_above(world):
    """Places of the decks that hold no card."""
    for i in range(world.table.search_left, N_SEARCH_CARDS):
        world.secret.search_deck[i] = NONE
    for i in range(world.table.haunting_left, N_HAUNTING_CARDS):
        world.secret.haunting_deck[i] = NONE


@rule
def n_grey_places(facts, faces):
    n = 0
    for group in range(N_GROUPS):
        for place in range(MAX_PILE):
            n += facts[group, place] == G and faces[group, place] == NONE
    return n
