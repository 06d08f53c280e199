"""OpenSpiel: every game as a `pyspiel` game, so that its algorithms run on them.

    game = load_game("haunting_house", players=2)  # or pyspiel.load_game("haunted_env(game=haunting_house,players=2)")
    state = game.new_initial_state()

Chance is sampled outcomes: a chance node has `outcomes` equally likely ones (the deal `deals`), each a seed for what
the step in progress draws. So the tree is finite, a history says everything, and there is a chance node only where
chance has a say. Actions and tensors count seats from the player's own, as everywhere in haunted_env.
"""

import hashlib
import json
from typing import Any

import numpy as np
import pyspiel

from haunted_env import registry
from haunted_env.play.batch import ENDED, Batch
from haunted_env.play.seeds import generators
from haunted_env.play.worlds import draw_worlds
from haunted_env.spec.game import FULL

# A game has to be named; without `players` it is played by as few as it takes.
DEFAULTS = {"game": "", "players": 0, "observation": FULL, "options": "{}", "outcomes": 16, "deals": 4096}
MAX_GAME_LENGTH = 100_000  # most games have no bound of their own
NOTHING = b""


def load_game(game: str, *, outcomes: int = 16, deals: int = 4096, observation: str = FULL, **options: Any) -> "Game":
    """A game with its options, by name."""
    players = options.pop("players", 0)
    texts = {"game": game, "observation": observation, "options": json.dumps(options)}
    return Game({**texts, "players": players, "outcomes": outcomes, "deals": deals})


def game_type(**more: Any) -> pyspiel.GameType:
    return pyspiel.GameType(
        long_name="haunted_env",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
        default_loadable=False,
        **{"short_name": "haunted_env", "max_num_players": 6, "min_num_players": 1, **more},
    )


TERMINAL, ON_THE_WAY = pyspiel.GameType.RewardModel.TERMINAL, pyspiel.GameType.RewardModel.REWARDS


class Game(pyspiel.Game):
    """A game of haunted_env; its parameters are those of `load_game`, `options` as JSON."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        spec = registry.spec(given["game"])
        options = {**json.loads(given["options"]), "players": given["players"] or spec.players[0]}
        self.kind, self.n_outcomes, self.n_deals = given["observation"], given["outcomes"], given["deals"]
        self.start = Batch(spec, 1, options, observation=None)
        self.size = spec.observation_layout(self.kind).size
        low, high = spec.rewards
        info = pyspiel.GameInfo(
            num_distinct_actions=spec.actions.size,
            max_chance_outcomes=max(self.n_outcomes, self.n_deals),
            num_players=self.start.n_seats,
            min_utility=float(low),
            max_utility=float(high),
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(game_type(reward_model=ON_THE_WAY if spec.rules.pay else TERMINAL), info, given)
        self.rng = np.random.default_rng(0)  # of imagined worlds

    def new_initial_state(self) -> "State":
        return State(self)

    def state_of(self, record: np.ndarray) -> "State":
        """A game in progress (an array of one record) as a state without a history."""
        state = State(self)
        state.put(record)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self)


class State(pyspiel.State):
    """`batch`: the game, as it is before the step whose chance is asked for, if one is (`_pending`)."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.batch = game.start.clone()
        self.returned = np.zeros(self.batch.n_seats)
        self.paid = np.zeros(self.batch.n_seats)
        self._dealt, self._ply = False, 0
        self._pending: int | None = None
        self._memories = [NOTHING] * self.batch.n_seats  # what each has seen and done when it decided, as a digest

    def put(self, record: np.ndarray) -> None:
        """Go on from this game instead."""
        self.batch.load(record, resume=False)
        self._dealt, self._pending = True, None

    def current_player(self) -> int:
        if not self._dealt or self._pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.batch.seats[0])

    def is_terminal(self) -> bool:
        return self._dealt and self._pending is None and bool(self.batch.status[0] == ENDED)

    def returns(self) -> list[float]:
        found: list[float] = self.returned.tolist()
        return found

    def rewards(self) -> list[float]:
        found: list[float] = self.paid.tolist()
        return found

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = np.flatnonzero(self.batch.masks[0]).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self.get_game().n_outcomes if self._dealt else self.get_game().n_deals
        return [(outcome, 1.0 / n) for outcome in range(n)]

    def _apply_action(self, action: int) -> None:
        if not self._dealt:
            self.batch.deal(action)
            self._dealt = True
        elif self._pending is not None:
            self.batch.games["secret"]["rng"][0] = generators(self._ply << 32 | action, 1)[0]
            self._carried_out(self.batch, self._pending)
        else:
            self._decided(action)

    def _decided(self, action: int) -> None:
        seat = int(self.batch.seats[0])
        self._memories[seat] = self._digest(self._memories[seat], self.seen_by(seat), action.to_bytes(4, "big"))
        self._ply += 1
        trial = self.batch.clone()
        trial.step([action])
        self.paid[:] = 0
        if np.array_equal(trial.games["secret"]["rng"], self.batch.games["secret"]["rng"]):
            self._carried_out(trial)
        else:
            self._pending = action  # what chance makes of it is not decided yet

    def _carried_out(self, batch: Batch, action: int | None = None) -> None:
        if action is not None:
            batch.step([action])
        self.batch, self._pending = batch, None
        self.paid[:] = batch.rewards[0]
        self.returned += self.paid

    def resample_from_infostate(self, player: int, sampler: Any = None) -> "State":
        """A state that the player, who has to decide, cannot tell from this one; nothing hidden here is in it."""
        twin, game = self.clone(), self.get_game()
        twin.put(draw_worlds(self.batch.spec, self.batch.games, player, int(game.rng.integers(2**62))))
        return twin

    def seen_by(self, player: int, kind: str = FULL) -> np.ndarray:
        seen: np.ndarray = self.batch.look(player, observation=kind).observations[0]
        return seen

    def information_state_string(self, player: int | None = None) -> str:
        """What the player has seen and done whenever it decided, and sees now: a digest."""
        player = self.current_player() if player is None else player
        return self._digest(self._memories[player], self.seen_by(player)).hex()

    def _digest(self, *parts: Any) -> bytes:
        return hashlib.blake2b(b"".join(bytes(part) for part in parts), digest_size=16).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else self.batch.describe(0, action)

    def __str__(self) -> str:
        text: str = self.batch.spec.words.text(self.batch.games, None)
        return text


class Observer:
    """What a player sees: the tensor of `observation`, and a digest of the full observation as its string."""

    def __init__(self, game: Game) -> None:
        self.kind = game.kind
        self.tensor = np.zeros(game.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = state.seen_by(player, self.kind)

    def string_from(self, state: State, player: int) -> str:
        return hashlib.blake2b(state.seen_by(player).tobytes(), digest_size=16).hexdigest()


pyspiel.register_game(game_type(reward_model=TERMINAL), Game)
