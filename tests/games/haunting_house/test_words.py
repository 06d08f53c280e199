"""The game in words, text and pictures."""

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.actions import ACTIONS
from haunted_env.play.batch import Batch
from tests.games.haunting_house.table import Table, resolving


def said(table, *names):
    return [SPEC.words.describe_action(table.game, table.index(name)) for name in names]


def test_actions_in_words():
    assert said(Table(resolving("move_1", pawns=("1,1", "1,2"))), "DIR N", "DIR E") == [
        "step north to (0,1)",
        "step east to (1,2), where player 1 is",
    ]
    assert said(Table(resolving("move_1", pawns=("2,2",))), "DIR E") == ["step east to (2,3) (trap door)"]
    assert said(Table(resolving("move_1", pawns=("5,5",))), "DIR E") == ["step east to the exit"]
    assert said(Table(resolving("move_1")), "DIR E") == ["step east to (0,0)"]
    assert said(Table(resolving("secret_passage", pawns=("2,1",))), "DIR S") == [
        "slip through the wall south to (3,1) (trap door)"
    ]
    assert said(Table(resolving("switch_places", pawns=("3,3", "2,2"))), "PAWN 1") == [
        "change places with player 1 on (2,2)"
    ]
    turning = Table(resolving("rotate_90"))
    assert said(turning, "TILE 0,0") == ["turn (0,0) T-junction open NSW"]
    assert said(turning.do("TILE 0,0"), "CW", "CCW") == [
        "turn (0,0) clockwise: it will be open NEW",
        "turn (0,0) counter-clockwise: it will be open ESW",
    ]
    assert said(Table(resolving("move_exit")), "CW", "CCW") == [
        "move the exit clockwise, to the south of (5,5)",
        "move the exit counter-clockwise, to the east of (4,5)",
    ]
    assert said(Table(resolving("trap_door", pawns=("3,4",))), "TILE 4,5") == ["drop to (4,5)"]
    switching = Table(resolving("switch_2_tiles"))
    assert said(switching, "TILE 3,2") == ["exchange (3,2) straight open NS, trap door"]
    assert said(switching.do("TILE 3,2"), "TILE 4,1") == ["with (4,1) dead end open N"]
    assert said(Table({"round": "chosen"}), "CARD move_1") == ["Move 1: Take one step through an open hall."]


def test_questions_in_words():
    def asked(table, seat=0):
        return SPEC.words.explain_decision(table.game, seat)

    assert asked(Table(resolving("move_2", pawns=("0,4",)))) == (
        "Move 2: your pawn is on (0,4). Take the first of two steps."
    )
    assert asked(Table(resolving("move_2", pawns=("0,4",))).do("DIR W")).endswith("Take the second step.")
    assert asked(Table(resolving("move_1"))) == "Move 1: your pawn is on the entrance. Take a step."
    assert asked(Table(resolving("move_1")), 1) == "Player 0 is resolving Move 1."
    table = Table({"round": "chosen"}).do("CARD move_1", "CARD rotate_90")
    assert asked(table) == "Your program so far: Move 1 and Rotate 90. Choose your third card."
    assert asked(table, 1) == "Player 0 is choosing card 3 of a program."
    over = Table(resolving("move_1", pawns=("5,5",))).do("DIR E")
    assert asked(over) == "The game is over: the exit is reached."


def test_events_in_words():
    table = Table(resolving("rotate_90", "switch_2_tiles", "move_exit", pawns=("1,1", "2,2", "3,3")))
    table.do("TILE 0,0", "CCW", "TILE 4,4", "TILE 5,5", "CW")
    assert table.events()[:3] == [
        "Player 0 (Rotate 90) turns the tile at (0,0) counter-clockwise.",
        "Player 1 (Switch 2 Tiles) exchanges the tiles at (4,4) and (5,5).",
        "Player 2 (Move Exit) moves the exit to the south of (5,5).",
    ]
    count, later = SPEC.words.events(table.game, 2)
    assert later[0].startswith("Player 2 (Move Exit)")
    assert count == len(table.events())


def test_old_events_are_counted():
    table = Table(seed=1, players=6)
    rng = np.random.default_rng(1)
    while table.table["n_events"] < 60:
        legal = sorted(table.legal)
        table.do(legal[rng.integers(len(legal))])
    assert table.events()[0] == f"({table.table['n_events'] - 48} earlier events)"


@pytest.mark.parametrize("players", [2, 6])
def test_text_and_pictures_of_whole_games(players):
    batch = Batch(SPEC, 1, {"players": players, "quick": True, "max_turns": 3}, relative_seats=False)
    generators = batch.generators(players)
    batch.deal(players)
    for i in range(400):
        game = batch.games
        for seat in (None, 0, players - 1):
            text = SPEC.words.text(game, seat)
            assert max(len(line) for line in text.splitlines()) <= 100
            assert "nan" not in text and "{" not in text
        for action in range(ACTIONS.size):
            assert SPEC.words.describe_action(game, action)
        if i % 60 == 0:
            picture = SPEC.words.draw(game, i % players)
            assert picture.dtype == np.uint8
            assert picture.shape == (900, 1200, 3)
        if batch.status[0]:
            break
        batch.step_random(generators)
    assert "game over" in SPEC.words.text(batch.games, 0)
    assert SPEC.words.draw(batch.games, None).std() > 20


def test_the_text_shows_own_programs_only():
    table = Table({"round": "chosen"}).do("CARD move_1", "CARD secret_passage")
    assert "(Move 1) | (Secret Passage) | - | -" in SPEC.words.text(table.game, 0)
    assert "? | ? | - | -" in SPEC.words.text(table.game, 1)
    assert "(Move 1) | (Secret Passage) | - | -" in SPEC.words.text(table.game, None)


@pytest.mark.parametrize(("slot", "line"), [(2, 1), (9, 11), (15, 20), (20, 12)])
def test_the_text_shows_the_doors(slot, line):
    lines = SPEC.words.text(Table(resolving("rotate_90", exit=slot)).game, 0).splitlines()
    where = [i for i, text in enumerate(lines) if "EXIT" in text]
    assert len(where) == 1
    assert any("IN 01" in text for text in lines)
    assert len(lines[where[0]]) > 8
    assert where[0] - 2 >= line or slot < 6
