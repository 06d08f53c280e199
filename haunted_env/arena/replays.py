"""Some games of a contest to look at, as replay files (`pages.game` shows what happened in each)."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from haunted_env import registry
from haunted_env.arena.plan import Contest
from haunted_env.arena.record import GameRecord
from haunted_env.play import replay as replays
from haunted_env.play.replay import Replay, ReplayError
from haunted_env.spec import GameSpec

FOLDER = "replays"
PER_REASON = 4  # games kept per way of ending


class KeptGame(NamedTuple):
    """A game with its file (without suffix, relative to the contest's folder); if it cannot be replayed, why not."""

    record: GameRecord
    file: str
    replay: Replay | None
    fault: str = ""


def chosen(records: Sequence[GameRecord]) -> list[GameRecord]:
    """The first games of every way of ending."""
    seen: Counter[str] = Counter()
    kept = []
    for record in records:
        seen[record.reason] += 1
        if seen[record.reason] <= PER_REASON:
            kept.append(record)
    return kept


def replay_of(spec: GameSpec, contest: Contest, record: GameRecord) -> Replay:
    """The game as a replay that anybody can check; a ReplayError if it no longer ends as it did."""
    try:
        options = contest.options_for(spec, record.plan.players)
    except ValueError as error:
        raise ReplayError(str(error)) from error
    replay = Replay(
        game=spec.name,
        version=spec.version,
        content_hash=spec.content_hash,
        options=options,
        seed=record.plan.seed,
        actions=record.actions.tolist(),
        notes={"agents": [contest.agents[agent] for agent in record.plan.seating]},
    )
    if not record.state_hash:
        raise ReplayError(record.error)
    sealed = replays.seal(spec, replay)
    if sealed.state_hash != record.state_hash:
        raise ReplayError("played again, it ends otherwise than it did in the contest")
    return sealed


def write(folder: Path, contest: Contest, records: Sequence[GameRecord]) -> list[KeptGame]:
    """Write the replays of the chosen games. One that cannot be replayed gets no file, and says why."""
    spec = registry.spec(contest.game)
    (folder / FOLDER).mkdir(exist_ok=True)
    games = []
    for record in chosen(records):
        plan = record.plan
        file = f"{FOLDER}/{plan.players}p-deal{plan.deal}-rotation{plan.rotation}"
        try:
            replay = replay_of(spec, contest, record)
        except ReplayError as error:
            for suffix in (".jsonl", ".html"):  # left by an earlier report
                (folder / f"{file}{suffix}").unlink(missing_ok=True)
            games.append(KeptGame(record, file, None, str(error)))
        else:
            replay.save(folder / f"{file}.jsonl")
            games.append(KeptGame(record, file, replay))
    return games
