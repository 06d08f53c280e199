"""docs/scenarios.md: its example can be played, and its tables are complete."""

import re
from pathlib import Path

import pytest

from haunted_env.games.destinies import data
from haunted_env.games.destinies.scenario import grammar, library, load, rows
from tests.games.destinies.guide import Guide

PAGE = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
CODE = {word for words in re.findall(r"`([^`\n]+)`", PAGE) for word in re.split(r"[^\w]+", words)}


@pytest.fixture
def example(tmp_path):
    path = tmp_path / "two_roofs.toml"
    path.write_text("\n".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)), encoding="utf-8")
    return str(path)


def test_the_example_can_be_played_to_its_end(example):
    assert load(example).header.title == "Two Roofs"
    for path in (0, 1):
        assert any(Guide(path, seed, scenario=example, max_days=60).play() for seed in range(5))


def test_every_key_is_explained():
    keys = {
        *("tile", "poi", "npc", "item", "stack", "option", "character", "destiny", "finale", "event", "scenario"),
        *rows._OPTION,
        *(name for names in rows.OF_KIND.values() for name in names),
        *("min", "pass", "match", "consume", "need", "where", "lore", "skip_if", "card_hint", "modes", "resolve"),
    }
    with open(library.FOLDER / "hallow_pass.toml", encoding="utf-8") as file:
        keys |= {line.split(" = ")[0] for line in file if re.match(r"\w+ = ", line)}
    assert not keys - CODE


def test_every_verb_condition_and_ability_is_explained():
    words = {*grammar.VERBS, *grammar.ALWAYS, *grammar.DISCARD, *grammar.FACTS, *grammar.COMPARED, "any_finale", "npc"}
    assert not words - CODE
    marked = {verb for verb in grammar.VERBS if re.search(rf"`{verb}(?: [^`]*)?` \*", PAGE)}
    assert marked == set(grammar.PREFIXED)


def test_the_caps_are_those_of_the_format():
    for table, cap in (("tile", data.N_TILES), ("poi", data.N_POIS), ("npc", data.N_NPCS), ("item", data.N_ITEMS),
                       ("stack", data.N_STACKS), ("option", data.N_OPTIONS), ("character", data.N_CHARACTERS),
                       ("event", data.N_EVENTS)):  # fmt: skip
        assert f"`[[{table}]]` ({cap})" in PAGE
    assert f"{data.N_PLAYER_FLAGS} player flags, {data.N_WORLD_FLAGS} world flags" in PAGE
    assert f"{data.N_VISIT_FLAGS} visit flags, and {data.N_LIMITED} options" in PAGE
