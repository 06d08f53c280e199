"""The compact observation tells nothing that the full one does not, and all of it is written."""

import importlib
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from haunted_env.engine.entries import HEURISTIC
from haunted_env.play.batch import Batch
from haunted_env.play.signature import drawn_options
from haunted_env.play.worlds import draw_worlds
from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec
from haunted_env.spec.position import options_of
from tests.compact import look

FEATURED = [name for name in GAMES if spec(name).features]
GARBAGE = 77
# What random and hand-written players hardly ever do, or do in campaigns alone; see the tests of the game.
RARE = {"TEST_PEEKED", "TURNS", "CHAPTER"}
# Fields of the table that follow from others, from which the full observation takes what they say.
SAID_TWICE = {"up_at", "near"}


def sampled(game: GameSpec, n: int, every: int = 60, decisions: int = 240) -> Iterator[np.ndarray]:
    """Arrays of games with the same options, at many moments of random play."""
    for seed, options in enumerate(drawn_options(game, 1)):
        batch = Batch(game, n, options, observation=None, autoreset=True)
        generators = batch.generators(seed)
        batch.deal(np.arange(n) + 1000 * seed)
        for i in range(decisions):
            batch.step_random(generators)
            if i % every == 0:
                yield in_one_world(batch.games)


def in_one_world(games: np.ndarray) -> np.ndarray:
    """Those that are played in the same world as the first: of others the options are not the same."""
    names = games.dtype["table"].names
    return games[games["table"]["data_key"] == games["table"]["data_key"][0]] if "data_key" in names else games.copy()


def well_played(game: GameSpec, n: int = 32, decisions: int = 500, every: int = 10) -> Iterator[np.ndarray]:
    """Likewise, of games of the hand-written player: these get further."""
    suggest, mask = game.compiled(HEURISTIC)[0], np.zeros(game.actions.size, np.int8)
    for players in range(game.players[0], game.players[1] + 1):
        batch = Batch(game, n, {"players": players}, observation=None, autoreset=True, relative_seats=False)
        generators = batch.generators(players)
        batch.deal(np.arange(n))
        for i in range(decisions):
            suggest(batch.games, generators, batch.actions, mask, 0, batch.data)
            batch.step(batch.actions.copy())
            if i % every == 0:
                yield batch.games.copy()


def seats_of(games: np.ndarray) -> range:
    return range(int(games["table"]["n_seats"][0]))


@pytest.mark.parametrize("name", FEATURED)
def test_every_entry_is_written(name):
    game = spec(name)
    assert game.features is not None
    for games in sampled(game, n=6):
        batch = Batch(game, len(games), options_of(game, games[:1]), observation="compact")
        found = []
        for garbage in (GARBAGE, -GARBAGE):
            batch.observations[:] = batch.card_masks[:] = garbage
            batch.load(games, resume=False)
            found.append(batch.observations.tobytes() + batch.card_masks.tobytes())
        assert found[0] == found[1]


@pytest.mark.parametrize("name", FEATURED)
def test_every_block_says_something(name):
    """A block that never differs from zero is a mistake, or of no use."""
    game = spec(name)
    assert game.features is not None
    used = np.zeros(game.features.layout.size, bool)
    for games in (*sampled(game, n=24, every=30), *well_played(game)):
        used |= (look(game, games, games["table"]["decider"].clip(0)) != 0).any(axis=0)
    for block in game.features.layout.blocks:
        assert block.name in RARE or used[game.features.layout.span(block.name)].any(), block.name


@pytest.mark.parametrize("name", FEATURED)
def test_actions_point_at_rows(name):
    """A row for every action; no action has two; rows that describe seats belong to actions that name seats."""
    game = spec(name)
    assert game.features is not None and len(game.pointers) == len(game.features.pointers) > 0
    pointed = [action for pointer in game.pointers for action in range(pointer.action, pointer.action + pointer.n)]
    assert len(pointed) == len(set(pointed))
    for (action, block), pointer in zip(game.features.pointers, game.pointers):
        rows = game.features.layout.block(block)
        assert (pointer.n, pointer.size) == (rows.rows, rows.row_size)
        assert (pointer.action, pointer.first) == (game.actions.first[action], game.features.layout.first[block])
        assert game.actions.block(action).seats == rows.seats


def test_pointers_that_do_not_fit_are_refused():
    game = spec("haunting_house")
    assert game.features is not None
    for pair, complaint in (
        (("DIR", "CELLS"), "do not fit"),
        (("DIR", "NOWHERE"), "no block"),
        (("FLY", "CELLS"), "FLY"),
    ):
        with pytest.raises((ValueError, KeyError), match=complaint):
            replace(game, features=replace(game.features, pointers=(pair,)))


@pytest.mark.parametrize("name", FEATURED)
def test_what_a_seat_may_not_know_changes_nothing(name):
    """Every seat, on and off turn, with relative and absolute seats."""
    game = spec(name)
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    rng = np.random.default_rng(5)
    changed = compared = 0
    for games in sampled(game, n=8):
        for seat in seats_of(games):
            others = np.concatenate([scramble(games[i : i + 1], seat, rng) for i in range(len(games))])
            for relative in (True, False):
                mine, theirs = (look(game, some, seat, relative=relative) for some in (games, others))
                assert mine.tobytes() == theirs.tobytes()
            changed += sum(a.tobytes() != b.tobytes() for a, b in zip(games, others))
            compared += len(games)
    assert changed > 0.8 * compared > 50


@pytest.mark.parametrize("name", FEATURED)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(name):
    game = spec(name)
    if game.inference is None:
        pytest.skip("the game does not imagine worlds")
    for games in sampled(game, n=8):
        for seat in seats_of(games):
            worlds = draw_worlds(game, games, seat, seed=seat)
            assert look(game, worlds, seat).tobytes() == look(game, games, seat).tobytes()


def mixed(games: np.ndarray, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """The games with one field of the table, or of all ledgers, taken from other games: not games that can be, but
    each field holds what it may hold. A list and its length (`item`, `item_n`) stay together."""
    for part in ("table", "ledger"):
        fields = games.dtype[part].base.names or ()
        for field in fields:
            if field in SAID_TWICE or (field.removesuffix("_n") in fields and field.endswith("_n")):
                continue
            other, order = games.copy(), rng.permutation(len(games))
            for name in {field, f"{field}_n"} & set(fields):
                other[part][name] = games[part][name][order]
            yield other


@pytest.mark.parametrize("name", FEATURED)
def test_what_the_full_observation_does_not_tell_changes_nothing(name):
    """Wherever the full observation stays the same, so does the compact one."""
    game, rng = spec(name), np.random.default_rng(8)
    compared = 0
    for games in sampled(game, n=12):
        seat = int(rng.integers(len(seats_of(games))))
        full, compact = look(game, games, seat, "full"), look(game, games, seat)
        for others in mixed(games, rng):
            try:
                seen = look(game, others, seat, "full"), look(game, others, seat)
            except IndexError:  # a decision without what it is about, say: bounds checks notice
                continue
            equal = (seen[0] == full).all(axis=1)
            assert (seen[1][equal] == compact[equal]).all()
            compared += int(equal.sum())
    assert compared > 2000
