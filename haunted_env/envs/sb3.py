"""stable-baselines3: many games as one native VecEnv. The network that goes with it is in `sb3_policy.py`.

    env = SeatVecEnv("haunted_destinies", 256, opponents="heuristic", players=4)
    model = MaskablePPO(SeatPolicy, env, policy_kwargs=policy_kwargs(env.game_spec))

Each game has one seat that learns; other agents play the rest, all games of an agent at once. No subprocesses.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from haunted_env import registry
from haunted_env.agents import Agent, View, make_agent
from haunted_env.play.batch import Batch
from haunted_env.play.seeds import check_seed, following_seed, fresh_seed, game_seeds
from haunted_env.engine.entries import DEAL, ENDED, LOOK, OBSERVE, RELATIVE
from haunted_env.envs import spaces
from haunted_env.spec import GameSpec

LEARNER = -1  # instead of an agent's number
MOST_BARREN_GAMES = 20_000  # games in a row, of all that are played, without a decision for a learner


class SeatVecEnv(VecEnv):
    """One seat of every game, from its decision to its next one; games are dealt again in the step they end in.

    opponents: an agent or its name, or several: every other seat of every game gets one of them at random.
    seat: which seat learns (absolute); None draws one for each game.
    role: learn only what the seat decides in this public role (`spec.roles`). An episode then begins with the first
        such decision of a game and ends, with the game's result, when the game does; `own` plays the seat in its other
        roles (the first opponent unless given). Games that bring no such decision are passed over.
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
        **options: Any,
    ) -> None:
        spec = registry.spec(game) if isinstance(game, str) else game
        self.game_spec = spec
        self.batch = Batch(spec, num_envs, options, threads=threads, observe=False)
        self._side = Batch(spec, num_envs, options)  # where some of the games are taken to be played on
        self.render_mode = None
        super().__init__(
            self.batch.n,
            Box(*spaces.ANY_INT8, (spec.observation.size,), np.int8),
            spaces.action_space(spec),
        )
        self._invite(opponents, role, own)
        if seat is not None and not 0 <= seat < self.batch.n_seats:
            raise ValueError(f"seat={seat!r}: expected None or 0..{self.batch.n_seats - 1}")
        self._fixed_seat = seat
        self._watched = any(agent.observes for agent in self.agents)
        self._rows = np.arange(self.num_envs)
        self.learner_seats = np.zeros(self.num_envs, np.int64)
        self._controllers = np.zeros((self.num_envs, self.batch.n_seats), np.int64)
        self._started = np.zeros(self.num_envs, bool)  # the learner has decided in this game
        self._paid = np.zeros(self.num_envs, np.float32)  # what the learner has received since its last decision
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
        self._own = LEARNER
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

    def reset(self) -> np.ndarray:
        if self._seeds[0] is None:
            self.seed(None if self._seed is None else following_seed(self._seed))
        self.batch.seeds[:] = self._seeds
        self._generators = self.batch.generators(self._seed or 0)
        self._reset_seeds()
        self._deal(self._rows)
        self._go_on({})
        return self._observations()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions).reshape(-1)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        if self._actions is None:
            raise RuntimeError("step_wait() before step_async()")
        self.batch.step(self._actions)
        self._actions = None
        self._started[:] = True
        self._paid[:] = self.batch.rewards[self._rows, self.learner_seats]
        ends: dict[int, tuple[float, dict[str, Any]]] = {}
        self._go_on(ends)
        rewards = self._paid.copy()
        dones = np.zeros(self.num_envs, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, (reward, info) in ends.items():
            rewards[row], dones[row], infos[row] = reward, True, info
        return self._observations(), rewards, dones, infos

    def action_masks(self) -> np.ndarray:
        """The legal actions of every learner, (games, actions) bool."""
        return self.batch.masks != 0

    def _go_on(self, ends: dict[int, tuple[float, dict[str, Any]]]) -> None:
        """Play every game to the learner's next decision; `ends` collects the episodes that end on the way."""
        batch = self.batch
        rows, barren = self._rows, 0
        while True:
            over = rows[batch.status[rows] == ENDED]
            for row in over[self._started[over]].tolist():
                ends[row] = self._result(row)
            barren += len(over) - int(self._started[over].sum())
            if barren > MOST_BARREN_GAMES:
                role = "" if self._role is None else f" as {self.game_spec.roles[self._role]}"
                raise RuntimeError(f"the learner was asked nothing{role} in {barren} games: other opponents, or `own`?")
            if len(over):
                batch.seeds[over] = [following_seed(int(seed)) for seed in batch.seeds[over]]
                self._deal(over)
            players = self._deciding(rows)
            found = players == LEARNER
            rows, players = rows[~found], players[~found]
            if not len(rows):
                return
            if found.any():
                barren = 0
            actions = np.full(len(rows), LOOK, np.int64)
            for number in np.unique(players):
                chosen = players == number
                generators = self._generators[rows[chosen]]
                actions[chosen] = self.agents[number].act(View(batch, rows[chosen], generators))
                self._generators[rows[chosen]] = generators
            self._advance(rows, actions, observe=self._watched)
            self._paid[rows] += batch.rewards[rows, self.learner_seats[rows]]

    def _deciding(self, rows: np.ndarray) -> np.ndarray:
        """Who decides in these games: an agent's number, or the learner."""
        seats = self.batch.seats[rows].astype(np.int64)
        players = self._controllers[rows, seats]
        if self._role is not None:
            mine = np.flatnonzero(players == LEARNER)
            roles = self.game_spec.role_of(self.batch.copied(rows[mine]), seats[mine])
            players[mine[roles != self._role]] = self._own
        # A game that is over as soon as it is dealt has nobody to ask; looking at it marks it as ended.
        return np.where(seats < 0, 0, players)

    def _deal(self, rows: np.ndarray) -> None:
        """New games, each with everything drawn from its own seed."""
        self._started[rows] = False
        for row, seed in zip(rows.tolist(), self.batch.seeds[rows].tolist()):
            chance = np.random.default_rng(seed)
            seat = int(chance.integers(self.batch.n_seats)) if self._fixed_seat is None else self._fixed_seat
            self._controllers[row] = chance.integers(self._n_opponents, size=self.batch.n_seats)
            self._controllers[row, seat] = LEARNER
            self.learner_seats[row] = seat
        self.batch.raw[rows] = self.batch._blank
        self._advance(rows, DEAL, observe=self._watched)

    def _advance(self, rows: np.ndarray, actions: Any, *, views: Any = -1, observe: bool = False) -> None:
        """Carry out actions in some of the games."""
        main, side, n = self.batch, self._side, len(rows)
        side.raw[:n] = main.raw[rows]
        side.actions[:n], side._arrays[2][:n], side.seeds[:n] = actions, views, main.seeds[rows]
        arrays = [array[:n] for array in side._arrays]
        self.game_spec.engine.advance(*arrays, RELATIVE | OBSERVE * observe, *main.data)
        main.raw[rows] = side.raw[:n]
        for name in ("masks", "seats", "rewards", "status", *(["observations"] * observe)):
            getattr(main, name)[rows] = getattr(side, name)[:n]

    def _result(self, row: int) -> tuple[float, dict[str, Any]]:
        """What an episode ends with: its reward and its last info."""
        batch, spec, seat = self.batch, self.game_spec, int(self.learner_seats[row])
        game = batch.games[row : row + 1]
        self._advance(np.array([row]), LOOK, views=seat, observe=True)
        left = spec.queries.gone is not None and seat in spec.queries.gone(game)  # its episode was over before the game was
        info = {
            "terminal_observation": batch.observations[row].copy(),
            "TimeLimit.truncated": bool(spec.queries.truncated(game)) and not left,
            "seat": seat,
            **spec.queries.result(game),
        }
        if spec.score is not None:
            info["score"] = spec.score.of(game, seat)
        return float(self._paid[row]), info

    def _observations(self) -> np.ndarray:
        self._advance(self._rows, LOOK, observe=True)
        return self.batch.observations.copy()

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


def _agent(agent: str | Agent, spec: GameSpec) -> Agent:
    return make_agent(agent, spec) if isinstance(agent, str) else agent


def role_number(spec: GameSpec, role: str) -> int:
    if role not in spec.roles:
        raise ValueError(f"role {role!r}: {spec.name} has {', '.join(spec.roles)}")
    return spec.roles.index(role)
