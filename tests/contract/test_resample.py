"""`resample`: worlds that agree with all a seat may know, drawn from that alone, and good to play on in."""

import importlib

import numpy as np
import pytest

from haunted_env.play.batch import Batch
from haunted_env.play.worlds import draw_worlds
from haunted_env.registry import GAMES, spec
from tests.contract.test_hidden import random_games

SAMPLED = [name for name in GAMES if spec(name).inference]
STEPS = 60


def visible(game: np.ndarray, seat: int) -> tuple[bytes, ...]:
    """All that a seat may know: the table, its ledger, and unfinished work if it is the one to decide."""
    parts = [game["table"].tobytes(), game["ledger"][0, seat].tobytes()]
    if "work" in game.dtype.names and game["table"]["decider"][0] == seat:
        parts.append(game["work"].tobytes())
    return tuple(parts)


def positions(name: str, seed: int):
    """(game, seat) for all seats of random games."""
    for game in random_games(spec(name), seed):
        for seat in range(int(game["table"]["n_seats"][0])):
            yield game, seat


@pytest.mark.parametrize("name", SAMPLED)
def test_what_the_seat_knows_is_kept_byte_for_byte(name):
    game_spec = spec(name)
    changed = []
    for game, seat in positions(name, 11):
        world = draw_worlds(game_spec, game, seat, 1)
        assert visible(world, seat) == visible(game, seat)
        changed.append(world.tobytes() != game.tobytes())
    assert np.mean(changed) > 0.9


@pytest.mark.parametrize("name", SAMPLED)
def test_the_truth_is_never_used(name):
    """Two games that the seat cannot tell apart give the same world for the same generator."""
    game_spec = spec(name)
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    rng = np.random.default_rng(2)
    for game, seat in positions(name, 12):
        other = scramble(game, seat, rng)
        assert draw_worlds(game_spec, game, seat, 3).tobytes() == draw_worlds(game_spec, other, seat, 3).tobytes()


@pytest.mark.parametrize("name", SAMPLED)
def test_other_generators_draw_other_worlds(name):
    game_spec = spec(name)
    different = [
        draw_worlds(game_spec, game, seat, 4)["secret"].tobytes()
        != draw_worlds(game_spec, game, seat, 5)["secret"].tobytes()
        for game, seat in positions(name, 13)
    ]
    assert np.mean(different) > 0.9


@pytest.mark.parametrize("name", SAMPLED)
def test_play_goes_on_in_a_drawn_world(name):
    """From the worlds of the seats that decide, for many random decisions, with every invariant holding."""
    game_spec = spec(name)
    violations = importlib.import_module(f"tests.games.{name}.invariants").violations
    low, high = game_spec.players
    for players in range(low, high + 1):
        batch = Batch(game_spec, 64, {"players": players}, autoreset=True, observation=None, relative_seats=False)
        batch.deal(np.arange(64))
        generators = batch.generators(players)
        for _ in range(8):
            for _ in range(47):
                batch.step_random(generators)
            worlds = draw_worlds(game_spec, batch.games, batch.games["table"]["decider"], 6)
            assert not violations(worlds, batch.games).any()
            play_on(game_spec, worlds, players, violations)


def play_on(game_spec, worlds, players, violations):
    batch = Batch(game_spec, len(worlds), {"players": players}, observation=None, relative_seats=False)
    batch.load(worlds, resume=False)
    generators = batch.generators(9)
    for _ in range(STEPS):
        before = batch.games.copy()
        batch.step_random(generators)
        assert not violations(batch.games, before).any()
