"""How a game ended, as its record says it: what the referee finds when it is played, and again when it is replayed."""

from typing import Any

import numpy as np

from haunted_env.arena.record import FORFEIT
from haunted_env.play.replay import state_hash
from haunted_env.spec import GameSpec


def finished(spec: GameSpec, game: np.ndarray, returns: list[float]) -> dict[str, Any]:
    """Of a game that is over. `returns`: what the seats were paid in all."""
    result, queries = spec.queries.result(game), spec.queries
    return {
        "winners": [int(seat) for seat in result["winners"]],
        "roles": [str(role) for role in result["roles"]],
        "returns": returns,
        "reason": str(result["reason"]),
        "turns": int(queries.turn(game)),
        "truncated": bool(queries.truncated(game)),
        "scores": [spec.score.of(game, seat) for seat in range(len(returns))] if spec.score else [],
        "state_hash": state_hash(game),
    }


def forfeited(spec: GameSpec, game: np.ndarray, players: int, seat: int) -> dict[str, Any]:
    """Of a game whose agent in this seat fails: the roles it would have ended with are not known."""
    return {
        "winners": [],
        "roles": [""] * players,
        "returns": [spec.rewards[0] if other == seat else 0.0 for other in range(players)],
        "reason": FORFEIT,
        "turns": int(spec.queries.turn(game)),
        "truncated": False,
        "scores": [],
        "state_hash": state_hash(game),
    }
