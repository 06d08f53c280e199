"""Every test of this folder that takes `spec` runs for the toy game and for every registered game."""

from tests.envs.conftest import spec

__all__ = ["spec"]
