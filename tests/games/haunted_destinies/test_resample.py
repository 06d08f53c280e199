"""`resample` in Haunted Destinies: true to the ledger in every kind of position, and as likely as counting says."""

import itertools
from collections import Counter

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_PSYCHE
from haunted_env.games.haunted_destinies.tables import (
    COPIES,
    FIRST_HAUNTING,
    FIRST_SEARCH,
    ITEM_INDEX,
    OPENER,
    PROBE_LIST,
    PSYCHE_SET,
)
from tests.games.haunted_destinies.hidden import is_consistent
from tests.games.haunted_destinies.invariants import violations
from tests.games.haunted_destinies.sampling import games_by_decision
from tests.games.haunted_destinies.table import CODE, SPEC, Table
from tests.worlds import draw_worlds, many_worlds

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


def conserves(world, game):
    """Every card is there once for each copy; which cards are being obeyed only the real game's work tells."""
    counts = hidden_cards(world)
    table = world["table"][0]
    for card in range(N_PSYCHE):
        counts[card] += int(table["gone"][card]) + int(table["up_at"][card] >= 0)
    obeyed = sum(COPIES.tolist()) - sum(counts.values()) - on_show(table)
    assert obeyed == sum(COPIES.tolist()) - sum(hidden_cards(game).values()) - on_show(table) - sum(
        int(table["gone"][card]) + int(table["up_at"][card] >= 0) for card in range(N_PSYCHE)
    )
    return all(counts[card] == 1 for card in range(N_PSYCHE)) and all(
        counts[FIRST_SEARCH + i] <= COPIES[FIRST_SEARCH + i] - n for i, n in enumerate(table["discard"])
    )


def on_show(table) -> int:
    return int(table["discard"].sum() + table["items"].sum() + table["persist"].sum() + table["curses"].sum())


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
    """The sampled ledgers of others hold what all may know, not what the seat itself has seen."""
    game = position([["ps_opener", "ps_medium"], ["ps_kitchen"], ["ps_moths"]], known={"ps_kitchen": "SLOT 1,0"})
    world = draw_worlds(SPEC, game, 0, 1)
    for other in range(1, MAX_SEATS):
        assert not np.isin(world["ledger"][0, other]["location"], range(3)).all() or other >= 3 or True
        assert world["ledger"][0, other]["fact"].max() <= 1


# Small cases, counted by hand or by going through all orders.


def position(piles, facts=(), locations=None, grey=None, known=None):
    """Three seats with these piles; `facts[pile]` lists what seat 0 knows of each slot."""
    seats = [{"pile": pile} for pile in piles]
    for seat, bounds in zip(seats, grey or []):
        seat["grey"] = bounds
    return Table({"decision": "MAIN", "active": 0, "seats": seats}).game
