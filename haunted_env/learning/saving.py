"""The state of a run on disk: complete, or not there at all; going on from it is exact.

state/000001234567/         weights, optimiser, games, open decisions, generators; sums.json has the sha256 of each file
snapshots/<n>/              earlier weights, each a checkpoint folder of its own, written once
"""

import contextlib
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from haunted_env.agents.card import SNAPSHOTS, sha256
from haunted_env.agents.network import read_safetensors
from haunted_env.engine.files import put_in_place
from haunted_env.learning.checkpoints import WEIGHTS, export_snapshot
from haunted_env.learning.ppo import SelfPlayPPO
from haunted_env.learning.streams import Decisions, Rollout

KEPT = 2  # states
SUMS = "sums.json"
PENDING = "pending"


def save(learner: SelfPlayPPO, folder: Path, course: dict[str, Any]) -> Path:
    """Write the state; if anything goes wrong (a full disk), earlier states are untouched and an OSError says so."""
    target = folder / "state" / f"{learner.num_timesteps:012}"
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        temporary.mkdir(parents=True, exist_ok=True)
        _write_snapshots(learner, folder / SNAPSHOTS)
        _write(learner, temporary, course)
        sums = {path.name: sha256(path) for path in sorted(temporary.iterdir())}
        (temporary / SUMS).write_text(json.dumps(sums, indent=1))
        shutil.rmtree(target, ignore_errors=True)
        put_in_place(temporary, target)
    except OSError as error:
        shutil.rmtree(temporary, ignore_errors=True)
        raise OSError(f"the state {target} could not be written ({error}); earlier ones are kept") from error
    tidy(folder)
    return target


def load(learner: SelfPlayPPO, folder: Path) -> dict[str, Any]:
    """Bring a new learner to the newest state that is whole; returns the course of the run up to there."""
    for state in sorted(_states(folder), reverse=True):
        if _is_whole(state):
            return _read(learner, state, folder)
    raise ValueError(f"{folder}: no whole state to resume from")


def is_begun(folder: Path) -> bool:
    """Whether a run has any state, whole or not: it may have been killed before the first."""
    return bool(_states(folder))


def tidy(folder: Path) -> None:
    """Keep the newest whole states; the rest is old, damaged, or was never finished."""
    kept = sorted(state for state in _states(folder) if _is_whole(state))[-KEPT:]
    for path in (folder / "state").iterdir():
        if path not in kept:
            shutil.rmtree(path, ignore_errors=True)


def _states(folder: Path) -> list[Path]:
    return [path for path in (folder / "state").glob("[0-9]*") if path.is_dir()]


def _is_whole(state: Path) -> bool:
    with contextlib.suppress(OSError, ValueError, RecursionError):
        sums = msgspec.json.decode((state / SUMS).read_bytes(), type=dict[str, str])
        return all(sha256(state / name) == found for name, found in sums.items())
    return False


def _write(learner: SelfPlayPPO, folder: Path, course: dict[str, Any]) -> None:
    state = {
        "config": learner.config.plain(),
        "decisions": learner.num_timesteps,
        "rng": learner.rng.bit_generator.state,
        "deals": learner.deals.bit_generator.state,
        "opponents": learner.opponents.state(),
        "snapshots": list(learner.opponents.snapshots),
        "games": [streams.games for streams in learner.streams],
        "course": course,
    }
    (folder / "state.json").write_text(json.dumps(state))
    tensors = {
        "network": learner.policy.network.state_dict(),
        "critic": learner.critic.state_dict(),
        "averaged": learner.averaged.state_dict(),
        "optimizer": learner.policy.optimizer.state_dict(),
    }
    buffer = io.BytesIO()  # torch itself does not say what is wrong if a disk is full
    torch.save(tensors, buffer)
    (folder / "learner.pt").write_bytes(buffer.getvalue())
    arrays: dict[str, Any] = _arrays(learner)
    np.savez(folder / "games.npz", **arrays)  # compressing would take longer than anything else here


def _arrays(learner: SelfPlayPPO) -> dict[str, np.ndarray]:
    decisions = learner.decisions
    arrays = {name: getattr(decisions, name)[: decisions.count] for name in Decisions.ARRAYS}
    for number, (table, streams) in enumerate(zip(learner.tables, learner.streams)):
        arrays[f"{number}.raw"] = table.batch.raw
        arrays[f"{number}.seating"] = table.seating
        arrays[f"{number}.generators"] = table.generators
        arrays[f"{number}.newest"] = streams.newest
        arrays[f"{number}.left"] = learner.beginnings[number].left
    if learner.pending is not None:
        arrays |= {f"{PENDING}.{name}": array for name, array in vars(learner.pending).items()}
    return arrays


def _write_snapshots(learner: SelfPlayPPO, folder: Path) -> None:
    for number in learner.opponents.snapshots:
        if not (folder / str(number)).exists():
            export_snapshot(learner, folder / str(number), number)


def _read(learner: SelfPlayPPO, state: Path, folder: Path) -> dict[str, Any]:
    told = json.loads((state / "state.json").read_text())
    mine = learner.config.plain()
    changed = [name for name in mine if told["config"].get(name) != mine[name]]
    if changed:
        was = f"the run has {changed[0]}={told['config'].get(changed[0])!r}, not {mine[changed[0]]!r}"
        raise ValueError(f"{folder / 'config.json'} was changed: {was}; a run goes on with its own settings")
    tensors = torch.load(state / "learner.pt", weights_only=True)
    learner.policy.network.load_state_dict(tensors["network"])
    learner.critic.load_state_dict(tensors["critic"])
    learner.averaged.load_state_dict(tensors["averaged"])
    learner.policy.optimizer.load_state_dict(tensors["optimizer"])
    learner.num_timesteps = told["decisions"]
    learner.rng.bit_generator.state = told["rng"]
    learner.deals.bit_generator.state = told["deals"]
    snapshots = {number: read_safetensors(folder / SNAPSHOTS / str(number) / WEIGHTS) for number in told["snapshots"]}
    learner.opponents.restore(told["opponents"], snapshots)
    with np.load(state / "games.npz", allow_pickle=False) as arrays:
        _read_arrays(learner, arrays, told["games"])
    return dict(told["course"])


def _read_arrays(learner: SelfPlayPPO, arrays: Any, games: list[int]) -> None:
    decisions = learner.decisions
    decisions.count = len(arrays["actions"])
    for name in Decisions.ARRAYS:
        getattr(decisions, name)[: decisions.count] = arrays[name]
    for number, (table, streams) in enumerate(zip(learner.tables, learner.streams)):
        table.seating[:] = arrays[f"{number}.seating"]
        table.generators[:] = arrays[f"{number}.generators"]
        learner.beginnings[number].left[:] = arrays[f"{number}.left"]
        table.batch.load(arrays[f"{number}.raw"].view(learner.game_spec.record).reshape(-1), resume=False)
        streams.newest, streams.games = arrays[f"{number}.newest"], games[number]
    pending = {
        name: arrays[f"{PENDING}.{name}"] for name in Rollout.__dataclass_fields__ if f"{PENDING}.{name}" in arrays
    }
    learner.pending = Rollout(**pending) if pending else None
