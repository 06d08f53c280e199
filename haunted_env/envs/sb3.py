"""stable-baselines3: many games as one native VecEnv.

    env = SeatVecEnv("haunted_destinies", 256, opponents="heuristic", observation="compact", players=4)
    model = MaskablePPO("MlpPolicy", env)

Each game has one seat that learns; other agents play the rest, all games of an agent at once. No subprocesses.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from haunted_env import registry
from haunted_env.agents import Agent, make_agent
from haunted_env.envs import spaces
from haunted_env.play.batch import Batch, Look
from haunted_env.play.seeds import check_seed, following_seed, fresh_seed, game_seeds, generators
from haunted_env.play.table import OUTSIDE, Observer, Table
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL

Observations = np.ndarray | dict[str, np.ndarray]

MOST_BARREN_GAMES = 20_000  # one after the other in one place, without a decision for its learner


class SeatVecEnv(VecEnv, Observer):
    """One seat of every game, from its decision to its next one; games are dealt again in the step they end in.

    opponents: an agent or its name, or several: every other seat of every game gets one of them at random.
    seat: which seat learns (absolute); None draws one for each game.
    role: learn only what the seat decides in this public role (`spec.roles`). An episode then begins with the first
        such decision of a game and ends, with the game's result, when the game does; `own` plays the seat in its other
        roles (the first opponent unless given). Games that bring no such decision are passed over.
    observation: "full", or "compact" for small networks (`spec.observation_table(kind)`).
    masks: observations are dicts: `observation`, `card_mask` and `location_mask` (then "MultiInputPolicy").
    options: the options of the game.

    Rewards are the game's, all that came between two decisions of the learner: in most games nothing until the end.
    The last `info` has `terminal_observation`, `winners`, `reason`, `roles`, the learner's `seat` and, in games that
    have one, its `score` (None without any).
    """

    def __init__(
        self,
        game: str | GameSpec,
        num_envs: int,
        *,
        opponents: str | Agent | Sequence[str | Agent] = "random",
        seat: int | None = None,
        role: str | None = None,
        own: str | Agent | None = None,
        threads: int = 1,
        observation: str = FULL,
        masks: bool = False,
        **options: Any,
    ) -> None:
        spec = registry.spec(game) if isinstance(game, str) else game
        self.game_spec = spec
        self.batch = Batch(spec, num_envs, options, threads=threads, observation=None)
        self.kind, self.masks = observation, bool(masks)
        self.render_mode = None
        space = (spaces.known_space if masks else spaces.flat_space)(spec, observation)
        super().__init__(self.batch.n, space, spaces.action_space(spec))
        self._invite(opponents, role, own)
        if seat is not None and (not isinstance(seat, int | np.integer) or not 0 <= seat < self.batch.n_seats):
            raise ValueError(f"seat={seat!r}: expected None or 0..{self.batch.n_seats - 1}")
        self._fixed_seat = seat
        self.learner_seats = np.zeros(self.num_envs, np.int64)
        self.table = RoleTable(self.batch, self.agents, 0, observers=[self])
        self.table.learners, self.table.role, self.table.own = self.learner_seats, self._role, self._own
        self._started = np.zeros(self.num_envs, bool)  # the learner has decided in this game
        self._paid = np.zeros(self.num_envs, np.float32)  # what the learner has received since its last decision
        self._ends: dict[int, tuple[float, dict[str, Any]]] = {}  # episodes that ended in this step, by game
        self._barren = np.zeros(self.num_envs, np.int64)  # games in a row in which the learner was not asked
        self._seed: int | None = None
        self._actions: np.ndarray | None = None

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

    # Playing

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed that the next reset starts from; every game gets its own from it."""
        self._seed = fresh_seed() if seed is None else check_seed(seed)
        self._seeds: list[int | None] = [int(one) for one in game_seeds(self._seed, self.num_envs)]
        return self._seeds

    def reset(self) -> Observations:
        if self._seeds[0] is None:
            self.seed(None if self._seed is None else following_seed(self._seed))
        shape = self.table.generators.shape
        self.table.generators[:] = generators(self._seed or 0, shape[0] * shape[1]).reshape(shape)
        seeds = np.array(self._seeds, np.int64)
        self._reset_seeds()
        self._begin(self.batch.rows, seeds)
        self._go_on()
        return self._observations()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions).reshape(-1)

    def step_wait(self) -> tuple[Observations, np.ndarray, np.ndarray, list[dict[str, Any]]]:  # type: ignore[override]
        if self._actions is None:
            raise RuntimeError("step_wait() before step_async()")
        actions, self._actions = self._actions, None
        self.batch.step(actions)  # refuses all if one is illegal
        self._started[:] = True
        self._paid[:] = 0
        self.table.carried_out(self.batch.rows)
        self._go_on()
        rewards = self._paid.copy()
        dones = np.zeros(self.num_envs, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, (reward, info) in self._ends.items():
            rewards[row], dones[row], infos[row] = reward, True, info
        return self._observations(), rewards, dones, infos

    def action_masks(self) -> np.ndarray:
        """The legal actions of every learner, (games, actions) bool."""
        return self.batch.masks != 0

    def _go_on(self) -> None:
        """Play every game to the learner's next decision."""
        self._barren[:] = 0
        self.table.play()

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        self._paid[rows] += self.batch.rewards[rows, self.learner_seats[rows]]

    def ended(self, table: Table, rows: np.ndarray) -> None:
        """Episodes end with their games; others begin in their place."""
        for row in rows[self._started[rows]].tolist():
            self._ends[row] = self._result(row)
        self._barren[rows[~self._started[rows]]] += 1
        most = int(self._barren.max())
        if most > MOST_BARREN_GAMES:
            role = "" if self._role is None else f" as {self.game_spec.roles[self._role]}"
            raise RuntimeError(f"the learner was asked nothing{role} in {most} games: other opponents, or `own`?")
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

    def _result(self, row: int) -> tuple[float, dict[str, Any]]:
        """What an episode ends with: its reward and its last info."""
        batch, spec, seat = self.batch, self.game_spec, int(self.learner_seats[row])
        game, gone = batch.game(row), spec.queries.gone
        left = gone is not None and seat in gone(game)  # its episode was over before the game was
        info = {
            "terminal_observation": self._seen(batch.look(seat, row, self.kind, self.masks), 0),
            "TimeLimit.truncated": bool(spec.queries.truncated(game)) and not left,
            "seat": seat,
            **spec.queries.result(game),
        }
        if spec.score is not None:
            info["score"] = spec.score.of(game, seat)
        return float(self._paid[row]), info

    def _observations(self) -> Observations:
        self._ends = {}
        return self._seen(self.batch.look(observation=self.kind, masks=self.masks))

    def _seen(self, look: Look, at: Any = slice(None)) -> Observations:
        """What the learner is handed of a look: all rows, or one."""
        if not self.masks:
            return look.observations[at]
        return {
            "observation": look.observations[at],
            "card_mask": look.card_masks[at],
            "location_mask": look.location_masks[at],
        }

    # What stable-baselines3 asks of every VecEnv

    def close(self) -> None:
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name}: the games of this environment share all their settings")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """`action_masks` gives a row per game, in a list, as stable-baselines3 wants it."""
        if method_name != "action_masks":
            raise AttributeError(f"the games of this environment have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]


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
