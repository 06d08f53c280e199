"""Trained policies: one network per public role, from a checkpoint folder or from a run that is still learning."""

import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from haunted_env.agents import trust
from haunted_env.agents.card import CARD, Card, CheckpointError, read_card
from haunted_env.agents.interface import Agent
from haunted_env.agents.network import Network, choose
from haunted_env.agents.shelf import checkpoint_folder
from haunted_env.play.view import View
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT


@dataclass(frozen=True)
class Settings:
    """What may be said about a checkpoint besides its folder.

    roles: only these of its policies play, e.g. "ghost+opener"; empty: all it has.
    instead: the agent for the other roles; empty: the heuristic if roles are chosen, otherwise what the card says.
    temperature: below 0: what the card says.
    """

    seed: int = 0
    roles: str = ""
    instead: str = ""
    temperature: float = -1.0


class Scorer(Protocol):
    """The network of one role."""

    def logits(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """A number per action, (games, actions) float32; what it says of illegal ones is not looked at."""
        ...

    def belief(self, observations: np.ndarray, n_outcomes: int) -> np.ndarray | None:
        """Probabilities of what is to be found out, as the observer counts seats; None if it does not say."""
        ...


@dataclass(kw_only=True, eq=False)
class PolicyAgent(Agent):
    """Each decision goes to the network of the seat's public role; `instead` plays roles that have none.

    `temperature` sharpens (below 1) or flattens the policy; 0 takes the most likely action.
    """

    networks: dict[int, Scorer]
    instead: Agent
    temperature: float = 1.0
    observes: str = COMPACT  # type: ignore[misc]
    card: Card | None = field(default=None, repr=False)
    _warned: bool = field(default=False, init=False, repr=False)

    def act(self, view: View) -> np.ndarray:
        self._look_at_data(view)
        actions = np.zeros(len(view), np.int64)
        for role, chosen, part in view.split(view.roles):
            if role not in self.networks:
                actions[chosen] = self.instead.act(part)
            else:
                logits = self.networks[role].logits(part.observed(self.observes), part.masks)
                actions[chosen], _ = choose(logits, part.masks, part.generators, self.temperature)
        return actions

    def belief(self, view: View) -> np.ndarray | None:
        """What the policies' features say about what is to be found out, if the checkpoint has a probe for it."""
        if self.spec.belief is None:
            return None
        n_outcomes = self.spec.belief.size(view.n_seats)
        beliefs = np.zeros((len(view), n_outcomes))
        for role, chosen, part in view.split(view.roles):
            network = self.networks.get(role)
            said = network.belief(part.observed(self.observes), n_outcomes) if network else None
            if said is None:
                return None
            beliefs[chosen] = said
        return beliefs

    def _look_at_data(self, view: View) -> None:
        """Games may come with data of their own, a scenario: say so once if a policy has never seen it."""
        trained = self.card.data_keys if self.card else ()
        if not trained or self.spec.scenarios is None or self._warned:
            return
        if set(view.games["table"]["data_key"].tolist()) - set(trained):
            said = f"{self.card and self.card.name}: trained with other data (a scenario, say) than it plays with here"
            warnings.warn(f"{said}; what the policy has learnt may not hold", stacklevel=2)
            self._warned = True


def load_checkpoint(folder: Path, spec: GameSpec, within: tuple[str, ...] = (), **given: Any) -> PolicyAgent:
    """The agent in a checkpoint folder (see `Settings`); a CheckpointError says what is wrong with it. `within`: as for
    `make_agent`."""
    settings = Settings(**given)
    folder = checkpoint_folder(folder)
    card = read_card(folder, spec)
    networks: dict[int, Scorer] = {
        spec.roles.index(name): Network.read(folder / card.roles[name].weights, spec, card.observation)
        for name in _chosen_roles(folder, card, settings)
    }
    return PolicyAgent(
        spec=spec,
        seed=settings.seed,
        networks=networks,
        instead=_instead(folder, card, spec, settings, within),
        temperature=settings.temperature if settings.temperature >= 0 else card.temperature,
        observes=card.observation,
        card=card,
    )


def _instead(folder: Path, card: Card, spec: GameSpec, settings: Settings, within: tuple[str, ...]) -> Agent:
    """Who plays the roles without a policy: as the caller says, or else the card. No card makes anybody's code run."""
    from haunted_env.agents.names import make_agent

    if settings.instead:
        return make_agent(settings.instead, spec, within)
    if settings.roles and spec.heuristic is not None:
        return make_agent("heuristic", spec)
    if trust.runs_code(card.instead):
        said = f"other roles are played by {card.instead}, which runs code"
        fix = f"if you trust that code, name the agent {folder}:instead={card.instead}"
        raise CheckpointError(f"{folder / CARD}: {said}; {fix}")
    try:
        return make_agent(card.instead, spec, within)
    except CheckpointError:
        raise
    except ValueError as error:
        raise CheckpointError(f"{folder / CARD}: instead: {error}") from None


def _chosen_roles(folder: Path, card: Card, settings: Settings) -> list[str]:
    roles = settings.roles.split("+") if settings.roles else list(card.roles)
    for role in roles:
        if role not in card.roles:
            raise CheckpointError(f"{folder}: it has no policy for the role {role!r}, only for {', '.join(card.roles)}")
    return roles
