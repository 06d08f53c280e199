"""Put the policies of a run, finished or not, where checkpoints are kept.

python training/publish.py runs/<run> checkpoints/haunted_destinies/<name>
"""

import argparse
from pathlib import Path

from training import export, saving
from training.run import clear_errors, resumed_config, versions
from training.trainer import Trainer


def main(argv: list[str] | None = None) -> None:
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("run", type=Path, help="run folder")
    line.add_argument("target", type=Path, help="checkpoint folder; what is there is replaced")
    arguments = line.parse_args(argv)
    with clear_errors():
        trainer = Trainer(resumed_config(arguments.run, {}))
        course = saving.load(trainer, arguments.run)
        export.export(trainer, arguments.run / "checkpoint", course, versions())
        export.copy(arguments.run / "checkpoint", arguments.target)
    print(f"Checkpoint in {arguments.target}")


if __name__ == "__main__":
    main()
