"""Ops, selectors and timings of HD-FX that no shipped card uses, played with a content file of our own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.games.haunted_destinies.other_content import content

FOLDER = Path(content.__file__).parent
ROOT = FOLDER.parents[3]


def test_rules_hold_for_cards_that_are_not_shipped(tmp_path):
    """The tests of the folder other_content, in a process that reads another content file; nothing is compiled."""
    content.write(tmp_path)
    files = sorted(str(path) for path in FOLDER.glob("cards_*.py"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    environment = {**os.environ, "HAUNTED_ENV_CONTENT": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
