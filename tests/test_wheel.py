"""The wheel holds everything a game needs."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from haunted_env.registry import GAMES, full_name

ROOT = Path(__file__).parent.parent
PLAY = """
import haunted_env, sys
assert haunted_env.__file__.startswith(sys.argv[1]), haunted_env.__file__
env = haunted_env.make(sys.argv[2])
env.reset(seed=1)
for _ in range(30):
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
print(env.agent_selection)
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_played_from_the_wheel_alone(unpacked, name):
    assert (unpacked / "haunted_env" / "games" / name / "rules.md").exists()
    env = {**os.environ, "PYTHONPATH": str(unpacked), "NUMBA_DISABLE_JIT": "1"}
    play = [sys.executable, "-P", "-c", PLAY, str(unpacked), full_name(name)]
    done = subprocess.run(play, env=env, capture_output=True, text=True, cwd=unpacked, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("player_")


NAMED = """
import sys
from haunted_env.agents.shelf import checkpoint_folder, shipped
from pathlib import Path
for name, folder in shipped().items():
    assert str(folder).startswith(sys.argv[1]) and checkpoint_folder(Path(name)) == folder
print(*sorted(shipped()))
"""


def test_shipped_checkpoints_are_in_the_wheel_and_have_names(unpacked):
    env = {**os.environ, "PYTHONPATH": str(unpacked), "NUMBA_DISABLE_JIT": "1"}
    find = [sys.executable, "-P", "-c", NAMED, str(unpacked)]
    done = subprocess.run(find, env=env, capture_output=True, text=True, cwd=unpacked, check=False)
    assert done.returncode == 0, done.stderr
    cards = sorted((ROOT / "checkpoints").glob("*/*/card.json"))
    assert done.stdout.split() == sorted(f"{card.parts[-3]}/{card.parts[-2]}" for card in cards) != []
