"""Agents that misbehave, at the table with others: each loses its own game for the right reason, and no other game is
touched. `tests/agents/misbehaving.py` has the kinds."""

import numpy as np

from haunted_env.arena import isolated
from haunted_env.arena.match import play_games
from tests.agents.misbehaving import KINDS as MISBEHAVIOUR
from tests.arena.zoo import LIMITS, ZOO, against_random, is_as_expected
from tests.fuzz.watch import FaultError, Tally

KINDS = ("misbehaving",)
TOGETHER = 8
LATEST = 4  # decisions that it behaves for at most: every game has more


def run(kind: str, seed: int, tally: Tally) -> None:
    """Agents are counted, every kind once and then again at other moments, and the games beside them."""
    rng = np.random.default_rng(seed)
    (alone,) = play_games(*against_random())
    order = list(MISBEHAVIOUR)
    while tally.wants_more():
        some, order = order[:TOGETHER], [*order[TOGETHER:], *order[:TOGETHER]]
        moments = rng.integers(0, LATEST + 1, len(some))
        names = [f"{ZOO},kind={name},after={after}" for name, after in zip(some, moments)]
        tally.trying(", ".join(names))
        contest, plans = against_random(*names)
        with isolated.closing():
            quiet, *records = play_games(contest, plans, LIMITS)
        for name, record in zip(names, records, strict=True):
            if not is_as_expected(name.split("=")[1].split(",")[0], record):
                raise FaultError(f"{name}: {record.error or 'nothing became of it'}")
        if quiet.state_hash != alone.state_hash:
            raise FaultError("the game of the others went otherwise")
        tally.add(len(some), 1)
