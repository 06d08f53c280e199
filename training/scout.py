"""A first look at a game: which public roles occur in it, and what observations look like."""

import numpy as np

from haunted_env.agents import View, make_agent
from haunted_env.core.batch import Batch
from haunted_env.spec import GameSpec

GAMES, STEPS = 64, 1500
KEPT_EVERY = 50


def has_heuristic(spec: GameSpec) -> bool:
    return "suggest" in spec.functions


def scout(spec: GameSpec, tables: list[dict], seed: int) -> tuple[list[int], np.ndarray]:
    """(roles that occur, observations), from games of the baseline players; `tables` has their options."""
    roles: set[int] = set()
    seen = []
    for options in tables:
        for name in ["random", "heuristic"] if has_heuristic(spec) else ["random"]:
            agent = make_agent(name, spec)
            batch = Batch(spec, GAMES, options, autoreset=True)
            batch.deal(np.arange(GAMES) + seed)
            generators = batch.generators(seed)
            for step in range(STEPS):
                roles.update(np.unique(spec.role_of(batch.games, batch.seats.astype(np.int64))).tolist())
                if step % KEPT_EVERY == 0:
                    seen.append(batch.observations.copy())
                batch.step(agent.act(View(batch, generators=generators)))
    return sorted(roles), np.concatenate(seen)
