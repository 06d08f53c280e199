"""The compiled loop behind `GameSpec.chances_to_win`."""

from typing import Any

evaluate: Any = None  # supplied by the game: evaluate(game, seat), the seat's chance to win a game that is not over


def judge_all(games, views, chances):
    """The chance to win of one seat of every game, all that is hidden known."""
    for i in range(games.shape[0]):
        chances[i] = evaluate(games[i], int(views[i]))
