"""Choices that need no thought: the only legal action, or any of them."""

from haunted_env.engine.jit import rule
from haunted_env.engine.rng import random_below


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
def n_legal(mask, n_actions):
    """How many actions a mask offers."""
    n = 0
    for action in range(n_actions):
        n += mask[action]
    return n


@rule
def nth_legal(mask, n_actions, n):
    """The n-th action that a mask offers, counted from 0; NONE (-1) if there are fewer."""
    for action in range(n_actions):
        if mask[action]:
            if n == 0:
                return action
            n -= 1
    return -1


@rule
def random_action(mask, n_actions, generator):
    """One of the actions of a mask that offers some, each as likely as the others."""
    return nth_legal(mask, n_actions, random_below(generator, n_legal(mask, n_actions)))
