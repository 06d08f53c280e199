"""Choices that need no thought: the only legal action, or any of them."""

from haunted_env.core.jit import rule
from haunted_env.core.rng import random_below


@rule
def only_action(mask, n_actions):
    """The action of a mask that offers exactly one; NONE (-1) otherwise."""
    found = -1
    for action in range(n_actions):
        if mask[action]:
            if found >= 0:
                return -1
            found = action
    return found


@rule
def random_action(mask, n_actions, generator):
    """One of the actions of a mask, each as likely as the others; NONE (-1) if it offers none."""
    n = 0
    for action in range(n_actions):
        n += mask[action]
    if n == 0:
        return -1
    wanted = random_below(generator, n)
    for action in range(n_actions):
        if mask[action]:
            if wanted == 0:
                return action
            wanted -= 1
    return -1
