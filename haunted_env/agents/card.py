"""The card of a checkpoint: what a folder with trained policies says about itself, in one schema.

Reading a card needs neither torch nor pickle, and refuses folders that are damaged or were trained for other rules,
content or observations. Whatever is wrong with a checkpoint is a CheckpointError, a ValueError.
"""

import hashlib
import math
import os
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from haunted_env.engine.files import write_atomically
from haunted_env.engine.layout import Layout
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT

CARD = "card.json"
SNAPSHOTS = "snapshots"  # of a training run: a folder each, named by the decisions it had seen
COPY_AGAIN = "copy the whole folder again, or train it again"


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the message names the file and what to do."""


class RoleCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The policy of one role."""

    weights: str  # file in the folder; roles may share one
    learnt_from: int = 0  # decisions


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a checkpoint holds and what it was made for."""

    kind: Literal["role_policies"] = "role_policies"
    name: str
    game: str
    game_version: int
    content_hash: str
    observation: str  # the kind of observations that the policies read
    observation_hash: str
    action_hash: str
    roles: dict[str, RoleCard]
    instead: str = "random"  # who plays roles that have no policy
    temperature: Annotated[float, msgspec.Meta(ge=0)] = 1.0
    players: tuple[int, ...] = ()
    data_keys: tuple[int, ...] = ()  # which data (scenarios) it was trained with, in games that have any
    training: dict[str, Any] = {}
    evaluation: dict[str, Any] = {}
    files: dict[str, str] = {}  # sha256 of every other file

    def __post_init__(self) -> None:
        if not math.isfinite(self.temperature):
            raise ValueError(f"temperature is {self.temperature}, expected a finite number")
        config = self.training.get("config", {})
        if not isinstance(config, dict) or not isinstance(config.get("options", {}), dict):
            raise ValueError("training.config: expected an object, and in it `options`, an object too")

    @property
    def options(self) -> dict[str, Any]:
        """Of the games it was trained with, but for the number of players."""
        given = self.training.get("config", {}).get("options", {})
        return {name: value for name, value in given.items() if name != "players"}


def fingerprint(spec: GameSpec, observation: str = COMPACT) -> dict[str, Any]:
    """What has to be the same for a policy to understand the game."""
    version = spec.features.version if spec.features and observation == COMPACT else 0
    return {
        "game_version": spec.version,
        "content_hash": spec.content_hash,
        "observation_hash": layout_hash(spec.observation_layout(observation), version),
        "action_hash": layout_hash(spec.actions),
    }


def layout_hash(layout: Layout, version: int = 0) -> str:
    """Changes with the order, the sizes and the names of the blocks, not with the words that explain them."""
    blocks = [(block.name, block.size, block.seats) for block in layout.blocks]
    return hashlib.sha256(repr((version, blocks)).encode()).hexdigest()[:16]


def game_of(folder: Path) -> str:
    """The game that a checkpoint's card names; everything else about it is checked when it is read."""
    return _decoded(folder).game


def read_card(folder: Path, spec: GameSpec) -> Card:
    """The card of a checkpoint for this game, everything it says about its files checked."""
    card = _decoded(folder)
    where = folder / CARD
    if card.game != spec.name:
        raise CheckpointError(f"{folder}: a checkpoint for {card.game}, not for {spec.name}")
    try:
        expected = fingerprint(spec, card.observation)
    except ValueError as error:
        raise CheckpointError(f"{where}: {error}; train it again") from None
    for name, mine in expected.items():
        if getattr(card, name) != mine:
            said = f"its {name.replace('_', ' ')} is {getattr(card, name)!r}, here it is {mine!r}"
            raise CheckpointError(f"{folder} was trained for another version of {spec.name}: {said}; train it again")
    _check_files(folder, card.files)
    for name, role in card.roles.items():
        if name not in spec.roles:
            raise CheckpointError(f"{where}: roles: {spec.name} has no role {name!r}, only {', '.join(spec.roles)}")
        if role.weights not in card.files:
            raise CheckpointError(
                f"{where}: roles.{name}.weights: {role.weights!r} is not among its `files`; {COPY_AGAIN}"
            )
    return card


def _decoded(folder: Path) -> Card:
    if folder.suffix == ".zip":
        raise CheckpointError(
            f"{folder} is a pickle, which may run any code when it is loaded; if you trust it, load it with "
            "sb3_contrib.MaskablePPO.load and play it with its `predict`"
        )
    if not os.path.isdir(folder):  # unlike Path.is_dir, no error for names that are too long
        raise CheckpointError(f"no checkpoint folder {folder}: give the folder that holds its {CARD}")
    if not (folder / CARD).is_file():
        raise CheckpointError(f"{folder} is no checkpoint: it has no {CARD}; {COPY_AGAIN}")
    try:
        return msgspec.json.decode((folder / CARD).read_bytes(), type=Card)
    except OSError as error:
        raise CheckpointError(f"{folder / CARD} cannot be read ({error.strerror}); {COPY_AGAIN}") from None
    except (ValueError, RecursionError) as error:  # among them bytes that are no text
        raise CheckpointError(f"{folder / CARD}: not the card of a checkpoint ({error}); {COPY_AGAIN}") from None


def _check_files(folder: Path, files: dict[str, str]) -> None:
    if not files:
        raise CheckpointError(f"{folder / CARD}: files: there are none; {COPY_AGAIN}")
    for name, expected in files.items():
        if Path(name).name != name:
            raise CheckpointError(
                f"{folder / CARD}: files: {name!r} is not the name of a file in this folder; {COPY_AGAIN}"
            )
        try:
            if not (folder / name).is_file():  # reading a pipe or a device might never end
                raise CheckpointError(f"{folder}: {name} is missing, or no file; {COPY_AGAIN}")
            found = sha256(folder / name)
        except OSError as error:
            raise CheckpointError(f"{folder}: {name} cannot be read ({error.strerror}); {COPY_AGAIN}") from None
        if found != expected:
            changed = f"{name} is damaged or was changed: its sha256 is not the one on the card"
            raise CheckpointError(f"{folder}: {changed}; {COPY_AGAIN}")


def write_card(folder: Path, card: Card) -> None:
    """Write the card, with the sha256 of every other file of the folder."""
    kept = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith(".")]
    files = {path.name: sha256(path) for path in kept if path.name != CARD}
    encoded = msgspec.json.encode(msgspec.structs.replace(card, files=files))
    write_atomically(folder / CARD, msgspec.json.format(encoded, indent=1) + b"\n")


def sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
