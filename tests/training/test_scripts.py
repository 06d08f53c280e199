"""The scripts: training by role, evaluation, best response, cross-play, belief probe, export, publishing, speed."""

import importlib
import json

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO

from haunted_env.agents import make_agent, names
from haunted_env.arena.against import SeatGames, against, ratio
from haunted_env.learning import saving
from haunted_env.learning.ppo import SelfPlayPPO
from haunted_env.play.batch import Batch
from haunted_env.registry import spec
from training import ablate, best_response, cross_play, evaluate, export, noise_audit, probe, publish, speed


def refused(main, words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    return capsys.readouterr().err


def test_evaluation_is_on_the_card_and_the_checkpoint_still_loads(train, toy, card):
    folder = train("--players", "3") / "checkpoint"
    rows = evaluate.main([str(folder), "--deals", "6", "--write"])
    assert [(row["what"], row["against"]) for row in rows if "only" not in row["what"]] == [
        ("heuristic", "heuristic"),
        ("all roles", "heuristic"),
        ("heuristic", "random"),
        ("all roles", "random"),
    ]
    assert all(row["games"] == 18 and row["players"] == 3 for row in rows) and "times" in rows[1]
    assert card(folder)["evaluation"]["against"] == json.loads(json.dumps(rows))
    more = evaluate.main([str(folder), "--deals", "6", "--against", "random:seed=9", "--write"])
    assert card(folder)["evaluation"]["against"] == sorted(
        json.loads(json.dumps(rows)), key=lambda row: (row["against"], row["players"])
    ) + json.loads(json.dumps(more))
    assert make_agent(str(folder), toy).networks


def test_evaluation_against_agents_by_name(train, toy):
    folder = str(train("--players", "3") / "checkpoint")
    words = [folder, "--deals", "5", "--players", "3", "--no-single-roles"]
    rows = evaluate.main([*words, "--against", "random:seed=3", folder])
    assert [(row["what"], row["against"]) for row in rows] == [
        (what, other) for other in ("random:seed=3", folder) for what in ("heuristic", "all roles")
    ]
    assert all(row["games"] == 15 for row in rows) and "times" in rows[1] and "times" in rows[3]


def test_one_seat_against_others_is_counted_by_deal(toy):
    strong, weak = (against("toy_game", name, "random", 3, 40) for name in ("heuristic", "random"))
    assert strong.games.tolist() == [3] * 40 and strong.wins.sum() > weak.wins.sum()
    assert strong.by_last_role()["player"]["games"] == 120
    times = ratio(strong, weak)
    assert times["ratio"] == pytest.approx(strong.wins.sum() / weak.wins.sum(), abs=0.001)
    assert times["interval"][0] < times["ratio"] < times["interval"][1]
    assert ratio(weak, weak)["interval"] == [1.0, 1.0]
    joined = SeatGames.joined([strong, weak])
    assert joined.games.sum() == 240 and joined.wins.sum() == strong.wins.sum() + weak.wins.sum()


def test_wins_are_told_by_the_role_that_was_dealt():
    options = {"setup": "random", "max_turns": 6}
    found, same = (against("haunted_destinies", "random", "random", 4, 30, options=options) for _ in range(2))
    dealt = {role: tally["games"] for role, tally in found.by_dealt_role().items()}
    assert dealt == {"investigator": 90, "opener": 30}, "one of the four seats holds the card, in every deal"
    assert sum(wins.sum() for _, wins in found.dealt.values()) == found.wins.sum()
    found.dealt["opener"][1][:] = [1, 0] * 15
    same.dealt["opener"][1][:] = [1, 0, 1, 0, 0] * 6
    times = found.by_dealt_role(same)["opener"]["times"]
    assert times["ratio"] == pytest.approx(15 / 12) and times["interval"][0] < 1 < times["interval"][1]
    assert "times" not in found.by_dealt_role()["opener"]


def test_whoever_holds_the_opener_card_is_dealt_its_role():
    game = spec("haunted_destinies")
    batch = Batch(game, 64, {"players": 5}, observation=None)
    batch.deal(np.arange(64))
    roles = game.queries.dealt_roles(batch.games)
    holder = game.inference.belief.truth(batch.games, np.zeros(64, np.int64))
    assert roles.shape == (64, 5) and (roles[batch.rows, holder] == game.roles.index("opener")).all()
    assert (roles == game.roles.index("opener")).sum() == 64


def test_agents_that_play_alike_have_the_same_games(toy, monkeypatch):
    monkeypatch.setitem(names.AGENTS, "twin", names.AGENTS["random"])
    twin, itself = (against("toy_game", name, "random", 3, 40) for name in ("twin", "random"))
    as_it_is = against("toy_game", make_agent("random", toy), "random", 3, 40)
    assert (twin.wins == itself.wins).all() and 0 < twin.wins.sum() < twin.games.sum()
    assert (as_it_is.wins == itself.wins).all()


@pytest.mark.parametrize(
    ("main", "words", "reason"),
    [
        (evaluate.main, ["nowhere"], "no checkpoint folder nowhere"),
        (evaluate.main, ["nowhere", "--deals", "0"], "--deals 0: expected at least 1"),
        (evaluate.main, ["nowhere", "--players", "four"], "--players"),
        (probe.main, ["nowhere"], "no checkpoint folder nowhere"),
        (export.main, ["nowhere", "x.zip"], "no checkpoint folder nowhere"),
        (publish.main, ["nowhere", "x"], "holds no run"),
        (publish.main, ["nowhere", "x", "--temperature", "-1"], "--temperature -1: expected"),
        (best_response.main, ["heuristic", "--deals", "0"], "--deals 0: expected at least 1"),
        (cross_play.main, ["a", "a"], "two checkpoints or more, each another one"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(toy, capsys, main, words, reason):
    assert reason in refused(main, words, capsys)


def test_any_agent_may_be_the_response(train, toy, tmp_path):
    folder = str(train("--players", "3") / "checkpoint")
    out = tmp_path / "kept"
    found = best_response.main([folder, "--response", "heuristic", "--deals", "20", "--out", str(out)])
    assert found["agent"] == "heuristic" and found["players"] == [3] and found["response"]["games"] == 60
    assert found["response"]["win_rate"] == against("toy_game", "heuristic", folder, 3, 20).rate()["win_rate"]
    assert json.loads((out / "best_response.json").read_text()) == found


def test_a_response_is_learnt_and_compared_with_its_opponents(toy, tmp_path, capsys):
    words = ["random", "--preset", "test", "--game", "toy_game", "--players", "3", "--deals", "4"]
    found = best_response.main([*words, "--out", str(tmp_path / "run")])
    assert found == json.loads((tmp_path / "run" / "best_response.json").read_text())
    said = capsys.readouterr().out
    itself = f"{found['opponent_itself']['win_rate']:.1%}"
    assert f"in 12 games of 3 players among random, one of them in its seat {itself} (" in said
    assert f"gain {found['gain']:+.1%}, {found['times']['ratio']:.2f} times" in said
    settings = json.loads((tmp_path / "run" / "config.json").read_text())
    assert settings["opponents"] == {"random": 1.0} and settings["learners"] == 1
    err = refused(best_response.main, ["heuristic", "--resume", str(tmp_path / "run")], capsys)
    assert "goes on with the settings of the run, where" in err and "not 'heuristic'" in err


def test_a_response_begins_as_the_checkpoint_whatever_its_size(train, toy, tmp_path):
    opponents = (
        train("--width", "24", "--temperature", "0.25", "--players", "3", "--options", "rounds=2") / "checkpoint"
    )
    words = [str(opponents), "--preset", "test", "--deals", "2", "--learning-rate", "1e-12"]
    best_response.main([*words, "--out", str(tmp_path / "response")])
    settings = json.loads((tmp_path / "response" / "config.json").read_text())
    assert (settings["width"], settings["temperature"]) == (24, 0.25)
    assert (settings["game"], settings["players"], settings["options"]) == ("toy_game", [3], {"rounds": 2})
    seen = np.random.default_rng(0).integers(0, 2, (20, toy.features.layout.size)).astype(np.int8)
    masks = np.ones((20, toy.actions.size), np.int8)
    mine, theirs = (
        make_agent(str(folder), toy).networks[1].logits(seen, masks)
        for folder in (opponents, tmp_path / "response" / "checkpoint")
    )
    assert mine == pytest.approx(theirs, abs=1e-2)


def test_policies_of_two_runs_meet(train, tmp_path, capsys):
    folders = [str(train("--seed", seed, name=seed) / "checkpoint") for seed in "12"]
    found = cross_play.main([*folders, "--players", "3", "--deals", "4", "--out", str(tmp_path / "found.json")])
    assert found == json.loads((tmp_path / "found.json").read_text())
    assert [(row["seat"], row["among"]) for row in found["pairings"]] == [(a, b) for a in folders for b in folders]
    assert all(row["games"] == 12 for row in found["pairings"]) and "among 2" in capsys.readouterr().out


def test_an_unfinished_run_can_be_published_and_exported(train, toy, tmp_path, card, monkeypatch):
    whole, keep = train(), saving.save

    def save_and_stop(learner, folder, course):
        keep(learner, folder, course)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(saving, "save", save_and_stop)
        with pytest.raises(SystemExit):
            train(name="cut")
    publish.main([str(tmp_path / "cut"), str(tmp_path / "published"), "--temperature", "0.1"])
    said = card(tmp_path / "published")
    assert said["temperature"] == 0.1 and said["training"]["decisions"] == 0 and said["evaluation"] == {}
    assert make_agent(str(tmp_path / "published"), toy).networks
    export.main([str(whole / "checkpoint"), str(tmp_path / "policy.zip")])
    assert MaskablePPO.load(tmp_path / "policy.zip", device="cpu").action_space.n == toy.actions.size


def test_the_probe_tells_what_a_policy_knows(tmp_path, card, capsys):
    """In a game where there is something to find out."""
    from haunted_env.learning.run import main

    words = ["--preset", "test", "--game", "ghosts_in_the_graveyard", "--players", "2", "3"]
    folder = main("test", [*words, "--out", str(tmp_path / "run")]) / "checkpoint"
    found = probe.main([str(folder), "--games", "40"])["policy.safetensors"]
    assert found["counting"] < found["guessing"] and found["decisions"] > 50
    assert card(folder)["evaluation"]["belief_probe"] == {"policy.safetensors": found}
    game = spec("ghosts_in_the_graveyard")
    agent = make_agent(str(folder), game)
    env = importlib.import_module("haunted_env").make("ghosts_in_the_graveyard_v0", players=2)
    env.reset(seed=3)
    from haunted_env.play.view import View

    beliefs = agent.belief(View(env.unwrapped.batch))
    assert beliefs.sum(axis=1) == pytest.approx(1) and (beliefs >= 0).all()
    assert "expected at least 8" in refused(probe.main, [str(folder), "--games", "5"], capsys)


def test_the_noise_audit_finds_where_outcomes_come_from(train, toy):
    folder = train()
    words = [str(folder / "checkpoint"), "--positions", "12", "--continuations", "12"]
    rows = noise_audit.main(words)
    assert noise_audit.main(words) == rows, "the seed decides everything"
    found = rows[0]
    assert (found["role"], found["positions"]) == ("all", 12)
    assert found["variance"] > 0.1
    assert found[noise_audit.SECRET] > 0.2, "the highest card wins, and others' cards are hidden"
    assert 0 <= found[noise_audit.OWN] <= 2


def test_the_noise_audit_of_a_sure_thing(toy):
    """Outcomes that depend on the secret alone, and a critic that knows each position's mean."""
    rng = np.random.default_rng(1)
    means = rng.choice([-0.5, 0.5], 400)
    tossed = np.where(rng.random((400, 64)) < (1 + means[:, None]) / 2, 1.0, -1.0)
    fixed = np.broadcast_to(means[:, None], (400, 64))
    outcomes = dict.fromkeys(noise_audit.FACTORS, fixed) | {"everything": tossed, noise_audit.SECRET: tossed}
    found = noise_audit.figures(toy, np.ones(400, int), means, outcomes)[0]
    assert found["settled"] == pytest.approx(0.25, abs=0.03)
    assert found["critic"] == pytest.approx(0.0, abs=0.01)
    assert found[noise_audit.SECRET] == 1.0
    assert found[noise_audit.LUCK] == found[noise_audit.OWN] == 0.0


def test_a_series_of_ablations_goes_on_where_it_was(toy, tmp_path, capsys):
    words = ["--game", "toy_game", "--base", "test", "--players", "3", "--deals", "6", "--out", str(tmp_path)]
    words += ["--total", "300", "--only", "base"]
    (row,) = ablate.main(words)
    assert (row["run"], row["mine"]["all"]["games"], row["decisions"]) == ("base", 18, 300)
    weights = tmp_path / "base-0" / "checkpoint" / "policy.safetensors"
    before = weights.stat().st_mtime_ns
    again, other = ablate.main([*words, "keep 1"])
    assert again == row and weights.stat().st_mtime_ns == before
    assert other["run"] == "keep 1" and other["reference"] == row["reference"]
    table = (tmp_path / "table.md").read_text()
    assert table in capsys.readouterr().out and len(table.splitlines()) == 4
    words[words.index("300")] = "400"
    assert "has other settings than this series" in refused(ablate.main, words, capsys)
    assert "--only 'nothing': there are base" in refused(ablate.main, ["--only", "nothing"], capsys)


@pytest.mark.parametrize("role", ["investigator", "ghost", "opener"])
def test_each_role_of_the_flagship_has_a_script(role):
    script = importlib.import_module(f"training.train_{role}")
    assert role in spec("haunted_destinies").roles and f"train_{role}.py" in script.__doc__


def test_one_role_of_the_flagship_learns(tmp_path, card):
    from haunted_env.learning.run import main

    out = ["--preset", "test", "--total", "300", "--instead", "random", "--opponents", "random=1"]
    folder = main("test", [*out, "--out", str(tmp_path / "run")], roles=("investigator",))
    said = card(folder / "checkpoint")
    assert list(said["roles"]) == ["investigator"] and said["instead"] == "random"


def test_speed_is_measured_beside_maskable_ppo(toy, capsys):
    words = ["--game", "toy_game", "--players", "3", "--games", "16", "--rollout", "512", "--batch-size", "128"]
    found = speed.main(words)
    assert found["times"] == pytest.approx(found["per_second"] / found["as_it_comes"])
    assert "by MaskablePPO as it comes where nothing happens" in capsys.readouterr().out


def test_a_learner_has_a_table_for_each_number_of_players(toy):
    from haunted_env.learning.config import preset

    learner = SelfPlayPPO(preset("test", game="toy_game", players=(2, 4)))
    assert [table.batch.n_seats for table in learner.tables] == [2, 4]
    learner.update()
    assert all(streams.games > 0 for streams in learner.streams)
