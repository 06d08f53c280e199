"""The report: complete, self-contained, and true to the results."""

import dataclasses
import json
import re
import sys
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest

from haunted_env.agents.random import RandomAgent
from haunted_env.arena import figures, pages, report, results, tournament
from haunted_env.arena.plan import Contest
from haunted_env.arena.referee import Counted
from haunted_env.arena.store import Store
from haunted_env.play import replay as core_replay
from haunted_env.play.replay import Replay
from tests import toy_game
from tests.arena.made import contest, record
from tests.arena.test_match import QUICK, SHORT
from tests.envs.conftest import registered

VOID = {"meta", "br", "circle", "rect", "line", "polyline"}


class Checker(HTMLParser):
    """Tags that match, and every link."""

    def __init__(self):
        super().__init__()
        self.open, self.links, self.seen = [], [], set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        self.links += [value for name, value in attributes if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


def checked(text):
    checker = Checker()
    checker.feed(text)
    assert checker.open in ([], ["html"])
    return checker


@pytest.fixture
def played(spec, tmp_path):
    """A finished contest of each game in a folder."""
    names = {option.name for option in spec.options}
    options = {key: value for key, value in SHORT.items() if key in names}
    agents = ["random", "random:seed=1", *(["heuristic"] if spec.heuristic else [])]
    low, high = spec.players
    counts = tuple(sorted({low, min(high, low + 1)}))
    with tournament.start(Contest(spec.name, tuple(agents), counts, 3, 0, options), tmp_path) as store:
        tournament.run(store, workers=1)
        report.write(store)
    return tmp_path


def test_needs_nothing_else_and_links_to_what_is_there(spec, played):
    text = (played / report.REPORT).read_text()
    page = checked(text)
    assert not {"script", "link", "img", "iframe"} & page.seen
    assert set(re.findall(r"https?://[^\"'<> ]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in text
    assert "@import" not in text
    assert len(page.links) >= 4
    for link in page.links:
        assert (played / link).is_file()
        if link.endswith(".jsonl"):
            core_replay.verify(spec, Replay.load(played / link))
        else:
            checked((played / link).read_text())


def test_shows_the_results(spec, played):
    text = (played / report.REPORT).read_text()
    found = json.loads((played / results.RESULTS).read_text())
    assert found == results.read(played)
    for agent in found["agents"]:
        assert agent["name"] in text
        assert f"{100 * agent['win_rate']:.1f} %" in text
    for reason in found["reasons"]:
        assert reason.replace("_", " ") in text
    for option in spec.options:
        assert option.name in text


def test_results_have_what_was_promised(spec, played):
    found = results.read(played)
    assert {"agents", "game", "players", "deals", "options", "versions"} <= set(found)
    assert found["player_counts"] == found["players"]
    for n, options in found["options_by_players"].items():
        assert options == spec.check_options({**found["options"], "players": int(n)})
    assert "players" not in found["options"]
    assert found["game"] == spec.name
    assert found["versions"]["content_hash"] == spec.content_hash
    for agent in found["agents"]:
        assert {"name", "games", "win_rate", "interval", "by_role"} <= set(agent)
        assert sum(cell["games"] for cell in agent["by_role"].values()) == agent["games"]
        assert sum(cell["games"] for cell in agent["by_players"].values()) == agent["games"]
        for n, cells in agent["by_players_and_role"].items():
            assert sum(cell["games"] for cell in cells.values()) == agent["by_players"][n]["games"]
    for role, cell in found["roles"].items():
        assert cell["games"] == sum(
            roles[role]["games"] for roles in found["roles_by_players"].values() if role in roles
        )
    wins = sum(row["games"] * row["win_rate"] for row in found["agents"])
    assert wins == pytest.approx(sum(sum(row["wins"]) for row in found["reasons"].values()), abs=0.2)
    assert sum(row["games"] for row in found["reasons"].values()) == found["games"] == found["planned"]


def test_tables_for_other_programs(played):
    found = results.read(played)
    games = (played / "games.csv").read_text().splitlines()
    assert len(games) == 1 + sum(agent["games"] for agent in found["agents"])
    agents = [line.split(",") for line in (played / "agents.csv").read_text().splitlines()]
    overall = {row[0]: float(row[3]) for row in agents[1:] if row[1] == "all"}
    assert overall == {agent["name"]: agent["win_rate"] for agent in found["agents"]}


def test_one_number_of_players_is_a_number(monkeypatch, tmp_path):
    registered("toy_game", monkeypatch)
    with tournament.start(contest("random", "heuristic"), tmp_path) as store:
        with pytest.raises(ValueError, match="no game has been finished yet"):
            report.write(store)
        tournament.run(store, workers=1)
        found = report.write(store)
    assert (found["players"], found["player_counts"]) == (2, [2])
    assert found["options"] == found["options_by_players"]["2"] == {"players": 2, "rounds": 4, "limit": 0}


UNCHECKED = {"games": 0, "rigged": 0, "reason": "never played"}


def made_up(tmp_path, records, *agents):
    """A report on games that were never played."""
    with Store.create(tmp_path, contest(*agents), toy_game.SPEC) as store:
        found = results.write(store, Counted(records, UNCHECKED))
        return pages.report(found, records, [])


@pytest.fixture
def toys(monkeypatch):
    registered("toy_game", monkeypatch)


@pytest.mark.usefixtures("toys")
def test_names_and_errors_cannot_break_the_page(tmp_path, monkeypatch):
    nasty = "<script>alert(1)</script>&\"'"
    monkeypatch.setattr("haunted_env.arena.fingerprint.make_agent", lambda name, spec, *_: RandomAgent(spec=spec))
    lost = record((0, 1), [], forfeit=1, error="<b>broken</b>", reason="forfeit", roles=["", ""])
    text = made_up(tmp_path, [lost, record((1, 0), [0], rotation=1)], "random", nasty)
    assert "script" not in checked(text).seen
    assert "<b>broken" not in text
    assert "&lt;b&gt;broken" in text
    assert "Forfeits" in text


@pytest.mark.usefixtures("toys")
def test_only_forfeits(tmp_path):
    lost = record((0, 1), [], forfeit=1, error="x", reason="forfeit", roles=["", ""])
    checked(made_up(tmp_path, [lost], "random", "heuristic"))


@pytest.mark.usefixtures("toys")
def test_beliefs_are_drawn(tmp_path):
    beliefs = np.array([[t, 0, 1, 0.3, 0.7] for t in range(5)], np.float32)
    text = made_up(tmp_path, [record((0, 1), [0], d, beliefs=beliefs) for d in range(3)], "random", "heuristic")
    assert "calibration" in text
    checked(text)


@pytest.mark.usefixtures("toys")
def test_beliefs_that_were_none_are_told(tmp_path):
    confused = record((0, 1), [0], refused=[0, 3], refusals=["", "a probability is <7>"])
    text = made_up(tmp_path, [confused], "random", "heuristic")
    assert "Beliefs left out" in text
    assert "a probability is &lt;7&gt;" in text
    checked(text)


@pytest.mark.usefixtures("toys")
def test_illegal_decisions_are_a_share_of_decisions(tmp_path):
    mumbled = record((0, 1), [0], illegal=[0, 3], illegal_answers=[0, 9])
    with Store.create(tmp_path, contest("random", "heuristic"), toy_game.SPEC) as store:
        found = results.write(store, Counted([mumbled], UNCHECKED))["agents"][1]
    assert (found["decisions"], found["illegal_rate"], found["illegal_answers"]) == (4, 0.75, 9)
    head, *rows = [line.split(",") for line in (tmp_path / "games.csv").read_text().splitlines()]
    assert [(row[head.index("illegal")], row[head.index("illegal_answers")]) for row in rows] == [
        ("0", "0"),
        ("3", "9"),
    ]


@pytest.mark.usefixtures("toys")
def test_forfeits_are_told_with_what_the_others_got(tmp_path):
    lost = record((0, 1), [], forfeit=1, error="x", reason="forfeit", roles=["", ""])
    text = made_up(tmp_path, [lost, *(record((1, 0), [1], deal, 1) for deal in range(12))], "random", "heuristic")
    told = "the others share as many wins as finished games have winners on average (1.00 with 2 players)"
    assert told in " ".join(text.split())
    assert "Fewer than 10 deals" not in text
    head, *rows = [line.split(",") for line in (tmp_path / "games.csv").read_text().splitlines()]
    assert [row[head.index("credit")] for row in rows[:2]] == ["1.0", "0.0"]


@pytest.mark.usefixtures("toys")
def test_ratings_from_few_deals_are_not_shown(tmp_path):
    few = [record((0, 1), [deal % 2], deal) for deal in range(9)]
    text = made_up(tmp_path, few, "random", "heuristic")
    assert "Fewer than 10 deals are too few" in text
    assert 'aria-label="ratings"' not in text


def test_a_game_that_goes_otherwise_now_is_left_out_of_the_replays(toys, tmp_path):
    with tournament.start(contest("random", "heuristic"), tmp_path) as store:
        tournament.run(store, workers=1)
        report.write(store)
        links = checked((tmp_path / report.REPORT).read_text()).links
        first = links[0].removesuffix(".html")
        first_game = next(store.records())
        store.add([dataclasses.replace(first_game, state_hash="other")])
        found = report.write(store)
    text = (tmp_path / report.REPORT).read_text()
    assert checked(text).links[: len(links) - 2] == links[2:]
    assert not list(tmp_path.glob(f"{first}.*"))
    assert "no replay: the game does not go as its record says: other state_hash" in text
    assert found["games"] == found["planned"]


def test_a_scenario_that_is_gone_costs_the_replays_alone(tmp_path):
    scenario = tmp_path / "mine.toml"
    scenario.write_text(QUICK.read_text(encoding="utf-8"), encoding="utf-8")
    some = Contest("destinies", ("random",), (1, 2), 1, options={"scenario": str(scenario)})
    with tournament.start(some, tmp_path / "out") as store:
        tournament.run(store, workers=1)
        scenario.unlink()
        found = report.write(store)
    assert found["options"]["scenario"] == str(scenario)
    text = (tmp_path / "out" / report.REPORT).read_text()
    assert checked(text).links == []
    assert f"no replay: {scenario}" in text or f"no replay: option scenario={str(scenario)!r}" in text


def test_a_full_disk_is_told_with_the_file(toys, tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    with tournament.start(contest("random"), tmp_path) as store:
        tournament.run(store, workers=1)
        monkeypatch.setattr("haunted_env.engine.files.os.fsync", full)
        with pytest.raises(OSError, match=f"No space left on device: '{tmp_path / results.RESULTS}'"):
            report.write(store)
    assert not list(tmp_path.glob(".*.tmp"))


def without_jinja(monkeypatch):
    """As if Jinja2 were not installed."""
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.delitem(sys.modules, "haunted_env.arena.pages")
    monkeypatch.delattr("haunted_env.arena.pages")


@pytest.mark.usefixtures("toys")
def test_without_jinja_there_are_results_and_an_error_that_names_the_extra(tmp_path, monkeypatch):
    without_jinja(monkeypatch)
    with tournament.start(contest("random", deals=1), tmp_path) as store:
        tournament.run(store, workers=1)
        with pytest.raises(ValueError, match=r'needs Jinja2: pip install "haunted-env\[arena\]"'):
            report.write(store)
    assert results.read(tmp_path)["games"] == 1
    assert not (tmp_path / report.REPORT).exists()


@pytest.mark.usefixtures("toys")
def test_an_unfinished_contest_says_so(tmp_path):
    assert "1 of 8 games played so far" in made_up(tmp_path, [record((0, 1), [0])], "random", "heuristic")


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-110, 95, [-100, -50, 0, 50]),
        (0, 7, [0, 1, 2, 3, 4, 5, 6, 7]),
        (3, 3, [3]),
    ],
)
def test_ticks_are_round_numbers(low, high, expected):
    assert figures.ticks(low, high) == expected


@pytest.mark.parametrize("label", ["random", "checkpoints/haunted_destinies/a_rather_long_name"])
def test_numbers_below_an_axis_keep_apart(label):
    rows = [figures.Estimate(label, 0.0, -270.0, 140.0)]
    drawn = figures.forest(rows, "ratings")
    places = [float(x) for x in re.findall(r'<text x="([-\d.]+)"[^>]*class="tick"', drawn)]
    assert len(places) > 1 and min(b - a for a, b in pairwise(places)) > 30


def test_long_numbers_below_an_axis_do_not_run_into_each_other():
    drawn = figures.forest([figures.Estimate("a", -0.0126, -0.0179, -0.0075)], "detection")
    places = [
        (float(x), number) for x, number in re.findall(r'<text x="([\d.]+)"[^>]*class="tick"[^>]*>([^<]*)<', drawn)
    ]
    assert [number for _, number in places] == ["-0.015", "-0.01", "-0.005", "0"]
    assert all(right - left > figures.CHAR * len(number) for (left, number), (right, _) in pairwise(places))
