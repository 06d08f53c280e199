"""Contests and records for the tests: games that were never played, with any outcome one likes."""

from typing import Any

import numpy as np

from haunted_env.arena.plan import Contest, GamePlan
from haunted_env.arena.record import GameRecord


def contest(*agents: str, players: int | tuple[int, ...] = 2, deals: int = 4, **more: Any) -> Contest:
    counts = players if isinstance(players, tuple) else (players,)
    return Contest("toy_game", agents or ("random", "heuristic"), counts, deals, **more)


def record(seating: tuple[int, ...], winners: list[int], deal: int = 0, rotation: int = 0, **more: Any) -> GameRecord:
    n = len(seating)
    fields: dict[str, Any] = {
        "roles": ["player"] * n,
        "returns": [1.0 if seat in winners else -1.0 for seat in range(n)],
        "reason": "highest card",
        "turns": 8,
        "truncated": False,
        "decisions": [4] * n,
        "illegal": [0] * n,
        "illegal_answers": [0] * n,
        "timed": [3] * n,
        "refused": [0] * n,
        "refusals": [""] * n,
        "seconds": [0.1] * n,
        "actions": np.array([0, 1, 2], np.int16),
        "beliefs": np.zeros((0, 3 + n), np.float32),
    }
    return GameRecord(plan=GamePlan(n, deal, rotation, seating, 99), winners=winners, **fields | more)
