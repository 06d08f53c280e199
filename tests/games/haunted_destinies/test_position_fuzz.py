"""Mutated positions are refused with a PositionError or read; nothing else happens."""

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.position import from_position, to_position
from haunted_env.play import replay
from haunted_env.spec.position import PositionError
from tests.games.haunted_destinies.sampling import SPEC, games_by_decision
from tests.mutation import mutate, values

WORDS = ["ps_opener", "ps_medium", "ha_recoil", "it_waxed_coat", "ti_old_kirk", "4,4", "3,3", "0", "1", "all", "..."]
WORDS += ["U", "P", "G", "S:ps_medium", "PILE 1", "UP 0", "5/5", "9/9", "-", "none", "TURN", "INSERT", "MAIN", ""]
WORDS += ["TELL", "CLAIM", "WORD", "NOTES", "GREY", "SEEN", "PB", "SEEN G"]
VALUES = values(WORDS, st.integers(-200, 200))


@given(st.data())
def test_mutated_positions_are_refused_or_read(data):
    decision = data.draw(st.sampled_from(list(Decision)))
    games = games_by_decision()[decision]
    position = to_position(games[data.draw(st.integers(0, len(games) - 1))])
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(position, data, VALUES)
    try:
        game = from_position(position)
    except PositionError:
        return
    assert game.dtype == SPEC.record
    assert game.shape == (1,)
    again = to_position(game)
    assert from_position(again).tobytes() == game.tobytes()


@given(VALUES)
def test_anything_at_all_is_refused_or_read(value):
    with contextlib.suppress(PositionError):
        from_position(value)


UNFINISHED = ("stack", "asked", "context", "lanes", "dice", "in_setup", "over", "winners", "reason", "roles")


@given(st.data())
def test_hand_written_positions_that_are_read_can_be_played(data):
    games = games_by_decision()[data.draw(st.sampled_from([Decision.ROLL, Decision.MAIN]))]
    position = to_position(games[data.draw(st.integers(0, len(games) - 1))])
    position = {key: value for key, value in position.items() if key not in UNFINISHED}
    position["decision"] = data.draw(st.sampled_from(["ROLL", "MAIN"]))
    position["options"]["max_turns"] = position.get("turn", 0) + 3
    for _ in range(data.draw(st.integers(0, 3))):
        mutate(position, data, VALUES)
    try:
        game = from_position(position)
    except PositionError:
        return
    batch = replay.start(SPEC, {"players": int(game["table"]["n_seats"][0])}, position=position)
    generators = batch.generators(0)
    for _ in range(150):
        assert batch.masks[0].any() != batch.games["table"]["over"][0]
        batch.step_random(generators)
