"""Who may know what (GG-HID)."""

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard.words.describe import describe_action
from haunted_env.play.batch import Batch
from tests.games.ghosts_in_the_graveyard.hidden import exchange, is_consistent
from tests.games.ghosts_in_the_graveyard.table import G2_CHOICES, G2_DECK, SPEC, Table, changed, deck, g2, g3


def everything(table, seat):
    """Observation, mask, card mask and words of a seat."""
    return (*table.sees(seat), SPEC.words.text(table.game, seat), SPEC.words.events(table.game, 0), table.decision)


@pytest.mark.clause("GG-HID-5", "GG-HID-1", "GG-HID-4")
@pytest.mark.example("EX-23")
def test_ex_23_roles_of_another_seat_are_hidden():
    one = g2()
    other = changed(g2(), seats={1: {"haunt": 30, "decoys": [2, 39]}})
    assert everything(one, 0) == everything(other, 0)
    assert one.sees(1) != other.sees(1)


@pytest.mark.clause("GG-HID-5", "GG-HID-4")
@pytest.mark.example("EX-24")
def test_ex_24_the_order_of_the_draw_pile_is_hidden_until_a_card_is_drawn():
    pile = g2().pile
    one, other = g2(), changed(g2(), draw_pile=[pile[3], pile[1], pile[2], pile[0], *pile[4:]])
    assert [everything(one, seat) for seat in (0, 1)] == [everything(other, seat) for seat in (0, 1)]
    one.do("SEARCH")
    other.do("SEARCH")
    assert one.sees(0) != other.sees(0)
    assert everything(one, 1) == everything(other, 1)
    one.do("TOMB 48")
    other.do("TOMB 37")
    assert one.sees(1) != other.sees(1)


@pytest.mark.clause("GG-HID-5")
def test_a_hand_card_and_a_draw_pile_card_can_be_exchanged():
    one, other = g2(), g2()
    exchange(other.game, 17 - 1, 48 - 1)
    assert other.hand(1) == {48, 45}
    assert everything(one, 0) == everything(other, 0)
    assert one.sees(1) != other.sees(1)


@pytest.mark.clause("GG-HID-5")
def test_a_secret_and_a_hand_card_can_be_exchanged_until_an_answer_tells_them_apart():
    one, other = g2(), g2()
    exchange(other.game, 30 - 1, 45 - 1)
    assert is_consistent(other.game)
    assert everything(one, 0) == everything(other, 0)
    exchange(other.game, 39 - 1, 17 - 1)
    search = ["SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5"]  # about 28, 29, 30, 38, 39
    assert one.do(*search).sees(0) != other.do(*search).sees(0)


@pytest.mark.clause("GG-HID-1")
def test_the_generator_influences_nothing_a_seat_sees():
    one, other = g2(), changed(g2(), seed=99, rng=[1, 2, 3, 4])
    assert one.game.tobytes() != other.game.tobytes()
    for action in ("SEARCH", "TOMB 48", "FLOOD", "DIR N", "GUESS", "TOMB 44"):
        assert [everything(one, seat) for seat in (0, 1)] == [everything(other, seat) for seat in (0, 1)]
        one.do(action)
        other.do(action)


@pytest.mark.clause("GG-HID-3")
def test_own_cards_roles_and_unfinished_choices_are_seen():
    starts = [Table(deck(G2_DECK, 2)).do("TOMB 28"), Table(deck(G2_DECK, 2)).do("TOMB 13")]
    assert starts[0].sees(0) != starts[1].sees(0)
    assert starts[0].sees(1) == starts[1].sees(1)
    played = [g2().do("SEARCH", f"TOMB {n}", "FLOOD", "DIR E") for n in (4, 35)]
    assert played[0].sees(0) != played[1].sees(0)


@pytest.mark.clause("GG-HID-3")
def test_the_dealt_cards_stay_known():
    one = g2()
    other = changed(g2(), seats={0: {"dealt": [13, 28, 49, 1, 2]}})
    assert one.sees(0) != other.sees(0)
    assert one.sees(1) == other.sees(1)


@pytest.mark.clause("GG-HID-8", "GG-SETUP-5", "GG-HID-4")
def test_while_others_choose_only_seat_and_decision_are_seen():
    one, other = Table(deck(G2_DECK, 2)), Table(deck(G2_DECK, 2))
    for first, second in zip(G2_CHOICES[:3], ("TOMB 49", "TOMB 28", "TOMB 4")):
        assert everything(one, 1) == everything(other, 1)
        seen = one.sees(1)
        one.do(first)
        other.do(second)
        assert one.sees(1) != seen  # that something was chosen is seen
    assert everything(one, 1) == everything(other, 1)
    assert "Player 0 has hidden three Secrets." in one.events()


@pytest.mark.clause("GG-HID-6")
def test_a_revealed_decoy_says_nothing_about_the_others():
    start = {"haunt": 39, "decoys": [2, 30]}, {"haunt": 2, "decoys": [39, 30]}
    one, other = (changed(g2(), seats={1: roles}).do("GUESS", "TOMB 30") for roles in start)
    assert everything(one, 0) == everything(other, 0)
    one, other = (changed(g2(), seat=1, seats={1: roles}).do("GUESS", "TOMB 35", "TOMB 30") for roles in start)
    assert everything(one, 0) == everything(other, 0)


@pytest.mark.clause("GG-HID-7")
def test_the_end_reveals_nothing_further():
    one = g3().do("GUESS", "TOMB 3")
    other = changed(g3(), seats={0: {"haunt": 7, "decoys": [33, 46]}, 2: {}}).do("GUESS", "TOMB 3")
    for seat in (1, 2):
        assert everything(one, seat) == everything(other, seat)
    assert SPEC.queries.result(one.game) == SPEC.queries.result(other.game)


@pytest.mark.clause("GG-HID-2", "GG-HID-9")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(["SEARCH", "TOMB 4"], ["SEARCH", "TOMB 35"], id="played number"),
        pytest.param(["SEARCH", "TOMB 48", "FLOOD"], ["SEARCH", "TOMB 48", "LIGHT 0"], id="light chosen"),
        pytest.param(["SEARCH", "TOMB 48", "FLOOD", "DIR N"], ["SEARCH", "TOMB 48", "FLOOD", "DIR E"], id="direction"),
        pytest.param(["GUESS"], ["RAVEN"], id="Raven declared"),
        pytest.param(["GUESS", "TOMB 45", "TOMB 13"], ["GUESS", "TOMB 45", "TOMB 49"], id="penalty"),
        pytest.param(["GUESS", "TOMB 44"], ["GUESS", "TOMB 45"], id="number named"),
        pytest.param(["GUESS", "TOMB 30"], ["GUESS", "TOMB 2"], id="Decoy found"),
        pytest.param(["VANISH"], ["GUESS"], id="Vanish"),
    ],
)
def test_what_happens_in_public_is_seen_by_all(first, second):
    one, other = g2().do(*first), g2().do(*second)
    for seat in (0, 1):
        assert one.sees(seat)[0] != other.sees(seat)[0]
    assert one.events() != other.events()


@pytest.mark.clause("GG-HID-2", "GG-HID-10")
def test_the_order_of_searches_and_guesses_is_seen():
    """A question before and after a Decoy was found."""
    search, guess = ["SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5"], ["GUESS", "TOMB 30"]
    back = ["RAVEN", "TOMB 17"]
    one = g2().do(*guess, *search, *back)
    other = changed(g2().do(*search, *back, *guess), seat=0)
    assert one.marked == other.marked
    assert one.sees(0)[0] != other.sees(0)[0]


def test_describing_actions_never_tells_more_than_the_decider_knows():
    for players in (2, 4):
        batch = Batch(SPEC, 4, {"players": players}, relative_seats=False)
        batch.deal(np.arange(4))
        generators = batch.generators(2)
        for _ in range(40):
            for row in range(4):
                game = batch.games[row : row + 1]
                for action in np.flatnonzero(batch.masks[row]):
                    assert describe_action(game, int(action))
            batch.step_random(generators)
