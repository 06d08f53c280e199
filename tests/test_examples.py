"""The examples that need no other library run as they are; those that learn are in tests/stacks."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py"))
SAYS = {  # something of what they print, and the files they leave
    "first_game": (r"won\. The roles were", []),
    "own_agent": (r"% +heuristic", ["my_contest/report.html"]),
    "belief_tracking": (r"It was player_\d", ["beliefs.png"]),
    "own_card": (r"Game \d+, player_\d can .*Weathercock", []),
    "own_scenario": (r"A Longer Winter", ["my_scenario.toml"]),
    "replay": (r"with a line taken out: .*action", ["game.jsonl", "seen_by_1.jsonl"]),
    "text_agent": (r"0 answers that were none of the choices", []),
}
LEARN = {name for name in NAMES if name not in SAYS}


@pytest.mark.parametrize("name", SAYS)
def test_it_runs_as_it_is(name, tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent)}
    command = [sys.executable, str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    said, files = SAYS[name]
    assert re.search(said, done.stdout), done.stdout
    assert all((tmp_path / file).exists() for file in files)


def test_those_that_learn_are_run_by_the_tests_of_their_libraries():
    tests = (EXAMPLES.parent / "tests" / "stacks").glob("test_*.py")
    found = "".join(path.read_text(encoding="utf-8") for path in tests)
    run = {name for name in NAMES if f'beats_random("{name}"' in found}
    assert run == LEARN


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_it_shows_and_how_to_run_it(name):
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert f"python examples/{name}.py" in (ast.get_docstring(ast.parse(text)) or "")
    assert f"({name}.py)" in (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 160
