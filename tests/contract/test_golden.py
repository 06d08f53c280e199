"""The same seed gives the same game, on every machine and after every change that is not a new version."""

import pytest

from tests import golden


@pytest.mark.parametrize(("name", "players"), golden.cases())
def test_golden_playthrough(name, players):
    expected = golden.path(name, players).read_text(encoding="utf-8").splitlines()
    for line, (want, got) in enumerate(zip(expected, golden.text(name, players).splitlines(), strict=True), 1):
        assert got == want, f"{name}, {players} players, line {line}: `python -m tests.golden` writes them anew"
