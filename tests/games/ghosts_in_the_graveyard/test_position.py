"""Positions: written out and read back bit for bit, and what may be left out."""

import ast
import json
import re
from pathlib import Path

import pytest

from haunted_env.envs.pettingzoo import make_env
from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.position import from_position, to_position
from haunted_env.play.batch import Batch
from tests.games.ghosts_in_the_graveyard.sampling import games_by_decision
from tests.games.ghosts_in_the_graveyard.table import G2_DECK, SPEC, Table, deck, g2, g3

DOCS = Path(__file__).parents[3] / "docs" / "ghosts_in_the_graveyard.md"
EXAMPLES = re.findall(r"```python\n(\{.*?\})\n```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.clause("GG-ENV-4")
@pytest.mark.parametrize("decision", Decision)
def test_written_positions_come_back_bit_for_bit(decision):
    games = games_by_decision()[decision]
    assert len(games) >= 5
    for game in games:
        position = json.loads(json.dumps(to_position(game)))
        assert from_position(position).tobytes() == game.tobytes()


def test_writing_changes_nothing_and_repeats():
    game = g3().game
    before = game.tobytes()
    assert to_position(game) == to_position(game)
    assert game.tobytes() == before


@pytest.mark.clause("GG-ENV-4", "GG-SETUP-3")
def test_an_undealt_game_is_its_deck():
    start = deck(G2_DECK, 2) | {"seed": 5}
    game = from_position(start)
    position = to_position(game)
    assert position["deck"][: len(G2_DECK)] == G2_DECK
    assert len(position["deck"]) == 50
    assert from_position(position).tobytes() == game.tobytes()
    assert Table(position).do("TOMB 28").haunt(0) == 28


def test_a_game_that_is_loaded_runs_only_if_told_to():
    """An undealt game runs to the first choice of a Haunt."""
    batch, game = Batch(SPEC, 1, {"players": 2}), from_position(deck(G2_DECK, 2))
    batch.load(game, resume=False)
    assert batch.games.tobytes() == game.tobytes()
    batch.load(game)
    assert batch.games["table"]["hand_size"][0, :2].all()
    assert batch.games.tobytes() != game.tobytes()


def test_the_same_seed_deals_the_same_flashlights_to_a_given_deck():
    start = deck(G2_DECK, 2, deal_flashlights=True) | {"seed": 5}
    lights = [Table(start | {"seed": seed}).game["secret"]["flashlight"][0, :2].tolist() for seed in (5, 5, 6, 7, 8)]
    assert lights[0] == lights[1]
    assert len({tuple(pair) for pair in lights}) > 1


def test_what_is_left_out_has_a_default():
    table = Table({"seats": [{"haunt": 28, "decoys": [13, 49]}, {"haunt": 39, "decoys": [2, 30]}]})
    assert table.asked == (0, "TURN_MENU")
    assert table.turn == 0
    assert table.marked == {1, 3}  # the start draws: the lowest numbers that are free
    assert (table.hand(0), table.hand(1)) == ({4, 5}, {6, 7})
    assert table.pile == [n for n in range(8, 51) if n not in {13, 28, 30, 39, 49}]
    assert [table.icons(seat) for seat in (0, 1)] == [(1, 1, 2)] * 2
    assert table.table["flashlight"].tolist() == [0, 1, -1, -1]
    assert table.dealt(0) == {28, 13, 49, 4, 5}


def test_turns_are_counted_from_the_marks_or_the_log():
    seats = [{"haunt": 28, "decoys": [13]}, {"haunt": 39, "decoys": [2, 30]}]
    marks = {"50": "start_draw 0", "48": "start_draw 1", "47": "played 0", "46": "penalty 0"}
    assert Table({"seats": seats, "marks": marks}).turn == 2
    search = {"search": 0, "played": 47, "light": "flood", "direction": "W", "yes": True}
    guess = {"guess": 0, "number": 10, "result": "miss", "penalty": 46}
    table = Table({"seats": seats, "marks": marks, "log": [search, guess]})
    assert table.turn == 2
    assert table.events()[-2:] == ["Player 0 names 10 to player 1: a miss.", "Player 0 reveals its Decoy 46."]
    assert Table({"seats": seats, "marks": marks, "log": [search], "turn": 2}).turn == 2


def test_contexts_can_be_written_by_hand():
    seats = [{"haunt": 28, "decoys": [13, 49], "flashlight": "torch", "raven": 0}, {"haunt": 39, "decoys": [2, 30]}]
    marks = {"50": "start_draw 0", "48": "start_draw 1"}
    guess = Table({"seats": seats, "marks": marks, "decision": "GUESS_NUMBER", "raven": True})
    assert guess.do("TOMB 1").asked == (1, "TURN_MENU")
    played = {"seats": seats, "marks": marks | {"47": "played 0"}, "played": 47}
    assert Table(played | {"decision": "CHOOSE_LIGHT"}).legal == {"FLOOD", "LIGHT 0", "LIGHT 2"}
    assert Table(played | {"decision": "AIM_FLOOD"}).legal == {"DIR N", "DIR E", "DIR W"}
    place = Table(played | {"decision": "PLACE_FLASHLIGHT", "light": "torch"})
    assert place.decision == "PLACE_FLASHLIGHT"
    play = Table({"seats": seats, "marks": marks, "decision": "PLAY_CARD"})
    assert len(play.legal) == 3
    setup = Table({"seats": [{}, {}], "decision": "CHOOSE_HAUNT"})
    assert setup.offered == {1, 2, 3, 4, 5}


def test_the_position_of_an_environment_starts_another():
    env = make_env(SPEC)
    env.reset(seed=3)
    for _ in range(9):
        mask = env.last()[0]["action_mask"]
        env.step(int(mask.argmax()))
    twin = make_env(SPEC)
    twin.reset(options={"position": env.position()})
    assert twin.position() == env.position()


def test_reading_leaves_the_position_alone():
    position = to_position(g2().game)
    text = json.dumps(position)
    from_position(position)
    assert json.dumps(position) == text


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_examples_of_the_documentation_can_be_played(code):
    table = Table(ast.literal_eval(code))
    assert table.legal
    assert len(EXAMPLES) == 2
