"""A first look at a game: which public roles occur in it, and what observations look like."""

from dataclasses import dataclass

import numpy as np

from haunted_env.agents import View, make_agent
from haunted_env.agents.inputs import insight_into
from haunted_env.core.batch import Batch
from haunted_env.spec import GameSpec

GAMES, STEPS = 64, 1500
KEPT_EVERY = 50


def has_heuristic(spec: GameSpec) -> bool:
    return "suggest" in spec.functions


@dataclass
class Scouted:
    """What was seen: the roles, the columns of observations and of the insight ever used, some observations."""

    roles: list[int]
    used: np.ndarray
    used_insight: np.ndarray
    observations: np.ndarray


def scout(spec: GameSpec, tables: list[dict], seed: int) -> Scouted:
    """Look at games of the baseline players. `tables` has the options of the games."""
    roles: set[int] = set()
    used = np.zeros(spec.observation.size, bool)
    used_insight = insight_into(spec, np.zeros((1, spec.observation.size), np.int8))[0] != 0
    kept = []
    for options in tables:
        for name in ["random", "heuristic"] if has_heuristic(spec) else ["random"]:
            agent = make_agent(name, spec)
            batch = Batch(spec, GAMES, options, autoreset=True)
            batch.deal(np.arange(GAMES) + seed)
            generators = batch.generators(seed)
            for step in range(STEPS):
                used |= batch.observations.any(axis=0)
                used_insight |= insight_into(spec, batch.observations).any(axis=0)
                roles.update(np.unique(spec.role_of(batch.games, batch.seats.astype(np.int64))).tolist())
                if step % KEPT_EVERY == 0:
                    kept.append(batch.observations.copy())
                batch.step(agent.act(View(batch, generators=generators)))
    return Scouted(sorted(roles), used, used_insight, np.concatenate(kept))
