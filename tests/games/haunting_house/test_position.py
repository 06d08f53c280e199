"""Positions: any state in, the same state out (HH-ENV-4, HH-ENV-6), and clear words for what cannot be."""

import json

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.play.batch import Batch
from haunted_env.spec.position import PositionError
from tests.games.haunting_house.table import Table, resolving

PROGRAMS = [["move_1", "rotate_90", "rotate_180", "move_2"], ["move_2", "rotate_90", "rotate_180", "move_1"]]


@pytest.mark.clause("HH-ENV-4")
@pytest.mark.parametrize("players", range(2, 7))
def test_every_state_of_a_game_is_written_and_read_back_exactly(players):
    options = {"players": players, "quick": players % 2 == 0, "max_turns": 3, "auto_forced": players == 3}
    batch = Batch(SPEC, 4, options, relative_seats=False)
    generators = batch.generators(players)
    batch.deal(np.arange(4))
    for _ in range(120):
        for row in range(4):
            game = batch.games[row : row + 1]
            position = json.loads(json.dumps(SPEC.positions.write(game)))
            assert SPEC.positions.read(position).tobytes() == game.tobytes()
        batch.step_random(generators)


@pytest.mark.clause("HH-ENV-4")
def test_a_game_from_a_position_goes_on_as_the_game_itself():
    batch = Batch(SPEC, 1, {"players": 4}, relative_seats=False)
    generators = batch.generators(1)
    batch.deal(5)
    for _ in range(37):
        batch.step_random(generators)
    twin = Batch(SPEC, 1, {"players": 4}, relative_seats=False)
    twin.load(SPEC.positions.read(SPEC.positions.write(batch.games)))
    again = generators.copy()
    for _ in range(200):
        assert twin.raw.tobytes() == batch.raw.tobytes()
        batch.step_random(generators)
        twin.step_random(again)


@pytest.mark.clause("HH-ENV-4")
def test_a_full_state_can_be_given():
    table = Table(
        {
            "options": {"players": 3, "quick": True},
            "entrance": 0,
            "exit": 5,
            "pawns": ["2,2", "entrance", "5,0"],
            "turn": 7,
            "marker": 2,
            "round": "random",
            "flip": 2,
            "cards": [
                ["move_1", "rotate_90", "move_2"],
                ["rotate_90"] + ["rotate_180", "move_1"],
                ["move_1", "move_2", "trap_door"],
            ],
            "acting": 0,
            "removed": [["move_exit"], [], []],
        }
    )
    assert table.asked == (0, "ROT90_TILE")
    assert table.when == (7, "RANDOM", 2)
    assert table.shown(2) == ["move_1", "move_2"]
    assert table.removed(0) == {"move_exit"}
    table.do("TILE 4,4", "CW")
    assert table.asked == (1, "ROT180_TILE")  # seat 2, the marker holder, had acted before


def test_defaults_are_house_a_at_the_start_of_a_turn():
    table = Table({"options": {"players": 3}})
    assert table.table["turn"] == 1
    assert table.tile("0,0") == "T15.3"
    assert table.table["entrance"] == 23
    assert Table({"pawns": ["1,1", "2,2", "3,3", "4,4"]}).table["n_seats"] == 4


@pytest.mark.clause("HH-ENV-6")
def test_scripted_draws_are_used_up_seat_by_seat_round_by_round():
    one, two = ["rotate_90", "move_1", "move_2"], ["rotate_180", "move_1", "trap_door"]
    three, four = ["switch_2_tiles", "move_1", "move_2"], ["move_exit", "move_1", "trap_door"]
    table = Table({"marker": 1, "force": {"draws": [one, two, three, four]}})
    assert (table.drawn(0), table.drawn(1)) == (one, two)  # in seat order, though seat 1 acts first
    assert table.asked == (1, "ROT180_TILE")
    while table.table["turn"] == 1:
        table.do(min(table.legal))
    assert (table.drawn(0), table.drawn(1)) == (three, four)
    assert table.game["secret"][0]["n_forced"] == 0
    assert not table.game["secret"][0]["forced"].any()
    while table.table["turn"] == 2 and not table.is_over:
        table.do(min(table.legal))
    assert table.is_over or table.drawn(0) or table.table["past_random"][0].min() >= 0  # the generator goes on


@pytest.mark.clause("HH-ENV-6")
def test_a_draw_the_deck_does_not_allow_is_refused():
    quick = {"options": {"players": 2, "quick": True}}
    for draws, path in (
        ([["move_1", "move_1", "move_2"]], r"force\.draws\[0\]\[1\]"),
        ([["move_1", "move_2"]], r"force\.draws\[0\]"),
        ([["move_1", "move_2", "jump"]], r"force\.draws\[0\]\[2\]"),
    ):
        with pytest.raises(PositionError, match=path):
            SPEC.positions.read({"force": {"draws": draws}})
    plain = ["move_1", "move_2", "rotate_90"]
    twice = [["trap_door", "move_1", "move_2"], plain, ["trap_door", "move_1", "move_2"]]
    SPEC.positions.read({"force": {"draws": twice}})
    with pytest.raises(PositionError, match=r"force\.draws\[2\]\[0\].*no longer in the deck of seat 0"):
        SPEC.positions.read({**quick, "force": {"draws": twice}})
    with pytest.raises(PositionError, match="no longer in the deck of seat 1"):
        SPEC.positions.read({**quick, "removed": [[], ["trap_door"]], "force": {"draws": [plain, twice[0]]}})
    with pytest.raises(PositionError, match="no longer in the deck of seat 0"):
        SPEC.positions.read({**resolving("trap_door", options={"quick": True}), "force": {"draws": [twice[0]]}})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "game: this is a position of another game"),
        ({"content": "abc"}, "content: the position was written with other"),
        ({"bord": []}, 'bord: unknown key; did you mean "board"'),
        ({"options": {"players": 9}}, "options: option players=9"),
        ({"options": {"speed": 9}}, "options: unknown option 'speed'"),
        ({"board": ["T01.0"] * 6}, r"board\[0\]: expected 6 tiles, found 1"),
        ({"board": [" ".join(["T01.0"] * 6)] * 6}, r"board\[0\]: tile T01 is at 0,0 already"),
        ({"board": [" ".join(["T99.0"] * 6)] * 6}, r'board\[0\]: unknown tile "T99.0"'),
        ({"board": 3}, "board: expected a list"),
        ({"entrance": 5}, "entrance: the entrance lies at slot 0 or 23"),
        ({"exit": 0}, "exit: expected a whole number from 1 to 22"),
        ({"exit": 23}, "exit: expected a whole number from 1 to 22"),
        ({"pawns": ["2,3", "2,3"]}, r"pawns\[1\]: a trap door holds one pawn"),
        ({"pawns": ["6,0", "2,3"]}, r'pawns\[0\]: unknown place "6,0"'),
        ({"pawns": ["exit", "2,3"]}, "pawns: the winner's pawn"),
        ({"pawns": ["0,0"] * 7}, "pawns: at most 6 entries"),
        ({"winner": 0}, "winner: the winner's pawn"),
        ({"reason": "exit"}, 'reason: a winner goes with the reason "exit"'),
        ({"turn": 0}, "turn: expected a whole number from 1"),
        ({"turn": 101}, "turn: the game is truncated after turn 100"),
        ({"reason": "max_turns"}, "turn: a truncated game ends with turn max_turns"),
        ({"marker": 2}, "marker: expected a whole number from 0 to 1"),
        ({"round": "third"}, 'round: unknown round "third"; there are: random, chosen'),
        ({"flip": 4}, "flip: expected a whole number from 0 to 3"),
        ({"flip": 1}, r"cards\[0\]: expected 3 entries, found 0"),
        ({"cards": [["move_1"]]}, r"cards\[0\]: expected 0 entries"),
        ({"flip": 1, "cards": [["move_1", "move_2", "move_1"]]}, r'cards\[0\]\[2\]: "move_1" is there already'),
        ({"round": "chosen", "cards": [["trap_door"]]}, r'cards\[0\]\[0\]: unknown ordinary card "trap_door"'),
        ({"round": "chosen", "cards": [["move_1"], ["move_1"]]}, "cards: seats program one after the other"),
        ({"round": "chosen", "acting": 1}, "acting: the next seat without a full program acts"),
        ({"round": "chosen", "flip": 2, "cards": [PROGRAMS[0]]}, r"cards\[1\]: expected 4 entries"),
        ({"acting": 1}, "acting: nobody acts before"),
        ({"removed": [["trap_door"]]}, r"removed\[0\]: cards are removed under the option quick only"),
        ({"removed": [["move_1"]]}, r'removed\[0\]\[0\]: unknown starred card "move_1"'),
        ({"past": {"random": [["move_1", "move_2", "trap_door"]]}}, r"past\.random: expected 2 entries"),
        ({"decision": "STEP"}, "decision: does not fit the round and flip"),
        ({"round": "chosen", "decision": "PROGRAM_2"}, "decision: does not fit the number of cards"),
        ({"context": {"card": "move_1"}}, "context: belongs to a decision"),
        ({"rng": [0, 0, 0, 0]}, "rng: four zeros"),
        ({"n_events": 3}, "n_events: of 3 events the last 3 are kept, found 0"),
        ({"events": [{"seat": 0}]}, r"events\[0\]: missing key: kind"),
        ({"force": {"dice": [1]}}, "force.dice: unknown key"),
    ],
)
def test_what_cannot_be_is_refused_by_name(change, message):
    with pytest.raises(PositionError, match=message):
        SPEC.positions.read(change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"decision": "STEP"}, r'context\.card: seat 0 resolves "rotate_90"'),
        ({"decision": "STEP", "context": {"card": "rotate_90"}}, '"rotate_90" asks ROT90_TILE here'),
        ({"decision": "ROT90_DIR", "context": {"card": "rotate_90"}}, '"rotate_90" asks ROT90_TILE here'),
        ({"decision": "ROT90_TILE", "context": {"card": "rotate_90", "step": 1}}, r"context\.step: expected 0 to 0"),
        (
            {"decision": "ROT90_DIR", "context": {"card": "rotate_90", "tile": "1,1"}},
            r"context\.tile: an unoccupied tile",
        ),
        ({"pawns": ["exit", "1,1"], "winner": 0, "reason": "exit", "acting": 1}, "acting: the winner has just moved"),
        ({"reason": "max_turns", "turn": 100}, "flip: a truncated game ends after the last flip"),
    ],
)
def test_a_decision_has_to_fit(change, message):
    position = resolving("rotate_90", "rotate_180", pawns=("1,1", "2,2"))
    with pytest.raises(PositionError, match=message):
        SPEC.positions.read({**position, **change})


def test_a_switch_needs_a_partner():
    pawns = ("0,1", "1,0", "1,1")
    position = resolving("switch_2_tiles", pawns=pawns)
    context = {"decision": "SWAP_SECOND", "context": {"card": "switch_2_tiles", "tile": "0,0"}}
    with pytest.raises(PositionError, match=r"context\.tile: no unoccupied tile touches it"):
        SPEC.positions.read({**position, **context})
    asked = Table({**position, "decision": "SWAP_SECOND", "context": {"card": "switch_2_tiles", "tile": "3,3"}})
    assert asked.asked == (0, "SWAP_SECOND")
    assert len(asked.legal) == 8


def test_nothing_is_asked_after_the_end():
    table = Table(resolving("move_1", pawns=("5,5",))).do("DIR E")
    position = SPEC.positions.write(table.game)
    with pytest.raises(PositionError, match="the game is over"):
        SPEC.positions.read({**position, "decision": "STEP"})


def test_a_finished_game_keeps_draws_that_it_did_not_use():
    """A position that this program wrote is read again, whatever was left of its script."""
    draws = [["move_1", "move_2", "rotate_90"]] * 8
    table = Table({"options": {"players": 2, "max_turns": 1}, "force": {"draws": draws}})
    generators = table.batch.generators(0)
    while not table.batch.games["table"]["over"][0]:
        table.batch.step_random(generators)
    game = table.batch.games
    assert game["secret"]["n_forced"][0] > 0
    assert SPEC.positions.read(SPEC.positions.write(game)).tobytes() == game.tobytes()
