"""The policy of a checkpoint as a zip of stable-baselines3: for `predict`, or to go on training with MaskablePPO.

python training/export.py checkpoints/haunted_destinies/<name> policy.zip
"""

from pathlib import Path

import tyro

from haunted_env.learning.checkpoints import write_zip
from haunted_env.learning.run import clear_errors


def main(argv: list[str] | None = None) -> None:
    with clear_errors():
        tyro.cli(export, args=argv, description=__doc__)


def export(checkpoint: tyro.conf.Positional[Path], target: tyro.conf.Positional[Path], role: str = "") -> None:
    """
    Args:
        checkpoint: Checkpoint folder.
        target: File to write.
        role: Whose policy, if there is one for each role.
    """
    write_zip(checkpoint, target, role)
    print(f"Written to {target}: sb3_contrib.MaskablePPO.load reads it (only load zips that you trust)")


if __name__ == "__main__":
    main()
