"""Numbers by set of Psyche cards, side by side in one integer: a *field* of FIELD bits for each."""

from haunted_env.engine.jit import rule

N_SETS = 5
FIELD = 7
FULL = (1 << FIELD) - 1
ONES = sum(1 << FIELD * i for i in range(N_SETS))
GUARDS = ONES << FIELD - 1  # the highest bit of each field: numbers stay below it
SETS = ONES * FULL


@rule
def excess(one, other):
    """By field: how much the one number exceeds the other, at least 0."""
    raised = (one | GUARDS) - other
    larger = raised & GUARDS
    return raised & (larger - (larger >> FIELD - 1))


@rule
def positive(numbers):
    """By field: 1 if the number is not 0."""
    return ((numbers | GUARDS) - ONES & GUARDS) >> FIELD - 1


@rule
def field_sum(numbers):
    return (numbers * ONES) >> FIELD * (N_SETS - 1) & FULL
