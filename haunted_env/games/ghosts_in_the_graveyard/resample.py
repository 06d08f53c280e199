"""A complete game that one seat cannot tell from the real one, drawn without ever seeing the real one (GG-HID-5).

All ways to lay the unseen cards that agree with the public record (marks, answers, guesses at their moments) are
equally likely, and so is every Secret a seat holds to be its Haunt. What seats chose to do is no evidence: that is left
to agents. The first hand among the dealt cards of another seat is drawn by playing its Searches backwards, all ways to
have drawn its cards being equally likely.

Sets of Secrets are drawn for each seat by itself, and all again until they fit. Only if two thousand draws from the
complete lists have failed (the sets of three or four seats nearly always clash) the first that fit are taken, searched
from random places on; these are not exactly equally likely.
"""

import numpy as np

from haunted_env.engine.bits import n_in, number_of
from haunted_env.engine.rng import next_word, random_below, seed_generator
from haunted_env.games.ghosts_in_the_graveyard.actions import Mark
from haunted_env.games.ghosts_in_the_graveyard.setup import deal_flashlights
from haunted_env.games.ghosts_in_the_graveyard.state import HAND, MAX_SEATS, NONE
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.unseen.clues import (
    MAY,
    N_CLUE,
    N_YES,
    SIZE,
    lost_secrets,
    read_clue,
    rule,
    unseen_by,
)
from haunted_env.games.ghosts_in_the_graveyard.unseen.sets import (
    MAX_SETS,
    fits,
    list_sets,
    pick_card,
    pick_cards,
)

BLIND_TRIES = 64
LISTED_TRIES = 2000


@rule
def resample(world, seat, generator, data):
    """Fill in everything `seat` may not know of a game of which only what it may know is in place, the rest zero."""
    table = world.table
    world.secret.seed = (next_word(generator) << 30) ^ next_word(generator)
    seed_generator(world.secret.rng, next_word(generator), 0)
    free = unseen_by(table, world.ledger[seat])
    clues = np.zeros((MAX_SEATS, N_CLUE), np.int64)
    holdings = np.zeros(MAX_SEATS, np.int64)
    for other in range(table.n_seats):
        if other != seat:
            read_clue(table, free, other, clues[other])
    draw_secrets(table, seat, clues, holdings, generator)
    for other in range(MAX_SEATS):
        free &= ~holdings[other]
    for other in range(MAX_SEATS):
        if other != seat:
            world.ledger[other].seat = other
            world.ledger[other].haunt = NONE
            if other < table.n_seats:
                free = fill_ledger(world, other, holdings[other], free, generator)
    fill_pile(world, free, generator)
    for other in range(MAX_SEATS):
        world.secret.flashlight[other] = NONE
    if table.deal_flashlights and table.turn_seat < 0 and not table.over:
        deal_flashlights(world)  # GG-OPT-4: fixed, but not shown yet


@rule
def draw_secrets(table, seat, clues, holdings, generator):
    """Sets of Secrets for all other seats, no card in two of them; every way is equally likely."""
    for _ in range(BLIND_TRIES):
        taken = 0
        fit = True
        for other in range(table.n_seats):
            if other == seat or not fit:
                continue
            holdings[other] = pick_cards(generator, clues[other, MAY], clues[other, SIZE])
            fit = holdings[other] & taken == 0 and fits(clues[other], holdings[other])
            taken |= holdings[other]
        if fit:
            return
    draw_listed(table, seat, clues, holdings, generator)


@rule
def draw_listed(table, seat, clues, holdings, generator):
    """The same from the lists of all sets that fit each seat's clue."""
    lists = np.empty((MAX_SEATS, MAX_SETS), np.int64)
    lengths = np.ones(MAX_SEATS, np.int64)
    for other in range(MAX_SEATS):
        lists[other, 0] = 0
        if other != seat and other < table.n_seats:
            lengths[other] = list_sets(clues[other], lists[other])
            if lengths[other] == 0:  # the log of a position made by hand need not be one that can come about
                clues[other, N_YES] = 0
                lengths[other] = list_sets(clues[other], lists[other])
    for _ in range(LISTED_TRIES):
        taken = 0
        fit = True
        for other in range(MAX_SEATS):
            holdings[other] = lists[other, random_below(generator, lengths[other])]
            fit = fit and holdings[other] & taken == 0
            taken |= holdings[other]
        if fit:
            return
    take_first(lists, lengths, holdings, generator)


@rule
def take_first(lists, lengths, holdings, generator):
    """The first sets without a common card, each list being gone through from a random place on."""
    start = np.zeros(MAX_SEATS, np.int64)
    at = np.zeros(MAX_SEATS, np.int64)
    for other in range(MAX_SEATS):
        start[other] = random_below(generator, lengths[other])
    other = 0
    while 0 <= other < MAX_SEATS:
        taken = 0
        for earlier in range(other):
            taken |= holdings[earlier]
        found = False
        while at[other] < lengths[other] and not found:
            holdings[other] = lists[other, (start[other] + at[other]) % lengths[other]]
            at[other] += 1
            found = holdings[other] & taken == 0
        if found:
            other += 1
        else:
            at[other] = 0
            other -= 1


@rule
def fill_ledger(world, seat, secrets, free, generator):
    """Another seat's Secrets, hand and dealt cards; returns the cards that are still free."""
    table = world.table
    ledger = world.ledger[seat]
    ledger.hand = pick_cards(generator, free, table.hand_size[seat])
    lost = lost_secrets(table, seat)
    exposed = False
    for card in range(N_CARDS):
        exposed = exposed or (lost >> card & 1 == 1 and table.mark[card] == Mark.HAUNT_FOUND)
    ledger.decoys = secrets
    if secrets and not exposed:
        haunt = pick_card(generator, secrets)
        ledger.haunt = number_of(haunt)
        ledger.decoys = secrets & ~haunt
    ledger.dealt = secrets | lost | first_hand(table, ledger, seat, generator)
    return free & ~ledger.hand


@rule
def first_hand(table, ledger, seat, generator):
    """The cards a seat kept in hand at first: its Searches backwards, any card of the hand being the one drawn."""
    hand = int(ledger.hand)
    played = 0
    for card in range(N_CARDS):
        if table.marked_by[card] == seat and table.mark[card] == Mark.SILENCING:
            hand |= 1 << card
        elif table.marked_by[card] == seat and table.mark[card] == Mark.PLAYED:
            played |= 1 << card
    if table.turn_seat < 0 and not table.over:
        return hand
    plays = n_in(played)
    draws = n_in(hand) + plays - HAND
    if draws > plays:  # drawn, but nothing played yet
        hand &= ~pick_card(generator, hand)
        draws -= 1
    i = int(table.n_searches)
    while played:
        last = latest(table, seat, played, i)
        i = last // N_CARDS
        hand |= 1 << last % N_CARDS
        played &= ~(1 << last % N_CARDS)
        if n_in(played) < draws:  # the last Searches may have found the draw pile empty (GG-SEARCH-8)
            hand &= ~pick_card(generator, hand)
    return hand


@rule
def latest(table, seat, played, before):
    """The last of the cards played, as N_CARDS x place in the log + card; it may not be logged yet."""
    if table.played >= 0 and table.turn_seat == seat and played >> table.played & 1:
        return N_CARDS * before + table.played
    while before > 0:
        before -= 1
        row = table.searches[before]
        if row.seat == seat:
            return N_CARDS * before + row.played
    return number_of(played & -played)  # in turns that are not logged


@rule
def fill_pile(world, free, generator):
    """What is left is the draw pile, in any order."""
    for i in range(N_CARDS):
        world.secret.draw_pile[i] = NONE
    for i in range(world.table.draw_pile_size):
        card = pick_card(generator, free)
        free &= ~card
        world.secret.draw_pile[i] = number_of(card)
