"""Work in another process, watched: how far it is, whether it hangs, and what came of it."""

import multiprocessing
import os
import time
import traceback
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

COMPILING = 600  # seconds before the first case is done
POLL = 0.2


class FaultError(Exception):
    """Something is lost: what, and how to see it again."""


@dataclass
class Tally:
    """How much is done, and whether more is wanted.

    counts: (cases tried, some of them of which a part has more to say), perhaps in memory shared with another process.
    case: a file that says what is being tried, so that it is known if nothing comes of it.
    watcher: the process that watches; without it nothing more is wanted.
    """

    amount: int
    deadline: float = float("inf")  # time.time()
    counts: MutableSequence[int] = field(default_factory=lambda: [0, 0])
    case: Path | None = None
    watcher: int | None = None

    @property
    def tried(self) -> int:
        return self.counts[0]

    @property
    def special(self) -> int:
        return self.counts[1]

    def wants_more(self) -> bool:
        watched = self.watcher is None or self.watcher == os.getppid()
        return self.tried < self.amount and time.time() < self.deadline and watched

    def trying(self, case: str) -> None:
        if self.case is not None:
            self.case.write_text(case, encoding="utf-8", errors="backslashreplace")

    def add(self, tried: int = 1, special: int = 0) -> None:
        self.counts[1] += special
        self.counts[0] += tried  # last: who waits looks at this one


Run = Callable[[str, int, Tally], None]
Progress = Callable[[Tally], None]


@dataclass(frozen=True)
class Outcome:
    """What came of it. `fault`: empty, or what went wrong; then one of the three others is 1."""

    tried: int
    special: int
    seconds: float
    lost: int = 0
    hung: int = 0
    wrong_errors: int = 0
    fault: str = ""


def watched(
    run: Run, kind: str, seed: int, amount: int, seconds: float, silence: float = 60, progress: Progress | None = None
) -> Outcome:
    """Run a part for a kind until so many cases or seconds are over, or something goes wrong. Nothing done for
    `silence` seconds is a hang."""
    context = multiprocessing.get_context("spawn")
    with TemporaryDirectory() as folder:
        start = time.time()
        counts = context.RawArray("q", 2)
        tally = Tally(amount, start + seconds, counts, Path(folder, "case"))
        error = Path(folder, "error")
        arguments = (run, kind, seed, amount, tally.deadline, counts, tally.case, error)
        child = context.Process(target=_work, args=arguments)
        child.start()
        try:
            hung = _hangs(child, tally, silence, progress)
        finally:
            if child.is_alive():
                child.kill()
            child.join()
        case = tally.case.read_text(encoding="utf-8") if tally.case and tally.case.exists() else ""
        said = error.read_text(encoding="utf-8") if error.exists() else ""
        done = (tally.tried, tally.special, time.time() - start)
    place = f"{kind}, seed {seed}, after {done[0]:,}: {case}"
    if hung:
        return Outcome(*done, hung=1, fault=f"hangs: {place}")
    if said and not said.startswith(FaultError.__name__):
        return Outcome(*done, wrong_errors=1, fault=f"{said}\n{place}")
    if said or child.exitcode:
        return Outcome(*done, lost=1, fault=f"{said or f'exit code {child.exitcode}'}\n{place}")
    return Outcome(*done)


def _hangs(child: multiprocessing.process.BaseProcess, tally: Tally, silence: float, progress: Progress | None) -> bool:
    seen, quiet, looked = 0, 0.0, time.time()
    while child.is_alive():
        child.join(POLL)
        quiet += min(time.time() - looked, 2 * POLL)  # while both are stopped nobody hangs
        looked = time.time()
        if tally.tried != seen:
            seen, quiet = tally.tried, 0.0
            if progress:
                progress(tally)
        elif quiet > (silence if seen else COMPILING):
            return True
    return False


def _work(
    run: Run,
    kind: str,
    seed: int,
    amount: int,
    deadline: float,
    counts: MutableSequence[int],
    case: Path | None,
    error: Path,
) -> None:
    try:
        run(kind, seed, Tally(amount, deadline, counts, case, os.getppid()))
    except BaseException as fault:
        name = type(fault).__name__
        trace = "" if isinstance(fault, FaultError) else f"\n{traceback.format_exc(limit=-4)}"
        error.write_text(f"{name}: {fault}{trace}", encoding="utf-8", errors="backslashreplace")
        raise SystemExit(1) from None
