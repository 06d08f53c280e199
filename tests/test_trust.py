"""Names of agents in files run no code unless the user repeats them: saved games, contests, training runs."""

import json
import sys

import pytest

from haunted_env.agents.trust import check_names, repeated
from haunted_env.arena import tournament
from haunted_env.arena.plan import Contest
from tests.envs.conftest import registered
from tests.test_cli import run

PLANTED = """
import pathlib
from tests.agents.players import FirstLegal as Player
from tests.agents.readers import first
pathlib.Path(__file__).with_suffix(".ran").touch()
"""
NAMES = ("python:planted:Player", "text:python:planted:first")
CARRIED = ("some/folder:roles=ghost,instead=python:planted:Player", "a/b:instead=c/d:instead=text:python:planted:first")


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    return registered("toy_game", monkeypatch)


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A module in the current folder, and the file that is there once it has run."""
    (tmp_path / "planted.py").write_text(PLANTED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "planted", raising=False)
    yield tmp_path / "planted.ran"
    sys.modules.pop("planted", None)


def forget(planted):
    """As in a new process: what has run so far does not count."""
    sys.modules.pop("planted", None)
    planted.unlink()


@pytest.mark.parametrize("name", [*NAMES, *CARRIED])
def test_a_name_that_runs_code_is_refused_however_it_is_wrapped(name):
    with pytest.raises(ValueError, match=r"file\.json names the agent .* which runs code") as refused:
        check_names(["random", name], "file.json", trusted=["python:planted:Other"])
    assert f"add --trust {name}" in str(refused.value)
    check_names(["random", name], "file.json", trusted=[name])


def test_the_remedy_is_whole_and_can_be_pasted():
    names = ["python:a:B", "random", "python:a:B", "text:python:c:d,retries=1 2"]
    with pytest.raises(ValueError, match=r"the agents python:a:B and text:python:c:d,retries=1 2, which run code"):
        check_names(names, "file.json")
    assert repeated(names) == " --trust python:a:B --trust 'text:python:c:d,retries=1 2'"
    assert repeated(["heuristic", "ismcts:sims=3"]) == ""


def test_a_saved_game(planted, name, tmp_path):
    path = tmp_path / "game.jsonl"
    text = run("play", "toy_game", "--seed", 5, "--opponents", name, answers=f"1\ns {path}\nq\n")
    assert f"--resume {path} --trust {name}" in text.replace("\n", "")
    forget(planted)
    text = run("play", "--resume", path, code=2)
    assert f"{path} names the agent {name}, which runs code" in text and f"--trust {name}" in text
    assert not planted.exists()
    run("play", "--resume", path, "--opponents", "random", answers="1\n" * 50)
    assert not planted.exists()
    assert "The game is over" in run("play", "--resume", path, "--trust", name, answers="1\n" * 50)
    assert planted.exists()


def test_a_contest(planted, name, tmp_path):
    folder = tmp_path / "contest"
    tournament.start(Contest("ghosts_in_the_graveyard", (name, "random"), (2,), 1), folder).close()
    forget(planted)
    resume = ("tournament", "--resume", "--out", folder, "--workers", 1)
    text = run(*resume, code=2)
    assert "games.sqlite names the agent" in text and f"add --trust {name}" in text
    with pytest.raises(ValueError, match="which runs code"):
        tournament.resume(folder)
    assert not planted.exists()
    run(*resume, "--trust", "python:other:Player", code=2)
    assert not planted.exists()
    run(*resume, "--trust", name)
    assert planted.exists()
    run("tournament", name, "random", "--resume", "--out", folder, "--workers", 1)  # named in full, trusted as well


@pytest.mark.parametrize("field", ["instead", "opponents"])
def test_a_training_run(planted, field, name, tmp_path, capsys):
    pytest.importorskip("sb3_contrib")
    from haunted_env.learning.run import arguments, main

    folder = main("test", ["--preset", "test", "--game", "toy_game", "--out", str(tmp_path / "run"), "--total", "64"])
    config = json.loads((folder / "config.json").read_text())
    config[field] = name if field == "instead" else {"self": 0.5, name: 0.5}
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(SystemExit):
        main("test", ["--resume", str(folder)])
    said = capsys.readouterr().err
    assert f"config.json names the agent {name}, which runs code" in said and f"add --trust {name}" in said
    assert not planted.exists()
    given = arguments("test", ["--resume", str(folder), "--trust", "random", "--trust", name])
    assert given.trust == ("random", name)
