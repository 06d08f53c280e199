"""The database: kept whatever happens, and clear about what is wrong with it."""

import json
import os
import sqlite3
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from haunted_env.arena.store import COLUMNS, FILE, FORMAT, Store, StoreError, _checksum
from tests.arena.made import contest, record
from tests.arena.test_match import comparable
from tests.toy_game import SPEC as TOY


def some_records():
    beliefs = np.array([[0, 1, 0, 0.25, 0.75], [1, 0, 0, 1, 0]], np.float32)
    return [
        record((0, 1), [0], deal=1, beliefs=beliefs),
        record((1, 0), [], deal=0, rotation=1, forfeit=1, error="RuntimeError: 'x'", reason="forfeit", roles=["", ""]),
        record((0, 1), [0, 1], deal=0, truncated=True, actions=np.zeros(0, np.int16)),
    ]


def test_what_goes_in_comes_out_in_order(tmp_path):
    some = contest("random", "heuristic", players=(2, 3), options={"rounds": 2}, lineup=(0, 1))
    with Store.create(tmp_path / "new" / "folder", some, TOY) as store:
        store.add(some_records()[:2])
        store.add(some_records()[2:])
        assert store.keys() == {(2, 0, 0), (2, 0, 1), (2, 1, 0)}
    with Store.open(tmp_path / "new" / "folder") as store:
        assert store.contest == some
        found = [comparable(r) for r in store.records()]
        assert found == [comparable(some_records()[i]) for i in (2, 1, 0)]
        assert store.versions["game"] == TOY.version


def test_a_failed_write_leaves_nothing_behind(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add(some_records()[:1])
        broken = some_records()[1:]
        broken[1].reason = object()
        with pytest.raises(TypeError):
            store.add(broken)
        assert store.keys() == {(2, 1, 0)}


def test_a_full_disk_is_said_so_and_loses_nothing(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add(some_records())
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages}")
        big = [record((0, 1), [0], deal=9, error="x" * 100_000)]
        with pytest.raises(OSError, match="the disk is full; finished games are kept"):
            store.add(big)
        assert len(store.keys()) == 3
    with Store.open(tmp_path) as store:
        assert len(list(store.records())) == 3


def test_a_folder_is_used_once_and_by_one_process(tmp_path):
    with Store.create(tmp_path, contest(), TOY):
        with pytest.raises(StoreError, match="another process is writing"):
            Store.open(tmp_path, write=True)
        with Store.open(tmp_path) as reader:
            assert reader.keys() == set()
    with pytest.raises(StoreError, match="holds a contest already: go on with --resume"):
        Store.create(tmp_path, contest(), TOY)
    with Store.open(tmp_path, write=True):
        pass


def test_nothing_there(tmp_path):
    with pytest.raises(StoreError, match="holds no contest"):
        Store.open(tmp_path)


@pytest.mark.parametrize("damage", ["overwritten", "cut", "emptied", "other"])
def test_a_damaged_database(tmp_path, damage):
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add([record((0, 1), [0], deal=d, error="x" * 500) for d in range(200)])
    path = tmp_path / FILE
    data = path.read_bytes()
    if damage == "other":
        path.unlink()
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE about (key, value)")
        other.commit()
        other.close()
    else:
        path.write_bytes({"overwritten": b"x" * len(data), "cut": data[: len(data) // 2], "emptied": b""}[damage])
    with pytest.raises(StoreError, match=r"the database is damaged|not a database of contests"):
        Store.open(tmp_path)


def test_damage_inside_a_row(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add(some_records())
        store._database.execute("UPDATE games SET actions = x'00'")
        store._database.commit()
        with pytest.raises(StoreError, match="the database is damaged"):
            list(store.records())


def forge(store, **changes):
    """Change all rows as somebody would who knows how they are written."""
    store._database.execute("PRAGMA ignore_check_constraints = 1")
    rows = list(store._database.execute(f"SELECT {', '.join(COLUMNS)} FROM games"))
    store._database.execute("DELETE FROM games")
    for row in rows:
        values = dict(zip(COLUMNS, row)) | changes
        values["checksum"] = _checksum(values)
        marks = ", ".join("?" * len(COLUMNS))
        store._database.execute(f"INSERT INTO games VALUES ({marks})", [values[name] for name in COLUMNS])
    store._database.commit()


def packed(beliefs):
    return zlib.compress(np.array(beliefs.shape[1], "<i4").tobytes() + beliefs.astype("<f4").tobytes())


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"winners": "[0"}, "Input data was truncated"),
        ({"winners": '["0"]'}, r"Expected `int`, got `str` - at `\$\.winners\[0\]`"),
        ({"winners": "[2]"}, r"game \(2, 1, 0\): there is no such seat"),
        ({"winners": "[" * 100_000}, ""),
        ({"turns": "many"}, r"Expected `int`, got `str` - at `\$\.turns`"),
        ({"turns": -1}, "a number is below 0"),
        ({"rotation": "0/../../../victim"}, r"Expected `int`, got `str` - at `\$\.plan\.rotation`"),
        ({"players": "<script>"}, r"Expected `int`, got `str` - at `\$\.plan\.players`"),
        ({"deal": -1}, "a number is below 0"),
        ({"forfeit": 7}, "there is no such seat"),
        ({"forfeit": "x"}, r"Expected `int \| null`, got `str`"),
        ({"returns": "[1.0]"}, "a list has not one entry per seat"),
        ({"returns": "[1e999, 0]"}, "Number out of range"),
        ({"reason": "\x1b[2J"}, "a word is not printable"),
        ({"actions": zlib.compress(bytes(2**27))}, "larger than any game"),
        ({"actions": b"x"}, "incorrect header check|cut off"),
        ({"beliefs": packed(np.array([[0, 9, 0, 1, 0]]))}, "a belief is of no seat"),
        ({"beliefs": packed(np.array([[0, 0, 5, 1, 0]]))}, "a belief is about nothing"),
        ({"beliefs": packed(np.array([[0, 0, 0, np.nan, 0]]))}, "a number is not finite"),
    ],
)
def test_a_forged_row_that_makes_no_sense_is_refused(tmp_path, changes, fault):
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add(some_records()[:1])
        forge(store, **changes)
        with pytest.raises(StoreError, match=rf"the database is damaged \(.*({fault})"):
            list(store.records())


def test_columns_are_typed(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add(some_records())
        for change in ("rotation = 'x'", "roles = x'00'", "actions = 'x'", "forfeit = 'x'", "seed = NULL"):
            with pytest.raises(sqlite3.IntegrityError):
                store._database.execute(f"UPDATE games SET {change}")


def test_a_row_that_was_changed_shows_it(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add(some_records())
        store._database.execute("UPDATE games SET winners = '[1]' WHERE deal = 1")
        store._database.commit()
        with pytest.raises(StoreError, match=r"the row of game \(2, 1, 0\) does not match its checksum"):
            list(store.records())


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
        "CREATE TABLE other (x)",
        "CREATE INDEX i ON games (turns)",
        "ALTER TABLE games ADD COLUMN more",
    ],
)
def test_a_database_that_holds_more_than_ours_is_refused(tmp_path, statement):
    """A view in place of a table could run for ever."""
    with Store.create(tmp_path, contest(), TOY) as store:
        store._database.execute(statement)
        store._database.commit()
    with pytest.raises(StoreError, match="not a database of contests"):
        Store.open(tmp_path)


def test_a_table_that_is_an_endless_view(tmp_path):
    Store.create(tmp_path, contest(), TOY).close()
    database = sqlite3.connect(tmp_path / FILE)
    database.execute("DROP TABLE about")
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS key, x AS value FROM n"
    database.execute(f"CREATE VIEW about AS {endless}")
    database.commit()
    database.close()
    with pytest.raises(StoreError, match="not a database of contests"):
        Store.open(tmp_path)


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("name", [".lock", FILE, "replays", f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal"])
def test_links_out_of_the_folder_are_not_followed(tmp_path, name, write):
    Store.create(tmp_path / "contest", contest(), TOY).close()
    victim = tmp_path / "victim"
    victim.write_text("mine")
    place = tmp_path / "contest" / name
    place.unlink(missing_ok=True)
    place.symlink_to(victim)
    with pytest.raises(StoreError, match="is a link to somewhere else"):
        Store.open(tmp_path / "contest", write=write)
    assert victim.read_text() == "mine"


def test_a_journal_that_names_another_file_deletes_nothing(tmp_path):
    """SQLite takes the file for the journal of several databases, and is done with it when it has rolled back."""
    folder, copy, victim = tmp_path / "contest", tmp_path / "copy", tmp_path / "victim"
    copy.mkdir()
    victim.write_text("mine")
    with Store.create(folder, contest(), TOY) as store:
        store._database.execute("PRAGMA cache_size = 1")  # so that the journal is on the disk before the commit
        rows = [(f"key {i}", "x" * 1000) for i in range(1000)]
        store._database.executemany("INSERT INTO about VALUES (?, ?)", rows)
        halfway = [(copy / name, (folder / name).read_bytes()) for name in (FILE, f"{FILE}-journal")]
        store._database.rollback()
    name = str(victim).encode()
    ending = struct.pack(">I", 2**30 // 4096 + 1) + name + struct.pack(">II", len(name), sum(name))
    for more in (b"", ending + bytes.fromhex("d9d505f920a163d7")):
        for (path, data), end in zip(halfway, (b"", more), strict=True):
            path.write_bytes(data + end)
        if not more:
            with Store.open(copy) as store:  # what was killed while writing is rolled back
                assert store.contest == contest()
    with pytest.raises(StoreError, match="is none of a contest: delete it"):
        Store.open(copy)
    assert victim.read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_no_database(tmp_path):
    os.mkfifo(tmp_path / FILE)
    with pytest.raises(StoreError, match="holds no contest"):
        Store.open(tmp_path)


KILLED_AT_ONCE = """
import os, sys
from pathlib import Path
from haunted_env import registry
from haunted_env.arena import store
from haunted_env.arena.plan import Contest
store.{function} = lambda *_: os._exit(9)
contest = Contest("ghosts_in_the_graveyard", ("random",), (2,), 1)
store.Store.create(Path(sys.argv[1]), contest, registry.spec(contest.game))
"""


@pytest.mark.parametrize("function", ["_json", "os.replace"])
def test_a_contest_killed_before_its_first_commit_can_be_started_again(tmp_path, function):
    words = [sys.executable, "-c", KILLED_AT_ONCE.format(function=function), str(tmp_path)]
    path = os.pathsep.join([str(Path(__file__).parents[2]), *(p for p in sys.path if p)])
    assert subprocess.run(words, env={**os.environ, "PYTHONPATH": path}, check=False).returncode == 9
    with pytest.raises(StoreError, match="holds no contest"):
        Store.open(tmp_path)
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add(some_records())
    with Store.open(tmp_path) as store:
        assert len(store.keys()) == 3


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("deals", 10**9),
        ("players", [2, 2]),
        ("players", [10**9]),
        ("players", [0]),
        ("lineup", [7, 0]),
        ("agents", ["random", "\x1b[2J"]),
        ("seed", -1),
    ],
)
def test_a_contest_beyond_measure_is_refused(tmp_path, key, value):
    with Store.create(tmp_path, contest(), TOY) as store:
        (text,) = store._database.execute("SELECT value FROM about WHERE key = 'contest'").fetchone()
        changed = json.dumps(json.loads(text) | {key: value})
        store._database.execute("UPDATE about SET value = ? WHERE key = 'contest'", (changed,))
        store._database.commit()
        with pytest.raises(StoreError, match="the database is damaged"):
            _ = store.contest


def test_a_contest_that_makes_no_sense_is_damage(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store._database.execute("UPDATE about SET value = replace(value, '4', '\"four\"') WHERE key = 'contest'")
        store._database.commit()
        with pytest.raises(StoreError, match=r"the database is damaged \(Expected `int`, got `str` - at `\$\.deals`"):
            _ = store.contest


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("versions", {}),
        ("versions", {"haunted_env": 1}),
        ("versions", []),
        ("options", {}),
        ("options", {"2": {}, "3": {}}),
        ("options", {"2": 7}),
    ],
)
def test_what_is_said_about_a_contest_has_its_form(tmp_path, key, value):
    with Store.create(tmp_path, contest(), TOY) as store:
        store._database.execute("UPDATE about SET value = ? WHERE key = ?", (json.dumps(value), key))
        store._database.commit()
        with pytest.raises(StoreError, match="the database is damaged"):
            getattr(store, key)


def test_a_later_format_is_refused(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store._database.execute("UPDATE about SET value = '99' WHERE key = 'format'")
        store._database.commit()
    with pytest.raises(StoreError, match=f"format 99, this program reads {FORMAT}"):
        Store.open(tmp_path)
