"""Silenced seats and the end of the game (GG-SIL, GG-END)."""

import pytest

from tests.games.ghosts_in_the_graveyard.table import SPEC, Table, g2, g3, haunt_only


@pytest.mark.clause("GG-END-1")
def test_exposing_the_haunt_wins_for_the_guesser_alone():
    table = g3().do("GUESS", "TOMB 3")
    assert table.is_over
    assert table.returns == [-0.5, 1, -0.5]
    assert SPEC.queries.result(table.game)["winners"] == [1]


@pytest.mark.clause("GG-END-2", "GG-END-6", "GG-HID-7")
@pytest.mark.example("EX-18")
def test_ex_18_with_two_seats_a_last_miss_loses():
    table = haunt_only(g2(), 0)
    before = table.marked
    table.do("GUESS", "TOMB 45")
    assert table.is_over
    assert table.returns == [-1, 1]
    assert table.reason == "last_secret"
    assert table.marked == before
    assert table.haunt(0) == 28
    assert not table.table["silenced"].any()
    assert table.hand(0) == {4, 35}


@pytest.mark.clause("GG-SIL-2", "GG-SIL-3", "GG-TURN-1")
@pytest.mark.example("EX-19")
def test_ex_19_a_seat_is_silenced():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10")
    assert table.marked_as("SILENCING", 1) == {25, 38}
    assert 24 not in table.marked
    assert table.table["silenced"].tolist() == [0, 1, 0, 0]
    assert table.asked == (2, "TURN_MENU")
    position = SPEC.positions.write(table.do("RAVEN", "TOMB 10").game)
    pile = [18 if number == 23 else number for number in position["draw_pile"]]
    position["seats"][0] |= {"hand": [23, 29]}
    later = Table(position | {"draw_pile": pile}).do("SEARCH", "TOMB 23", "FLOOD", "DIR E")
    assert later.last_search[1]
    assert later.secrets(1) == {24}


@pytest.mark.clause("GG-SIL-1")
def test_a_silenced_seat_takes_no_turns_and_cannot_win():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10")
    deciders = set()
    while not table.is_over:
        deciders.add(table.decider)
        table.do("SEARCH", f"TOMB {min(table.hand(table.decider))}", "FLOOD") if "SEARCH" in table.legal else None
        if table.decision == "AIM_FLOOD":
            table.do(sorted(table.legal)[0])
        elif not table.is_over:
            target = (table.decider + 1) % 3
            table.do("GUESS", f"TOMB {min(set(range(1, 51)) - table.marked - table.secrets(target))}")
            if table.decision == "PENALTY_REVEAL":
                table.do(f"TOMB {min(table.offered)}")
    assert deciders == {0, 2}
    assert SPEC.queries.result(table.game)["winners"] != [1]


@pytest.mark.clause("GG-SIL-3")
def test_the_haunt_of_a_silenced_seat_can_be_found():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10", "RAVEN", "TOMB 10", "GUESS", "TOMB 24")
    assert table.returns == [1, -0.5, -0.5]
    assert table.mark(24) == ("HAUNT_FOUND", 1)


@pytest.mark.clause("GG-END-3", "GG-END-6")
@pytest.mark.example("EX-20")
def test_ex_20_the_last_active_seat_wins():
    table = haunt_only(g3(), 1, 2).do("GUESS", "TOMB 10")
    assert table.asked == (2, "TURN_MENU")
    table.do("GUESS", "TOMB 10")
    assert table.is_over
    assert table.returns == [1, -0.5, -0.5]
    assert table.reason == "last_active"
    assert table.marked_as("SILENCING", 2) == {15, 41}
    assert table.table["silenced"].tolist() == [0, 1, 1, 0]
    assert SPEC.queries.result(table.game)["roles"] == ["active", "silenced", "silenced"]
    assert table.hand(2) == set()


@pytest.mark.clause("GG-END-3")
def test_with_four_seats_the_third_silencing_ends_the_game():
    seats = [{"haunt": 10 * seat + 1} for seat in range(4)]
    marks = {str(10 * seat + 2): f"start_draw {seat}" for seat in range(4)}
    marks |= {str(10 * seat + i): f"penalty {seat}" for seat in range(4) for i in (3, 4)}
    table = Table({"seats": seats, "marks": marks})
    for seat in (0, 1, 2):
        assert table.asked == (seat, "TURN_MENU")
        assert not table.is_over
        table.do("GUESS", "TOMB 50")
    assert table.is_over
    assert table.returns == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])


@pytest.mark.clause("GG-END-5", "GG-INV-8")
@pytest.mark.parametrize(("start", "wanted"), [(g2, [1, -1]), (g3, [-0.5, 1, -0.5])])
def test_rewards_come_at_the_end_and_sum_to_zero(start, wanted):
    table = start()
    n, first = len(wanted), table.decider
    for action in ("SEARCH", f"TOMB {table.pile[0]}", "FLOOD", "DIR E"):
        assert not any(table.do(action).returns)
    for _ in range(n - 1):
        assert not any(table.do("RAVEN", "TOMB 1").returns)
    assert table.decider == first
    table.do("GUESS", f"TOMB {table.haunt((first + 1) % n)}")
    assert table.returns == wanted
    assert sum(table.returns) == 0


@pytest.mark.clause("GG-HID-9", "GG-END-6")
def test_silencing_marks_belong_to_the_silenced_seat():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10")
    assert {table.mark(number) for number in (25, 38)} == {("SILENCING", 1)}
    row = table.table["guesses"][0]
    assert (int(row["seat"]), int(row["silenced"]), int(row["penalty"])) == (1, 1, -1)
    assert table.events()[-1] == "Player 1 has only its Haunt left and is silenced: 25 and 38 marked."


@pytest.mark.clause("GG-OPT-6", "GG-END-3")
def test_a_silencing_in_the_last_turn_can_still_win():
    limit = haunt_only(g3(max_turns=6), 1, 2).do("GUESS", "TOMB 10", "GUESS", "TOMB 10")
    assert limit.turn == 6
    assert limit.reason == "last_active"
    assert not SPEC.queries.truncated(limit.game)
    cut = haunt_only(g3(max_turns=5), 1, 2).do("GUESS", "TOMB 10")
    assert SPEC.queries.truncated(cut.game)
    assert cut.table["silenced"][1]
