"""Every test of this folder that takes `spec` runs for the toy game and for every registered game."""

import dataclasses
import functools
import sys
from pathlib import Path

import pytest

from haunted_env import registry
from haunted_env.spec import GameSpec
from tests import toy_game

# Games that random players do not finish in time are tested with other defaults, under which they do.
DEFAULTS = {"destinies": {"scenario": str(Path(__file__).parents[1] / "games" / "destinies" / "quick.toml")}}


@functools.cache
def tested(name: str) -> GameSpec:
    found, chosen = registry.spec(name), DEFAULTS[name]
    options = [dataclasses.replace(o, default=chosen[o.name]) if o.name in chosen else o for o in found.options]
    return dataclasses.replace(found, options=tuple(options))


def registered(name: str, monkeypatch: pytest.MonkeyPatch) -> GameSpec:
    """A game as it is; the toy game is registered for one test."""
    if name == "toy_game":
        monkeypatch.setitem(registry.GAMES, "toy_game", registry.Entry(version=0))
        monkeypatch.setitem(sys.modules, "haunted_env.games.toy_game", toy_game)
    return registry.spec(name)


NAMES = ["toy_game", *registry.GAMES]


def prepared(name: str, monkeypatch: pytest.MonkeyPatch) -> GameSpec:
    """A game that random players finish in time."""
    return tested(name) if name in DEFAULTS else registered(name, monkeypatch)


@pytest.fixture(params=NAMES)
def spec(request, monkeypatch):
    return prepared(request.param, monkeypatch)
