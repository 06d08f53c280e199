"""Files are written whole or not at all."""

import os

import pytest

from haunted_env.engine.files import put_in_place, read_file, write_atomically

linux = pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="files are not told apart by their descriptors")


def test_text_and_bytes_replace_what_was_there(tmp_path):
    path = tmp_path / "file"
    write_atomically(path, "first\n")
    write_atomically(str(path), b"second\n")
    assert path.read_text() == "second\n"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_might_never_end_is_not_read(tmp_path):
    (tmp_path / "file").write_bytes(b"data")
    assert read_file(tmp_path / "file") == b"data"
    os.mkfifo(tmp_path / "pipe")
    for path, kind in ((tmp_path / "pipe", OSError), ("/dev/zero", OSError), (tmp_path / "none", FileNotFoundError)):
        with pytest.raises(kind):
            read_file(path)


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_atomically(path, "old")

    def interrupt(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.fixture
def order(monkeypatch):
    """What is flushed to the disk and renamed, in order; files and folders by their names."""
    noted, sync, replace = [], os.fsync, os.replace

    def synced(descriptor):
        noted.append(("sync", os.path.basename(os.readlink(f"/proc/self/fd/{descriptor}")).rpartition(".")[2]))
        sync(descriptor)

    def replaced(source, target):
        noted.append(("replace", os.path.basename(target)))
        replace(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    return noted


@linux
def test_a_file_is_on_the_disk_before_its_name_and_the_name_before_one_goes_on(tmp_path, order):
    write_atomically(tmp_path / "file", "x")
    assert order == [("sync", "tmp"), ("replace", "file"), ("sync", tmp_path.name)]


@linux
def test_a_folder_is_on_the_disk_before_its_name(tmp_path, order):
    folder = tmp_path / "new" / "half"
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        (folder / name).write_text("x")
    put_in_place(folder, folder.with_name("whole"))
    assert sorted(order[:3]) == [("sync", "half"), ("sync", "one"), ("sync", "two")]
    assert order[2:] == [("sync", "half"), ("replace", "whole"), ("sync", "new"), ("sync", tmp_path.name)]
    assert sorted(os.listdir(tmp_path / "new" / "whole")) == ["one", "two"]


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(OSError):
        write_atomically(tmp_path / "missing" / "file", "x")
