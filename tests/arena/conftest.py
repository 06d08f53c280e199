"""Every test of this folder that takes `spec` runs for the toy game and for every registered game."""

import pytest

from tests.envs.conftest import NAMES, registered


@pytest.fixture(params=NAMES)
def spec(request, monkeypatch):
    """As registered: the arena looks games up by name."""
    return registered(request.param, monkeypatch)
