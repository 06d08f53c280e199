"""Which cards an owner has in the round, for all a seat knows."""

import itertools

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.actions import Round
from haunted_env.games.haunting_house.tables import CARD_IDS, N_CARDS, N_ORDINARY
from haunted_env.play.batch import Batch
from haunted_env.spec.position import options_of
from tests.contract.test_hidden import random_games
from tests.games.haunting_house.table import Table, resolving

ORDINARY = set(CARD_IDS[:N_ORDINARY])


def mask_of(game, seat=0):
    batch = Batch(SPEC, 1, options_of(SPEC, game), relative_seats=False, masks=True)
    batch.load(game, resume=False)
    return batch.look(seat).location_masks[0]


def names(mask, owner, value):
    return {CARD_IDS[card] for card in np.flatnonzero(mask[:, owner] == value)}


@pytest.mark.example("EX-31")
@pytest.mark.clause("HH-HID-10", "HH-HID-11")
def test_cards_drawn_and_programs():
    game = Table(resolving("rotate_90", "trap_door")).game
    for seat in range(2):
        mask = mask_of(game, seat)
        assert mask.shape == (10, 6)
        assert names(mask, 1, 2) == {"trap_door"}
        assert names(mask, 1, 1) == set(CARD_IDS) - {"trap_door"}
        assert not mask[:, 2:].any()
    quick = game.copy()
    quick["table"]["removed"][0, 1] = 1 << CARD_IDS.index("move_exit") - N_ORDINARY
    assert names(mask_of(quick), 1, 1) == set(CARD_IDS) - {"trap_door", "move_exit"}
    table = Table({"options": {"players": 3}, "round": "chosen", "marker": 1}).do("CARD move_1", "CARD rotate_90")
    for seat in (0, 2):
        assert names(mask_of(table.game, seat), 1, 1) == ORDINARY
        assert names(mask_of(table.game, seat), 1, 2) == set()
    own = mask_of(table.game, 1)
    assert names(own, 1, 2) == {"move_1", "rotate_90"}
    assert names(own, 1, 1) == set()
    assert not own[:, [0, 2]].any(), "they have not begun"


@pytest.mark.clause("HH-HID-11")
def test_cards_are_certain_if_nothing_else_is_left():
    """Only three cards left in the deck cannot come about; the counting holds all the same."""
    game = Table(resolving("rotate_90", "trap_door")).game.copy()
    shown = game["table"]["shown"][0, 1]
    shown[:3] = [CARD_IDS.index(name) for name in ("trap_door", "move_1", "move_2")]
    mask = mask_of(game)
    assert names(mask, 1, 2) == {"trap_door", "move_1", "move_2"}
    assert names(mask, 1, 1) == set()


def choices(game, owner, seat):
    """Every set of cards that the owner may have in the round, as HH-HID-11 says it."""
    table, ledger = game["table"][0], game["ledger"][0, seat]
    if table["round"] == Round.CHOSEN:
        n, cards = int(table["programmed"][owner]), range(N_ORDINARY)
        known = ledger["program"] if owner == seat else table["shown"][owner]
    else:
        n, known = 3 * int(table["flip"] > 0), table["shown"][owner]
        cards = [c for c in range(N_CARDS) if not (c >= N_ORDINARY and table["removed"][owner] >> c - N_ORDINARY & 1)]
    turned = {int(card) for card in known[:n] if card >= 0}
    return [set(some) for some in itertools.combinations(cards, n) if turned <= set(some)]


@pytest.mark.clause("HH-HID-10", "HH-HID-11")
@pytest.mark.parametrize("quick", [False, True])
def test_exactly_what_some_choice_has_and_every_choice(quick):
    for game in random_games(SPEC, seed=8, n=4, quick=quick):
        n = int(game["table"]["n_seats"][0])
        for seat in range(n):
            mask = mask_of(game, seat)
            for owner in range(n):
                sets = choices(game, owner, seat)
                assert set(np.flatnonzero(mask[:, owner]).tolist()) == set.union(*sets)
                assert set(np.flatnonzero(mask[:, owner] == 2).tolist()) == set.intersection(*sets)
            assert not mask[:, n:].any()
