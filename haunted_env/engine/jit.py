"""Compile a game's rules with Numba: one signature per rule, few cached entry points.

Numba's own disk cache does not notice an edit in another file, so every game gets a cache folder named after
a hash of all its sources. `NUMBA_DISABLE_JIT=1` runs the same code as plain Python (see `interpreted.py`).

Environment variables: `HAUNTED_ENV_CACHE` (where compiled code is kept), `HAUNTED_ENV_BOUNDSCHECK=1`
(check every array index; slower, used by the tests).
"""

import contextlib
import hashlib
import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from filelock import FileLock, Timeout
from numba import float32, float64, from_dtype, int8, int64, njit, uint8, uint32
from numba.core.imputils import lower_cast

from haunted_env.engine import cache, interpreted, numba_patch

COMPILED = not numba.config.DISABLE_JIT
BOUNDSCHECK = os.environ.get("HAUNTED_ENV_BOUNDSCHECK") == "1"
OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": BOUNDSCHECK}

ARRAYS = {
    "rows": int64[::1],
    "actions": int64[::1],
    "views": int64[::1],
    "seeds": int64[::1],
    "observations": int8[:, ::1],
    "masks": int8[:, ::1],
    "cards": int8[:, ::1],
    "locations": int8[:, ::1],
    "deciders": int8[::1],
    "status": int8[::1],
    "rewards": float32[:, ::1],
    "beliefs": float64[:, ::1],
    "chances": float64[::1],
    "data": numba.typeof(()),  # of games that read nothing but their record: costs nothing to hand on
    "generators": uint32[:, ::1],
    "out": int8[::1],
    "row": int8[::1],
    "card_row": int8[::1],
    "mask": int8[::1],
    "generator": uint32[::1],
    "raw": uint8[:, ::1],
    "worlds_raw": uint8[:, ::1],
}


@lower_cast(numba.types.NestedArray, numba.types.Array)
def _field_as_array(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """An array that is a field of a record may be passed where an array of the same items is declared."""
    return value


def signature(function: Callable, types: dict[str, Any]) -> tuple:
    """Argument names decide the types; every argument that is not listed is an int64."""
    code = function.__code__
    return tuple(types.get(name, int64) for name in code.co_varnames[: code.co_argcount])


def make_rule(types: dict[str, Any], *, inline: bool = False) -> Callable[[Callable], Any]:
    """The `rule` decorator: compile on demand with one declared signature; never cached by itself.

    inline: put the rule in place wherever it is called. LLVM by itself leaves many calls between rules, and what is
        known at the call (a constant, an array's place) is lost there. For rules that are small or have few callers:
        rules in rules in rules multiply.
    """

    def decorate(function: Callable) -> Any:
        if not COMPILED:
            return function
        dispatcher = njit(no_cfunc_wrapper=True, forceinline=inline, **OPTIONS)(function)
        is_compiled = False

        def compile_once(_types: tuple) -> None:
            nonlocal is_compiled
            if not is_compiled:
                with numba_patch.deferred():
                    type(dispatcher).compile(dispatcher, signature(function, types))
                dispatcher.disable_compile()
                is_compiled = True

        dispatcher.compile = compile_once
        return dispatcher

    return decorate


rule = make_rule(ARRAYS, inline=True)


def kept(**options: Any) -> Callable[[Callable], Any]:
    """Compile a function that belongs to no game when it is first called, and keep it where Numba does, if possible."""

    def decorate(function: Callable) -> Any:
        if not COMPILED:
            return function
        dispatcher = njit(**options)(function)
        with contextlib.suppress(RuntimeError):  # Numba finds no place that it can write to
            dispatcher._cache = cache.Forgiving(function)  # noqa: SLF001 - what cache=True does, but for the class
        return dispatcher

    return decorate


class Compiler:
    """What one game needs to compile: its `rule` decorator, and `compile` for what Python calls.

    records: types of arguments by name. data: of what a game reads but does not compile in.
    inline: put rules in place where they are called (`make_rule`): for games of few rules. `called` makes those that
        stay calls: large ones with several callers.
    parts: compiled code comes in parts, each compiled when it is first used (the rules, the hand-written player, the
        search ...): by part, which files and folders of the game belong to it and not to all parts.
    uncompiled: files and folders that hold no compiled code: editing them must not cost a new compile.
    """

    def __init__(
        self,
        game: str,
        folder: Path,
        records: Mapping[str, np.dtype],
        *,
        data: np.dtype | None = None,
        inline: bool = False,
        parts: Mapping[str, Sequence[str]] | None = None,
        uncompiled: Sequence[str] = ("__init__.py",),
    ) -> None:
        self.game = game
        self.folder = folder
        self.parts = {part: set(files) for part, files in (parts or {}).items()}
        self.uncompiled = set(uncompiled)
        self.types = dict(ARRAYS)
        for name, dtype in records.items():
            self.types[name] = from_dtype(dtype)
        self.types["games"] = from_dtype(records["game"])[::1]
        self.types["world"] = from_dtype(records["game"])
        self.types["worlds"] = from_dtype(records["game"])[::1]
        if data is not None:
            self.types["data"] = from_dtype(data)[::1]
        self.rule = make_rule(self.types, inline=inline)
        self.called = make_rule(self.types)

    def compile(self, functions: Sequence[Callable], part: str = "engine") -> list[Callable]:
        """Compile (or load from the cache) the functions of a part that Python calls. A cache that is damaged or cannot
        be written costs time and nothing else."""
        if not COMPILED:
            return [interpreted.wrap(function) for function in functions]
        try:
            return self._from_cache(functions, part, self.cache_folder(part, functions))
        except OSError as error:
            cache.say(f"compiling {self.game} ({part}) without a cache ({error}) ...")
            return [self._entry(function) for function in functions]

    def _from_cache(self, functions: Sequence[Callable], part: str, folder: Path) -> list[Callable]:
        if cache.is_whole(folder):
            with contextlib.suppress(Exception):  # whatever it is: the sources are here
                return [self._entry(function, folder) for function in functions]
            cache.break_seal(folder)
        with _one_process_at_a_time(folder):
            if cache.is_whole(folder):  # by now
                return [self._entry(function, folder) for function in functions]
            cache.clear(folder)
            cache.say(f"compiling {self.game} ({part}) for this machine (first use only, about half a minute) ...")
            start = time.perf_counter()
            entries = [self._entry(function, folder) for function in functions]
            kept = cache.seal(folder, len(entries))
            where = f", kept in {folder.parent}" if kept else ""
            cache.say(f"compiled in {time.perf_counter() - start:.0f} s{where}")
            return entries

    def _entry(self, function: Callable, folder: Path | None = None) -> Callable:
        """A function that Python calls, loaded from a folder of the cache, or compiled and put there."""
        old, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder or "")
        try:
            entry = njit(cache=folder is not None, **OPTIONS)(function)
        finally:
            numba.config.CACHE_DIR = old
        if folder is not None and not Path(entry.stats.cache_path).is_relative_to(folder):
            raise OSError(f"{folder} cannot be written")  # Numba would take a place that knows nothing of our hashes
        try:
            entry.compile(signature(function, self.types))
        except OSError as error:
            if not entry.signatures:
                raise
            cache.say(f"compiled code cannot be kept ({error}): it will be compiled again next time")
        entry.disable_compile()
        return entry

    def is_warm(self, functions: Sequence[Callable], part: str = "engine") -> bool:
        """Whether the compiled code of these functions is on disk already."""
        try:
            return not COMPILED or cache.is_whole(self.cache_folder(part, functions))
        except OSError:
            return False

    def cache_folder(self, part: str, functions: Sequence[Callable]) -> Path:
        path = cache.root() / f"{self.game}-{part}-{self.source_hash(part, functions)}"
        path.mkdir(parents=True, exist_ok=True)
        return path

    def source_hash(self, part: str = "engine", functions: Sequence[Callable] = ()) -> str:
        """Hash of what decides the compiled code of a part: sources, content, the game's parts, versions, flags."""
        digest = hashlib.sha256()
        skipped = self.uncompiled | set().union(*self.parts.values()) - self.parts.get(part, set())
        files = sorted(Path(__file__).parent.glob("*.py"))
        files += sorted({Path(function.__code__.co_filename) for function in functions})
        for pattern in ("*.py", "*.toml", "*.npz"):
            found = sorted(self.folder.rglob(pattern))
            files += [path for path in found if path.relative_to(self.folder).parts[0] not in skipped]
        files += content_overrides(self.game)
        for path in files:
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        names = [(function.__name__, function.__globals__.get("SUPPLIED")) for function in functions]
        versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), BOUNDSCHECK)
        # Numba finds its files by the paths of the sources: equal checkouts in two places cannot share a folder.
        digest.update(repr((names, versions, str(self.folder.resolve()))).encode())
        return digest.hexdigest()[:24]


def content_overrides(game: str) -> list[Path]:
    """`HAUNTED_ENV_CONTENT=<folder>` may hold `<game>.toml`, used instead of the game's own content."""
    root = os.environ.get("HAUNTED_ENV_CONTENT")
    if not root:
        return []
    if not Path(root).is_dir():
        raise ValueError(f"HAUNTED_ENV_CONTENT={root}: there is no such folder")
    path = Path(root, f"{game}.toml")
    return [path] if path.exists() else []


@contextlib.contextmanager
def _one_process_at_a_time(folder: Path) -> Iterator[None]:
    """Of several processes that start cold, one compiles and the others load its result."""
    lock = FileLock(folder / "lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        cache.say("waiting for another process that is compiling the same game ...")
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
