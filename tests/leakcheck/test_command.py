"""`haunted-env leakcheck`, as a user types it."""

import sys

import pytest
from typer.testing import CliRunner

from haunted_env import registry
from haunted_env.cli import app
from haunted_env.envs.pettingzoo import raw_env
from haunted_env.leakcheck import check
from haunted_env.leakcheck.own import OwnGame

TOY = "tests.leakcheck.high_card"
EXCHANGE = ("--exchange", f"{TOY}:exchange")


def run(*words, code=0):
    done = CliRunner(env={"HAUNTED_ENV_QUIET": "1"}).invoke(app, ["leakcheck", *map(str, words)])
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.output


def test_a_clean_game():
    text = run(f"{TOY}:env", *EXCHANGE, "--games", 3)
    assert "compared: acting, observation['observation']" in text
    assert "3 games ended, 18 decisions checked" in text
    assert "no leak found" in text


def test_a_leak_is_exit_code_1_and_what_may_be_the_reason():
    text = run(f"{TOY}:env", *EXCHANGE, "-o", "leaks=info", "--games", 2, "--seed", 7, code=1)
    assert "LEAK" in text
    assert "info['deck']['next'][0] is" in text
    assert "(seat player_0, seed 7, step 0)" in text
    assert "--known tells these apart" in text


def test_known_and_playing_on():
    words = (f"{TOY}:env", *EXCHANGE, "--known", f"{TOY}:known", "--games", 2)
    assert "no leak found" in run(*words, "--play-on", 2)
    text = run(*words, "-o", "leaks=later", "--play-on", 2, "--acting", "--every", 2, code=1)
    assert "1 actions after the exchange" in text
    assert "--known" not in text


def test_an_environment_that_is_there_already():
    assert "no leak found" in run(f"{TOY}:READY", *EXCHANGE, "--games", 1)


def test_a_class_makes_environments_too():
    assert "LEAK" in run(f"{TOY}:HighCard", *EXCHANGE, "-o", "leaks=words", "--games", 1, code=1)


def test_render():
    text = run(f"{TOY}:env", *EXCHANGE, *("-o", "leaks=render", "-o", "render_mode=ansi", "--render"), code=1)
    assert "render is 'card" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no_such_module:env"], "the game 'no_such_module:env': No module named 'no_such_module'"),
        ([f"{TOY}:no_such_name"], "has no attribute 'no_such_name'"),
        ([f"{TOY}:"], "expected MODULE:NAME"),
        (["no_such_game"], "expected MODULE:NAME (an environment or what makes one), openspiel:GAME, or one of our"),
        ([f"{TOY}:env"], "there is no exchange"),
        ([f"{TOY}:env", "--exchange", "nowhere"], "--exchange 'nowhere': expected MODULE:NAME"),
        (
            [f"{TOY}:env", "--exchange", f"{TOY}:ROUNDS"],
            "--exchange 'tests.leakcheck.high_card:ROUNDS': not a function",
        ),
        ([f"{TOY}:env", *EXCHANGE, "--known", "nowhere:f"], "--known 'nowhere:f': No module named 'nowhere'"),
        ([f"{TOY}:env", *EXCHANGE, "-o", "players=3"], "cannot be made with options {'players': 3}"),
        ([f"{TOY}:READY", *EXCHANGE, "-o", "leaks=info"], "--option has nothing to act on"),
        ([f"{TOY}:ROUNDS", *EXCHANGE], "int is neither an AEC environment of PettingZoo nor a game of OpenSpiel"),
        ([f"{TOY}:env", "--exchange", f"{TOY}:nothing"], "no exchange changed anything, so nothing was tested"),
        ([f"{TOY}:env", "--exchange", f"{TOY}:too_much", "--known", f"{TOY}:known"], "changes what the seat may know"),
        ([f"{TOY}:env", *EXCHANGE, "--games", "0"], "games"),
        ([f"{TOY}:env", *EXCHANGE, "--render"], "render_mode='ansi'"),
        (["haunting_house", "-o", "players=99"], "players"),
        (["haunting_house", "-o", "render_mode=ansi"], "render_mode"),
    ],
)
def test_bad_input_is_one_clear_line(words, message):
    assert message in " ".join(run(*words, code=2).split())


def test_openspiel_that_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert "openspiel: is not installed: pip install open_spiel" in run("openspiel:leduc_poker", code=2)


# The games of this package


@pytest.mark.parametrize("name", registry.GAMES)
def test_our_own_games_work_out_of_the_box(name):
    text = run(name, "--games", 1, "--every", 25, "--seconds", 300)
    assert "no leak found" in text
    assert "absolute seats (" in text
    assert "imagined world" in text


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_leak_in_one_of_ours_would_be_found(name):
    """If seats were shown the whole record."""

    class Open(OwnGame):
        def seen(self, seat):
            return super().seen(seat) | {"record": self.raw.batch.raw[0].copy()}

    report = check(Open(registry.spec(name)), games=1, every=25, seconds=10)
    assert {leak.entry for leak in report.leaks} == {"record"}


def test_the_exchange_of_ours_leaves_the_game_itself_alone():
    env = raw_env("haunting_house")
    game = OwnGame(env.spec)
    game.reset(2)
    before = game.raw.get_state()
    check(game, games=1, every=1000)
    game.reset(2)
    assert game.raw.get_state() == before
