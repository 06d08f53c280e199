"""The commands for people who write scenarios."""

import shutil

import numpy as np
import pytest
from PIL import Image

from haunted_env import registry
from tests.games.destinies.made import QUICK
from tests.games.destinies.test_scenario_damage import QUICK_FILE, written
from tests.test_cli import run


def test_check_says_what_is_in_a_scenario():
    text = run("scenario", "check", QUICK_FILE)
    assert text.startswith(f"{QUICK_FILE}: ok\nA Quick Fate\n")
    assert "2 tiles, 2 points of interest (2 at the start), 1 person, 1 item (3 copies), 0 trade stacks" in text
    assert "8 options: 3 interaction, 5 test" in text
    assert "3 characters, 6 paths, 2 finales, 1 event; Challenger ends after day 6" in text


def test_check_tells_every_fault_and_fails(tmp_path):
    document = {**QUICK, "tile": [{**QUICK["tile"][0], "x": 5, "slot": 3}, QUICK["tile"][1]]}
    path = written(document, tmp_path / "bad.toml")
    text = run("scenario", "check", path, code=1)
    assert f"error: {path}: 2 faults" in text
    assert "tile field: slot 1, expected 0" in text
    assert "tile field: cannot be reached from home" in text


def test_list_names_what_is_supplied():
    text = run("scenario", "list")
    for name in registry.spec("destinies").scenarios.names():
        assert name in text
        assert run("scenario", "check", name).startswith(f"{name}: ok")


@pytest.mark.parametrize("name", ["hallow_pass", "the_long_ebb", str(QUICK_FILE)])
def test_map_draws_a_picture(name, tmp_path):
    out = tmp_path / "map.png"
    assert str(out) in run("scenario", "map", name, "--out", out)
    with Image.open(out) as picture:
        assert picture.width > 800
        assert np.asarray(picture.reduce(4)).std() > 5
    assert [path.name for path in tmp_path.iterdir()] == ["map.png"]


def test_map_is_named_after_the_file(tmp_path, monkeypatch):
    shutil.copy(QUICK_FILE, tmp_path / "mine.toml")
    monkeypatch.chdir(tmp_path)
    assert "mine.png" in run("scenario", "map", "mine.toml")
    assert (tmp_path / "mine.png").exists()


@pytest.mark.parametrize(
    ("words", "reason", "code"),
    [
        (["check", "nowhere"], "scenario 'nowhere': not the name of a scenario", 1),
        (["check", "nowhere.toml"], "nowhere.toml: cannot be read", 1),
        (["check", "hallow_pass", "--game", "chess"], "unknown game 'chess'", 2),
        (["check", "hallow_pass", "--game", "haunting_house"], "haunting_house has no scenarios", 2),
        (["map", "nowhere"], "scenario 'nowhere': not the name of a scenario", 2),
        (["map", "hallow_pass", "--out", "map.jpg"], "--out map.jpg: the picture is a PNG", 2),
        (["map", "hallow_pass", "--out", "no/such/folder/map.png"], "No such file or directory", 2),
    ],
)
def test_mistakes_are_one_clear_line(words, reason, code):
    text = run("scenario", *words, code=code)
    assert reason in text
    assert len(text.strip().splitlines()) <= 2
