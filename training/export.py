"""Trained policies as a checkpoint folder: for stable-baselines3 a zip per role, for everybody else the bare weights.

Weights are rounded to half precision, in both forms: the files are half as large, and both play
alike but for the rounding of sums.
"""

import contextlib
import copy as copies
import io
import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save
from sb3_contrib import MaskablePPO

from haunted_env.agents.adviser import ADVISER, adviser_hash
from haunted_env.agents.network import read_safetensors
from haunted_env.agents.policy import CARD, ROLE_POLICIES, fingerprint, read_card
from haunted_env.envs.sb3_policy import SeatPolicy
from training.habits import write_habits
from training.learner import RoleLearner
from training.saving import sha256
from training.trainer import Trainer
from training.weights import plain_names, put_state, state_of

STRENGTH, PROBE = "against", "belief_probe"  # on a card, under evaluation


def export(trainer: Trainer, folder: Path, course: dict[str, Any], versions: dict[str, str]) -> None:
    """Write the checkpoint of a run: whole, or not at all. One of the same moment stays, with all that was measured."""
    if is_current(trainer, folder):
        return
    with replaced(folder) as temporary:
        names = {role: name for name, role in trainer.roles.items()}
        roles = {names[role]: write_role(temporary, names[role], one) for role, one in trainer.learners.items()}
        curves = folder.parent / "curves.png"
        if curves.exists():
            shutil.copy(curves, temporary)
        write_habits(temporary, trainer.taught_habits)
        card = {
            "kind": ROLE_POLICIES,
            "game": trainer.spec.name,
            **fingerprint(trainer.spec),
            **({ADVISER: adviser_hash(trainer.spec)} if trainer.inputs.advice else {}),
            "name": folder.parent.name,
            "inputs": trainer.inputs.description,
            "roles": roles,
            "instead": trainer.config.frozen if trainer.config.learn else "random",
            "temperature": trainer.config.temperature,
            "players": [int(options.get("players", 0)) for options in trainer.tables_options],
            "data_keys": data_keys(trainer),
            "training": {
                "decisions": trainer.decisions,
                "prepared": trainer.prepared,
                "seconds": round(course["seconds"]),
                "seed": trainer.config.seed,
                "config": trainer.config.to_dict(),
                "versions": versions,
            },
            "evaluation": {"while_training": newest(course)},
        }
        write_card(temporary, card)


def is_current(trainer: Trainer, folder: Path) -> bool:
    """Whether a folder has the policies of a trainer as they are now."""
    try:
        card = read_card(folder, trainer.spec)
        if card["training"]["config"] != trainer.config.to_dict():
            return False
        for name, role in trainer.roles.items():
            if role in trainer.learners:
                kept = read_safetensors(folder / card["roles"][name]["weights"])
                mine = plain_weights(trainer.learners[role].policy)
                if any(not np.array_equal(kept[plain], array.astype(np.float32)) for plain, array in mine.items()):
                    return False
        return True
    except (OSError, ValueError, KeyError, TypeError):
        return False


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
        os.replace(temporary, folder)
    except OSError as error:
        if old.exists() and not folder.exists():
            os.replace(old, folder)
        raise OSError(f"the checkpoint {folder} could not be written: {error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)


def data_keys(trainer: Trainer) -> list[int]:
    """Which data (scenarios) the games were played with, in games that have any."""
    if trainer.spec.data is None:
        return []
    return sorted({int(table.batch.games["table"]["data_key"][0]) for table in trainer.tables})


def write_role(folder: Path, name: str, learner: RoleLearner) -> dict[str, Any]:
    """The files of one role, and what its card says about them."""
    slim = copies.copy(learner)
    slim.policy = copies.deepcopy(learner.policy)
    state = {key: tensor.half().float() for key, tensor in state_of(learner.policy).items()}
    put_state(slim.policy, state)
    slim.policy.optimizer.state.clear()  # three times the size, and only of use to go on exactly
    slim.__class__ = MaskablePPO
    zip_path, weights_path = folder / f"{name}.zip", folder / f"{name}.safetensors"
    loose = io.BytesIO()
    slim.save(loose, exclude=["logger", "entropy_at_start"])
    zip_path.write_bytes(squeezed(loose))
    weights_path.write_bytes(save(plain_weights(learner.policy)))
    width = learner.policy.features_extractor.features_dim
    return {
        "weights": weights_path.name,
        "sb3": zip_path.name,
        "first_layer": width,
        "layers": learner.policy.net_arch,
        "learnt_from": learner.num_timesteps,
    }


def plain_weights(policy: SeatPolicy) -> dict[str, np.ndarray]:
    """A policy's weights under plain names, rounded."""
    state = state_of(policy)
    return {plain: np.ascontiguousarray(state[key].numpy(), np.float16) for plain, key in plain_names(policy).items()}


def squeezed(loose: io.BytesIO) -> bytes:
    """A compressed zip instead of stable-baselines3's, and without the time: the same run gives the same bytes."""
    tight = io.BytesIO()
    with zipfile.ZipFile(loose) as old, zipfile.ZipFile(tight, "w") as new:
        for entry in old.infolist():
            new.writestr(zipfile.ZipInfo(entry.filename), old.read(entry), zipfile.ZIP_DEFLATED, compresslevel=9)
    return tight.getvalue()


def write_card(folder: Path, card: dict[str, Any]) -> None:
    """The card, with the sha256 of every other file."""
    kept = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith(".")]
    files = {path.name: sha256(path) for path in kept if path.name != CARD}
    temporary = folder / f".{CARD}"
    temporary.write_text(json.dumps({**card, "files": files}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(temporary, folder / CARD)


def newest(course: dict[str, Any]) -> list[dict[str, Any]]:
    """The last evaluation."""
    last = max((row["decisions"] + row["prepared"] for row in course["evaluations"]), default=0)
    return [row for row in course["evaluations"] if row["decisions"] + row["prepared"] == last]


def copy(source: Path, target: Path, temperature: float | None = None) -> None:
    """Put a checkpoint somewhere else. With another temperature, nothing that was measured holds."""
    with replaced(target) as temporary:
        shutil.copytree(source, temporary, dirs_exist_ok=True)
        card = json.loads((temporary / CARD).read_text(encoding="utf-8"))
        if temperature not in (None, card["temperature"]):
            card["temperature"] = temperature
            card["evaluation"] = {}
        write_card(temporary, {**card, "name": target.name})
