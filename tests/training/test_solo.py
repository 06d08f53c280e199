"""Games for one player, and games with a score of their own: measured, drawn, evaluated; plain stable-baselines3."""

import csv
import json
import warnings

import pytest

pytest.importorskip("sb3_contrib")

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.arena.against import ALONE, against
from haunted_env.learning.run import main
from haunted_env.play.batch import Batch
from training import evaluate, train_solo

DESTINIES = registry.spec("destinies")
HALLOW = {"scenario": "hallow_pass", "max_days": 12}
OPTIONS = ["--options", *(f"{name}={value}" for name, value in HALLOW.items())]


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A short run with one and two players."""
    words = ["--preset", "test", "--game", "destinies", "--players", "1", "2", *OPTIONS]
    folder = tmp_path_factory.mktemp("solo") / "run"
    return main("test", [*words, "--evaluate-deals", "4", "--out", str(folder)])


def test_a_run_measures_one_player_alone_and_several_against_others(run):
    found = rows(run / "evaluations.csv")
    assert {row["against"] for row in found} == {"random", "heuristic", ALONE} and found[0]["decisions"] == "0"
    alone = [row for row in found if row["against"] == ALONE]
    assert len(alone) > 1 and all(row["games"] == "4" for row in alone)
    state = json.loads((max((run / "state").iterdir()) / "state.json").read_text())
    (written,) = (
        row for row in state["course"]["references"] if (row["agent"], row["against"]) == ("heuristic", ALONE)
    )
    assert written["rate"] > 0 and 0 < written["days_low"] <= written["days"] <= written["days_high"] <= 12
    assert (run / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_its_checkpoint_is_evaluated_alone_and_against_others(run):
    found = evaluate.main([str(run / "checkpoint"), "--deals", "5"])
    said = [(row["what"], row["against"], row["players"], row["games"]) for row in found]
    assert said[:3] == [(name, ALONE, 1, 5) for name in ("heuristic", "random", "all roles")]
    assert [one for one in said[3:] if "only" not in one[0]] == [
        ("heuristic", "heuristic", 2, 10),
        ("all roles", "heuristic", 2, 10),
        ("heuristic", "random", 2, 10),
        ("all roles", "random", 2, 10),
    ]
    assert all((row["days"]["mean"] is None) == (row["win_rate"] == 0) for row in found)


def test_a_policy_says_so_when_it_meets_a_scenario_that_it_never_saw(run):
    agent = make_agent(str(run / "checkpoint"), DESTINIES)
    known = Batch(DESTINIES, 2, {**HALLOW, "players": 1}, observation="compact")
    known.deal(0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        agent.act(View(known))
    strange = Batch(DESTINIES, 2, {"players": 1}, observation="compact")
    strange.deal(0)
    with pytest.warns(UserWarning, match="trained with other data"):
        agent.act(View(strange))


def test_scores_are_those_of_the_winners():
    contest = against("destinies", "heuristic", ALONE, 1, 40, 0, {"scenario": "hallow_pass"})
    assert contest.scored.sum() == contest.wins.sum() > 30
    mean, (low, high) = contest.score()["mean"], contest.score()["interval"]
    assert 5 < low < mean < high < 12


def test_plain_stable_baselines3_learns_from_the_same_games(tmp_path):
    words = ["--steps", "20000", "--every", "9000", "--episodes", "10", "--out", str(tmp_path)]
    found = train_solo.main([*OPTIONS, *words])
    assert [row["games"] for row in found.rows] == [10] * len(found.rows) and len(found.rows) >= 3
    assert [int(row["decisions"]) for row in rows(tmp_path / "evaluations.csv")][:2] == [0, 16384]
    assert (tmp_path / "curves.png").exists() and (tmp_path / "model.zip").exists()


@pytest.mark.parametrize(("option", "reason"), [("players", "expected NAME=VALUE"), ("scenario=none", "none")])
def test_options_that_are_wrong_are_named(option, reason, tmp_path, capsys):
    with pytest.raises(SystemExit):
        train_solo.main(["--options", option, "--out", str(tmp_path)])
    assert reason in capsys.readouterr().err
