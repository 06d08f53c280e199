"""Every test of this folder that takes `spec` runs for the toy game and for every registered game."""

import sys

import pytest

from haunted_env import registry
from tests import toy_game


@pytest.fixture(params=["toy_game", *registry.GAMES])
def spec(request, monkeypatch):
    if request.param == "toy_game":
        monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, "toy_game"))
        monkeypatch.setitem(sys.modules, "haunted_env.games.toy_game", toy_game)
    return registry.spec(request.param)
