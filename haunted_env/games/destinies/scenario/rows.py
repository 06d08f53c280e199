"""Readers of the rows of a scenario file, key by key (DS-DATA-2); every fault names its row and key."""

from collections.abc import Callable, Sequence
from typing import Any

from haunted_env.games.destinies import data
from haunted_env.games.destinies.scenario import grammar
from haunted_env.games.destinies.scenario import schema as s
from haunted_env.games.destinies.scenario.faults import Faults
from haunted_env.spec.content import Check, boolean, fail, fields, identifier, one_of, show, text, whole

SMALL = whole(0, 127)
ANY_SMALL = whole(-127, 127)
MOST_REMEMBERED = 50_000


def words_of(where: str, value: Any) -> str:
    if type(value) is not str:
        fail(where, "expected words in quotes")
    return str(value)


def several(check: Check) -> Check:
    def read(where: str, value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            fail(where, "expected a list")
        faults, found = Faults(), []
        for item in value:
            with faults.collected():
                found.append(check(where, item))
        faults.stop()
        return tuple(found)

    return read


def rows(read: Check) -> Check:
    """A list of inline tables, told by their place in it."""

    def check(where: str, value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            fail(where, "expected a list of tables")
        faults, found = Faults(), []
        for number, row in enumerate(value, 1):
            with faults.collected():
                found.append(read(f"{where} {number}", row))
        faults.stop()
        return tuple(found)

    return check


def remembered(check: Check) -> Check:
    """A check that has seen the same words before does not read them again: files say the same things over and over."""
    known: dict[str, Any] = {}

    def read(where: str, value: Any) -> Any:
        if type(value) is not str:
            return check(where, value)
        if value not in known:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            known[value] = check(where, value)
        return known[value]

    return read


EFFECT, CONDITION = remembered(grammar.effect), remembered(grammar.condition)
EFFECTS, CONDITIONS = several(EFFECT), several(CONDITION)


def table(make: Callable[..., Any], checks: dict[str, Check], optional: Sequence[str] = ()) -> Check:
    """A reader of one kind of row."""
    required = [name for name in checks if name not in optional]

    def read(where: str, row: Any) -> Any:
        if not isinstance(row, dict):
            fail(where, f"expected a table with {', '.join(required)}, not {show(row)}")
        faults, found = Faults(), {}
        with faults.collected():
            fields(where, row, required, optional)
        for name, value in row.items():
            with faults.collected():
                found[name] = checks[name](f"{where}, {name}", value) if name in checks else None
        faults.stop()
        return make(**found)

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


FACE = whole(1, grammar.MOST)


def effort_face(where: str, value: Any) -> str:
    if value != "S":
        grammar.whole(where, words_of(where, value), 1, grammar.MOST)
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
_STEP = table(
    s.Step,
    {
        "id": identifier,
        "need": CONDITIONS,
        "where": text,
        "lore": text,
        "text": text,
        "least": whole(1, 99),
        "after": several(text),
        "aloud": text,
    },
    ("least", "after", "aloud"),
)
_PATH = table(
    path,
    {
        "key": one_of(("A", "B"), "key"),
        "name": text,
        "card_hint": text,
        "finale": text,
        "step": rows(_STEP),
        "enough": whole(1, 99),
    },
    ("enough",),
)
_STAGE = table(s.Stage, {"name": text, "text": text, "skip_if": CONDITIONS})
_CHOICE = table(s.Choice, {"text": text, "when": CONDITIONS, "effects": EFFECTS})
_TIER = table(tier, {"min": whole(0, 6), "pass": boolean, "effects": EFFECTS})
_ACCEPT = table(s.Accept, {"match": CONDITION, "consume": boolean, "effects": EFFECTS})
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
OF_EVERY_OPTION = ("id", "host", "kind", "text")
OF_KIND = {
    "interaction": ("effects", "choices"),
    "test": ("skill", "described", "tiers"),
    "scan_item": ("accepts", "wrong"),
    "scan_destiny": (),
    "trade": ("stack",),
}
_LOOK = table(s.Look, {"token": text, "text": text})
_SAY = table(s.Say, {"text": text, "when": CONDITIONS})
_PLACE = {"id": identifier, "slot": SMALL, "name": text}


def option(where: str, row: Any) -> s.Option:
    """DS-DATA-2: an option has the fields of its kind, and none of another."""
    faults = Faults()
    with faults.collected():
        found: s.Option = table(s.Option, _OPTION, [name for name in _OPTION if name not in OF_EVERY_OPTION])(
            where, row
        )
    kind = row.get("kind") if isinstance(row, dict) else None
    if isinstance(kind, str) and kind in OF_KIND:
        own = {name for name in OF_KIND[kind] if name in row}
        if kind == "interaction" and len(own) != 1:
            faults.add(where, "an interaction has effects, or choices (DS-DATA-2)")
        elif kind == "interaction" and row.get("choices") == []:
            faults.add(f"{where}, choices", "there is none: list some, or give the interaction effects (DS-DATA-2)")
        elif kind != "interaction" and len(own) < len(OF_KIND[kind]):
            missing = [name for name in OF_KIND[kind] if name not in own]
            faults.add(where, f"kind {kind} needs {', '.join(missing)} (DS-DATA-2)")
        for name in {name for names in OF_KIND.values() for name in names if name in row} - own:
            faults.add(f"{where}, {name}", f"does not belong to kind {kind} (DS-DATA-2)")
    faults.stop()
    return found


ROWS: dict[str, Check] = {
    "tile": table(s.Tile, {**_PLACE, "x": ANY_SMALL, "y": ANY_SMALL, "explored": boolean, "on_explore": EFFECTS}),
    "poi": table(
        s.Poi,
        {**_PLACE, "tile": text, "token": text, "active": boolean, "text": text, "looks": rows(_LOOK)},
        ("looks",),
    ),
    "npc": table(s.Npc, {**_PLACE, "at": text, "lore": several(text), "says": rows(_SAY)}, ("says",)),
    "way": table(s.Way, {"id": identifier, "a": text, "b": text, "open": boolean}),
    "hint": table(s.Hint, {"id": identifier, "text": text}),
    "past": table(
        s.Past,
        {
            "id": identifier,
            "of": one_of(("world", "player"), "owner"),
            "text": text,
            "otherwise": words_of,
            "holds": boolean,
        },
        ("of", "otherwise", "holds"),
    ),
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
    "option": option,
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
