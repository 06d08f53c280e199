"""The AEC environment: PettingZoo's own tests, and what they leave out."""

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import haunted_env
from haunted_env import registry
from haunted_env.envs.pettingzoo import make_env, raw_env
from tests.envs.play import choose, play, same, to_the_end
from tests.toy_game import SPEC as TOY


@pytest.fixture
def env(spec):
    return make_env(spec)


@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of agents whose game is over
@pytest.mark.parametrize("illegal", ["raise", "terminate"])
def test_api(spec, illegal):
    api_test(make_env(spec, illegal=illegal), num_cycles=300)


def test_seed(spec):
    seed_test(lambda: make_env(spec), num_cycles=300)


def test_render(spec, capsys):
    render_test(lambda **kw: make_env(spec, **kw))
    assert capsys.readouterr().out


def test_same_seed_same_game_to_the_end(spec):
    games = []
    for seed in (5, 5, 6):
        env = make_env(spec)
        env.reset(seed=seed)
        games.append(play(env, np.random.default_rng(1)))
        assert not env.agents
    assert same(games[0], games[1])
    assert not same(games[0], games[2])


@pytest.mark.parametrize("seed", range(3))
def test_the_game_ends_for_all_agents_at_once(env, seed):
    env.reset(seed=seed)
    to_the_end(env, np.random.default_rng(seed))
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    assert env.agents == env.possible_agents
    for agent in env.possible_agents:
        assert env.agent_selection == agent
        env.step(None)
    assert env.agents == []


def test_a_game_that_is_cut_off_is_truncated():
    env = make_env(TOY, limit=3)
    env.reset(seed=1)
    to_the_end(env, np.random.default_rng(1))
    assert set(env.terminations.values()) == {False}
    assert set(env.truncations.values()) == {True}
    assert env.infos["player_0"]["reason"] == "limit"


def test_observations(spec, env):
    """In their space, masks empty off turn and never on turn, and nobody else's buffers."""
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    kept = []
    for _ in range(60):
        for agent in env.agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            on_turn = agent == env.agent_selection and not env.terminations[agent]
            assert observation["action_mask"].any() == on_turn
            kept.append((observation, {name: array.copy() for name, array in observation.items()}))
        if not env.agents or env.terminations[env.agent_selection]:
            break
        env.step(choose(env.last()[0], rng))
    assert all(same(observation, copy) for observation, copy in kept)
    kept[-1][0]["observation"][:] = 99
    assert not (env.observe(env.agent_selection)["observation"] == 99).all()


def test_looking_changes_nothing(env):
    env.reset(seed=3)
    play(env, np.random.default_rng(3), 9)
    before, seen = env.get_state(), env.last()
    for agent in env.possible_agents:
        env.observe(agent)
        env.view(agent)
    env.state()
    assert same(env.get_state(), before)
    assert same(env.last(), seen)


def test_spaces(env):
    env.reset(seed=1)
    for agent in env.agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
    mask = env.last()[0]["action_mask"]
    space = env.action_space(env.agent_selection)
    space.seed(4)
    drawn = [int(space.sample(mask)) for _ in range(20)]
    space.seed(4)
    assert drawn == [int(space.sample(mask)) for _ in range(20)]
    assert mask[drawn].all()


def test_state_is_what_each_seat_knows(env):
    env.reset(seed=2)
    for _ in play(env, np.random.default_rng(2), 10):
        state = env.state()
        assert env.state_space.contains(state)
        for seat, agent in enumerate(env.possible_agents):
            assert np.array_equal(state[seat], env.observe(agent)["observation"])


def test_rewards_come_once_and_to_everybody(env):
    env.reset(seed=4)
    to_the_end(env, np.random.default_rng(4))
    returns = dict(env.rewards)
    low, high = env.spec.rewards
    assert all(low <= value <= high for value in returns.values())
    assert any(returns.values())
    env.reset(seed=4)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent, _, reward, terminated, *_ in play(env, np.random.default_rng(4)):
        totals[agent] += reward
        assert terminated or reward == 0
    assert totals == returns


def test_results_are_told_at_the_end_only(env):
    env.reset(seed=4)
    assert all(info == {} for *_, terminated, _, info, _ in play(env, np.random.default_rng(4)) if not terminated)
    env.reset(seed=4)
    to_the_end(env, np.random.default_rng(4))
    for agent in env.agents:
        info = env.infos[agent]
        assert info.keys() == {"winners", "reason", "roles"}
        assert set(info["winners"]) == {a for a in env.agents if env.rewards[a] > 0}
        assert isinstance(info["reason"], str)
        assert list(info["roles"]) == env.possible_agents
        assert set(info["roles"].values()) <= set(env.spec.roles)


def test_relative_seats(spec):
    """Seat 0 is oneself; with relative_seats=False the same game is seen and played in absolute seats."""
    relative, absolute = raw_env(spec), raw_env(spec, relative_seats=False)
    relative.reset(seed=8)
    absolute.reset(seed=8)
    n, rng = len(relative.possible_agents), np.random.default_rng(8)
    seats = (spec.actions.first[block.name] for block in spec.actions.blocks if block.seats)
    first = next(seats, spec.actions.size)  # without seats among the actions: beyond them all
    for _ in range(300):
        if any(relative.terminations.values()):
            break
        for seat, agent in enumerate(relative.agents):
            mine, theirs = relative.observe(agent), absolute.observe(agent)
            turned = (np.arange(n) + seat) % n
            assert np.array_equal(mine["card_mask"][:n], theirs["card_mask"][turned])
            assert np.array_equal(mine["location_mask"][:, :n], theirs["location_mask"][:, turned])
            for block in (block for block in spec.observation.blocks if block.seats):
                one = mine["observation"][spec.observation.span(block.name)].reshape(spec.players[1], -1)
                other = theirs["observation"][spec.observation.span(block.name)].reshape(spec.players[1], -1)
                assert np.array_equal(one[:n], other[turned]), block.name
        seat = relative.possible_agents.index(relative.agent_selection)
        action = choose(relative.last()[0], rng)
        offset = action - first
        wanted = first + (offset + seat) % n if 0 <= offset < n else action
        assert relative.describe(action) == absolute.describe(wanted)
        relative.step(action)
        absolute.step(wanted)
        assert relative.get_state()["record"] == absolute.get_state()["record"]
        assert relative.get_state()["actions"] == absolute.get_state()["actions"]


def test_reset_without_a_seed_goes_on_from_the_last_one(spec):
    def starts(env, seed):
        env.reset(seed=seed)
        records = [env.get_state()["record"]]
        for _ in range(3):
            env.reset()
            records.append(env.get_state()["record"])
        return records

    one, other = starts(raw_env(spec), 1), starts(raw_env(spec), 1)
    assert one == other
    assert len(set(one)) == 4
    assert not set(starts(raw_env(spec), None)) & set(starts(raw_env(spec), None))


def test_reset_options(env):
    env.reset(seed=1, options={"options": 1, "anything": object()})
    play(env, np.random.default_rng(1), 15)
    record = env.get_state()["record"]
    position = env.position()
    env.reset(options={"position": position})
    assert env.get_state()["record"] == record
    env.reset(seed=1)
    fresh = raw_env(env.spec)
    fresh.reset(seed=1)
    assert env.get_state()["record"] == fresh.get_state()["record"]


def test_options_reach_the_game(spec):
    low, high = spec.players
    for players in range(low, high + 1):
        env = make_env(spec, players=players)
        env.reset(seed=1)
        assert len(env.agents) == players
        play(env, np.random.default_rng(1), 50)


def test_render_views(spec, capsys):
    env = make_env(spec, render_mode="ansi", render_view="player_1")
    env.reset(seed=1)
    assert env.render() == env.view("player_1")
    everything = make_env(spec, render_mode="ansi", render_view="all")
    everything.reset(seed=1)
    assert everything.render() == env.view("all") != env.view("player_1")
    human = make_env(spec, render_mode="human")
    human.reset(seed=1)
    assert human.render() is None
    assert human.view(human.agent_selection) in capsys.readouterr().out


def test_an_illegal_action_ends_the_game_if_asked_to(spec):
    env = make_env(spec, illegal="terminate")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.truncations.values())
    assert env.rewards[agent] == -1


def test_names(spec):
    name = f"{spec.name}_v{spec.version}"
    assert str(make_env(spec)) == make_env(spec).metadata["name"] == name
    assert str(haunted_env.make(name)) == str(haunted_env.make(spec.name)) == name


def test_every_game_has_its_module_and_is_registered():
    names = [f"{game}_v{registry.spec(game).version}" for game in registry.GAMES]
    assert sorted(haunted_env.list_games()) == sorted(names)
    for name in names:
        env = pettingzoo.make("aec", f"haunted/{name}", render_mode="ansi")
        env.reset(seed=1)
        assert str(env) == name
        assert env.render_mode == "ansi"
        module = __import__(f"haunted_env.{name}", fromlist=["env"])
        assert str(module.env()) == str(module.raw_env()) == name
