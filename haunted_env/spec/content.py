"""Read a content file, check its values one by one, and tell by a hash what rules it holds. Knows no game.

A check takes where it is in the file and a value, and returns the value or raises `ContentError`.
"""

import dataclasses
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from haunted_env.engine.files import read_file

Check = Callable[[str, Any], Any]
Content = TypeVar("Content")
Wording = Mapping[type, Sequence[str]]  # by kind of row: the fields that are words only, without a say in the rules


class ContentError(ValueError):
    """The content file cannot be used; the message says where and what to change."""


def load(path: Path, build: Callable[[dict[str, Any]], Content], wording: Wording) -> tuple[Content, str]:
    """What `build` makes of the document in a file, and the hash of the rules in it."""
    try:
        content = build(parse(read_file(path)))
        return content, rules_hash(content, wording)
    except OSError as error:
        raise ContentError(f"{path}: cannot be read ({error.strerror}); check the path and its rights") from error
    except ContentError as error:
        raise ContentError(f"{path}: {error}") from error


def rules_hash(content: Any, wording: Wording) -> str:
    """SHA-256 over all that has a say in the rules, as `build` read it.

    Replays, positions and trained policies depend on it: a better word or another comment must not make them useless,
    another number must.
    """
    return hashlib.sha256(json.dumps(_plain(content, wording), sort_keys=True).encode()).hexdigest()


def _plain(value: Any, wording: Wording) -> Any:
    """Rows as tables of their fields, without those that are words only."""
    if dataclasses.is_dataclass(value):
        words = wording.get(type(value), ())
        names = [field.name for field in dataclasses.fields(value) if field.name not in words]
        return {name: _plain(getattr(value, name), wording) for name in names}
    if isinstance(value, Mapping):
        return {name: _plain(part, wording) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part, wording) for part in value]
    return value


def parse(data: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ContentError(f"line {line} is not UTF-8 text; save the file as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise ContentError(f"not valid TOML: {error}; correct that line") from error


def fail(where: str, problem: str) -> NoReturn:
    raise ContentError(f"{where}: {problem}")


def show(value: Any) -> str:
    """A short form for messages; Python refuses to print integers of more than 4300 digits."""
    try:
        text = f'"{value}"' if type(value) is str else repr(value)
    except (ValueError, RecursionError):
        text = f"a very large {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def text(where: str, value: Any) -> str:
    if type(value) is not str or not value.strip():
        fail(where, f"expected words in quotes, not {show(value)}")
    return value


def identifier(where: str, value: Any) -> str:
    if type(value) is not str or not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        fail(where, f"expected an id of small letters, digits and _, not {show(value)}")
    return value


def boolean(where: str, value: Any) -> bool:
    if type(value) is not bool:
        fail(where, f"expected true or false, not {show(value)}")
    return value


def whole(low: int, high: int, why: str = "") -> Check:
    def check(where: str, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            wanted = f"{low}" if low == high else f"a whole number {low}..{high}"
            fail(where, f"expected {wanted}, not {show(value)}{why and f' ({why})'}")
        return value

    return check


def one_of(known: Sequence[str], what: str = "value") -> Check:
    def check(where: str, value: Any) -> str:
        if type(value) is not str or value not in known:
            fail(where, f"unknown {what} {show(value)}; known: {', '.join(known)}")
        return value

    return check


def some_of(known: Sequence[str], what: str) -> Check:
    def check(where: str, value: Any) -> list[str]:
        if type(value) is not list or not value:
            fail(where, f"expected a list with at least one {what}; known: {', '.join(known)}")
        found = [one_of(known, what)(where, word) for word in value]
        if len(set(found)) < len(found):
            fail(where, f"a {what} is listed twice in {show(value)}; list each once")
        return found

    return check


def check_meta(document: dict[str, Any], game: str) -> None:
    """[meta] says which game the file is for; it may be left out, not be wrong."""
    meta = document.get("meta", {})
    if type(meta) is not dict:
        fail("meta", f"expected a [meta] table, not {show(meta)}")
    fields("meta", meta, (), ("game",))
    if meta.get("game", game) != game:
        fail("meta: game", f"expected {show(game)}, not {show(meta['game'])}")


def fields(where: str, row: dict[str, Any], required: Sequence[str], optional: Sequence[str] = ()) -> None:
    """Nothing missing, nothing the game would not read."""
    missing = [name for name in required if name not in row]
    if missing:
        fail(where, f"missing {', '.join(missing)}; add it")
    extra = [name for name in row if name not in required and name not in optional]
    if extra:
        known = ", ".join([*required, *optional]) or "none"
        fail(where, f"unknown or misplaced field {', '.join(map(show, extra))}; fields here: {known}")
