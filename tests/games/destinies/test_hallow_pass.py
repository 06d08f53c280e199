"""The small scenario: every path of every destiny can be walked to its end, by everybody."""

import copy
import shutil

import numpy as np
import pytest

from haunted_env.engine.entries import ENGINE
from haunted_env.engine.jit import COMPILED
from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.scenario import library
from haunted_env.play.batch import Batch
from tests.games.destinies.guide import Guide
from tests.games.destinies.table import Table

HALLOW = library.find("hallow_pass")
CAST = [character.id for character in HALLOW.characters]


def test_it_is_small_and_complete():
    assert len(HALLOW.tiles) == 6
    hosts = {option.host for option in HALLOW.options}
    assert hosts >= {f"poi:{poi.id}" for poi in HALLOW.pois} | {f"npc:{npc.id}" for npc in HALLOW.npcs}
    assert {option.kind for option in HALLOW.options} == {"interaction", "test", "scan_item", "scan_destiny", "trade"}
    assert {path.finale for destiny in HALLOW.destinies for path in destiny.paths} == {f.id for f in HALLOW.finales}
    told = {tag for npc in HALLOW.npcs for tag in npc.lore}
    assert told == {step.lore for destiny in HALLOW.destinies for path in destiny.paths for step in path.steps}


def won(path, n, **options):
    """The days of the games that a traveller who has read the file wins."""
    guides = [Guide(path, seed, scenario="hallow_pass", **options) for seed in range(n)]
    return [guide.day for guide in guides if guide.play()]


@pytest.mark.parametrize("path", [0, 1], ids=["A", "B"])
@pytest.mark.parametrize("character", CAST)
def test_every_path_leads_to_the_end(character, path):
    days = won(path, 8, assign="fixed", characters=[character])
    assert len(days) >= 4
    assert min(days) >= 4, "nobody rushes through it"
    assert np.median(days) <= 25, "it is quick"


@pytest.mark.parametrize("path", [0, 1], ids=["A", "B"])
def test_every_path_leads_to_the_end_for_every_character(path):
    """Destinies dealt at random: all nine pairs, each fulfilled."""
    pairs = set()
    for seed in range(60):
        guide = Guide(path, seed, scenario="hallow_pass", destiny_deal="shuffled")
        pair = int(guide.world.table["character"][0]), int(guide.world.whole["ledger"][0]["destiny"])
        if pair not in pairs and guide.play():
            pairs.add(pair)
    assert len(pairs) == 9


def test_another_scenario_is_not_compiled(tmp_path):
    """Two scenarios, one engine: the same compiled code, the same place in the cache."""
    for name in library.shipped():
        batch = Batch(SPEC, 2, {"players": 3, "scenario": name})
        generators = batch.generators(1)
        batch.deal(np.arange(2))
        for _ in range(50):
            batch.step_random(generators)
        if COMPILED:
            assert len(SPEC.compiled(ENGINE)[0].signatures) == 1
    folder = tmp_path / "destinies"
    shutil.copytree(SPEC.compiler.folder, folder)
    moved = copy.copy(SPEC.compiler)
    moved.folder = folder
    before = moved.source_hash()
    shutil.copy(folder / "scenarios" / "hallow_pass.toml", folder / "scenarios" / "one_more.toml")
    assert moved.source_hash() == before


def test_it_is_chosen_by_the_option():
    table = Table(players=2, scenario="hallow_pass")
    assert table.scenario.header.title == "A Lamp at Hallow Pass"
    assert table.tile() == "hearthside"
    assert "The snow came eleven days early" in SPEC.words.events(table.game, 0)[1][0]
    assert SPEC.positions.write(table.game)["options"]["scenario"] == "hallow_pass"
