"""Agents that misbehave, each in a game with a random player: `python -m tests.arena.zoo` says what became of them."""

import dataclasses

from haunted_env.arena import isolated, plan
from haunted_env.arena.isolated import Limits
from haunted_env.arena.match import play_games
from haunted_env.arena.plan import Contest, GamePlan
from haunted_env.arena.record import GameRecord
from tests.agents.misbehaving import HARMLESS, KINDS, MEMORY, SECONDS

ZOO = "python:tests.agents.misbehaving:Misbehaving"
GAME = "ghosts_in_the_graveyard"
LIMITS = Limits(SECONDS, MEMORY)


def against_random(*agents: str, beliefs: bool = False) -> tuple[Contest, list[GamePlan]]:
    """Games of the same deal: first two random players, then each of the agents with one."""
    contest = Contest(GAME, ("random", "random:seed=1", *agents), (2,), 1, beliefs=beliefs)
    first = next(plan.games(contest))
    seatings = [(0, number) for number in range(1, len(contest.agents))]
    return contest, [dataclasses.replace(first, rotation=i, seating=seating) for i, seating in enumerate(seatings)]


def played() -> tuple[GameRecord, dict[str, GameRecord]]:
    """All kinds at one table: the game of the random players, and what became of the others."""
    contest, plans = against_random(*(f"{ZOO},kind={kind}" for kind in KINDS))
    with isolated.closing():
        quiet, *records = play_games(contest, plans, LIMITS)
    return quiet, dict(zip(KINDS, records, strict=True))


def is_as_expected(kind: str, record: GameRecord) -> bool:
    """It has lost its game for the right reason, or, if harmless, nothing has happened."""
    reason = KINDS[kind][1]
    if reason == HARMLESS:
        return record.forfeit is None
    return record.forfeit == 1 and reason in record.error


if __name__ == "__main__":
    quiet, found = played()
    for kind, record in found.items():
        verdict = "as expected" if is_as_expected(kind, record) else "UNEXPECTED"
        print(f"{kind:24}{verdict:14}{record.error.splitlines()[0][:80] if record.error else 'harmless'}")
    wrong = sum(not is_as_expected(kind, record) for kind, record in found.items())
    print(f"{len(found)} kinds, {wrong} not as expected; the game beside them: {quiet.reason}")
