"""The scenarios that are supplied: how much there is, what it does to the world, and that nobody is ever stuck."""

import re

import numpy as np
import pytest

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.scenario import library
from haunted_env.play.batch import Batch
from tests.games.destinies import balance
from tests.games.destinies.guide import Guide

STORIES = library.shipped()
FOUR = ("the_long_ebb", "the_wide_water", "the_ink_assize", "the_ninth_tide")
NEW = FOUR[1:]
PAGE = balance.PAGE.read_text(encoding="utf-8")


def every(rows):
    return [row for name in STORIES for row in getattr(library.find(name), rows)]


def test_there_is_a_first_game_and_four_linked_stories():
    assert set(STORIES) == {"hallow_pass", *FOUR}


def test_together_they_are_as_large_as_the_box():
    assert len(every("tiles")) >= 60
    assert len(every("destinies")) >= 15
    assert len({item.id for item in every("items")}) >= 120


def test_the_two_paths_of_a_destiny_are_different():
    """Another finale at another place, and deeds of which hardly any is the same."""
    for name in STORIES:
        s = library.find(name)
        poi = {finale.id: finale.poi for finale in s.finales}
        for destiny in s.destinies:
            one, two = destiny.paths
            assert poi[one.finale] != poi[two.finale], destiny.id
            deeds = [{c.words[0] for step in path.steps for c in step.need} for path in destiny.paths]
            assert len(deeds[0] & deeds[1]) <= 1, destiny.id
            assert min(len(mine - other) for mine, other in (deeds, deeds[::-1])) >= 2, destiny.id


def test_a_quarter_of_all_options_change_the_world_for_others():
    changing = [len(balance.changes_the_world(name)) for name in STORIES]
    assert sum(changing) >= 0.25 * len(every("options"))
    for name in NEW:
        assert len(balance.changes_the_world(name)) >= 0.3 * len(library.find(name).options), name


def test_the_verbs_are_all_in_use():
    verbs = {effect.verb for name in STORIES for effect in library.find(name).effects()}
    assert verbs >= set(balance.CHANGING)
    steps = [step for destiny in every("destinies") for path in destiny.paths for step in path.steps]
    assert any(step.least for step in steps) and any(step.after for step in steps) and any(step.aloud for step in steps)
    assert any(path.enough for destiny in every("destinies") for path in destiny.paths)
    abilities = {item.always.verb for item in every("items") if item.always}
    assert abilities >= {"at_dawn", "cost_skill", "reroll_for", "on_fail", "total", "range"}


@pytest.mark.parametrize("name", FOUR)
def test_people_remember_who_did_what(name):
    """Everybody has something to say, and to whom says what depends on deeds, also of others."""
    npcs = library.find(name).npcs
    assert all(npc.says and not npc.says[-1].when for npc in npcs)
    asked = {condition.kind for npc in npcs for say in npc.says for condition in say.when}
    assert asked >= {"pflag", "anyone", "flag"}


@pytest.mark.parametrize("name", STORIES)
def test_everything_in_a_story_has_a_use(name):
    s = library.find(name)
    hosts = {option.host for option in s.options}
    assert hosts >= {f"poi:{poi.id}" for poi in s.pois} | {f"npc:{npc.id}" for npc in s.npcs}
    assert {path.finale for destiny in s.destinies for path in destiny.paths} == {finale.id for finale in s.finales}
    assert {tag for npc in s.npcs for tag in npc.lore} >= {
        step.lore for destiny in s.destinies for path in destiny.paths for step in path.steps
    }
    given = {effect.words[-1] for effect in s.effects() if effect.verb in ("item", "stock")}
    assert given | {item for stack in s.stacks for item in stack.items} == {item.id for item in s.items}


@pytest.mark.parametrize("name", STORIES)
def test_what_is_told_once_is_not_told_again(name):
    """No text of a story is used twice, but for what is asked of several people."""
    s = library.find(name)
    texts = [poi.text for poi in s.pois] + [look.text for poi in s.pois for look in poi.looks]
    texts += [say.text for npc in s.npcs for say in npc.says] + [event.text for event in s.events]
    texts += [step.text for destiny in s.destinies for path in destiny.paths for step in path.steps]
    texts += [stage.text for finale in s.finales for stage in finale.stages] + [d.card for d in s.destinies]
    assert len(texts) == len(set(texts))
    if name in NEW:
        told = [option.text for option in s.options]
        assert len(told) - len(set(told)) <= 12, [text for text in told if told.count(text) > 1]


def seeds_of_pairs(name: str) -> dict[tuple[int, int], list[int]]:
    """By character and destiny: seeds that deal them to a single player."""
    batch = Batch(SPEC, 600, {"players": 1, "scenario": name}, observation=None)
    batch.deal(np.arange(600))
    found: dict[tuple[int, int], list[int]] = {}
    pairs = zip(batch.games["table"]["character"][:, 0], batch.games["ledger"]["destiny"][:, 0])
    for seed, (character, destiny) in enumerate(pairs):
        found.setdefault((int(character), int(destiny)), []).append(seed)
    return found


@pytest.mark.clause("DS-DATA-7")
@pytest.mark.parametrize("path", [0, 1], ids=["A", "B"])
@pytest.mark.parametrize("name", STORIES)
def test_every_path_leads_to_the_end_for_every_character(name, path):
    """A seasoned traveller goes straight through the safe options, without items or detours, and gets there."""
    pairs = seeds_of_pairs(name)
    cast = library.find(name).characters
    assert len(pairs) == len(cast) ** 2
    for pair, seeds in pairs.items():
        guides = (Guide(path, seed, seasoned=True, scenario=name) for seed in seeds[:6])
        assert any(guide.play() for guide in guides), (cast[pair[0]].id, pair[1])


# Difficulty


def figures() -> dict[str, list[str]]:
    """The table of docs/destinies.md, by scenario."""
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", balance.in_block(PAGE, "balance"), re.MULTILINE)
    return {name: cells.split(" | ") for name, cells in rows}


def test_the_documented_figures_are_what_is_wanted():
    assert set(figures()) == set(STORIES)
    for name, (explorer, _, challenger, last, *best) in figures().items():
        assert balance.EXPLORER[0] <= float(explorer) <= balance.EXPLORER[1], name
        assert balance.CHALLENGER[0] <= float(challenger) <= balance.CHALLENGER[1], name
        assert int(last) == library.find(name).header.challenger_days, name
        assert all(float(share.split()[0]) <= balance.BEST for share in best), name


def test_the_documented_sizes_are_up_to_date():
    text = balance.with_block(PAGE, "scenarios", balance.size_table(STORIES))
    assert text == PAGE, "run `python -m tests.games.destinies.balance`"


@pytest.mark.parametrize("name", STORIES)
def test_the_figures_can_be_measured_again(name):
    """200 games instead of 2,000: what is documented, give or take 3.5 standard errors."""
    explorer, _, challenger, *_ = figures()[name]
    for mode, written in (("explorer", explorer), ("challenger", challenger)):
        share, _ = balance.alone(name, mode, 200, seed=9)
        assert abs(share - float(written)) <= 3.5 * np.sqrt(float(written) * (100.5 - float(written)) / 200), mode
