"""OpenSpiel's games for `leakcheck`."""

import copy
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

SEQUENTIAL = pyspiel.GameType.Dynamics.SEQUENTIAL
SAMPLED = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
ASKED = ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor")


class SpielGame:
    """A game of OpenSpiel; exchanges are handed its state, and the number of a player."""

    def __init__(self, game: Any) -> None:
        kind, name = game.get_type(), str(game)
        if kind.dynamics != SEQUENTIAL:
            raise ValueError(f"{name}: players act at once; try turn_based_simultaneous_game(game={name})")
        if kind.chance_mode == SAMPLED:
            raise ValueError(f"{name}: its chance is sampled inside, so no seed repeats a game of it")
        self.game = game
        self.asked = [method for method in ASKED if getattr(kind, f"provides_{method}")]
        pieces = {"observation pieces": _observer(game, False), "information state pieces": _observer(game, True)}
        self.pieces = {name: observer for name, observer in pieces.items() if observer is not None}

    def reset(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.raw = self.game.new_initial_state()
        self._draw()

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.raw, twin.rng = self.raw.clone(), copy.deepcopy(self.rng)
        return twin

    @property
    def seats(self) -> Sequence[int]:
        return range(self.game.num_players())

    @property
    def acting(self) -> int | None:
        return None if self.raw.is_terminal() else int(self.raw.current_player())

    def legal(self) -> list[int]:
        return list(self.raw.legal_actions())

    def play(self, action: int) -> None:
        self.raw.apply_action(action)
        self._draw()

    def _draw(self) -> None:
        while self.raw.is_chance_node():
            outcomes, chances = zip(*self.raw.chance_outcomes(), strict=True)
            total = np.asarray(chances) / sum(chances)
            self.raw.apply_action(outcomes[self.rng.choice(len(outcomes), p=total)])

    def seen(self, seat: int) -> dict[str, Any]:
        state = self.raw
        seen: dict[str, Any] = {"acting": self.acting, "legal_actions": list(state.legal_actions(seat))}
        for method in self.asked:
            got = getattr(state, method)(seat)
            seen[method] = got if isinstance(got, str) else np.array(got, np.float32)
        for name, observer in self.pieces.items():
            observer.set_from(state, seat)
            seen[name] = {piece: np.array(values) for piece, values in observer.dict.items()}
        if not state.is_terminal() and self.acting == seat:
            actions = state.legal_actions()
            seen["action_to_string"] = {action: state.action_to_string(seat, action) for action in actions}
        if self.game.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS:
            seen |= {"reward": state.rewards()[seat], "return": state.returns()[seat]}
        return seen

    @staticmethod
    def exchange(state: Any, player: int, rng: np.random.Generator) -> Any:
        """The game's own `resample_from_infostate`, where it has one."""
        try:
            return state.resample_from_infostate(player, rng.random)
        except pyspiel.SpielError as error:
            if "not implemented" in str(error).lower():
                raise ValueError(
                    f"{state.get_game()} has no resample_from_infostate: give an exchange of your own"
                ) from error
            raise


def _observer(game: Any, perfect_recall: bool) -> Any:
    """The tensor in named pieces; None in games that do not have them."""
    alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
    try:
        kind = pyspiel.IIGObservationType(public_info=True, perfect_recall=perfect_recall, private_info=alone)
        observer = make_observation(game, kind)
        return observer if observer.dict else None
    except (pyspiel.SpielError, AttributeError, ValueError, RuntimeError):
        return None
