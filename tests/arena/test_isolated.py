"""Agents that are somebody's code play in processes of their own: what they do there costs them their game alone."""

import dataclasses
import json
import multiprocessing
import os
import re

import msgspec
import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import View
from haunted_env.arena import isolated, messages, plan, report, tournament
from haunted_env.arena.isolated import Limits
from haunted_env.arena.match import play_games
from haunted_env.arena.messages import Question
from haunted_env.arena.plan import Contest
from haunted_env.arena.worker import Seat
from haunted_env.play.view import known_part
from tests.agents.misbehaving import KINDS
from tests.agents.players import FirstLegal
from tests.agents.positions import running, view_of
from tests.arena.test_match import comparable
from tests.arena.zoo import GAME, LIMITS, ZOO, against_random, is_as_expected, played
from tests.test_cli import run


@pytest.fixture(autouse=True)
def processes():
    """None is left behind."""
    before = set(multiprocessing.active_children())
    with isolated.closing():
        yield
    assert set(multiprocessing.active_children()) <= before


@pytest.fixture(scope="module")
def zoo():
    """What becomes of all kinds at one table."""
    quiet, found = played()
    contest, plans = against_random()
    (alone,) = play_games(contest, plans)
    assert comparable(quiet) == comparable(alone)  # the game beside all these is what it would have been
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_agent_does_costs_it_its_game_alone(zoo, kind):
    record = zoo[kind]
    assert is_as_expected(kind, record), record.error
    record.error.encode()
    assert len(record.error) < 5000


def test_the_same_games_as_in_this_process():
    name = "python:tests.agents.players:FirstLegal"
    contest = Contest("haunted_destinies", ("random", name), (3,), 2, options={"max_turns": 8})
    plans = list(plan.games(contest))
    apart = [comparable(record) for record in play_games(contest, plans, LIMITS)]
    assert apart == [comparable(record) for record in play_games(contest, plans)]


@pytest.mark.parametrize(("kind", "forfeit"), [("raises", None), ("os._exit(1)", 1), ("hangs", 1)])
def test_beliefs_cost_a_game_only_if_nobody_is_left_to_ask(kind, forfeit):
    contest, plans = against_random(f"python:tests.agents.misbehaving:Unbelievable,kind={kind}", beliefs=True)
    _, record = play_games(contest, plans, LIMITS)
    assert record.forfeit == forfeit
    assert bool(record.refused[1]) == (forfeit is None)


def test_an_agent_that_was_too_slow_for_all_games_at_once_is_asked_one_by_one():
    contest, plans = against_random(f"{ZOO},kind=hangs,after=5")
    plans = [plans[0], *(dataclasses.replace(plans[1], rotation=i) for i in range(1, 4))]
    quiet, *records = play_games(contest, plans, LIMITS)
    assert quiet.forfeit is None
    assert [record.forfeit for record in records] == [1] * 3


IN_THIS_PROCESS = ("unencodable", "unspeakable", "own BaseException", "GeneratorExit", "sys.exit", "no generators")
IN_THIS_PROCESS += ("too few generators", "generators forgotten", "illegal in words", "rows", "seats", "no answer")


@pytest.mark.parametrize("kind", IN_THIS_PROCESS)
def test_without_limits_the_guard_holds_what_it_can(kind):
    contest, plans = against_random(f"{ZOO},kind={kind}")
    quiet, record = play_games(contest, plans)
    assert quiet.forfeit is None
    assert is_as_expected(kind, record), record.error


def test_the_user_can_still_interrupt():
    contest, plans = against_random(f"{ZOO},kind=KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        play_games(contest, plans)


# What is sent


def test_nothing_is_sent_but_what_the_seat_may_know(spec):
    """The question holds the known part of the games, byte for byte, and nothing else that depends on the game."""
    batch = running(spec)
    view = view_of(batch)
    sent = messages.question(messages.ACT, view)
    question = msgspec.msgpack.decode(sent, type=Question)
    assert question.games == known_part(spec, batch.raw, batch.rows, view.seats).tobytes()
    assert set(msgspec.msgpack.decode(sent)) == {"what", "options", "games", "generators"}
    assert question.options == batch.options
    assert question.generators == view.generators.tobytes()
    scrambled = batch.clone()
    for part in set(spec.record.names) - {"table", "ledger", "work"}:
        scrambled.games[part] = np.zeros_like(scrambled.games[part])
    for row, seat in enumerate(view.seats):
        others = [other for other in range(spec.record["ledger"].shape[0]) if other != seat]
        scrambled.games["ledger"][row, others] = np.zeros_like(scrambled.games["ledger"][row, others])
    again = View(scrambled, generators=view.generators)
    assert messages.question(messages.ACT, again) == sent


def test_over_there_the_view_is_the_same(spec):
    batch = running(spec)
    view = view_of(batch)
    sent = msgspec.msgpack.decode(messages.question(messages.ACT, view), type=Question)
    there = Seat(FirstLegal(spec=spec)).view(sent)
    assert len(there) == len(view)
    for name in ("masks", "seats", "generators", "roles", "card_masks", "location_masks", "observations"):
        assert (getattr(there, name) == getattr(view, name)).all(), name
    assert there.games.tobytes() == view.games.tobytes()
    for kind in ("full", "compact") if spec.features else ("full",):
        assert (there.observed(kind) == view.observed(kind)).all()
    if spec.belief:
        assert (there.belief() == view.belief()).all()
    if spec.heuristic:
        assert (there.suggested() == view.suggested()).all()


def test_a_process_per_seat_that_knows_no_other(tmp_path):
    """One agent in both seats of a game: two processes, and neither ever holds the other's ledger or the secret."""
    name = f"python:tests.agents.misbehaving:Listener,log={tmp_path / 'log'}"
    contest = Contest(GAME, (name,), (2,), 2)
    play_games(contest, list(plan.games(contest)), LIMITS)
    lines = {tuple(line.split()) for line in (tmp_path / "log.processes").read_text().splitlines()}
    assert {seat for *_, seat in lines} == {"0", "1"}
    assert len({process for process, *_ in lines}) == len(lines) == 2
    assert str(os.getpid()) not in {process for process, *_ in lines}
    spec = registry.spec(GAME)
    games = np.frombuffer((tmp_path / "log").read_bytes(), spec.record)
    assert len(games) > 10
    for game in games:
        assert not any(game["secret"].tobytes())
        own = int(game["table"]["decider"])
        for seat in range(len(game["ledger"])):
            assert seat == own or not any(game["ledger"][seat].tobytes())


def test_an_instance_per_seat_in_this_process_too(tmp_path):
    name = f"python:tests.agents.misbehaving:Listener,log={tmp_path / 'log'}"
    contest = Contest(GAME, (name,), (2,), 1)
    play_games(contest, list(plan.games(contest)))
    lines = {tuple(line.split()) for line in (tmp_path / "log.processes").read_text().splitlines()}
    assert len(lines) == 2


def test_the_code_of_others_is_not_even_imported_by_the_referee(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    code = "import os\nopen(os.environ['SEEN'], 'a').write(f'{os.getpid()}\\n')\ndef ask(prompt):\n    return '1'\n"
    (tmp_path / "foreign_player.py").write_text(code, encoding="utf-8")
    monkeypatch.setenv("SEEN", str(tmp_path / "seen"))
    contest = Contest(GAME, ("random", "text:python:foreign_player:ask"), (2,), 1)
    with tournament.start(contest, tmp_path / "out") as store:
        tournament.run(store, workers=1)
        assert report.write(store)["forfeits"] == []
    tournament.resume(tmp_path / "out", trusted=contest.agents).close()
    imported = (tmp_path / "seen").read_text().split()
    assert len(imported) >= 3
    assert str(os.getpid()) not in imported


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os; os._exit(0)", "ended the process it played in (exit code 0)"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("import no_such_module", "No module named 'no_such_module'"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_an_agent_that_cannot_be_made_is_refused_before_anything_is_written(tmp_path, monkeypatch, code, reason):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "poor_player.py").write_text(code, encoding="utf-8")
    contest = Contest(GAME, ("random", "text:python:poor_player:ask"), (2,), 1)
    with pytest.raises(ValueError, match=re.escape(reason)):
        tournament.start(contest, tmp_path / "out")
    assert not (tmp_path / "out").exists()


# Limits


def test_limits_on_the_command_line(tmp_path):
    words = ("match", "random", f"{ZOO},kind=hangs", "--game", GAME, "--deals", 1, "--out", tmp_path)
    run(*words, "--seconds", 1.5, "--fixed")
    (lost,) = json.loads((tmp_path / "results.json").read_text())["forfeits"]
    assert lost["error"] == "took longer than 1.5 s"
    assert "seconds=-1" in run(*words, "--seconds", -1, code=2)


@pytest.mark.parametrize("limits", [{"seconds": -1}, {"memory": -0.5}, {"seconds": float("nan")}])
def test_limits_that_make_no_sense(limits):
    with pytest.raises(ValueError, match=next(iter(limits))):
        Limits(**limits)
