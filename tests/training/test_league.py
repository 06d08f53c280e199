"""A league goes on where it was, and its main agents meet the exploiters of earlier rounds."""

import json

import pytest

from haunted_env.learning.config import read_config
from training import league


@pytest.mark.usefixtures("toy")
def test_a_league_goes_on_where_it_was(tmp_path):
    words = ["--game", "toy_game", "--players", "2", "--preset", "test", "--total", "300", "--deals", "5"]
    words += ["--out", str(tmp_path), "--opponents", "self=1", "random=1"]
    (first,) = league.main([*words, "--rounds", "1"])
    assert first["exploiter"]["games"] == first["main"]["games"] == 10
    before = (tmp_path / "main-0" / "checkpoint" / "policy.safetensors").stat().st_mtime_ns
    rows = league.main([*words, "--rounds", "2"])
    assert rows[0] == first and json.loads((tmp_path / "league.json").read_text()) == json.loads(json.dumps(rows))
    assert (tmp_path / "main-0" / "checkpoint" / "policy.safetensors").stat().st_mtime_ns == before
    exploiter, second = (read_config(tmp_path / name / "config.json") for name in ("exploiter-0", "main-1"))
    assert (
        exploiter.opponents == {str(tmp_path / "main-0" / "checkpoint"): 1.0} and exploiter.start in exploiter.opponents
    )
    assert second.start == str(tmp_path / "main-0" / "checkpoint")
    assert second.opponents == {"self": 0.35, "random": 0.35, str(tmp_path / "exploiter-0" / "checkpoint"): 0.3}


def test_rounds_that_make_no_sense(capsys):
    with pytest.raises(SystemExit):
        league.main(["--rounds", "0"])
    assert "--rounds" in capsys.readouterr().err
