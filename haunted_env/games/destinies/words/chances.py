"""What dice promise: chances that everybody can work out from the open table."""

import functools
from collections.abc import Sequence
from fractions import Fraction

from haunted_env.games.destinies.data import N_MAIN

Totals = dict[int, Fraction]


def add(totals: Totals, faces: Sequence[int]) -> Totals:
    """The distribution of totals with one die more."""
    found: Totals = {}
    for total, chance in totals.items():
        for face in faces:
            found[total + face] = found.get(total + face, Fraction(0)) + chance / len(faces)
    return found


@functools.lru_cache(maxsize=256)
def totals(main: tuple[int, ...], effort: tuple[str, ...], n_effort: int) -> Totals:
    """Of both main dice and some effort dice; an S adds nothing (DS-TEST-7)."""
    found: Totals = {0: Fraction(1)}
    for _ in range(N_MAIN):
        found = add(found, main)
    for _ in range(n_effort):
        found = add(found, [0 if face == "S" else int(face) for face in effort])
    return found


def reach(main: tuple[int, ...], space: int) -> float:
    """The chance that the main dice alone reach a space."""
    return float(sum(chance for total, chance in totals(main, (), 0).items() if total >= space))


def successes(
    main: tuple[int, ...], effort: tuple[str, ...], n_effort: int, markers: Sequence[int], more: int = 0
) -> float:
    """The mean number of successes (DS-TEST-8); `more` is added to the total."""
    sure = n_effort * effort.count("S") / len(effort)
    spread = totals(main, effort, n_effort)
    return sure + float(sum(chance for space in markers for total, chance in spread.items() if total + more >= space))
