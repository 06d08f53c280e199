"""Agents that are somebody's code: their names are taken from a file only if the user repeats them.

Saved games, contests, training runs and checkpoints are exchanged. A name in them such as `python:MODULE:CLASS` would
import whatever module is found by it, in the current folder too: who opens a file does not mean to run a program.
"""

import shlex
from collections.abc import Collection, Iterable
from pathlib import Path

CODE = "python:"  # alone, as text:python:..., or in a setting of another agent: FOLDER:instead=python:...


def runs_code(name: str) -> bool:
    """Whether making the agent of this name runs code that is not part of haunted_env. A folder whose path looks like
    it counts too: to ask once too often does no harm."""
    return CODE in name


def check_names(names: Iterable[str], file: str | Path, trusted: Collection[str] = ()) -> None:
    """Refuse names from a file that run code, unless they are among those that the user has named."""
    untrusted = [name for name in dict.fromkeys(names) if runs_code(name) and name not in trusted]
    if untrusted:
        which = f"the agent {untrusted[0]}, which runs" if len(untrusted) == 1 else f"{_listed(untrusted)}, which run"
        raise ValueError(f"{file} names {which} code; if you trust that code, add{repeated(untrusted)}")


def repeated(names: Iterable[str]) -> str:
    """What has to be added to a command that goes on with these agents; empty if none of them runs code."""
    return "".join(f" --trust {shlex.quote(name)}" for name in dict.fromkeys(names) if runs_code(name))


def _listed(names: list[str]) -> str:
    return f"the agents {', '.join(names[:-1])} and {names[-1]}"
