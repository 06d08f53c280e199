"""Learning is tested with the toy game: it compiles in no time, and nothing here knows a particular game.

What needs torch is skipped where it is not installed.
"""

import json

import pytest

from tests.envs.conftest import registered


@pytest.fixture
def toy(monkeypatch):
    return registered("toy_game", monkeypatch)


@pytest.fixture
def train(toy, tmp_path):
    """Run training in a folder of its own; returns the run folder."""
    pytest.importorskip("sb3_contrib")
    from haunted_env.learning.run import main

    def run(*words, name="run", **experiment):
        new = ["--preset", "test", "--out", str(tmp_path / name)] if "--resume" not in words else []
        return main("test", [*new, "--game", "toy_game", *words], **experiment)

    return run


@pytest.fixture
def card():
    return lambda folder: json.loads((folder / "card.json").read_text())
