"""Readers of the rows of a campaign file, key by key (DS-CAMP-1)."""

from typing import Any

from haunted_env.games.destinies.campaign import schema as c
from haunted_env.games.destinies.scenario.faults import Faults
from haunted_env.games.destinies.scenario.rows import CONDITIONS, EFFECTS, rows, several, table, words_of
from haunted_env.spec.content import fail, identifier, one_of, show, text, whole

MOST_POINTS = 6
N_DIGITS = 12  # of a scenario's hash


def names(where: str, value: Any) -> tuple[tuple[str, str], ...]:
    """A table from id to id, as pairs."""
    if not isinstance(value, dict):
        fail(where, f'expected a table of ids such as {{ oda = "mira" }}, not {show(value)}')
    faults = Faults()
    for key, word in value.items():
        with faults.collected():
            words_of(f"{where}, {key}", word)
    faults.stop()
    return tuple(value.items())


def digits(where: str, value: Any) -> str:
    if type(value) is not str or len(value) != N_DIGITS or set(value) - set("0123456789abcdef"):
        fail(where, f"expected the first {N_DIGITS} digits of the scenario's hash, not {show(value)}")
    return value


def chapter(**row: Any) -> c.Chapter:
    return c.Chapter(legacies=row.pop("legacy", ()), **row)


HEADER = table(
    c.Header,
    {
        "format": whole(1, 1),
        "id": identifier,
        "title": text,
        "intro": text,
        "virtue": one_of(("none", "half", "whole"), "word"),
        "carry": several(identifier),
        "carry_players": several(identifier),
        "limit": whole(0, MOST_POINTS),
    },
    ("carry", "carry_players", "limit"),
)
_LEGACY = table(c.Legacy, {"id": identifier, "text": text, "when": CONDITIONS, "effects": EFFECTS})
_CHAPTER = {
    "id": identifier,
    "scenario": text,
    "hash": digits,
    "text": words_of,
    "won": names,
    "nobody": identifier,
    "winner": identifier,
    "heirs": names,
    "legacy": rows(_LEGACY),
}
ROWS = {
    "chapter": table(chapter, _CHAPTER, [name for name in _CHAPTER if name not in ("id", "scenario")]),
    "epilogue": table(c.Epilogue, {"when": CONDITIONS, "text": text}),
}
