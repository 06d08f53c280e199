"""Mutated positions are refused with a PositionError or read; nothing else happens, and what is read can be played."""

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.position import from_position, to_position
from haunted_env.play import replay
from haunted_env.spec.position import PositionError
from tests.games.ghosts_in_the_graveyard.invariants import violations
from tests.games.ghosts_in_the_graveyard.sampling import games_by_decision
from tests.games.ghosts_in_the_graveyard.table import SPEC
from tests.mutation import mutate, values

WORDS = ["lantern", "crook", "flood", "N", "W", "...", "played 0", "penalty 1", "start_draw 1", "pre_marked", "miss"]
WORDS += ["TURN_MENU", "PLAY_CARD", "PENALTY_REVEAL", "PICK_FLASHLIGHT", "last_active", "haunt_found 0", "28", ""]
VALUES = values(WORDS, st.integers(-2, 52) | st.just(200))


@given(st.data())
def test_mutated_positions_are_refused_or_played_to_the_end(data):
    games = games_by_decision()[data.draw(st.sampled_from(list(Decision)))]
    position = to_position(games[data.draw(st.integers(0, len(games) - 1))])
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(position, data, VALUES)
    try:
        game = from_position(position)
    except PositionError:
        return
    assert from_position(to_position(game)).tobytes() == game.tobytes()
    batch = replay.start(SPEC, {"players": int(game["table"]["n_seats"][0])}, position=position)
    generators = batch.generators(0)
    for _ in range(400):
        assert batch.masks[0].any() != batch.games["table"]["over"][0]
        assert violations(batch.games, batch.games)[0] in (0, 9)  # a log may begin in the middle of a game
        if batch.games["table"]["over"][0]:
            return
        batch.step_random(generators)
    raise AssertionError("no end")


@given(VALUES)
def test_anything_at_all_is_refused_or_read(value):
    with contextlib.suppress(PositionError):
        from_position(value)
