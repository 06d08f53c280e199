"""Files that are either the old ones or the new ones, never half of each."""

import contextlib
import os
import secrets
from pathlib import Path


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
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError) and error.filename is None:  # a full disk is noticed while writing, not opening
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
