"""Hidden information never leaks: whatever a seat may not know can be exchanged without its noticing.

Each game supplies `scramble(game, seat, rng)` in `tests/games/<game>/hidden.py`.
"""

import importlib
from typing import Any

import numpy as np
import pytest

from haunted_env.play.batch import Batch
from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec
from tests.fuzz.leaks import everything_seen

DECISIONS = 700
EVERY = 23


def random_games(game_spec: GameSpec, seed: int, n: int = 8, **options: Any):
    """Records of random games at many decisions."""
    low, high = game_spec.players
    for players in range(low, high + 1):
        batch = Batch(game_spec, n, {"players": players, **options}, relative_seats=False, autoreset=True)
        generators = batch.generators(seed + players)
        batch.deal(seed * 100 + np.arange(n))
        for i in range(DECISIONS):
            batch.step_random(generators)
            if i % EVERY == players % EVERY:
                row = i // EVERY % n
                yield batch.games[row : row + 1].copy()


@pytest.mark.clause("HD-INV-16", "HD-INFO-22", "HD-DEC-7")
@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_may_not_know_changes_nothing_it_sees(name):
    game_spec = spec(name)
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    rng = np.random.default_rng(5)
    changed = compared = 0
    for game in random_games(game_spec, seed=3):
        for seat in range(int(game["table"]["n_seats"][0])):
            other = scramble(game, seat, rng)
            changed += other.tobytes() != game.tobytes()
            for relative in (True, False):
                assert everything_seen(game_spec, other, seat, relative) == everything_seen(
                    game_spec, game, seat, relative
                )
            compared += 1
    assert changed > 0.9 * compared > 100


@pytest.mark.parametrize("name", GAMES)
def test_pictures_do_not_leak_either(name):
    game_spec = spec(name)
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    rng = np.random.default_rng(6)
    for n, game in enumerate(random_games(game_spec, seed=4)):
        if n % 15 == 0:
            seat = n % int(game["table"]["n_seats"][0])
            other = scramble(game, seat, rng)
            assert (game_spec.words.draw(other, seat) == game_spec.words.draw(game, seat)).all()


@pytest.mark.parametrize("name", GAMES)
def test_the_scramble_is_noticed_by_who_sees_everything(name):
    """The test above could not fail if the scramble changed nothing that matters."""
    game_spec = spec(name)
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    rng = np.random.default_rng(7)
    pairs = [(game, scramble(game, 0, rng)) for game in random_games(game_spec, seed=5)]
    different = [game_spec.words.text(a, None) != game_spec.words.text(b, None) for a, b in pairs]
    assert sum(different) > 0.8 * len(different)
