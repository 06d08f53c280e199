"""Try to break it, within a time: `python -m tests.fuzz --minutes 30`; with array bounds checked,
`HAUNTED_ENV_BOUNDSCHECK=1`, as `make fuzz` does it. The exit code is 1 if anything breaks."""

import argparse
import os
import sys
import time
from pathlib import Path

import numpy as np

from tests.fuzz import figures
from tests.fuzz.figures import PARTS
from tests.fuzz.watch import Outcome, Tally, watched

EVERY = 20  # seconds between lines of progress


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--part", choices=PARTS, action="append", help="only this part (repeatable)")
    parser.add_argument("--kind", action="append", help="only this kind: a game, a sort of files (repeatable)")
    parser.add_argument("--minutes", type=float, default=30, help="for all together")
    parser.add_argument("--amount", type=int, help="of each kind at most; otherwise what the parts say")
    parser.add_argument("--seed", type=int, help="otherwise another one every time")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add the figures to this file")
    given = parser.parse_args(argv)
    work = [
        (name, kind)
        for name in given.part or PARTS
        for kind in PARTS[name].kinds
        if not given.kind or kind in given.kind
    ]
    if not work:
        parser.error(f"--kind: there are {', '.join(kind for part in PARTS.values() for kind in part.kinds)}")
    seed = int(np.random.SeedSequence().entropy) % 2**31 if given.seed is None else given.seed
    bounds = "checked" if os.environ.get("HAUNTED_ENV_BOUNDSCHECK") == "1" else "not checked"
    print(f"seed {seed}, array bounds {bounds}, at most {given.minutes:g} minutes", flush=True)
    found: figures.Figures = {}
    faults, end = 0, time.time() + 60 * given.minutes
    for number, (name, kind) in enumerate(work):
        shares = [PARTS[part].share / len(PARTS[part].kinds) for part, _ in work[number:]]
        seconds = max(1.0, (end - time.time()) * shares[0] / sum(shares))
        outcome = attempt(name, kind, seed, given.amount or PARTS[name].amount, seconds)
        figures.add(found, name, kind, outcome)
        if given.keep:  # after each, so that what is done counts whatever comes
            kept = figures.load(given.keep)
            figures.add(kept, name, kind, outcome)
            figures.save(kept, given.keep)
        faults += bool(outcome.fault)
    print(f"\n{figures.table(found)}")
    return 1 if faults else 0


def attempt(name: str, kind: str, seed: int, amount: int, seconds: float) -> Outcome:
    """One kind of a part, with lines of progress and of what went wrong."""
    part, told = PARTS[name], time.time()

    def progress(tally: Tally) -> None:
        nonlocal told
        if time.time() - told > EVERY:
            told = time.time()
            print(f"{name}, {kind}: {tally.tried:,} {part.tried} so far", flush=True)

    outcome = watched(part.run, kind, seed, amount, seconds, part.silence, progress)
    counted = f"{outcome.tried:,} {part.tried}, {outcome.special:,} {part.special}"
    wanted = "" if outcome.tried >= amount or outcome.fault else f" (of {amount:,}: no more time)"
    print(f"{name}, {kind}: {counted}, {outcome.seconds:.0f} s{wanted}", flush=True)
    if outcome.fault:
        print(f"FAULT: {outcome.fault}", flush=True)
    return outcome


if __name__ == "__main__":
    sys.exit(main())
