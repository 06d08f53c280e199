"""AgileRL takes `make_vec` as it is, with masks from `infos`."""

import pytest

pytest.importorskip("agilerl", reason="AgileRL is not installed: python -m tests.stacks agilerl")

from tests.stacks.trained import beats_random


def test_the_example_learns():
    beats_random("agilerl_ppo", 0.7, updates=2)
