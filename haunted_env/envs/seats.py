"""One seat of every game learns, other agents play the rest: what the environments of all libraries for single agents
are made of. It knows no library; those that want arrays of their own kind sit on it (`sb3`, `vector`, `torchrl`, ...).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from haunted_env import registry
from haunted_env.agents import Agent, make_agent
from haunted_env.envs.illegal import ILLEGAL_REWARD, TERMINATE, Referee
from haunted_env.envs.parts import Boundaries
from haunted_env.play.batch import Batch, Look
from haunted_env.play.seeds import following_seed, game_seeds, generators
from haunted_env.play.table import OUTSIDE, Observer, Table
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL

MOST_BARREN_GAMES = 20_000  # one after the other in one place, without a decision for its learner


class SeatGames(Observer):
    """One seat of every game, from its decision to its next one; games are dealt again in the step they end in.

    opponents: an agent or its name, or several: every other seat of every game gets one of them at random.
    seat: which seat learns (absolute); None draws one for each game.
    role: learn only what the seat decides in this public role (`spec.roles`). An episode then begins with the first
        such decision of a game and ends, with the game's result, when the game does; `own` plays the seat in its other
        roles (the first opponent unless given). Games that bring no such decision are passed over.
    observation: "full", or "compact" for small networks (`spec.observation_table(kind)`).
    masks: `location_masks` too.
    illegal: what becomes of illegal actions: "raise", "random" or "terminate" (`envs/illegal.py`).
    options: the options of the game.

    After `start` and `play` there are `rewards` and `dones`, an entry per game, and `ends`: of the games that have just
    ended, by row, the last look and what is told of the end. `part_ends` says what came of parts of games (chapters of
    a campaign), the latest if the learner missed one. Rewards are the game's, all that came between two decisions of
    the learner: in most games nothing until the end.
    """

    def __init__(
        self,
        game: str | GameSpec,
        n: int,
        *,
        opponents: str | Agent | Sequence[str | Agent] = "random",
        seat: int | None = None,
        role: str | None = None,
        own: str | Agent | None = None,
        threads: int = 1,
        observation: str = FULL,
        masks: bool = False,
        illegal: str = "raise",
        **options: Any,
    ) -> None:
        spec = registry.spec(game) if isinstance(game, str) else game
        self.game_spec = spec
        self.batch = Batch(spec, n, options, threads=threads, observation=None)
        spec.observation_layout(observation)  # refuses an unknown kind
        self.kind, self.masks = observation, bool(masks)
        self.referee = Referee(self.batch, illegal)
        self._invite(opponents, role, own)
        if seat is not None and (not isinstance(seat, int | np.integer) or not 0 <= seat < self.batch.n_seats):
            raise ValueError(f"seat={seat!r}: expected None or 0..{self.batch.n_seats - 1}")
        self._fixed_seat = seat
        self.learner_seats = np.zeros(self.batch.n, np.int64)
        self.table = RoleTable(self.batch, self.agents, 0, observers=[self])
        self.table.learners, self.table.role, self.table.own = self.learner_seats, self._role, self._own
        self.rewards = np.zeros(self.batch.n, np.float32)
        self.dones = np.zeros(self.batch.n, bool)
        self.ends: dict[int, tuple[Look, dict[str, Any]]] = {}
        self.part_ends: dict[int, dict[str, Any]] = {}
        self.boundaries = Boundaries(self.batch)
        self._started = np.zeros(self.batch.n, bool)  # the learner has decided in this game
        self._paid = np.zeros(self.batch.n, np.float32)  # what the learner has received since its last decision
        self._barren = np.zeros(self.batch.n, np.int64)  # games in a row in which the learner was not asked

    def _invite(
        self, opponents: str | Agent | Sequence[str | Agent], role: str | None, own: str | Agent | None
    ) -> None:
        """Who else plays: `agents`, the opponents first; the learner's seat in its other roles is the last one's."""
        spec = self.game_spec
        several = [opponents] if isinstance(opponents, str | Agent) else list(opponents)
        if not several:
            raise ValueError("opponents: name at least one agent")
        self.agents = [_agent(one, spec) for one in several]
        self._n_opponents = len(several)
        self._own = OUTSIDE
        self._role = None if role is None else role_number(spec, role)
        if role is not None:
            self.agents.append(self.agents[0] if own is None else _agent(own, spec))
            self._own = len(self.agents) - 1
        elif own is not None:
            raise ValueError("own= plays the learner's seat in its other roles: say which `role` learns")

    def start(self, seed: int, seeds: np.ndarray | None = None) -> None:
        """Deal all games, each from its own seed, and play to the learners' first decisions."""
        shape = self.table.generators.shape
        self.table.generators[:] = generators(seed, shape[0] * shape[1]).reshape(shape)
        self.referee.seed(seed)
        self._begin(self.batch.rows, game_seeds(seed, self.batch.n) if seeds is None else seeds)
        self._go_on()
        self.ends, self.part_ends = {}, {}

    def play(self, actions: np.ndarray, rows: np.ndarray | None = None) -> np.ndarray:
        """Carry out one action of every learner, or of those in some rows, and go on to the next ones.

        Returned is which of the actions were illegal.
        """
        rows = self.batch.rows if rows is None else np.asarray(rows)
        actions, offended = self.referee.judge(actions, rows)
        fine = ~offended if self.referee.illegal == TERMINATE else slice(None)
        self.batch.step(actions[fine], rows[fine])  # refuses all if one is illegal
        self.ends, self.part_ends = {}, {}
        self.rewards[:], self.dones[:], self._paid[:] = 0, False, 0
        self._started[rows] = True
        self.table.carried_out(rows[fine])
        if self.referee.illegal == TERMINATE:
            self._send_off(rows[offended])
        self._go_on()
        going = ~self.dones
        self.rewards[going] = self._paid[going]
        return offended

    def restart(self, rows: np.ndarray) -> None:
        """Leave games and begin others in their place; those in which the learner has not decided yet stay."""
        self._begin_next(rows[self._started[rows]])
        self._go_on()

    def look(self) -> Look:
        """What the learners may know and do now."""
        return self.batch.look(observation=self.kind, masks=self.masks)

    def action_masks(self) -> np.ndarray:
        """The legal actions of every learner, (games, actions) bool."""
        return self.batch.masks != 0

    def _go_on(self) -> None:
        """Play every game to the learner's next decision."""
        self._barren[:] = 0
        self.table.play()

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        self._paid[rows] += self.batch.rewards[rows, self.learner_seats[rows]]
        self.part_ends |= {row: result for row, result in self.boundaries.passed().items() if self._started[row]}

    def ended(self, table: Table, rows: np.ndarray) -> None:
        """Episodes end with their games; others begin in their place."""
        for row in rows[self._started[rows]].tolist():
            self._end(row, float(self._paid[row]), self._told(row))
        self._barren[rows[~self._started[rows]]] += 1
        most = int(self._barren.max())
        if most > MOST_BARREN_GAMES:
            role = "" if self._role is None else f" as {self.game_spec.roles[self._role]}"
            raise RuntimeError(f"the learner was asked nothing{role} in {most} games: other opponents, or `own`?")
        self._begin_next(rows)

    def _send_off(self, rows: np.ndarray) -> None:
        """The games of illegal actions end as with PettingZoo's TerminateIllegalWrapper; nobody has won."""
        for row in rows.tolist():
            nothing = {"winners": [], "reason": "illegal", "roles": []}
            self._end(row, ILLEGAL_REWARD, {"truncated": False, "seat": int(self.learner_seats[row]), **nothing})
        self._begin_next(rows)

    def _end(self, row: int, reward: float, told: dict[str, Any]) -> None:
        self.rewards[row], self.dones[row] = reward, True
        self.ends[row] = self.batch.look(int(self.learner_seats[row]), row, self.kind, self.masks), told

    def _begin_next(self, rows: np.ndarray) -> None:
        """The games that follow those in some rows."""
        self._begin(rows, np.array([following_seed(seed) for seed in self.batch.seeds[rows].tolist()], np.int64))

    def _begin(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """New games, each with everything drawn from its own seed."""
        self._started[rows] = False
        n_seats = self.batch.n_seats
        for row, seed in zip(rows.tolist(), seeds.tolist()):
            rng = np.random.default_rng(seed)
            seat = int(rng.integers(n_seats)) if self._fixed_seat is None else self._fixed_seat
            self.table.seating[row] = rng.integers(self._n_opponents, size=n_seats)
            self.table.seating[row, seat] = OUTSIDE
            self.learner_seats[row] = seat
        self.table.deal(rows, seeds)
        self.boundaries.begin(rows)

    def _told(self, row: int) -> dict[str, Any]:
        """What is told of the end of an episode."""
        spec, seat, game = self.game_spec, int(self.learner_seats[row]), self.batch.game(row)
        left = spec.queries.gone is not None and seat in spec.queries.gone(game)  # its episode was over before the game
        truncated = bool(spec.queries.truncated(game)) and not left
        told = {"truncated": truncated, "seat": seat, **spec.queries.result(game)}
        if spec.score is not None:
            told["score"] = spec.score.of(game, seat)
        return told


class RoleTable(Table):
    """A table at which the learner's seat is its own only in one role, if that is what is learnt."""

    learners: np.ndarray
    role: int | None = None
    own: int = OUTSIDE

    def deciding(self, rows: np.ndarray) -> np.ndarray:
        numbers = super().deciding(rows)
        if self.role is not None:
            mine = np.flatnonzero(numbers == OUTSIDE)
            games = self.batch.copied(rows[mine])
            roles = self.batch.spec.queries.role_of(games, self.learners[rows[mine]])
            numbers[mine[roles != self.role]] = self.own
        return numbers


def _agent(agent: str | Agent, spec: GameSpec) -> Agent:
    return make_agent(agent, spec) if isinstance(agent, str) else agent


def role_number(spec: GameSpec, role: str) -> int:
    if role not in spec.roles:
        raise ValueError(f"role {role!r}: {spec.name} has {', '.join(spec.roles)}")
    return spec.roles.index(role)
