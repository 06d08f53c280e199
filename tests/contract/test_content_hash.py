"""The content hash says what rules a game was played with: it changes with the rules, and with nothing else.

A game of Destinies names its scenario file instead (`data_key`); `tests/games/destinies/test_scenario_key.py`.
"""

import copy
import dataclasses
import importlib
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haunted_env.registry import GAMES, spec
from haunted_env.spec.content import rules_hash

HASHED = [name for name in GAMES if spec(name).content_hash]


def reader(name: str) -> Any:
    return importlib.import_module(f"haunted_env.games.{name}.content")


def file_of(name: str) -> Path:
    return Path(str(importlib.import_module(f"haunted_env.games.{name}").__file__)).with_name("content.toml")


def content_of(name: str) -> Any:
    return reader(name).load(file_of(name))[0]


def shuffled(value: Any, rng: random.Random) -> Any:
    """The same document with the keys of all its tables in another order."""
    if isinstance(value, dict):
        return {key: shuffled(value[key], rng) for key in rng.sample(list(value), len(value))}
    return [shuffled(part, rng) for part in value] if isinstance(value, list) else value


def another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else value + "x"


def leaves(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the single values of a content stand: fields of rows, keys of tables, places of lists."""
    if dataclasses.is_dataclass(content):
        for field in dataclasses.fields(content):
            yield from leaves(getattr(content, field.name), (*path, (type(content), field.name)))
    elif isinstance(content, dict):
        for key, part in content.items():
            yield from leaves(part, (*path, key))
    elif isinstance(content, list | tuple):
        for i, part in enumerate(content):
            yield from leaves(part, (*path, i))
    else:
        yield path


def changed(content: Any, path: tuple[Any, ...]) -> Any:
    """A copy with another value at this place."""
    if not path:
        return another(content)
    step, rest = path[0], path[1:]
    if dataclasses.is_dataclass(content):
        name = step[1]
        return dataclasses.replace(content, **{name: changed(getattr(content, name), rest)})  # type: ignore[type-var]
    parts = dict(content) if isinstance(content, dict) else list(content)
    parts[step] = changed(parts[step], rest)
    return parts


@pytest.mark.parametrize("name", HASHED)
def test_comments_spaces_and_the_order_of_keys_do_not_matter(name, tmp_path):
    text = file_of(name).read_text(encoding="utf-8")
    path = tmp_path / "content.toml"
    path.write_text("# A remark.\n\n" + text.replace("\n\n", "\n  \n# Another one.\n\n"), encoding="utf-8")
    assert reader(name).load(path)[1] == spec(name).content_hash
    document = shuffled(tomllib.loads(text), random.Random(1))
    assert rules_hash(reader(name).build(document), reader(name).WORDING) == spec(name).content_hash


@pytest.mark.parametrize("name", HASHED)
def test_every_value_matters_but_words(name):
    content, wording = content_of(name), reader(name).WORDING
    hashes, words = {spec(name).content_hash}, 0
    places = list(leaves(content))
    for place in places:
        found = rules_hash(changed(content, place), wording)
        fields = [step for step in place if isinstance(step, tuple)]
        if any(field in wording.get(row, ()) for row, field in fields):
            assert found == spec(name).content_hash, place
            words += 1
        else:
            assert found not in hashes, place
            hashes.add(found)
    assert words and len(hashes) > words


@pytest.mark.parametrize("name", HASHED)
def test_the_words_are_fields_of_rows(name):
    for row, fields in reader(name).WORDING.items():
        assert set(fields) <= {field.name for field in dataclasses.fields(row)}


@pytest.mark.parametrize("name", HASHED)
def test_a_row_more_or_less_or_elsewhere_is_another_content(name):
    content, wording = content_of(name), reader(name).WORDING
    rows = content if isinstance(content, tuple) else getattr(content, dataclasses.fields(content)[0].name)

    def with_rows(some: tuple[Any, ...]) -> Any:
        if isinstance(content, tuple):
            return some
        return dataclasses.replace(content, **{dataclasses.fields(content)[0].name: some})

    variants = [rows, rows[:-1], (*rows, copy.copy(rows[0])), (rows[1], rows[0], *rows[2:])]
    assert len({rules_hash(with_rows(some), wording) for some in variants}) == len(variants)
