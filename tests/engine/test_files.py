"""Files are written whole or not at all."""

import os

import pytest

from haunted_env.engine.files import write_atomically


def test_text_and_bytes_replace_what_was_there(tmp_path):
    path = tmp_path / "file"
    write_atomically(path, "first\n")
    write_atomically(str(path), b"second\n")
    assert path.read_text() == "second\n"
    assert os.listdir(tmp_path) == ["file"]


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


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(OSError):
        write_atomically(tmp_path / "missing" / "file", "x")
