"""The cache of compiled code: never stale, safe to share, and found a place for everywhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from haunted_env.engine import cache, jit
from haunted_env.engine.entries import ENGINE, HEURISTIC, WORLDS
from haunted_env.play.search import SEARCH
from tests import toy_game

TOY = Path(toy_game.__file__).parent
ROOT = TOY.parents[1]
USE = """
from haunted_env.engine.entries import ENGINE
from tests.toy_game import SPEC
SPEC.compiled(ENGINE)
print("ready")
"""


FILES = ("rules.py", "content.toml", "heuristic.py", "words/describe.py", "scenarios/some.toml")


@pytest.fixture
def compiler(tmp_path):
    """Of a game whose folder may be edited."""
    for name in FILES:
        path = tmp_path / "some_game" / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text("x = 1\n")
    parts = {"heuristic": ("heuristic.py",), "search": ("heuristic.py",)}
    record = {"game": toy_game.rules.GAME}
    uncompiled = ("words", "scenarios")
    return jit.Compiler("some_game", tmp_path / "some_game", record, parts=parts, uncompiled=uncompiled)


@pytest.mark.parametrize(
    ("file", "part", "matters"),
    [
        ("rules.py", "engine", True),
        ("content.toml", "engine", True),
        ("heuristic.py", "engine", False),
        ("heuristic.py", "heuristic", True),
        ("heuristic.py", "search", True),
        ("rules.py", "search", True),
        ("words/describe.py", "engine", False),
        ("scenarios/some.toml", "engine", False),
    ],
)
def test_an_edit_changes_the_cache_of_exactly_the_parts_it_belongs_to(compiler, file, part, matters):
    before = compiler.source_hash(part)
    original = (compiler.folder / file).read_text()
    (compiler.folder / file).write_text(original + "# edited\n")
    assert (compiler.source_hash(part) != before) == matters
    (compiler.folder / file).write_text(original)
    assert compiler.source_hash(part) == before


def test_every_set_of_entries_has_a_cache_of_its_own(compiler):
    hashes = {compiler.source_hash(program.part, program.functions) for program in (ENGINE, HEURISTIC, WORLDS, SEARCH)}
    assert len(hashes) == 4


def test_bounds_checked_code_is_kept_apart(compiler, monkeypatch):
    before = compiler.source_hash()
    monkeypatch.setattr(jit, "BOUNDSCHECK", not jit.BOUNDSCHECK)
    assert compiler.source_hash() != before


def test_other_content_is_other_code(compiler, tmp_path, monkeypatch):
    before = compiler.source_hash()
    (tmp_path / "contents").mkdir()
    (tmp_path / "contents" / "some_game.toml").write_text("y = 2\n")
    monkeypatch.setenv("HAUNTED_ENV_CONTENT", str(tmp_path / "contents"))
    assert compiler.source_hash() != before
    monkeypatch.setenv("HAUNTED_ENV_CONTENT", str(tmp_path / "nowhere"))
    with pytest.raises(ValueError, match="HAUNTED_ENV_CONTENT"):
        compiler.source_hash()


def test_the_cache_goes_where_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("HAUNTED_ENV_CACHE", str(tmp_path / "cache"))
    assert cache.root() == tmp_path / "cache"


def run(folder: Path, script: str = USE) -> subprocess.Popen:
    env = {**os.environ, "HAUNTED_ENV_CACHE": str(folder), "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(ROOT)}
    env.pop("HAUNTED_ENV_QUIET", None)
    return subprocess.Popen(
        [sys.executable, "-c", script], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_of_several_cold_processes_one_compiles_and_the_others_load(tmp_path):
    done = [(process, *process.communicate(timeout=300)) for process in [run(tmp_path) for _ in range(3)]]
    assert all(process.returncode == 0 and out == "ready\n" for process, out, _ in done), done
    assert sum("first use only" in err for _, _, err in done) == 1
    warm = run(tmp_path)
    out, err = warm.communicate(timeout=300)
    assert (out, err) == ("ready\n", "")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A cache with the toy game."""
    folder = tmp_path_factory.mktemp("compiled")
    run(folder).communicate(timeout=300)
    return folder


def flip(data: bytes) -> bytes:
    """One bit in the middle, where the machine code is: Numba would run it."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


DAMAGE = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "no pickle": lambda data: b"garbage",
    "zeros at the end": lambda data: data[:-4096] + bytes(4096),
    "a flipped bit": flip,
    "a class that is not there": lambda data: b"cno_such_module\nThing\n.",
}


@pytest.mark.parametrize(
    ("damage", "files"), [*((damage, "*.nbc") for damage in DAMAGE), ("empty", "*.nbi"), ("no pickle", "*.nbi")]
)
def test_a_damaged_cache_is_compiled_again(compiled, tmp_path, damage, files):
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    for path in tmp_path.rglob(files):
        path.write_bytes(DAMAGE[damage](path.read_bytes()))
    assert compiles_once(tmp_path)


@pytest.mark.parametrize("missing", ["complete", "*.nbc", "*.nbi"])
def test_a_half_written_cache_is_compiled_again(compiled, tmp_path, missing):
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    for path in tmp_path.rglob(missing):
        path.unlink()
    assert compiles_once(tmp_path)


def compiles_once(folder: Path) -> bool:
    """Whether the first of two processes compiles, and the second finds everything in order."""
    said = []
    for _ in range(2):
        process = run(folder)
        out, err = process.communicate(timeout=300)
        assert (process.returncode, out) == (0, "ready\n"), err
        said.append("first use only" in err)
    return said == [True, False]


def test_whatever_a_whole_cache_raises_it_is_compiled_again(compiled, tmp_path):
    """Say, code of another processor: the checksums are right, and yet it does not load."""
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    for path in tmp_path.rglob("*.nbc"):
        path.write_bytes(b"cno_such_module\nThing\n.")
    for part in tmp_path.iterdir():
        assert cache.seal(part, 1)
        assert cache.is_whole(part)
    assert compiles_once(tmp_path)


FULL = """
import builtins, errno
real = builtins.open
def full(name, mode="r", *rest, **more):
    if ".nbc.tmp" in str(name) and "w" in mode:
        raise OSError(errno.ENOSPC, "No space left on device")
    return real(name, mode, *rest, **more)
builtins.open = full
"""


def test_with_a_full_disk_it_runs_without_a_cache(tmp_path):
    process = run(tmp_path, FULL + USE)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (0, "ready\n"), err
    assert "compiled code cannot be kept ([Errno 28] No space left on device)" in err
    assert not list(tmp_path.rglob("complete"))
    assert compiles_once(tmp_path)


def test_with_nowhere_to_write_it_runs_without_a_cache(tmp_path):
    script = """
from haunted_env.engine import cache
def root():
    raise OSError("neither here nor there")
cache.root = root
"""
    process = run(tmp_path, script + USE)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (0, "ready\n"), err
    assert "without a cache (neither here nor there)" in err


def test_numba_is_not_let_choose_another_place(tmp_path):
    """Where it would take over what an edit has made stale: here, beside the sources."""
    script = """
from haunted_env.engine import cache
from numba.core import caching
caching.UserProvidedCacheLocator.ensure_cache_path = lambda self: (_ for _ in ()).throw(OSError("read-only"))
"""
    process = run(tmp_path, script + USE)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (0, "ready\n"), err
    assert "cannot be written" in err and "without a cache" in err


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("name", ["load_overload", "save_overload"])
def test_functions_of_no_game_do_without_a_cache_too(name, monkeypatch):
    def fail(*_args):
        raise OSError("damaged, or the disk is full")

    monkeypatch.setattr(cache.FunctionCache, name, fail)
    assert jit.kept()(doubled)(4) == 8


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_functions_of_no_game_do_without_a_place_too(monkeypatch):
    monkeypatch.setattr(cache.Forgiving, "__init__", lambda *_: (_ for _ in ()).throw(RuntimeError("no locator")))
    assert jit.kept()(doubled)(4) == 8


def doubled(number):
    return 2 * number
