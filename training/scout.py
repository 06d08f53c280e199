"""A first look at a game: which public roles occur in it, and what observations look like."""

import numpy as np

from haunted_env.agents import View, make_agent
from haunted_env.core.batch import Batch
from haunted_env.spec import GameSpec

GAMES, STEPS = 64, 1500
KEPT_EVERY = 50


def has_heuristic(spec: GameSpec) -> bool:
    return "suggest" in spec.functions


def scout(spec: GameSpec, tables: list[dict], seed: int) -> tuple[list[int], np.ndarray, np.ndarray]:
    """(roles that occur, columns that are ever used, some observations), from games of the baseline players.

    `tables` has the options of the games.
    """
    roles: set[int] = set()
    used = np.zeros(spec.observation.size, bool)
    kept = []
    for options in tables:
        for name in ["random", "heuristic"] if has_heuristic(spec) else ["random"]:
            agent = make_agent(name, spec)
            batch = Batch(spec, GAMES, options, autoreset=True)
            batch.deal(np.arange(GAMES) + seed)
            generators = batch.generators(seed)
            for step in range(STEPS):
                used |= batch.observations.any(axis=0)
                roles.update(np.unique(spec.role_of(batch.games, batch.seats.astype(np.int64))).tolist())
                if step % KEPT_EVERY == 0:
                    kept.append(batch.observations.copy())
                batch.step(agent.act(View(batch, generators=generators)))
    return sorted(roles), used, np.concatenate(kept)
