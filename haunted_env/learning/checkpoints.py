"""Trained policies as a checkpoint folder: weights that play without torch, and a card that says what they are."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import safetensors.numpy

from haunted_env import registry
from haunted_env.agents.card import Card, RoleCard, fingerprint, game_of, read_card, write_card
from haunted_env.agents.network import Network, read_safetensors
from haunted_env.agents.shelf import checkpoint_folder
from haunted_env.engine.files import put_in_place, write_atomically
from haunted_env.learning.ppo import SelfPlayPPO, maskable_ppo
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT

WEIGHTS = "policy.safetensors"


def export(learner: SelfPlayPPO, folder: Path, course: dict[str, Any], versions: dict[str, str]) -> None:
    """Write the checkpoint of a learner as it is now: whole, or not at all."""
    card = card_of(learner, folder.parent.name, learner.num_timesteps)
    training = {**card.training, "seconds": round(course["seconds"]), "versions": versions}
    card = msgspec.structs.replace(
        card, training=training, evaluation={"while_training": newest(course["evaluations"])}
    )
    with replaced(folder) as temporary:
        write_weights(temporary / WEIGHTS, learner.playing.arrays())
        curves = folder.parent / "curves.png"
        if curves.exists():
            shutil.copy(curves, temporary)
        write_card(temporary, card)


def export_snapshot(learner: SelfPlayPPO, folder: Path, decisions: int) -> None:
    """Write an earlier version of a learner as a checkpoint of its own."""
    with replaced(folder) as temporary:
        write_weights(temporary / WEIGHTS, learner.opponents.snapshots[decisions])
        write_card(temporary, card_of(learner, f"{folder.parent.parent.name}@{decisions}", decisions))


def card_of(learner: SelfPlayPPO, name: str, decisions: int) -> Card:
    """What there is to say of a learner's policy before it is measured."""
    spec, config = learner.game_spec, learner.config
    role = RoleCard(weights=WEIGHTS, learnt_from=decisions)
    return Card(
        name=name,
        game=spec.name,
        **fingerprint(spec),
        observation=COMPACT,
        roles={spec.roles[number]: role for number in learner.roles},
        instead=config.instead if config.roles else "random",
        temperature=config.temperature,
        players=tuple(table.batch.n_seats for table in learner.tables),
        data_keys=data_keys(learner),
        training={
            "decisions": decisions,
            "config": config.plain(),
            "options": {str(table.batch.n_seats): table.batch.options for table in learner.tables},
        },
    )


def write_weights(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """In half precision: the file is half as large, and plays no worse."""
    with np.errstate(over="ignore"):
        half = {name: np.ascontiguousarray(array, np.float16) for name, array in arrays.items()}
    for name, array in half.items():
        if not np.isfinite(array).all():
            raise ValueError(
                f"{path}: {name} would not be finite: training has diverged; start anew with other settings"
            )
    write_atomically(path, safetensors.numpy.save(half))


def write_zip(folder: Path, target: Path, role: str = "") -> None:
    """The policy of a checkpoint (of one role, where they differ) as a zip of stable-baselines3."""
    spec, card = trained(folder)
    if role and role not in card.roles:
        raise ValueError(f"{folder} has no policy for {role!r}, only for {', '.join(card.roles)}")
    files = {one.weights for name, one in card.roles.items() if not role or name == role}
    if len(files) > 1:
        raise ValueError(f"{folder} has a policy for each role: say which, one of {', '.join(card.roles)}")
    path = folder / files.pop()
    Network.read(path, spec, card.observation)  # refuses what is no policy for the game
    maskable_ppo(spec, read_safetensors(path), card.observation).save(target)


def trained(folder: Path) -> tuple[GameSpec, Card]:
    """A checkpoint's game and card, checked."""
    folder = checkpoint_folder(folder)
    spec = registry.spec(game_of(folder))
    card = read_card(folder, spec)
    return spec, card


def copy(source: Path, target: Path, temperature: float | None = None) -> None:
    """Put a checkpoint somewhere else. With another temperature, nothing that was measured holds."""
    _, card = trained(source)
    with replaced(target) as temporary:
        shutil.copytree(source, temporary, dirs_exist_ok=True)
        if temperature not in (None, card.temperature):
            card = msgspec.structs.replace(card, temperature=temperature, evaluation={})
        write_card(temporary, msgspec.structs.replace(card, name=target.name))


def rewrite(folder: Path, arrays: dict[str, dict[str, np.ndarray]], evaluation: dict[str, Any]) -> None:
    """Put other weights (by file) and new figures into a checkpoint, in one step."""
    _, card = trained(folder)
    with replaced(folder) as temporary:
        shutil.copytree(folder, temporary, dirs_exist_ok=True)
        for name, weights in arrays.items():
            write_weights(temporary / name, weights)
        write_card(temporary, msgspec.structs.replace(card, evaluation={**card.evaluation, **evaluation}))


@contextlib.contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """A new folder to fill: in the end it takes the place of what was there, which stays if anything goes wrong."""
    temporary, old = (folder.with_name(f".{folder.name}.{os.getpid()}{end}") for end in ("", ".old"))
    shutil.rmtree(temporary, ignore_errors=True)
    try:
        temporary.mkdir(parents=True)
        yield temporary
        if folder.exists():
            os.replace(folder, old)
        put_in_place(temporary, folder)
    except OSError as error:
        if old.exists() and not folder.exists():
            os.replace(old, folder)
        raise OSError(f"the checkpoint {folder} could not be written: {error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)


def data_keys(learner: SelfPlayPPO) -> tuple[int, ...]:
    """Which data (scenarios) the games were played with, in games that have any. Whoever has learnt in a pool of worlds
    is meant for others too: then there are none to be named."""
    keys = [table.batch.worlds.keys if table.batch.worlds else () for table in learner.tables]
    return tuple(sorted(set().union(*keys))) if all(keys) else ()


def newest(evaluations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    last = max((row["decisions"] for row in evaluations), default=0)
    return [row for row in evaluations if row["decisions"] == last]
