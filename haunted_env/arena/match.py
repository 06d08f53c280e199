"""Play games: many side by side on one batch, every agent asked for all its games at once."""

import functools
import time
from typing import Any

import numpy as np

from haunted_env import registry
from haunted_env.agents import Agent, View, make_agent
from haunted_env.arena.belief import Notes
from haunted_env.arena.plan import Contest, GamePlan, agent_generators
from haunted_env.arena.record import FORFEIT, GameRecord
from haunted_env.core.batch import Batch
from haunted_env.core.entries import ENDED, LOOK
from haunted_env.spec import GameSpec

NONE = -1


@functools.lru_cache(maxsize=64)
def agent_for(name: str, spec: GameSpec) -> Agent:
    """Agents are made once per process."""
    return make_agent(name, spec)


def play_games(contest: Contest, plans: list[GamePlan]) -> list[GameRecord]:
    """Play games of one number of players; the records come in the order of the plans."""
    spec = registry.spec(contest.game)
    return Table(spec, contest, plans).play()


class Table:
    """Games of the same kind being played, a row of the batch each."""

    def __init__(self, spec: GameSpec, contest: Contest, plans: list[GamePlan]) -> None:
        self.spec = spec
        self.plans = plans
        players = plans[0].players
        self.agents = [agent_for(name, spec) for name in contest.agents]
        self.seating = np.array([plan.seating for plan in plans])
        seeds = [agent.seed for agent in self.agents]
        self.generators = np.stack([agent_generators(contest, plan, seeds) for plan in plans])
        observe = any(self.agents[i].observes for i in np.unique(self.seating))
        self.batch = Batch(spec, len(plans), contest.options_for(spec, players), observe=observe)
        shape = self.seating.shape
        self.decisions, self.illegal, self.seconds = np.zeros(shape, int), np.zeros(shape, int), np.zeros(shape)
        self.returns = np.zeros(shape)
        self.history = History(len(plans))
        self.notes = Notes(spec, self.batch.games, players)
        self.records: list[GameRecord | None] = [None] * len(plans)
        self.running = np.ones(len(plans), bool)

    def play(self) -> list[GameRecord]:
        batch = self.batch
        for row, plan in enumerate(self.plans):
            batch.deal_row(row, plan.seed)
        self._finish_ended()
        while self.running.any():
            rows = np.flatnonzero(self.running)
            batch.actions[:] = LOOK
            self.history.begin_step()
            deciding = self.seating[rows, batch.seats[rows]]
            for number in np.unique(deciding):
                self._ask(self.agents[number], rows[deciding == number])
            self.spec.engine.advance(*batch.calls[0])
            self._finish_ended()
        return [record for record in self.records if record is not None]

    def _ask(self, agent: Agent, rows: np.ndarray) -> None:
        """Take an agent's actions; whoever raises an error or answers with an illegal action forfeits."""
        seats = self.batch.seats[rows]
        view = View(self.batch, rows, self.generators[rows, seats])
        started = time.perf_counter()
        try:
            self.notes.take(agent, view)
            chosen = _one_per_game(agent.act(view), view)
        except Exception as error:
            if len(rows) > 1:  # only the game it stumbles over is lost
                for row in rows:
                    self._ask(agent, np.array([row]))
            else:
                self._forfeit(int(rows[0]), f"{type(error).__name__}: {error}")
            return
        self.seconds[rows, seats] += (time.perf_counter() - started) / len(rows)
        self.generators[rows, seats] = view.generators
        self.decisions[rows, seats] += 1
        possible = (chosen >= 0) & (chosen < view.masks.shape[1])
        legal = possible & (view.masks[np.arange(len(rows)), np.where(possible, chosen, 0)] == 1)
        self.illegal[rows, seats] += view.illegal + ~legal
        self.batch.actions[rows[legal]] = chosen[legal]
        self.history.note(rows[legal], view.absolute(chosen)[legal])
        for row, action, in_range in zip(rows[~legal], chosen[~legal], possible[~legal]):
            outside = f"action {action} is outside 0..{view.masks.shape[1] - 1}"
            self._forfeit(int(row), self.batch.refusal(int(row), int(action)) if in_range else outside)

    def _forfeit(self, row: int, error: str) -> None:
        players = len(self.plans[row].seating)
        seat = int(self.batch.seats[row])
        returns = [self.spec.rewards[0] if other == seat else 0.0 for other in range(players)]
        result = {"winners": [], "roles": [""] * players, "reason": FORFEIT}
        self._record(row, result, returns, forfeit=seat, error=error)

    def _finish_ended(self) -> None:
        self.returns[self.running] += self.batch.rewards[self.running]
        for row in np.flatnonzero(self.running & (self.batch.status == ENDED)):
            game = self.batch.games[row : row + 1]
            score = self.spec.score
            scores = [score.of(game, seat) for seat in range(self.batch.n_seats)] if score else []
            self._record(int(row), self.spec.result(game), self.returns[row].tolist(), scores=scores)

    def _record(self, row: int, result: dict[str, Any], returns: list[float], **more: Any) -> None:
        game = self.batch.games[row : row + 1]
        actions = self.history.of(row)
        self.running[row] = False
        self.records[row] = GameRecord(
            plan=self.plans[row],
            winners=[int(seat) for seat in result["winners"]],
            roles=[str(role) for role in result["roles"]],
            returns=returns,
            reason=str(result["reason"]),
            turns=self.spec.turn(game),
            truncated="forfeit" not in more and bool(self.spec.truncated(game)),
            decisions=self.decisions[row].tolist(),
            illegal=self.illegal[row].tolist(),
            seconds=[round(seconds, 6) for seconds in self.seconds[row].tolist()],
            actions=actions,
            beliefs=self.notes.of(row),
            **more,
        )


class History:
    """The actions of all games, step by step."""

    def __init__(self, n: int) -> None:
        self.steps = 0
        self.actions = np.full((256, n), NONE, np.int16)

    def begin_step(self) -> None:
        self.steps += 1
        if self.steps > len(self.actions):
            self.actions = np.concatenate((self.actions, np.full_like(self.actions, NONE)))

    def note(self, rows: np.ndarray, actions: np.ndarray) -> None:
        self.actions[self.steps - 1, rows] = actions

    def of(self, row: int) -> np.ndarray:
        taken = self.actions[: self.steps, row]
        return taken[taken != NONE]


def _one_per_game(actions: Any, view: View) -> np.ndarray:
    given = np.asarray(actions)
    if given.shape != (len(view),) or given.dtype.kind not in "iu":
        raise ValueError(f"expected {len(view)} whole numbers, got {given.dtype} of shape {given.shape}")
    return given.astype(np.int64)
