"""Talk in the arena: what was said, believed and traded, worked out by hand (games: test_talk_played.py)."""

import dataclasses

import numpy as np
import pytest

from haunted_env.arena import pages, report, results, talk_summary, tournament
from haunted_env.arena.referee import Counted
from haunted_env.arena.store import Store
from haunted_env.arena.talk import GameTalk, Moment
from haunted_env.spec.talk import NONE, Heard, Offer, Remark, Talk
from tests import toy_game
from tests.arena.made import contest, record
from tests.arena.test_report import UNCHECKED, checked
from tests.envs.conftest import registered

PLAYER = 1  # the one role of the toy game
LOG = {p: -np.log(p) for p in (0.2, 0.4, 0.5, 0.8)}


def silent(games):
    return np.zeros(len(games), bool)


@pytest.fixture
def toys(monkeypatch):
    """The toy game, as if its players talked."""
    registered("toy_game", monkeypatch)
    talk = Talk(("horse", "nothing"), silent, lambda before, action, after: Heard((), ()), silent)
    talking = dataclasses.replace(toy_game.SPEC, talk=talk)
    monkeypatch.setattr(toy_game, "SPEC", talking)
    return talking


def moment(step, turn, observer, *exact, hider=1):
    return Moment(step, turn, observer, truth=1, hider=hider, exact=np.array(exact, np.float32))


def remark(speaker, listener, outcome=NONE, *, true=False, lie=False, denies=False):
    return Remark(speaker, listener, PLAYER, true, lie, outcome, denies)


def by_hand():
    """a (seat 0) looks for what b (seat 1) hides; c (seat 2) looks on and says nothing about what it believes."""
    talk = GameTalk(
        remarks=[
            (1, remark(1, NONE, 1, lie=True, denies=True)),  # seat 0 moves away from it, seat 2 says nothing
            (1, remark(1, 0, 1, true=True)),  # seat 0 moves towards it
            (3, remark(1, 0, 2)),  # and away
            (3, remark(0, 2, 1, true=True)),
            (3, remark(0, NONE, true=True)),  # about something else
            (9, remark(2, 0, 1, true=True)),  # nobody is asked again
        ],
        offers=[Offer(0, 1, "horse", "nothing", True), Offer(0, 2, "horse", "horse", False)],
        moments=[
            moment(0, 0, 0, 0.4, 0.2, 0.4),
            moment(1, 0, 1, 0, 0.8, 0.2),
            moment(2, 1, 0, 0.4, 0.2, 0.4),
            moment(2, 1, 2, 0.5, 0.5, 0),
            moment(4, 2, 0, 0.2, 0.4, 0.4),
            moment(5, 3, 0, 0, 1, 0, hider=NONE),  # now everybody knows
        ],
    )
    notes = [(0, 0, 1, 0.4, 0.2, 0.4), (0, 1, 1, 0.5, 0.5, 0), (1, 0, 1, 0.2, 0.4, 0.4), (2, 0, 1, 0, 0.8, 0.2)]
    notes += [(3, 0, 1, 0, 1, 0)]
    return record((0, 1, 2), [0], beliefs=np.array(notes, np.float32)), talk


@pytest.fixture
def found(toys):
    game, talk = by_hand()
    return talk_summary.summary(toys, ("a", "b", "c"), [game], [talk])


def test_what_was_said_by_hand(found):
    a, b, c = found["agents"]
    assert (found["games"], found["roles"]) == (1, ["player"])
    assert [row["seats"] for row in (a, b, c)] == [1, 1, 1]
    assert (a["claims"], a["tells"]) == ({"said": 1, "true": 1, "lies": 0}, {"said": 1, "true": 1, "lies": 0})
    assert (b["claims"], b["tells"]) == ({"said": 1, "true": 0, "lies": 1}, {"said": 2, "true": 1, "lies": 0})
    assert (c["claims"], c["tells"]) == ({"said": 0, "true": 0, "lies": 0}, {"said": 1, "true": 1, "lies": 0})
    assert b["by_role"] == {"player": {"claims": b["claims"], "tells": b["tells"]}}


def test_who_was_believed_by_hand(found):
    """Of the three times that b speaks to a: denied, but a rises from 0.2 to 0.4; said, and a does; seat 2 falls from
    0.4 to 0.2. By knowledge alone, nothing moves at first, and seat 2 stays where it is."""
    a, b, c = found["agents"]
    assert a["moved"] is None
    assert c["moved"] is None
    assert (b["moved"]["listeners"], b["moved"]["stated"], b["moved"]["exact"]) == (3, 0.3333, 0.0)


def test_trades_by_hand(found):
    a, b, c = (row["trades"] for row in found["agents"])
    assert a == {"offers": 2, "accepted": 1, "given": {"horse": 1, "nothing": 0}}
    assert b == {"offers": 0, "accepted": 0, "given": {"horse": 0, "nothing": 1}}
    assert c == {"offers": 0, "accepted": 0, "given": {"horse": 0, "nothing": 0}}


def test_deception_by_hand(found):
    """Others could know 0.2, 0.2, 0.5 and 0.4 of b; a says 0.2, 0.4 and 0.8."""
    a, b, c = (row["deception"] for row in found["agents"])
    assert a is None
    assert c is None
    assert (b["moments"], b["notes"]) == (4, 3)
    assert b["exact"] == pytest.approx((0.8 + 0.8 + 0.5 + 0.6) / 4)
    assert b["stated"] == pytest.approx((0.8 + 0.6 + 0.2) / 3, abs=1e-4)
    assert b["misled"] == pytest.approx((0 - 0.2 - 0.4) / 3)


def test_detection_by_hand(found):
    a, b, c = (row["detection"] for row in found["agents"])
    assert (a["notes"], b["notes"], c) == (3, 1, None)
    assert a["log_loss"] == pytest.approx((LOG[0.2] + LOG[0.4] + LOG[0.8]) / 3, abs=1e-4)
    assert a["exact"] == pytest.approx((LOG[0.2] + LOG[0.2] + LOG[0.4]) / 3, abs=1e-4)
    assert a["index"] == pytest.approx(a["exact"] - a["log_loss"], abs=2e-4)
    assert b["index"] == pytest.approx(LOG[0.8] - LOG[0.5], abs=1e-4)


def test_intervals_are_drawn_by_deal(toys):
    """Half of the deals have 0.2 at every moment, half 0.8: one moment or twenty of a deal, it is one draw."""
    for n in (1, 20):
        records, talk = [], []
        for deal in range(40):
            chance = 0.2 if deal % 2 else 0.8
            records.append(record((0, 1), [0], deal, beliefs=np.zeros((0, 5), np.float32)))
            talk.append(GameTalk(moments=[moment(i, i, 0, 1 - chance, chance) for i in range(n)]))
        (_, b) = talk_summary.summary(toys, ("a", "b"), records, talk)["agents"]
        low, high = b["deception"]["exact_interval"]
        assert b["deception"]["exact"] == pytest.approx(0.5)
        assert 0.35 < low < 0.45 < 0.55 < high < 0.65


def test_notes_of_another_kind_count_as_none(toys):
    """A record's beliefs are what somebody's file says."""
    game, talk = by_hand()
    for beliefs in (np.zeros((4, 4), np.float32), np.zeros((0, 3), np.float32)):
        strange = dataclasses.replace(game, beliefs=beliefs)
        rows = talk_summary.summary(toys, ("a", "b", "c"), [strange], [talk])["agents"]
        assert [row["detection"] for row in rows] == [None] * 3
        assert rows[1]["deception"]["notes"] == 0


def written(folder, toys, counted):
    with Store.create(folder, contest("random", "heuristic", "random:seed=1", players=3), toys) as store:
        return results.write(store, counted)


def test_report_and_table_show_it(toys, tmp_path):
    game, talk = by_hand()
    found = written(tmp_path, toys, Counted([game], UNCHECKED, [talk]))
    text = pages.report(found, [game], [])
    checked(text)
    for title in ("Talk", "Trades", "Who is believed", "Deception index", "Detection index"):
        assert f"<h2>{title}</h2>" in text
    assert "A seat makes 0.67 claims and 1.33 tells a game, and takes part in 0.67 trades." in " ".join(text.split())
    head, *rows = [line.split(",") for line in (tmp_path / results.TALK).read_text().splitlines()]
    assert [row[:2] for row in rows] == [[name, role] for name in found_names(found) for role in ("all", "player")]
    second = dict(zip(head, rows[2], strict=True))
    assert (second["lying_claims"], second["tells"], second["given_nothing"]) == ("1", "2", "1")
    assert float(second["deception_exact"]) == pytest.approx(0.675)
    assert all(len(row) == len(head) for row in rows)


def found_names(found):
    return [row["agent"] for row in found["talk"]["agents"]]


def test_games_that_nobody_can_replay_have_none(toys, tmp_path):
    game, talk = by_hand()
    written(tmp_path, toys, Counted([game], UNCHECKED, [talk]))
    with Store.open(tmp_path, write=True) as store:
        assert results.write(store, Counted([game], UNCHECKED))["talk"] is None
    assert not (tmp_path / results.TALK).exists()


def test_games_without_talk_show_nothing(monkeypatch, tmp_path):
    registered("toy_game", monkeypatch)
    with tournament.start(contest("random", "heuristic"), tmp_path) as store:
        tournament.run(store, workers=1)
        assert report.write(store)["talk"] is None
    assert not (tmp_path / results.TALK).exists()
    assert "Deception" not in (tmp_path / report.REPORT).read_text()
