"""The same code as plain Python plays the same games, byte for byte."""

import os
import subprocess
import sys

import pytest

from haunted_env.engine.jit import COMPILED
from haunted_env.registry import GAMES

PLAY = """
import sys
from haunted_env.engine.jit import COMPILED
from haunted_env.play.batch import Batch
from haunted_env.registry import spec
from tests.golden import digest

assert COMPILED == (sys.argv[2] == "compiled")
game = spec(sys.argv[1])
for players in range(game.players[0], game.players[1] + 1):
    batch = Batch(game, 1, {"players": players}, autoreset=True)
    generators = batch.generators(players)
    batch.deal(players)
    for i in range(220):
        batch.step_random(generators)
        if i % 10 == 0:
            print(i, digest(batch), batch.observations.sum(dtype=int), batch.masks.sum(), batch.card_masks.sum())
            if game.features is not None:
                print(batch.look(observation="compact").observations.tolist())
"""


@pytest.mark.skipif(not COMPILED, reason="this run is uncompiled itself")
@pytest.mark.parametrize("name", GAMES)
def test_uncompiled_equals_compiled(name):
    lines = {}
    for mode, disable in (("compiled", "0"), ("plain", "1")):
        env = {**os.environ, "NUMBA_DISABLE_JIT": disable, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        done = subprocess.run(
            [sys.executable, "-c", PLAY, name, mode], env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        lines[mode] = done.stdout.splitlines()
    assert len(lines["plain"]) > 20
    assert lines["plain"] == lines["compiled"]
