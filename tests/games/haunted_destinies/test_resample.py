"""`resample` in Haunted Destinies: true to the ledger in every kind of position, and as likely as counting says."""

import itertools
from collections import Counter

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.belief import card_beliefs
from haunted_env.games.haunted_destinies.state import AT_SLOT, GONE, N_PSYCHE, PILE, STALE, UNKNOWN, G, P, U
from haunted_env.games.haunted_destinies.tables import (
    COPIES,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    ITEM_INDEX,
    PROBE_LIST,
)
from haunted_env.play.worlds import draw_worlds
from tests.games.haunted_destinies.hidden import is_consistent, is_true
from tests.games.haunted_destinies.invariants import violations
from tests.games.haunted_destinies.sampling import games_by_decision
from tests.games.haunted_destinies.table import SPEC, Table
from tests.worlds import many_worlds

N = 4000
DECISIONS = [decision for decision in Decision if decision != Decision.NONE]


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.name)
def test_invariants_hold_in_every_kind_of_decision(decision):
    for game in games_by_decision()[decision]:
        decider = int(game["table"]["decider"][0])
        worlds = many_worlds(SPEC, game, decider, 40)
        assert not violations(worlds, np.repeat(game, len(worlds))).any()


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.name)
def test_seats_that_do_not_decide_get_consistent_worlds_too(decision):
    for game in games_by_decision()[decision]:
        for seat in range(int(game["table"]["n_seats"][0])):
            for world in many_worlds(SPEC, game, seat, 10).reshape(-1, 1):
                assert is_consistent(world, seat)
                assert conserves(world, game)


def conserves(world, game) -> bool:
    """As many cards as in the real game, one of each Psyche card, of grey designs no more than there can be.

    Cards being obeyed are in neither count: only the work of the seat that decides names them.
    """
    table = world["table"][0]
    counts, real = hidden_cards(world), hidden_cards(game)
    shown = [int(table["gone"][card]) + int(table["up_at"][card] >= 0) for card in range(N_PSYCHE)]
    left = [COPIES[FIRST_SEARCH + i] - table["discard"][i] for i in range(len(table["discard"]))]
    return (
        sum(counts.values()) == sum(real.values())
        and all(counts[card] + shown[card] == 1 for card in range(N_PSYCHE))
        and all(counts[FIRST_SEARCH + i] <= left[i] for i in range(len(left)))
    )


def hidden_cards(game) -> Counter:
    secret = game["secret"][0]
    places = [secret[name].ravel() for name in ("pile", "search_deck", "haunting_deck", "lane_card")]
    return Counter(int(card) for card in np.concatenate(places) if card >= 0)


def test_search_cards_in_piles_can_be_kept_there():
    seen = 0
    for games in games_by_decision().values():
        for game in games:
            worlds = many_worlds(SPEC, game, 0, 5)
            in_piles = worlds["secret"]["pile"]
            cards = in_piles[(in_piles >= FIRST_SEARCH) & (in_piles < FIRST_HAUNTING)]
            seen += len(cards)
            assert (PROBE_LIST[cards, 0] < PROBE_LIST[cards, 1]).all()
            assert (ITEM_INDEX[cards] < 0).all()
    assert seen > 100


def test_other_seats_keep_no_private_notes():
    """The ledgers of the others hold what all may know, not what the seat itself has seen."""
    game = small([["ps_opener", "ps_medium"], ["ps_kitchen", "ps_moths"], ["ps_warden"]], {1: ["S:ps_kitchen", "U"]})
    world = draw_worlds(SPEC, game, 0, 1)[0]
    assert (world["ledger"][0]["location"] >= AT_SLOT).sum() == 1
    for other in (1, 2):
        assert world["ledger"][other]["fact"][1, :2].tolist() == [P, U]
        assert set(world["ledger"][other]["location"].tolist()) == {UNKNOWN, GONE}


# Small cases: what seat 0 knows, and all ways to lay the cards gone through one by one.

CASES = {
    "nothing known": ([["ps_opener", "ps_medium"], ["ps_kitchen"], ["ps_moths", "ps_warden"]], {}, {}, {}),
    "a seen card": ([["ps_opener"], ["ps_kitchen", "ps_moths"], ["ps_warden"]], {1: ["S:ps_kitchen", "U"]}, {}, {}),
    "borders": (
        [["ps_opener", "ps_kitchen"], ["ps_medium", "ps_moths"], ["ps_warden", "ps_inquisitor"]],
        {1: ["PA", "P"], 2: ["U", "PB"]},
        {},
        {},
    ),
    "in a pile": (
        [["ps_opener", "ps_kitchen"], ["ps_medium", "ps_moths", "ps_brawler"], ["ps_warden"]],
        {},
        {"ps_medium": "PILE 1"},
        {},
    ),
    "in a pile with borders": (
        [["ps_opener", "ps_kitchen"], ["ps_medium", "ps_moths", "ps_warden"], ["ps_red_door", "ps_brawler"]],
        {1: ["PA", "U", "PA"]},
        {"ps_medium": "PILE 1", "ps_moths": "PILE 1"},
        {},
    ),
    "grey bounds": (
        [["ps_opener", "ha_recoil"], ["ps_medium", "ha_recoil", "ps_moths"], ["ps_warden", "se_confession"]],
        {},
        {},
        {0: (0, 1), 1: (1, 2), 2: (0, 2)},
    ),
    "grey and known": (
        [["ps_opener", "ha_recoil"], ["ps_medium", "ha_recoil", "ps_moths"], ["ps_warden", "se_confession"]],
        {0: ["U", "U"], 1: ["U", "G", "P"]},
        {"ps_medium": "PILE 1", "ps_warden": "STALE 0"},
        {0: (0, 2), 1: (1, 2), 2: (0, 2)},
    ),
}


def small(piles, facts, locations=None, grey=None):
    """Three seats with these piles; seat 0 to roll."""
    seats = [{"pile": pile} for pile in piles]
    for seat, bounds in (grey or {}).items():
        seats[seat]["grey"] = list(bounds)
    ledger = {"facts": {str(pile): row for pile, row in facts.items()}, "locations": locations or {}}
    return Table({"seats": seats, "ledger": {"0": ledger}}).game


def all_ways(game) -> list[list[int]]:
    """Every way to lay the unseen cards of the piles (-1: grey) that agrees with all seat 0 knows."""
    table, ledger = game["table"][0], game["ledger"][0, 0]
    sizes = [int(size) for size in table["pile_size"][:3]]
    cards = [int(card) for pile in range(3) for card in game["secret"][0]["pile"][pile, : sizes[pile]]]
    facts = [int(ledger["fact"][pile, slot]) for pile in range(3) for slot in range(sizes[pile])]
    owners = [pile for pile in range(3) for _ in range(sizes[pile])]
    found = []
    for order in set(itertools.permutations([card if card < N_PSYCHE else -1 for card in cards])):
        at = {card: owner for card, owner in zip(order, owners) if card >= 0}
        greys = [sum(card < 0 for card, owner in zip(order, owners) if owner == pile) for pile in range(3)]
        if (
            all(agrees(card, fact) for card, fact in zip(order, facts))
            and all(
                not PILE <= ledger["location"][card] < STALE or ledger["location"][card] - PILE == at[card]
                for card in at
            )
            and all(table["grey_min"][pile] <= greys[pile] <= table["grey_max"][pile] for pile in range(3))
        ):
            found.append(list(order))
    return found


def agrees(card: int, fact: int) -> bool:
    if card < 0:
        return fact in (U, G)
    return is_true(card, fact)


@pytest.mark.parametrize("case", CASES)
def test_every_way_is_equally_likely(case):
    game = small(*CASES[case])
    ways = all_ways(game)
    assert len(ways) > 1
    drawn = many_worlds(SPEC, game, 0, N, seed=5)
    sizes = game["table"][0]["pile_size"][:3]
    laid = np.concatenate([drawn["secret"]["pile"][:, pile, : sizes[pile]] for pile in range(3)], axis=1)
    counts = Counter(tuple(row) for row in np.where(laid < N_PSYCHE, laid, -1).tolist())
    assert set(counts) <= {tuple(way) for way in ways}
    expected = N / len(ways)
    if expected >= 5:
        chi_square = sum((counts[tuple(way)] - expected) ** 2 / expected for way in ways)
        freedom = len(ways) - 1
        assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 4


@pytest.mark.parametrize("case", CASES)
def test_positions_of_cards_match_exact_counting(case):
    game = small(*CASES[case])
    owners = np.repeat(np.arange(3), game["table"][0]["pile_size"][:3])
    ways = np.array(all_ways(game))
    drawn = many_worlds(SPEC, game, 0, N, seed=6)["secret"]["pile"]
    for card in np.unique(ways[ways >= 0]).tolist():
        counted = [(ways[:, owners == pile] == card).any(axis=1).mean() for pile in range(3)]
        assert card_beliefs(game, 0, card)[0] == pytest.approx(counted)
        sampled = [(drawn[:, pile] == card).any(axis=1).mean() for pile in range(3)]
        assert sampled == pytest.approx(counted, abs=4 * 0.5 / np.sqrt(N))
