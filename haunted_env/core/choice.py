"""Decisions that leave no choice."""

from haunted_env.core.jit import rule


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
