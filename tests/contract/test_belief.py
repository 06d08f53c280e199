"""Beliefs: probabilities that allow the truth, from what the seat knows alone, in words that users know."""

import importlib
import itertools

import numpy as np
import pytest

import haunted_env
from haunted_env.agents import View
from haunted_env.play.batch import Batch
from haunted_env.registry import GAMES, spec
from haunted_env.spec import Belief
from tests.contract.test_hidden import random_games
from tests.worlds import many_worlds

FINDING = [name for name in GAMES if spec(name).belief is not None]


def has_subjects(name: str) -> bool:
    """Whether there is anything that one may ask about."""
    game = spec(name)
    return game.inference is not None and bool(game.inference.subjects(game.new_game(game.check_options({}))))


ASKED = [name for name in GAMES if has_subjects(name)]
N_WORLDS = 400
UNSURE = {"destinies": {"destiny_deal": "shuffled"}}  # options without which there is nothing to be unsure of


def positions(name: str, seed: int, every: int = 5):
    """(game, seat) at some decisions of random games, all seats in turn: counting may take long."""
    games = random_games(spec(name), seed, **UNSURE.get(name, {}))
    for i, game in enumerate(itertools.islice(games, 0, None, every)):
        yield game, i % int(game["table"]["n_seats"][0])


def questions(name: str, game: np.ndarray) -> list[Belief]:
    """All that may be asked in a game."""
    main = spec(name).belief
    return [*spec(name).inference.subjects(game).values(), *([main] if main is not None else [])]


def test_there_are_games_with_something_to_find_out():
    assert {"haunted_destinies", "ghosts_in_the_graveyard"} <= set(FINDING)


@pytest.mark.parametrize("name", ASKED)
def test_chances_are_probabilities_that_allow_the_truth(name):
    found = 0
    for game, seat in positions(name, 21):
        for belief in questions(name, game):
            chances = belief.chances(game, seat)[0]
            truth = int(belief.truth(game, np.array([seat]))[0])
            assert chances.shape == (belief.size(int(game["table"]["n_seats"][0])),)
            assert (chances >= 0).all() and chances.sum() <= 1 + 1e-9
            if truth >= 0:
                found += 1
                assert chances[truth] > 0, belief.question
                assert chances.sum() == pytest.approx(1), belief.question
    assert found


@pytest.mark.parametrize("name", ASKED)
def test_nothing_a_seat_may_not_know_plays_a_part(name):
    scramble = importlib.import_module(f"tests.games.{name}.hidden").scramble
    rng = np.random.default_rng(3)
    for game, seat in positions(name, 22):
        other = scramble(game, seat, rng)
        for belief in questions(name, game):
            assert belief.chances(other, seat).tolist() == belief.chances(game, seat).tolist(), belief.question


@pytest.mark.parametrize("name", ASKED)
def test_chances_are_how_often_it_is_so_in_worlds_the_seat_cannot_tell_apart(name):
    """Counted in drawn worlds; what has no chance is never so."""
    uncertain = 0
    for game, seat in positions(name, 23, every=17):
        worlds = many_worlds(spec(name), game, seat, N_WORLDS)
        for belief in questions(name, game):
            chances = belief.chances(game, seat)[0]
            truths = belief.truth(worlds, np.full(N_WORLDS, seat))
            often = np.bincount(truths[truths >= 0], minlength=len(chances)) / N_WORLDS
            assert np.abs(often - chances).max() < 4.5 * np.sqrt(0.25 / N_WORLDS), belief.question
            assert not often[chances == 0].any(), belief.question
            uncertain += bool(((chances > 0.05) & (chances < 0.95)).any())
    assert uncertain


@pytest.mark.parametrize("name", FINDING)
def test_rotated_beliefs_are_counted_from_the_seat_and_back(name):
    belief = spec(name).belief
    chances = np.arange(2 * belief.size(4), dtype=float).reshape(2, -1)
    rotated = belief.rotated(chances, np.array([1, 2]))
    assert belief.rotated(rotated, -np.array([1, 2])).tolist() == chances.tolist()
    if belief.outcomes:
        assert rotated.tolist() == chances.tolist()
    else:
        assert rotated[:, 0].tolist() == [chances[0, 1], chances[1, 2]]


@pytest.mark.parametrize("name", FINDING)
def test_the_environment_names_the_outcomes(name):
    env = haunted_env.make(name)
    env.reset(seed=3)
    belief = env.unwrapped.spec.belief
    said = env.unwrapped.belief("player_1")
    assert list(said) == list(belief.names(env.possible_agents))
    assert list(said.values()) == belief.chances(env.unwrapped._games, 1)[0].tolist()
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        env.unwrapped.belief("nobody")


@pytest.mark.parametrize("name", ASKED)
def test_the_environment_answers_about_every_subject_by_its_id_or_name(name):
    env = haunted_env.make(name).unwrapped
    env.reset(seed=3)
    agent = env.possible_agents[-1]
    subjects = env.spec.inference.subjects(env._games)
    assert subjects
    for subject, belief in subjects.items():
        said = env.belief(agent, about=subject)
        assert list(said) == list(belief.names(env.possible_agents))
        assert list(said.values()) == belief.chances(env._games, env.possible_agents.index(agent))[0].tolist()
        if belief.name:
            assert env.belief(agent, about=belief.name) == said
    if env.spec.belief is None:
        assert env.belief(agent) == {subject: env.belief(agent, about=subject) for subject in subjects}


@pytest.mark.parametrize("name", ASKED)
def test_who_asks_about_something_else_is_told_the_subjects(name):
    env = haunted_env.make(name).unwrapped
    env.reset(seed=3)
    subjects = ", ".join(env.spec.inference.subjects(env._games))
    with pytest.raises(ValueError, match=f"belief about 'the weather': in {env.spec.title} .*: {subjects}"):
        env.belief("player_0", about="the weather")


def test_games_with_nothing_to_find_out_say_so():
    env = haunted_env.make("haunting_house")
    env.reset(seed=3)
    with pytest.raises(ValueError, match="The Haunting House has nothing to find out"):
        env.unwrapped.belief("player_0")
    with pytest.raises(ValueError, match="in The Haunting House there is nothing to ask about"):
        env.unwrapped.belief("player_0", about="player_1")


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize("name", ASKED)
def test_agents_may_ask_in_many_games_at_once(name, relative):
    """`View.belief(about)`: the same numbers, with seats counted from whoever asks."""
    batch = Batch(spec(name), 6, relative_seats=relative)
    batch.deal(np.arange(6))
    generators = batch.generators(1)
    for _ in range(40):
        batch.step_random(generators)
    view = View(batch)
    for subject, belief in spec(name).inference.subjects(batch.games[:1]).items():
        for row, said in enumerate(view.belief(subject)):
            seat = int(view.seats[row])
            wanted = belief.chances(batch.games[row : row + 1], seat)[0]
            assert said.tolist() == (np.roll(wanted, -seat) if relative and not belief.outcomes else wanted).tolist()
