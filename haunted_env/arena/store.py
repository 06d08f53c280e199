"""The games of a contest in SQLite, written as they are finished: whatever happens, those are kept."""

import contextlib
import dataclasses
import errno
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np
from filelock import FileLock, Timeout

from haunted_env.arena.fingerprint import versions
from haunted_env.arena.isolated import DEFAULT_LIMITS, Limits
from haunted_env.arena.plan import Contest, GamePlan
from haunted_env.arena.record import GameRecord
from haunted_env.spec import GameSpec

FILE = "games.sqlite"
FORMAT = 3
PER_SEAT = (
    *("winners", "roles", "returns", "decisions", "illegal", "illegal_answers", "timed", "seconds"),
    *("refused", "refusals", "scores"),
)
JSON_COLUMNS = ("seating", *PER_SEAT)
COLUMNS = (
    *("players", "deal", "rotation", "seed", "seating", *PER_SEAT, "reason", "turns", "truncated"),
    *("forfeit", "error", "actions", "beliefs", "state_hash"),
)
SCHEMA = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    f"CREATE TABLE games ({', '.join(COLUMNS)}, PRIMARY KEY (players, deal, rotation))",
)
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
        store = cls(folder, sqlite3.connect(folder / FILE), lock)
        with store._writing():
            for statement in SCHEMA:
                store._database.execute(statement)
            rows = [(key, _json(value)) for key, value in about.items()]
            store._database.executemany("INSERT INTO about VALUES (?, ?)", rows)
        return store

    @classmethod
    def open(cls, folder: Path, write: bool = False) -> "Store":
        """Open an existing database."""
        if not (folder / FILE).exists():
            raise StoreError(f"{folder} holds no contest: there is no {FILE}")
        lock = _locked(folder) if write else None
        store = cls(folder, sqlite3.connect(folder / FILE), lock)
        try:
            with store._reading():
                if store._database.execute("PRAGMA quick_check").fetchone() != ("ok",):
                    raise sqlite3.DatabaseError("the check of its pages failed")
            found = store._about("format", int)
            if found != FORMAT:
                advice = "use the version of haunted_env that wrote it, or start again elsewhere"
                raise StoreError(f"{folder / FILE}: format {found}, this program reads {FORMAT}; {advice}")
        except BaseException:
            store.close()
            raise
        return store

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
        return self._about("versions", dict[str, Any])

    @property
    def options(self) -> dict[str, dict[str, Any]]:
        """The checked options the games are played with, by number of players."""
        return self._about("options", dict[str, dict[str, Any]])

    def _about(self, key: str, kind: type[Value]) -> Value:
        with self._reading():
            row = self._database.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
            if row is None:
                raise StoreError(f"{self.folder / FILE}: not a database of contests ({key} is missing)")
            return msgspec.json.decode(row[0], type=kind)

    def keys(self) -> set[tuple[int, int, int]]:
        """The keys of the games played so far."""
        with self._reading():
            return set(self._database.execute("SELECT players, deal, rotation FROM games"))

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

    def change(self, contest: Contest) -> None:
        """Replace the description of the contest."""
        with self._writing():
            self._database.execute("UPDATE about SET value = ? WHERE key = 'contest'", (_json(contest),))

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
        except (sqlite3.DatabaseError, msgspec.DecodeError, zlib.error) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> StoreError:
        advice = "put a copy in its place, or move it away and start again"
        return StoreError(f"{self.folder / FILE}: the database is damaged ({error}); {advice}")


def _locked(folder: Path) -> FileLock:
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
    values["actions"] = zlib.compress(record.actions.astype("<i2").tobytes())
    width = np.array(record.beliefs.shape[1], "<i4")  # how many columns depends on what the belief is about
    values["beliefs"] = zlib.compress(width.tobytes() + record.beliefs.astype("<f4").tobytes())
    return tuple(values[name] for name in COLUMNS)


def _record(values: dict[str, Any]) -> GameRecord:
    values |= {name: msgspec.json.decode(values[name]) for name in JSON_COLUMNS}
    values["plan"] = {field.name: values.pop(field.name) for field in dataclasses.fields(GamePlan)}
    values["actions"] = np.frombuffer(zlib.decompress(values["actions"]), "<i2")
    beliefs = zlib.decompress(values["beliefs"])
    width = int(np.frombuffer(beliefs, "<i4", 1)[0])
    values["beliefs"] = np.frombuffer(beliefs, "<f4", offset=4).reshape(-1, width)
    values["truncated"] = bool(values["truncated"])
    return msgspec.convert(values, GameRecord)
