"""Play games of a contest: many side by side at one table, whose referee lets no agent's fault spoil more than its own
game."""

import functools
import time
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from haunted_env import registry
from haunted_env.agents import Agent, make_agent
from haunted_env.agents.trust import runs_code
from haunted_env.arena.belief import BeliefNotes, no_notes
from haunted_env.arena.faults import words
from haunted_env.arena.isolated import IsolatedAgent, Limits, agent_in
from haunted_env.arena.outcome import finished, forfeited
from haunted_env.arena.plan import Contest, GamePlan, agent_generators
from haunted_env.arena.record import GameRecord
from haunted_env.play.batch import Batch
from haunted_env.play.table import Observer, Player, Table, left_in_view
from haunted_env.play.view import View
from haunted_env.spec import GameSpec

NONE = -1
MOST_ILLEGAL = 10**6  # answers in one decision


def agent_for(name: str, spec: GameSpec, seat: int = 0, limits: Limits | None = None) -> Agent | IsolatedAgent:
    """The agent of a seat. Our own agents remember nothing, and one plays in all seats; somebody's code gets an
    instance per seat, in a process of its own if there are limits for it."""
    if not runs_code(name):
        return _made(name, spec, 0)
    return _made(name, spec, seat) if limits is None else agent_in(seat, name, spec, limits)


@functools.lru_cache(maxsize=64)
def _made(name: str, spec: GameSpec, seat: int) -> Agent:
    """Agents are made once per process."""
    return make_agent(name, spec)


def play_games(
    contest: Contest,
    plans: list[GamePlan],
    limits: Limits | None = None,
    agents: Mapping[str, Agent] | None = None,
) -> list[GameRecord]:
    """Play games of one number of players; the records come in the order of the plans. `limits`: play agents that are
    somebody's code in processes of their own. `agents`: those that are here already, such as a policy that is still
    learning; the others are made from their names."""
    return Match(registry.spec(contest.game), contest, plans, limits, agents).play_all()


class Match(Table):
    """A table whose games are recorded. An agent that raises an error or answers with an illegal action forfeits."""

    warm: ClassVar[set[tuple[str, str]]] = set()  # agents that have played in this process: nothing left to compile

    def __init__(
        self,
        spec: GameSpec,
        contest: Contest,
        plans: list[GamePlan],
        limits: Limits | None = None,
        here: Mapping[str, Agent] | None = None,
    ) -> None:
        self.spec, self.plans = spec, plans
        players = plans[0].players
        seating, agents, self.names, seeds = _seated(contest, plans, spec, limits, here or {})
        batch = Batch(spec, len(plans), contest.options_for(spec, players), observation=None)
        self.history = History(len(plans))
        self.notes = BeliefNotes(spec, batch.games, players) if contest.beliefs else None
        observers: list[Observer] = [self.history] if self.notes is None else [self.history, self.notes]
        generators = np.stack([agent_generators(contest, plan, seeds) for plan in plans])
        super().__init__(batch, agents, seating, generators, [*observers, Records(self)])
        self.decisions, self.illegal, self.illegal_answers, self.timed = np.zeros((4, *seating.shape), int)
        self.seconds, self.returns = np.zeros(seating.shape), np.zeros(seating.shape)
        self.records: list[GameRecord | None] = [None] * len(plans)

    def play_all(self) -> list[GameRecord]:
        self.batch.deal([plan.seed for plan in self.plans])
        self.returns += self.batch.rewards
        self.play()
        return [record for record in self.records if record is not None]

    def ask(self, number: int, rows: np.ndarray, actions: np.ndarray) -> None:
        try:
            super().ask(number, rows, actions)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # an agent that calls sys.exit() gives up its game, not the contest
            actions[rows] = NONE
            if len(rows) > 1:  # only the game it stumbles over is lost
                for row in rows:
                    self.ask(number, np.array([row]), actions)
            else:
                self.forfeit(int(rows[0]), words(error))

    def chosen(self, number: int, agent: Player, view: View) -> np.ndarray:
        """The agent's legal actions, NONE in place of others: those are forfeits. Times are not counted at an agent's
        first decisions, when there may be much to compile."""
        handed = view.part(np.ones(len(view), bool))  # its own, to do with as it likes
        started = time.perf_counter()
        actions = super().chosen(number, agent, handed)
        took = time.perf_counter() - started
        view.generators[:] = left_in_view("generators", handed.generators, view.generators)
        view.illegal[:] = left_in_view("illegal", handed.illegal, view.illegal)
        if view.illegal.any() and not 0 <= view.illegal.min() <= view.illegal.max() <= MOST_ILLEGAL:
            raise ValueError(f"view.illegal: expected numbers from 0 to {MOST_ILLEGAL}, got {view.illegal}")
        key = (self.spec.name, self.names[number])
        if key in self.warm:
            self.seconds[view.rows, view.seats] += took / len(view)
            self.timed[view.rows, view.seats] += 1
        self.warm.add(key)
        return self._legal(view, actions)

    def _legal(self, view: View, actions: np.ndarray) -> np.ndarray:
        rows, seats, masks = view.rows, view.seats, self.batch.masks[view.rows]
        possible = (actions >= 0) & (actions < masks.shape[1])
        legal = possible & (masks[np.arange(len(rows)), np.where(possible, actions, 0)] == 1)
        answers = view.illegal + ~legal
        self.decisions[rows, seats] += 1
        self.illegal_answers[rows, seats] += answers
        self.illegal[rows, seats] += answers > 0
        for row, action, in_range in zip(rows[~legal], actions[~legal], possible[~legal]):
            outside = f"action {action} is outside 0..{masks.shape[1] - 1}"
            self.forfeit(int(row), self.batch.refusal(int(row), int(action)) if in_range else outside)
        return np.where(legal, actions, NONE)

    def forfeit(self, row: int, error: str) -> None:
        seat = int(self.batch.seats[row])
        lost = forfeited(self.spec, self.batch.game(row), self.plans[row].players, seat)
        self.record(row, lost, forfeit=seat, error=error)

    def record(self, row: int, outcome: dict[str, Any], **more: Any) -> None:
        """A game is over."""
        self.running[row] = False
        players = len(outcome["returns"])
        self.records[row] = GameRecord(
            plan=self.plans[row],
            **outcome,
            decisions=self.decisions[row].tolist(),
            illegal=self.illegal[row].tolist(),
            illegal_answers=self.illegal_answers[row].tolist(),
            timed=self.timed[row].tolist(),
            seconds=[round(seconds, 6) for seconds in self.seconds[row].tolist()],
            actions=self.history.of(row),
            beliefs=self.notes.of(row) if self.notes else no_notes(),
            refused=self.notes.refused[row].tolist() if self.notes else [0] * players,
            refusals=self.notes.refusals[row] if self.notes else [""] * players,
            **more,
        )


def _seated(
    contest: Contest, plans: list[GamePlan], spec: GameSpec, limits: Limits | None, here: Mapping[str, Agent]
) -> tuple[np.ndarray, list[Agent | IsolatedAgent], list[str], list[int]]:
    """Who plays in every seat of every game: agents by number, their names, and the seeds of the contest's agents."""
    by_plan = np.array([plan.seating for plan in plans])
    seating = np.zeros_like(by_plan)
    agents: dict[int, tuple[int, Agent | IsolatedAgent, str]] = {}
    seeds = [0] * len(contest.agents)
    for seat, number in sorted({(seat, agent) for plan in plans for seat, agent in enumerate(plan.seating)}):
        name = contest.agents[number]
        agent = here.get(name) or agent_for(name, spec, seat, limits)
        index, *_ = agents.setdefault(id(agent), (len(agents), agent, name))
        seating[by_plan[:, seat] == number, seat] = index
        seeds[number] = agent.seed
    _, players, names = zip(*agents.values())
    return seating, list(players), list(names), seeds


class Records(Observer):
    """Adds up what seats receive, and records the games of a match that end."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        self.match.returns[rows] += table.batch.rewards[rows]

    def ended(self, table: Table, rows: np.ndarray) -> None:
        match = self.match
        for row in rows.tolist():
            match.record(row, finished(match.spec, table.batch.game(row), match.returns[row].tolist()))


class History(Observer):
    """The (absolute) actions of all games, step by step."""

    def __init__(self, n: int) -> None:
        self.steps = np.zeros(n, np.int64)
        self.actions = np.zeros((n, 256), np.int16)

    def decided(self, table: Table, number: int, view: View, actions: np.ndarray) -> None:
        taken = actions >= 0
        rows = view.rows[taken]
        if len(rows) and self.steps[rows].max() == self.actions.shape[1]:
            self.actions = np.concatenate((self.actions, np.zeros_like(self.actions)), axis=1)
        self.actions[rows, self.steps[rows]] = view.absolute(actions)[taken]
        self.steps[rows] += 1

    def of(self, row: int) -> np.ndarray:
        return self.actions[row, : self.steps[row]].copy()
