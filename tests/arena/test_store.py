"""The database: kept whatever happens, and clear about what is wrong with it."""

import sqlite3

import numpy as np
import pytest

from haunted_env.arena.store import FILE, FORMAT, Store, StoreError
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
        with pytest.raises(StoreError):
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


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("UPDATE games SET winners = '[0'", "Input data was truncated"),
        ("UPDATE games SET winners = '[\"0\"]'", r"Expected `int`, got `str` - at `\$\.winners\[0\]`"),
        ("UPDATE games SET turns = 'many'", r"Expected `int`, got `str` - at `\$\.turns`"),
    ],
)
def test_a_column_that_makes_no_sense_is_named(tmp_path, change, fault):
    with Store.create(tmp_path, contest(), TOY) as store:
        store.add(some_records())
        store._database.execute(change)
        store._database.commit()
        with pytest.raises(StoreError, match=rf"the database is damaged \({fault}"):
            list(store.records())


def test_a_contest_that_makes_no_sense_is_damage(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store._database.execute("UPDATE about SET value = replace(value, '4', '\"four\"') WHERE key = 'contest'")
        store._database.commit()
        with pytest.raises(StoreError, match=r"the database is damaged \(Expected `int`, got `str` - at `\$\.deals`"):
            _ = store.contest


def test_a_later_format_is_refused(tmp_path):
    with Store.create(tmp_path, contest(), TOY) as store:
        store._database.execute("UPDATE about SET value = '99' WHERE key = 'format'")
        store._database.commit()
    with pytest.raises(StoreError, match=f"format 99, this program reads {FORMAT}"):
        Store.open(tmp_path)
