"""Games for one player, and games with a score of their own: measured, drawn, evaluated; plain stable-baselines3."""

import csv
import json
import warnings

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.play.batch import Batch
from training import evaluate, train_solo
from training.contests import against
from training.measure import ALONE, Measured, measure
from training.run import main

DESTINIES = registry.spec("destinies")
HALLOW = {"scenario": "hallow_pass", "max_days": 12}


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A short run with one and two players."""
    words = ["--preset", "test", "--game", "destinies", "--players", "1,2", "--options", json.dumps(HALLOW)]
    folder = tmp_path_factory.mktemp("solo") / "run"
    return main("test", [*words, "--advice", "8", "--evaluate-deals", "4", "--out", str(folder)])


def test_a_run_measures_one_player_alone_and_several_against_fields(run):
    found = rows(run / "evaluations.csv")
    assert {row["against"] for row in found} == {"random", "heuristic", ALONE} and found[0]["decisions"] == "0"
    alone = [row for row in found if row["against"] == ALONE and row["decides_as"] == "all"]
    assert len(alone) > 1 and all(row["games"] == "4" and not row["fair"] for row in alone)
    days = [[float(row[name]) for name in ("days_low", "days", "days_high")] for row in alone if row["days"]]
    assert days and all(low <= mean <= high and 0 < mean <= 12 for low, mean, high in days)
    assert (run / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_its_checkpoint_is_evaluated_alone_and_against_fields(run):
    found = evaluate.main([str(run / "checkpoint"), "--deals", "5"])
    said = [(row["what"], row["against"], row["players"], row["games"]) for row in found]
    assert said[:3] == [(name, ALONE, 1, 5) for name in ("heuristic", "random", "all roles")]
    assert said[3:] == [
        ("heuristic", "heuristic", 2, 10),
        ("all roles", "heuristic", 2, 10),
        ("heuristic", "random", 2, 10),
        ("all roles", "random", 2, 10),
    ]
    assert found[0]["fair"] is None and found[3]["fair"] == 0.5
    assert all((row["days"]["mean"] is None) == (row["win_rate"] == 0) for row in found)


def test_a_policy_says_so_when_it_meets_a_scenario_that_it_never_saw(run):
    agent = make_agent(str(run / "checkpoint"), DESTINIES)
    known = Batch(DESTINIES, 2, {**HALLOW, "players": 1})
    known.deal(0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        agent.act(View(known))
    strange = Batch(DESTINIES, 2, {"players": 1})
    strange.deal(0)
    with pytest.warns(UserWarning, match="trained with other data"):
        agent.act(View(strange))


def test_both_ways_to_measure_count_the_days_of_those_who_win():
    options = {"scenario": "hallow_pass"}
    agent = make_agent("heuristic", DESTINIES)
    found = measure(DESTINIES, {**options, "players": 1}, agent, agent, 40, 0)
    assert found.fair is None and len(found.scores) == found.wins > 30 and 5 < np.mean(found.scores) < 12
    contest = against("destinies", "heuristic", ALONE, 1, 40, 0, options)
    assert contest.scored.sum() == contest.wins.sum() > 30
    mean, (low, high) = contest.score()["mean"], contest.score()["interval"]
    assert 5 < low < mean < high < 12


def test_measures_are_joined_with_their_scores():
    both = Measured.joined([Measured(4, 2, 0.5, {"player": (2, 4)}, [3.0, 5.0]), Measured(2, 1, 0.5, {}, [7.0])])
    assert (both.games, both.wins, both.fair, both.scores) == (6, 3, 0.5, [3.0, 5.0, 7.0])
    assert both.score("days") == {"days": 5.0, "days_low": 2.737, "days_high": 7.263}
    assert Measured(2, 0, None, {}).score("days") == {}
    assert Measured.joined([Measured(2, 0, None, {}), Measured(2, 0, None, {})]).fair is None


def test_plain_stable_baselines3_learns_alone(tmp_path):
    words = ["--steps", "20000", "--every", "9000", "--episodes", "10", "--out", str(tmp_path)]
    found = train_solo.main(["--options", json.dumps(HALLOW), *words])
    assert [row["games"] for row in found.rows] == [10] * len(found.rows) and len(found.rows) >= 3
    assert [int(row["decisions"]) for row in rows(tmp_path / "evaluations.csv")][:2] == [0, 16384]
    assert (tmp_path / "curves.png").exists() and (tmp_path / "model.zip").exists()


@pytest.mark.parametrize(("options", "reason"), [("{", "expected an object in JSON"), ('{"players": 2}', "players")])
def test_options_that_are_wrong_are_named(options, reason, tmp_path, capsys):
    with pytest.raises(SystemExit):
        train_solo.main(["--options", options, "--out", str(tmp_path)])
    assert reason in capsys.readouterr().err
