"""`haunted-env tournament`, `match`, `report`, and opponents to play against."""

import json

import pytest

from haunted_env import registry
from haunted_env.arena import executors
from haunted_env.arena.match import play_games
from haunted_env.play.replay import Replay
from tests.arena.test_report import without_jinja
from tests.envs.conftest import registered
from tests.test_cli import run, short


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    registered("toy_game", monkeypatch)


def results(folder):
    found = json.loads((folder / "results.json").read_text())
    found.pop("timing")
    return found


TOY = ("--game", "toy_game", "--players", "3")


def test_a_tournament(tmp_path):
    text = run("tournament", "random", "heuristic", *TOY, "--deals", 4, "--out", tmp_path, "--seed", 2)
    found = results(tmp_path)
    assert (found["game"], found["players"], found["deals"], found["seed"]) == ("toy_game", 3, 4, 2)
    for agent in found["agents"]:
        assert agent["name"] in text
        assert f"{100 * agent['win_rate']:.1f} %" in text
    assert f"report: {tmp_path}" in text.replace("\n", "")
    assert (tmp_path / "report.html").exists()


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_tournament_of_every_game(game, tmp_path):
    run("tournament", "random", "random:seed=1", "--game", game, "--deals", 1, "--out", tmp_path, *short(game))
    assert results(tmp_path)["game"] == game


def test_several_numbers_of_players(tmp_path):
    text = run("tournament", "random", "--game", "toy_game", "--players", "2-3,4", "--deals", 1, "--out", tmp_path)
    found = results(tmp_path)
    assert found["players"] == found["player_counts"] == [2, 3, 4]
    assert "Toy game, 2 / 3 / 4 players, 1 deals" in text


def test_the_folder_has_a_name_of_its_own_by_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("tournament", "random", *TOY, "--deals", 1)
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("contest-toy_game-")


def test_beliefs_are_asked_for_unless_told_otherwise(tmp_path):
    words = (
        "tournament",
        "heuristic",
        "--game",
        "haunted_destinies",
        "--players",
        3,
        "--deals",
        1,
        "-o",
        "max_turns=4",
    )
    run(*words, "--out", tmp_path / "with")
    run(*words, "--no-beliefs", "--out", tmp_path / "without")
    assert results(tmp_path / "with")["beliefs"]
    assert results(tmp_path / "without")["beliefs"] == []
    text = run("tournament", "--resume", "--beliefs", "--out", tmp_path / "without", code=2)
    assert "begun with beliefs=False, not True" in text.replace("\n", " ")


def test_a_match(tmp_path):
    run("match", "random", "heuristic", "random", "--game", "toy_game", "--deals", 2, "--out", tmp_path)
    found = results(tmp_path)
    assert found["lineup"] == ["random", "heuristic", "random"]
    assert [agent["games"] for agent in found["agents"]] == [12, 6]
    run("match", "random", "heuristic", "--game", "toy_game", "--deals", 2, "--fixed", "--out", tmp_path / "fixed")
    rows = (tmp_path / "fixed" / "games.csv").read_text().splitlines()[1:]
    assert [row.split(",")[5] for row in rows] == ["random", "heuristic"] * 2


def test_stopping_and_resuming(tmp_path, monkeypatch):
    words = ("tournament", "random", "heuristic", *TOY, "--deals", 4)
    run(*words, "--out", tmp_path / "whole")
    calls = []

    def interrupted(contest, plans, limits):
        calls.append(plans)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return play_games(contest, plans, limits)

    with monkeypatch.context() as patch:
        patch.setattr(executors, "BATCH", 3)
        patch.setattr(executors, "play_games", interrupted)
        text = run(*words, "--out", tmp_path / "parts", code=130).replace("\n", " ")
    assert "stopped; 6 finished games are kept in" in text
    assert f"haunted-env tournament --resume --out {tmp_path / 'parts'}" in text
    assert "6 games of" in run("report", tmp_path / "parts")
    run("tournament", "--resume", "--out", tmp_path / "parts")
    assert results(tmp_path / "parts") == results(tmp_path / "whole")
    run("tournament", "--resume", "--out", tmp_path / "parts", "--deals", 5)
    assert results(tmp_path / "parts")["deals"] == 5


def test_missing_games_are_told_by_the_exit_code(tmp_path, monkeypatch):
    monkeypatch.setattr(executors, "play_games", lambda contest, plans, limits: [])
    text = run("tournament", "random", *TOY, "--deals", 2, "--out", tmp_path, code=2).replace("\n", " ")
    assert "2 of 2 games are missing" in text
    assert "--resume" in text


def test_trouble_while_playing_loses_nothing(tmp_path, monkeypatch):
    def full(contest, plans, limits):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(executors, "play_games", full)
    text = run("tournament", "random", *TOY, "--deals", 2, "--out", tmp_path, code=2).replace("\n", " ")
    assert "No space left on device" in text
    assert "0 finished games are kept" in text
    assert "--resume" in text


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["tournament", "minimax"], "unknown agent 'minimax'"),
        (["tournament", "random", "random"], "agent 'random' is named twice"),
        (["tournament"], "name at least one agent"),
        (["tournament", "random", "--game", "chess"], "unknown game 'chess'"),
        (["tournament", "random", "--players", "many"], "--players many: expected a number"),
        (["tournament", "random", "--players", "5-4"], "--players 5-4: no number of players"),
        (["tournament", "random", "--game", "toy_game", "--players", "9"], "players=9: toy_game is for 2 to 4"),
        (["tournament", "random", "--deals", "0"], "deals=0"),
        (["tournament", "random", "--seed", "-1"], "seed=-1"),
        (["tournament", "random", "-o", "colour=red"], "unknown option 'colour'"),
        (["tournament", "random", "--executor", "cloud", *TOY], "executor 'cloud': choose one of local, ray"),
        (["tournament", "random", "--workers", "0", *TOY], "workers=0"),
        (["tournament", "checkpoints/missing"], "no checkpoint folder"),
        (["tournament", "random", "--resume"], "holds no contest"),
        (["match"], "name at least one agent"),
        (["match", *["random"] * 9, "--game", "toy_game"], "players=9: toy_game is for 2 to 4"),
        (["report", "missing"], "holds no contest"),
        (["play", "toy_game", "--opponents", "minimax"], "unknown agent 'minimax'"),
    ],
)
def test_mistakes_are_one_clear_line(words, reason, tmp_path):
    place = ["--out", tmp_path / "new"] if words[0] in ("tournament", "match") else []
    text = run(*words, *place, code=2)
    assert reason in text.replace("\n", " ")
    assert len(text.strip().splitlines()) <= 3


def test_resuming_needs_a_folder():
    assert "say which contest" in run("tournament", "--resume", code=2)


def test_a_missing_extra_is_told_before_games_are_played(tmp_path, monkeypatch):
    without_jinja(monkeypatch)
    for words in (["tournament", "random", *TOY], ["match", "random", "random", "--game", "toy_game"]):
        text = run(*words, "--deals", 1, "--out", tmp_path / "new", code=2)
        assert 'the report needs Jinja2: pip install "haunted-env[arena]"' in text.replace("\n", " ")
    assert not (tmp_path / "new").exists()


def test_a_folder_in_use(tmp_path):
    run("tournament", "random", *TOY, "--deals", 1, "--out", tmp_path)
    text = run("tournament", "random", *TOY, "--deals", 1, "--out", tmp_path, code=2)
    assert "holds a contest already" in text.replace("\n", " ")


def test_a_damaged_database(tmp_path):
    run("tournament", "random", *TOY, "--deals", 1, "--out", tmp_path)
    (tmp_path / "games.sqlite").write_bytes(b"nonsense" * 1000)
    assert "is damaged" in run("report", tmp_path, code=2).replace("\n", " ")
    assert "is damaged" in run("tournament", "--resume", "--out", tmp_path, code=2).replace("\n", " ")


# Playing against agents


def test_playing_against_an_agent(tmp_path):
    path = tmp_path / "game.jsonl"
    words = ("play", "toy_game", "--seed", 5, "--opponents", "heuristic")
    straight = run(*words, answers="1\n" * 50)
    assert "The game is over" in straight
    run(*words, answers=f"1\ns {path}\nq\n")
    assert Replay.load(path).notes == {"seat": 0, "opponents": "heuristic"}
    resumed = run("play", "--resume", path, answers="1\n" * 50)
    assert resumed.split("The game is over")[1] == straight.split("The game is over")[1]
    assert run("play", "toy_game", "--seed", 5, answers="1\n" * 50) != straight
