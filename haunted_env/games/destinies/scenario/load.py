"""Read a scenario file: TOML to `Scenario`, key by key (DS-DATA-1, DS-DATA-2); every error names the row."""

import functools
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path as FilePath
from typing import Any, TypeVar

from haunted_env.core.content import Check, ContentError, boolean, fail, fields, identifier, one_of, parse, text, whole
from haunted_env.games.destinies import data
from haunted_env.games.destinies.scenario import grammar
from haunted_env.games.destinies.scenario import schema as s

ScenarioError = ContentError
Row = TypeVar("Row")
SMALL = whole(0, 127)
ANY_SMALL = whole(-127, 127)
TABLES = ("tile", "poi", "npc", "item", "stack", "option", "destiny", "character", "finale", "event")


def words_of(where: str, value: Any) -> str:
    if type(value) is not str:
        fail(where, "expected words in quotes")
    return str(value)


def several(check: Check) -> Check:
    def read(where: str, value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            fail(where, "expected a list")
        return tuple(check(where, item) for item in value)

    return read


def rows(read: Callable[[str, dict[str, Any]], Any]) -> Check:
    """A list of inline tables."""

    def check(where: str, value: Any) -> tuple[Any, ...]:
        if type(value) is not list or not all(isinstance(row, dict) for row in value):
            fail(where, "expected a list of tables")
        return tuple(read(f"{where} {number}", row) for number, row in enumerate(value, 1))

    return check


EFFECTS, CONDITIONS = several(grammar.effect), several(grammar.condition)


def table(make: Callable[..., Row], checks: dict[str, Check], optional: Sequence[str] = ()) -> Callable[..., Row]:
    """A reader of one kind of row."""
    required = [name for name in checks if name not in optional]

    def read(where: str, row: dict[str, Any]) -> Row:
        fields(where, row, required, optional)
        return make(**{name: checks[name](f"{where}, {name}", value) for name, value in row.items()})

    return read


def tier(**row: Any) -> s.Tier:
    return s.Tier(passes=row.pop("pass"), **row)


def character(**row: Any) -> s.Character:
    return s.Character(tracks=tuple(row.pop(skill) for skill in grammar.SKILLS), **row)


def path(**row: Any) -> s.Path:
    return s.Path(steps=row.pop("step"), **row)


def destiny(**row: Any) -> s.Destiny:
    return s.Destiny(paths=row.pop("path"), **row)


def ability(known: dict[str, tuple[str, ...]]) -> Check:
    return lambda where, value: grammar.ability(where, value, known)


FACE = whole(1, 99)


def effort_face(where: str, value: Any) -> str:
    if value != "S":
        grammar.whole(where, words_of(where, value), 1, 99)
    return str(value)


HEADER = table(
    s.Header,
    {
        "id": identifier,
        "title": text,
        "intro": text,
        "format": whole(1, 1),
        "start_tile": text,
        **{name: ANY_SMALL for name in ("virtue_min", "virtue_max", "virtue_low", "virtue_high")},
        "challenger_days": whole(1, 10_000),
        "start_coins": whole(0, data.MAX_COINS),
        "start_effort": whole(0, data.MAX_EFFORT),
        "main_faces": several(FACE),
        "effort_faces": several(effort_face),
        "track_min": whole(0, 99),
        "track_max": whole(0, 109),
        "max_markers": whole(3, 4),
        "hand_limit": whole(1, data.HAND - 1),
        "base_range": whole(0, data.N_TILES),
    },
)
_STEP = table(s.Step, {"id": identifier, "need": CONDITIONS, "where": text, "lore": text, "text": text})
_PATH = table(
    path,
    {"key": one_of(("A", "B"), "key"), "name": text, "card_hint": text, "finale": text, "step": rows(_STEP)},
)
_STAGE = table(s.Stage, {"name": text, "text": text, "skip_if": CONDITIONS})
_CHOICE = table(s.Choice, {"text": text, "when": CONDITIONS, "effects": EFFECTS})
_TIER = table(tier, {"min": whole(0, 6), "pass": boolean, "effects": EFFECTS})
_ACCEPT = table(s.Accept, {"match": grammar.condition, "consume": boolean, "effects": EFFECTS})
_OPTION = {
    "id": identifier,
    "host": text,
    "kind": one_of([k.name.lower() for k in data.Kind], "kind"),
    "text": text,
    "when": CONDITIONS,
    "limit": one_of([limit.name.lower() for limit in data.Limit], "limit"),
    "cost": whole(0, data.MAX_COINS),
    "xgroup": words_of,
    "effects": EFFECTS,
    "choices": rows(_CHOICE),
    "skill": one_of(grammar.SKILLS, "skill"),
    "described": one_of([d.name.lower() for d in data.Described], "word"),
    "tiers": rows(_TIER),
    "accepts": rows(_ACCEPT),
    "wrong": EFFECTS,
    "stack": text,
}
_PLACE = {"id": identifier, "slot": SMALL, "name": text}
ROWS: dict[str, Callable[[str, dict[str, Any]], Any]] = {
    "tile": table(s.Tile, {**_PLACE, "x": ANY_SMALL, "y": ANY_SMALL, "explored": boolean, "on_explore": EFFECTS}),
    "poi": table(s.Poi, {**_PLACE, "tile": text, "token": text, "active": boolean, "text": text}),
    "npc": table(s.Npc, {**_PLACE, "at": text, "lore": several(text)}),
    "item": table(
        s.Item,
        {
            "id": identifier,
            "no": SMALL,
            "name": text,
            "value": SMALL,
            "cats": several(text),
            "copies": SMALL,
            "always": ability(grammar.ALWAYS),
            "discard": ability(grammar.DISCARD),
        },
    ),
    "stack": table(s.Stack, {"id": identifier, "items": several(text)}),
    "option": table(s.Option, _OPTION, [name for name in _OPTION if name not in ("id", "host", "kind", "text")]),
    "destiny": table(destiny, {"id": identifier, "character": text, "card": text, "path": rows(_PATH)}),
    "character": table(character, {**_PLACE, **{skill: several(whole(0, 109)) for skill in grammar.SKILLS}}),
    "finale": table(s.Finale, {"id": identifier, "poi": text, "resolve": whole(1, 99), "stages": rows(_STAGE)}),
    "event": table(
        s.Event,
        {
            "id": identifier,
            "text": text,
            "when": CONDITIONS,
            "modes": several(one_of([mode.name.lower() for mode in data.Mode], "mode")),
            "effects": EFFECTS,
        },
    ),
}


def build(document: dict[str, Any]) -> s.Scenario:
    """A scenario from a parsed document; what the rows say of each other is checked by `checks.py`."""
    fields("the file", document, ["scenario"], TABLES)
    found: dict[str, list[Any]] = {}
    for name in TABLES:
        given = document.get(name, [])
        if type(given) is not list:
            fail(f"[[{name}]]", "expected tables in double brackets")
        found[name] = [ROWS[name](f"{name} {row.get('id', number)}", row) for number, row in enumerate(given, 1)]
    for name in ("tile", "poi", "npc", "character"):
        found[name].sort(key=lambda row: row.slot)
    found["item"].sort(key=lambda row: row.no)
    plural = {"destiny": "destinies"}
    parts: dict[str, Any] = {plural.get(name, f"{name}s"): tuple(rows) for name, rows in found.items()}
    parts |= flag_names(found)
    return s.Scenario(header=HEADER("[scenario]", document["scenario"]), **parts)


def flag_names(found: dict[str, list[Any]]) -> dict[str, tuple[str, ...]]:
    """The flags, numbered in the order in which effects of the file set them."""
    effects = [e for row in found["tile"] for e in row.on_explore]
    effects += [e for row in found["option"] for each in row.effect_lists for e in each]
    effects += [e for row in found["event"] for e in row.effects]
    names: dict[str, dict[str, None]] = {"flag": {}, "pflag": {}, "vflag": {}}
    for effect in effects:
        if effect.verb in names:
            names[effect.verb][effect.words[0]] = None
    return {f"{kind}s": tuple(found) for kind, found in names.items()}


def load(path: str | FilePath) -> s.Scenario:
    """The scenario in a file; a ScenarioError names the file, the row and what is wrong."""
    return _load(str(path))


@functools.lru_cache(maxsize=8)
def _read(path: str, content: bytes) -> s.Scenario:
    from haunted_env.games.destinies.scenario.checks import check

    scenario = build(parse(content))
    check(scenario)
    return s.replace(scenario, hash=hashlib.sha256(content).hexdigest())


def _load(path: str) -> s.Scenario:
    try:
        return _read(path, FilePath(path).read_bytes())
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read ({error.strerror}); check the path and its rights") from error
    except ContentError as error:
        raise ScenarioError(f"{path}: {error}") from error
