"""The cache of compiled code: never stale, safe to share, and found a place for everywhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from haunted_env.engine import jit
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
    assert jit.cache_root() == tmp_path / "cache"


def test_a_place_that_cannot_be_written_is_replaced_by_a_temporary_one(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("HAUNTED_ENV_CACHE", str(blocked / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(jit.tempfile, "tempdir", None)
    root = jit.cache_root()
    assert root.is_relative_to(tmp_path) and root.is_dir()


def run(cache: Path) -> subprocess.Popen:
    env = {**os.environ, "HAUNTED_ENV_CACHE": str(cache), "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", USE], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_of_several_cold_processes_one_compiles_and_the_others_load(tmp_path):
    done = [(process, *process.communicate(timeout=300)) for process in [run(tmp_path) for _ in range(3)]]
    assert all(process.returncode == 0 and out == "ready\n" for process, out, _ in done), done
    assert sum("first use only" in err for _, _, err in done) == 1
    warm = run(tmp_path)
    out, err = warm.communicate(timeout=300)
    assert (out, err) == ("ready\n", "")


def test_a_half_written_cache_is_compiled_again(tmp_path):
    run(tmp_path).communicate(timeout=300)
    for part in tmp_path.iterdir():
        (part / "complete").unlink()
        for file in part.rglob("*.nbc"):
            file.write_bytes(b"")
    process = run(tmp_path)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (0, "ready\n"), err
    shutil.rmtree(tmp_path, ignore_errors=True)
