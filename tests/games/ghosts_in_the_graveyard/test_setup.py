"""Setup (GG-SETUP), the fixtures and the options that change it (GG-OPT-1, -3, -4, -5)."""

import numpy as np
import pytest

from haunted_env.play.batch import Batch
from tests.games.ghosts_in_the_graveyard.table import (
    G2_CHOICES,
    G2_DECK,
    G2_LIGHTS,
    G3_CHOICES,
    G3_DECK,
    SPEC,
    Table,
    deck,
    g2,
    g3,
)


@pytest.mark.clause("GG-SETUP-1", "GG-OPT-1")
def test_two_to_four_players():
    for players in (2, 3, 4):
        assert int(Table(players=players).table["n_seats"]) == players
    assert int(Table().table["n_seats"]) == 2
    for players in (1, 5, 2.0, True, "2"):
        with pytest.raises(ValueError, match="players"):
            Table(players=players)


@pytest.mark.clause("GG-SETUP-2")
def test_the_deck_is_shuffled_and_five_are_dealt():
    decks = set()
    counts = np.zeros(50)
    for seed in range(200):
        table = Table(seed=seed, players=4)
        assert [len(table.hand(seat)) for seat in range(4)] == [5] * 4
        assert [table.dealt(seat) for seat in range(4)] == [table.hand(seat) for seat in range(4)]
        decks.add(tuple(table.pile))
        for number in table.hand(0):
            counts[number - 1] += 1
    assert len(decks) == 200
    assert 5 < counts.min() <= counts.max() < 40  # 20 expected, deviation about 4


@pytest.mark.clause("GG-SETUP-3", "GG-ENV-4", "GG-FIX-1")
def test_the_deck_order_determines_the_game():
    table = Table(deck(G2_DECK, 2))
    assert table.hand(0) == {4, 13, 28, 35, 49}
    assert table.hand(1) == {2, 17, 30, 39, 45}
    assert table.pile == [*G2_DECK[10:], *[n for n in range(1, 51) if n not in G2_DECK]]


@pytest.mark.clause("GG-SETUP-3", "GG-SETUP-9", "GG-SETUP-10", "GG-SETUP-11", "GG-FIX-1")
@pytest.mark.example("EX-02")
def test_ex_02_g2_after_setup():
    table = g2()
    assert table.marked == {11, 26}
    assert table.mark(26) == ("START_DRAW", 0)
    assert table.mark(11) == ("START_DRAW", 1)
    assert len(table.pile) == 38
    assert table.pile[0] == 48
    assert (table.hand(0), table.hand(1)) == ({4, 35}, {17, 45})
    assert table.asked == (0, "TURN_MENU")


@pytest.mark.clause("GG-FIX-2", "GG-SETUP-10")
def test_g3_after_setup():
    table = g3()
    assert [table.haunt(seat) for seat in range(3)] == [33, 24, 3]
    assert [table.decoys(seat) for seat in range(3)] == [{7, 46}, {12, 50}, {27, 44}]
    assert [table.hand(seat) for seat in range(3)] == [{18, 29}, {25, 38}, {15, 41}]
    assert [int(light) for light in table.table["flashlight"]] == [2, 1, 5, -1]
    assert table.marked == {9, 31, 20}
    assert table.asked == (1, "TURN_MENU")


@pytest.mark.clause("GG-SETUP-4", "GG-SETUP-5", "GG-SETUP-12", "GG-DEC-2")
def test_haunt_and_two_decoys_are_chosen_seat_after_seat():
    table = Table(deck(G3_DECK, 3))
    sizes = []
    for i, action in enumerate(G3_CHOICES):
        seat, kind = divmod(i, 3)
        assert table.asked == (seat, ("CHOOSE_HAUNT", "CHOOSE_DECOY_1", "CHOOSE_DECOY_2")[kind])
        assert table.offered == table.hand(seat)
        assert len(table.offered) == 5 - kind
        sizes.append((int(table.table["hand_size"][seat]), int(table.table["n_secrets"][seat])))
        assert int(table.table["draw_pile_size"]) == 50 - 15
        table.do(action)
    assert sizes == [(5, 0), (4, 1), (3, 2)] * 3
    assert [table.secrets(seat) for seat in range(3)] == [{33, 7, 46}, {24, 12, 50}, {3, 27, 44}]


@pytest.mark.clause("GG-SETUP-6", "GG-SETUP-7")
def test_flashlights_are_picked_clockwise_from_seat_0_after_the_secrets():
    table = Table(deck(G3_DECK, 3)).do(*G3_CHOICES)
    assert table.asked == (0, "PICK_FLASHLIGHT")
    assert table.offered == set(range(6))
    seen = table.sees(2)
    table.do("LIGHT 2")
    assert table.sees(2) != seen
    assert table.asked == (1, "PICK_FLASHLIGHT")
    assert table.offered == {0, 1, 3, 4, 5}
    assert table.refuses("LIGHT 2")
    assert table.do("LIGHT 1").asked == (2, "PICK_FLASHLIGHT")


@pytest.mark.clause("GG-SETUP-9")
def test_start_draws_are_invisible_before_the_last_flashlight_is_taken():
    one = Table(deck(G2_DECK, 2)).do(*G2_CHOICES, "LIGHT 0")
    other = Table(deck([*G2_DECK[:10], 11, 26, *G2_DECK[12:]], 2)).do(*G2_CHOICES, "LIGHT 0")
    assert not one.marked
    assert [one.sees(seat) for seat in (0, 1)] == [other.sees(seat) for seat in (0, 1)]
    one.do("LIGHT 4")
    other.do("LIGHT 4")
    assert one.sees(0) != other.sees(0)
    assert one.decider == 0
    assert other.decider == 1  # the highest number begins, whoever drew it


@pytest.mark.clause("GG-SETUP-11", "GG-SETUP-12", "GG-OPT-3")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("pre_marked", [0, 3, 10])
def test_sizes_after_setup(players, pre_marked):
    table = Table(seed=players, players=players, pre_marked=pre_marked)
    assert len(table.marked) == pre_marked
    assert len(table.pile) == 50 - 5 * players - pre_marked
    while table.table["turn_seat"] < 0:
        assert len(table.pile) == 50 - 5 * players - pre_marked
        table.do(sorted(table.legal)[0])
    assert [len(table.hand(seat)) for seat in range(players)] == [2] * players
    assert [len(table.secrets(seat)) for seat in range(players)] == [3] * players
    assert len(table.marked) == players + pre_marked
    assert len(table.pile) == 50 - 6 * players - pre_marked
    assert table.turn == 0


@pytest.mark.clause("GG-OPT-3")
def test_pre_marked_cards_follow_the_deal_and_belong_to_nobody():
    table = Table(deck(G2_DECK, 2, pre_marked=3))
    assert table.marked == {26, 11, 48}
    assert {table.mark(number) for number in table.marked} == {("PRE_MARKED", -1)}
    assert table.asked == (0, "CHOOSE_HAUNT")
    table.do(*G2_CHOICES, *G2_LIGHTS)
    assert table.mark(23) == ("START_DRAW", 0)
    assert table.mark(5) == ("START_DRAW", 1)
    assert table.pile[0] == 37


@pytest.mark.clause("GG-OPT-3", "GG-END-4")
@pytest.mark.example("EX-27")
def test_ex_27_ten_pre_marked():
    table = g2(pre_marked=10)
    assert len(table.marked) == 12
    assert len(table.pile) == 28
    turns = longest_game(table)
    assert turns <= 39


def longest_game(table):
    """Play as many turns as possible: search to the last card, then Raven misses, then plain misses."""
    while not table.is_over:
        target = (table.decider + 1) % int(table.table["n_seats"])
        legal = table.legal
        if "SEARCH" in legal:
            table.do("SEARCH", f"TOMB {min(table.hand(table.decider))}", "FLOOD")
            table.do(sorted(table.legal)[0])
        elif "RAVEN" in legal:
            table.do("RAVEN", f"TOMB {min(set(range(1, 51)) - table.marked - table.secrets(target))}")
        else:
            table.do("GUESS", f"TOMB {min(set(range(1, 51)) - table.marked - table.secrets(target))}")
            if table.decision == "PENALTY_REVEAL":
                table.do(f"TOMB {min(table.offered)}")
    return table.turn


@pytest.mark.clause("GG-END-4", "GG-INV-9", "GG-HID-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_longest_game_has_49_turns(players):
    table = Table(seed=1, players=players)
    while table.table["turn_seat"] < 0:
        table.do(sorted(table.legal)[0])
    assert longest_game(table) == 49
    assert int(table.table["n_searches"]) == 50 - 4 * players
    assert int(table.table["n_guesses"]) == 4 * players - 1


@pytest.mark.clause("GG-OPT-4", "GG-HID-4")
def test_dealt_flashlights_become_public_after_the_last_decoy():
    start = deck(G2_DECK, 2, deal_flashlights=True)
    one, other = (Table(start | {"flashlights": lights}) for lights in (["crook", "torch"], ["lantern", "flicker"]))
    for action in G2_CHOICES:
        assert [one.sees(seat) for seat in (0, 1)] == [other.sees(seat) for seat in (0, 1)]
        one.do(action)
        other.do(action)
    assert [int(light) for light in one.table["flashlight"][:2]] == [5, 2]
    assert one.asked == (0, "TURN_MENU")
    assert one.sees(0) != other.sees(0)
    assert one.marked == {11, 26}


@pytest.mark.clause("GG-OPT-4", "GG-ENV-3")
def test_flashlights_are_dealt_at_random_and_distinct():
    batch = Batch(SPEC, 600, {"players": 4, "deal_flashlights": True})
    batch.deal(np.arange(600))
    dealt = batch.games["secret"]["flashlight"]
    assert (np.sort(dealt, axis=1)[:, 1:] > np.sort(dealt, axis=1)[:, :-1]).all()
    for seat in range(4):
        assert (np.bincount(dealt[:, seat], minlength=6) > 60).all()  # 100 expected
    again = Batch(SPEC, 600, {"players": 4, "deal_flashlights": True})
    again.deal(np.arange(600))
    assert (again.raw == batch.raw).all()


@pytest.mark.clause("GG-OPT-5")
def test_without_abilities_nobody_has_icons():
    table = g2(abilities=False)
    assert [table.icons(seat) for seat in (0, 1)] == [(0, 0, 0)] * 2
    assert table.legal == {"SEARCH", "GUESS"}
    assert table.do("SEARCH", "TOMB 48").legal == {"FLOOD", "LIGHT 0"}
