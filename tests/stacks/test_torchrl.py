"""TorchRL: its own check of environments, the games of `SeatGames` step by step, a policy that learns."""

import numpy as np
import pytest

pytest.importorskip("torchrl", reason="TorchRL is not installed: python -m tests.stacks torchrl")

import torch
from torchrl.envs import check_env_specs

from haunted_env.envs.seats import SeatGames
from haunted_env.envs.torchrl import SeatEnv
from tests.stacks.trained import beats_random

SETTINGS = {"opponents": "random", "observation": "compact", "players": 2}
GAMES = ("ghosts_in_the_graveyard", "haunting_house")


@pytest.mark.parametrize("game", GAMES)
def test_it_is_what_torchrl_expects(game):
    check_env_specs(SeatEnv(game, 4, **SETTINGS), seed=1)


def test_a_game_for_one_player():
    check_env_specs(SeatEnv("destinies", 2, observation="compact", players=1, scenario="hallow_pass"), seed=1)


def test_the_same_games_step_by_step():
    env, games = SeatEnv(GAMES[0], 8, **SETTINGS), SeatGames(GAMES[0], 8, **SETTINGS)
    env.set_seed(3)
    games.start(3)
    shown = env.reset()
    ended = 0
    for _ in range(60):
        look = games.look()
        assert np.array_equal(shown["observation"].numpy(), look.observations)
        assert np.array_equal(shown["action_mask"].numpy(), games.action_masks())
        stepped, shown = env.step_and_maybe_reset(env.rand_action(shown))
        games.play(stepped["action"].numpy())
        then = stepped["next"]
        assert np.array_equal(then["reward"].numpy()[:, 0], games.rewards)
        assert np.array_equal(then["done"].numpy()[:, 0], games.dones)
        for row, (last, told) in games.ends.items():
            ended += 1
            assert np.array_equal(then["observation"][row].numpy(), last.observations[0])
            assert not then["action_mask"][row].any()
            assert bool(then["truncated"][row]) == told["truncated"]
    assert ended


def test_the_seed_decides_the_games():
    def played(seed: int) -> torch.Tensor:
        torch.manual_seed(0)
        env = SeatEnv(GAMES[0], 4, **SETTINGS)
        env.set_seed(seed)
        return env.rollout(40, break_when_any_done=False)["observation"]

    assert torch.equal(played(1), played(1)) and not torch.equal(played(1), played(2))


def test_a_game_that_is_left_is_dealt_anew():
    env = SeatEnv(GAMES[0], 4, **SETTINGS)
    env.set_seed(1)
    stepped = env.step(env.rand_action(env.reset()))
    before = env.games.batch.seeds.copy()
    some = torch.tensor([[True], [False], [True], [False]])
    env.reset(stepped["next"].select("observation").set("_reset", some))
    assert (env.games.batch.seeds != before).tolist() == [True, False, True, False]


def test_an_illegal_action_is_refused_with_its_reason():
    env = SeatEnv(GAMES[0], 2, **SETTINGS)
    shown = env.reset()
    shown["action"] = (~shown["action_mask"]).int().argmax(dim=-1)
    with pytest.raises(ValueError, match="is not legal now"):
        env.step(shown)


def test_the_example_learns():
    beats_random("torchrl_ppo", 0.7, updates=2)
