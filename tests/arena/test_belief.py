"""Beliefs: noted once per turn, in absolute seats, and scored as they should be."""

import dataclasses

import numpy as np
import pytest

from haunted_env.agents import Agent, make_agent
from haunted_env.agents.random import random_actions
from haunted_env.arena import belief, plan
from haunted_env.arena.match import Match
from haunted_env.arena.plan import Contest
from haunted_env.spec.belief import Belief
from tests.agents.positions import running, view_of
from tests.arena.made import contest, record
from tests.toy_game import SPEC as TOY


def rows(*notes):
    return np.array(notes, np.float32)


def test_scores_by_hand():
    """a says 0.8 when it was so and 0.5 when it was not; b is certain and right."""
    records = [
        record((0, 1), [0], 0, beliefs=rows((0, 0, 1, 0.2, 0.8), (0, 1, 1, 0, 1))),
        record((0, 1), [0], 1, beliefs=rows((7, 0, 0, 0.5, 0.5))),
    ]
    a, b = belief.summary(("a", "b"), records)
    assert a["notes"] == 2
    assert a["log_loss"] == pytest.approx((-np.log(0.8) - np.log(0.5)) / 2, abs=1e-4)
    assert a["brier"] == pytest.approx((2 * 0.2**2 + 2 * 0.5**2) / 2, abs=1e-4)
    assert (b["notes"], b["log_loss"], b["brier"]) == (1, 0, 0)
    assert [row["turns"] for row in a["by_turn"]] == [[0, 0], [7, 7]]
    assert [row["log_loss"] for row in a["by_turn"]] == pytest.approx([0.2231, 0.6931], abs=1e-4)
    bins = {(cell["said"], cell["was"], cell["notes"]) for cell in a["calibration"]}
    assert bins == {(0.2, 0.0, 1), (0.8, 1.0, 1), (0.5, 0.5, 2)}


def test_certain_and_wrong_is_finite():
    (a,) = belief.summary(("a",), [record((0, 0), [0], beliefs=rows((0, 0, 1, 1, 0)))])
    assert a["log_loss"] == pytest.approx(-np.log(belief.LEAST), abs=1e-3)


def test_agents_that_say_nothing_are_left_out():
    assert belief.summary(("a", "b"), [record((0, 1), [0])]) == []


@pytest.mark.parametrize("honest", [True, False])
def test_calibration_tells_honest_from_boastful(honest):
    rng = np.random.default_rng(1)
    records = []
    for deal in range(400):
        chance = rng.dirichlet((1, 1, 1))
        truth = rng.choice(3, p=chance)
        said = chance if honest else chance**3 / (chance**3).sum()
        records.append(record((0, 0, 0), [0], deal, beliefs=rows((0, deal % 3, truth, *said))))
    (a,) = belief.summary(("a",), records)
    outside = sum(not c["interval"][0] <= c["said"] <= c["interval"][1] for c in a["calibration"])
    assert outside <= 1 if honest else outside >= 4


@dataclasses.dataclass(kw_only=True)
class Believer(Agent):
    """Believes that its left neighbour is the one, with 0.7; itself with 0.3."""

    def act(self, view):
        return random_actions(view)

    def belief(self, view):
        said = np.zeros((len(view), view.n_seats))
        for i, seat in enumerate(view.seats):
            own, left = (0, 1) if view.relative else (seat, (seat + 1) % view.n_seats)
            said[i, own], said[i, left] = 0.3, 0.7
        return said


def searching(truth, outcomes=()):
    chances = Belief("who?", lambda games, seats: np.full((len(games), 3), 1 / 3), truth, outcomes)
    return dataclasses.replace(TOY, inference=dataclasses.replace(TOY.inference, belief=chances))


def until_the_sixth_turn(games, seats):
    return np.where(games["table"]["turn"] < 6, games["secret"]["card"][:, :3].argmax(1), -1)


def test_noted_once_per_turn_in_absolute_seats(monkeypatch):
    spec = searching(until_the_sixth_turn)
    monkeypatch.setattr("haunted_env.arena.match.agent_for", lambda name, spec, *_: Believer(spec=spec))
    some = Contest("toy_game", ("believer",), (3,), 12)
    for played in Match(spec, some, list(plan.games(some))).play_all():
        notes = played.beliefs
        turns = notes[:, belief.TURN]
        assert turns.tolist() == list(range(6))  # every turn has one decider; nobody is sought after the sixth
        for note in notes:
            observer = int(note[belief.OBSERVER])
            said = note[belief.COLUMNS :]
            assert said[observer] == pytest.approx(0.3)
            assert said[(observer + 1) % 3] == pytest.approx(0.7)
            assert 0 <= note[belief.TRUTH] < 3


def test_agents_report_what_follows_from_knowledge(spec):
    """Hand-written players too, where they make nothing of what others do and say."""
    counts = spec.heuristic and not spec.heuristic.suspect
    for name, able in (("heuristic", counts), ("ismcts:sims=1", spec.inference)):
        if not able:
            continue
        agent = make_agent(name, spec)
        for relative in (True, False):
            batch = running(spec, relative=relative)
            view = view_of(batch)
            said = agent.belief(view)
            if spec.belief is None:
                assert said is None
                continue
            wanted = spec.belief.chances(batch.games, view.seats)
            for i, seat in enumerate(view.seats):
                rotated = relative and not spec.belief.outcomes
                assert said[i].tolist() == np.roll(wanted[i], -seat if rotated else 0).tolist()
    assert make_agent("random", spec).belief(view_of(running(spec))) is None


@pytest.mark.parametrize("relative", [True, False])
def test_hand_written_players_shift_what_follows_from_knowledge_and_certainties_stay(spec, relative):
    if not (spec.heuristic and spec.heuristic.suspect):
        return
    view = view_of(running(spec, n=40, steps=300, relative=relative))
    said, counted = make_agent("heuristic", spec).belief(view), view.belief()
    assert said.sum(axis=1) == pytest.approx(1)
    assert ((said == 0) == (counted == 0)).all()
    assert ((said == 1) == (counted == 1)).all()
    assert not np.allclose(said, counted)


def test_no_notes_in_games_with_nothing_to_find_out():
    some = contest("random", players=3, deals=1)
    (played,) = Match(TOY, some, list(plan.games(some))).play_all()
    assert played.beliefs.shape == (0, belief.COLUMNS)


def test_outcomes_that_are_no_seats_are_not_rotated(monkeypatch):
    """The same believer about three doors: its words mean the same from every seat."""
    spec = searching(until_the_sixth_turn, ("red", "green", "blue"))
    monkeypatch.setattr("haunted_env.arena.match.agent_for", lambda name, spec, *_: Believer(spec=spec))
    some = Contest("toy_game", ("believer",), (3,), 4)
    for played in Match(spec, some, list(plan.games(some))).play_all():
        assert len(played.beliefs)
        assert (played.beliefs[:, belief.COLUMNS :] == np.float32((0.3, 0.7, 0))).all()


@dataclasses.dataclass(kw_only=True)
class Confused(Believer):
    """Believes what cannot be, in games whose generator says so."""

    fault: str

    def belief(self, view):
        said = super().belief(view)
        bad = view.generators[:, 1] % 4 == 0
        if not bad.any():
            return said
        if self.fault == "raise":
            raise RuntimeError("no idea")
        if self.fault == "exit":
            raise SystemExit("no idea")
        if self.fault == "words":
            return [["maybe"] * view.n_seats] * len(view)
        if self.fault == "shape":
            return said[:, :-1]
        said[bad] = {"nan": np.nan, "much": 7.0, "little": 0.0, "negative": (-0.5, 0.5, 1.0)}[self.fault]
        return said


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("raise", "RuntimeError: no idea"),
        ("exit", "SystemExit: no idea"),
        ("words", "ValueError: expected numbers of shape (1, 3), got <U5 of shape (1, 3)"),
        ("shape", "ValueError: expected numbers of shape (1, 3), got float64 of shape (1, 2)"),
        ("nan", "a probability is not a finite number"),
        ("much", "a probability is 7: expected 0 to 1"),
        ("negative", "a probability is -0.5: expected 0 to 1"),
        ("little", "the probabilities add up to 0, not to 1"),
    ],
)
def test_a_belief_that_is_none_costs_its_note_alone(monkeypatch, fault, reason):
    spec = searching(lambda games, seats: games["secret"]["card"][:, :3].argmax(1))
    monkeypatch.setattr("haunted_env.arena.match.agent_for", lambda name, spec, *_: Confused(spec=spec, fault=fault))
    some = Contest("toy_game", ("confused",), (3,), 12)
    played = Match(spec, some, list(plan.games(some))).play_all()
    refused = sum(sum(game.refused) for game in played)
    turns = sum(game.turns for game in played)
    assert 0 < refused < turns
    assert refused + sum(len(game.beliefs) for game in played) == turns  # one decider and one belief per turn
    assert {words for game in played for words, n in zip(game.refusals, game.refused) if n} == {reason}
    assert all(game.forfeit is None and np.isfinite(game.beliefs).all() for game in played)
    alone = [Match(spec, some, [game.plan]).play_all()[0] for game in played]
    assert [game.refused for game in alone] == [game.refused for game in played]
    (row,) = belief.refusals(("confused",), played)
    assert row == {"agent": "confused", "notes": refused, "reason": reason}
    (scores,) = belief.summary(("confused",), played)
    assert scores["notes"] == turns - refused
