"""Files and folders that are either the old ones or the new ones, never half of each: after a power cut too. And files
of others, which may be no files at all."""

import contextlib
import errno
import os
import secrets
from pathlib import Path


def read_file(path: str | Path) -> bytes:
    """The bytes of a file. A pipe or a device might never end: it is an OSError."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise OSError(errno.EINVAL, "not a file", str(path))
    return Path(path).read_bytes()


def write_atomically(path: str | Path, content: str | bytes) -> None:
    """Write a file under a temporary name in the same folder, then put it in place in one step."""
    path = Path(path)
    data = content.encode() if isinstance(content, str) else content
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        _sync(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError) and error.filename is None:  # a full disk is noticed while writing, not opening
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def put_in_place(temporary: Path, target: Path) -> None:
    """Give a folder that is finished its name, in one step; there must be none of that name."""
    for path in (*temporary.rglob("*"), temporary):
        _sync(path)
    os.replace(temporary, target)
    for folder in (target.parent, target.parent.parent):  # which may be new itself
        _sync(folder)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk: otherwise a name may be there before what it names.
    Windows does not do this for folders."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
