"""Running the examples: in full by `python -m tests.stacks`, for a moment by the other tests."""

import os
import runpy
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"
IN_FULL = "HAUNTED_ENV_STACKS" in os.environ


def script(name: str) -> dict[str, Any]:
    """The names of an example, which does not run yet."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def beats_random(name: str, margin: float, **short: Any) -> None:
    """Train the policy of an example; it has to win more than `margin` of its games against random players."""
    rate = script(name)["main"](**({} if IN_FULL else short))
    assert 0 <= rate <= 1
    assert not IN_FULL or rate > margin, f"{name} won only {rate:.0%}"
