"""Every game is played again from its record before it counts. One that does not go as it says is a forfeit."""

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from haunted_env import registry
from haunted_env.agents.trust import runs_code
from haunted_env.arena import fingerprint, outcome, plan
from haunted_env.arena.plan import Contest
from haunted_env.arena.record import GameRecord
from haunted_env.arena.store import Store, StoreError
from haunted_env.arena.talk import GameTalk, Listener
from haunted_env.play.batch import Batch
from haunted_env.spec import GameSpec

SIDE_BY_SIDE = 512


class Counted(NamedTuple):
    """The games as they count. `replayed`: how many were played again, how many went otherwise than they say, and why
    none could be, if so. `talk`: what was said in each of the games; None where nobody can tell."""

    records: list[GameRecord]
    replayed: dict[str, Any]
    talk: Sequence[GameTalk | None] = ()


def counted(store: Store) -> Counted:
    """The games of a contest. Under other rules than it was played by nothing can be said: they count as they are,
    and the results say so."""
    contest, records = store.contest, list(store.records())
    planned = {game.key: game for game in plan.games(contest)} if records else {}
    for record in records:
        if planned.get(record.plan.key) != record.plan:
            raise StoreError(f"{store.folder}: game {record.plan.key} is none of the contest's; start again elsewhere")
    reason = fingerprint.other_rules(store.versions, contest, registry.spec(contest.game))
    if reason:
        return Counted(records, {"games": 0, "rigged": 0, "reason": reason})
    fair, talk = played_again(contest, records)
    rigged = sum(one is not other for one, other in zip(fair, records, strict=True))
    return Counted(fair, {"games": len(fair), "rigged": rigged, "reason": ""}, talk)


def judged(contest: Contest, records: Sequence[GameRecord]) -> list[GameRecord]:
    """The same records; in place of those that do not go as they say, forfeits."""
    return played_again(contest, records)[0]


def played_again(contest: Contest, records: Sequence[GameRecord]) -> tuple[list[GameRecord], Sequence[GameTalk | None]]:
    """The records as `judged` has them, and what was said in each game that goes as it says."""
    spec = registry.spec(contest.game)
    fair = list(records)
    talk: list[GameTalk | None] = [None] * len(records)
    for players in contest.players:
        places = [i for i, record in enumerate(records) if record.plan.players == players]
        for first in range(0, len(places), SIDE_BY_SIDE):
            some = places[first : first + SIDE_BY_SIDE]
            replay = Replay(spec, contest, [records[i] for i in some])
            for row, i in enumerate(some):
                fault = replay.fault(row)
                if fault:
                    fair[i] = _rigged(spec, contest, records[i], replay.batch.game(row), fault)
                elif replay.listener:
                    talk[i] = replay.listener.games[row]
    return fair, talk


class Replay:
    """Games of one number of players, played again side by side as far as their actions are legal."""

    def __init__(self, spec: GameSpec, contest: Contest, records: list[GameRecord]) -> None:
        players = records[0].plan.players
        self.spec, self.records = spec, records
        self.batch = Batch(
            spec, len(records), contest.options_for(spec, players), observation=None, relative_seats=False
        )
        self.refused = np.full(len(records), -1)  # the first action that was not legal
        self.decisions = np.zeros((len(records), players), int)
        self.batch.deal([record.plan.seed for record in records])
        self.returns = self.batch.rewards.astype(float)
        self.listener = Listener(spec.talk, self.batch, contest.beliefs) if spec.talk else None
        self._play()

    def _play(self) -> None:
        batch = self.batch
        lengths = np.array([len(record.actions) for record in self.records])
        actions = np.zeros((len(lengths), lengths.max()), np.int64)
        for row, record in enumerate(self.records):
            actions[row, : lengths[row]] = record.actions
        for step in range(lengths.max()):
            rows = np.flatnonzero((lengths > step) & (self.refused < 0))
            taken = actions[rows, step]
            inside = (taken >= 0) & (taken < batch.masks.shape[1])
            legal = inside & (batch.masks[rows, np.where(inside, taken, 0)] == 1)
            self.refused[rows[~legal]] = step
            rows = rows[legal]
            if len(rows):
                self.decisions[rows, batch.seats[rows]] += 1
                if self.listener:
                    self.listener.step(step, taken[legal], rows)
                else:
                    batch.step(taken[legal], rows)
                self.returns[rows] += batch.rewards[rows]

    def fault(self, row: int) -> str:
        """Where a record differs from its game, in words; nothing if it does not."""
        record, game = self.records[row], self.batch.game(row)
        if self.refused[row] >= 0:
            return f"action {self.refused[row] + 1} of {len(record.actions)} is not legal"
        over = bool(game["table"]["over"][0])
        if over != (record.forfeit is None):
            return "the game is over" if over else "the game is not over"
        if record.forfeit is None:
            found = outcome.finished(self.spec, game, self.returns[row].tolist())
        else:
            found = outcome.forfeited(self.spec, game, record.plan.players, record.forfeit)
        differing = [name for name, value in found.items() if getattr(record, name) != value]
        # An action that was not carried out has been a decision too.
        lost = [int(seat == record.forfeit) for seat in range(record.plan.players)]
        made = [tuple(range(n, n + more + 1)) for n, more in zip(self.decisions[row].tolist(), lost, strict=True)]
        if any(n not in allowed for n, allowed in zip(record.decisions, made, strict=True)):
            differing.append("decisions")
        return f"other {', '.join(differing)}" if differing else ""


def _rigged(spec: GameSpec, contest: Contest, record: GameRecord, game: np.ndarray, fault: str) -> GameRecord:
    seat = _suspect(contest, record)
    return dataclasses.replace(
        record,
        **outcome.forfeited(spec, game, record.plan.players, seat) | {"state_hash": ""},
        forfeit=seat,
        error=f"the game does not go as its record says: {fault}",
        beliefs=record.beliefs[:0],
    )


def _suspect(contest: Contest, record: GameRecord) -> int:
    """Whose doing it is taken for: somebody's code before our own, who won by it before who did not."""
    seats = range(record.plan.players)
    code = [runs_code(contest.agents[agent]) for agent in record.plan.seating]
    return max(seats, key=lambda seat: (code[seat], seat in record.winners, seat == record.forfeit, -seat))
