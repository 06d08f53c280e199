"""Files that come from somebody else, changed: read as a user would read them, each is refused with an error of the
documented type, or is good for what it is for. Nothing beside them may change.

What the kinds are, how they are changed and read: `files.py`.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from tests.fuzz import files
from tests.fuzz.watch import FaultError, Tally

KINDS = tuple(files.KINDS)
VICTIM = "victim"


def run(kind: str, seed: int, tally: Tally) -> None:
    """Files are counted, and those that were accepted."""
    with TemporaryDirectory() as place:
        os.chdir(place)  # whatever goes to the current folder is seen
        Path(place, VICTIM).write_text(VICTIM)
        folder = Path(place, "files")
        folder.mkdir()
        changer = files.KINDS[kind](folder, np.random.default_rng(seed))
        while tally.wants_more():
            tally.trying(changer.change())
            try:
                changer.read()
                accepted = True
            except changer.refusal as error:
                if not str(error).strip():
                    raise FaultError("refused without a word") from error
                accepted = False
            if sorted(os.listdir(place)) != ["files", VICTIM] or Path(place, VICTIM).read_text() != VICTIM:
                raise FaultError(f"something beside the files has changed: {os.listdir(place)}")
            tally.add(1, accepted)
        os.chdir("/")
