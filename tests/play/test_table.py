"""The one loop: who is asked, who is told, and games that go the same way however they are played."""

import itertools

import numpy as np
import pytest

from haunted_env.agents import make_agent
from haunted_env.play.batch import ENDED, Batch
from haunted_env.play.table import OUTSIDE, Observer, Table
from haunted_env.spec.game import COMPACT, FULL
from tests import toy_game

N = 5
SEED = 11


class FirstLegal:
    """Needs no chance."""

    observes = None

    def act(self, view):
        return view.masks.argmax(axis=1)


class OneByOne:
    """Another player, asked about every game by itself."""

    observes = None

    def __init__(self, player):
        self.player = player

    def act(self, view):
        actions = np.zeros(len(view), np.int64)
        for _, chosen, part in view.split(np.arange(len(view))):
            assert len(part) == 1
            actions[chosen] = self.player.act(part)
        return actions


class Says:
    """Whatever it is told to say."""

    observes = None

    def __init__(self, answer):
        self.answer = answer

    def act(self, view):
        return self.answer(view)


class Log(Observer):
    """Everything an observer is told, as (who noted it, what, agent, rows)."""

    def __init__(self, name="log", told=None):
        self.name = name
        self.told = [] if told is None else told

    def note(self, what, number, rows):
        self.told.append((self.name, what, number, rows.tolist()))

    def asking(self, table, number, view):
        self.note("asking", number, view.rows)

    def decided(self, table, number, view, actions):
        self.note("decided", number, view.rows)

    def stepped(self, table, rows):
        self.note("stepped", None, rows)

    def ended(self, table, rows):
        self.note("ended", None, rows)


def players(spec):
    return [make_agent("random", spec), make_agent("heuristic", spec)]


def dealt(spec, n=N, **settings):
    batch = Batch(spec, n, observation=None, **settings)
    batch.deal(SEED + np.arange(n))
    return batch


def seated(batch, seed=3):
    """Random and hand-written players all mixed up, another way in every game."""
    return np.random.default_rng(seed).integers(0, 2, (batch.n, batch.n_seats))


def finished(spec, agents=None, **changes):
    """The games of a table once they are all over, byte for byte."""
    batch = changes.pop("batch", None) or dealt(spec)
    table = Table(batch, agents or players(spec), changes.pop("seating", seated(batch)), SEED, **changes)
    table.play()
    assert (batch.status == ENDED).all() and not table.running.any()
    return batch.raw.copy()


# Who is told what


def test_observers_are_told_in_order(spec):
    """In every step: each agent is asked and decides, then all is carried out, then some games are over."""
    told = []
    batch = dealt(spec)
    table = Table(batch, players(spec), seated(batch), SEED, [Log("first", told), Log("second", told)])
    table.play()
    assert [name for name, *_ in told] == ["first", "second"] * (len(told) // 2)
    assert [said[1:] for said in told[::2]] == [said[1:] for said in told[1::2]]
    over = set()
    steps = "".join({"asking": "a", "decided": "d", "stepped": "s", "ended": "e"}[what] for _, what, _, _ in told[::2])
    assert not steps.replace("adads", "").replace("ads", "").replace("e", "")
    assert "ee" not in steps and steps.endswith("se")
    asked = []
    for _, what, number, rows in told[::2]:
        if what == "asking":
            asked.append((number, rows))
        elif what == "decided":
            assert asked[-1] == (number, rows)
        elif what == "stepped":
            assert sorted(row for _, some in asked for row in some) == rows
            assert len({number for number, _ in asked}) == len(asked)
            assert rows == [row for row in range(N) if row not in over]
            asked = []
        else:
            assert not over & set(rows)
            over |= set(rows)
    assert over == set(range(N))


def test_nothing_is_carried_out_before_it_is_told(spec):
    class Watch(Observer):
        steps = 0

        def asking(self, table, number, view):
            assert (table.seating[view.rows, view.seats] == number).all()
            assert (view.generators == table.generators[view.rows, view.seats]).all()
            self.before = table.batch.raw.copy()

        def decided(self, table, number, view, actions):
            assert (table.batch.raw == self.before).all()
            assert view.masks[np.arange(len(view)), actions].all()

        def stepped(self, table, rows):
            changed = (table.batch.raw != self.before).any(axis=1)
            assert np.flatnonzero(changed).tolist() == rows.tolist()
            self.steps += 1

        def ended(self, table, rows):
            assert (table.batch.status[rows] == ENDED).all()
            assert not table.running[rows].any()
            for row in rows.tolist():
                assert table.batch.spec.queries.result(table.batch.game(row))["winners"] is not None

    watch = Watch()
    finished(spec, observers=[watch])
    assert watch.steps > 0


def test_a_game_that_is_over_is_told_of_once(spec):
    log = Log()
    batch = dealt(spec)
    finished(spec, batch=batch)
    table = Table(batch, players(spec), 0, SEED, [log])
    table.play()
    table.play()
    assert log.told == [("log", "ended", None, list(range(N)))]


def test_an_observer_may_put_new_games_in_place_of_old_ones(spec):
    class Dealer(Observer):
        def __init__(self, n):
            self.seeds = iter(range(100, 100 + n))
            self.ends = {}

        def ended(self, table, rows):
            for row in rows.tolist():
                self.ends[int(table.batch.seeds[row])] = table.batch.raw[row].copy()
                seed = next(self.seeds, None)
                if seed is not None:
                    table.deal(np.array([row]), seed)

    dealer = Dealer(4)
    batch = dealt(spec, 3)
    Table(batch, [FirstLegal()], 0, SEED, [dealer]).play()
    assert sorted(dealer.ends) == [SEED, SEED + 1, SEED + 2, 100, 101, 102, 103]
    for seed, end in dealer.ends.items():  # as if each were played alone
        alone = Batch(spec, 1, observation=None)
        alone.deal(seed)
        Table(alone, [FirstLegal()], 0).play()
        assert (alone.raw[0] == end).all()


# The same games


def test_games_do_not_depend_on_those_beside_them(spec):
    """All in one batch, or each in a batch of its own."""
    together = dealt(spec)
    seating = seated(together)
    table = Table(together, players(spec), seating, SEED)
    generators = table.generators.copy()
    table.play()
    for row in range(N):
        alone = Batch(spec, 1, observation=None)
        alone.deal(SEED + row)
        own = generators[row : row + 1].copy()
        Table(alone, players(spec), seating[row], own).play()
        assert (alone.raw[0] == together.raw[row]).all()
        assert (own[0] == table.generators[row]).all()


def test_games_do_not_depend_on_threads(spec):
    assert (finished(spec, batch=dealt(spec, threads=2)) == finished(spec)).all()


def test_hand_written_players_do_not_depend_on_how_seats_are_counted(spec):
    """Random players do: the n-th legal action is another one."""
    absolute = dealt(spec, relative_seats=False)
    assert (finished(spec, batch=absolute, seating=1) == finished(spec, seating=1)).all()


def test_games_do_not_depend_on_how_agents_are_asked(spec):
    """Together, one game at a time, or as if every seat were another agent."""
    together = finished(spec)
    assert (finished(spec, [OneByOne(player) for player in players(spec)]) == together).all()
    batch = dealt(spec)
    chance, ours = players(spec)
    agents = [agent for _ in range(batch.n_seats) for agent in (chance, ours)]
    seating = seated(batch) + 2 * np.arange(batch.n_seats)
    assert (finished(spec, agents, batch=batch, seating=seating) == together).all()


def test_other_generators_play_other_games(spec):
    games = []
    for seed in (1, 2):
        batch = dealt(spec)
        Table(batch, players(spec), 0, seed).play()
        games.append(batch.raw)
    assert (games[0] != games[1]).any(axis=1).all()


@pytest.mark.parametrize("every", [1, 7])
def test_play_that_was_interrupted_goes_on_as_if_it_had_not_been(spec, every):
    """Each time at a table made anew from copies of all there is: the games and the agents' generators."""
    batch = dealt(spec)
    seating = seated(batch)
    table = Table(batch, players(spec), seating, SEED)
    while table.running.any():
        steps = itertools.count()
        table.play(until=lambda steps=steps: next(steps) == every)
        running, generators = table.running, table.generators.copy()
        batch = batch.clone()
        table = Table(batch, players(spec), seating, generators)
        table.running[:] = running
    assert (batch.raw == finished(spec)).all()


def test_chance_that_an_agent_used_is_used_up(spec):
    """In the generators of the seats that it decided for, and in no others."""
    batch = dealt(spec)
    table = Table(batch, [make_agent("random", spec)], 0, SEED)
    before, seats = table.generators.copy(), batch.seats.copy()
    table.step(np.array([3, 1]))
    changed = (table.generators != before).any(axis=2)
    assert sorted(zip(*np.nonzero(changed))) == [(row, seats[row]) for row in (1, 3)]


# Seats that others play


def test_seats_from_outside_are_waited_for(spec):
    """The caller plays seat 0 as an agent of the table would."""
    inside = finished(spec, [*players(spec), FirstLegal()], seating=given(spec, 2))
    batch, log = dealt(spec), Log()
    table = Table(batch, players(spec), given(spec, OUTSIDE), SEED, [log])
    for _ in range(100_000):
        table.play()
        rows = np.flatnonzero(table.running)
        if not len(rows):
            break
        assert (batch.seats[rows] == 0).all()
        some = rows[::2]  # the others may wait
        batch.step(batch.masks[some].argmax(axis=1), some)
        table.carried_out(some)
    assert (batch.raw == inside).all()
    ended = [row for _, what, _, rows in log.told if what == "ended" for row in rows]
    assert sorted(ended) == list(range(N))


def given(spec, number):
    """Seats as ever, but the first one's."""
    seating = seated(dealt(spec))
    seating[:, 0] = number
    return seating


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda view: view.masks.argmax(axis=1)[:-1], "expected 5 whole numbers, got int64 of shape"),
        (lambda view: 0, "expected 5 whole numbers"),
        (lambda view: view.masks.argmax(axis=1) * 1.0, "whole numbers, got float64"),
        (lambda view: view.masks.argmin(axis=1), r"game 0: action \d+ .*not legal"),
        (lambda view: np.full(len(view), view.spec.actions.size), "outside"),
    ],
    ids=["too few", "one for all", "floats", "illegal", "outside"],
)
def test_answers_that_are_no_actions_are_refused(spec, answer, reason):
    batch = dealt(spec)
    before = batch.raw.copy()
    with pytest.raises(ValueError, match=reason):
        Table(batch, [Says(answer)], 0).play()
    assert (batch.raw == before).all()


# What agents are shown


def test_agents_are_shown_the_kind_of_observation_they_read(spec):
    """Whatever the batch itself writes."""

    class Reads:
        def __init__(self, kind):
            self.observes = kind
            self.seen = 0

        def act(self, view):
            wanted = batch.look(rows=view.rows, observation=self.observes or FULL)
            assert (view.observations == wanted.observations).all()
            assert (view.card_masks == wanted.card_masks).all()
            self.seen += 1
            return view.masks.argmax(axis=1)

    kinds = [FULL, None, *([COMPACT] if spec.features else [])]
    for written in kinds:
        batch = Batch(spec, N, observation=written)
        batch.deal(np.arange(N))
        agents = [Reads(FULL), Reads(kinds[-1])]
        steps = itertools.count()
        Table(batch, agents, seated(batch)).play(until=lambda steps=steps: next(steps) == 20)
        assert all(agent.seen for agent in agents)


def test_a_table_never_waits_for_ever():
    """Games that were not dealt, and agents that answer with no action, are errors."""
    with pytest.raises(ValueError, match="nobody decides; deal or load games first"):
        Table(Batch(toy_game.SPEC, 2), [make_agent("random", toy_game.SPEC)], 0).play()

    class Nothing:
        observes = None

        def act(self, view):
            return np.full(len(view), -1)

    batch = Batch(toy_game.SPEC, 2)
    batch.deal(1)
    with pytest.raises(ValueError, match="action -1 is outside"):
        Table(batch, [Nothing()], 0).play()
