"""Habits that can be tried and taught (`training/habits.py`): legal, and from what a seat may know."""

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.core.batch import Batch
from haunted_env.core.habits import NONE, compiled_habits
from haunted_env.games.haunted_destinies.habits import Deed
from training.trials import CIRCUMSTANCE, OCCASION, VALUE, Habitual, compiled_form


@pytest.fixture(scope="module")
def moor():
    spec = registry.spec("haunted_destinies")
    batch = Batch(spec, 64, {"players": 5}, autoreset=True)
    batch.deal(np.arange(64))
    return spec, batch


def every_habit(spec):
    """Habits that depart wherever they can, whatever the circumstance."""
    n = spec.habits.n_occasions
    table = np.array([(at, deed, 0, 0) for at in range(n) for deed in spec.habits.deeds(at)], np.int64)
    return table, np.random.default_rng(0).random(len(table)) - 0.7


@pytest.mark.parametrize("circumstances", ["always", "under some circumstance"])
def test_deeds_are_legal_and_come_from_what_the_seat_may_know(moor, circumstances):
    spec, batch = moor
    table, hopes = every_habit(spec)
    if circumstances != "always":
        chance, hopes = np.random.default_rng(1), hopes + 0.7
        table[:, CIRCUMSTANCE] = chance.integers(1, len(spec.habits.circumstances), len(table))
        table[:, VALUE] = chance.integers(np.array(spec.habits.circumstances)[table[:, CIRCUMSTANCE]])
    habitual = Habitual(spec=spec, table=table, hopes=hopes)
    generators, departures = batch.generators(1), 0
    deeds, starts = compiled_form(spec, table)
    for _ in range(600):
        view = View(batch, None, generators.copy())
        advice = view.suggested()
        chosen = habitual.instead_of(view, advice)
        assert batch.masks[np.arange(batch.n), chosen].all()
        departures += int((view.absolute(chosen) != advice).sum())
        with_secrets = advice.copy()
        mask, conditions = np.zeros(spec.actions.size, np.int8), np.zeros(len(spec.habits.circumstances), np.int64)
        compiled_habits(spec)[1](batch.games, with_secrets, mask, conditions, deeds, starts, hopes)
        assert np.array_equal(with_secrets, view.absolute(chosen))  # nothing hidden makes a difference
        generators = view.generators
        batch.step(chosen)
    assert departures > 1000


def test_habits_are_described_in_words(moor):
    spec, _ = moor
    table, _ = every_habit(spec)
    words = {spec.habits.describe(*row) for row in table[::7].tolist()}
    assert len(words) == len(table[::7])
    assert any("ghost" in word and "TO_NEAREST for SYPHON" in word for word in words)
    assert NONE not in table


def test_some_habits_are_for_tables_with_strangers(moor):
    """Hand-written ones seldom seem to be; random ones scatter gloom before the game, and say all sorts of things."""
    spec, _ = moor
    table, _ = every_habit(spec)
    among = np.array([spec.habits.strange(int(at)) for at in table[:, OCCASION]])
    assert (among == [" among strangers" in spec.habits.describe(*row) for row in table.tolist()]).all()
    strange, usual = (Habitual(spec=spec, table=table[part], hopes=np.ones(part.sum())) for part in (among, ~among))
    departures = {}
    for name in ("heuristic", "random"):
        batch, agent = Batch(spec, 32, {"players": 4}, autoreset=True), make_agent(name, spec)
        batch.deal(np.arange(32))
        generators = batch.generators(2)
        early = later = asked = 0
        for _ in range(500):
            view = View(batch, None, generators)
            advice = view.suggested()
            departs, usually = (view.absolute(one.instead_of(view, advice)) != advice for one in (strange, usual))
            insight = np.zeros((batch.n, spec.insight.layout.size), np.int8)
            spec.work_out(batch.observations, insight)
            told = insight[:, spec.insight.layout.first["STRANGERS"]] != 0  # what networks see of it
            assert told[departs].all() and not told[usually].any()
            is_first = batch.games["table"]["turn"] < 4
            asked += int(is_first.sum())
            early, later = early + int((departs & is_first).sum()), later + int((departs & ~is_first).sum())
            batch.step(agent.act(view))
            generators = view.generators
        departures[name] = early / asked, later
    assert departures["heuristic"][0] < 0.05 and departures["heuristic"][1] == 0
    assert departures["random"][0] > 0.1 and departures["random"][1] > 1000


def test_a_declaration_can_do_without_what_was_claimed(moor):
    """UNTOLD leaves the table as it was, and says what the hand-written player would do had nobody talked."""
    spec, batch = moor
    deed = Deed.UNTOLD
    table = np.array(
        [(at, deed, 0, 0) for at in range(spec.habits.n_occasions) if deed in spec.habits.deeds(at)], np.int64
    )
    habitual, generators = Habitual(spec=spec, table=table, hopes=np.ones(len(table))), batch.generators(3)
    departures = 0
    for _ in range(1500):
        view = View(batch, None, generators)
        advice, raw = view.suggested(), batch.raw.copy()
        chosen = view.absolute(habitual.instead_of(view, advice))
        assert np.array_equal(batch.raw, raw)
        for row in np.flatnonzero(chosen != advice):
            game = batch.games[row : row + 1].copy()
            game["table"]["n_claims"] = 0
            silent = Batch(spec, 1, {"players": 5})
            silent.load(0, game, resume=False)
            assert View(silent, None, silent.generators(0)).suggested()[0] == chosen[row]
            departures += 1
        own = View(batch, None, view.generators)
        batch.step(np.where(own.seats % 2, batch.random_actions(own.generators), own.in_own_words(advice)))
        generators = own.generators
    assert departures > 3
