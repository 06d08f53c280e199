"""Sets of small numbers as the bits of an integer."""

from haunted_env.engine.jit import rule


@rule
def n_in(some):
    """How many numbers a set has. LLVM knows this loop: it becomes one instruction."""
    n = 0
    while some:
        some &= some - 1
        n += 1
    return n


@rule
def number_of(one):
    """The only number of a set."""
    return n_in(one - 1)
