"""Changed positions of every game are refused or can be played: the short version of `make fuzz`."""

import pytest

from haunted_env.registry import GAMES, spec
from tests import fuzz_positions


@pytest.mark.parametrize("name", GAMES)
def test_changed_positions_are_refused_or_playable(name):
    count = fuzz_positions.fuzz(spec(name), 1500, seed=1)
    assert count.tried == 1500
    assert 200 < count.accepted < 1000  # the changes matter, and are not all refused for the same reason


def test_a_position_that_hangs_is_seen(monkeypatch, tmp_path):
    """The watch itself: a process that does nothing more is ended."""
    monkeypatch.setattr(fuzz_positions, "_run_named", hang)
    monkeypatch.setattr(fuzz_positions, "SECONDS", 1)
    with pytest.raises(fuzz_positions.PositionFaultError, match="hangs after 1 others: the position"):
        fuzz_positions.fuzz(spec(next(iter(GAMES))), 10, seed=1)


def hang(name, n, seed, note, count):
    note.write_text("the position")
    count[0] += 1
    while True:
        pass
