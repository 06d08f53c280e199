"""Learners without an adapter: stable-baselines3, PPO in a single file, NumPy."""

import pytest

from tests.stacks.trained import beats_random


def test_stable_baselines3(tmp_path, monkeypatch):
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: pip install -e '.[training]'")
    monkeypatch.chdir(tmp_path)  # it saves its model
    beats_random("sb3_maskable_ppo", 0.7, decisions=2048)


def test_ppo_in_a_single_file():
    pytest.importorskip("tyro", reason="tyro is not installed: pip install -e '.[training]'")
    beats_random("cleanrl_ppo", 0.7, decisions=4096)


def test_numpy():
    beats_random("numpy_batch", 0.7, updates=2)
