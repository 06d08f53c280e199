"""Does a game tell a seat what it may not know? For any PettingZoo AEC or OpenSpiel game (docs/leakcheck.md).

from haunted_env.leakcheck import check

report = check(env, exchange)  # exchange(env, agent, rng) changes what `agent` may not know
assert not report.leaks, report
"""

from haunted_env.leakcheck.check import Exchange, check
from haunted_env.leakcheck.compare import Difference, differences
from haunted_env.leakcheck.find import as_game, find_game
from haunted_env.leakcheck.games import AecGame, Game
from haunted_env.leakcheck.report import Leak, Report

__all__ = [
    "AecGame",
    "Difference",
    "Exchange",
    "Game",
    "Leak",
    "Report",
    "as_game",
    "check",
    "differences",
    "find_game",
]
