"""Put the policy of a run, finished or not, where checkpoints are kept.

python training/publish.py runs/<run> checkpoints/haunted_destinies/<name> --temperature 0.25
"""

from pathlib import Path

import tyro

from haunted_env.learning import checkpoints, saving
from haunted_env.learning.config import read_config
from haunted_env.learning.ppo import SelfPlayPPO
from haunted_env.learning.run import begun_with, clear_errors


def main(argv: list[str] | None = None) -> None:
    with clear_errors():
        tyro.cli(publish, args=argv, description=__doc__)


def publish(
    run: tyro.conf.Positional[Path], target: tyro.conf.Positional[Path], temperature: float | None = None
) -> None:
    """
    Args:
        run: Run folder.
        target: Checkpoint folder; what is there is replaced.
        temperature: How sharply the policy plays; otherwise as the run says.
    """
    if temperature is not None and temperature < 0:
        raise ValueError(f"--temperature {temperature:g}: expected a number of at least 0")
    learner = SelfPlayPPO(read_config(run / "config.json"))
    course = saving.load(learner, run)
    checkpoints.export(learner, run / "checkpoint", course, begun_with(run))
    checkpoints.copy(run / "checkpoint", target, temperature)
    print(f"Checkpoint in {target}")


if __name__ == "__main__":
    main()
