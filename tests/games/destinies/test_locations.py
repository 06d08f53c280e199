"""Which destiny may be whose, for all a seat knows."""

import numpy as np
import pytest

from haunted_env.games.destinies.belief import destiny_beliefs
from haunted_env.play.batch import Batch
from haunted_env.spec.position import options_of
from tests.contract.test_hidden import random_games
from tests.games.destinies.located import located
from tests.games.destinies.table import EBB, SPEC, Table, at, in_finale
from tests.games.destinies.test_resample import DESTINIES, shuffled
from tests.worlds import many_worlds

DEEDS = ["deed_names", "deed_vow", "deed_bell", "deed_salt"]


def mask_of(game, seat=0):
    batch = Batch(SPEC, 1, options_of(SPEC, game), relative_seats=False, masks=True)
    batch.load(game, resume=False)
    return batch.look(seat).location_masks[0]


def names(mask, seat, value):
    return {DESTINIES[number] for number in np.flatnonzero(mask[:, seat] == value)}


@pytest.mark.clause("DS-EX-90", "DS-OBS-16", "DS-OBS-17")
def test_ones_own_is_certain_and_the_others_are_left():
    mask = mask_of(Table(shuffled(at(players=3))).game)
    assert mask.shape == (8, 3)
    assert names(mask, 0, 2) == {"saltwife"}
    for other in (1, 2):
        assert names(mask, other, 1) == set(DESTINIES) - {"saltwife"}
        assert names(mask, other, 2) == set()
    assert not mask[len(EBB.destinies) :].any()
    shown = mask_of(Table(shuffled(in_finale("fin_call", players=3, flags=DEEDS))).game, 2)
    assert names(shown, 0, 2) == {"saltwife"}
    assert len(names(shown, 2, 2)) == 1
    assert len(names(shown, 1, 1)) == 3
    assert names(shown, 1, 1).isdisjoint(names(shown, 0, 2) | names(shown, 2, 2))


@pytest.mark.clause("DS-OBS-17")
def test_characters_say_it_all_unless_destinies_are_shuffled():
    mask = mask_of(Table({**at(players=2), "options": {"players": 2, "destiny_deal": "own"}}).game)
    assert (names(mask, 0, 2), names(mask, 1, 2)) == ({"saltwife"}, {"deserter"})
    assert (mask != 1).all()


@pytest.mark.clause("DS-OBS-16", "DS-SETUP-13")
def test_before_the_deal_nothing_is_anybodys():
    batch = Batch(SPEC, 1, {"players": 2, "assign": "draft"}, masks=True)
    batch.deal(1)
    assert not batch.location_masks.any()


@pytest.mark.clause("DS-OBS-17")
def test_exactly_what_some_deal_gives_and_every_deal():
    for game in random_games(SPEC, seed=9, n=4, destiny_deal="shuffled"):
        for seat in range(int(game["table"]["n_seats"][0])):
            chances = destiny_beliefs(game, seat)[0].T
            wanted = np.where(chances > 1 - 1e-9, 2, chances > 0)
            assert (mask_of(game, seat)[: wanted.shape[0], : wanted.shape[1]] == wanted).all()


@pytest.mark.clause("DS-OBS-17")
def test_worlds_reach_all_that_is_possible():
    game = Table(shuffled(in_finale("fin_call", players=3, flags=DEEDS))).game
    drawn = located(many_worlds(SPEC, game, 1, 200))
    mask = mask_of(game, 1)
    assert (drawn.any(axis=0) == (mask > 0)).all()
    assert (drawn.all(axis=0) == (mask == 2)).all()
