"""The state of a run on disk: complete, or not there at all; going on from it is exact.

state/000001234567/   config, learners, games, open decisions, positions for play-ins, chance; sums.json has the sha256
                      of each file, and of the snapshots that are needed
snapshots/<n>.pt      the pool's snapshots, written once
"""

import contextlib
import hashlib
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.habits import read_habits, write_habits
from training.pool import Snapshot
from training.streams import Streams
from training.table import Table
from training.trainer import Trainer

KEPT = 2  # states kept
SUMS = "sums.json"
TABLE_ARRAYS = ("generators", "seating", "whole", "role_before")


def save(trainer: Trainer, folder: Path, course: dict[str, Any]) -> Path:
    """Write the state; if anything goes wrong (a full disk), earlier states are untouched and an OSError says so."""
    states = folder / "state"
    target = states / f"{trainer.place:012}"
    temporary = states / f".{target.name}.{os.getpid()}"
    try:
        temporary.mkdir(parents=True, exist_ok=True)
        _write_snapshots(trainer, folder / "snapshots")
        _write(trainer, temporary, course)
        names = sorted(path.name for path in temporary.iterdir())
        names += [f"../../snapshots/{snapshot.number}.pt" for snapshot in trainer.pool.snapshots]
        sums = {name: sha256(temporary / name) for name in names}
        (temporary / SUMS).write_text(json.dumps(sums, indent=1))
        shutil.rmtree(target, ignore_errors=True)
        os.replace(temporary, target)
    except OSError as error:
        shutil.rmtree(temporary, ignore_errors=True)
        raise OSError(f"the checkpoint {target} could not be written ({error}); earlier ones are kept") from error
    tidy(folder)
    return target


def load(trainer: Trainer, folder: Path) -> dict[str, Any]:
    """Bring a new trainer to the newest state that is whole; returns the course of the run up to there."""
    for state in sorted(_states(folder), reverse=True):
        if _is_whole(state):
            return _read(trainer, state, folder)
    raise ValueError(f"{folder}: no whole checkpoint to resume from")


def is_begun(folder: Path) -> bool:
    """Whether a run has any state, whole or not: it may have been killed before the first."""
    return bool(_states(folder))


def sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _states(folder: Path) -> list[Path]:
    return [path for path in (folder / "state").glob("[0-9]*") if path.is_dir()]


def _is_whole(state: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        sums = json.loads((state / SUMS).read_text())
        return all(sha256(state / name) == sum_ for name, sum_ in sums.items())
    return False


def tidy(folder: Path) -> None:
    """Keep the newest whole states and the snapshots they need; the rest is old, damaged, or was never finished."""
    kept = sorted(state for state in _states(folder) if _is_whole(state))[-KEPT:]
    for path in (folder / "state").iterdir():
        if path not in kept:
            shutil.rmtree(path, ignore_errors=True)
    needed: set[str] = set()
    for state in kept:
        needed |= set(json.loads((state / "trainer.json").read_text())["pool"]["snapshots"])
    for path in (folder / "snapshots").iterdir():
        if path.suffix != ".pt" or path.stem not in needed:
            path.unlink(missing_ok=True)


# Writing


def _write(trainer: Trainer, folder: Path, course: dict[str, Any]) -> None:
    state = {
        "config": trainer.config.to_dict(),
        "decisions": trainer.decisions,
        "prepared": trainer.prepared,
        "updates": trainer.updates,
        "teachers": trainer.teachers,
        "next_snapshot": trainer.next_snapshot,
        "chance": trainer.chance.bit_generator.state,
        "pool": trainer.pool.state(),
        "learners": {str(role): [one.num_timesteps, one._n_updates] for role, one in trainer.learners.items()},
        "tables": [_table_state(table) for table in trainer.tables],
        "course": course,
    }
    (folder / "trainer.json").write_text(json.dumps(state))
    tensors: dict[str, Any] = {
        str(role): {"policy": one.policy.state_dict(), "optimizer": one.policy.optimizer.state_dict()}
        for role, one in trainer.learners.items()
    }
    (folder / "learners.pt").write_bytes(_tensors(tensors))
    write_habits(folder, trainer.inherited)
    for i, habits in enumerate(trainer.habits):
        arrays: dict[str, Any] = habits.state()
        np.savez_compressed(folder / f"habits{i}.npz", **arrays)
    for i, table in enumerate(trainer.tables):
        arrays = _table_arrays(table)
        np.savez_compressed(folder / f"table{i}.npz", **arrays)


def _write_snapshots(trainer: Trainer, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for snapshot in trainer.pool.snapshots:
        path = folder / f"{snapshot.number}.pt"
        if not path.exists():
            temporary = path.with_suffix(".tmp")
            temporary.write_bytes(_tensors({str(role): weights for role, weights in snapshot.weights.items()}))
            os.replace(temporary, path)


def _tensors(content: dict[str, Any]) -> bytes:
    """As torch would save them; itself it does not say what is wrong if a disk is full."""
    text = io.BytesIO()
    torch.save(content, text)
    return text.getvalue()


def _table_state(table: Table) -> dict[str, Any]:
    return {
        "chance": table.chance.bit_generator.state,
        "shares": {str(role): float(share) for role, share in table.shares.items()},
        "counts": {str(role): streams.count for role, streams in table.streams.items()},
    }


def _table_arrays(table: Table) -> dict[str, np.ndarray]:
    arrays = {"raw": table.batch.raw, **{name: getattr(table, name) for name in TABLE_ARRAYS}}
    for role, streams in table.streams.items():
        arrays[f"{role}.last"] = streams.last
        for name in Streams.ARRAYS:
            arrays[f"{role}.{name}"] = getattr(streams, name)[: streams.count]
        if table.bank[role]:
            arrays[f"{role}.bank"] = np.concatenate(table.bank[role]).view(np.uint8).reshape(len(table.bank[role]), -1)
    return arrays


# Reading


def _read(trainer: Trainer, state: Path, folder: Path) -> dict[str, Any]:
    told = json.loads((state / "trainer.json").read_text())
    mine = trainer.config.to_dict()
    changed = [name for name in mine if told["config"].get(name) != mine[name]]
    if changed:
        was = f"the run has {changed[0]}={told['config'].get(changed[0])!r}, not {mine[changed[0]]!r}"
        raise ValueError(f"{folder / 'config.json'} was changed: {was}; a run goes on with its own settings")
    tensors = torch.load(state / "learners.pt", weights_only=True)
    for name in ("decisions", "prepared", "updates", "teachers", "next_snapshot"):
        setattr(trainer, name, told[name])
    trainer.chance.bit_generator.state = told["chance"]
    for role, learner in trainer.learners.items():
        learner.policy.load_state_dict(tensors[str(role)]["policy"])
        learner.policy.optimizer.load_state_dict(tensors[str(role)]["optimizer"])
        learner.num_timesteps, learner._n_updates = told["learners"][str(role)]
    for i, habits in enumerate(trainer.habits):
        with np.load(state / f"habits{i}.npz", allow_pickle=False) as arrays:
            habits.put_state(dict(arrays))
    trainer.inherited = read_habits(state, trainer.spec)
    _read_pool(trainer, told["pool"], folder / "snapshots")
    for i, table in enumerate(trainer.tables):
        with np.load(state / f"table{i}.npz", allow_pickle=False) as arrays:
            _read_table(table, told["tables"][i], arrays)
    return dict(told["course"])


def _read_pool(trainer: Trainer, told: dict[str, Any], folder: Path) -> None:
    pool = trainer.pool
    pool.snapshots = []
    for number, score in told["snapshots"].items():
        weights = torch.load(folder / f"{number}.pt", weights_only=True)
        pool.snapshots.append(Snapshot(int(number), {int(role): w for role, w in weights.items()}, score))
    by_number = {snapshot.number: snapshot for snapshot in pool.snapshots}
    # One that has left the pool is still in use until the next update; the pool does without it.
    pool.use([by_number[number] for number in told["active"] if number in by_number])


def _read_table(table: Table, told: dict[str, Any], arrays: Any) -> None:
    table.chance.bit_generator.state = told["chance"]
    table.shares = {int(role): share for role, share in told["shares"].items()}
    for name in TABLE_ARRAYS:
        getattr(table, name)[:] = arrays[name]
    table.put_games(arrays["raw"])
    for role, streams in table.streams.items():
        streams.fill({name: arrays[f"{role}.{name}"] for name in (*Streams.ARRAYS, "last")})
        bank = arrays[f"{role}.bank"] if f"{role}.bank" in arrays else np.zeros((0, table.batch.raw.shape[1]), np.uint8)
        table.bank[role] = [row.view(table.spec.record) for row in bank.copy()]
