"""Before playing: habits that win more games, found by trying them; then the policies learn to do as they say."""

import csv
import dataclasses
import json
import shutil

import numpy as np
import pytest

from haunted_env.agents import make_agent
from haunted_env.core.habits import HAND_WRITTEN, RANDOM, TRYING, compiled_habits
from tests.toy_game.rules import N_GRADES, Act
from training.config import preset
from training.habits import STAGES, USUAL, Habits, best_teacher
from training.measure import measure
from training.trials import (
    CHUNK,
    CIRCUMSTANCE,
    EVERY_OTHER,
    EVERYBODY,
    MIXED,
    OCCASION,
    ONE,
    VALUE,
    Habitual,
    Trials,
    seating,
)

OPTIONS = {"players": 3, "rounds": 3}


@pytest.fixture
def habits(toy):
    return Habits(toy, toy.check_options(OPTIONS), seed=1)


def learnt(habits, rounds=12, games=4000):
    for i in range(rounds):
        habits.learn(games, i / rounds)
    return habits


def hope(habits, advised, grade, deed, *part):
    """What is thought of a deed instead of an advised action, with a card of some grade (`GRADES`)."""
    row = (advised * N_GRADES + grade, deed, *(part or (0, 0)))
    (found,) = np.flatnonzero((habits.table == row).all(axis=1))
    return habits.hopes[found]


def test_what_wins_is_kept_and_what_loses_is_not(habits):
    learnt(habits)
    assert hope(habits, Act.PASS, 1, Act.DRAW) > 0.02  # draw instead of a middling card
    assert hope(habits, Act.PASS, 3, Act.DRAW) < -0.05  # but not instead of the best one
    assert hope(habits, Act.DRAW, 0, Act.PASS) < -0.05  # nor keep a poor one


def test_who_has_the_habits_wins_more_often(habits, toy):
    agents = learnt(habits).found, make_agent("heuristic", toy)
    rates = [measure(toy, OPTIONS, agent, agents[1], 2000, seed=5).rate for agent in agents]
    assert rates[0] > rates[1] + 0.02


def test_trials_begin_with_what_others_have_found(habits, toy):
    found, options = learnt(habits).found, toy.check_options(OPTIONS)
    heirs = Habits(toy, options, 2, [found])
    sure = heirs.hopes > heirs.doubts
    assert np.array_equal(heirs.table[sure], found.table) and np.array_equal(heirs.hopes[sure], found.hopes)
    rates = [one.learn(4000, 0.5).rate for one in (heirs, Habits(toy, options, 2))]
    assert rates[0] > rates[1] + 0.02  # they need not find it again


def test_what_others_believed_wrongly_is_given_up(toy):
    harm = np.array([(Act.PASS * N_GRADES + 3, Act.DRAW, 0, 0)])  # throw the best card away
    others = Habitual(spec=toy, table=harm, hopes=np.array([0.01]))
    heirs = Habits(toy, toy.check_options(OPTIONS), 2, [others])
    assert hope(heirs, Act.PASS, 3, Act.DRAW) == 0.01
    learnt(heirs, rounds=6)
    assert hope(heirs, Act.PASS, 3, Act.DRAW) < 0


@pytest.mark.parametrize(("who", "trying"), [(EVERYBODY, 4), (EVERY_OTHER, 2), (ONE, 1)])
def test_habits_are_tried_among_hand_written_players(who, trying):
    players = seating(4, who, np.random.default_rng(0))
    assert ((players == TRYING).sum(axis=1) == trying).all() and not (players == RANDOM).any()
    assert (players == TRYING).mean(axis=0).tolist() == [trying / 4] * 4  # in every seat as often


def test_in_mixed_company_one_plays_at_random_and_anybody_the_rest():
    players = seating(4, MIXED, np.random.default_rng(0))
    trying = (np.arange(CHUNK)[:, None] + np.arange(4)) % 4 == 0
    assert (players[trying] == TRYING).all() and (players == RANDOM).any(axis=1).all()
    shares = [(players[~trying] == kind).mean() for kind in (HAND_WRITTEN, TRYING, RANDOM)]
    assert np.allclose(shares, (2 / 9, 2 / 9, 5 / 9), atol=0.05)


def test_what_comes_up_in_mixed_company_is_tried_there_afterwards(toy):
    """As if a middling card to be kept came up in mixed company only."""
    strange = Act.PASS * N_GRADES + 1
    company = dataclasses.replace(toy.habits, strange=lambda at: at == strange)
    habits = Habits(dataclasses.replace(toy, habits=company), toy.check_options(OPTIONS), seed=1)
    assert (habits.strange == (habits.table[:, OCCASION] == strange)).all() and habits.strange.any()
    for i in range(12):
        habits.learn(4000, USUAL * i / 12)
    assert not habits.open[habits.strange].any() and not habits.best[habits.strange].any()
    settled = habits.best.copy()
    for i in range(12):
        habits.learn(4000, USUAL + (1 - USUAL) * i / 12)
    assert hope(habits, Act.PASS, 1, Act.DRAW) > 0.02 and habits.best[habits.strange].any()
    assert np.array_equal(habits.best[~habits.strange], settled[~habits.strange]) and (habits.best_rates > 0).all()


def test_only_habits_that_are_met_are_tried(habits):
    advised, grade = np.divmod(habits.table[:, OCCASION], N_GRADES)
    assert set(advised) == {Act.PASS, Act.DRAW}  # the hand-written player never peeks
    assert ((advised == Act.DRAW) == (grade == 0)).all()  # and draws instead of poor cards only
    rounds = habits.table[habits.table[:, CIRCUMSTANCE] == 1, VALUE]
    assert set(rounds) == set(range(OPTIONS["rounds"]))


def test_the_seed_decides_everything_and_work_can_go_on(toy):
    one, other, third = (Habits(toy, toy.check_options(OPTIONS), seed) for seed in (1, 1, 2))
    for habits in (one, other, third):
        learnt(habits, rounds=4, games=4000)
    assert np.array_equal(one.sums, other.sums) and not np.array_equal(one.sums, third.sums)
    third.trials.seed = one.trials.seed
    third.put_state({name: array.copy() for name, array in one.state().items()})
    for habits in (one, third):
        habits.learn(4000, 0.9)
    assert np.array_equal(one.sums, third.sums) and one.trials.rounds == third.trials.rounds


def test_a_state_of_other_sources_is_refused(habits):
    state = habits.state()
    del state["prior"]
    with pytest.raises(ValueError, match="has no 'prior': other sources wrote it"):
        habits.put_state(state)


def test_what_comes_late_is_tried_first(toy):
    late = dataclasses.replace(toy.habits, late=lambda occasion: occasion // N_GRADES == Act.DRAW)
    habits = Habits(dataclasses.replace(toy, habits=late), toy.check_options(OPTIONS), seed=1)
    whole, drawing = habits.table[:, CIRCUMSTANCE] == 0, habits.table[:, OCCASION] // N_GRADES == Act.DRAW
    opened = [habits._open(stage, mixed=False) for stage in STAGES]
    assert [opened[i].tolist() for i in range(3)] == [
        (whole & drawing).tolist(),
        drawing.tolist(),
        (whole | drawing).tolist(),
    ]
    assert opened[-1].all()


def test_a_game_without_habits_says_so(toy):
    bare = dataclasses.replace(toy, habits=None)
    with pytest.raises(ValueError, match="habits: toy_game has none"):
        Habits(bare, toy.check_options(OPTIONS), seed=0)
    with pytest.raises(ValueError, match="no habits to try"):
        compiled_habits(bare)


def test_the_habits_that_help_most_are_taught_and_none_where_none_help(habits):
    bad = (habits.table == (Act.PASS * N_GRADES + 3, Act.DRAW, 0, 0)).all(axis=1)
    harm = Habitual(spec=habits.spec, table=habits.table[bad], hopes=np.array([0.1]))  # throw the best card away
    trials = Trials(habits.spec, habits.spec.check_options(OPTIONS), seed=3)
    assert best_teacher(trials, [harm]) == -1
    assert best_teacher(trials, [harm, learnt(habits).found]) == 1


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"habits": 1000}, "set imitate too"),
        ({"habits_from": ("somewhere",)}, "set imitate too"),
        ({"total": 0}, "nothing to learn from"),
    ],
)
def test_settings_that_make_no_sense_together(settings, reason):
    with pytest.raises(ValueError, match=reason):
        preset("test", **settings)


def test_the_habits_of_another_run_are_imitated_without_playing(train, toy, card, capsys):
    options = ("--options", json.dumps(OPTIONS), "--advice", "3", "--imitate", "2000", "--total", "0")
    first = train("--habits", "160000", *options)  # 8,000 a round: a few tell nothing
    source = f"{first}/checkpoint,{first}/checkpoint"
    other = train("--habits-from", source, *options, name="other")
    said = card(other / "checkpoint")
    assert {row["prepared"] for row in said["evaluation"]["while_training"]} == {said["training"]["prepared"]}
    assert 1000 < said["roles"]["player"]["learnt_from"] <= said["training"]["prepared"]
    phases = [line.split(",")[2] for line in (other / "log.csv").read_text().splitlines()[1:]]
    assert set(phases) == {"imitate"}
    assert card(other / "checkpoint")["training"]["decisions"] == 0
    with pytest.raises(SystemExit):
        train("--habits-from", str(other.parent / "nowhere"), *options, name="third")
    assert "habits_from: no checkpoint folder" in capsys.readouterr().err
    plain = train(name="plain")
    with pytest.raises(SystemExit):
        train("--habits-from", str(plain / "checkpoint"), *options, name="third")
    assert "nobody taught this checkpoint any habits" in capsys.readouterr().err
    both = train("--habits", "4000", "--habits-from", f"{first}/checkpoint", *options, name="both")
    taught = [np.load(run / "checkpoint" / "taught0.npz") for run in (first, both)]
    assert np.array_equal(*(one["table"] for one in taught))  # the few trials have found nothing better
    from training import publish

    shutil.rmtree(first)  # it has taken over all it needs
    publish.main([str(other), str(other.parent / "published")])
    again = card(other.parent / "published")["files"]
    assert again == said["files"] and "taught0.npz" in again and "taught1.npz" not in again  # of two alike, one


def test_a_run_tries_habits_imitates_them_and_goes_on_exactly_after_an_interruption(train, toy, card):
    words = ("--habits", "20000", "--imitate", "3000", "--advice", "3", "--options", json.dumps(OPTIONS))
    whole = train(*words)
    log = (whole / "log.csv").read_text().splitlines()
    phases = [line.split(",")[2] for line in log[1:]]
    assert list(dict.fromkeys(phases)) == ["habits", "imitate", "play"]
    assert card(whole / "checkpoint")["training"]["prepared"] >= 23_000
    with (whole / "evaluations.csv").open() as file:
        places = {int(row["prepared"]) for row in csv.DictReader(file)}
    assert any(20_000 < place < 23_000 for place in places)  # while imitating,
    assert not any(0 < place <= 20_000 for place in places)  # not while trying habits: the policies stay as they are

    from training.run import main
    from training.trainer import Trainer

    stopped = {"n": 0}
    update = Trainer.update

    def interrupted(self):
        stopped["n"] += 1
        if stopped["n"] == 10:  # in the middle of the trials
            raise KeyboardInterrupt
        return update(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Trainer, "update", interrupted)
        with pytest.raises(SystemExit):
            train(*words, name="other")
    other = main("test", ["--resume", str(whole.parent / "other")])
    files = [card(run / "checkpoint")["files"] for run in (whole, other)]
    tensors = [{name: sha for name, sha in one.items() if name.endswith("safetensors")} for one in files]
    assert tensors[0] == tensors[1] and tensors[0]
