"""Draw the grey cards of the piles and the order of both decks."""

import numpy as np

from haunted_env.core.rng import random_below
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
    N_SEARCH_CARDS,
    PERSIST_CODE,
    PROBE_LIST,
)
from haunted_env.games.haunted_destinies.unseen.places import (
    GROUP,
    HAUNTING_KIND,
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
def shuffle_hidden(hidden, first, last, deck, generator):
    """The hidden copies of designs first..last-1 in random order; returns their number."""
    n = 0
    for i in range(first, last):
        for _copy in range(hidden[i]):
            other = random_below(generator, n + 1)
            deck[n] = deck[other]
            deck[other] = FIRST_SEARCH + i
            n += 1
    return n


@rule
def draw_kept(deck, n, only_kept):
    """The place in `deck` of its last card that can be kept in a pile; its last card if there is none."""
    if only_kept:
        for i in range(n - 1, -1, -1):
            if PROBE_LIST[deck[i], 0] < PROBE_LIST[deck[i], 1]:
                return i
    return n - 1


@rule
def remove(deck, i, n):
    """Take card i out of the n cards of `deck`."""
    card = int(deck[i])
    for k in range(i, n - 1):
        deck[k] = deck[k + 1]
    deck[n - 1] = NONE
    return card


@rule
def n_grey_places(facts, faces):
    n = 0
    for group in range(N_GROUPS):
        for place in range(MAX_PILE):
            n += facts[group, place] == G and faces[group, place] == NONE
    return n


@rule
def lay_grey(world, facts, faces, lanes, generator):
    """Fill the grey places from what is hidden; the rest, in random order, is the decks."""
    table = world.table
    hidden = np.zeros(N_GREY, np.int64)
    count_hidden(world, facts, hidden)
    n_places = n_grey_places(facts, faces)
    n_decks = int(table.search_left) + int(table.haunting_left)
    obeyed = total(hidden, 0, N_GREY) - n_decks - n_places
    if obeyed > 0:
        leave_out_obeyed(table, hidden, obeyed)
    search = np.full(N_SEARCH_CARDS, NONE, np.int8)
    haunting = np.full(N_HAUNTING_CARDS, NONE, np.int8)
    n_search = shuffle_hidden(hidden, 0, FIRST_HAUNTING - FIRST_SEARCH, search, generator)
    n_haunting = shuffle_hidden(hidden, FIRST_HAUNTING - FIRST_SEARCH, N_GREY, haunting, generator)
    for lane in range(N_LANES):  # first the cards of which the kind is known
        group = lanes[lane, GROUP]
        if group < 0 or faces[group, lanes[lane, PLACE]] != NONE:
            continue
        if lanes[lane, KIND] == SEARCH_KIND and n_search > table.search_left:
            faces[group, lanes[lane, PLACE]] = remove(search, draw_kept(search, n_search, 1), n_search)
            n_search -= 1
        elif lanes[lane, KIND] == HAUNTING_KIND and n_haunting > table.haunting_left:
            faces[group, lanes[lane, PLACE]] = remove(haunting, n_haunting - 1, n_haunting)
            n_haunting -= 1
    for group in range(N_GROUPS):
        for place in range(MAX_PILE):
            if facts[group, place] != G or faces[group, place] != NONE:
                continue
            more_search = max(0, n_search - table.search_left)
            more_haunting = max(0, n_haunting - table.haunting_left)
            if random_below(generator, more_search + more_haunting) < more_search:
                faces[group, place] = remove(search, draw_kept(search, n_search, 1), n_search)
                n_search -= 1
            else:
                faces[group, place] = remove(haunting, n_haunting - 1, n_haunting)
                n_haunting -= 1
    for i in range(N_SEARCH_CARDS):
        world.secret.search_deck[i] = search[i] if i < table.search_left else NONE
    for i in range(N_HAUNTING_CARDS):
        world.secret.haunting_deck[i] = haunting[i] if i < table.haunting_left else NONE
