"""What breaks it? `python -m tests.fuzz` tries, part by part; `docs/reliability.md` has the figures.

A part is a module with `KINDS`, what it is split by, and `run(kind, seed, tally)`, which goes on as long as the tally
wants more. Whatever goes wrong is an error: a `FaultError` if something is lost (an invariant broken, a secret told,
results that differ), anything else if an error has the wrong type. Each kind runs in a process of its own, watched from
outside (`watch.py`): what hangs or takes its process along is seen too.
"""
