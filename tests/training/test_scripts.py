"""The other scripts: evaluation, best response, belief probe, publishing, speed."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch

from haunted_env import registry
from haunted_env.agents import Agent, make_agent, names
from training import best_response, cross_play, evaluate, probe, publish, saving, speed
from training.config import preset
from training.contests import against, ratio
from training.export import is_current
from training.measure import measure
from training.run import resumed_config
from training.trainer import Trainer

ROOT = Path(__file__).parents[2]


def test_evaluation_is_on_the_card_and_the_checkpoint_still_loads(train, toy, card):
    folder = train("--players", "3") / "checkpoint"
    rows = evaluate.main([str(folder), "--deals", "6", "--write"])
    assert [(row["what"], row["against"]) for row in rows] == [
        ("heuristic", "heuristic"),
        ("all roles", "heuristic"),
        ("heuristic", "random"),
        ("all roles", "random"),
    ]
    assert all(row["games"] == 18 and row["players"] == 3 for row in rows) and "times" in rows[1]
    assert card(folder)["evaluation"]["against"] == json.loads(json.dumps(rows))
    assert make_agent(str(folder), toy).networks


def test_one_seat_against_a_field_is_counted_by_deal(toy):
    strong, weak = (against("toy_game", name, "random", 3, 40) for name in ("heuristic", "random"))
    assert strong.games.tolist() == [3] * 40 and strong.wins.sum() > weak.wins.sum()
    assert strong.by_last_role()["player"]["games"] == 120
    times = ratio(strong, weak)
    assert times["ratio"] == pytest.approx(strong.wins.sum() / weak.wins.sum(), abs=0.001)
    assert times["interval"][0] < times["ratio"] < times["interval"][1]
    assert ratio(weak, weak)["interval"] == [1.0, 1.0]


def test_agents_that_play_alike_have_the_same_games(toy, monkeypatch):
    monkeypatch.setitem(names.AGENTS, "twin", names.AGENTS["random"])
    twin, itself = (against("toy_game", name, "random", 3, 40) for name in ("twin", "random"))
    assert (twin.wins == itself.wins).all() and 0 < twin.wins.sum() < twin.games.sum()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nowhere"], "no checkpoint folder: it has no card.json"),
        (["nowhere", "--deals", "0"], "--deals 0: expected at least 1"),
        (["nowhere", "--players", "four"], "--players 'four': expected numbers separated by commas"),
    ],
)
def test_evaluation_of_nothing(toy, capsys, words, reason):
    with pytest.raises(SystemExit):
        evaluate.main(words)
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("script", [evaluate, probe])
def test_a_card_that_does_not_say_what_was_played(train, capsys, script):
    folder = train() / "checkpoint"
    card = json.loads((folder / "card.json").read_text())
    for name in ("players", "training"):
        (folder / "card.json").write_text(json.dumps({key: value for key, value in card.items() if key != name}))
        with pytest.raises(SystemExit):
            script.main([str(folder)])
        assert f"card.json: it does not say which games it was trained with (KeyError('{name}'))" in (
            capsys.readouterr().err
        )


def test_any_agent_may_be_the_response(train, toy, capsys):
    folder = str(train("--players", "3") / "checkpoint")
    found = best_response.main([folder, "--response", "heuristic", "--deals", "20"])
    assert found["agent"] == "heuristic" and found["players"] == [3] and found["response"]["games"] == 60
    assert found["response"]["win_rate"] == against("toy_game", "heuristic", folder, 3, 20).rate()["win_rate"]
    best_response.main([folder, "--response", "heuristic", "--deals", "2", "--learn", "player"])  # its only role
    with pytest.raises(SystemExit):
        best_response.main([folder, "--response", "heuristic", "--learn", "wizard"])
    assert "has no role 'wizard', only player" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        best_response.main(["heuristic", "--response", "random", "--learn", "player", "--game", "toy_game"])
    assert "the field has to be a checkpoint, which plays the other roles" in capsys.readouterr().err


def test_an_agent_may_respond_in_some_roles_and_with_several_numbers_of_players(tmp_path, capsys, monkeypatch):
    """The others are the field's: with its own policies for all of them, it is a seat of the field."""
    folder, asked = str(ROOT / "checkpoints" / "haunted_destinies" / "three_to_six"), []
    monkeypatch.setattr(best_response, "against", lambda *words: asked.append(words) or against(*words))
    options = ["--options", '{"setup": "random"}', "--players", "3,4", "--deals", "1", "--out", str(tmp_path / "kept")]
    found = best_response.main([folder, "--response", f"{folder}:seed=1", "--learn", "ghost", *options])
    assert {(words[1], words[3]) for words in asked} == {
        (agent, n) for agent in (f"{folder}:roles=investigator+opener,instead={folder}:seed=1", folder) for n in (3, 4)
    }
    assert found["players"] == [3, 4] and found["response"]["games"] == 7 and found["gain"] == 0
    assert json.loads((tmp_path / "kept" / "best_response.json").read_text()) == found
    for words, reason in (
        (["--response", "ismcts:sims=5,depth=3", "--learn", "ghost"], "with --learn it may have one setting"),
        (["--response", "random", "--resume", "x"], "--response learns nothing: leave --resume out"),
    ):
        with pytest.raises(SystemExit):
            best_response.main([folder, *words])
        assert reason in capsys.readouterr().err


def test_best_response_compares_itself_with_the_field(toy, tmp_path, capsys):
    words = ["random", "--preset", "test", "--game", "toy_game", "--players", "3", "--deals", "4"]
    found = best_response.main([*words, "--out", str(tmp_path / "run")])
    assert found == json.loads((tmp_path / "run" / "best_response.json").read_text())
    said = capsys.readouterr().out
    itself = f"{found['field_itself']['win_rate']:.1%}"
    assert f"in 12 games of 3 players among random, a seat of the field {itself} (" in said
    assert f"gain {found['gain']:+.1%}, {found['times']['ratio']:.2f} times" in said
    assert found["gain"] == pytest.approx(found["response"]["win_rate"] - found["field_itself"]["win_rate"], abs=1e-4)
    said = json.loads((tmp_path / "run" / "config.json").read_text())
    assert said["opponents"] == {"random": 1.0} and said["learners"] == 1
    with pytest.raises(SystemExit):
        best_response.main(["heuristic", "--resume", str(tmp_path / "run")])
    assert "where opponents is {'random': 1.0}" in capsys.readouterr().err


def test_a_best_response_begins_as_the_checkpoint_whatever_its_size(train, toy, tmp_path):
    size = ("--width", "24", "--hidden", "12,8", "--temperature", "0.5", "--advice", "2")
    field = train(*size, "--players", "3", "--options", '{"rounds": 2}') / "checkpoint"
    words = [str(field), "--preset", "test", "--deals", "2", "--learning-rate", "1e-12"]
    best_response.main([*words, "--out", str(tmp_path / "response")])
    said = json.loads((tmp_path / "response" / "config.json").read_text())
    assert (said["width"], said["hidden"], said["temperature"], said["advice"]) == (24, [12, 8], 0.5, 2)
    assert (said["game"], said["players"], said["options"]) == ("toy_game", [3], {"rounds": 2})
    networks = [make_agent(str(folder), toy).networks[1] for folder in (field, tmp_path / "response" / "checkpoint")]
    for mine, theirs in zip(*([network.first, *network.rest] for network in networks)):
        assert np.allclose(mine[0], theirs[0], atol=1e-3) and np.allclose(mine[1], theirs[1], atol=1e-3)


def test_an_unfinished_run_can_be_published(train, toy, tmp_path, card):
    run = train()
    publish.main([str(run), str(tmp_path / "shelf" / "mine"), "--temperature", "0.25"])
    assert card(tmp_path / "shelf" / "mine")["name"] == "mine"
    agent = make_agent(str(tmp_path / "shelf" / "mine"), toy)
    assert agent.networks and agent.temperature == 0.25


def test_what_was_measured_stays_unless_it_holds_no_longer(train, tmp_path, card):
    run = train("--players", "3")
    evaluate.main([str(run / "checkpoint"), "--deals", "2", "--write"])
    train("--resume", str(run))
    publish.main([str(run), str(tmp_path / "same")])
    assert "against" in card(run / "checkpoint")["evaluation"] and "against" in card(tmp_path / "same")["evaluation"]
    publish.main([str(run), str(tmp_path / "sharper"), "--temperature", "0.25"])
    assert card(tmp_path / "sharper")["evaluation"] == {}
    (run / "checkpoint" / "player.zip").write_bytes(b"damaged")
    publish.main([str(run), str(tmp_path / "anew")])
    assert list(card(tmp_path / "anew")["evaluation"]) == ["while_training"]


def test_a_checkpoint_of_other_weights_is_no_current_one(train):
    """Though as much was learnt."""
    run = train("--players", "3")
    trainer = Trainer(resumed_config(run, {}), resumed=True)
    saving.load(trainer, run)
    assert is_current(trainer, run / "checkpoint")
    with torch.no_grad():
        next(iter(trainer.policies.values())).action_net.bias += 1
    assert not is_current(trainer, run / "checkpoint")


def test_a_probe_finds_what_is_in_the_features():
    chance = np.random.default_rng(0)
    sought = chance.integers(3, size=4000)
    features = chance.normal(size=(4000, 6)).astype(np.float32)
    features[np.arange(4000), sought] += 3
    notes = probe.Notes(features, np.full(4000, 3), sought, np.full(4000, 1 / 3), np.arange(4000) // 10)
    weight, bias, scores = probe.fit(notes, 4, 0)
    assert weight.shape == (4, 6) and bias.shape == (4,)
    assert scores["log_loss"] < 0.4 < scores["counting"] == scores["guessing"] == pytest.approx(np.log(3), abs=1e-4)
    blind = probe.fit(notes._replace(features=features[::-1].copy()), 4, 0)[2]
    assert blind["log_loss"] > 1.0


def test_a_probe_learns_from_every_number_of_players():
    """In half of the games there is a fourth outcome, which the others must not be taught away from."""
    chance = np.random.default_rng(0)
    outcomes = np.where(np.arange(4000) % 2, 4, 3)
    sought = chance.integers(outcomes)
    features = chance.normal(size=(4000, 6)).astype(np.float32)
    features[np.arange(4000), sought] += 3
    notes = probe.Notes(features, outcomes, sought, 1 / outcomes, np.arange(4000) // 10)
    weight, _, scores = probe.fit(notes, 4, 0)
    assert weight[3, 3] > 0.5 and scores["log_loss"] < 0.4
    assert scores["guessing"] == scores["counting"] == pytest.approx((np.log(3) + np.log(4)) / 2, abs=1e-3)


def test_games_with_nothing_to_find_out_have_no_probe(train, capsys):
    folder = train() / "checkpoint"
    with pytest.raises(SystemExit):
        probe.main([str(folder)])
    assert "there is nothing to find out" in capsys.readouterr().err


def test_speed_is_measured_beside_a_do_nothing_environment(toy):
    found = speed.measure(preset("test", game="toy_game"))
    for ratio_, beside in (("ratio", "do_nothing_per_s"), ("ratio_as_it_comes", "as_it_comes_per_s")):
        assert found[ratio_] == pytest.approx(found["decisions_per_s"] / found[beside], abs=0.01)
    assert found["with_opponents_per_s"] > 0


@dataclass(kw_only=True, eq=False)
class Asked(Agent):
    """The hand-written player, who notes in which roles it was asked."""

    roles: set = field(default_factory=set)

    def act(self, view):
        self.roles |= set(self.spec.role_of(view.games, view.seats).tolist())
        return view.advice()


def test_wins_by_role_are_those_of_games_in_which_its_policy_was_asked():
    """Also where the seat ends in another role: every investigator who dies has decided as one before."""
    spec = registry.spec("haunted_destinies")
    asked = Asked(spec=spec)
    found = measure(spec, {"players": 3, "setup": "random"}, asked, asked, 12, 5)
    roles = {name: games for name, (wins, games) in found.roles.items()}
    assert roles["investigator"] == found.games == 36 and 0 < roles["ghost"] < 36
    assert set(roles) == {spec.roles[role] for role in asked.roles}
    assert found.roles["investigator"][0] == found.wins


def test_learners_become_better_than_random(train, toy):
    """A few seconds of training are enough for the toy game."""
    size = ("--total", "40000", "--games", "64", "--rollout", "2048", "--players", "3", "--width", "32")
    folder = train(*size, "--learning-rate", "3e-3", "--evaluate-every", "40000", "--checkpoint-minutes", "5")
    mine, reference = (against("toy_game", name, "random", 3, 100) for name in (str(folder / "checkpoint"), "random"))
    assert ratio(mine, reference)["interval"][0] > 1.1


def test_the_snippets_of_the_page_run():
    page = Path(__file__).parents[2] / "docs" / "training.md"
    snippets = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert snippets
    names: dict = {}
    exec(compile("\n".join(snippets), page.name, "exec"), names)
    assert names["model"].num_timesteps >= 1024


def test_every_script_has_its_line_on_the_page():
    root = Path(__file__).parents[2]
    text = (root / "docs" / "training.md").read_text(encoding="utf-8")
    scripts = [p.name for p in (root / "training").glob("*.py") if '__name__ == "__main__"' in p.read_text()]
    assert len(scripts) >= 8 and [name for name in scripts if name not in text] == []


def test_cross_play_pairs_everybody_with_everybody(train, toy, tmp_path):
    folders = [str(train("--players", "3", "--seed", str(seed), name=f"run{seed}") / "checkpoint") for seed in (0, 1)]
    out = tmp_path / "cross.json"
    found = cross_play.main([*folders, "--players", "3", "--deals", "5", "--out", str(out)])
    assert [(row["seat"], row["field"]) for row in found["pairings"]] == [(a, b) for a in folders for b in folders]
    assert all(row["games"] == 15 and 0 <= row["win_rate"] <= 1 for row in found["pairings"])
    assert json.loads(out.read_text()) == json.loads(json.dumps(found))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["a", "a"], "two checkpoints or more, each another one"),
        (["a", "b", "--deals", "0"], "--deals 0: expected at least 1"),
        (["nowhere", "elsewhere"], "no checkpoint folder: it has no card.json"),
    ],
)
def test_cross_play_of_nothing(toy, capsys, words, reason):
    with pytest.raises(SystemExit):
        cross_play.main(words)
    assert reason in capsys.readouterr().err
