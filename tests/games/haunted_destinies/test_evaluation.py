"""The evaluation of positions that search and training use: chances, and better ones than not to look."""

from typing import Any

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.engine.entries import Program
from haunted_env.play.batch import ENDED, Batch
from haunted_env.spec.game import NO_DATA

evaluate: Any = None  # the game's
GAMES = 48
KEPT_EVERY = 60


@pytest.fixture(scope="module", params=[3, 4, 6])
def judged(request):
    """(what was said, who won, ghosts or a ritual at that time) of seats in games of the hand-written player."""
    spec, players = registry.spec("haunted_destinies"), request.param
    batch = Batch(spec, GAMES, {"players": players}, observation=None)
    batch.deal(np.arange(GAMES))
    generators, player = batch.generators(0), make_agent("heuristic", spec)
    notes: list[list[tuple]] = [[] for _ in range(GAMES)]
    running, said, won, late, step = np.ones(GAMES, bool), [], [], [], 0
    while running.any():
        if step % KEPT_EVERY == 0:
            for row in np.flatnonzero(running).tolist():
                game = batch.games[row : row + 1]
                notes[row].append((chances_to_win(spec, game, players), bool(game["table"]["ritual"][0])))
        view = View(batch, np.arange(GAMES), generators)
        batch.step(player.act(view))
        generators = view.generators
        step += 1
        for row in np.flatnonzero(running & (batch.status == ENDED)).tolist():
            running[row] = False
            winners = spec.queries.result(batch.games[row : row + 1])["winners"]
            for guess, ritual in notes[row]:
                said.append(guess)
                won.append([seat in winners for seat in range(players)])
                late.append([ritual] * players)
        for row in np.flatnonzero(batch.status == ENDED).tolist():
            batch.deal(10_000 + row, row)
    return np.concatenate(said), np.concatenate(won), np.concatenate(late)


def judge(games, views, chances, data):
    for i in range(games.shape[0]):
        chances[i] = evaluate(games[i], int(views[i]), data)


JUDGE = Program("search", (judge,))


def chances_to_win(spec, game, players):
    """What the evaluation says of every seat."""
    chances = np.empty(players)
    spec.compiled(JUDGE)[0](np.repeat(game, players), np.arange(players), chances, NO_DATA)
    return chances


def test_it_says_chances(judged):
    said, _, _ = judged
    assert ((said > 0) & (said < 1)).all()


def test_it_is_better_than_the_share_of_wins(judged):
    said, won, _ = judged
    assert ((said - won) ** 2).mean() < won.var()


def test_it_is_much_better_once_a_ritual_has_succeeded(judged):
    said, won, late = judged
    assert late.any()
    assert ((said[late] - won[late]) ** 2).mean() < 0.9 * won[late].var()


def test_it_is_about_right_on_average(judged):
    said, won, _ = judged
    assert abs(said.mean() - won.mean()) < 0.1


def test_it_reads_and_does_not_write():
    spec = registry.spec("haunted_destinies")
    game = Batch(spec, 1, {"players": 4}, observation=None)
    game.deal(3)
    before = game.games.tobytes()
    chances_to_win(spec, game.games[:1], 4)
    assert game.games.tobytes() == before
