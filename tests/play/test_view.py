"""What agents are handed holds nothing but what their seats may know."""

import numpy as np
import pytest

from haunted_env.agents import View
from tests.agents.positions import running, view_of


def test_records_hold_the_table_the_own_ledger_and_nothing_else(spec):
    batch = running(spec)
    view = view_of(batch)
    assert (view.games["table"] == batch.games["table"]).all()
    for i, seat in enumerate(view.seats):
        for other in range(spec.record["ledger"].shape[0]):
            seen = view.games["ledger"][i, other].tobytes()
            assert seen == (batch.games["ledger"][i, other].tobytes() if other == seat else bytes(len(seen)))
        for part in set(spec.record.names) - {"table", "ledger", "work"}:
            assert not any(view.games[part][i].tobytes())
        if "work" in spec.record.names:
            assert view.games["work"][i].tobytes() == batch.games["work"][i].tobytes()


def test_words_need_no_more_than_that(spec):
    batch = running(spec, relative=False)
    view = view_of(batch)
    for i, seat in enumerate(view.seats):
        whole, known = batch.games[i : i + 1], view.game(i)
        assert spec.words.text(known, int(seat)) == spec.words.text(whole, int(seat))
        assert spec.words.explain_decision(known, int(seat)) == spec.words.explain_decision(whole, int(seat))
        for action in view.legal(i):
            assert spec.words.describe_action(known, int(action)) == spec.words.describe_action(whole, int(action))


@pytest.mark.parametrize("relative", [True, False])
def test_actions_from_absolute_and_back(spec, relative):
    batch = running(spec, relative=relative)
    view = view_of(batch)
    rng = np.random.default_rng(0)
    for _ in range(20):
        actions = rng.integers(0, spec.actions.size, len(view))
        block = spec.seat_actions
        actions = np.where(np.isin(actions, block) & (actions - block.start >= batch.n_seats), 0, actions)
        assert (view.from_absolute(view.absolute(actions)) == actions).all()
        expected = [batch.absolute(row, int(action)) for row, action in enumerate(actions)]
        assert view.absolute(actions).tolist() == expected


def test_parts_of_a_view(spec):
    batch = running(spec)
    whole = view_of(batch)
    part = whole.part(np.arange(batch.n) % 3 == 1)
    assert len(part) == 4
    assert (part.rows == [1, 4, 7, 10]).all()
    assert (part.masks == whole.masks[1::3]).all()
    assert (part.observations == batch.observations[1::3]).all()
    assert (part.card_masks == batch.card_masks[1::3]).all()
    assert (part.location_masks == batch.look(masks=True).location_masks[1::3]).all()
    assert (part.generators == whole.generators[1::3]).all()
    known = whole.games.view(np.uint8).reshape(batch.n, -1)  # bytes: copies of records lose their padding
    assert part.games.tobytes() == known[1::3].tobytes()


def test_legal_actions_are_those_of_the_mask(spec):
    relative, absolute = running(spec, relative=True), running(spec, relative=False)
    absolute.load(relative.copied(relative.rows), resume=False)
    for i in range(relative.n):
        assert View(relative).legal(i).tolist() == np.flatnonzero(absolute.masks[i]).tolist()
