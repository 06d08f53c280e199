"""Talk in games that were played: what the referee hears is what was said, also after an interruption."""

import dataclasses

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import Agent
from haunted_env.agents.random import random_actions
from haunted_env.arena import plan, referee, report, talk_summary, tournament
from haunted_env.arena.match import Match, play_games
from haunted_env.arena.plan import Contest
from haunted_env.games.haunted_destinies.actions import TELLING, Decision
from haunted_env.games.haunted_destinies.tables import OPENER
from haunted_env.play.table import Observer
from tests.arena.test_match import SHORT
from tests.games.haunted_destinies.style_counts import holder

NAME = "haunted_destinies"
SPEC = registry.spec(NAME)
FIRST = SPEC.actions.first
ALWAYS = ("TALK", "TELL", "TRADE", "ACCUSE", "PASS", "NOTES", "YES")  # the first of them that is legal


@dataclasses.dataclass(kw_only=True)
class Talker(Agent):
    """Knows who the Opener is, and says so to everybody, or accuses others; asks for notes and gives nothing; believes
    whoever spoke last."""

    honest: bool

    def act(self, view):
        chosen = view.absolute(random_actions(view))
        for i, row in enumerate(view.rows):
            game, legal = view._batch.games[row], view.legal(i).tolist()
            wanted = [FIRST[name] for name in ALWAYS if FIRST[name] in legal]
            if is_accusing(game, view.seats[i]):
                opener = FIRST["SEAT"] + holder(game, OPENER)
                wanted = [opener] if self.honest else [action for action in legal if action != opener]
            chosen[i] = wanted[0] if wanted else chosen[i]
        return view.from_absolute(chosen)

    def belief(self, view):
        said = np.full((len(view), view.n_seats), 1 / view.n_seats)
        table = view.games["table"]
        for i in np.flatnonzero(table["n_claims"]):
            newest = table["claims"][i, (table["n_claims"][i] - 1) % table["claims"].shape[1]]
            said[i] = 0.1 / (view.n_seats - 1)
            said[i, (newest["seat"] - view.seats[i] * view.relative) % view.n_seats] = 0.9
        return said


def is_accusing(game, seat):
    """Whether a seat is asked whom it accuses."""
    return game["ledger"]["decision"][seat] == Decision.TALK_SEAT


class Counts(Observer):
    """Counts what is said at the table, by the agents that say it: in public, in private."""

    def __init__(self, names):
        self.names, self.of = names, {}

    def decided(self, table, number, view, actions):
        for row, seat in zip(view.rows, view.seats):
            game = table.batch.games[row]
            if is_accusing(game, seat):
                said = self.of.setdefault(self.names[row][seat], [0, 0])
                said[int(game["table"]["label"] == TELLING)] += 1


def played(monkeypatch, *agents, deals=2):
    """Games of talkers, as far as the referee counts them, and what an observer of the table counted."""
    monkeypatch.setattr(
        "haunted_env.arena.match.agent_for", lambda name, spec, *_: Talker(spec=spec, honest=name == "honest")
    )
    some = Contest(NAME, agents, (4,), deals, 3, SHORT)
    games = list(plan.games(some))
    match = Match(SPEC, some, games)
    counts = Counts([[agents[agent] for agent in game.seating] for game in games])
    match.observers.append(counts)
    records = match.play_all()
    fair, talk = referee.played_again(some, records)
    assert all(one is other for one, other in zip(fair, records, strict=True))
    return talk_summary.summary(SPEC, agents, fair, talk), counts


def test_the_referee_hears_what_an_observer_of_the_table_does(monkeypatch):
    found, counts = played(monkeypatch, "honest", "liar")
    for row in found["agents"]:
        assert [row["claims"]["said"], row["tells"]["said"]] == counts.of[row["agent"]]
        for said in (row["claims"], row["tells"]):
            assert said["said"] > 0
            assert said["true"] == (said["said"] if row["agent"] == "honest" else 0)
            assert said["lies"] <= said["said"] - said["true"]
        parts = row["by_role"].values()
        assert sum(part["claims"]["said"] for part in parts) == row["claims"]["said"]
    trades = [row["trades"] for row in found["agents"]]
    for trade in trades:
        assert trade["offers"] == trade["accepted"] == trade["given"]["nothing"] > 0
        assert trade["given"]["item"] == trade["given"]["word"] == 0
    assert sum(trade["given"]["notes"] for trade in trades) == sum(trade["accepted"] for trade in trades)


def test_who_is_told_the_truth_finds_out_and_who_is_lied_to_is_misled(monkeypatch):
    for name, sign in (("honest", 1), ("liar", -1)):
        (row,) = played(monkeypatch, name, deals=4)[0]["agents"]
        for index, value in (("detection", sign), ("deception", -sign)):
            part = "index" if index == "detection" else "misled"
            low, high = row[index][f"{part}_interval"]
            assert low <= row[index][part] <= high
            assert row[index][part] * value > 0


@pytest.fixture
def small():
    return Contest(NAME, ("heuristic", "random"), (3,), 2, 7, SHORT)


def test_without_notes_what_is_said_is_counted_all_the_same(small):
    quiet = dataclasses.replace(small, beliefs=False)
    records = play_games(quiet, list(plan.games(quiet)))
    found = talk_summary.summary(SPEC, quiet.agents, *referee.played_again(quiet, records))
    assert sum(row["claims"]["said"] for row in found["agents"]) > 0
    assert [row["deception"] for row in found["agents"]] == [None, None]


def test_games_that_do_not_go_as_they_say_are_not_heard(small):
    records = play_games(small, list(plan.games(small)))
    records[1] = dataclasses.replace(records[1], turns=records[1].turns + 1)
    _, talk = referee.played_again(small, records)
    assert [one is None for one in talk] == [i == 1 for i in range(len(records))]


def test_search_says_what_its_knowledge_says(small):
    small = dataclasses.replace(small, agents=("ismcts:sims=1,rollout=random", "random"))
    records = play_games(small, list(plan.games(small)))
    found = talk_summary.summary(SPEC, small.agents, *referee.played_again(small, records))
    detection = found["agents"][0]["detection"]
    assert detection["index"] == 0
    assert detection["notes"] > 0
    assert found["agents"][0]["deception"]["misled"] == 0


def test_an_interrupted_contest_ends_with_the_same_figures(small, tmp_path):
    with tournament.start(small, tmp_path / "whole") as store:
        tournament.run(store, workers=1)
        whole = report.write(store)["talk"]
    with tournament.start(dataclasses.replace(small, deals=1), tmp_path / "parts") as store:
        tournament.run(store, workers=1)
        assert report.write(store)["talk"] != whole
    with tournament.resume(tmp_path / "parts", {"deals": 2}) as store:
        tournament.run(store, workers=1)
        assert report.write(store)["talk"] == whole
    for name in ("talk.csv", "results.json"):
        assert (tmp_path / "parts" / name).exists()
    assert (tmp_path / "parts" / "talk.csv").read_bytes() == (tmp_path / "whole" / "talk.csv").read_bytes()
