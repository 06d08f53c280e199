"""Standing effects of face-up cards, items and curses (HD-FX-8, HD-FX-10, HD-FX-12)."""

import numpy as np

from haunted_env.games.haunted_destinies.state import N_ITEMS, N_PERSIST, N_PSYCHE, NONE, rule
from haunted_env.games.haunted_destinies.tables import (
    CANCEL,
    EDGE_CAP,
    EDGE_X,
    IMMUNE_TWINS,
    ITEM_CODE,
    ITEM_INDEX,
    LIMIT_DICE,
    MODIFY,
    N_CARDS,
    PERSIST_CODE,
    PERSIST_INDEX,
    PREVENT,
    REROLL,
    TIMING,
    Timing,
)

# Two kinds of standing op side by side, so that one loop serves both.
EDGE_LIMITS = np.stack([EDGE_CAP, EDGE_X], axis=1)
EDGE_CAPS, EDGE_XS = 0, 1
REACTIONS = np.stack([PREVENT, CANCEL], axis=1)
PREVENTS, CANCELS = 0, 1


def _columns(values: np.ndarray) -> np.ndarray:
    """By column, the cards that have a value there, then NONE: few, so that going through them is fast."""
    cards = np.full((values.shape[1], max(1, int((values != 0).sum(axis=0).max()))), NONE, np.int64)
    for column in range(values.shape[1]):
        found = np.flatnonzero(values[:, column])
        cards[column, : len(found)] = found
    return cards


def _modifiers(index: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """By roll, the cards of a kind that add to it, by their index, and how much; cards that add 0 make rows equal."""
    found = [[i for i in np.flatnonzero(column) if index[i] >= 0] for column in MODIFY.T]
    cards = np.zeros((len(found), max(map(len, found))), np.int64)
    adds = np.zeros_like(cards)
    for roll, row in enumerate(found):
        cards[roll, : len(row)] = index[row]
        adds[roll, : len(row)] = MODIFY[row, roll]
    return cards, adds


# Going through the cards of each kind that modify a roll takes no branch.
POWERS, POWERS_ADD = _modifiers(np.where(np.arange(N_CARDS) < N_PSYCHE, np.arange(N_CARDS), NONE))
ITEMS, ITEMS_ADD = _modifiers(ITEM_INDEX)
CURSES, CURSES_ADD = _modifiers(PERSIST_INDEX)
LIMITERS = _columns(EDGE_LIMITS)


@rule
def has_passive(table, seat, card):
    """Whether a Psyche card works passively for a seat (HD-OBEY-22, HD-OBEY-23)."""
    return table.up_at[card] == seat and TIMING[card] == Timing.PASSIVE


@rule
def copies_of(table, seat, card):
    """How many copies of a card stand for a seat: a passive power, items, curses of its own and global ones."""
    if card < N_PSYCHE:
        return int(has_passive(table, seat, card))
    if ITEM_INDEX[card] >= 0:
        return int(table.items[seat, ITEM_INDEX[card]])
    return int(table.persist[PERSIST_INDEX[card]]) + int(table.curses[seat, PERSIST_INDEX[card]])


@rule
def modifier(table, seat, roll):
    """HD-FX-10: what a seat's cards, items and curses, and global curses, add to a roll."""
    total = 0
    for i in range(POWERS.shape[1]):
        total += int(has_passive(table, seat, POWERS[roll, i])) * POWERS_ADD[roll, i]
    for i in range(ITEMS.shape[1]):
        total += table.items[seat, ITEMS[roll, i]] * ITEMS_ADD[roll, i]
    for i in range(CURSES.shape[1]):
        curse = CURSES[roll, i]
        total += (int(table.persist[curse]) + int(table.curses[seat, curse])) * CURSES_ADD[roll, i]
    return total


@rule
def lowest_limit(table, seat, kind):
    """HD-FX-10: the lowest `edge_cap` or `edge_x` (kind EDGE_CAPS or EDGE_XS) a seat has; 0 for none."""
    lowest = 0
    for i in range(LIMITERS.shape[1]):
        card = LIMITERS[kind, i]
        if card < 0:
            break
        limit = int(EDGE_LIMITS[card, kind])
        if (lowest == 0 or limit < lowest) and copies_of(table, seat, card) > 0:
            lowest = limit
    return lowest


@rule
def is_immune_to_twins(table, seat):
    for card in range(N_PSYCHE):
        if IMMUNE_TWINS[card] and has_passive(table, seat, card):
            return True
    for item in range(N_ITEMS):
        if table.items[seat, item] > 0 and IMMUNE_TWINS[ITEM_CODE[item]]:
            return True
    return False


@rule
def may_roll_two(table, seat):
    """`limit_move_dice`: a cursed player moves with one die."""
    for design in range(N_PERSIST):
        if table.persist[design] + table.curses[seat, design] > 0 and LIMIT_DICE[PERSIST_CODE[design]] == 1:
            return False
    return True


@rule
def item_that(table, seat, kind):
    """The first item design of a seat that has a kind of reaction (PREVENTS, CANCELS); NONE if there is none."""
    for item in range(N_ITEMS):
        if table.items[seat, item] > 0 and REACTIONS[ITEM_CODE[item], kind] > 0:
            return item
    return NONE


@rule
def reroll_card(table, seat, kind):
    """HD-FX-13: the first unused reroll card for this kind of roll, Psyche before items; NONE if there is none."""
    for card in range(N_PSYCHE):
        if REROLL[card] & kind and has_passive(table, seat, card) and not table.reroll_used[card]:
            return card
    for item in range(N_ITEMS):
        if table.items[seat, item] > table.item_reroll_used[item] and REROLL[ITEM_CODE[item]] & kind:
            return int(ITEM_CODE[item])
    return NONE
