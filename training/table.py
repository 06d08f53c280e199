"""Games being played for training: every decision goes to whoever has to take it; those of learners are learnt from."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from haunted_env.agents import Agent, View
from haunted_env.agents.inputs import Inputs
from haunted_env.play.batch import Batch
from haunted_env.engine.entries import ENDED, LOOK
from haunted_env.engine.split_rows import in_halves
from haunted_env.spec import GameSpec
from training.config import Config
from training.learner import RoleLearner
from training.pool import LEARNER, Pool
from training.streams import Streams
from training.trials import Habitual

THREADS = 2  # that the engine plays with
BANK = 256  # positions kept for each role
UNKNOWN = -1


@dataclass
class Tally:
    """What happened since it was last asked: decisions, games, and the learners' wins in whole games."""

    steps: int = 0
    games: int = 0
    play_ins: int = 0
    seats: int = 0
    wins: int = 0

    def add(self, other: "Tally") -> None:
        for name in ("steps", "games", "play_ins", "seats", "wins"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Table:
    """Games of one number of players, side by side.

    Some games begin where a seat has just come into a rare role, in positions that earlier games went through, with
    fresh chance: otherwise the learners of those roles would see little in the beginning.
    """

    def __init__(
        self,
        spec: GameSpec,
        config: Config,
        options: dict[str, Any],
        learners: dict[int, RoleLearner],
        inputs: Inputs,
        pool: Pool,
        frozen: Agent,
        seed: int,
    ) -> None:
        self.spec, self.config, self.learners, self.pool, self.frozen = spec, config, learners, pool, frozen
        self.inputs = inputs
        self.potential = config.potential and "evaluate" in spec.functions
        self.chance = np.random.default_rng(seed)
        self.batch = Batch(spec, config.games, options, threads=THREADS)
        n, seats = self.batch.n, self.batch.n_seats
        self.rows = np.arange(n)
        self.generators = self.batch.generators(seed)
        self.seating = np.full((n, seats), LEARNER)
        self.whole = np.ones(n, bool)  # the game began with a deal
        self.role_before = np.full((n, seats), UNKNOWN)
        self.streams = {role: Streams(n, seats, inputs.size, spec.actions.size) for role in learners}
        self.bank: dict[int, list[np.ndarray]] = {role: [] for role in learners}
        self.shares = dict.fromkeys(learners, 1.0)  # of all decisions, running
        self.tally = Tally()
        self.batch.deal(0)
        self.start_again()

    def start_again(self) -> None:
        """New games everywhere; the positions for play-ins are kept."""
        for streams in self.streams.values():
            streams.clear()
        for row in self.rows.tolist():
            self._begin(row)

    def put_games(self, raw: np.ndarray) -> None:
        """Other games in place of all these, from their bytes; each stands at a decision."""
        self.batch.raw[:] = raw
        self.batch.actions[:] = LOOK
        self.batch._advance()

    def step(self) -> int:
        """One decision in every game; returns how many of them will be learnt from."""
        batch, spec = self.batch, self.spec
        seats = batch.seats.astype(np.int64)
        roles = spec.role_of(batch.games, seats)
        self.note_roles(seats, roles)
        players = self.seating[self.rows, seats]
        mine = players == LEARNER
        actions = np.zeros(batch.n, np.int64)
        learnt = 0
        for role, learner in self.learners.items():
            rows = np.flatnonzero(mine & (roles == role))
            if len(rows):
                seen, masks = self._seen(rows), batch.masks[rows]
                chosen, log_probs, values = self.choose(learner, rows, seen, masks)
                expected = self._expected(rows, seats[rows])
                self.streams[role].add(rows, seats[rows], seen, masks, chosen, log_probs, values, expected)
                actions[rows] = chosen
                mine[rows] = False
                learnt += len(rows)
        self._ask(self.frozen, np.flatnonzero(mine), actions)
        for number in np.unique(players[players != LEARNER]).tolist():
            self._ask(self.pool.players[number], np.flatnonzero(players == number), actions)
        self.carry_out(actions)
        return learnt

    def watch(self, teacher: Habitual | None = None) -> int:
        """One decision in every game, each kept with what the teacher would do: the hand-written player, unless it has
        habits of its own.

        In half of the games the teacher plays; in the others the learners do, so that they are also taught what to do
        where their own mistakes lead. Roles that do not learn are played as ever. Returns the number of decisions.
        """
        batch = self.batch
        view = View(batch, self.rows, self.generators)
        seats = view.seats
        roles = self.spec.role_of(batch.games, seats)
        self.note_roles(seats, roles)
        suggested = view.suggested()
        advice = view.in_own_words(suggested)
        wanted = teacher.instead_of(view, suggested) if teacher else advice
        self.generators[:] = view.generators
        players = self.seating[self.rows, seats]
        mine = players == LEARNER
        actions = np.where(mine, wanted, advice)
        self._ask(self.frozen, np.flatnonzero(mine & ~np.isin(roles, list(self.learners))), actions)
        for role, learner in self.learners.items():
            rows = np.flatnonzero(roles == role)
            nothing = np.zeros(len(rows), np.float32)
            seen, masks = self._seen(rows, advice[rows]), batch.masks[rows]
            self.streams[role].add(rows, seats[rows], seen, masks, wanted[rows], nothing, nothing)
            own = mine[rows] & (rows % 2 == 1)
            if own.any():
                actions[rows[own]] = self.choose(learner, rows[own], seen[own], masks[own])[0]
        for number in np.unique(players[~mine]).tolist():
            if self.pool.names[number] != "heuristic":  # its advice is known already
                self._ask(self.pool.players[number], np.flatnonzero(players == number), actions)
        self.carry_out(actions)
        return batch.n

    def _seen(self, rows: np.ndarray, advice: np.ndarray | None = None) -> np.ndarray:
        """What the networks are given in some games; `advice` if it is known already."""

        def seen(half: slice) -> np.ndarray:
            games, advised = rows[half], None if advice is None else advice[half]
            if self.inputs.advice and advice is None:
                view = View(self.batch, games, self.generators[games])
                advised = view.advice()
                self.generators[games] = view.generators
            return self.inputs(self.batch.observations[games], advised)

        return np.concatenate(in_halves(len(rows), seen))

    def _expected(self, rows: np.ndarray, seats: np.ndarray) -> np.ndarray | float:
        """What the game's evaluation, which sees everything, expects seats to get: the potential of their positions.

        It only tells how good a decision turned out to be, and never reaches the policies.
        """
        if not self.potential:
            return 0.0
        chances = np.empty(len(rows))
        self.spec.chances_to_win(self.batch.copied(rows), seats, chances, *self.batch.data)
        lowest, highest = self.spec.rewards
        return lowest + chances * (highest - lowest)

    def choose(
        self, learner: RoleLearner, rows: np.ndarray, seen: np.ndarray, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        generators = self.generators[rows]
        chosen = learner.act(seen, masks, generators)
        self.generators[rows] = generators
        return chosen

    def _ask(self, agent: Agent, rows: np.ndarray, actions: np.ndarray) -> None:
        if len(rows):
            generators = self.generators[rows]
            actions[rows] = agent.act(View(self.batch, rows, generators))
            self.generators[rows] = generators

    def carry_out(self, actions: np.ndarray) -> None:
        batch = self.batch
        batch.step(actions)
        self.tally.steps += batch.n
        paid = np.flatnonzero(batch.rewards.any(axis=1))
        over = np.flatnonzero(batch.status == ENDED)
        for streams in self.streams.values():
            streams.pay(paid, batch.rewards[paid])
            streams.end(over)
        if not len(over):
            return
        won = np.zeros((len(over), batch.n_seats), bool)
        for i, row in enumerate(over.tolist()):
            won[i, self.spec.result(batch.games[row : row + 1])["winners"]] = True
        for row, winners in zip(over.tolist(), won):
            self.pool.note(self.seating[row], winners)
            if self.whole[row]:
                mine = self.seating[row] == LEARNER
                self.tally.games += 1
                self.tally.seats += int(mine.sum())
                self.tally.wins += int(winners[mine].sum())
            self._begin(row)

    def _begin(self, row: int) -> None:
        """A new game in place of another: dealt, or played in."""
        batch = self.batch
        self.seating[row] = self.pool.seating(batch.n_seats)
        self.role_before[row] = UNKNOWN
        role = self._rare_role()
        self.whole[row] = role is None
        if role is None:
            batch.deal_row(row, int(self.chance.integers(2**62)))
            return
        self.tally.play_ins += 1
        game = self.bank[role][self.chance.integers(len(self.bank[role]))].copy()
        game["secret"]["rng"] = self.chance.integers(1, 2**32, size=4)
        batch.load(row, game, resume=False)

    def _rare_role(self) -> int | None:
        """The role that the next game is to start with, if any."""
        rare = [role for role in self.learners if self.shares[role] < self.config.rare and self.bank[role]]
        if not rare:
            return None
        want = np.array([1 - self.shares[role] / self.config.rare for role in rare])
        if self.chance.random() >= self.config.play_in * min(1.0, want.sum()):
            return None
        return rare[self.chance.choice(len(rare), p=want / want.sum())]

    def note_roles(self, seats: np.ndarray, roles: np.ndarray) -> None:
        """Keep positions in which a seat decides for the first time in a role it has come into."""
        before = self.role_before[self.rows, seats]
        self.role_before[self.rows, seats] = roles
        fresh = (before != roles) & (before != UNKNOWN)
        for row in np.flatnonzero(fresh).tolist():
            kept = self.bank.get(int(roles[row]))
            if kept is None or self.config.play_in == 0:
                continue
            game = self.batch.games[row : row + 1].copy()
            if len(kept) < BANK:
                kept.append(game)
            else:
                kept[self.chance.integers(BANK)] = game
        total = len(roles)
        for role in self.shares:
            share = np.count_nonzero(roles == role) / total
            self.shares[role] += 0.005 * (share - self.shares[role])

    def take_tally(self) -> Tally:
        tally, self.tally = self.tally, Tally()
        return tally
