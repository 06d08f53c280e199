"""Play games: many side by side on one batch, every agent asked for all its games at once."""

import functools
import time
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from haunted_env import registry
from haunted_env.agents import Agent, View, make_agent
from haunted_env.arena.belief import Notes, no_notes
from haunted_env.arena.plan import Contest, GamePlan, agent_generators
from haunted_env.arena.record import FORFEIT, GameRecord
from haunted_env.play.batch import Batch
from haunted_env.engine.entries import ENDED, LOOK
from haunted_env.play.replay import state_hash
from haunted_env.spec import GameSpec

NONE = -1
Asking = Callable[[int], None]  # told the seat whose agent is at work, NONE when none is


@functools.lru_cache(maxsize=64)
def agent_for(name: str, spec: GameSpec) -> Agent:
    """Agents are made once per process."""
    return make_agent(name, spec)


def play_games(contest: Contest, plans: list[GamePlan], asking: Asking | None = None) -> list[GameRecord]:
    """Play games of one number of players; the records come in the order of the plans."""
    spec = registry.spec(contest.game)
    return Table(spec, contest, plans, asking).play()


class Table:
    """Games of the same kind being played, a row of the batch each."""

    warm: ClassVar[set[tuple[str, str]]] = set()  # agents that have played in this process: nothing left to compile

    def __init__(self, spec: GameSpec, contest: Contest, plans: list[GamePlan], asking: Asking | None = None) -> None:
        self.spec = spec
        self.plans = plans
        self.names = contest.agents
        self.asking = asking or (lambda seat: None)
        players = plans[0].players
        self.agents = [agent_for(name, spec) for name in contest.agents]
        self.seating = np.array([plan.seating for plan in plans])
        seeds = [agent.seed for agent in self.agents]
        self.generators = np.stack([agent_generators(contest, plan, seeds) for plan in plans])
        observe = any(self.agents[i].observes for i in np.unique(self.seating))
        self.batch = Batch(spec, len(plans), contest.options_for(spec, players), observe=observe)
        shape = self.seating.shape
        self.decisions, self.illegal, self.illegal_answers, self.timed = np.zeros((4, *shape), int)
        self.seconds = np.zeros(shape)
        self.returns = np.zeros(shape)
        self.history = History(len(plans))
        self.notes = Notes(spec, self.batch.games, players) if contest.beliefs else None
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
                self._ask(int(number), rows[deciding == number])
            self.spec.engine.advance(*batch.calls[0])
            self._finish_ended()
        return [record for record in self.records if record is not None]

    def _ask(self, number: int, rows: np.ndarray) -> None:
        """Take an agent's actions; whoever raises an error or answers with an illegal action forfeits."""
        agent, seats = self.agents[number], self.batch.seats[rows]
        view = View(self.batch, rows, self.generators[rows, seats])
        self.asking(int(seats[0]))
        if self.notes is not None:
            self.notes.take(agent, view)
        try:
            chosen = self._timed(number, agent, view)
        except (Exception, SystemExit) as error:  # an agent that calls sys.exit() gives up its game, not the contest
            if len(rows) > 1:  # only the game it stumbles over is lost
                for row in rows:
                    self._ask(number, np.array([row]))
            else:
                self._forfeit(int(rows[0]), f"{type(error).__name__}: {error}")
            return
        finally:
            self.asking(NONE)
        self.generators[rows, seats] = view.generators
        self.decisions[rows, seats] += 1
        self._carry_out(view, chosen)

    def _timed(self, number: int, agent: Agent, view: View) -> np.ndarray:
        """The agent's answer, and the time it took; not counted the first time, when there may be much to compile."""
        started = time.perf_counter()
        chosen = _one_per_game(agent.act(view), view)
        took = time.perf_counter() - started
        key = (self.spec.name, self.names[number])
        if key in self.warm:
            self.seconds[view.rows, view.seats] += took / len(view)
            self.timed[view.rows, view.seats] += 1
        self.warm.add(key)
        return chosen

    def _carry_out(self, view: View, chosen: np.ndarray) -> None:
        """Hand the legal actions to the engine; the others are forfeits."""
        rows, seats = view.rows, view.seats
        possible = (chosen >= 0) & (chosen < view.masks.shape[1])
        legal = possible & (view.masks[np.arange(len(rows)), np.where(possible, chosen, 0)] == 1)
        answers = view.illegal + ~legal
        self.illegal_answers[rows, seats] += answers
        self.illegal[rows, seats] += answers > 0
        self.batch.actions[rows[legal]] = chosen[legal]
        self.history.note(rows[legal], view.absolute(chosen)[legal])
        for row, action, in_range in zip(rows[~legal], chosen[~legal], possible[~legal]):
            outside = f"action {action} is outside 0..{view.masks.shape[1] - 1}"
            self._forfeit(int(row), self.batch.refusal(int(row), int(action)) if in_range else outside)

    def _forfeit(self, row: int, error: str) -> None:
        seat = int(self.batch.seats[row])
        result = forfeited(self.spec, self.plans[row].players, seat)
        self._record(row, result, result["returns"], forfeit=seat, error=error)

    def _finish_ended(self) -> None:
        self.returns[self.running] += self.batch.rewards[self.running]
        for row in np.flatnonzero(self.running & (self.batch.status == ENDED)):
            game = self.batch.games[row : row + 1]
            score = self.spec.score
            scores = [score.of(game, seat) for seat in range(self.batch.n_seats)] if score else []
            self._record(int(row), self.spec.queries.result(game), self.returns[row].tolist(), scores=scores)

    def _record(self, row: int, result: dict[str, Any], returns: list[float], **more: Any) -> None:
        game = self.batch.games[row : row + 1]
        self.running[row] = False
        self.records[row] = GameRecord(
            plan=self.plans[row],
            winners=[int(seat) for seat in result["winners"]],
            roles=[str(role) for role in result["roles"]],
            returns=returns,
            reason=str(result["reason"]),
            turns=self.spec.queries.turn(game),
            truncated="forfeit" not in more and bool(self.spec.queries.truncated(game)),
            decisions=self.decisions[row].tolist(),
            illegal=self.illegal[row].tolist(),
            illegal_answers=self.illegal_answers[row].tolist(),
            timed=self.timed[row].tolist(),
            seconds=[round(seconds, 6) for seconds in self.seconds[row].tolist()],
            actions=self.history.of(row),
            beliefs=self.notes.of(row) if self.notes else no_notes(),
            refused=self.notes.refused[row].tolist() if self.notes else [0] * len(returns),
            refusals=self.notes.refusals[row] if self.notes else [""] * len(returns),
            state_hash=state_hash(game),
            **more,
        )


def forfeited(spec: GameSpec, players: int, seat: int) -> dict[str, Any]:
    """How a game ends whose agent in this seat fails: the roles it would have ended with are not known."""
    returns = [spec.rewards[0] if other == seat else 0.0 for other in range(players)]
    return {"winners": [], "roles": [""] * players, "reason": FORFEIT, "returns": returns}


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
