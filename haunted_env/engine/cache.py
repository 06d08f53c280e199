"""Where compiled code is kept on disk, and whether it is still what was put there.

Numba runs what it finds in its cache. So the cache has to be the user's own, and what is damaged must not be loaded: a
file that was cut short raises an error, but a flipped bit may be a wrong rule or the end of the process.
"""

import atexit
import contextlib
import functools
import os
import shutil
import stat
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

import platformdirs
from numba.core.caching import FunctionCache

SEAL = "complete"  # the checksums of a folder's files, written last


def root() -> Path:
    """Where compiled code is kept; under the temporary folder if the usual place cannot be written."""
    wanted = os.environ.get("HAUNTED_ENV_CACHE") or platformdirs.user_cache_dir("haunted_env", appauthor=False)
    with contextlib.suppress(OSError):
        Path(wanted).mkdir(parents=True, exist_ok=True)
        return _writable(Path(wanted))
    shared = Path(tempfile.gettempdir()) / f"haunted_env-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
    with contextlib.suppress(OSError):
        if _is_private(shared):
            return _writable(shared)
    try:
        return _fresh(wanted)
    except OSError as error:
        advice = "set HAUNTED_ENV_CACHE to a writable folder"
        raise OSError(f"neither {wanted} nor {shared} can be used; {advice}") from error


def _writable(folder: Path) -> Path:
    with tempfile.TemporaryFile(dir=folder):
        return folder


def _is_private(folder: Path) -> bool:
    """Whether a folder under the temporary one, where anybody may have made it, is this user's alone."""
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if not hasattr(os, "getuid"):
        return True  # Windows: the temporary folder is the user's
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) == 0o700


@functools.cache
def _fresh(wanted: str) -> Path:
    """A private folder for this process, when there is no better place."""
    folder, owner = Path(tempfile.mkdtemp(prefix="haunted_env-")), os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # a forked child leaves it alone
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    say(f"{wanted} cannot be written: compiled code is kept for this process alone, unless HAUNTED_ENV_CACHE is set")
    return folder


def is_whole(folder: Path) -> bool:
    """Whether all that was compiled into a folder is there, as it was written."""
    try:
        noted = (folder / SEAL).read_text()
        return bool(noted) and noted == _sums(folder)
    except (OSError, ValueError):
        return False


def seal(folder: Path, n: int) -> bool:
    """Declare a folder whole if the code of `n` functions is there."""
    if len(list(folder.rglob("*.nbc"))) < n:
        return False
    (folder / SEAL).write_text(_sums(folder))
    return True


def break_seal(folder: Path) -> None:
    (folder / SEAL).unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Remove what a compile that was cut short has left, or what is damaged."""
    break_seal(folder)
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)


def _sums(folder: Path) -> str:
    files = sorted(folder.rglob("*.nb[ci]"))
    return "".join(f"{zlib.crc32(path.read_bytes()):08x} {path.relative_to(folder).as_posix()}\n" for path in files)


class Forgiving(FunctionCache):
    """Numba's cache of one function: if a file cannot be read or written, the function is compiled anew."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever a damaged file does
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(Exception):  # a full disk: it is quickly compiled again
            super().save_overload(sig, data)


def say(text: str) -> None:
    """To the user, unless `HAUNTED_ENV_QUIET` is set."""
    if not os.environ.get("HAUNTED_ENV_QUIET"):
        print(f"haunted_env: {text}", file=sys.stderr, flush=True)
