"""Every game is played again before it counts: a record that is not true is a forfeit."""

import dataclasses
import json

import numpy as np
import pytest

from haunted_env.arena import match, plan, referee, report, results, tournament
from haunted_env.arena.match import play_games
from haunted_env.arena.plan import Contest
from haunted_env.arena.store import StoreError
from tests.agents.players import FirstLegal
from tests.arena.test_match import SHORT, comparable
from tests.envs.conftest import registered


@pytest.fixture
def contest(spec):
    names = {option.name for option in spec.options}
    options = {key: value for key, value in SHORT.items() if key in names}
    return Contest(spec.name, ("random", "random:seed=1"), (spec.players[0],), 2, 5, options)


def test_games_that_were_played_count_as_they_are(contest):
    records = play_games(contest, list(plan.games(contest)))
    assert all(one is other for one, other in zip(referee.judged(contest, records), records, strict=True))


@pytest.fixture
def toys(monkeypatch):
    registered("toy_game", monkeypatch)
    return Contest("toy_game", ("random", "python:tests.agents.players:FirstLegal"), (2,), 4)


def rigged(record, **changes):
    return dataclasses.replace(record, **changes)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda r: {"winners": [1 - seat for seat in r.winners]}, "other winners"),
        (lambda r: {"returns": r.returns[::-1]}, "other returns"),
        (lambda r: {"roles": ["king"] * 2}, "other roles"),
        (lambda r: {"reason": "by right"}, "other reason"),
        (lambda r: {"turns": r.turns + 1}, "other turns"),
        (lambda r: {"decisions": [0, 0]}, "other decisions"),
        (lambda r: {"state_hash": "0" * 64}, "other state_hash"),
        (lambda r: {"state_hash": ""}, "other state_hash"),
        (lambda r: {"actions": r.actions[:-1]}, "the game is not over"),
        (lambda r: {"actions": np.append(r.actions, r.actions[-1:])}, "is not legal"),
        (lambda r: {"actions": np.full_like(r.actions, 999)}, "action 1 of"),
        (lambda r: {"actions": np.full_like(r.actions, -1)}, "action 1 of"),
        (lambda r: {"forfeit": 0, "winners": [], "reason": "forfeit"}, "the game is over"),
    ],
)
def test_a_rigged_record_is_a_forfeit(toys, change, fault):
    records = play_games(toys, list(plan.games(toys)))
    records[2] = rigged(records[2], **change(records[2]))
    fair = referee.judged(toys, records)
    assert [one is other for one, other in zip(fair, records, strict=True)] == [True, True, False, *[True] * 5]
    assert fair[2].plan.seating[fair[2].forfeit] == 1  # whose agent is somebody's code
    assert fault in fair[2].error
    assert (fair[2].winners, fair[2].reason) == ([], "forfeit")
    assert fair[2].returns[fair[2].forfeit] == -1


def test_forfeits_are_played_again_too(toys, monkeypatch):
    @dataclasses.dataclass(kw_only=True)
    class Weary(FirstLegal):
        def act(self, view):
            if (view.games["table"]["turn"] > 2).any():
                raise RuntimeError("tired")
            return super().act(view)

    made = match._made
    monkeypatch.setattr(match, "_made", lambda n, spec, seat: Weary(spec=spec) if ":" in n else made(n, spec, seat))
    records = play_games(toys, list(plan.games(toys)))
    assert any(record.forfeit is not None for record in records)
    assert [comparable(r) for r in referee.judged(toys, records)] == [comparable(r) for r in records]
    longer = [rigged(r, actions=r.actions[:-1]) for r in records if len(r.actions)]
    assert all(r.error.startswith("the game does not go as") for r in referee.judged(toys, longer))


def test_an_agent_that_changes_the_game_gains_nothing(toys, monkeypatch):
    """In the referee's own process there are no walls: it is found out all the same."""

    @dataclasses.dataclass(kw_only=True)
    class Cheat(FirstLegal):
        def act(self, view):
            cards = view._batch.games["secret"]["card"]
            cards[:] = np.roll(cards, 1, axis=1)
            return super().act(view)

    made = match._made
    monkeypatch.setattr(match, "_made", lambda n, spec, seat: Cheat(spec=spec) if ":" in n else made(n, spec, seat))
    fair = referee.judged(toys, play_games(toys, list(plan.games(toys))))
    assert {record.plan.seating[record.forfeit] for record in fair} == {1}


def test_results_say_so(monkeypatch, tmp_path):
    registered("toy_game", monkeypatch)
    some = Contest("toy_game", ("random", "heuristic"), (2,), 4)
    with tournament.start(some, tmp_path) as store:
        tournament.run(store)
        assert report.write(store)["replayed"] == {"games": 8, "rigged": 0, "reason": ""}
        true = list(store.records())
        store.add([rigged(record, winners=[record.plan.seating.index(1)]) for record in true])
        found = report.write(store)
    lost = sum(record.winners != [record.plan.seating.index(1)] for record in true)
    assert found["replayed"]["rigged"] == found["agents"][1]["forfeits"] == lost > 0
    assert "the game does not go as its record says: other winners" in (tmp_path / report.REPORT).read_text()
    assert json.loads((tmp_path / results.RESULTS).read_text())["replayed"]["rigged"] == lost


def test_games_of_another_contest_do_not_count(monkeypatch, tmp_path):
    registered("toy_game", monkeypatch)
    some = Contest("toy_game", ("random", "heuristic"), (2,), 4)
    with tournament.start(some, tmp_path) as store:
        tournament.run(store)
        first = next(store.records())
        for change in ({"deal": 9}, {"seating": (0, 0)}, {"seating": (0, 7)}, {"seed": 4}):
            store.add([rigged(first, plan=dataclasses.replace(first.plan, **change))])
            with pytest.raises(StoreError, match="is none of the contest's"):
                report.write(store)
            store._database.execute("DELETE FROM games WHERE deal = 9")
            store.add([first])


def test_under_other_rules_nothing_can_be_said(monkeypatch, tmp_path):
    registered("toy_game", monkeypatch)
    with tournament.start(Contest("toy_game", ("random",), (2,), 2), tmp_path) as store:
        tournament.run(store)
        changed = json.dumps(store.versions | {"game": 7})
        store._database.execute("UPDATE about SET value = ? WHERE key = 'versions'", (changed,))
        found = report.write(store)
    assert found["replayed"]["games"] == 0
    assert "the version of the game has changed since" in found["replayed"]["reason"]
    assert "not checked by playing the games again" in (tmp_path / report.REPORT).read_text()
