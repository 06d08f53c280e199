"""Who sits at the table with the learners."""

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from haunted_env.agents import make_agent
from training.config import MIXED, SELF, preset
from training.pool import LEARNER, Pool
from training.trainer import Trainer


def seatings(toy, n=300, **changes):
    trainer = Trainer(preset("test", game="toy_game", **changes))
    pool: Pool = trainer.pool
    return np.array([pool.seating(4) for _ in range(n)]), pool


def test_kinds_of_games_come_as_often_as_their_weights_say(toy):
    found, pool = seatings(toy, opponents={SELF: 0.5, "random": 0.3, "heuristic": 0.2})
    learners = (found == LEARNER).sum(axis=1)
    assert abs((learners == 4).mean() - 0.5) < 0.1 and set(learners.tolist()) == {1, 2, 3, 4}
    by_random = (found == pool.names.index("random")).any(axis=1).mean()
    assert abs(by_random - 0.3) < 0.1


def test_a_lone_learner_meets_its_field(toy):
    found, _ = seatings(toy, n=40, opponents={"random": 1.0}, learners=1)
    assert ((found == LEARNER).sum(axis=1) == 1).all() and len(set(found.argmin(axis=1).tolist())) == 4


def test_a_mixed_game_has_all_kinds_of_players(toy):
    found, pool = seatings(toy, opponents={"random": 0.1, "heuristic": 0.1, MIXED: 0.8}, learners=1)
    assert set(found.ravel().tolist()) == {LEARNER, *range(len(pool.names))}
    assert np.mean([len(set(row)) > 2 for row in found.tolist()]) > 0.25 and (found == LEARNER).any(axis=1).all()


def test_snapshots_that_are_hard_to_beat_come_more_often(toy):
    trainer = Trainer(preset("test", game="toy_game", opponents={SELF: 0.5, "snapshots": 0.5}, snapshots=3))
    pool = trainer.pool
    for number in range(5):
        pool.add(number, trainer.policies)
    assert [snapshot.number for snapshot in pool.snapshots] == [0, 3, 4]
    pool.snapshots[0].score, pool.snapshots[1].score, pool.snapshots[2].score = 0.1, 0.9, 0.9
    drawn = []
    for _ in range(60):
        pool.choose_active()
        drawn.append(0 in [snapshot.number for snapshot in pool.active])
    assert np.mean(drawn) > 0.85


def test_agents_of_no_weight_play_in_mixed_games_only(toy):
    config = preset("test", game="toy_game", opponents={MIXED: 1.0, "random": 0.0})
    pool = Pool(toy, config, {}, make_agent("random", toy), np.random.default_rng(0))
    seatings = np.stack([pool.seating(4) for _ in range(200)])
    assert pool.names == ["random"] and {LEARNER, 0} == set(seatings.flatten().tolist())


def test_past_selves_have_the_roles_that_do_not_learn_played_as_ever_too():
    trainer = Trainer(preset("test", game="haunted_destinies", players=(3,), learn=("ghost",), frozen="heuristic"))
    pool = trainer.pool
    assert all(one.instead is trainer.frozen for one in pool.players[pool.first_snapshot :])


def test_while_imitating_roles_that_do_not_learn_are_played_as_ever():
    config = preset("test", game="haunted_destinies", players=(3,), learn=("ghost",), imitate=1000, frozen="random")
    table = Trainer(config).tables[0]
    act, asked = table.frozen.act, []
    table.frozen.act = lambda view: asked.append(len(view)) or act(view)
    for _ in range(20):
        assert table.watch() == table.batch.n
    assert sum(asked) > 0


def test_while_imitating_the_other_players_play_as_they_do(toy):
    trainer = Trainer(preset("test", game="toy_game", opponents={"random": 1.0}, learners=1, imitate=500))
    (table,), (player,) = trainer.tables, trainer.pool.players[:1]
    others = asked = 0
    original = player.act

    def act(view):
        nonlocal asked
        asked += len(view.rows)
        return original(view)

    player.act = act
    for _ in range(20):
        seats = table.batch.seats.astype(int)
        others += int((table.seating[table.rows, seats] != LEARNER).sum())
        table.watch()
    assert asked == others > 0
