"""stable-baselines3: the native VecEnv is what its algorithms, wrappers and callbacks expect."""

import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.envs.sb3 import SeatVecEnv
from haunted_env.play.batch import ENDED, Batch
from tests.envs.conftest import DEFAULTS, registered


@pytest.fixture
def toy(monkeypatch):
    return registered("toy_game", monkeypatch)


def legal(env, rng):
    """A random legal action per game."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in env.action_masks()])


def play(env, steps, seed=0):
    rng = np.random.default_rng(seed)
    env.seed(seed)
    seen = [env.reset()]
    for _ in range(steps):
        seen.append(env.step(legal(env, rng)))
    return seen


def test_every_step_is_a_decision_of_the_learners_seat(spec):
    env = SeatVecEnv(spec, 4)
    assert env.reset().shape == (4, spec.observation.size) and env.observation_space.dtype == np.int8
    rng = np.random.default_rng(0)
    for _ in range(30):
        assert (env.batch.seats == env.learner_seats).all()
        masks = env.action_masks()
        assert masks.dtype == bool and masks.any(axis=1).all()
        observations, rewards, dones, infos = env.step(legal(env, rng))
        assert env.observation_space.contains(observations[0]) and rewards.dtype == np.float32
        assert [bool(info) for info in infos] == dones.tolist()


def test_games_end_with_their_result_and_are_dealt_again_in_the_same_step(toy):
    env = SeatVecEnv(toy, 8, seat=1, players=3, rounds=2)
    ends = 0
    for observations, rewards, dones, infos in play(env, 20)[1:]:
        for row in np.flatnonzero(dones):
            info = infos[row]
            ends += 1
            assert info["seat"] == 1 and (rewards[row] > 0) == (1 in info["winners"])
            assert info["terminal_observation"].shape == observations[row].shape
            assert observations[row, toy.observation.first["TURN"]] < info["terminal_observation"][0]
            assert not info["TimeLimit.truncated"] and info["reason"] == "highest card"
        assert (rewards[~dones] == 0).all()
    assert ends >= 8 * 5


@pytest.fixture
def grim(tmp_path):
    """A scenario whose finales defeat those who fail."""
    text = Path(DEFAULTS["destinies"]["scenario"]).read_text(encoding="utf-8")
    mild = "{ min = 0, pass = false, effects = [] }"
    assert mild in text
    path = tmp_path / "grim.toml"
    path.write_text(text.replace(mild, '{ min = 0, pass = false, effects = ["resolve -2"] }'), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("players", [1, 2])
def test_nothing_that_a_game_pays_before_its_end_is_lost(players, grim):
    """Destinies pays for steps of a destiny when they are done, and for a defeat at once; episodes go on to the end."""
    spec, pay = registry.spec("destinies"), 0.125
    env = SeatVecEnv(spec, 16, players=players, step_reward=pay, max_days=12, scenario=grim)
    totals, ends, early = np.zeros(16), [], 0
    for _, rewards, dones, infos in play(env, 500)[1:]:
        totals += rewards
        early += np.count_nonzero(rewards[~dones])
        for row in np.flatnonzero(dones):
            seen, info = infos[row]["terminal_observation"], infos[row]
            lost = bool(info["winners"]) or "time" in info["reason"]
            out = bool(seen[spec.observation.first["DEFEATED"]])
            outcome = -1.0 if out else 1.0 if info["seat"] in info["winners"] else -1.0 if lost else 0.0
            assert totals[row] == outcome + pay * seen[spec.observation.span("STEP_DONE")].sum()
            assert info["score"] == (info["day"] if outcome == 1 else None)
            assert info["TimeLimit.truncated"] == ("last day" in info["reason"] and not out)
            ends.append((outcome, out))
            totals[row] = 0
    assert early > 20 and (1.0, False) in ends and (-1.0, True) in ends


def test_a_game_that_is_cut_off_says_so(toy):
    env = SeatVecEnv(toy, 4, players=3, limit=4)
    infos = [info for *_, infos in play(env, 8)[1:] for info in infos if info]
    assert infos and all(info["TimeLimit.truncated"] for info in infos)


def test_the_seed_decides_the_games(toy):
    first, again, other = (play(SeatVecEnv(toy, 4, players=3), 12, seed) for seed in (3, 3, 4))
    same = [all(np.array_equal(a, b) for a, b in zip(x[:3], y[:3])) for x, y in zip(first[1:], again[1:])]
    assert all(same) and np.array_equal(first[0], again[0])
    assert any(not np.array_equal(x[0], y[0]) for x, y in zip(first[1:], other[1:]))


def test_the_same_games_as_the_batch_plays(toy):
    """One seat by hand, the others by the heuristic: step for step what a batch gives."""
    env = SeatVecEnv(toy, 1, opponents="heuristic", seat=0, players=3)
    env.seed(5)
    observation = env.reset()[0]
    batch = Batch(toy, 1, {"players": 3})
    batch.deal(env.batch.seeds)
    agent, generators = make_agent("heuristic", toy), batch.generators(5)
    for _ in range(4):
        while batch.seats[0] != 0 and batch.status[0] != ENDED:
            batch.step(agent.act(View(batch, generators=generators)))
        if batch.status[0] == ENDED:
            break
        assert np.array_equal(batch.observations[0], observation)
        action = int(np.flatnonzero(batch.masks[0])[0])
        batch.step(np.array([action]))
        observation = env.step(np.array([action]))[0][0]


def test_one_batch_is_enough(toy, monkeypatch):
    """Opponents, observations of both kinds and the ends of games need no other."""
    made, init = [], Batch.__init__
    monkeypatch.setattr(Batch, "__init__", lambda self, *given, **more: made.append(self) or init(self, *given, **more))
    for observation in ("full", "compact"):
        env = SeatVecEnv(toy, 4, opponents=["random", "heuristic"], observation=observation, players=3)
        assert any(dones.any() for _, _, dones, _ in play(env, 12)[1:])
        assert made == [env.batch]
        made.clear()


def test_a_role_learns_from_its_own_decisions_alone():
    spec = registry.spec("haunted_destinies")
    env = SeatVecEnv(spec, 6, opponents="heuristic", role="ghost", players=3, setup="random")
    env.seed(1)
    env.reset()
    rng = np.random.default_rng(1)
    ends = []
    for _ in range(60):
        roles = spec.queries.role_of(env.batch.games, env.learner_seats)
        assert (roles == spec.roles.index("ghost")).all()
        _, rewards, dones, infos = env.step(legal(env, rng))
        ends += [(rewards[row], infos[row]) for row in np.flatnonzero(dones)]
    assert ends and all((reward > 0) == (info["seat"] in info["winners"]) for reward, info in ends)


def test_refusals_say_what_to_do(toy):
    for words, reason in (
        ({"opponents": []}, "name at least one agent"),
        ({"seat": 7}, "expected None or 0"),
        ({"role": "wizard"}, "toy_game has none, player"),
        ({"own": "random"}, "say which `role` learns"),
        ({"opponents": "nobody"}, "unknown agent 'nobody'"),
    ):
        with pytest.raises(ValueError, match=reason):
            SeatVecEnv(toy, 2, **words)
    env = SeatVecEnv(toy, 2)
    env.reset()
    with pytest.raises(ValueError, match="is not legal now"):
        env.step(np.full(2, toy.actions.size - 1))
    with pytest.raises(AttributeError, match="no method 'fly'"):
        env.env_method("fly")


def test_a_role_that_never_comes_is_told(toy, monkeypatch):
    from haunted_env.envs import seats

    monkeypatch.setattr(seats, "MOST_BARREN_GAMES", 50)
    env = SeatVecEnv(toy, 2, role="none")
    with pytest.raises(RuntimeError, match="was asked nothing as none in 5"):
        env.reset()


def test_a_rare_role_may_need_many_games_in_all(monkeypatch):
    from haunted_env.envs import seats

    monkeypatch.setattr(seats, "MOST_BARREN_GAMES", 60)  # fewer than all games together need, more than one does
    env = SeatVecEnv("haunted_destinies", 48, opponents="heuristic", role="ghost", players=4)
    env.seed(0)
    dealt, deal = [], env.batch.deal
    monkeypatch.setattr(env.batch, "deal", lambda seeds, rows: dealt.append(len(rows)) or deal(seeds, rows))
    env.reset()
    assert sum(dealt) > 48 + 60


def test_maskable_ppo_learns_with_monitor_and_evaluation(toy):
    env = VecMonitor(SeatVecEnv(toy, 8, opponents="random", players=3))
    assert is_masking_supported(env) and get_action_masks(env).shape == (8, toy.actions.size)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, seed=0, device="cpu")
    watch = MaskableEvalCallback(VecMonitor(SeatVecEnv(toy, 2, players=3)), eval_freq=16, verbose=0, warn=False)
    model.learn(512, callback=watch)
    assert watch.last_mean_reward > -np.inf and len(model.ep_info_buffer) > 10
    mean, _ = evaluate_policy(model, VecMonitor(SeatVecEnv(toy, 4, players=3)), n_eval_episodes=8, warn=False)
    assert -1 <= mean <= 1


def test_many_threads_of_torch_are_warned_of_once(toy, monkeypatch):
    import torch

    monkeypatch.setattr(SeatVecEnv, "_warned", False)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    with pytest.warns(RuntimeWarning, match=r"torch uses 2 threads.*torch\.set_num_threads\(1\)") as found:
        SeatVecEnv(toy, 2)
    assert [Path(warning.filename).name for warning in found] == ["test_sb3.py"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SeatVecEnv(toy, 2)
        monkeypatch.setattr(SeatVecEnv, "_warned", False)
        monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
        SeatVecEnv(toy, 2)
