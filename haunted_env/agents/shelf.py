"""Where checkpoints are: folders, snapshots of training runs, and those that come with the package."""

import os
from pathlib import Path

from haunted_env.agents.card import CARD, SNAPSHOTS, CheckpointError

PACKAGE = Path(__file__).parents[1]


def shipped() -> dict[str, Path]:
    """The checkpoints that come with the package, by name: `haunted_destinies/trio`."""
    shelves = [PACKAGE / "checkpoints"]  # of the wheel
    if (PACKAGE.parent / "pyproject.toml").is_file():
        shelves.append(PACKAGE.parent / "checkpoints")  # of the repository
    folders = [card.parent for shelf in shelves for card in sorted(shelf.glob(f"*/*/{CARD}"))]
    return {f"{folder.parent.name}/{folder.name}": folder for folder in folders}


def checkpoint_folder(named: Path) -> Path:
    """The folder that is meant: RUN@N is a training run's snapshot after N decisions, and shipped ones have names."""
    if not os.path.exists(named):  # unlike Path.exists, no error for names that are too long
        named = shipped().get(named.as_posix(), named)
    run, at, decisions = str(named).rpartition("@")
    if not (at and decisions.isdecimal()) or os.path.exists(named):
        return named
    folder = Path(run, SNAPSHOTS, decisions)
    if not folder.is_dir():
        there = sorted(int(path.name) for path in Path(run, SNAPSHOTS).glob("*") if path.name.isdecimal())
        raise CheckpointError(
            f"{named}: no such snapshot; there are: {', '.join(f'{run}@{n}' for n in there) or 'none'}"
        )
    return folder
