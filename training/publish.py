"""Put the policies of a run, finished or not, where checkpoints are kept.

python training/publish.py runs/<run> checkpoints/haunted_destinies/<name> --temperature 0.25
"""

import argparse
from pathlib import Path

from training import export, saving
from training.run import begun_with, clear_errors, resumed_config
from training.trainer import Trainer


def main(argv: list[str] | None = None) -> None:
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("run", type=Path, help="run folder")
    line.add_argument("target", type=Path, help="checkpoint folder; what is there is replaced")
    line.add_argument("--temperature", type=float, help="how sharply the policies play (default: as the run says)")
    arguments = line.parse_args(argv)
    with clear_errors():
        if arguments.temperature is not None and arguments.temperature < 0:
            raise ValueError(f"--temperature {arguments.temperature:g}: expected a number of at least 0")
        trainer = Trainer(resumed_config(arguments.run, {}), resumed=True)
        course = saving.load(trainer, arguments.run)
        export.export(trainer, arguments.run / "checkpoint", course, begun_with(arguments.run))
        export.copy(arguments.run / "checkpoint", arguments.target, arguments.temperature)
    print(f"Checkpoint in {arguments.target}")


if __name__ == "__main__":
    main()
