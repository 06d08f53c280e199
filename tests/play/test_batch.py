"""Many games side by side: rows do not touch each other, refusals change nothing, looking shows what stepping does."""

import dataclasses

import numpy as np
import pytest

from haunted_env.play.batch import ENDED, REFUSED, RUNNING, Batch
from haunted_env.play.seeds import following_seed
from haunted_env.spec.game import COMPACT, FULL
from tests import toy_game

ARRAYS = ("raw", "seeds", "seats", "observations", "masks", "card_masks", "location_masks", "rewards", "status")
TOO_LONG = 100_000  # decisions: far beyond any game


def kinds(spec):
    """The kinds of observations a batch may write."""
    return (FULL, COMPACT, None) if spec.features else (FULL, None)


def started(spec, n=6, decisions=30, seed=1, **settings):
    """Games some random decisions after the start, none of them over."""
    batch = Batch(spec, n, **settings)
    batch.deal(10 * seed + np.arange(n))
    generators = batch.generators(seed)
    for _ in range(decisions):
        actions = batch.random_actions(generators).copy()
        batch.step(actions)
        over = np.flatnonzero(batch.status == ENDED)
        if len(over):
            batch.deal(1000 + over, over)
    return batch


def rows_of(batch, rows):
    """What the batch has of some rows, array by array."""
    return {name: getattr(batch, name)[rows].tobytes() for name in ARRAYS}


def some_actions(batch, seed=0):
    return batch.random_actions(batch.generators(seed)).copy()


def to_the_end(batch):
    """Random play until all games are over."""
    generators = batch.generators(9)
    for _ in range(TOO_LONG):
        if (batch.status == ENDED).all():
            return
        rows = np.flatnonzero(batch.seats >= 0)
        batch.step(batch.random_actions(generators)[rows], rows)
    raise AssertionError(f"no end after {TOO_LONG} decisions")


# Rows


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("work", ["deal", "load", "step"])
def test_work_on_some_rows_is_done_there_and_nowhere_else(spec, work, threads):
    rows, others = np.array([6, 1, 4, 5]), [0, 2, 3]
    for kind in kinds(spec):
        batch = started(spec, 7, observation=kind, threads=threads)
        small = Batch(spec, 4, observation=kind)  # the same on the same games, alone
        small.seeds[:] = batch.seeds[rows]
        small.load(batch.copied(rows), resume=False)
        before = batch.clone()
        if work == "deal":
            for some, where in ((batch, rows), (small, None)):
                some.deal([501, 502, 503, 504], where)
        elif work == "load":
            new = started(spec, 4, seed=7).games
            for some, where in ((batch, rows), (small, None)):
                some.load(new, where)
        else:
            actions = some_actions(batch)[rows]
            for some, where in ((batch, rows), (small, None)):
                some.step(actions, where)
        assert rows_of(batch, others) == rows_of(before, others)
        assert rows_of(batch, rows) == rows_of(small, slice(None))
        assert not any((batch.raw[row] == before.raw[row]).all() for row in rows)
        batch.close()


@pytest.mark.parametrize(
    ("rows", "meant"), [(3, [3]), ([4, 1], [4, 1]), (np.arange(6)[::2], [0, 2, 4]), (np.array([5], np.uint8), [5])]
)
def test_rows_may_be_given_in_any_form(spec, rows, meant):
    """A number, a list, an array that lies scattered in memory."""
    one, other = started(spec), started(spec)
    actions = some_actions(one)[meant]
    for batch, where in ((one, rows), (other, np.array(meant))):
        batch.step(actions, where)
        batch.deal(77, where)
        batch.load(started(spec, len(meant), seed=4).games, where)
        assert len(batch.look(rows=where).masks) == len(meant)
    assert rows_of(one, slice(None)) == rows_of(other, slice(None))


def test_games_are_dealt_whatever_was_there_before(spec):
    batch, fresh = started(spec), Batch(spec, 6)
    batch.raw[:] = 1
    for some in (batch, fresh):
        some.deal(np.arange(6))
    assert rows_of(batch, slice(None)) == rows_of(fresh, slice(None))


@pytest.mark.parametrize("threads", [2, 3])
def test_games_do_not_depend_on_threads(spec, threads):
    for kind in kinds(spec):
        alone, shared = (Batch(spec, 9, observation=kind, threads=n, autoreset=True) for n in (1, threads))
        generators = [batch.generators(3) for batch in (alone, shared)]
        for batch in (alone, shared):
            batch.deal(np.arange(9))
        for _ in range(40):
            actions = some_actions(alone)
            for batch, chance in zip((alone, shared), generators):
                batch.step(actions)
                batch.step_random(chance)
                batch.deal([5, 6, 7, 8, 9, 10, 11], np.array([8, 3, 2, 7, 5, 0, 4]))
            assert rows_of(shared, slice(None)) == rows_of(alone, slice(None))
        assert (generators[0] == generators[1]).all()
        shared.close()


def test_what_is_observed_does_not_matter_to_the_games(spec):
    batches = [started(spec, observation=kind, relative_seats=False) for kind in kinds(spec)]
    for batch in batches[1:]:
        assert (batch.raw == batches[0].raw).all()
        assert (batch.masks == batches[0].masks).all()
        assert batch.layout is None or batch.observations.shape[1] == batch.layout.size
    assert batches[-1].observations.size == 0


# Refusals


def test_an_action_that_is_refused_changes_no_byte_of_the_game(spec):
    for kind in kinds(spec):
        batch = started(spec, 1, decisions=0, observation=kind)
        generators = batch.generators(6)
        for _ in range(12):
            before = batch.clone()
            illegal = np.flatnonzero(batch.masks[0] == 0).tolist()
            for action in (*illegal, -1, -5, spec.actions.size, 2**40, -(2**40)):
                assert batch.act(action) == REFUSED
                batch.status[:] = RUNNING
                assert rows_of(batch, slice(None)) == rows_of(before, slice(None))
            assert batch.act(int(batch.random_actions(generators)[0])) == RUNNING
            assert (batch.raw != before.raw).any()


def test_one_illegal_action_among_many_stops_them_all(spec):
    batch = started(spec)
    actions = some_actions(batch)
    actions[4] = int((batch.masks[4] == 0).argmax())
    before = batch.clone()
    with pytest.raises(ValueError, match=rf"^game 4: action {actions[4]} \(.*not legal now: player_\d decides"):
        batch.step(actions)
    with pytest.raises(ValueError, match=r"^game 4: "):
        batch.step(actions[[2, 4, 0]], np.array([2, 4, 0]))
    assert rows_of(batch, slice(None)) == rows_of(before, slice(None))


@pytest.mark.parametrize(
    ("actions", "error", "reason"),
    [
        ([0.0, 0.0], TypeError, "whole numbers"),
        ([True, True], TypeError, "whole numbers"),
        ([0], ValueError, r"shape \(2,\)"),
        ([[0], [0]], ValueError, r"shape \(2,\)"),
        ([0, -1], ValueError, r"game 1: action -1 is outside 0\.\."),
        ([10**6, 0], ValueError, r"game 0: action 1000000 is outside 0\.\."),
    ],
)
def test_what_is_no_action_is_refused(spec, actions, error, reason):
    batch = started(spec, 2)
    before = batch.clone()
    with pytest.raises(error, match=reason):
        batch.step(actions)
    assert rows_of(batch, slice(None)) == rows_of(before, slice(None))


def test_nothing_can_be_done_in_a_finished_game(spec):
    batch = started(spec, 2)
    to_the_end(batch)
    assert (batch.seats == -1).all() and not batch.masks.any()
    before = batch.raw.copy()
    with pytest.raises(ValueError, match="the game is over"):
        batch.step([0], np.array([1]))
    batch.step_random(batch.generators(0))
    assert (batch.status == REFUSED).all()
    assert (batch.raw == before).all()


def test_masks_that_were_changed_from_outside_are_noticed(spec):
    batch = started(spec, 3)
    before = batch.raw.copy()
    actions = some_actions(batch)
    actions[1] = int((batch.masks[1] == 0).argmax())
    batch.masks[1, actions[1]] = 1
    with pytest.raises(RuntimeError, match=r"games \[1\] refused"):
        batch.step(actions)
    assert (batch.raw[1] == before[1]).all()


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"n": 0}, "number of games=0"),
        ({"n": True}, "number of games=True"),
        ({"threads": 0}, "threads=0"),
        ({"threads": 1.5}, r"threads=1\.5"),
        ({"observation": "short"}, "observation='short': choose 'full' or 'compact'"),
        ({"options": {"colour": 1}}, "unknown option 'colour'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(spec, settings, reason):
    with pytest.raises(ValueError, match=reason):
        Batch(spec, **{"n": 1, **settings})


def test_a_game_without_features_has_no_compact_observation():
    spec = dataclasses.replace(toy_game.SPEC, features=None)
    with pytest.raises(ValueError, match="toy_game has no compact observation"):
        Batch(spec, 1, observation=COMPACT)


# Looking


@pytest.mark.parametrize("relative", [True, False])
def test_looking_shows_what_stepping_writes(spec, relative):
    """Whatever the batch itself writes, for rows in any order."""
    batches = {kind: started(spec, relative_seats=relative, observation=kind) for kind in kinds(spec)}
    rows = np.array([5, 0, 3])
    for looked_at in batches.values():
        before = looked_at.clone()
        for kind in kinds(spec)[:-1]:
            seen = looked_at.look(rows=rows, observation=kind)
            assert (seen.observations == batches[kind].observations[rows]).all()
            assert (seen.card_masks == batches[kind].card_masks[rows]).all()
            assert (seen.masks == batches[kind].masks[rows]).all()
        assert rows_of(looked_at, slice(None)) == rows_of(before, slice(None))
    for kind in kinds(spec)[:-1]:
        seen = batches[kind].look()  # of its own kind unless told otherwise
        assert (seen.observations == batches[kind].observations).all()
    assert batches[None].look().observations.shape == (6, spec.observation.size)


def test_every_seat_may_look_but_one_may_act(spec):
    batch = started(spec)
    for seat in range(batch.n_seats):
        seen = batch.look(np.full(6, seat))
        deciding = batch.seats == seat
        assert (seen.masks[deciding] == batch.masks[deciding]).all()
        assert not seen.masks[~deciding].any()
        assert (seen.observations[deciding] == batch.observations[deciding]).all()


def test_the_last_word_is_for_the_seat_that_moved(spec):
    for kind in kinds(spec)[:-1]:
        batch = started(spec, 1, observation=kind)
        generators = batch.generators(2)
        while batch.status[0] != ENDED:
            mover = batch.seats.copy()
            batch.step(batch.random_actions(generators).copy())
        assert (batch.observations == batch.look(mover).observations).all()


def test_arrays_of_a_look_are_kept(spec):
    batch = started(spec)
    seen = batch.look()
    kept = [array.copy() for array in seen]
    batch.step(some_actions(batch))
    assert all((now == then).all() for now, then in zip(seen, kept, strict=True))


# Seats


def test_relative_and_absolute_seats_are_the_same_game(spec):
    relative, absolute = started(spec, decisions=0), started(spec, decisions=0, relative_seats=False)
    generators = relative.generators(5)
    n, rotations = relative.n_seats, set()
    for _ in range(60):
        actions = relative.random_actions(generators).copy()
        seats = relative.seats.astype(np.int64)
        meant = spec.rotated(actions, seats, n)
        assert (spec.rotated(meant, -seats, n) == actions).all()
        assert [relative.absolute(row, action) for row, action in enumerate(actions.tolist())] == meant.tolist()
        for row, seat in enumerate(seats.tolist()):
            legal = np.flatnonzero(relative.masks[row])
            assert np.sort(spec.rotated(legal, seat, n)).tolist() == np.flatnonzero(absolute.masks[row]).tolist()
            assert (relative.card_masks[row, :n] == np.roll(absolute.card_masks[row, :n], -seat, axis=0)).all()
            rotations.add(seat)
        relative.step(actions)
        absolute.step(meant)
        assert (relative.raw == absolute.raw).all()
        assert (relative.rewards == absolute.rewards).all()  # by absolute seat in both
        over = np.flatnonzero(relative.status == ENDED)
        for batch in (relative, absolute):
            batch.deal(over + 50, over)
    assert rotations == set(range(n))


# Ends


def test_a_finished_game_is_dealt_again_from_the_following_seed(spec):
    """Rewards and status speak of the old game, everything else of the new one."""
    for kind in kinds(spec):
        again, once = (Batch(spec, 3, observation=kind, autoreset=reset) for reset in (True, False))
        for batch in (again, once):
            batch.deal([4, 5, 6])
        generators = again.generators(1)
        ends = 0
        for _ in range(TOO_LONG):
            actions = again.random_actions(generators).copy()
            for batch in (again, once):
                batch.step(actions)
            assert (again.status == once.status).all()
            assert (again.rewards == once.rewards).all()
            for row in np.flatnonzero(once.status == ENDED).tolist():
                assert again.seeds[row] == following_seed(int(once.seeds[row]))
                rewards = once.rewards[row].copy()
                once.deal(again.seeds[row], row)
                once.status[row], once.rewards[row] = ENDED, rewards
                ends += 1
            assert rows_of(again, slice(None)) == rows_of(once, slice(None))
            if ends >= 6:
                break
        assert ends >= 6


# Copies


def test_a_clone_is_the_same_and_goes_its_own_way(spec):
    for kind in kinds(spec):
        batch = started(spec, observation=kind)
        twin = batch.clone()
        everything = rows_of(batch, slice(None))
        actions = some_actions(batch)
        batch.step(actions)
        after = rows_of(batch, slice(None))
        assert rows_of(twin, slice(None)) == everything != after
        twin.step(actions)
        assert rows_of(twin, slice(None)) == after
        batch.deal(np.arange(6))
        batch.take(twin)
        assert rows_of(batch, slice(None)) == after
        twin.deal(np.arange(6))
        assert rows_of(batch, slice(None)) == after


def test_a_clone_of_one_game_can_act(spec):
    batch = started(spec, 1)
    twin, before = batch.clone(), batch.raw.copy()
    action = int(batch.masks[0].argmax())
    assert twin.act(action) != REFUSED
    assert (batch.raw == before).all() and (twin.raw != before).any()
    batch.step([action])
    assert rows_of(batch, slice(None)) == rows_of(twin, slice(None))


def test_copied_games_are_loaded_elsewhere_and_go_on_alike(spec):
    batch = started(spec)
    copied = batch.copied(np.array([4, 2]))
    other = started(spec, 3, seed=8)
    other.load(copied, [0, 2], resume=False)
    for name in ("raw", "seats", "observations", "masks", "card_masks", "status"):
        assert (getattr(other, name)[[0, 2]] == getattr(batch, name)[[4, 2]]).all(), name
    actions = some_actions(batch)[[4, 2]]
    batch.step(actions, np.array([4, 2]))
    assert (other.games[[0, 2]] == copied).all()
    other.step(actions, np.array([0, 2]))
    assert (other.raw[[0, 2]] == batch.raw[[4, 2]]).all()


def test_a_position_is_run_to_its_decision(spec):
    batch, other = started(spec, 1), Batch(spec, 1)
    other.load(spec.positions.read(spec.positions.write(batch.games)))
    assert (other.seats, other.status) == (batch.seats, batch.status)
    assert (other.masks == batch.masks).all()
    assert (other.observations == batch.observations).all()


def test_a_finished_game_that_is_loaded_stays_finished(spec):
    batch = started(spec, 2)
    to_the_end(batch)
    other = Batch(spec, 2, autoreset=True)
    other.load(batch.games)
    assert (other.raw == batch.raw).all()
    assert (other.status == ENDED).all() and (other.seats == -1).all() and not other.masks.any()


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda batch: batch.deal([1, 2]), "seeds: expected 4 whole numbers"),
        (lambda batch: batch.deal(0.5), "seeds: expected 4 whole numbers, got float64"),
        (lambda batch: batch.deal(3, rows=[7]), "rows: expected numbers from 0 to 3, got 7 to 7"),
        (lambda batch: batch.deal(3, rows=[-1]), "rows: expected numbers from 0 to 3, got -1 to -1"),
        (lambda batch: batch.deal(3, rows=[1, 1]), "rows: a game is named twice"),
        (lambda batch: batch.deal(3, rows=[0.5]), "rows: expected whole numbers"),
        (lambda batch: batch.load(np.zeros(4)), "games: expected 4 records of toy_game"),
        (lambda batch: batch.load(batch.games[:2]), "games: expected 4 records"),
        (lambda batch: batch.load(Batch(toy_game.SPEC, 4, {"players": 2}).games), "games: expected 3 players"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(ask, reason):
    batch = Batch(toy_game.SPEC, 4)
    batch.deal(5)
    before = batch.raw.copy()
    with pytest.raises(ValueError, match=reason):
        ask(batch)
    assert (batch.raw == before).all()


def test_rows_may_be_chosen_by_booleans():
    batch = Batch(toy_game.SPEC, 4)
    batch.deal(9, rows=np.array([False, False, True, False]))
    assert batch.seats.tolist()[:2] == [-1, -1] and batch.seats[2] >= 0 and batch.seats[3] == -1
