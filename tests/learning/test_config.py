"""Settings: what is wrong is named, and they survive being written down and being typed."""

import json
import math

import pytest

pytest.importorskip("tyro")
pytest.importorskip("sb3_contrib")

from haunted_env.learning.config import PRESETS, Config, from_plain, preset, read_config
from haunted_env.learning.run import arguments


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_json_and_an_empty_command_line(name):
    config = preset(name)
    assert from_plain(json.loads(json.dumps(config.plain())), "config") == config == config.checked()
    assert arguments("", ["--preset", name]).config == config


def test_settings_from_the_command_line():
    words = ["--players", "3", "4", "--options", "setup=random", "rounds=3", "--opponents", "self=1", "ismcts:sims=5=2"]
    given = arguments("", [*words, "--learning-rate", "1e-3", "--roles", "ghost"], total=77)
    config = given.config
    assert config.players == (3, 4) and config.options == {"setup": "random", "rounds": 3} and config.total == 77
    assert config.opponents == {"self": 1.0, "ismcts:sims=5": 2.0} and config.roles == ("ghost",)
    assert config.learning_rate == 1e-3 and config.games == PRESETS["quick"]["games"]


def test_at_most_about_twenty_five_settings():
    assert len(Config.__struct_fields__) <= 28


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"total": 0}, "total: Expected `int` >= 1"),
        ({"gamma": 1.5}, "gamma: Expected `float` <= 1.0"),
        ({"players": (4, "5")}, r"players\[1\]: Expected `int`, got `str`"),
        ({"games": True}, "games: Expected `int`, got `bool`"),
        ({"gamma": math.nan}, "gamma: Expected `float`, got `null`"),
        ({"opponents": {"self": "much"}}, "opponents.*Expected `float`, got `str`"),
        ({"opponents": {"self": -1.0}}, "opponents.*Expected `float` >= 0.0"),
    ],
)
def test_broken_settings_are_named(changes, reason):
    with pytest.raises(ValueError, match=reason):
        preset("quick", **changes).checked()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"opponents": {}}, "opponents={}: expected names with weights"),
        ({"opponents": {"self": 0.0}}, "not all 0"),
        ({"players": (3, 3)}, r"players=\(3, 3\): every number once"),
        ({"options": {"players": 4}}, "players=4 is what the setting players is for"),
    ],
)
def test_settings_that_do_not_fit_together_are_named(changes, reason):
    with pytest.raises(ValueError, match=reason):
        preset("quick", **changes)


def test_unknown_names_are_refused(tmp_path):
    with pytest.raises(ValueError, match="unknown preset 'huge'; there are: quick, standard, full"):
        preset("huge")
    path = tmp_path / "config.json"
    for text, reason in (
        ('{"colour": 1}', "config.json: .*unknown field `colour`"),
        ("[]", "config.json: Expected `object`"),
        ("{", "config.json: not JSON"),
        ('{"g\udce4": 1}', "config.json: not JSON"),  # a byte that is no text
    ):
        path.write_text(text, errors="surrogateescape")
        with pytest.raises(ValueError, match=reason):
            read_config(path)
    path.unlink()
    with pytest.raises(ValueError, match="holds no run"):
        read_config(path)


@pytest.mark.parametrize("words", [["--opponents", "self"], ["--colour", "red"], ["--games", "many"]])
def test_a_command_line_that_cannot_be_read(words, capsys):
    with pytest.raises(SystemExit) as stop:
        arguments("", words)
    assert stop.value.code == 2 and words[0] in capsys.readouterr().err
