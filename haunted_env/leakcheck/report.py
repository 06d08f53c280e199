"""What a check has found: leaks by entry, and how much was compared."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from haunted_env.leakcheck.compare import Difference

SHOWN = 100  # characters of a value
LISTED = 6  # entries of a dict


@dataclass
class Leak:
    """An entry that differs: where it was first met, and how often. `later`: so many actions after the exchange."""

    difference: Difference
    seat: Any
    seed: int
    step: int
    later: int = 0
    count: int = 1

    @property
    def entry(self) -> str:
        return self.difference.entry

    def __str__(self) -> str:
        later = f", {self.later} actions after the exchange" if self.later else ""
        times = "once" if self.count == 1 else f"{self.count:,} times"
        return f"{told(self.difference)} (seat {self.seat}, seed {self.seed}, step {self.step}{later}); {times}"


def told(difference: Difference) -> str:
    return (
        f"{difference.entry}{difference.at} is {shown(difference.before)}, after the exchange {shown(difference.after)}"
    )


def shown(value: Any) -> str:
    text = repr(value.item() if isinstance(value, np.generic) else value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


@dataclass
class Report:
    """games: played to the end; decisions: where exchanges were tried; exchanges: compared, for they changed something.

    leaking: exchanges that the seat can tell; noticed: that another seat can tell, so that they reach what is shown;
    unchanged: that changed nothing; refused: where there was nothing to exchange; later: comparisons made playing on.
    """

    games: int = 0
    decisions: int = 0
    exchanges: int = 0
    leaking: int = 0
    noticed: int = 0
    unchanged: int = 0
    refused: int = 0
    later: int = 0
    seconds: float = 0.0
    compared: list[str] = field(default_factory=list)
    leaks: list[Leak] = field(default_factory=list)

    def add(self, leak: Leak) -> None:
        """The first leak of every entry is kept, the others are counted."""
        for known in self.leaks:
            if known.entry == leak.entry:
                known.count += 1
                return
        self.leaks.append(leak)

    def __str__(self) -> str:
        moot = f"{self.unchanged:,} more changed nothing; {self.refused:,} times there was nothing to exchange"
        lines = [
            f"compared: {', '.join(in_short(self.compared))}",
            f"{self.games:,} games ended, {self.decisions:,} decisions checked, {self.seconds:.1f} s",
            f"{self.exchanges:,} exchanges compared, {self.noticed:,} of them noticed by another seat ({moot})",
        ]
        if self.later:
            lines.append(f"{self.later:,} comparisons while playing on")
        if not self.leaks:
            return "\n".join([*lines, "no leak found"])
        lines.append(f"LEAK: {self.leaking:,} exchanges that the seat can tell")
        return "\n".join([*lines, *(f"  {leak}" for leak in self.leaks)])


def in_short(compared: list[str]) -> Iterator[str]:
    """Names of entries, but of a long dict only how many there are."""
    groups: dict[str, list[str]] = {}
    for name in compared:
        groups.setdefault(name.partition("[")[0], []).append(name)
    for outer, names in groups.items():
        if len(names) > LISTED:
            yield f"{outer} ({len(names)} entries)"
        else:
            yield from names
