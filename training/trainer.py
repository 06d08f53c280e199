"""The course of a training run: prepare if asked to, then play and learn; all that changes is here."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from haunted_env import registry
from haunted_env.agents import Agent, make_agent
from haunted_env.agents.inputs import choose_inputs
from training.config import Config
from training.habits import Habits, best_teacher, habits_of
from training.imitate import imitate
from training.learner import RoleLearner
from training.lookahead import Examples, Lookout, learn_outlooks
from training.measure import ALONE, Measured, measure
from training.players import Policies, TrioAgent
from training.pool import Pool
from training.scout import has_heuristic, scout
from training.streams import Rollout
from training.table import Table, Tally
from training.trials import Habitual, Trials
from training.weights import load_weights, put_weights

HABITS, IMITATE, LOOK_AHEAD, PLAY = "habits", "imitate", "look ahead", "play"  # phases
MIXED_HABITS = "mixed habits"  # the later part of the first one
IMITATION_RATE, LEAST_RATE = 1e-3, 0.05  # at first, and the share of it at the end
HABIT_ROUNDS = 100  # of trials
BASELINES = ("random", "heuristic")
# Unrelated uses of the run's seed.
CHANCE, SCOUT, TABLES, EVALUATION, TRIALS, PROOF = range(6)


@dataclass
class Report:
    """What an update did: by role the decisions learnt from and what PPO says of them."""

    phase: str
    decisions: dict[str, int]
    losses: dict[str, dict[str, float]]
    tally: Tally


class Trainer:
    """All learners, games and opponents of a run, and how far it has come."""

    def __init__(self, config: Config, resumed: bool = False) -> None:
        """A run at its beginning; one that is `resumed` has in its state what it took over from others."""
        self.config = config
        self.spec = spec = registry.spec(config.game)
        self.tables_options = table_options(config)
        seen = scout(spec, self.tables_options, word(config.seed, SCOUT))
        advice = config.advice if has_heuristic(spec) else 0.0
        self.inputs = choose_inputs(spec, seen.used, config.insight, advice, seen.used_insight)
        self.chance = np.random.default_rng((config.seed, CHANCE))
        torch.manual_seed(word(config.seed, CHANCE))
        self.roles = {spec.roles[role]: role for role in seen.roles}
        learnt = [self._learnt(name) for name in config.learn] if config.learn else seen.roles
        self.learners = {
            role: RoleLearner.make(spec, config, self.inputs, word(config.seed, CHANCE, role)) for role in learnt
        }
        for learner in self.learners.values():
            learner.policy.features_extractor.fit(self.inputs(seen.observations))
        self.policies: Policies = {role: learner.policy for role, learner in self.learners.items()}
        if config.start:
            self._start_from(config.start)
        self.frozen = self._frozen()
        self.pool = Pool(spec, config, self.policies, self.frozen, self.chance)
        self.tables = [
            Table(
                spec, config, options, self.learners, self.inputs, self.pool, self.frozen, word(config.seed, TABLES, i)
            )
            for i, options in enumerate(self.tables_options)
        ]
        self.inherited: list[Habitual] = []
        if not resumed:
            self.inherited = [found for checkpoint in config.habits_from for found in habits_of(checkpoint, spec)]
        self.habits: list[Habits] = []  # by table
        if config.habits:
            options = enumerate(self.tables_options)
            self.habits = [Habits(spec, one, word(config.seed, TRIALS, i), self.inherited) for i, one in options]
        self.teachers: list[int] = []  # by table: whose habits are imitated, by number; the hand-written player is -1
        self.decisions = self.prepared = self.updates = 0
        self.next_snapshot = config.snapshot_every
        if self.done:
            raise ValueError("total=0: with advice and no habits there is nothing to imitate; set total, or habits")

    def _learnt(self, name: str) -> int:
        if name not in self.roles:
            raise ValueError(f"learn: no role {name!r} was seen in {self.spec.name}, only {', '.join(self.roles)}")
        return self.roles[name]

    def _frozen(self) -> Agent:
        name = self.config.frozen
        if name == "heuristic" and not has_heuristic(self.spec):
            name = "random"
        return make_agent(name, self.spec)

    def _start_from(self, folder: str) -> None:
        inputs, weights = load_weights(folder, self.spec)
        for name, role in self.roles.items():
            if role in self.policies and name in weights:
                put_weights(self.policies[role], weights[name], inputs)

    @property
    def learnt_names(self) -> list[str]:
        return [name for name, role in self.roles.items() if role in self.learners]

    # One update after the other

    @property
    def place(self) -> int:
        """How far the run is, all phases together."""
        return self.prepared + self.decisions

    @property
    def done(self) -> bool:
        return not self.preparing and self.decisions >= self.config.total

    @property
    def preparation(self) -> dict[str, int]:
        """What is done before playing, in this order, if it was asked for and is possible: games, then decisions."""
        config = self.config
        if not has_heuristic(self.spec):
            return {}
        can_look = {"evaluate", "turns"} <= set(self.spec.functions)
        has_habits = bool(config.habits or config.habits_from)
        learns = has_habits or not self.inputs.advice  # who is advised need not imitate the adviser
        return {
            HABITS: config.habits,
            IMITATE: config.imitate if learns else 0,
            LOOK_AHEAD: config.lookahead if can_look else 0,
        }

    @property
    def progress(self) -> tuple[str, int, int]:
        """The present phase, how much of it is done, and all of it: games of trials, or decisions."""
        done = self.prepared
        for phase, amount in self.preparation.items():
            if done < amount:
                return phase, done, amount
            done -= amount
        return PLAY, self.decisions, self.config.total

    @property
    def preparing(self) -> str:
        """What is being done before playing; nothing if all is done."""
        phase = self.progress[0]
        return "" if phase == PLAY else phase

    def _left(self, phase: str) -> float:
        """How much of a phase is still to be done, as a share of it; 0 if none."""
        done = self.prepared
        for name, amount in self.preparation.items():
            if name == phase:
                return min(1.0, max(0.0, 1 - done / amount)) if amount else 0.0
            done -= amount
        return 0.0

    def update(self) -> Report:
        """Collect decisions and learn from them."""
        phase = self.preparing
        if phase:
            prepare = {HABITS: self._try_habits, IMITATE: self._imitate, LOOK_AHEAD: self._look_ahead}
            report = prepare[phase]()
            if not self.preparing:
                self._begin_to_play()
        else:
            report = self._play()
        self.updates += 1
        return report

    def _play(self) -> Report:
        config, collected = self.config, 0
        while collected < config.rollout:
            collected += sum(table.step() for table in self.tables)
        self.decisions += collected
        left = max(0.0, 1 - self.decisions / config.total)
        settling = self.decisions <= config.settle
        report = self._learn(PLAY, lambda learner, rollout: learner.learn_from(rollout, left, self.chance, settling))
        if self.decisions >= self.next_snapshot:
            self.pool.add(self.decisions, self.policies)
            self.next_snapshot = self.decisions + config.snapshot_every
        self.pool.choose_active()
        return report

    def _try_habits(self) -> Report:
        games = -(-self.config.habits // HABIT_ROUNDS // len(self.habits))
        done, tally = 1 - self._left(HABITS), Tally()
        for habits in self.habits:
            found = habits.learn(games, done)
            tally.add(Tally(games=found.played, seats=found.seats, wins=found.won))
        self.prepared += tally.games
        mixed, _ = self.habits[0].company(done)
        return Report(MIXED_HABITS if mixed else HABITS, {}, {}, tally)

    @property
    def known_habits(self) -> list[Habitual]:
        return [*self.inherited, *(habits.found for habits in self.habits)]

    @property
    def taught_habits(self) -> list[Habitual]:
        """Those that are imitated; before that, all that are known."""
        known = self.known_habits
        return [known[i] for i in sorted(set(self.teachers) - {-1})] if self.teachers else known

    def _teachers(self) -> list[Habitual | None]:
        """Whom to imitate at each table: who plays by the habits that help most there."""
        known = self.known_habits
        if known and not self.teachers:
            options = enumerate(self.tables_options)
            trials = [Trials(self.spec, one, word(self.config.seed, PROOF, i)) for i, one in options]
            self.teachers = [best_teacher(one, known) for one in trials]
        return [known[i] if i >= 0 else None for i in self.teachers or [-1] * len(self.tables)]

    def _imitate(self) -> Report:
        teachers = self._teachers()
        collected = 0
        while collected < self.config.rollout:
            collected += sum(table.watch(teacher) for table, teacher in zip(self.tables, teachers, strict=True))
        self.prepared += collected
        rate = IMITATION_RATE * max(LEAST_RATE, self._left(IMITATE))
        return self._learn(IMITATE, lambda learner, rollout: imitate(learner, rollout, rate, self.chance))

    def _look_ahead(self) -> Report:
        config, collected = self.config, 0
        examples = {role: Examples() for role in self.learners}
        lookouts = [Lookout(table, self.chance) for table in self.tables]
        while collected < config.rollout:
            collected += sum(lookout.step(examples) for lookout in lookouts)
        self.prepared += collected
        rate = IMITATION_RATE * max(LEAST_RATE, self._left(LOOK_AHEAD))
        names = {role: name for name, role in self.roles.items()}
        decisions, losses = {}, {}
        for role, found in examples.items():
            if found.inputs:
                losses[names[role]] = learn_outlooks(self.learners[role], found, rate, self.chance)
                decisions[names[role]] = sum(map(len, found.inputs))
        return Report(LOOK_AHEAD, decisions, losses, self._tally())

    def _begin_to_play(self) -> None:
        """What was done to prepare is another thing than playing: new games, no momentum."""
        for table in self.tables:
            table.start_again()
        for learner in self.learners.values():
            learner.forget_momentum()

    def _learn(self, phase: str, update: Any) -> Report:
        """Let every role with enough new decisions learn from them."""
        names = {role: name for name, role in self.roles.items()}
        decisions, losses = {}, {}
        config = self.config
        lambdas = (1.0, 1.0, 1.0) if phase == IMITATE else (config.gamma, config.gae_lambda, config.value_lambda)
        for role, learner in self.learners.items():
            streams = [table.streams[role] for table in self.tables]
            if sum(stream.n_ready for stream in streams) < config.least:
                continue
            rollout = Rollout([stream.rollout(*lambdas) for stream in streams])
            losses[names[role]] = update(learner, rollout)
            decisions[names[role]] = len(rollout)
            for stream in streams:
                stream.carry_over()
        return Report(phase, decisions, losses, self._tally())

    def _tally(self) -> Tally:
        tally = Tally()
        for table in self.tables:
            tally.add(table.take_tally())
        return tally

    # Evaluation

    def agent(self) -> Agent:
        """The policies as they are now."""
        temperature = self.config.temperature
        return TrioAgent(spec=self.spec, policies=self.policies, instead=self.frozen, temperature=temperature)

    def evaluate(self, deals: int) -> dict[str, Measured]:
        """The learners in one seat against fields of the fixed baselines, over all numbers of players, and alone."""
        fields = [(name, make_agent(name, self.spec), False) for name in self._baselines()]
        found = {}
        for name, field, alone in (*fields, (ALONE, self.frozen, True)):
            games = self._measure(self.agent(), field, deals, alone)
            if games:
                found[name] = Measured.joined(games)
        return found

    def references(self, deals: int) -> dict[str, Measured]:
        """The baselines alone, in games for one player, on the same deals."""
        found = {}
        for name in self._baselines():
            agent = make_agent(name, self.spec)
            games = self._measure(agent, agent, deals, alone=True)
            if games:
                found[name] = Measured.joined(games)
        return found

    def _baselines(self) -> tuple[str, ...]:
        return BASELINES[: 1 + has_heuristic(self.spec)]

    def _measure(self, agent: Agent, field: Agent, deals: int, alone: bool) -> list[Measured]:
        """An agent in one seat, for each number of players: only one, or all others."""
        tables = [table for table in self.tables if (table.batch.n_seats == 1) == alone]
        seed = word(self.config.seed, EVALUATION)
        return [measure(self.spec, table.batch.options, agent, field, deals, seed) for table in tables]


def table_options(config: Config) -> list[dict[str, Any]]:
    """The game's options for each number of players."""
    spec = registry.spec(config.game)
    if not any(option.name == "players" for option in spec.options):
        return [spec.check_options(config.options)]
    if not config.players:
        return [spec.check_options(config.options)]
    return [spec.check_options({**config.options, "players": players}) for players in config.players]


def word(*place: int) -> int:
    """A seed for one use of the run's seed."""
    return int(np.random.SeedSequence(place).generate_state(1)[0])
