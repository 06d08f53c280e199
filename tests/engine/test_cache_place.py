"""The place of compiled code: Numba runs what it finds there, so nobody else may have put it there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from haunted_env.engine import cache

ROOT = Path(cache.__file__).parents[2]
pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows: the temporary folder is the user's own")


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A temporary folder for all, and a usual place that cannot be written."""
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("HAUNTED_ENV_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(cache.tempfile, "tempdir", str(tmp_path))
    cache._fresh.cache_clear()
    return tmp_path


@pytest.fixture
def usual(temporary):
    return temporary / f"haunted_env-{os.getuid()}"


def is_fresh(root: Path, usual: Path) -> bool:
    return root != usual and root.parent == usual.parent and root.stat().st_mode & 0o777 == 0o700


def test_the_folder_under_the_temporary_one_is_private(usual):
    assert cache.root() == usual
    assert usual.stat().st_mode & 0o777 == 0o700
    assert cache.root() == usual  # and is found again


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o777, 0o1777])
def test_a_folder_that_others_may_enter_is_not_used(usual, mode):
    usual.mkdir()
    usual.chmod(mode)
    assert is_fresh(cache.root(), usual)


def test_a_folder_of_somebody_else_is_not_used(usual, monkeypatch):
    usual.mkdir(mode=0o700)
    owner = os.getuid()
    monkeypatch.setattr(cache.os, "getuid", lambda: owner + 1)
    usual.rename(usual.with_name(f"haunted_env-{owner + 1}"))
    assert is_fresh(cache.root(), usual.with_name(f"haunted_env-{owner + 1}"))


def test_a_link_is_not_followed(usual, temporary):
    (temporary / "elsewhere").mkdir(mode=0o700)
    usual.symlink_to(temporary / "elsewhere")
    assert is_fresh(cache.root(), usual)
    usual.unlink()
    usual.write_text("a file")
    assert is_fresh(cache.root(), usual)


def test_a_fresh_folder_is_told_of_used_throughout_and_removed_in_the_end(usual):
    usual.mkdir(mode=0o755)
    usual.chmod(0o755)
    script = """
import os
from haunted_env.engine import cache
root = cache.root()
assert cache.root() == root and root.is_dir()
if os.fork() == 0:
    raise SystemExit  # a child that ends does not take it along
os.wait()
assert root.is_dir()
print(root)
"""
    env = {**os.environ, "TMPDIR": str(usual.parent), "PYTHONPATH": str(ROOT)}
    env.pop("HAUNTED_ENV_QUIET", None)
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "kept for this process alone" in done.stderr
    assert not Path(done.stdout.strip()).exists()


def test_with_no_place_at_all_the_error_says_what_to_do(usual, monkeypatch):
    monkeypatch.setattr(cache, "_writable", lambda folder: (_ for _ in ()).throw(OSError("read-only")))
    monkeypatch.setattr(cache.tempfile, "mkdtemp", lambda **_: (_ for _ in ()).throw(OSError("read-only")))
    with pytest.raises(OSError, match="set HAUNTED_ENV_CACHE to a writable folder"):
        cache.root()
