"""Exchange what a seat may not know (HD-INV-16)."""

import numpy as np

from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    MAX_SEATS,
    N_PSYCHE,
    N_TOLD,
    PA,
    PE,
    PILE,
    SEEN,
    STALE,
    G,
    P,
)
from haunted_env.games.haunted_destinies.tables import FIRST_HAUNTING, FIRST_SEARCH, PSYCHE_SET

TRIES = 60


def is_true(card: int, fact: int) -> bool:
    if fact >= SEEN:
        return card == fact - SEEN
    if PA <= fact <= PE:
        return card < N_PSYCHE and PSYCHE_SET[card] == fact - PA
    return {P: card < N_PSYCHE, G: card >= N_PSYCHE}.get(fact, True)


def is_consistent(game: np.ndarray, seat: int) -> bool:
    """Whether everything the seat knows, and every public count, is still true."""
    table, ledger, secret = game["table"][0], game["ledger"][0, seat], game["secret"][0]
    for pile in range(int(table["n_seats"])):
        cards = secret["pile"][pile, : table["pile_size"][pile]]
        if not all(is_true(int(card), int(fact)) for card, fact in zip(cards, ledger["fact"][pile], strict=False)):
            return False
        if not table["grey_min"][pile] <= (cards >= N_PSYCHE).sum() <= table["grey_max"][pile]:
            return False
        on_the_way = secret["lane_card"][secret["lane_seat"] == pile]
        for card in np.flatnonzero((ledger["location"] == PILE + pile) | (ledger["location"] == AT_SLOT + pile)):
            if card not in cards and card not in on_the_way:
                return False
    search = secret["search_deck"][: table["search_left"]]
    haunting = secret["haunting_deck"][: table["haunting_left"]]
    return bool(((search >= FIRST_SEARCH) & (search < FIRST_HAUNTING)).all() and (haunting >= FIRST_HAUNTING).all())


def scramble(game: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """A copy with hidden cards exchanged at random, generator, seed and the other seats' private notes replaced."""
    other = game.copy()
    table, secret = other["table"][0], other["secret"][0]
    places = [(secret["search_deck"], (i,)) for i in range(int(table["search_left"]))]
    places += [(secret["haunting_deck"], (i,)) for i in range(int(table["haunting_left"]))]
    for pile in range(int(table["n_seats"])):
        places += [(secret["pile"], (pile, i)) for i in range(int(table["pile_size"][pile]))]
    in_piles = [place for place in places if place[0] is secret["pile"] or len(place[1]) == 2]
    for _ in range(TRIES):
        # Most exchanges inside decks succeed and say little: draw one side from the piles.
        source = in_piles if in_piles else places
        (a, i), (b, j) = source[rng.integers(len(source))], places[rng.integers(len(places))]
        a[i], b[j] = int(b[j]), int(a[i])
        if not is_consistent(other, seat):
            a[i], b[j] = int(b[j]), int(a[i])
    secret["rng"] = rng.integers(1, 2**32, 4)
    secret["seed"] = rng.integers(2**62)
    for another in range(MAX_SEATS):
        if another != seat:
            forget(other["ledger"][0, another], rng)
    if table["decider"] != seat:  # only who decides is in the middle of it
        work = other["work"].view(np.uint8)
        work[:] = rng.integers(0, 256, work.shape)
    return other


def forget(ledger: np.void, rng: np.random.Generator) -> None:
    """Another seat's private notes, replaced by nonsense of the right form."""
    ledger["fact"] = rng.integers(0, SEEN, ledger["fact"].shape)
    ledger["location"] = rng.integers(0, STALE, ledger["location"].shape)
    ledger["incoming"] = rng.integers(0, SEEN, ledger["incoming"].shape)
    ledger["hand"] = rng.integers(-1, 40, ledger["hand"].shape)
    ledger["face"] = rng.integers(-1, 70)
    ledger["options"] = rng.integers(0, 2**29)
    ledger["seats"] = rng.integers(0, 64)
    ledger["chosen_tile"] = rng.integers(-1, 6)
    ledger["chosen_turn"] = rng.integers(-1, 4)
    for part, last in (("kind", 6), ("seat", 5), ("card", 29), ("slot", 19), ("border", 5)):
        ledger[f"claim_{part}"] = rng.integers(-1, last + 1)
        ledger["told"][part] = rng.integers(-1, last + 1, N_TOLD)
    ledger["told"]["turn"] = rng.integers(0, 99, N_TOLD)
    ledger["told"]["speaker"], ledger["told"]["listener"] = rng.integers(0, 6, (2, N_TOLD))
    ledger["n_told"] = rng.integers(0, 40)


def unseen_pair(game: np.ndarray, rng: np.random.Generator) -> np.ndarray | None:
    """A copy in which two Psyche cards of the piles, unknown to every seat, have changed places; None if impossible."""
    other = game.copy()
    table, secret = other["table"][0], other["secret"][0]
    known = np.unique(np.nonzero(other["ledger"][0]["location"][: table["n_seats"]])[1])
    places = [
        (pile, slot)
        for pile in range(int(table["n_seats"]))
        for slot in range(int(table["pile_size"][pile]))
        if secret["pile"][pile, slot] < N_PSYCHE and secret["pile"][pile, slot] not in known
    ]
    rng.shuffle(places)
    for a, b in zip(places[::2], places[1::2], strict=False):
        secret["pile"][a], secret["pile"][b] = int(secret["pile"][b]), int(secret["pile"][a])
        if all(is_consistent(other, seat) for seat in range(int(table["n_seats"]))):
            return other
        secret["pile"][a], secret["pile"][b] = int(secret["pile"][b]), int(secret["pile"][a])
    return None
