"""Functions that score actions are agents."""

import numpy as np
import pytest

from haunted_env.agents import View
from haunted_env.agents.scores import ScoreAgent
from haunted_env.play.batch import Batch
from tests.toy_game import SPEC as TOY


def dealt(n: int = 6, **settings) -> Batch:
    batch = Batch(TOY, n, {"players": 3}, **settings)
    batch.deal(range(n))
    return batch


@pytest.mark.parametrize("reads", ["full", "compact"])
def test_the_best_legal_action_is_taken(reads):
    handed = []

    def scores(observations, masks):
        handed.append((observations, masks))
        return np.arange(masks.shape[1])[::-1] + np.zeros(masks.shape)

    batch = dealt()
    actions = ScoreAgent(spec=TOY, scores=scores, reads=reads).act(View(batch, observation=reads))
    assert np.array_equal(actions, batch.masks.argmax(axis=1))
    assert np.array_equal(handed[0][0], batch.look(observation=reads).observations)
    assert np.array_equal(handed[0][1], batch.masks)


def test_it_plays_in_a_match_and_in_pettingzoo():
    import haunted_env
    from haunted_env.arena.against import against
    from haunted_env.registry import spec

    game = spec("ghosts_in_the_graveyard")
    agent = ScoreAgent(spec=game, scores=lambda observations, masks: np.zeros(masks.shape))
    assert against(game.name, agent, "random", players=2, deals=2).games.sum() == 4
    env = haunted_env.make(game.name)
    env.reset(seed=1)
    env.step(agent.choose(env))


def test_with_a_temperature_actions_are_drawn_by_the_games_own_generators():
    agent = ScoreAgent(spec=TOY, scores=lambda observations, masks: np.zeros(masks.shape), temperature=1.0)
    batch = dealt(64)
    batch.step(batch.random_actions(batch.generators(1)))
    first, again, other = (agent.act(View(batch, generators=batch.generators(seed))) for seed in (2, 2, 3))
    assert np.array_equal(first, again) and batch.is_legal(first).all()
    assert not np.array_equal(first, other)


def test_the_wrong_form_is_named():
    agent = ScoreAgent(spec=TOY, scores=lambda observations, masks: masks[:, :1])
    with pytest.raises(ValueError, match=r"scores: expected an array of shape \(6, \d+\), got \(6, 1\)"):
        agent.act(View(dealt()))
