"""PettingZoo AEC environment for every game.

`env()` returns this class without PettingZoo's usual wrappers: their checks (order of calls, action in range)
are made here, because each wrapper adds attribute look-ups that cost more than the game itself (measured with
the stock AssertOutOfBounds + OrderEnforcing stack, in Haunted Destinies: 25 us per `last` and `step` instead of 6).
"""

import copy
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from haunted_env import registry
from haunted_env.envs import spaces
from haunted_env.envs.snapshot import Saving
from haunted_env.play import worlds
from haunted_env.play.batch import ENDED, REFUSED, Batch
from haunted_env.play.seeds import check_seed, following_seed, fresh_seed
from haunted_env.spec import GameSpec
from haunted_env.spec.game import FULL
from haunted_env.spec.position import options_of

# Attributes that only reset() sets: the public ones, and those behind methods.
SET_BY_RESET = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")
BEHIND_METHODS = ("_games", "_shown", "_position", "_history", "_cumulative_rewards")
RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL_REWARD = -1


def raw_env(game: str | GameSpec, **settings: Any) -> "GameEnv":
    """The environment of a game; `settings` are those of GameEnv."""
    return GameEnv(registry.spec(game) if isinstance(game, str) else game, **settings)


def make_env(game: str | GameSpec, *, illegal: str = "raise", flatten: bool = False, **settings: Any) -> AECEnv:
    """The environment of a game. An illegal action raises a ValueError and changes nothing; with
    `illegal="terminate"` it ends the game as PettingZoo's TerminateIllegalWrapper does. With `flatten` observations are
    the vector alone, and masks are in `infos`."""
    if illegal not in ("raise", "terminate"):
        raise ValueError(f"illegal={illegal!r}: choose 'raise' or 'terminate'")
    env: AECEnv = raw_env(game, **settings)
    if flatten:
        from haunted_env.envs.flat import FlatWrapper

        env = FlatWrapper(env)
    if illegal == "raise":
        return env
    terminating: AECEnv = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


class GameEnv(Saving, AECEnv[str, dict[str, np.ndarray], int]):
    """One game with one agent per seat, `player_0` to the last.

    relative_seats: seat 0 is oneself, 1 the left neighbour, in observations and in actions that name a seat.
    observation: "full", or "compact" for small networks (`spec.observation_table(kind)`).
    render_mode: "ansi" (text), "rgb_array" (picture) or "human" (prints the text).
    render_view: "acting" (what the acting agent may see), "all" (everything) or an agent's name.
    options: the options of the game, see `spec.options`.
    """

    def __init__(
        self,
        spec: GameSpec,
        *,
        relative_seats: bool = True,
        observation: str = FULL,
        render_mode: str | None = None,
        render_view: str = "acting",
        **options: Any,
    ) -> None:
        super().__init__()
        self.spec = spec
        self.metadata = {
            "name": f"{spec.name}_v{spec.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode={render_mode!r}: choose one of {RENDER_MODES} or None")
        spec.observation_layout(observation)  # refuses an unknown kind
        self.batch = Batch(spec, 1, options, relative_seats=relative_seats, observation=observation, masks=True)
        self.possible_agents = [f"player_{seat}" for seat in range(self.batch.n_seats)]
        if render_view not in ("acting", "all", *self.possible_agents):
            raise ValueError(f"render_view={render_view!r}: choose 'acting', 'all' or one of {self.possible_agents}")
        self._kind = observation
        self.render_mode = render_mode
        self.render_view = render_view
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed: int | None = None
        self._skip_agent_selection: str | None = None
        self.agent_spaces: dict[str, tuple[Dict, Discrete]] = {}
        self._seat_actions, self._gone = spec.seat_actions, spec.queries.gone
        self._parts = spec.parts.of(self.batch.games) if spec.parts else None
        self._bind()

    def _bind(self) -> None:
        """Short cuts into the batch for `step` and `observe`."""
        batch = self.batch
        self._act, self._seat = batch.act, batch.seats.data
        self._written = batch.observations[0], batch.masks[0], batch.card_masks[0], batch.location_masks[0]

    def __getattr__(self, name: str) -> Any:
        if name in SET_BY_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset()")
        if name in BEHIND_METHODS:
            raise AttributeError("there is no game before reset()")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # Playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. Without a seed the first game is random and later ones follow from it.

        `options={"position": {...}}` starts from a position, with a generator from the seed unless it has one of
        its own. A position that says nothing of options has those of this environment. Other keys are ignored.
        """
        if seed is not None:
            seed = check_seed(seed)
        else:
            seed = fresh_seed() if self._seed is None else following_seed(self._seed)
        if not isinstance(options, dict | None):
            raise TypeError(f"options={options!r}: expected a dict or None")
        position = (options or {}).get("position")
        if position is None:
            self.batch.deal(seed)
        else:
            if not isinstance(position, dict):
                raise TypeError(f"options['position']: expected a dict, got {type(position).__name__}")
            position = copy.deepcopy(position)
            position.setdefault("options", self.batch.options)
            if "rng" not in position:
                position.setdefault("seed", seed)
            self.load(self.spec.positions.read(position), "the position", resume=True)
        self._seed = seed
        self._position = position
        self._history: list[int] = []
        self._games = self.batch.games
        gone = self._gone(self._games) if self._gone is not None else ()
        # Of a finished game that nobody is left in, all are told how it ended.
        self.agents = [agent for seat, agent in enumerate(self.possible_agents) if seat not in gone] or list(
            self.possible_agents
        )
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0), dict.fromkeys(self.agents, 0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._part = int(self._parts.number(self._games)[0]) if self._parts else 0
        self.agent_selection, self._skip_agent_selection = self.agents[0], None
        self._updated = True
        if self._games["table"]["over"][0]:
            self._finish()
        else:
            self._select()

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game being played (a position may have its own), before reset() of the environment."""
        return options_of(self.spec, self._games) if self.has_game else self.batch.options

    def step(self, action: int | None) -> None:
        """Carry out the action of `agent_selection`."""
        agent = self.agent_selection
        self._updated = True
        if not self.agents:
            raise RuntimeError("the game is over and every agent has left: call reset()")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        if type(action) is not int:
            action = self._whole_number(action)
        if not 0 <= action < self.spec.actions.size:
            raise ValueError(f"action {action} of {agent} is outside 0..{self.spec.actions.size - 1}")
        taken = self.batch.absolute(0, action) if action in self._seat_actions else action
        status = self._act(action)
        if status == REFUSED:
            raise ValueError(self.batch.refusal(0, action))
        self._history.append(taken)
        self._cumulative_rewards[agent] = 0
        if self._parts:
            self.infos[agent] = {}
            self._tell_parts()
        if status == ENDED:
            self._finish()
        else:
            self._select()
            if self._gone is not None:
                self._pay_and_leave()

    def _tell_parts(self) -> None:
        """What has become of a part of the game (a chapter) that has just ended, to all until they have acted."""
        assert self._parts is not None
        number = int(self._parts.number(self._games)[0])
        if number == self._part:
            return
        self._part = number
        for agent in self.agents:
            self.infos[agent] = {self._parts.name: self._named(self._parts.result(self._games, number - 1))}

    def _named(self, result: dict[str, Any]) -> dict[str, Any]:
        """A result with agents instead of seats."""
        names = self.possible_agents
        return result | {"winners": [names[seat] for seat in result["winners"]]}

    def _pay_and_leave(self) -> None:
        """Rewards before the end, and agents that leave before it."""
        self._pay()
        for seat in self._gone(self._games) if self._gone is not None else ():
            if self.possible_agents[seat] in self.agents:
                self.terminations[self.possible_agents[seat]] = True
        self._deads_step_first()

    def _pay(self) -> None:
        paid = self.batch.rewards[0].tolist()
        self.rewards = {agent: paid[self._seat_of[agent]] for agent in self.agents}
        self._accumulate_rewards()

    def _whole_number(self, action: Any) -> int:
        if action is None:
            raise ValueError(
                f"None is only for agents whose game is over; {self.agent_selection} has to choose an action"
            )
        if isinstance(action, np.ndarray) and action.shape == ():
            action = action[()]
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            raise TypeError(f"action {action!r} of {self.agent_selection}: expected a whole number")
        return int(action)

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._seat[0]]
        self._shown: str | None = self.agent_selection

    def _finish(self) -> None:
        """The end of the game, for every agent still there at once."""
        self._pay()
        truncated = bool(self.spec.queries.truncated(self._games))
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._tell_result()
        self._deads_step_first()

    def _tell_result(self) -> None:
        self._shown = None
        result = self.spec.queries.result(self._games)
        names = self.possible_agents
        for agent in self.agents:
            self.infos[agent] = {
                "winners": [names[seat] for seat in result["winners"]],
                "reason": result["reason"],
                "roles": dict(zip(names, result["roles"], strict=False)),
            }
            if self._parts:
                parts = [self._parts.result(self._games, n) for n in range(int(self._parts.number(self._games)[0]))]
                self.infos[agent][f"{self._parts.name}s"] = [self._named(part) for part in parts]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]
        """The agents in the order they act; `step` or `reset` has to be called in between."""
        while self.agents and max_iter > 0:
            if not self._updated:
                raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
            self._updated = False
            max_iter -= 1
            yield self.agent_selection

    # Seeing

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know, on its turn or not; its mask is all zeros off turn."""
        if agent == self._shown:
            observation, mask, cards, locations = self._written
        else:
            observation, mask, cards, locations = (array[0] for array in self.batch.look(self._seat_of[agent]))
        return {
            "observation": observation.copy(),
            "action_mask": mask.copy(),
            "card_mask": cards.copy(),
            "location_mask": locations.copy(),
        }

    def state(self) -> np.ndarray:
        """For centralised critics: what each seat knows, one row per seat. It reveals nothing that nobody knows."""
        return np.stack([self.observe(agent)["observation"] for agent in self.possible_agents])

    @property
    def state_space(self) -> Box:
        return spaces.state_space(self.spec, self.batch.n_seats, self._kind)

    def observation_space(self, agent: str) -> Dict:  # type: ignore[override]
        return self._spaces_of(agent)[0]

    def action_space(self, agent: str) -> Discrete:  # type: ignore[override]
        return self._spaces_of(agent)[1]

    def _spaces_of(self, agent: str) -> tuple[Dict, Discrete]:
        if not self.agent_spaces:
            spec = self.spec
            self.agent_spaces = {
                a: (spaces.observation_space(spec, self._kind), spaces.action_space(spec)) for a in self.possible_agents
            }
        return self.agent_spaces[agent]

    def belief(self, agent: str, about: str | None = None) -> dict[str, Any]:
        """What follows from what `agent` knows: how likely each outcome is, by name.

        In Haunted Destinies how likely each agent is to be the Opener, or to hold the Psyche card `about` (its id or
        name); in Ghosts in the Graveyard, how likely each tombstone is to be the Haunt of the agent's target, or of the
        agent `about`; in Destinies which destiny the agent `about` may have, or all of them do.
        `spec.inference.subjects` has all that one may ask about.
        """
        if agent not in self._seat_of:
            raise ValueError(f"unknown agent {agent!r}; there are: {', '.join(self.possible_agents)}")
        if about is None and self.spec.belief is None:
            subjects = self.spec.inference.subjects(self._games) if self.spec.inference else {}
            if not subjects:
                raise ValueError(f"{self.spec.title} has nothing to find out: there is no belief to ask for")
            return {subject: self.belief(agent, subject) for subject in subjects}
        belief = self.spec.belief_about(self._games, about)
        chances = belief.chances(self._games, self._seat_of[agent])[0].tolist()
        return dict(zip(belief.names(self.possible_agents), chances, strict=True))

    def resample(self, seed: int) -> "GameEnv":
        """A copy in a world that the acting agent cannot tell from this one, drawn from what it knows alone.

        Nothing hidden here is in it: cards, decks, other agents' knowledge and coming dice are imagined.
        """
        if not self.has_game or self.batch.games["table"]["over"][0]:
            raise ValueError("there is no game to imagine: reset() first, and resample before the end")
        batch = self.batch
        world = worlds.draw_worlds(self.spec, batch.games, int(batch.seats[0]), check_seed(seed))
        twin = self.clone()
        twin.load(world, "the world", resume=False)
        twin.__dict__.update({"_seed": None, "_history": [], "_position": self.spec.positions.write(world)})
        return twin

    def describe(self, action: int) -> str:
        """An action of the acting agent in words."""
        self.spec.actions.find(action)
        return self.spec.words.describe_action(self._games, self.batch.absolute(0, action))

    def view(self, agent: str = "all") -> str:
        """The game as text: what an agent may see, or everything."""
        return self.spec.words.text(self._games, None if agent == "all" else self._seat_of[agent])

    def render(self) -> np.ndarray | str | None:
        view = self.agent_selection if self.render_view == "acting" else self.render_view
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: make the environment with one of them")
            return None
        if self.render_mode == "rgb_array":
            return self.spec.words.draw(self._games, None if view == "all" else self._seat_of[view])
        text = self.view(view)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        pass
