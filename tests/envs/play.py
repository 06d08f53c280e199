"""Random legal play for the tests of environments."""

import numpy as np

STEP_LIMIT = 200_000  # far beyond any game


def choose(observation, rng):
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play(env, rng, steps=STEP_LIMIT):
    """Up to so many random legal steps; what `last` said before each, and the actions."""
    seen = []
    for _ in range(steps):
        if not env.agents:
            return seen
        agent = env.agent_selection
        last = env.last()
        action = None if last[2] or last[3] else choose(last[0], rng)
        seen.append((agent, *last, action))
        env.step(action)
    return seen


def to_the_end(env, rng):
    """Random play until the game is over, with every agent still there."""
    for _ in range(STEP_LIMIT):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        env.step(choose(env.observe(env.agent_selection), rng))
    raise AssertionError(f"no end after {STEP_LIMIT} steps")


def same(one, other):
    """Whether two nested values (observations, infos, lists of them) are the same to the bit."""
    if isinstance(one, np.ndarray) and one.dtype.hasobject:
        return same(one.tolist(), other.tolist())
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return type(one) is type(other) and one == other
