"""The games of a contest in SQLite, written as they are finished: whatever happens, those are kept."""

import contextlib
import dataclasses
import errno
import hashlib
import os
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np
from filelock import FileLock, Timeout

from haunted_env.arena.fingerprint import Versions, versions
from haunted_env.arena.isolated import DEFAULT_LIMITS, Limits
from haunted_env.arena.plan import Contest, GamePlan
from haunted_env.arena.record import GameRecord
from haunted_env.spec import GameSpec

FILE = "games.sqlite"
FORMAT = 4
JOURNAL = f"{FILE}-journal"
OUR_FILES = (FILE, JOURNAL, f"{FILE}-wal", f"{FILE}-shm", ".lock", "replays")  # none may lead somewhere else
NAMES_ANOTHER = bytes.fromhex("d9d505f920a163d7")  # the last bytes of a journal that does
LARGEST = 2**26  # bytes of anything in a row, packed or not
PER_SEAT = (
    *("winners", "roles", "returns", "decisions", "illegal", "illegal_answers", "timed", "seconds"),
    *("refused", "refusals", "scores"),
)
JSON_COLUMNS = ("seating", *PER_SEAT)
KINDS = {
    **dict.fromkeys(("players", "deal", "rotation", "seed", "turns", "truncated"), "integer"),
    **dict.fromkeys((*JSON_COLUMNS, "reason", "error", "state_hash", "checksum"), "text"),
    **dict.fromkeys(("actions", "beliefs"), "blob"),
}
COLUMNS = (*KINDS, "forfeit")
TYPED = [f"{name} {kind} NOT NULL CHECK (typeof({name}) = '{kind}')" for name, kind in KINDS.items()]
SCHEMA = {  # STRICT tables would say the same, but not every SQLite that Python comes with has them
    "about": "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "games": (
        f"CREATE TABLE games ({', '.join(TYPED)}, forfeit integer CHECK (typeof(forfeit) IN ('integer', 'null')), "
        "PRIMARY KEY (players, deal, rotation))"
    ),
}
Value = TypeVar("Value")


class StoreError(ValueError):
    """A database that cannot be used; the message says what to do."""


class Store:
    """The games of a contest in a folder. Use it as a context manager."""

    def __init__(self, folder: Path, database: sqlite3.Connection, lock: FileLock | None) -> None:
        self.folder = folder
        self._database = database
        self._lock = lock

    @classmethod
    def create(cls, folder: Path, contest: Contest, spec: GameSpec, limits: Limits = DEFAULT_LIMITS) -> "Store":
        """Make a new database; the folder must not hold one already."""
        about = {"format": FORMAT, "contest": contest, "versions": versions(contest, spec, limits)}
        about["options"] = {str(n): contest.options_for(spec, n) for n in contest.players}
        folder.mkdir(parents=True, exist_ok=True)
        lock = _locked(folder)
        if (folder / FILE).exists():
            lock.release()
            raise StoreError(f"{folder} holds a contest already: go on with --resume, or choose another folder")
        new = folder / f".{FILE}.new"  # what is there under its name is complete
        for leftover in (new, folder / f"{new.name}-journal"):
            leftover.unlink(missing_ok=True)
        store = cls(folder, _connect(new), lock)
        with store._writing():
            for statement in SCHEMA.values():
                store._database.execute(statement)
            rows = [(key, _json(value)) for key, value in about.items()]
            store._database.executemany("INSERT INTO about VALUES (?, ?)", rows)
        store._database.close()
        os.replace(new, folder / FILE)
        store._database = _connect(folder / FILE)
        return store

    @classmethod
    def open(cls, folder: Path, write: bool = False) -> "Store":
        """Open an existing database."""
        if not (folder / FILE).is_file():
            raise StoreError(f"{folder} holds no contest: there is no {FILE}")
        _check_links(folder)
        lock = _locked(folder) if write else None
        store = cls(folder, _connect(folder / FILE), lock)
        try:
            store._check()
        except BaseException:
            store.close()
            raise
        return store

    def _check(self) -> None:
        """Whether this is a database of ours. Views, triggers and the like could make any statement run for ever, so
        none is carried out before they are ruled out."""
        with self._reading():
            found = dict(self._database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        if found.get("about") != SCHEMA["about"]:
            raise StoreError(f"{self.folder / FILE}: not a database of contests")
        written_in = self._about("format", int)
        if written_in != FORMAT:
            advice = "use the version of haunted_env that wrote it, or start again elsewhere"
            raise StoreError(f"{self.folder / FILE}: format {written_in}, this program reads {FORMAT}; {advice}")
        if found != SCHEMA:
            raise StoreError(f"{self.folder / FILE}: not a database of contests (its tables are others)")
        with self._reading():
            if self._database.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("the check of its pages failed")

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()
        if self._lock is not None:
            self._lock.release()

    # Reading

    @property
    def contest(self) -> Contest:
        return self._about("contest", Contest)

    @property
    def versions(self) -> dict[str, Any]:
        return dict(self._about("versions", Versions))

    @property
    def options(self) -> dict[str, dict[str, Any]]:
        """The checked options the games are played with, by number of players."""
        found = self._about("options", dict[str, dict[str, Any]])
        names = {frozenset(options) for options in found.values()}
        if found.keys() != set(map(str, self.contest.players)) or len(names) != 1:
            raise self._damaged(ValueError("the options are not those of the contest"))
        return found

    def _about(self, key: str, kind: type[Value]) -> Value:
        with self._reading():
            row = self._database.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
            if row is None:
                raise StoreError(f"{self.folder / FILE}: not a database of contests ({key} is missing)")
            return msgspec.json.decode(row[0], type=kind)

    def keys(self) -> set[tuple[int, int, int]]:
        """The keys of the games played so far."""
        with self._reading():
            found = list(self._database.execute("SELECT players, deal, rotation FROM games"))
            return msgspec.convert(found, set[tuple[int, int, int]])

    def records(self) -> Iterator[GameRecord]:
        """All games in the order of the plan, whatever order they were added in."""
        order = "ORDER BY deal, players, rotation"
        with self._reading():
            for row in self._database.execute(f"SELECT {', '.join(COLUMNS)} FROM games {order}"):
                yield _record(dict(zip(COLUMNS, row)))

    # Writing

    def add(self, records: list[GameRecord]) -> None:
        """Add all of these games or, if writing fails, none of them."""
        marks = ", ".join("?" * len(COLUMNS))
        with self._writing():
            self._database.executemany(f"INSERT OR REPLACE INTO games VALUES ({marks})", map(_row, records))

    def change(self, contest: Contest, versions: dict[str, Any]) -> None:
        """Replace the description of the contest, and what it is played with."""
        with self._writing():
            for key, value in (("contest", contest), ("versions", versions)):
                self._database.execute("UPDATE about SET value = ? WHERE key = ?", (_json(value), key))

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with self._database:
                yield
        except sqlite3.OperationalError as error:
            if "full" in str(error):
                raise OSError(errno.ENOSPC, f"{self.folder}: the disk is full; finished games are kept") from error
            raise StoreError(f"{self.folder / FILE}: cannot be written ({error})") from error
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except StoreError:
            raise
        except (sqlite3.DatabaseError, ValueError, RecursionError, zlib.error) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> StoreError:
        advice = "put a copy in its place, or move it away and start again"
        return StoreError(f"{self.folder / FILE}: the database is damaged ({error}); {advice}")


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
    return database


def _check_links(folder: Path) -> None:
    """A folder that came from elsewhere may hold links, by which others' files would be written, or a journal that
    names another file (a transaction over several databases), which SQLite deletes in the end. Ours names none."""
    for name in OUR_FILES:
        if (folder / name).is_symlink():
            raise StoreError(f"{folder / name} is a link to somewhere else: put what it names in its place")
    journal = folder / JOURNAL
    if journal.exists() and (not journal.is_file() or journal.read_bytes().endswith(NAMES_ANOTHER)):
        raise StoreError(f"{journal} is none of a contest: delete it; what was being written last is lost")


def _locked(folder: Path) -> FileLock:
    """A folder to write to."""
    _check_links(folder)
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise StoreError(f"{folder}: another process is writing there") from None
    return lock


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _row(record: GameRecord) -> tuple[Any, ...]:
    values: dict[str, Any] = {**vars(record.plan), **vars(record)}
    values |= {name: _json(values[name]) for name in JSON_COLUMNS}
    values["truncated"] = int(record.truncated)
    values["actions"] = zlib.compress(record.actions.astype("<i2").tobytes())
    width = np.array(record.beliefs.shape[1], "<i4")  # how many columns depends on what the belief is about
    values["beliefs"] = zlib.compress(width.tobytes() + record.beliefs.astype("<f4").tobytes())
    values["checksum"] = _checksum(values)
    return tuple(values[name] for name in COLUMNS)


def _record(values: dict[str, Any]) -> GameRecord:
    if values.pop("checksum") != _checksum(values):
        place = tuple(values[name] for name in ("players", "deal", "rotation"))
        raise ValueError(f"the row of game {place} does not match its checksum")
    values |= {name: msgspec.json.decode(values[name]) for name in JSON_COLUMNS}
    values["plan"] = {field.name: values.pop(field.name) for field in dataclasses.fields(GamePlan)}
    values["actions"] = np.frombuffer(_unpacked(values["actions"]), "<i2")
    beliefs = _unpacked(values["beliefs"])
    width = int(np.frombuffer(beliefs, "<i4", 1)[0])
    values["beliefs"] = np.frombuffer(beliefs, "<f4", offset=4).reshape(-1, width)
    values["truncated"] = values["truncated"] == 1
    record = msgspec.convert(values, GameRecord)
    record.check()
    return record


def _checksum(values: dict[str, Any]) -> str:
    """Of a row: it shows damage, not forgery. (Forged games are found by playing them again: referee.py.)"""
    data = msgspec.msgpack.encode([values[name] for name in COLUMNS if name != "checksum"])
    return hashlib.sha256(data).hexdigest()[:32]


def _unpacked(data: bytes) -> bytes:
    """Bytes as they were, unless they would be more than any game has."""
    inflater = zlib.decompressobj()
    found = inflater.decompress(data, LARGEST)
    if not inflater.eof:
        raise zlib.error("cut off, or larger than any game")
    return found
