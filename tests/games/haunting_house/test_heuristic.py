"""The hand-written player: sensible in clear cases of House A, and far better than chance."""

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from tests.games.haunting_house.table import Table, resolving
from tests.hand_written import choice, played

GAMES = 60


def act(table: Table, n: int = 1) -> list[str]:
    """Let the player make so many decisions, whoever they fall to."""
    made = []
    for _ in range(n):
        made.append(choice(table))
        table.do(made[-1])
    return made


def programming(*pawns: str, **position) -> dict:
    """Seat 0 makes its program, and begins the round unless a marker is given."""
    return {"options": {"players": len(pawns)}, "pawns": list(pawns), "round": "chosen", **position}


def playing(own: list[str], *pawns: str, others: tuple[str, ...] = (), **position) -> dict:
    """Flip 1 of a Chosen Round in which seat 0 has its own program, and all others `others` or nothing of use."""
    idle = list(others) or ["switch_places", "rotate_180", "rotate_90", "switch_2_tiles"]
    cards = [own, *[idle] * (len(pawns) - 1)]
    return {
        "options": {"players": len(pawns)},
        "pawns": list(pawns),
        "round": "chosen",
        "flip": 1,
        "cards": cards,
    } | position


@pytest.mark.parametrize("card", ["move_1", "move_2"])
def test_steps_onto_the_exit(card):
    table = Table(resolving(card, pawns=("5,5",)))
    assert act(table) == ["DIR E"]
    assert table.reason == "exit"


def test_takes_the_passage_onto_the_exit():
    table = Table(resolving("secret_passage", pawns=("5,5",), exit=12))
    assert table.legal == {"DIR N", "DIR S", "DIR W"}
    assert choice(table) == "DIR S"


def test_takes_the_trap_door_nearest_to_the_exit():
    table = Table(resolving("trap_door", pawns=("3,4",)))
    assert table.legal == {"TILE 2,3", "TILE 4,3", "TILE 4,5"}
    assert choice(table) == "TILE 4,5"


def test_switches_with_the_pawn_that_is_ahead():
    table = Table(resolving("switch_places", pawns=("4,4", "3,3", "5,5")))
    assert table.legal == {"PAWN 1", "PAWN 2"}
    assert choice(table) == "PAWN 2"


def test_a_program_that_wins_begins_with_the_moves_that_do():
    table = Table(programming("5,5", "entrance"))
    assert choice(table) in ("CARD move_1", "CARD move_2")


def test_a_program_goes_through_walls_where_they_are():
    """From (4,5) there is one wall to (5,5), and none from there to the exit."""
    table = Table(programming("4,5", "entrance"))
    first, second, *_ = act(table, 4)
    assert first == "CARD secret_passage"
    assert second in ("CARD move_1", "CARD move_2")


def test_a_program_is_made_for_the_cards_already_in_it():
    """With a Move 2 first, which leads from (4,5) away and back, the passage comes next."""
    table = Table(programming("4,5", "entrance")).do("CARD move_2")
    assert act(table, 2) == ["CARD secret_passage", "CARD move_1"]


def test_takes_the_place_of_a_pawn_that_cannot_get_away():
    assert choice(Table(programming("4,4", "5,5"))) == "CARD switch_places"


def test_does_not_count_on_a_pawn_that_moves_first():
    table = Table(programming("4,4", "5,5", marker=1)).do(
        *[f"CARD {c}" for c in ("move_1", "move_2", "rotate_90", "rotate_180")]
    )
    assert table.asked == (0, "PROGRAM_1")
    assert choice(table) != "CARD switch_places"


def test_turns_the_tile_that_opens_the_way_for_its_program():
    """(4,5) is closed to the south: turned back by a quarter it leads from (4,4) to (5,5)."""
    table = Table(playing(["rotate_90", "move_2", "move_1", "switch_places"], "4,4", "entrance"))
    assert act(table, 2) == ["TILE 4,5", "CCW"]
    while not table.is_over:
        act(table)
    assert table.table["winner"] == 0


@pytest.mark.parametrize("card", ["rotate_90", "switch_2_tiles"])
def test_stops_a_pawn_that_is_about_to_win(card):
    """Seat 1 on (4,4) has turned up Move 2; the exit is two open halls away, by way of (4,5)."""
    table = Table(resolving(card, "move_2", pawns=("entrance", "4,4"), exit=10))
    act(table, 2)
    assert table.asked == (1, "STEP")
    while table.decider == 1 and not table.is_over:
        act(table)
    assert not table.is_over


def test_moves_the_exit_away_from_a_pawn_that_could_step_onto_it():
    """Seat 1 on (5,5), which is open to the east and not to the south, has turned up Move 1."""
    table = Table(resolving("move_exit", "move_1", pawns=("entrance", "5,5"), exit=12))
    assert table.legal == {"CW", "CCW"}
    assert choice(table) == "CW"


@pytest.mark.parametrize("players", range(2, 7))
def test_wins_nearly_always_against_chance(players):
    """One of them against random players in all other seats, every seat in turn."""
    own = np.arange(GAMES) % players
    games = played(SPEC, {"players": players}, own[:, None] == np.arange(players), GAMES, seed=1)
    assert (games["table"]["winner"] == own).mean() > 0.9
