"""Trained policies: folders with a `card.json` that says what they hold.

`LOADERS` names, for each kind of checkpoint (`card["kind"]`), what turns a folder into an agent. Loading needs neither
torch nor pickle, and refuses folders that are damaged or were trained for other rules, cards or observations.
"""

import hashlib
import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.agents.adviser import ADVISER, adviser_hash
from haunted_env.agents.inputs import Inputs
from haunted_env.agents.interface import Agent
from haunted_env.agents.network import Network, choose
from haunted_env.play.view import View
from haunted_env.engine.layout import Layout
from haunted_env.spec import GameSpec

CARD = "card.json"
ROLE_POLICIES = "role_policies"
RUNS_CODE = ("python:", "text:")  # agents that are somebody's code


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


LOADERS: dict[str, Callable[[Path, dict[str, Any], GameSpec, Settings], Agent]] = {}


def load_checkpoint(folder: Path, spec: GameSpec, **settings: Any) -> Agent:
    """The agent in a checkpoint folder (see `Settings`); a ValueError says what is wrong with it."""
    card = read_card(folder, spec)
    loader = LOADERS.get(str(card.get("kind")))
    if loader is None:
        known = ", ".join(LOADERS) or "none yet"
        raise ValueError(f"{folder}: a checkpoint of kind {card.get('kind')!r}; kinds that can be played: {known}")
    return loader(folder, card, spec, Settings(**settings))


def read_card(folder: Path, spec: GameSpec) -> dict[str, Any]:
    """The card of a checkpoint for this game, everything it says about its files checked."""
    if folder.suffix == ".zip":
        how = "haunted_env.envs.sb3_policy.load_zip(path, spec, trust_pickle=True)"
        raise ValueError(f"{folder} is a pickle, which may run any code when it is loaded; if you trust it: {how}")
    if not folder.is_dir():
        raise ValueError(f"no checkpoint folder {folder}")
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"{folder} is no checkpoint: it has no {CARD}") from None
    except ValueError as error:
        raise ValueError(f"{folder / CARD}: not JSON ({error})") from error
    if not isinstance(card, dict) or card.get("game") != spec.name:
        trained = card.get("game") if isinstance(card, dict) else None
        raise ValueError(f"{folder}: a checkpoint for {trained or 'no game that it names'}, not for {spec.name}")
    for name, mine in fingerprint(spec).items():
        if card.get(name) != mine:
            said = f"its {name.replace('_', ' ')} is {card.get(name)!r}, here it is {mine!r}"
            raise ValueError(f"{folder} was trained for another version of {spec.name}: {said}; train it again")
    _check_files(folder, card.get("files"))
    return card


def fingerprint(spec: GameSpec) -> dict[str, Any]:
    """What has to be the same for a policy to understand the game."""
    return {
        "game_version": spec.version,
        "content_hash": spec.content_hash,
        "observation_hash": layout_hash(spec.observation),
        "action_hash": layout_hash(spec.actions),
    }


def layout_hash(layout: Layout) -> str:
    """Changes with the order, the sizes and the names of the blocks, not with the words that explain them."""
    blocks = [(block.name, block.size, block.seats) for block in layout.blocks]
    return hashlib.sha256(repr(blocks).encode()).hexdigest()[:16]


def _check_files(folder: Path, files: Any) -> None:
    if not isinstance(files, dict) or not files:
        raise ValueError(f"{folder / CARD}: it lists no files")
    for name, expected in files.items():
        if Path(name).name != name:
            raise ValueError(f"{folder / CARD}: {name!r} is not the name of a file in this folder")
        try:
            found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        except FileNotFoundError:
            raise ValueError(f"{folder}: {name} is missing") from None
        if found != expected:
            raise ValueError(f"{folder}: {name} is damaged or was changed: its sha256 is not the one on the card")


@dataclass(kw_only=True, eq=False)
class PolicyAgent(Agent):
    """One network per public role; `instead` plays the roles that have none.

    `temperature` sharpens (below 1) or flattens the policy; 0 takes the most likely action.
    """

    networks: dict[int, Network]
    instead: Agent
    temperature: float = 1.0
    _warned: bool = field(default=False, init=False, repr=False)
    card: dict[str, Any] = field(default_factory=dict, repr=False)

    observes = True

    def act(self, view: View) -> np.ndarray:
        self._look_at_data(view)
        actions = np.zeros(len(view), np.int64)
        roles = self.spec.queries.role_of(view.games, view.seats)
        for role in np.unique(roles).tolist():
            chosen = roles == role
            if role not in self.networks:
                part = view.part(chosen)
                actions[chosen] = self.instead.act(part)
                view.generators[chosen] = part.generators
                continue
            part = view.part(chosen)
            logits = self.networks[role].logits(part.observations, self._advice(role, part))
            actions[chosen], _ = choose(logits, part.masks, part.generators, self.temperature)
            view.generators[chosen] = part.generators
        return actions

    def belief(self, view: View) -> np.ndarray | None:
        """What the policies' features say about what is to be found out, if the checkpoint has a probe for it."""
        if self.spec.belief is None:
            return None
        roles = self.spec.queries.role_of(view.games, view.seats)
        if any(role not in self.networks or not self.networks[role].has_probe for role in np.unique(roles)):
            return None
        n_outcomes = self.spec.belief.size(view.n_seats)
        beliefs = np.zeros((len(view), n_outcomes))
        for role in np.unique(roles).tolist():
            chosen = roles == role
            part = view.part(chosen)
            beliefs[chosen] = self.networks[role].belief(part.observations, n_outcomes, self._advice(role, part))
        return beliefs

    def features(self, role: int, view: View) -> np.ndarray:
        """The first layer of a role's policy in games where seats of that role decide."""
        return self.networks[role].features(view.observations, self._advice(role, view))

    def _look_at_data(self, view: View) -> None:
        """Games may come with data of their own, a scenario: say so once if a policy has never seen it."""
        trained = self.card.get("data_keys")
        if not trained or self.spec.data is None or self._warned:
            return
        if set(view.games["table"]["data_key"].tolist()) - set(trained):
            said = f"{self.card.get('name')}: trained with other data (a scenario, say) than it plays with here"
            warnings.warn(f"{said}; what the policy has learnt may not hold", stacklevel=2)
            self._warned = True

    def _advice(self, role: int, view: View) -> np.ndarray | None:
        return view.advice() if self.networks[role].inputs.advice else None


def load_role_policies(folder: Path, card: dict[str, Any], spec: GameSpec, settings: Settings) -> PolicyAgent:
    from haunted_env.agents.names import make_agent

    try:
        inputs = Inputs.described(spec, card["inputs"])
        weights = {name: str(entry["weights"]) for name, entry in card["roles"].items()}
        temperature = float(card.get("temperature", 1.0))
    except ValueError as error:
        raise ValueError(f"{folder / CARD}: {error}; train it again") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{folder / CARD}: what it says of inputs and roles is damaged ({error})") from None
    if inputs.advice:
        check_adviser(folder, card, spec)
    networks = {}
    for name in _chosen_roles(folder, card, settings):
        if name not in spec.roles:
            raise ValueError(f"{folder / CARD}: {spec.name} has no role {name!r}")
        if weights[name] not in card["files"]:
            raise ValueError(f"{folder / CARD}: {weights[name]!r} is not among the files whose sha256 it has")
        networks[spec.roles.index(name)] = Network.read(folder / weights[name], inputs, spec.actions.size)
    return PolicyAgent(
        spec=spec,
        seed=settings.seed,
        networks=networks,
        instead=make_agent(settings.instead or _said_instead(folder, card, spec, settings), spec),
        temperature=settings.temperature if settings.temperature >= 0 else temperature,
        card=card,
    )


def _said_instead(folder: Path, card: dict[str, Any], spec: GameSpec, settings: Settings) -> str:
    """Who plays the roles without a policy, unless the caller says so. No card makes anybody's code run."""
    if settings.roles and spec.heuristic is not None:
        return "heuristic"
    name = str(card.get("instead", "random"))
    if any(word in name for word in RUNS_CODE):
        raise ValueError(
            f"{folder / CARD}: other roles are played by {name}, which runs code; say instead=... yourself"
        )
    return name


def check_adviser(folder: Path, card: dict[str, Any], spec: GameSpec) -> None:
    """Warn if the hand-written player that advises a checkpoint is not the one its figures were measured with."""
    if card.get(ADVISER) != adviser_hash(spec):
        said = "has changed since it was measured" if ADVISER in card else "may have changed since it was measured"
        warnings.warn(
            f"{folder}: the hand-written player of {spec.name}, which advises this checkpoint, {said}. It plays, but "
            "the figures on its card may no longer hold: train it again, or measure it anew with training/evaluate.py",
            stacklevel=1,
        )


def _chosen_roles(folder: Path, card: dict[str, Any], settings: Settings) -> list[str]:
    roles = settings.roles.split("+") if settings.roles else list(card["roles"])
    for role in roles:
        if role not in card["roles"]:
            raise ValueError(f"{folder}: it has no policy for the role {role!r}, only for {', '.join(card['roles'])}")
    return roles


LOADERS[ROLE_POLICIES] = load_role_policies
